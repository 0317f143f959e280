"""Flower Garden: sell cards for flowers, and play cards as beds to plant them in.

Green Box of Games, by Jørgen Brunborg-Næss. A row of cards in the common shop gives a flower for
each card; a bed takes its number of flowers of its colour. Planted flowers score points, unplanted
flowers cost points.
Rulings (R1, R2, ...) are in page.md. The state and redeals are in state.py.
"""

from __future__ import annotations

from matchbox.engine import (
    Actions,
    Ints,
    Reasons,
    finish,
    lift,
    lowest,
    popcount,
    rule,
    seat_after,
    turn_to,
    wide,
    write_set,
)

from ..card_sets import ALL_CARDS, OF_COLOUR, OF_NUMBER, OF_SYMBOL, UP_TO, shuffle_in
from ..components import (
    CARDS,
    COLOUR,
    CUBE_COLOURS,
    CUBES_OF_A_COLOUR,
    NUMBER,
    SYMBOL,
    card_name,
    shuffle_cards,
)
from ..first_player import first_player
from .state import (
    ANY,
    BED_CARD,
    BED_COLOUR,
    CHOOSE,
    FIRST_DISCARD,
    FLOWERS,
    HAND,
    MORE_DISCARDS,
    SHOP_CARD,
    SHOP_COLOUR,
    SHOP_MORE,
    SHOP_ROW,
    SLOTS,
    State,
)

MOST_DISCARDS = 4
MOST_TURNS = 400
ANY_COLOUR = int(OF_COLOUR[FLOWERS:].sum())  # white and black cards

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


# --- setup ---


@rule
def setup(s: State) -> None:
    shuffle_cards(s, s.deck)
    s.in_deck = CARDS
    s.fresh = ALL_CARDS
    for colour in range(FLOWERS):
        s.stock[colour] = CUBES_OF_A_COLOUR
    for seat in range(s.seats):
        draw(s, seat, HAND)
    turn_to(s, first_player(s))  # R18


# --- choices ---


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
    n = write_set(out, n, first, choices)
    if last:
        out[n] = last
        n += 1
    return n


@rule
def shop_cards(s: State, seat: int) -> int:
    """Cards in hand that can go into a row (R20)."""
    if s.rows == ANY:
        return s.hand[seat]
    found = 0
    for symbol in range(6):
        low = 6 if s.lows[symbol, 0] == 0 else s.lows[symbol, 0]
        found |= s.hand[seat] & OF_SYMBOL[symbol] & UP_TO[low]
    return found


@rule
def bed_cards(s: State, seat: int) -> int:
    """Cards in hand that the seat can fill with flowers of one colour (R8, R9)."""
    found, most = 0, 0
    for colour in range(FLOWERS):
        enough = min(6, wide(s.flowers[seat, colour]))
        found |= OF_COLOUR[colour] & UP_TO[enough]
        most = max(most, enough)
    return s.hand[seat] & (found | ANY_COLOUR & UP_TO[most])


@rule
def bed_colours(s: State, seat: int) -> int:
    """The set of colours that can fill the new bed."""
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
    """Where the first shop card can go: the set of rows it fits, and bit 9 for a new row."""
    symbol, number = SYMBOL[s.card], NUMBER[s.card]
    found, existing = 0, 0
    for slot in range(SLOTS):
        if s.lows[symbol, slot]:
            existing += 1
            if number <= s.lows[symbol, slot]:
                found |= 1 << slot
    if s.rows == ANY or existing == 0:
        found |= 1 << SLOTS
    return found


@rule
def further_cards(s: State, seat: int) -> int:
    """Cards in hand that can follow the last card played (R2)."""
    return s.hand[seat] & OF_SYMBOL[SYMBOL[s.card]] & UP_TO[NUMBER[s.card]]


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
        if cards & (cards - 1) == 0:  # the only card (R21)
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


# --- cards ---


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
def give(s: State, seat: int, card: int) -> None:
    """Play a card from a hand."""
    s.hand[seat] ^= 1 << card
    s.held[seat] -= 1
    if not s.fresh >> card & 1:
        s.stale[seat] -= 1
    s.card = card
    s.played += 1


@rule
def draw(s: State, seat: int, n: int) -> None:
    """Draw cards one by one until there are none, or the pile is emptied for the last time (R13, R15)."""
    for _ in range(n):
        if s.in_deck == 0:
            shuffle_discards(s)
            if s.in_deck == 0:
                return
        s.in_deck -= 1
        s.hand[seat] |= 1 << lift(s.deck, s.in_deck)
        s.held[seat] += 1
        if s.in_deck == 0:
            s.emptied += 1
            if s.emptied == (3 if s.seats == 5 else 2):
                finish(s, PILE)  # R17
                return


@rule
def shuffle_discards(s: State) -> None:
    s.in_deck = shuffle_in(s, s.deck, s.discard)
    s.fresh = s.discard
    s.discard = 0
    for seat in range(s.seats):
        s.stale[seat] = s.held[seat]


# --- the shop ---


@rule
def start_row(s: State, seat: int, slot: int) -> None:
    """Play the first card; a new row takes the lowest free slot."""
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
    """End the play; its last card decides the colour of the flowers (R3)."""
    if COLOUR[s.card] < FLOWERS:
        take_flowers(s, seat, COLOUR[s.card])
    else:
        s.phase = SHOP_COLOUR


@rule
def take_flowers(s: State, seat: int, colour: int) -> None:
    """Take a flower for each card in the row (R6, R7); a repeated number clears the row (R4, R5)."""
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


# --- the garden ---


@rule
def plant(s: State, seat: int, colour: int) -> None:
    n = NUMBER[s.card]
    s.flowers[seat, colour] -= n
    s.planted[seat, colour] += n
    s.bed_colour[s.card] = colour + 1
    s.score[seat] += 2 * n
    refill(s, seat)


# --- the end of a turn ---


@rule
def refill(s: State, seat: int) -> None:
    """Draw a card for each card played (R19); then it is the next seat's turn. Seats without cards pass (R12)."""
    draw(s, seat, wide(s.played))
    s.phase = CHOOSE
    while not s.over:
        s.turns += 1
        seat = seat_after(s, seat)
        if s.turns == MOST_TURNS:
            finish(s, CAP)
        elif s.held[seat]:
            turn_to(s, seat)
            return
        else:
            s.passes += 1
            if s.passes == s.seats:
                finish(s, NO_CARDS)
