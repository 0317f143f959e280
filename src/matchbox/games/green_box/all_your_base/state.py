"""All Your Base: the record, the actions, deck preparation, and the uses of a card.

Hands are sets of cards. A phase of the rules is called a wave here; `phase` is the current kind of decision.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from matchbox.engine import (
    SEATS,
    Actions,
    Base,
    Ints,
    States,
    derived,
    i8,
    nobody,
    option,
    owner,
    public,
    record,
    rule,
    u1,
    wide,
)

from ..card_sets import ALL_CARDS, UP_TO
from ..components import (
    CARDS,
    COLOUR,
    COLOURED,
    CUBES_OF_A_COLOUR,
    NUMBER,
    SYMBOL,
    TILES_OF_A_SYMBOL,
    WHITE,
    card_name,
)

WAVES, TURNS, PLAYED, KEPT = 3, 5, 2, 2
STATIONS = 30  # most stations of a player: one for each card played
MATCH = 3  # points for a cube in the software's colour
PASSES = TURNS - 1  # at most, in a wave
PLAN, REPLAN, TURN, KEEP = range(4)  # phase
CARD_1, USE_1, CARD_2, USE_2, HOLD = range(5)  # step of a plan
SIMULTANEOUS, IN_TURN = range(2)  # timing
STANDARD, DRAW = range(2)  # three_mode

# Deck preparation by players and wave: the highest card, and the number of cards removed before the wave (R15).
EVERY = 6
HIGHEST = {2: (2, 4, 6), 3: (3, 4, 6), 4: (4, 5, 6)}
TAKEN_OUT = {2: (0, 12, 12), 3: (0, 6, 12), 4: (0, 4, 6)}
ESCALATING = np.array([[UP_TO[HIGHEST.get(n, (EVERY,) * 3)[w]] for w in range(WAVES)] for n in range(7)], np.int64)
OUT = np.array([TAKEN_OUT.get(n, (0, 0, 0)) for n in range(7)], np.int64)


@record(seats=6)
class State(Base):
    phase = public(u1, high=KEEP)

    # The middle of the table.
    lead = public(u1, high=SEATS - 1, free=True)
    wave = public(u1, high=WAVES - 1, free=True)  # the rules' phase, from 0
    turn = public(u1, high=TURNS, free=True)  # of the wave, from 0
    tiles = public(u1[6], high=TILES_OF_A_SYMBOL)  # left in the stack of each symbol
    supply = public(u1[COLOURED], high=CUBES_OF_A_COLOUR)
    deck = nobody(u1[CARDS], high=CARDS - 1)  # the last card is the top
    in_deck = public(u1, high=CARDS)
    discard = public(i8, high=ALL_CARDS)  # cards played in this wave that are not in use
    removed = nobody(i8, high=ALL_CARDS)  # R15: out of the game

    # Bases.
    built = public(u1[SEATS], high=STATIONS)  # number of stations
    station = public(u1[SEATS, STATIONS], high=5)  # their symbols
    cubes = public(u1[SEATS, STATIONS, COLOURED], high=CUBES_OF_A_COLOUR)
    software = public(u1[SEATS, STATIONS], high=CARDS)  # card + 1

    # Hands. Planned cards stay in the hand until plans are revealed.
    hand = owner(i8[SEATS], high=ALL_CARDS)
    cards = public(u1[SEATS], high=CARDS)  # size of the hand
    passed = owner(i8[SEATS, PASSES], high=ALL_CARDS, memory=True)  # after each turn of this wave, not seen again
    came = owner(i8[SEATS], high=ALL_CARDS, memory=True)  # cards received at the last pass; for display only
    step = owner(u1[SEATS], high=HOLD, free=True)
    plan_card = owner(u1[SEATS, PLAYED], high=CARDS, free=True)  # card + 1
    plan_use = owner(u1[SEATS, PLAYED], high=127, free=True)  # its id, or 0
    kept = owner(i8[SEATS], high=ALL_CARDS)

    # Carrying out: revealed plans, and the card that needs a use.
    at = public(u1, high=12, free=True)  # number of the next plan: first cards from the lead seat on, then second cards
    open_card = public(u1[SEATS, PLAYED], high=CARDS)
    open_use = public(u1[SEATS, PLAYED], high=127, free=True)
    pending = public(u1, high=CARDS)  # card + 1
    done = public(u1, high=PLAYED, free=True)  # cards played by the acting seat (timing=in_turn)

    # For display only.
    last_card = derived(u1[SEATS, PLAYED], high=CARDS)  # card + 1, as carried out in the last turn
    last_use = derived(u1[SEATS, PLAYED], high=127)
    failed = derived(u1[SEATS], high=3)  # bits: which of the two needed a new use
    earned = derived(u1[WAVES, SEATS, STATIONS])  # points of every station in every wave
    scored = derived(u1[SEATS, STATIONS], high=CARDS)  # the software that scored last, card + 1

    timing = option("simultaneous", "in_turn")
    three_mode = option("standard", "draw")
    escalation = option("off", "on")


def _pairs(cards: int) -> list[str]:
    """Pairs of places in a sorted hand, such as ac/8 for the first and the third of eight."""
    return [f"{'abcdefgh'[i]}{'abcdefgh'[j]}/{cards}" for i in range(cards) for j in range(i + 1, cards)]


HIDDEN = (PLAN,)  # choices in this phase are secret
SEEN = (REPLAN, TURN)  # everybody sees the card whose use is chosen
SPOTS = 36  # stations that have an id
actions = Actions()
CARD = actions.block("card", secret=HIDDEN, card=[card_name(card) for card in range(CARDS)])
BUILD = wide(actions.block("build", secret=HIDDEN).first)
HARDWARE = actions.block("hardware", secret=HIDDEN, station=SPOTS)
SOFTWARE = actions.block("software", secret=HIDDEN, station=SPOTS)
SCRAP = wide(actions.block("scrap", secret=HIDDEN, obvious=SEEN).first)
HOLDING = actions.block("keep", when={"left": 8}, secret=True, pair=_pairs(8))
for left_over in range(3, 8):
    actions.block("keep", when={"left": left_over}, secret=True, pair=_pairs(left_over))

# --- numbers by players and options ---


@rule
def tiles_each(s: State) -> int:
    return min(wide(s.seats) + 1, 6)  # R16


@rule
def draws(s: State) -> bool:
    """Does this game use the draw mode?"""
    return s.seats == 2 or (s.seats == 3 and s.three_mode == DRAW)


@rule
def cards_of(s: State, wave: int) -> int:
    """The cards that may be in the game in a wave."""
    return ESCALATING[wide(s.seats) if s.escalation else 0, wave]


@rule
def starting_cards(s: State) -> int:
    """The cards of the first wave: removed cards are some of these (R15)."""
    return cards_of(s, wide(0))


@rule
def taken_out(s: State, wave: int) -> int:
    """The number of cards removed just before a wave."""
    return OUT[wide(s.seats) if s.escalation else 0, wave]


@rule
def must_keep(s: State, left: int) -> bool:
    """Does a seat with this number of cards left choose cards to keep?"""
    return left > KEPT and not (draws(s) and s.turn == TURNS - 1)


def hand_size(seats: int, draw: bool, turn: int) -> int:
    """Cards in a hand at the start of a turn, unless the deck ran out."""
    return 6 if draw else (9 if seats == 6 else 10) - PLAYED * turn


def context(state: States) -> Mapping[str, Any]:
    """The names of pairs to keep depend on the number of cards left."""
    s = state[0]
    return {"left": hand_size(int(s.seats), bool(draws(s)), int(s.turn)) - PLAYED}


# --- uses of a card ---


@rule
def can_use(s: State, seat: int, card: int, use: int, first: int, first_use: int) -> bool:
    """Is a use possible after the seat's first planned card (card + 1 and its use, or 0)?"""
    if use == SCRAP:
        return True  # R4
    stations = wide(s.built[seat]) + (first_use == BUILD)
    if use == BUILD:
        planned = first_use == BUILD and SYMBOL[first - 1] == SYMBOL[card]
        return wide(s.tiles[SYMBOL[card]]) > planned
    if HARDWARE.has(use):
        colour = COLOUR[card]
        if colour >= COLOURED or use - HARDWARE.first >= stations:  # R3
            return False
        planned = HARDWARE.has(first_use) and COLOUR[first - 1] == colour
        return wide(s.supply[colour]) > planned  # R10
    spot = use - SOFTWARE.first
    if spot >= stations:
        return False
    symbol = SYMBOL[first - 1] if spot == s.built[seat] else s.station[seat, spot]  # R8
    return symbol == SYMBOL[card]


@rule
def write_uses(s: State, seat: int, card: int, first: int, first_use: int, out: Ints) -> int:
    n = 0
    stations = wide(s.built[seat]) + (first_use == BUILD)
    if can_use(s, seat, card, BUILD, first, first_use):
        out[n] = BUILD
        n += 1
    for block in (HARDWARE.first, SOFTWARE.first):
        for spot in range(stations):
            if can_use(s, seat, card, block + spot, first, first_use):
                out[n] = block + spot
                n += 1
    out[n] = SCRAP
    return n + 1


@rule
def use_card(s: State, seat: int, card: int, use: int) -> None:
    """Carry out a legal use."""
    freed = 1 << card
    if use == BUILD:
        s.tiles[SYMBOL[card]] -= 1
        s.station[seat, s.built[seat]] = SYMBOL[card]
        s.built[seat] += 1
    elif HARDWARE.has(use):
        s.supply[COLOUR[card]] -= 1
        s.cubes[seat, use - HARDWARE.first, COLOUR[card]] += 1
    elif SOFTWARE.has(use):
        spot = use - SOFTWARE.first
        before = wide(s.software[seat, spot])
        freed = 1 << (before - 1) if before > 0 else wide(0)  # R11
        s.software[seat, spot] = card + 1
    s.discard |= freed


@rule
def worth(s: State, seat: int, spot: int) -> int:
    """The points of a station as it is now."""
    if s.software[seat, spot] == 0:
        return 0
    card = wide(s.software[seat, spot]) - 1
    points = NUMBER[card]
    for colour in range(COLOURED):
        if COLOUR[card] == colour or COLOUR[card] == WHITE:
            points += MATCH * wide(s.cubes[seat, spot, colour])
    return points


@rule
def unplanned(s: State, seat: int) -> int:
    """The hand without the cards planned so far."""
    hand = wide(s.hand[seat])
    for number in range(PLAYED):
        if s.plan_card[seat, number] > 0:
            hand &= ~(1 << (wide(s.plan_card[seat, number]) - 1))
    return hand
