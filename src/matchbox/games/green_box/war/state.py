"""War 2.0: the state, with queries about units, cards and scores.

Sets of tiles have one bit for each tile of the map in reading order; sets of cards have one bit for
each of the nine cards of a colour.
"""

from __future__ import annotations

import numpy as np

from matchbox.engine import (
    SEATS,
    Base,
    derived,
    empty_from,
    i8,
    is_acting,
    lowest,
    option,
    owner,
    popcount,
    public,
    record,
    rule,
    some_of,
    u1,
    u2,
    wide,
)

from ..components import BLUE, GREEN, NUMBER, RED, SLOTS, SYMBOL, SYMBOLS, TILES, WHITE, YELLOW
from ..maps import PLACES, SIDE, hexes_touch
from .map import BROWN, FIRST_SYMBOL, MAP

UNITS = 20
START_TILES, EXTRA_UNITS = 4, 2  # placed in the setup
OPENING_CARDS, WAITING_CARDS = 6, 3
SET_BONUS = 5
VARIETY_BONUS = np.array([0, 1, 3, 6, 10, 15, 21])  # by number of different symbols

CARD_COLOURS = ((), (), (BLUE, YELLOW), (BLUE, YELLOW, WHITE), (RED, GREEN, BLUE, YELLOW))  # by players
CUBE_COLOURS = ((), (), (BLUE, YELLOW), (BLUE, YELLOW, RED), (RED, GREEN, BLUE, YELLOW))  # R2
CARD_SYMBOL = np.zeros((5, 4, SLOTS), np.int64)  # by players, seat and slot
for _players, _colours in enumerate(CARD_COLOURS):
    for _seat, _colour in enumerate(_colours):
        CARD_SYMBOL[_players, _seat] = SYMBOL[SLOTS * _colour : SLOTS * (_colour + 1)]

# phase
SETTLE, EXTRA, ACTION_CARD, NEXT, PAY, REINFORCEMENT, SOURCE, UNIT, FROM, INTO, FIGHT, FLIGHT, FOLLOW = range(13)
TRIGGERED, LAST_TURNS = 1, 2  # closing
YES, NO = range(2)  # leave_one_in_attack
CHOICE, FORCED = range(2)  # flight


@record(seats=4)
class State(Base):
    """`score` is the score if the game ended now; it is updated after each action."""

    phase = public(u1, high=FOLLOW)

    # The map.
    laid = public(u1[PLACES], high=FIRST_SYMBOL + 5)  # codes; filled in before setup for a custom map
    spot = public(u1[TILES], high=PLACES - 1)  # place of every tile
    symbol = public(u1[TILES], high=FIRST_SYMBOL + 5)  # code of every tile
    near = public(i8[TILES], high=(1 << TILES) - 1)
    tiles = public(i8, high=(1 << TILES) - 1)
    brown = public(i8, high=(1 << TILES) - 1)
    alike = public(i8[len(SYMBOLS)], high=(1 << TILES) - 1)  # tiles of each symbol

    # Units and cards.
    units = public(u1[TILES], high=UNITS)
    held = public(i8[SEATS], high=(1 << TILES) - 1)  # tiles with units of each seat
    reserve = public(u1[SEATS], high=UNITS)
    hand = public(u2[SEATS], high=(1 << SLOTS) - 1)
    played = public(u2[SEATS], high=(1 << SLOTS) - 1)
    added = public(u1[SEATS], high=WAITING_CARDS)  # number of waiting cards picked up so far
    secret = owner(u1[SEATS], high=SLOTS, free=True)  # combat card, slot + 1; in the hand until both are revealed
    clash = derived(u1[8])  # the last fight: source and target, then seat, slot + 1 and total of both sides

    # For marks on the map.
    turns = derived(u2)  # turns so far
    changed = derived(i8, high=(1 << TILES) - 1)  # tiles whose units have changed in this turn
    changed_before = derived(i8, high=(1 << TILES) - 1)  # and in the turn before

    # The turn.
    first = public(u1, high=SEATS - 1, free=True)  # seat with the first turn
    placed = public(u1)  # units placed in the setup
    turn = public(u1, high=SEATS - 1, free=True)
    left = public(u1, free=True)  # actions left
    reinforced = public(u1, high=1, free=True)  # this turn
    kind = public(u1, high=SOURCE, free=True)  # the action being paid for: REINFORCEMENT or SOURCE
    points = public(u1, high=6, free=True)  # units to place, or tiles to move from
    spent = public(i8, high=(1 << TILES) - 1, free=True)  # tiles that this action has used already
    source = public(u1, high=TILES - 1, free=True)
    target = public(u1, high=TILES - 1, free=True)
    stepped = public(u1, high=1, free=True)  # has a unit left the source?
    fallen = public(u1[SEATS], high=SEATS)  # order in which seats went out, from 1; 0 is still in the game
    closing = public(u1, high=LAST_TURNS, free=True)
    final = public(u1, high=15, free=True)  # set of seats that still have a last turn
    choices = public(i8, high=(1 << 49) - 1, free=True)  # set of legal ids; `legal` handles fights and advances

    map = option("continents", "island", "random_continents", "random_island", default="random_continents", custom=MAP)
    symbols = option("spread", "grouped", "any")
    leave_one_in_attack = option("yes", "no")  # R14
    flight = option("choice", "forced")  # R16


# --- units ---


@rule
def occupied(s: State) -> int:
    tiles = wide(0)
    for seat in range(s.seats):
        tiles |= s.held[seat]
    return tiles


@rule
def owner_of(s: State, tile: int) -> int:
    """The owner of a tile, which must have units."""
    seat = wide(0)
    while not s.held[seat] >> tile & 1:
        seat += 1
    return seat


@rule
def place(s: State, seat: int, tile: int, units: int) -> None:
    """Put units on a tile, or take them away if negative."""
    s.units[tile] = wide(s.units[tile]) + units
    s.changed |= 1 << tile
    if s.units[tile]:
        s.held[seat] |= 1 << tile
    else:
        s.held[seat] &= ~(1 << tile)


@rule
def alive(s: State) -> int:
    """The seats that have units on the map."""
    found = 0
    for seat in range(s.seats):
        if s.held[seat]:
            found |= 1 << seat
    return found


# --- moves and attacks ---


@rule
def open_to(s: State, seat: int) -> int:
    """The tiles a unit of this seat may move to: the seat's own and empty tiles."""
    return s.tiles & ~occupied(s) | s.held[seat]


@rule
def sources(s: State, seat: int, used: int) -> int:
    """The tiles a unit may leave."""
    found, left, free = wide(0), s.held[seat] & ~used, open_to(s, seat)
    while left:
        tile = lowest(left)
        if s.units[tile] > 1 and s.near[tile] & free:
            found |= 1 << tile
        left &= left - 1
    return found


@rule
def attackers(s: State, seat: int) -> int:
    """The seat's tiles beside an enemy tile."""
    found, left, enemies = wide(0), s.held[seat], occupied(s) & ~s.held[seat]
    while left:
        tile = lowest(left)
        if s.near[tile] & enemies:
            found |= 1 << tile
        left &= left - 1
    return found


@rule
def strength(s: State, seat: int, tile: int, slot: int) -> int:
    """Card, all units on the seat's tile (R12), and 1 for the symbol of the attacked tile (R18)."""
    matches = s.symbol[s.target] == FIRST_SYMBOL + CARD_SYMBOL[s.seats, seat, slot]
    return NUMBER[slot] + wide(s.units[tile]) + (1 if matches else 0)


@rule
def may_stay(s: State, defender: int) -> bool:
    """Beaten units that cannot flee to a tile of their owner may stay, unless the option forbids it (R16)."""
    return s.flight == CHOICE and s.near[s.target] & s.held[defender] == 0


@rule
def followers(s: State) -> int:
    """The number of units that may advance (R13, R14)."""
    return wide(s.units[s.source]) - (0 if s.leave_one_in_attack == NO else 1)


# --- cards ---


@rule
def need_card(s: State, seat: int) -> None:
    """If the hand is empty, take all played cards back and add the next waiting card."""
    if s.hand[seat] == 0:
        s.hand[seat] = s.played[seat]
        s.played[seat] = 0
        if s.added[seat] < WAITING_CARDS:  # R24
            s.hand[seat] = wide(s.hand[seat]) | 1 << OPENING_CARDS + wide(s.added[seat])
            s.added[seat] += 1
            check_trigger(s)


@rule
def use_card(s: State, seat: int, slot: int) -> int:
    """Play a card and return its number."""
    s.hand[seat] = wide(s.hand[seat]) & ~(1 << slot)
    s.played[seat] = wide(s.played[seat]) | 1 << slot
    return wide(NUMBER[slot])  # the same in every colour


@rule
def check_trigger(s: State) -> None:
    """Once everybody still in the game has the 6, the last turns follow the current turn."""
    if s.closing:
        return
    for seat in range(s.seats):
        if s.held[seat] and s.added[seat] < WAITING_CARDS:  # R22
            return
    s.closing = TRIGGERED


# --- the end ---


@rule
def points_of(s: State, seat: int) -> int:
    """Points for tiles, different symbols, and complete sets of a symbol."""
    different, sets = 0, 0
    for symbol in range(len(SYMBOLS)):
        mine = s.alike[symbol] & s.held[seat]
        if mine:
            different += 1
            if mine == s.alike[symbol]:
                sets += 1
    return popcount(s.held[seat]) + VARIETY_BONUS[different] + SET_BONUS * sets


@rule
def count_scores(s: State) -> None:
    for seat in range(s.seats):
        s.score[seat] = points_of(s, seat)


@rule
def rank_fallen(s: State) -> None:
    """Players who are out rank last, behind those who went out later."""
    for seat in range(s.seats):
        if s.fallen[seat]:
            better = 0
            for other in range(s.seats):
                better += s.fallen[other] == 0 or s.fallen[other] > s.fallen[seat]
            s.rank[seat] = better + 1


# --- knowledge and checks ---


@rule
def redeal(s: State, seat: int) -> None:
    """Hidden from a seat: the card that an opponent in a fight has already chosen."""
    if s.phase == FIGHT and not s.over:
        defender = owner_of(s, wide(s.target))
        for other in range(s.seats):
            if other != seat and (other == s.turn or other == defender) and not is_acting(s, other):
                s.secret[other] = some_of(s, wide(s.hand[other])) + 1


@rule
def conserved(s: State) -> bool:
    if not map_matches(s):
        return False
    taken, placed = wide(0), wide(0)
    for seat in range(s.seats):
        if s.held[seat] & (taken | ~s.tiles):
            return False
        taken |= s.held[seat]
        units = wide(s.reserve[seat])
        for tile in range(TILES):
            if s.held[seat] >> tile & 1:
                units += s.units[tile]
        hand, played, secret = wide(s.hand[seat]), wide(s.played[seat]), wide(s.secret[seat])
        every = (1 << OPENING_CARDS + wide(s.added[seat])) - 1
        if units != UNITS or hand & played or hand | played != every or (secret and not hand >> secret - 1 & 1):
            return False
        placed += UNITS - wide(s.reserve[seat])
    for tile in range(TILES):
        if (s.units[tile] > 0) != (taken >> tile & 1 > 0):
            return False
    return losses_match(s, placed)


@rule
def map_matches(s: State) -> bool:
    """Do the tiles, their symbols and their neighbours follow from the map as it is laid?"""
    n, brown = wide(0), wide(0)
    for place in range(PLACES):
        if s.laid[place]:
            if n == TILES or s.spot[n] != place or s.symbol[n] != s.laid[place]:
                return False
            brown |= (s.laid[place] == BROWN) << n
            n += 1
    if s.tiles != (1 << n) - 1 or s.brown != brown:
        return False
    for symbol in range(len(SYMBOLS)):
        alike = wide(0)
        for tile in range(n):
            alike |= (s.symbol[tile] == FIRST_SYMBOL + symbol) << tile
        if s.alike[symbol] != alike:
            return False
    for a in range(n):
        near = wide(0)
        for b in range(n):
            near |= wide(hexes_touch(wide(s.spot[a]), wide(s.spot[b]), SIDE)) << b
        if s.near[a] != near:
            return False
    return empty_from(s.spot, n) and empty_from(s.symbol, n) and empty_from(s.near, n)


@rule
def losses_match(s: State, placed: int) -> bool:
    """Were these units placed in the setup, and does every seat without units have its place among the fallen?"""
    fallen, out = wide(0), 0
    for seat in range(s.seats):
        if (s.held[seat] == 0 and s.phase > EXTRA) != (s.fallen[seat] > 0):
            return False
        if s.fallen[seat] > 0:
            fallen |= 1 << wide(s.fallen[seat])
            out += 1
    in_setup = placed if s.phase <= EXTRA else (START_TILES + EXTRA_UNITS) * wide(s.seats)
    return s.placed == in_setup and fallen == (2 << out) - 2
