"""All Your Base on the table: the record, the actions, deck preparations, and what a card may be used for.

Hands are sets of cards. The rules' phase is called a wave: `phase` says what is asked now.
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
    i8,
    nobody,
    option,
    owner,
    public,
    record,
    rule,
    told,
    u1,
    wide,
)

from .card_sets import UP_TO
from .components import (
    CARDS,
    COLOUR,
    COLOURED,
    NUMBER,
    SYMBOL,
    WHITE,
    card_name,
)

WAVES, TURNS, PLAYED, KEPT = 3, 5, 2, 2
STATIONS = 30  # most of one player: as many as cards played
MATCH = 3  # points of a cube in the software's colour
PASSES = TURNS - 1  # at most, in a wave
PLAN, MEND, TURN, KEEP = range(4)  # phase
CARD_1, USE_1, CARD_2, USE_2, HOLD = range(5)  # step of a plan
SIMULTANEOUS, IN_TURN = range(2)  # timing
STANDARD, DRAW = range(2)  # three_mode

# Deck preparation by players and wave: the cards that may be in it, and how many are taken out before it (R15).
EVERY = 6
HIGHEST = {2: (2, 4, 6), 3: (3, 4, 6), 4: (4, 5, 6)}
TAKEN_OUT = {2: (0, 12, 12), 3: (0, 6, 12), 4: (0, 4, 6)}
ESCALATING = np.array([[UP_TO[HIGHEST.get(n, (EVERY,) * 3)[w]] for w in range(WAVES)] for n in range(7)], np.int64)
OUT = np.array([TAKEN_OUT.get(n, (0, 0, 0)) for n in range(7)], np.int64)


@record(seats=6)
class State(Base):
    # The middle of the table.
    lead = public(u1)
    wave = public(u1)  # the rules' phase, from 0
    turn = public(u1)  # of the wave, from 0
    tiles = public(u1[6])  # left in the stack of each symbol
    supply = public(u1[COLOURED])
    deck = nobody(u1[CARDS])  # the top is the last one
    in_deck = public(u1)
    discard = public(i8)  # cards played in this wave that are not in use
    removed = nobody(i8)  # R15: taken out for the rest of the game

    # Bases.
    built = public(u1[SEATS])  # how many stations
    station = public(u1[SEATS, STATIONS])  # their symbols
    cubes = public(u1[SEATS, STATIONS, COLOURED])
    software = public(u1[SEATS, STATIONS])  # card + 1

    # Hands. What is planned stays in the hand until the plans are laid open.
    hand = owner(i8[SEATS])
    cards = public(u1[SEATS])  # how many it holds
    passed = owner(i8[SEATS, PASSES])  # what a seat passed on after each turn of this wave and has not seen again
    came = owner(i8[SEATS])  # what it got at the last pass; only to be looked at
    step = owner(u1[SEATS])
    plan_card = owner(u1[SEATS, PLAYED])  # card + 1
    plan_use = owner(u1[SEATS, PLAYED])  # its id, or 0
    kept = owner(i8[SEATS])

    # Carrying out: plans laid open, and the card whose use is asked for.
    at = public(u1)  # number of the next plan: first cards of all seats from the lead, then second cards
    open_card = public(u1[SEATS, PLAYED])
    open_use = public(u1[SEATS, PLAYED])
    pending = public(u1)  # card + 1
    done = public(u1)  # cards played by the seat in turn (timing=in_turn)

    # Only to be looked at.
    last_card = told(u1[SEATS, PLAYED])  # card + 1, as carried out in the last turn
    last_use = told(u1[SEATS, PLAYED])
    failed = told(u1[SEATS])  # bits: which of the two needed a new use
    earned = told(u1[WAVES, SEATS, STATIONS])  # points of every station in every wave
    scored = told(u1[SEATS, STATIONS])  # the software that scored last, card + 1

    timing = option("simultaneous", "in_turn")
    three_mode = option("standard", "draw")
    escalation = option("off", "on")


def _pairs(cards: int) -> list[str]:
    """Pairs of places in a sorted hand, such as ac/8: the first and the third of eight."""
    return [f"{'abcdefgh'[i]}{'abcdefgh'[j]}/{cards}" for i in range(cards) for j in range(i + 1, cards)]


HIDDEN = (PLAN,)  # in this phase what is chosen stays secret
SPOTS = 36  # stations that have an id
actions = Actions()
CARD = actions.block("card", secret=HIDDEN, card=[card_name(card) for card in range(CARDS)])
BUILD = wide(actions.block("build", secret=HIDDEN).first)
HARDWARE = actions.block("hardware", secret=HIDDEN, station=SPOTS)
SOFTWARE = actions.block("software", secret=HIDDEN, station=SPOTS)
SCRAP = wide(actions.block("scrap", secret=HIDDEN).first)
HOLDING = actions.block("keep", when={"left": 8}, secret=True, pair=_pairs(8))
for left_over in range(3, 8):
    actions.block("keep", when={"left": left_over}, secret=True, pair=_pairs(left_over))

# --- the numbers of a game ---


@rule
def tiles_each(s: State) -> int:
    return min(wide(s.seats) + 1, 6)  # R16


@rule
def draws(s: State) -> bool:
    """Is this played with small hands and drawing?"""
    return s.seats == 2 or (s.seats == 3 and s.three_mode == DRAW)


@rule
def cards_of(s: State, wave: int) -> int:
    """The cards that may be in the game in a wave."""
    return ESCALATING[wide(s.seats) if s.escalation else 0, wave]


@rule
def taken_out(s: State, wave: int) -> int:
    """How many cards were taken out just before a wave."""
    return OUT[wide(s.seats) if s.escalation else 0, wave]


@rule
def must_keep(s: State, left: int) -> bool:
    """Does a seat with this many cards left choose which to keep?"""
    return left > KEPT and not (draws(s) and s.turn == TURNS - 1)


def hand_size(seats: int, draw: bool, turn: int) -> int:
    """Cards in a hand at the start of a turn, but for a short draw."""
    return 6 if draw else (9 if seats == 6 else 10) - PLAYED * turn


def context(state: States) -> Mapping[str, Any]:
    """Pairs to keep are named by how many cards are left."""
    s = state[0]
    return {"left": hand_size(int(s.seats), bool(draws(s)), int(s.turn)) - PLAYED}


# --- uses of a card ---


@rule
def can_use(s: State, seat: int, card: int, use: int, first: int, first_use: int) -> bool:
    """Is a use possible, once the seat's own first plan (card + 1 and its use, or 0) has been carried out?"""
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
    """Carry out a use that is possible."""
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
    """What a station scores as it stands."""
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
