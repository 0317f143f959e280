"""Flower Garden: sell cards for flowers, and play cards as beds to plant them in.

Green Box of Games, by Jørgen Brunborg-Næss. Rows of cards in the common shop bring the more
flowers the longer they are; a bed needs as many flowers of its colour as its number says.
Planted flowers count for you, the others against you.
Rulings (R1, R2, ...) stand in docs/rules/flower_garden.md.

Sets of cards have one bit for each card of the box.
"""

from __future__ import annotations

import numpy as np

from matchbox.engine import (
    SEATS,
    About,
    Actions,
    Base,
    Game,
    Ints,
    Reasons,
    below,
    finish,
    i8,
    lowest,
    nobody,
    option,
    owner,
    popcount,
    public,
    record,
    rule,
    shuffle,
    turn_to,
    u1,
    u2,
    wide,
)

from .components import (
    BOX,
    CARDS,
    COLOUR,
    CUBE_COLOURS,
    CUBES_OF_A_COLOUR,
    DESIGNERS,
    NUMBER,
    SYMBOL,
    card_name,
    shuffle_cards,
)

about = About(
    id="flower_garden",
    name="Flower Garden",
    box=BOX,
    designers=DESIGNERS,
    seats=range(2, 6),
    minutes="30",
    complexity=3,
    kind="hand management with hidden hands and an open table",
    thinking=100_000,
)

HAND = 6
FLOWERS = len(CUBE_COLOURS)
SLOTS = 9  # rows of a symbol: no more than it has cards
MOST_DISCARDS = 4
LAST_TURN = 400
ONE_PER_SYMBOL = 1  # rows
ALL = (1 << CARDS) - 1

# phase: the action, then what it asks for
CHOOSE, SHOP_CARD, SHOP_ROW, SHOP_MORE, SHOP_COLOUR, BED_CARD, BED_COLOUR, FIRST_DISCARD, MORE_DISCARDS = range(9)


def _sets(values: list[bool]) -> int:
    return sum(1 << card for card in range(CARDS) if values[card])


OF_SYMBOL = np.array([_sets([SYMBOL[c] == symbol for c in range(CARDS)]) for symbol in range(6)], np.int64)
OF_COLOUR = np.array([_sets([COLOUR[c] == colour for c in range(CARDS)]) for colour in range(6)], np.int64)
OF_NUMBER = np.array([_sets([NUMBER[c] == number for c in range(CARDS)]) for number in range(7)], np.int64)
UP_TO = np.array([_sets([NUMBER[c] <= number for c in range(CARDS)]) for number in range(7)], np.int64)
ANY_COLOUR = int(OF_COLOUR[FLOWERS:].sum())  # white and black


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


actions = Actions()
CARD = actions.block("card", card=[card_name(card) for card in range(CARDS)])
SHOP = actions.single("shop")
GARDEN = actions.single("garden")
DISCARD = actions.single("discard")
ROW = actions.block("row", slot=SLOTS)
NEW_ROW = actions.single("new_row")
STOP = actions.single("stop")
FLOWER = actions.block("colour", colour=CUBE_COLOURS)

reasons = Reasons()
SOLD_OUT = reasons("two colours of flowers are sold out")
PILE = reasons("the draw pile was emptied for the last time")
NO_CARDS = reasons("nobody has cards left")
CAP = reasons("turn limit reached", cap=True)


# --- cards ---


@rule
def pile_up(s: State, cards: int) -> int:
    """A set of cards in random order as the draw pile; how many they are."""
    n = 0
    while cards:
        s.deck[n] = lowest(cards)
        cards &= cards - 1
        n += 1
    shuffle(s, s.deck, n)
    return n


@rule
def draw(s: State, seat: int, n: int) -> None:
    """Draw cards one by one; stop when there is none, or when the pile is emptied for the last time (R13, R15)."""
    for _ in range(n):
        if s.in_deck == 0:
            shuffle_discards(s)
            if s.in_deck == 0:
                return
        s.in_deck -= 1
        s.hand[seat] |= 1 << wide(s.deck[s.in_deck])
        s.deck[s.in_deck] = 0
        s.held[seat] += 1
        if s.in_deck == 0:
            s.emptied += 1
            if s.emptied == (3 if s.seats == 5 else 2):
                finish(s, PILE)  # R17
                return


@rule
def shuffle_discards(s: State) -> None:
    s.in_deck = pile_up(s, s.discard)
    s.fresh = s.discard
    s.discard = 0
    for seat in range(s.seats):
        s.stale[seat] = s.held[seat]


@rule
def give(s: State, seat: int, card: int) -> None:
    """Take a card out of a hand and remember it as the one played."""
    s.hand[seat] ^= 1 << card
    s.held[seat] -= 1
    if not s.fresh >> card & 1:
        s.stale[seat] -= 1
    s.card = card
    s.played += 1


# --- setup ---


@rule
def setup(s: State) -> None:
    shuffle_cards(s, s.deck)
    s.in_deck = CARDS
    s.fresh = ALL
    for colour in range(FLOWERS):
        s.stock[colour] = CUBES_OF_A_COLOUR
    for seat in range(s.seats):
        draw(s, seat, HAND)
    turn_to(s, below(s, s.seats))  # R18


# --- what may be played ---


@rule
def shop_cards(s: State, seat: int) -> int:
    """Cards in hand that can go to some row (R20)."""
    if s.rows != ONE_PER_SYMBOL:
        return s.hand[seat]
    found = 0
    for symbol in range(6):
        low = 6 if s.lows[symbol, 0] == 0 else s.lows[symbol, 0]
        found |= s.hand[seat] & OF_SYMBOL[symbol] & UP_TO[low]
    return found


@rule
def bed_cards(s: State, seat: int) -> int:
    """Cards in hand for which there are enough flowers of one colour (R8, R9)."""
    found, most = 0, 0
    for colour in range(FLOWERS):
        enough = min(6, wide(s.flowers[seat, colour]))
        found |= OF_COLOUR[colour] & UP_TO[enough]
        most = max(most, enough)
    return s.hand[seat] & (found | ANY_COLOUR & UP_TO[most])


@rule
def bed_colours(s: State, seat: int) -> int:
    """The set of colours that can fill the bed just played."""
    colour = COLOUR[s.card]
    if colour < FLOWERS:
        return 1 << colour
    found = 0
    for colour in range(FLOWERS):
        if s.flowers[seat, colour] >= NUMBER[s.card]:
            found |= 1 << colour
    return found


@rule
def row_slots(s: State) -> int:
    """Where the first shop card can go: the set of rows it fits, and bit 9 for a new one."""
    symbol, number = SYMBOL[s.card], NUMBER[s.card]
    found, lying = 0, 0
    for slot in range(SLOTS):
        if s.lows[symbol, slot]:
            lying += 1
            if number <= s.lows[symbol, slot]:
                found |= 1 << slot
    if s.rows != ONE_PER_SYMBOL or lying == 0:
        found |= 1 << SLOTS
    return found


@rule
def further_cards(s: State, seat: int) -> int:
    """Cards in hand that fit behind the last one played (R2)."""
    return s.hand[seat] & OF_SYMBOL[SYMBOL[s.card]] & UP_TO[NUMBER[s.card]]


@rule
def legal(s: State, seat: int, out: Ints) -> int:
    n, first, choices, last = 0, wide(0), wide(0), wide(0)
    if s.phase == CHOOSE:
        if shop_cards(s, seat):
            out[n] = SHOP
            n += 1
        if bed_cards(s, seat):
            out[n] = GARDEN
            n += 1
        out[n] = DISCARD  # R11
        return n + 1
    if s.phase == SHOP_CARD:
        choices = shop_cards(s, seat)
    elif s.phase == SHOP_ROW:
        first, choices = ROW.first, row_slots(s)  # a new row follows the last slot
    elif s.phase == SHOP_MORE:
        choices, last = further_cards(s, seat), STOP
    elif s.phase == SHOP_COLOUR:
        first, choices = FLOWER.first, (1 << FLOWERS) - 1  # R7
    elif s.phase == BED_CARD:
        choices = bed_cards(s, seat)
    elif s.phase == BED_COLOUR:
        first, choices = FLOWER.first, bed_colours(s, seat)
    else:
        choices = s.hand[seat]
        last = STOP if s.phase == MORE_DISCARDS else last
    while choices:
        out[n] = first + lowest(choices)
        choices &= choices - 1
        n += 1
    if last:
        out[n] = last
        n += 1
    return n


# --- actions ---


@rule
def apply(s: State, seat: int, action: int) -> None:
    if s.phase == CHOOSE:
        s.passes = s.played = 0
        if action == SHOP:
            s.phase, cards = SHOP_CARD, shop_cards(s, seat)
        elif action == GARDEN:
            s.phase, cards = BED_CARD, bed_cards(s, seat)
        else:
            s.phase, cards = FIRST_DISCARD, s.hand[seat]
        if cards & (cards - 1) == 0:  # the only one
            play_card(s, seat, lowest(cards))
    elif action < CARDS:
        play_card(s, seat, action)
    elif s.phase == SHOP_ROW:
        start_row(s, seat, action - ROW.first)
    elif s.phase == SHOP_MORE:
        sell(s, seat)
    elif s.phase == SHOP_COLOUR:
        take_flowers(s, seat, action - FLOWER.first)
    elif s.phase == BED_COLOUR:
        plant(s, seat, action - FLOWER.first)
    else:
        refill(s, seat)


@rule
def play_card(s: State, seat: int, card: int) -> None:
    give(s, seat, card)
    if s.phase == SHOP_CARD:
        s.phase = SHOP_ROW
        slots = row_slots(s)
        if slots & (slots - 1) == 0:
            start_row(s, seat, lowest(slots))
    elif s.phase == SHOP_MORE:
        add_to_row(s, seat)
    elif s.phase == BED_CARD:
        s.beds[seat] |= 1 << card
        s.phase = BED_COLOUR
        colours = bed_colours(s, seat)
        if colours & (colours - 1) == 0:
            plant(s, seat, lowest(colours))
    else:
        s.discard |= 1 << card
        s.phase = MORE_DISCARDS
        if s.played == MOST_DISCARDS or s.held[seat] == 0:
            refill(s, seat)  # R14


@rule
def start_row(s: State, seat: int, slot: int) -> None:
    """Put the first card down; a new row takes the lowest free slot."""
    if slot == SLOTS:
        slot = 0
        while s.lows[SYMBOL[s.card], slot]:
            slot += 1
    s.slot = slot
    add_to_row(s, seat)


@rule
def add_to_row(s: State, seat: int) -> None:
    symbol = SYMBOL[s.card]
    s.shop[symbol, s.slot] |= 1 << wide(s.card)
    s.lows[symbol, s.slot] = NUMBER[s.card]
    s.phase = SHOP_MORE
    if further_cards(s, seat) == 0:
        sell(s, seat)


@rule
def sell(s: State, seat: int) -> None:
    """The play is over; its last card says which flowers it brings (R3)."""
    if COLOUR[s.card] < FLOWERS:
        take_flowers(s, seat, COLOUR[s.card])
    else:
        s.phase = SHOP_COLOUR


@rule
def take_flowers(s: State, seat: int, colour: int) -> None:
    """As many flowers as the row has cards (R6, R7); a doubled number clears the row (R4, R5)."""
    symbol = SYMBOL[s.card]
    row = s.shop[symbol, s.slot]
    n = min(popcount(row), wide(s.stock[colour]))
    s.stock[colour] -= n
    s.flowers[seat, colour] += n
    s.score[seat] -= n
    for number in range(1, 7):
        if popcount(row & OF_NUMBER[number]) > 1:
            s.discard |= row
            s.shop[symbol, s.slot] = 0
            s.lows[symbol, s.slot] = 0
            break
    sold_out = 0
    for kind in range(FLOWERS):
        sold_out += s.stock[kind] == 0
    if sold_out >= 2:  # R16
        finish(s, SOLD_OUT)
    else:
        refill(s, seat)


@rule
def plant(s: State, seat: int, colour: int) -> None:
    n = NUMBER[s.card]
    s.flowers[seat, colour] -= n
    s.planted[seat, colour] += n
    s.bed_colour[s.card] = colour + 1
    s.score[seat] += 2 * n
    refill(s, seat)


@rule
def refill(s: State, seat: int) -> None:
    """Draw as many cards as were played (R19); then the next player with cards has the turn, the others pass (R12)."""
    draw(s, seat, wide(s.played))
    s.phase = CHOOSE
    while not s.over:
        s.turns += 1
        seat = (wide(seat) + 1) % wide(s.seats)
        if s.turns == LAST_TURN:
            finish(s, CAP)
        elif s.held[seat]:
            turn_to(s, seat)
            return
        else:
            s.passes += 1
            if s.passes == s.seats:
                finish(s, NO_CARDS)


# --- knowledge and checks ---


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
def redeal(s: State, seat: int) -> None:
    """Hidden from a seat: the order of the draw pile, and the hands of others.

    Cards that were not shuffled in the last time are surely in hands; how many each hand has of them is known.
    """
    hidden = ALL & ~(on_table(s) | s.hand[seat])
    n = pile_up(s, hidden & ~s.fresh)
    for other in range(s.seats):
        for _ in range(s.stale[other] if other != seat else 0):
            n -= 1
            s.hand[other] |= 1 << wide(s.deck[n])
            s.deck[n] = 0
    n = pile_up(s, hidden & s.fresh)
    for other in range(s.seats):
        for _ in range(wide(s.held[other]) - wide(s.stale[other]) if other != seat else 0):
            n -= 1
            s.hand[other] |= 1 << wide(s.deck[n])
            s.deck[n] = 0


@rule
def conserved(s: State) -> bool:
    cards = on_table(s)
    n = popcount(cards)
    for place in range(s.in_deck):
        cards |= 1 << wide(s.deck[place])
        if not s.fresh >> wide(s.deck[place]) & 1:
            return False
    n += wide(s.in_deck)
    for seat in range(s.seats):
        cards |= s.hand[seat]
        n += wide(s.held[seat])
        stale = popcount(s.hand[seat] & ~s.fresh)
        if popcount(s.hand[seat]) != s.held[seat] or stale != s.stale[seat] or s.held[seat] > HAND:
            return False
    if cards != ALL or n != CARDS:
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


game = Game(
    about,
    State,
    actions,
    reasons,
    setup=setup,
    legal=legal,
    apply=apply,
    redeal=redeal,
    conserved=conserved,
    bound=lambda seats, options: LAST_TURN * (HAND + 4),
)
