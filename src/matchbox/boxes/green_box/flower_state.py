"""Flower Garden's state, and what a seat cannot see of it. Sets of cards have one bit for each card of the box."""

from __future__ import annotations

from matchbox.engine import (
    SEATS,
    Base,
    i8,
    lift,
    lowest,
    nobody,
    option,
    owner,
    popcount,
    public,
    record,
    rule,
    u1,
    u2,
    wide,
)

from .card_sets import ALL_CARDS, OF_SYMBOL, first_cards, shuffle_in
from .components import CARDS, CARDS_OF_A_SYMBOL, COLOURED, CUBES_OF_A_COLOUR, NUMBER

HAND = 6
FLOWERS = COLOURED  # colours of them
SLOTS = CARDS_OF_A_SYMBOL  # most rows of a symbol
ANY, ONE_PER_SYMBOL = range(2)  # rows

# phase: the action, then what it asks for
CHOOSE, SHOP_CARD, SHOP_ROW, SHOP_MORE, SHOP_COLOUR, BED_CARD, BED_COLOUR, FIRST_DISCARD, MORE_DISCARDS = range(9)


@record(seats=5)
class State(Base):
    """`score` is the number of planted flowers less the unplanted ones."""

    deck = nobody(u1[CARDS])  # the top is the last one
    in_deck = public(u1)
    emptied = public(u1)  # how often the last card was drawn
    discard = public(i8)
    fresh = public(i8)  # what was shuffled into the draw pile last; all other hidden cards are in hands
    hand = owner(i8[SEATS])
    held = public(u1[SEATS])
    stale = public(u1[SEATS])  # cards in hand that are not fresh
    shop = public(i8[6, SLOTS])  # the rows of each symbol
    lows = public(u1[6, SLOTS])  # their lowest numbers; 0 where there is no row
    stock = public(u1[FLOWERS])
    flowers = public(u1[SEATS, FLOWERS])  # not planted
    planted = public(u1[SEATS, FLOWERS])
    beds = public(i8[SEATS])
    bed_colour = public(u1[CARDS])  # of the flowers on it, + 1
    card = public(u1)  # the last card played in this turn
    slot = public(u1)  # of the row that is played to
    played = public(u1)  # cards of this turn
    turns = public(u2)
    passes = public(u1)  # in a row (R12)
    rows = option("any", "one_per_symbol")  # R1


# --- knowledge and checks ---


@rule
def redeal(s: State, seat: int) -> None:
    """Hidden from a seat: the order of the draw pile, and the hands of others.

    Cards that were not shuffled in the last time are surely in hands; how many each hand has of them is known.
    """
    hidden = ALL_CARDS & ~(on_table(s) | s.hand[seat])
    n = shuffle_in(s, s.deck, hidden & ~s.fresh)
    for other in range(s.seats):
        for _ in range(s.stale[other] if other != seat else 0):
            n -= 1
            s.hand[other] |= 1 << lift(s.deck, n)
    n = shuffle_in(s, s.deck, hidden & s.fresh)
    for other in range(s.seats):
        for _ in range(wide(s.held[other]) - wide(s.stale[other]) if other != seat else 0):
            n -= 1
            s.hand[other] |= 1 << lift(s.deck, n)


@rule
def on_table(s: State) -> int:
    """The cards that lie open: discards, rows, beds, and a shop card still looking for its row."""
    found = s.discard
    for symbol in range(6):
        for slot in range(SLOTS):
            found |= s.shop[symbol, slot]
    for seat in range(s.seats):
        found |= s.beds[seat]
    if s.phase == SHOP_ROW:
        found |= 1 << wide(s.card)
    return found


@rule
def conserved(s: State) -> bool:
    cards = on_table(s)
    n = popcount(cards)
    deck = first_cards(s.deck, wide(s.in_deck))
    if deck & ~s.fresh:
        return False
    cards |= deck
    n += wide(s.in_deck)
    for seat in range(s.seats):
        cards |= s.hand[seat]
        n += wide(s.held[seat])
        stale = popcount(s.hand[seat] & ~s.fresh)
        if popcount(s.hand[seat]) != s.held[seat] or stale != s.stale[seat] or s.held[seat] > HAND:
            return False
    if cards != ALL_CARDS or n != CARDS:
        return False
    for colour in range(FLOWERS):
        total = wide(s.stock[colour])
        for seat in range(s.seats):
            total += wide(s.flowers[seat, colour]) + wide(s.planted[seat, colour])
            on_beds = 0
            for card in range(CARDS):
                if s.beds[seat] >> card & 1 and s.bed_colour[card] == colour + 1:
                    on_beds += NUMBER[card]
            if on_beds != s.planted[seat, colour]:
                return False
        if total != CUBES_OF_A_COLOUR:
            return False
    for seat in range(s.seats):
        score = 0
        for colour in range(FLOWERS):
            score += wide(s.planted[seat, colour]) - wide(s.flowers[seat, colour])
        if score != s.score[seat]:
            return False
    for symbol in range(6):
        for slot in range(SLOTS):
            row = s.shop[symbol, slot]
            low = NUMBER[lowest(row)] if row else 0
            left = row
            while left:
                low = min(low, NUMBER[lowest(left)])
                left &= left - 1
            if row & ~OF_SYMBOL[symbol] or low != s.lows[symbol, slot]:
                return False
    return True
