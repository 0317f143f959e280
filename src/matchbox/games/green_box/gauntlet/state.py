"""The Gauntlet: the state, with cards and players.

Sets of tiles have one bit for each tile of the track in reading order, sets of cards one for each
card of the box. A field that holds a card has card + 1, or 0 for none.
"""

from __future__ import annotations

from matchbox.engine import (
    SEATS,
    Base,
    below,
    derived,
    i8,
    lift,
    lowest,
    nobody,
    option,
    owner,
    public,
    record,
    rule,
    shuffle,
    u1,
    wide,
)

from ..card_sets import ALL_CARDS, set_of, shuffle_in
from ..components import ARROW, BACKGROUND, BRICKS, CARDS, CIRCLES, DROP, HAMMERS, NUMBER, SYMBOL, TILES, WHEEL
from ..maps import PLACES
from .track import ENTRIES, FAR, FINISH, NAMES, START, TRACK

SHIELD, SWORDS, LOGS, STONES, HEAL, FIRE = WHEEL, HAMMERS, CIRCLES, BRICKS, DROP, ARROW  # symbols in this game
LIFE = 3
MOST_TURNS = 60
STEPS = 3
KEPT, TAKEN, HAND = 3, 2, 7  # cards between turns, taken from the display and from the pile, and most in hand
SHOWN = 3  # cards in the display for each player
CROSSES, STOPS = range(2)  # arrows_cross_gaps
NUMBERS, WHOLE = range(2)  # reveal

GREEN_BACK = 1
FEWER_CARDS = set_of(card for card in range(CARDS) if BACKGROUND[card] != GREEN_BACK)  # for two players

TAKE, PLAN, ORDER, MOVE, STRIKE = range(5)  # phase
MISSING, STRUCK_DOWN = 1, 2  # downed: misses this turn; knocked out in this turn


@record(seats=4)
class State(Base):
    """`score` is the number of steps of the shortest path already done."""

    phase = public(u1, high=STRIKE)

    # The track.
    laid = public(u1[PLACES], high=9)  # codes; filled in before setup for a custom track
    spot = public(u1[TILES], high=PLACES - 1)  # place of every tile
    near = public(i8[TILES], high=(1 << TILES) - 1)
    step = public(u1[TILES, 4])  # the tile in each direction
    open_tiles = public(i8, high=(1 << TILES) - 1)  # all but Arrows
    blank = public(i8, high=(1 << TILES) - 1)
    brick = public(i8, high=(1 << TILES) - 1)
    exits = public(i8, high=(1 << TILES) - 1)
    entry = public(u1[ENTRIES], high=TILES - 1)
    entries = public(u1, high=ENTRIES)
    hits = public(u1[TILES])  # number of arrows that hit a player there
    way = public(u1[TILES + 2], high=FAR)  # steps to Finish, from tiles, Start and Finish

    # The players.
    at = public(u1[SEATS], high=FINISH, free=True)
    life = public(u1[SEATS], high=LIFE, free=True)
    downed = public(u1[SEATS], high=STRUCK_DOWN, free=True)
    finished = public(u1[SEATS], high=SEATS)  # order of arrival at Finish, from 1; 0 is not there yet
    points = public(u1[SEATS], high=6, free=True)  # movement left in this turn

    # Cards.
    deck = nobody(u1[CARDS], high=CARDS - 1)  # the last card is the top
    left = public(u1, high=CARDS)  # cards in it
    discard = public(i8, high=ALL_CARDS)
    display = public(u1[4 * SHOWN], high=CARDS)
    hand = owner(u1[SEATS, HAND], high=CARDS, unordered=True)
    held = public(u1[SEATS], high=HAND)  # cards in hand
    plan = owner(u1[SEATS, STEPS + 1], high=CARDS)
    ready = public(u1[SEATS], high=STEPS + 1)  # cards planned for this turn
    stated = public(u1[SEATS, STEPS], high=6)  # numbers of the planned cards of this step and of earlier ones
    shown = public(u1[SEATS, STEPS], high=CARDS)  # face-up cards of the plan
    hurt = public(u1, high=15, free=True)  # seats that lost life: their stated card is not a Shield; only while hidden

    # What everybody can know about hidden cards.
    seen = public(i8[SEATS], high=ALL_CARDS)  # cards known to be in a player's hand or plan
    veiled = public(u1[SEATS], high=HAND)  # number of the player's other cards
    born = public(u1[SEATS, HAND])  # the number of the shuffle that each of those was drawn from
    batch = public(u1[CARDS], free=True)  # the number of the last shuffle with this card
    shuffles = public(u1)

    # For the log.
    saved = derived(u1, high=15)  # set of seats that a Shield saved from the last card used
    unplayed = derived(u1[SEATS, STEPS + 1], high=CARDS)  # cards that were turned up at the end of the last turn

    # The turn.
    turns = public(u1, high=MOST_TURNS, free=True)  # completed
    starter = public(u1, high=SEATS - 1, free=True)
    movement = public(u1, high=6, free=True)
    taken = public(u1, high=TAKEN, free=True)  # from the display by the acting player
    number = public(u1, high=STEPS - 1, free=True)  # of the step, from 0
    waiting = public(u1, high=15, free=True)  # set of seats that have not acted in this step yet
    active = public(u1, high=SEATS - 1, free=True)
    allowance = public(u1, high=6, free=True)  # points that may still be used in this step
    moved = public(u1, high=6, free=True)  # points used in this step
    done = public(u1, high=1, free=True)  # is the card of this step used?
    choices = public(i8, high=(1 << 42) - 1, free=True)  # set of legal ids; `legal` handles plans, which differ by seat

    track = option(
        *NAMES,
        *(f"random{x}" for x in ("", "_straight", "_bend", "_hairpin", "_zigzag")),
        default="random",
        custom=TRACK,
    )
    arrows_cross_gaps = option("yes", "no")
    reveal = option("number", "whole")  # R27


# --- cards ---


@rule
def receive(s: State, seat: int, card: int) -> None:
    s.hand[seat, s.held[seat]] = card + 1
    s.held[seat] += 1


@rule
def draw(s: State) -> int:
    """Draw the top card; shuffle the discards into a new pile if it is empty."""
    if s.left == 0:
        s.shuffles += 1
        s.left = shuffle_in(s, s.deck, s.discard)
        s.discard = 0
        for place in range(s.left):
            s.batch[s.deck[place]] = s.shuffles
    s.left -= 1
    return lift(s.deck, s.left)


@rule
def fill_display(s: State) -> None:
    for place in range(SHOWN * s.seats):  # R18
        if s.display[place] == 0:
            s.display[place] = draw(s) + 1


@rule
def lay_card(s: State, seat: int, place: int) -> None:
    """Move a card from the hand to the next place of the plan."""
    s.plan[seat, s.ready[seat]] = s.hand[seat, place]
    s.ready[seat] += 1
    s.held[seat] -= 1
    for i in range(place, s.held[seat]):
        s.hand[seat, i] = s.hand[seat, i + 1]
    s.hand[seat, s.held[seat]] = 0


@rule
def turn_up(s: State, seat: int, place: int) -> int:
    """Take a card from the plan and make it public; return card + 1, or 0 if there is none."""
    held = wide(s.plan[seat, place])
    if held == 0:
        return held
    s.plan[seat, place] = 0
    card = held - 1
    if s.seen[seat] >> card & 1:
        s.seen[seat] ^= 1 << card
        return held
    s.veiled[seat] -= 1
    last = wide(s.veiled[seat])
    for i in range(HAND):
        if s.born[seat, i] == s.batch[card] and i <= last:
            s.born[seat, i] = s.born[seat, last]
            s.born[seat, last] = 0
            break
    return held


@rule
def show_card(s: State, seat: int) -> None:
    """Turn up a player's card of this step, unless it is face up already."""
    if s.shown[seat, s.number] == 0:
        s.shown[seat, s.number] = turn_up(s, seat, wide(s.number))
        s.hurt = wide(s.hurt) & ~(1 << seat)


@rule
def deal_opening(s: State, deck: int) -> int:
    """Deal everybody one Shield, one Brick and one Lumber, face up; return the cards dealt."""
    marks = s.display  # scratch space: which symbol has the 2, or the numbers of seat 0
    dealt = wide(0)
    twice = below(s, 3) if s.seats == 4 else wide(0)
    for i in range(4):
        marks[i] = i if i < 3 else twice
    shuffle(s, marks, 3 if s.seats < 4 else 4)
    turn = 1 + below(s, 2) if s.seats == 2 else wide(0)
    for seat in range(s.seats):
        for i in range(KEPT):
            symbol = SHIELD if i == 0 else STONES if i == 1 else LOGS
            number = 2 if marks[seat] == i else 1
            if s.seats == 2:
                number = 1 + wide(marks[(i + seat * turn) % 3])  # seat 1 has a different number on each symbol
            card = find(deck & ~dealt, symbol, number)
            dealt |= 1 << card
            receive(s, seat, card)
            s.seen[seat] |= 1 << card
    for i in range(4):
        marks[i] = 0
    return dealt


@rule
def find(cards: int, symbol: int, number: int) -> int:
    """The lowest of these cards with this symbol and number."""
    while SYMBOL[lowest(cards)] != symbol or NUMBER[lowest(cards)] != number:
        cards &= cards - 1
    return lowest(cards)


# --- players ---


@rule
def takes_part(s: State, seat: int) -> bool:
    return s.downed[seat] == 0


@rule
def card_of(s: State, seat: int) -> int:
    """The face-up card of a player for this step."""
    return wide(s.shown[seat, s.number]) - 1


@rule
def targets_of(s: State, seat: int) -> int:
    """Opponents on the same square or beside it (R3, R8), as a set of seats."""
    targets = wide(0)
    if s.at[seat] < START:
        reach = s.near[s.at[seat]] | 1 << wide(s.at[seat])
        for other in range(s.seats):
            if other != seat and s.at[other] < START and s.life[other] and reach >> wide(s.at[other]) & 1:  # R10
                targets |= 1 << other
    return targets


@rule
def lose(s: State, seat: int, points: int) -> None:
    """Lose life points, unless a Shield protects (R6); the Shield is shown then (R27)."""
    if s.life[seat] == 0 or points == 0:
        return
    is_hidden = s.shown[seat, s.number] == 0
    held = wide(s.plan[seat, s.number]) if is_hidden else wide(s.shown[seat, s.number])
    if held and SYMBOL[held - 1] == SHIELD:
        show_card(s, seat)
        s.saved = wide(s.saved) | 1 << seat
        return
    if is_hidden and s.stated[seat, s.number]:
        s.hurt = wide(s.hurt) | 1 << seat
    s.life[seat] = max(0, wide(s.life[seat]) - points)  # R9
    if s.life[seat] == 0:
        s.downed[seat] = STRUCK_DOWN


@rule
def is_ahead(s: State, a: int, b: int) -> bool:
    """Does player a rank before player b?"""
    if (s.finished[a] > 0) != (s.finished[b] > 0):
        return s.finished[a] > 0
    if s.finished[a]:
        return s.life[a] > s.life[b] or (s.life[a] == s.life[b] and s.finished[a] < s.finished[b])  # R21
    here, there = s.way[s.at[a]], s.way[s.at[b]]
    return here < there or (here == there and s.life[a] > s.life[b])
