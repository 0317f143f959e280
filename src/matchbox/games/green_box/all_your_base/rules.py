"""All Your Base: build defence stations, add hardware and software, and pass on the cards you do not need.

Green Box of Games, by Jørgen Brunborg-Næss. Three phases of five turns. Every turn each player plays two
cards, each for one of three uses, keeps two and passes the rest to the left.
Rulings (R1, R2, ...) are in page.md.

The record and the uses of a card are in state.py, redeals in knowledge.py.
"""

from __future__ import annotations

from matchbox.engine import (
    Ints,
    Reasons,
    all_act,
    below,
    committed,
    finish,
    lift,
    nth,
    popcount,
    rule,
    seat_after,
    some_of,
    turn_to,
    wide,
    write_set,
)

from ..card_sets import shuffle_in
from ..components import CARDS, COLOURED, CUBES_OF_A_COLOUR
from .state import (
    CARD,
    CARD_1,
    CARD_2,
    HOLD,
    HOLDING,
    KEEP,
    PASSES,
    PLAN,
    PLAYED,
    REPLAN,
    SIMULTANEOUS,
    TURN,
    TURNS,
    USE_1,
    USE_2,
    WAVES,
    State,
    can_use,
    cards_of,
    draws,
    must_keep,
    starting_cards,
    taken_out,
    tiles_each,
    unplanned,
    use_card,
    worth,
    write_uses,
)

reasons = Reasons()
STRONGEST = reasons("most points after three phases")


# --- setup and dealing ---


@rule
def setup(s: State) -> None:
    s.lead = below(s, wide(s.seats))
    for symbol in range(6):
        s.tiles[symbol] = tiles_each(s)
    for colour in range(COLOURED):
        s.supply[colour] = CUBES_OF_A_COLOUR
    s.in_deck = shuffle_in(s, s.deck, cards_of(s, wide(0)))
    deal(s)


@rule
def deal(s: State) -> None:
    dealt = 6 if draws(s) else 9 if s.seats == 6 else 10
    for seat in range(s.seats):
        for _ in range(dealt):
            draw(s, seat)
    begin_turn(s)


@rule
def draw(s: State, seat: int) -> None:
    """Draw a card; if the deck is empty, shuffle the cards discarded in this wave, if there are any (R14)."""
    if s.in_deck == 0:
        for other in range(s.seats):
            for turn in range(PASSES):
                s.passed[other, turn] &= ~wide(s.discard)  # they are shuffled now
        s.in_deck = shuffle_in(s, s.deck, wide(s.discard))
        s.discard = 0
        if s.in_deck == 0:
            return
    s.in_deck -= 1
    s.hand[seat] |= 1 << lift(s.deck, s.in_deck)
    s.cards[seat] += 1


@rule
def begin_turn(s: State) -> None:
    if s.timing == SIMULTANEOUS:
        s.phase = PLAN
        all_act(s)
    else:
        s.phase = TURN
        s.done = 0
        turn_to(s, wide(s.lead))


# --- choices ---


@rule
def legal(s: State, seat: int, out: Ints) -> int:
    hand = wide(s.hand[seat])
    if s.phase == PLAN:
        step = wide(s.step[seat])
        first, first_use = wide(s.plan_card[seat, 0]), wide(s.plan_use[seat, 0])
        if step == USE_1:
            return write_uses(s, seat, first - 1, wide(0), wide(0), out)
        if step == USE_2:
            return write_uses(s, seat, wide(s.plan_card[seat, 1]) - 1, first, first_use, out)
        hand = unplanned(s, seat)
        keeping = step == HOLD
    else:
        if s.pending > 0:
            return write_uses(s, seat, wide(s.pending) - 1, wide(0), wide(0), out)
        keeping = s.phase == KEEP
    if not keeping:
        return write_set(out, 0, CARD.first, hand)
    pairs = popcount(hand) * (popcount(hand) - 1) // 2
    for pair in range(pairs):
        out[pair] = HOLDING.first + pair
    return pairs


@rule
def apply(s: State, seat: int, action: int) -> None:
    if s.phase == PLAN:
        plan(s, seat, action)
    elif s.phase == REPLAN:
        card = wide(s.pending) - 1
        s.pending = 0
        s.failed[seat] |= 1 << (wide(s.at) // wide(s.seats))
        carry_out(s, seat, card, action)
        s.at += 1
        carry_on(s)
    elif s.phase == KEEP:
        s.kept[seat] = pair_of(wide(s.hand[seat]), action - HOLDING.first)
        next_in_turn(s, seat)
    elif s.pending == 0:
        s.pending = action - CARD.first + 1
        drop(s, seat, action - CARD.first)
    else:
        card = wide(s.pending) - 1
        s.pending = 0
        s.at = wide(s.done) * wide(s.seats)
        carry_out(s, seat, card, action)
        s.done += 1
        if s.done < PLAYED and s.cards[seat] > 0:
            return
        if must_keep(s, wide(s.cards[seat])):
            s.phase = KEEP
        else:
            next_in_turn(s, seat)


@rule
def plan(s: State, seat: int, action: int) -> None:
    """One step of a secret plan."""
    step = wide(s.step[seat])
    if step in (CARD_1, CARD_2):
        s.plan_card[seat, step // 2] = action - CARD.first + 1
    elif step == HOLD:
        s.kept[seat] = pair_of(unplanned(s, seat), action - HOLDING.first)
    else:
        s.plan_use[seat, step // 2] = action
    left = wide(s.cards[seat]) - PLAYED
    if step == HOLD or (step == USE_1 and left < 0) or (step == USE_2 and not must_keep(s, left)):  # R5
        s.step[seat] = 0
        if committed(s, seat):
            reveal(s)
    else:
        s.step[seat] = step + 1


@rule
def pair_of(cards: int, rank: int) -> int:
    """The pair of cards with this rank in the order (0, 1), (0, 2), ..., (1, 2), ..."""
    first, row = wide(0), popcount(cards) - 1
    while rank >= row:
        rank -= row
        first += 1
        row -= 1
    return 1 << nth(cards, first) | 1 << nth(cards, first + 1 + rank)


# --- carrying out ---


@rule
def reveal(s: State) -> None:
    """Reveal all plans."""
    for seat in range(s.seats):
        for number in range(PLAYED):
            card = wide(s.plan_card[seat, number])
            s.open_card[seat, number] = card
            s.open_use[seat, number] = s.plan_use[seat, number]
            s.plan_card[seat, number] = s.plan_use[seat, number] = 0
            if card > 0:
                drop(s, seat, card - 1)
        s.failed[seat] = 0
    s.at = 0
    carry_on(s)


@rule
def drop(s: State, seat: int, card: int) -> None:
    """Remove a card from a hand."""
    s.hand[seat] &= ~(1 << card)
    s.cards[seat] -= 1


@rule
def carry_on(s: State) -> None:
    """Carry out first cards from the lead seat on, then second cards, up to an impossible use (R6, R17, R18)."""
    while s.at < PLAYED * s.seats:
        seat, number = seat_after(s, s.lead, wide(s.at)), wide(s.at) // wide(s.seats)
        card, use = wide(s.open_card[seat, number]) - 1, wide(s.open_use[seat, number])
        s.open_card[seat, number] = s.open_use[seat, number] = 0
        if card >= 0:
            if not can_use(s, seat, card, use, wide(0), wide(0)):
                s.pending = card + 1
                s.phase = REPLAN
                turn_to(s, seat)
                return
            carry_out(s, seat, card, use)
        s.at += 1
    end_turn(s)


@rule
def carry_out(s: State, seat: int, card: int, use: int) -> None:
    number = wide(s.at) // wide(s.seats)
    s.last_card[seat, number] = card + 1
    s.last_use[seat, number] = use
    if number == 0:
        s.last_card[seat, 1] = s.last_use[seat, 1] = 0
    use_card(s, seat, card, use)


@rule
def next_in_turn(s: State, seat: int) -> None:
    following = seat_after(s, seat)
    s.phase = TURN
    s.done = 0
    if following == s.lead:
        end_turn(s)
    else:
        turn_to(s, following)


# --- the end of a turn ---


@rule
def end_turn(s: State) -> None:
    """Pass cards, draw, and move the lead (R12, R17)."""
    s.at = 0
    if must_keep(s, wide(s.cards[s.lead])):
        pass_on(s)
        if draws(s):
            for number in range(s.seats):
                for _ in range(PLAYED):
                    draw(s, seat_after(s, s.lead, number))
    s.lead = seat_after(s, s.lead)
    s.turn += 1
    if s.turn == TURNS:
        end_wave(s)
    else:
        begin_turn(s)


@rule
def pass_on(s: State) -> None:
    """Everybody keeps two cards and passes the others to the left."""
    for seat in range(s.seats):
        going = wide(s.hand[seat]) & ~wide(s.kept[seat])
        for turn in range(PASSES):
            s.passed[seat, turn] &= ~going
        s.passed[seat, s.turn] = going
    for seat in range(s.seats):
        coming = wide(s.passed[seat_after(s, seat, -1), s.turn])
        s.hand[seat] = wide(s.kept[seat]) | coming
        s.came[seat] = coming
        s.kept[seat] = 0
        for turn in range(PASSES):
            s.passed[seat, turn] &= ~coming  # seen again
    for seat in range(s.seats):
        s.cards[seat] = popcount(s.hand[seat])


# --- scoring ---


@rule
def end_wave(s: State) -> None:
    """Score, then return all cards to the deck; stations and hardware stay (R1, R2)."""
    for seat in range(s.seats):
        for spot in range(s.built[seat]):
            points = worth(s, seat, spot)
            s.earned[s.wave, seat, spot] = points
            s.score[seat] += points
            s.scored[seat, spot] = s.software[seat, spot]
            s.software[seat, spot] = 0
        s.hand[seat] = s.came[seat] = 0
        s.cards[seat] = 0
        for turn in range(PASSES):
            s.passed[seat, turn] = 0
    s.discard = 0
    for place in range(CARDS):
        s.deck[place] = 0
    if s.wave == WAVES - 1:
        s.in_deck = shuffle_in(s, s.deck, cards_of(s, wide(s.wave)) & ~wide(s.removed))
        finish(s, STRONGEST)  # R20
        return
    s.wave += 1
    s.turn = 0
    for _ in range(taken_out(s, wide(s.wave))):
        s.removed |= 1 << some_of(s, starting_cards(s) & ~wide(s.removed))  # R15
    s.in_deck = shuffle_in(s, s.deck, cards_of(s, wide(s.wave)) & ~wide(s.removed))
    deal(s)
