"""Son of Kark: place tiles, and put merchants on markets, in cities and on crossroads.

Green Box of Games, by Jørgen Brunborg-Næss. Every turn a player draws a tile and places it face up
(a market) or face down (a city). Markets pay when an opponent takes them over, cities when they are
surrounded, crossroads at the end for the greatest influence on each kind of tile.
Rulings (R1, R2, ...) are in page.md. Redeals are in knowledge.py.

Tiles are numbered by age. Setup places tiles 0 and 1, which never get a merchant, so 0 can also mean "no market".
"""

from __future__ import annotations

import numpy as np

from matchbox.engine import (
    SEATS,
    Actions,
    Base,
    Ints,
    Reasons,
    below,
    derived,
    finish,
    i4,
    lift,
    lowest,
    nobody,
    option,
    owner,
    popcount,
    public,
    record,
    rule,
    seat_after,
    shuffle,
    turn_to,
    u1,
    u2,
    wide,
    write_set,
)

from ..components import TILES

SIDE = 25  # R1
FULL_ROW = (1 << SIDE) - 1
START_X, START_Y = 12, 12
KINDS, CITY = 7, 6  # for crossroads: the six symbols, and cities
UP, DOWN = range(2)  # face
CENTRE = 1  # place of a merchant on its tile; 0 is none, 2 to 5 are the corners NW, NE, SE, SW
CORNER_X = np.array([0, 0, -1, 1, 1, -1], np.int64)  # by place
CORNER_Y = np.array([0, 0, -1, -1, 1, 1], np.int64)
AWARDS = np.array([0, 5, 3, 2, 1], np.int64)  # by the number of players who tie (R16)
BY_MARKETS, BY_CITIES, BY_CROSSROADS = range(3)  # points
BY_PLAYERS, SEVEN = range(2)  # merchants
LAY, SEND = range(2)  # phase


@record(seats=4)
class State(Base):
    phase = public(u1, high=SEND)

    # The table.
    cell = public(u1[SIDE * SIDE], high=KINDS)  # kind + 1, or 0 if empty
    rows = public(i4[SIDE], high=FULL_ROW)  # bits: cells with a tile
    down = public(i4[SIDE], high=FULL_ROW)  # bits: cells with a face-down tile
    spot = public(u2[TILES], high=SIDE * SIDE - 1)  # the cell of each tile, by age
    laid = public(u1, high=TILES)  # tiles on the table
    shown = public(u1[6], high=6)  # face-up tiles of each symbol

    # Hidden tiles, as symbol + 1.
    stack = nobody(u1[TILES], high=6)  # the last tile is the top
    left = public(u1, high=TILES)  # tiles in the stack
    removed = nobody(u1[2], high=6)  # R18
    first = nobody(u1, high=6)  # under the tile of age 0
    drawn = owner(u1[SEATS], high=6)  # the acting seat's tile
    under = owner(u1[SEATS, TILES], high=6)  # R17: tiles a seat has placed face down, by age

    # Merchants.
    starter = public(u1, high=SEATS - 1)
    stock = public(u1[SEATS])
    merchant = public(u1[TILES], high=5, free=True)  # by age: its place on the tile, whose player owns it (R4)
    market = public(u1[6], high=TILES - 1)  # age of the tile whose merchant owns the symbol, or 0
    influence = public(u1[SEATS, KINDS])  # never changes later: all four tiles of a crossroad are on the table
    places = public(u1, high=63)  # bits: where the acting seat may put a merchant now

    # For display only: where points came from.
    points = derived(u1[SEATS, 3])
    award = derived(u1[SEATS, KINDS])  # of the final crossroads

    merchants = option("by_players", "seven")


FACES = ("up", "down")
actions = Actions()
PLACE = actions.block("place", y=SIDE, x=SIDE, face=FACES)
MERCHANT = actions.block("merchant", on=("none", "centre", "NW", "NE", "SE", "SW"))

reasons = Reasons()
RICHEST = reasons("most points after the last tile")


# --- setup ---


@rule
def setup(s: State) -> None:
    s.starter = below(s, wide(s.seats))
    for tile in range(TILES):
        s.stack[tile] = tile % 6 + 1
    shuffle(s, s.stack, TILES)
    s.left = TILES
    s.first = take_tile(s)
    lay(s, START_X, START_Y, CITY)
    lay(s, START_X + 1, START_Y, take_tile(s) - 1)
    for number in range(wide(s.seats) - 2):
        s.removed[number] = take_tile(s)
    for seat in range(s.seats):
        s.stock[seat] = merchants_each(s)
    begin_turn(s, wide(s.starter))


@rule
def merchants_each(s: State) -> int:
    return 7 if s.merchants == SEVEN else 13 - 2 * wide(s.seats)


@rule
def take_tile(s: State) -> int:
    s.left -= 1
    return lift(s.stack, s.left)


@rule
def begin_turn(s: State, seat: int) -> None:
    s.drawn[seat] = take_tile(s)
    s.phase = LAY
    turn_to(s, seat)


# --- choices ---


@rule
def legal(s: State, seat: int, out: Ints) -> int:
    if s.phase == SEND:
        return write_set(out, 0, MERCHANT.first, wide(s.places) | 1)  # R19: "none" is always legal
    n = 0
    for y in range(SIDE):
        free = beside(s.rows, y) & ~wide(s.rows[y])
        if free:
            blocked = beside(s.down, y)  # R2
            while free:
                x = lowest(free)
                free &= free - 1
                out[n] = PLACE.first + 2 * (SIDE * y + x)  # R3
                n += 1
                if blocked >> x & 1 == 0:
                    out[n] = PLACE.first + 2 * (SIDE * y + x) + DOWN
                    n += 1
    return n


@rule
def apply(s: State, seat: int, action: int) -> None:
    if s.phase == LAY:
        y, x, face = PLACE.args(action)
        if face == DOWN:
            s.under[seat, s.laid] = s.drawn[seat]
            lay(s, x, y, CITY)
        else:
            lay(s, x, y, wide(s.drawn[seat]) - 1)
        s.drawn[seat] = 0
        s.places = open_places(s, seat, x, y)
        if s.places and s.stock[seat] > 0:  # R11
            s.phase = SEND
            return
    else:
        place = MERCHANT.args(action)[0]
        if place > 0:
            send(s, seat, place)
    s.places = 0
    score_cities(s)
    if s.left > 0:
        begin_turn(s, seat_after(s, seat))
    else:
        end_game(s)


# --- tiles ---


@rule
def lay(s: State, x: int, y: int, kind: int) -> None:
    """Put a tile on the table."""
    s.cell[SIDE * y + x] = kind + 1
    s.spot[s.laid] = SIDE * y + x
    s.laid += 1
    s.rows[y] |= 1 << x
    if kind == CITY:
        s.down[y] |= 1 << x
    else:
        s.shown[kind] += 1


@rule
def kind_at(s: State, x: int, y: int) -> int:
    """Kind + 1 of the tile on a cell; 0 for empty cells and off the table."""
    if x < 0 or y < 0 or x >= SIDE or y >= SIDE:
        return 0
    return wide(s.cell[SIDE * y + x])


@rule
def laid_by(s: State, age: int) -> int:
    """The seat that placed the tile of this age (2 or more)."""
    return seat_after(s, s.starter, age - 2)


@rule
def beside(rows: Ints, y: int) -> int:
    """The cells of row y that share a side with one of these tiles."""
    near = wide(rows[y]) << 1 | wide(rows[y]) >> 1
    if y > 0:
        near |= wide(rows[y - 1])
    if y < SIDE - 1:
        near |= wide(rows[y + 1])
    return near & FULL_ROW


# --- merchants ---


@rule
def open_places(s: State, seat: int, x: int, y: int) -> int:
    """Where a merchant may go on the new tile: its centre, and corners where four tiles meet."""
    kind = kind_at(s, x, y) - 1
    places = 1 << CENTRE
    if kind != CITY and s.market[kind] > 0 and laid_by(s, wide(s.market[kind])) == seat:  # R6
        places = 0
    for corner in range(CENTRE + 1, 6):
        dx, dy = CORNER_X[corner], CORNER_Y[corner]
        if kind_at(s, x + dx, y) > 0 and kind_at(s, x, y + dy) > 0 and kind_at(s, x + dx, y + dy) > 0:
            places |= 1 << corner
    return places


@rule
def send(s: State, seat: int, place: int) -> None:
    """Put a merchant on the new tile. A market that changes hands pays its previous owner."""
    age = wide(s.laid) - 1
    s.stock[seat] -= 1
    s.merchant[age] = place
    y, x = wide(s.spot[age]) // SIDE, wide(s.spot[age]) % SIDE
    kind = kind_at(s, x, y) - 1
    if place > CENTRE:
        dx, dy = CORNER_X[place], CORNER_Y[place]
        s.influence[seat, kind] += 1
        s.influence[seat, kind_at(s, x + dx, y) - 1] += 1
        s.influence[seat, kind_at(s, x, y + dy) - 1] += 1
        s.influence[seat, kind_at(s, x + dx, y + dy) - 1] += 1
    elif kind != CITY:
        if s.market[kind] > 0:
            bring_home(s, wide(s.market[kind]), wide(s.shown[kind]), BY_MARKETS)  # R8
        s.market[kind] = age


@rule
def bring_home(s: State, age: int, points: int, how: int) -> None:
    """Score a merchant on a market or in a city and return it to its owner."""
    seat = laid_by(s, age)
    s.merchant[age] = 0
    s.stock[seat] += 1
    s.score[seat] += points
    s.points[seat, how] += points


# --- scoring ---


@rule
def score_cities(s: State) -> None:
    """Score cities with six symbols or eight tiles around them, the oldest first (R10, R12)."""
    for age in range(2, s.laid):
        if has_city(s, age):
            symbols, tiles = around(s, age)
            if symbols == 6 or tiles == 8:
                bring_home(s, age, symbols, BY_CITIES)


@rule
def has_city(s: State, age: int) -> bool:
    return s.merchant[age] == CENTRE and s.cell[s.spot[age]] == CITY + 1


@rule
def around(s: State, age: int) -> tuple[int, int]:
    """The number of different symbols and of tiles on the eight cells around a tile (R9)."""
    y, x = wide(s.spot[age]) // SIDE, wide(s.spot[age]) % SIDE
    kinds, tiles = 0, 0
    for dy in range(-1, 2):
        for dx in range(-1, 2):
            kind = kind_at(s, x + dx, y + dy)
            if kind > 0 and (dx != 0 or dy != 0):
                tiles += 1
                kinds |= 1 << (kind - 1)
    return popcount(kinds & ((1 << CITY) - 1)), tiles


@rule
def end_game(s: State) -> None:
    """Score the remaining markets and cities, then the crossroads kind by kind."""
    for symbol in range(6):
        if s.market[symbol] > 0:
            bring_home(s, wide(s.market[symbol]), wide(s.shown[symbol]), BY_MARKETS)
            s.market[symbol] = 0
    for age in range(2, s.laid):
        if has_city(s, age):
            bring_home(s, age, around(s, age)[0], BY_CITIES)
    for kind in range(KINDS):
        most, sharing = wide(0), wide(0)
        for seat in range(s.seats):
            influence = wide(s.influence[seat, kind])
            if influence > most:
                most, sharing = influence, 0
            sharing += influence == most and most > 0
        for seat in range(s.seats):
            if most > 0 and s.influence[seat, kind] == most:
                s.award[seat, kind] = AWARDS[sharing]
                s.points[seat, BY_CROSSROADS] += AWARDS[sharing]
                s.score[seat] += AWARDS[sharing]
    finish(s, RICHEST)
