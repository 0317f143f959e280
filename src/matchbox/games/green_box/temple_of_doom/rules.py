"""Temple of Doom: eight archaeologists carry relics out of a collapsing temple.

Green Box of Games, by Jørgen Brunborg-Næss. Play alone, or together with hidden hands. Cards
move the cubes by colour or by symbol. At the end of each round relics are collected, flipped
tiles fall, and every Temple card without a matching cube flips another tile.
page.md lists the rulings (R1, R2, ...).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from matchbox.engine import (
    Ints,
    below,
    empty_from,
    finish,
    lowest,
    popcount,
    rule,
    seat_after,
    shuffle,
    turn_to,
    wide,
    write_set,
)

from ..card_sets import ALL_CARDS, first_cards, shuffle_in
from ..components import COLOUR, NUMBER, SYMBOL, TILES
from .state import (
    CARD,
    COLLAPSED,
    CUBE,
    DESERTED,
    DISCARD,
    DONE,
    FILL,
    FLIP_SYMBOL,
    GIVE_UP,
    LEAVE,
    MOST_IN_HAND,
    MOVE,
    NEW_TEMPLE_CARDS,
    ON,
    PLAY,
    REMOVE,
    SHOWN_RELICS,
    STEP,
    STRIKE,
    TELL,
    TO,
    State,
)
from .talk import is_open, reach, speak_up
from .temple import (
    ALL_TILES,
    CUBES,
    DECK,
    DECKS,
    FRONT,
    MOVEMENT,
    OUTSIDE,
    RELIC,
    ROW_OF,
    TEMPLE,
    cards_a_round,
    cards_in,
    draw,
    in_play,
    is_complete,
    is_consistent,
    kill_fallen,
    matched,
    receiver,
)

# --- setup and dealing ---


@rule
def setup(s: State) -> None:
    s.leader = below(s, wide(s.seats))
    for tile in range(TILES):
        s.symbols[tile] = tile % 6
    shuffle(s, s.symbols, 6)  # one of each in the Starting Row
    shuffle(s, s.symbols[6:], TILES - 6)
    for tile in range(TILES):
        s.tiles[s.symbols[tile]] |= 1 << tile
    s.up = ALL_TILES
    for cube in range(CUBES):
        s.at[cube] = FRONT
    for deck in range(3):
        s.left[deck] = shuffle_in(s, s.decks[deck], DECKS[deck])
    forecast(s)
    deal(s)


@rule
def deal(s: State) -> None:
    """Deal the cards of the next round; its leader starts."""
    for _ in range(NEW_TEMPLE_CARDS - (wide(s.shown) if s.unmatched == FILL else 0)):  # R27
        if s.left[TEMPLE] == 0:  # R14
            s.left[TEMPLE] = shuffle_in(s, s.decks[TEMPLE], s.discard)
            s.discard = 0
        if s.left[TEMPLE] > 0:
            s.temple[s.shown] = draw(s.decks, s.left, TEMPLE)
            s.shown += 1
    for place in range(SHOWN_RELICS):
        if s.relics[place] == 0 and s.left[RELIC] > 0:  # R15
            s.relics[place] = draw(s.decks, s.left, RELIC)
    s.rounds += 1
    s.early = DECKS[MOVEMENT] & ~s.played
    for number in range(cards_a_round(s.seats)):
        if s.left[MOVEMENT] == 0:  # R23
            s.left[MOVEMENT] = shuffle_in(s, s.decks[MOVEMENT], s.played)
            s.played = 0
        hold(s, receiver(number, s.seats, s.leader, s.rounds), number // wide(s.seats), draw(s.decks, s.left, MOVEMENT))
    for seat in range(s.seats):
        s.says[seat] = 0
    s.phase = CARD
    turn_to(s, wide(s.leader))


@rule
def hold(s: State, seat: int, place: int, card: int) -> None:
    """Put a card into an empty place of a hand, or remove it (card 0)."""
    s.hand[seat, place] = card
    s.filled[seat] = wide(s.filled[seat]) ^ 1 << place
    s.told[seat] = wide(s.told[seat]) & ~(1 << place)
    s.open_hand[seat, place] = card * is_open(s)


# --- actions ---


@rule
def legal(s: State, seat: int, out: Ints) -> int:
    if s.phase == CARD:
        first, choices = PLAY.first, wide(s.filled[seat])
    elif s.phase == CUBE:
        first, choices = MOVE.first, wide(s.movable)
    elif s.phase == STEP:
        first, choices = TO, steps(s, wide(s.mover))
    else:
        first, choices = TO, s.targets
    n = write_set(out, 0, first, choices)
    if s.phase == CUBE and s.may_waste:
        out[n] = GIVE_UP
        n += 1
    return n


@rule
def apply(s: State, seat: int, action: int) -> None:
    if action >= TELL.first:
        speak_up(s, seat, action)
    elif s.phase == CARD:
        s.spoke = 0
        s.card = s.hand[seat, action]
        s.points = NUMBER[s.card]
        s.played |= 1 << wide(s.card)
        hold(s, seat, action, 0)
        next_point(s, seat)
    elif s.phase == STRIKE:
        strike(s, action - TO)
    elif s.phase == CUBE and action != GIVE_UP:
        s.mover = action - MOVE.first
        s.phase = STEP
    else:
        s.points -= 1
        if s.phase == STEP:
            s.at[s.mover] = action - TO
            if action == LEAVE:
                forecast(s)
                if ended(s):  # R18
                    return
        next_point(s, seat)


# --- playing cards ---


@rule
def next_point(s: State, seat: int) -> None:
    """Let the seat choose a cube, or end its turn: points that no cube can use lapse (R3)."""
    movable = 0
    for cube in range(CUBES):
        twin = cube % 2 == 1 and s.at[cube] == s.at[cube - 1]  # offer only the lower of two equal cubes
        if s.points > 0 and not twin and steps(s, cube):
            movable |= 1 << cube
    s.movable = movable
    if movable:
        s.phase = CUBE
        return
    s.points = 0
    s.phase = CARD
    for _ in range(s.seats):  # R2
        seat = seat_after(s, seat)
        if s.filled[seat]:
            turn_to(s, seat)
            return
    end_round(s)


@rule
def steps(s: State, cube: int) -> int:
    """The places to which a point of the current card may move a cube."""
    return reach(s, wide(s.card), cube, wide(s.at[cube]))


# --- the end of a round ---


@rule
def end_round(s: State) -> None:
    """Collect relics, collapse tiles, match Temple cards; then the unmatched cards strike."""
    for place in range(SHOWN_RELICS):
        card = wide(s.relics[place])
        if card and matched(s.at, s.up & s.tiles[SYMBOL[card]], COLOUR[card]):
            s.collected |= 1 << card
            s.relics[place] = 0
    forecast(s)
    s.flipped = 0
    kill_fallen(s.at, s.up | s.flipped)
    if ended(s):  # R22
        return
    kept = 0
    for place in range(s.shown):
        card = wide(s.temple[place])
        s.temple[place] = 0
        if matched(s.at, s.up & s.tiles[SYMBOL[card]], COLOUR[card]):
            s.discard |= 1 << card
        else:
            s.temple[kept] = card
            kept += 1
    s.shown = kept
    s.waiting = (1 << kept) - 1
    s.strikes, s.striker = FLIP_SYMBOL, 0
    next_strike(s)


@rule
def next_strike(s: State) -> None:
    """Find the next card with something to flip or remove (R13); after the last card, deal."""
    while s.strikes < DONE:
        while s.striker < s.shown:
            if wide(s.waiting) >> wide(s.striker) & 1:
                found = s.up | s.flipped if s.strikes == REMOVE else s.up
                if s.strikes == FLIP_SYMBOL:
                    found &= s.tiles[SYMBOL[s.temple[s.striker]]]
                if found:
                    s.targets = found & ROW_OF[s.layout, lowest(found)]
                    s.phase = STRIKE
                    turn_to(s, wide(s.leader))  # R19
                    return
            s.striker += 1
        s.striker = 0
        s.strikes += 1
    s.targets, s.waiting = 0, 0
    if s.unmatched == DISCARD:
        for place in range(s.shown):
            s.discard |= 1 << wide(s.temple[place])
            s.temple[place] = 0
        s.shown = 0
    s.leader = seat_after(s, s.leader)
    deal(s)


@rule
def strike(s: State, tile: int) -> None:
    s.waiting = wide(s.waiting) & ~(1 << wide(s.striker))
    if s.strikes == REMOVE:  # by now no tile is face up
        s.flipped ^= 1 << tile
        kill_fallen(s.at, s.up | s.flipped)
        if ended(s):
            return
    else:
        s.up ^= 1 << tile
        s.flipped |= 1 << tile  # R11
    next_strike(s)


# --- the end of the game ---


@rule
def forecast(s: State) -> None:
    """Update the score: cubes Outside minus Relics not collected."""
    score = popcount(s.collected) - DECK
    for cube in range(CUBES):
        if s.at[cube] == OUTSIDE:
            score += 1
    for seat in range(s.seats):
        s.score[seat] = score


@rule
def ended(s: State) -> bool:
    """End the game if no tile is left, or no cube in the Front or in the temple (R16, R17)."""
    collapsed = (s.up | s.flipped) == 0
    if not collapsed and in_play(s.at):
        return False
    finish(s, COLLAPSED if collapsed else DESERTED)
    for seat in range(s.seats):
        s.rank[seat] = 1 if s.score[seat] > 0 else 2
    return True


# --- knowledge and checks ---


@rule
def redeal(s: State, seat: int) -> None:
    """Hidden from a seat: the order of all decks, and the hands of others.

    The rest of the Movement deck is dealt first, so everybody knows which cards may be in
    which places of a hand, and which in the deck.
    """
    unseen = unseen_cards(s, seat)
    shuffle_in(s, s.decks[RELIC], DECKS[RELIC] & unseen)
    shuffle_in(s, s.decks[TEMPLE], DECKS[TEMPLE] & unseen)
    hidden = DECKS[MOVEMENT] & unseen
    s.left[MOVEMENT] = shuffle_in(s, s.decks[MOVEMENT], hidden & s.early)
    for number in range(cards_a_round(s.seats)):
        if number == popcount(s.early):
            s.left[MOVEMENT] = shuffle_in(s, s.decks[MOVEMENT], hidden & ~s.early)
        other, place = receiver(number, s.seats, s.leader, s.rounds), number // wide(s.seats)
        if other != seat and wide(s.filled[other]) >> place & 1:
            known = wide(s.open_hand[other, place])
            s.hand[other, place] = known if known else draw(s.decks, s.left, MOVEMENT)


@rule
def unseen_cards(s: State, seat: int) -> int:
    """The set of cards in the decks, and in other hands as far as the seat does not know them."""
    seen = cards_in(s.relics) | s.collected | first_cards(s.temple, wide(s.shown)) | s.discard | s.played
    for other in range(s.seats):
        seen |= cards_in(s.open_hand[other])
    if seat >= 0:
        seen |= cards_in(s.hand[seat])
    return ALL_CARDS & ~seen


@rule
def conserved(s: State) -> bool:
    if not is_consistent(s.symbols, s.tiles, s.up, s.flipped, s.at):
        return False
    in_hand, held = 0, 0
    for number in range(cards_a_round(s.seats)):
        seat, place = receiver(number, s.seats, s.leader, s.rounds), number // wide(s.seats)
        card = wide(s.hand[seat, place])
        if (card > 0) != (wide(s.filled[seat]) >> place & 1 > 0) or s.open_hand[seat, place] != known(s, seat, place):
            return False
        if card:
            if (number < popcount(s.early)) != (s.early >> card & 1 > 0):  # the rest of the deck is dealt first
                return False
            in_hand |= 1 << card
            held += 1
    if not hands_match(s, held) or s.early & ~DECKS[MOVEMENT] or not empty_from(s.temple, wide(s.shown)):
        return False
    relics, temple = cards_in(s.relics), first_cards(s.temple, wide(s.shown))
    on_display = 0
    for place in range(SHOWN_RELICS):
        on_display += s.relics[place] > 0
    return (
        is_complete(RELIC, s.decks, s.left, relics | s.collected, on_display + popcount(s.collected))
        and is_complete(TEMPLE, s.decks, s.left, temple | s.discard, s.shown + popcount(s.discard))
        and is_complete(MOVEMENT, s.decks, s.left, in_hand | s.played, held + popcount(s.played))
    )


@rule
def known(s: State, seat: int, place: int) -> int:
    """The card in a place of a hand if everybody knows it; 0 if not."""
    return wide(s.hand[seat, place]) * (is_open(s) | wide(s.told[seat]) >> place & 1)


@rule
def hands_match(s: State, held: int) -> bool:
    """Do all hands together have this number of cards, and may their owners have told those that they have?"""
    hands, opens, filled, told = 0, 0, 0, 0
    for seat in range(s.seats):
        filled += popcount(s.filled[seat])
        told += popcount(s.told[seat])
        if wide(s.told[seat]) & ~wide(s.filled[seat]):
            return False
        for place in range(MOST_IN_HAND):
            hands += s.hand[seat, place] > 0
            opens += s.open_hand[seat, place] > 0
    if told and (is_open(s) or s.talk != ON):
        return False
    return hands == held and filled == held and opens == (held if is_open(s) else told)


def bound(seats: int, options: Mapping[str, Any]) -> int:
    """Six black cards strike every round from the third, or at least every third round."""
    rounds = 19 if options["unmatched"] == "discard" else 9
    cards, points = (9, 15) if seats == 1 else (12, 18)
    talk = 2 * cards if seats > 1 and options["talk"] == "on" else 0  # each card once, and a phrase a turn
    return rounds * (cards + 2 * points + talk) + 2 * TILES  # each tile is flipped once and removed once
