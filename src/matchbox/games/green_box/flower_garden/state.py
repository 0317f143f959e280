"""Flower Garden: the state and redeals. Sets of cards have one bit for each card of the box."""

from __future__ import annotations

from matchbox.engine import (
    SEATS,
    Base,
    empty_from,
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

from ..card_sets import ALL_CARDS, OF_SYMBOL, first_cards, shuffle_in
from ..components import CARDS, CARDS_OF_A_SYMBOL, COLOURED, CUBES_OF_A_COLOUR, NUMBER
from ..first_player import first_of

HAND = 6
FLOWERS = COLOURED  # number of colours
SLOTS = CARDS_OF_A_SYMBOL  # most rows of a symbol
ANY, ONE_PER_SYMBOL = range(2)  # rows

# phase: the kind of action, then its decisions
CHOOSE, SHOP_CARD, SHOP_ROW, SHOP_MORE, SHOP_COLOUR, BED_CARD, BED_COLOUR, FIRST_DISCARD, MORE_DISCARDS = range(9)


@record(seats=5)
class State(Base):
    """`score` is the number of planted flowers minus the unplanted flowers."""

    phase = public(u1, high=MORE_DISCARDS)
    deck = nobody(u1[CARDS], high=CARDS - 1)  # the last card is the top
    in_deck = public(u1, high=CARDS)
    emptied = public(u1, free=True)  # number of times the last card was drawn
    discard = public(i8, high=ALL_CARDS)
    fresh = public(i8, high=ALL_CARDS, free=True)  # cards of the last shuffle; all other hidden cards are in hands
    hand = owner(i8[SEATS], high=ALL_CARDS)
    held = public(u1[SEATS], high=CARDS)
    stale = public(u1[SEATS], high=CARDS)  # cards in hand that are not fresh
    shop = public(i8[6, SLOTS], high=ALL_CARDS)  # the rows of each symbol
    lows = public(u1[6, SLOTS], high=6)  # their lowest numbers; 0 without a row
    stock = public(u1[FLOWERS], high=CUBES_OF_A_COLOUR)
    flowers = public(u1[SEATS, FLOWERS], high=CUBES_OF_A_COLOUR)  # not planted
    planted = public(u1[SEATS, FLOWERS], high=CUBES_OF_A_COLOUR)
    beds = public(i8[SEATS], high=ALL_CARDS)
    bed_colour = public(u1[CARDS], high=FLOWERS)  # colour of its flowers, + 1
    card = public(u1, high=CARDS - 1, free=True)  # the last card played in this turn
    slot = public(u1, high=SLOTS - 1, free=True)  # slot of the current row
    played = public(u1, high=CARDS, free=True)  # cards played this turn
    turns = public(u2, free=True)
    passes = public(u1, free=True)  # in a row (R12)
    rows = option("any", "one_per_symbol")  # R1
    first = option(*first_of(5))  # R18


# --- knowledge and checks ---


@rule
def unseen_cards(s: State, seat: int) -> int:
    """The cards that a seat, or a spectator, has not seen since the last shuffle."""
    return ALL_CARDS & ~(on_table(s) | (s.hand[seat] if seat >= 0 else 0))


@rule
def redeal(s: State, seat: int) -> None:
    """Hidden from a seat: the order of the draw pile, and opponents' hands.

    Hidden cards outside the last shuffle are certainly in hands, and everybody knows how many each hand holds.
    """
    hidden = unseen_cards(s, seat)
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
    """All cards face up: discards, rows, beds, and a shop card that has no row yet."""
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
    n = popcount(s.discard) + (s.phase == SHOP_ROW)
    for symbol in range(6):
        for slot in range(SLOTS):
            n += popcount(s.shop[symbol, slot])
    deck = first_cards(s.deck, wide(s.in_deck))
    if deck & ~s.fresh or not empty_from(s.deck, wide(s.in_deck)):
        return False
    beds = wide(0)
    for seat in range(s.seats):
        beds |= s.beds[seat]
        n += popcount(s.beds[seat])
    for card in range(CARDS):
        is_planted = beds >> card & 1 > 0 and not (s.phase == BED_COLOUR and card == s.card)
        if (s.bed_colour[card] > 0) != is_planted:
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
