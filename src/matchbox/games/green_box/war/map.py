"""War 2.0: built-in, random and custom maps. Rules V1 to V6 are in page.md."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from matchbox.engine import Finding, Ints, below, lowest, popcount, rule, shuffle, some_of, wide, write_set

from ..components import ARROW, HAMMERS, SYMBOLS, TILES
from ..maps import PLACES, SIDE, MapText, around, cut_tiles, hexes_touch, is_connected, number_tiles, reached, where

SET = 3  # tiles of each symbol
SEA, BROWN = 0, 1  # codes of places; a symbol is FIRST_SYMBOL + its number
FIRST_SYMBOL = 2
SIGNS = ".o" + "".join(name[0] for name in SYMBOLS)

CONTINENTS, ISLAND, RANDOM_CONTINENTS, RANDOM_ISLAND, CUSTOM = range(5)  # map
SPREAD, GROUPED, ANY = range(3)  # symbols


def symbols_for(seats: int) -> list[int]:
    """The symbols on a map for this number of players (R3)."""
    absent = {2: (ARROW, HAMMERS), 3: (ARROW,), 4: ()}[seats]
    return [symbol for symbol in range(len(SYMBOLS)) if symbol not in absent]


SYMBOL_SETS = np.array([0, 0, *(sum(1 << x for x in symbols_for(seats)) for seats in (2, 3, 4))], np.int64)

ROWS = {
    (CONTINENTS, 4): "CoA.DoHo/W.oo.oA./o..o.BDC/HoCo..oH/oW....o./Boo..WD./.o.AooB.",
    (CONTINENTS, 3): "ooWB..../D..oWBC./oC..DoHo/.o.Ho..D/oo.o.oBo/HoC...oW",
    (CONTINENTS, 2): ".Wo.BD/oo.o.o/D.Co.o/C.oW.C/.oBooB/.WoD..",
    (ISLAND, 4): "oWoCoA/oBHoBW/DooWoo/oADoCD/oHooHo/oCoAoB",
    (ISLAND, 3): "CWoHoB/oDBooC/HoooWo/oWCoHD/oBoDoo",
    (ISLAND, 2): "oCBoDo/oDoooW/WooCBo/CBWoDo",
}


class WarMap(MapText):
    """A custom map must meet V1 to V3 and should meet V4 and V5."""

    def findings(self, codes: Sequence[int], seats: int) -> list[Finding]:
        found = _wrong_tiles(codes, seats)
        if sum(map(bool, codes)) > TILES:
            return found
        near, spot, n = neighbours(codes)
        tiles = (1 << n) - 1
        connected = int(reached(near, 1, tiles))
        if connected != tiles:
            apart = where(spot[int(lowest(tiles & ~connected))])
            found.append(Finding(f"V3: the tile in {apart} is not connected to the tile in {where(spot[0])}"))
        else:
            cuts = int(cut_tiles(near, tiles))
            for tile in range(n):
                if cuts >> tile & 1:
                    found.append(Finding(f"V4: the map falls apart without the tile in {where(spot[tile])}", False))
        symbols = sum(1 << tile for tile in range(n) if codes[spot[tile]] != BROWN)
        for tile in range(n):
            if lonely(near, tiles, symbols, tile):
                other = "symbol" if codes[spot[tile]] == BROWN else "brown"
                found.append(Finding(f"V5: the tile in {where(spot[tile])} has no {other} tile beside it", False))
        return found

    def example(self, seats: int) -> str:
        return self.draw(self.read(ROWS[CONTINENTS, seats]))


MAP = WarMap("war", "map", "laid", SIGNS, shifted=True, limit="V2")


def _wrong_tiles(codes: Sequence[int], seats: int) -> list[Finding]:
    """V1: how the tiles differ from the tiles for this number of players."""
    symbols = symbols_for(seats)
    wanted = {BROWN: SET * len(symbols)} | {FIRST_SYMBOL + x: SET * (x in symbols) for x in range(len(SYMBOLS))}
    names = ["", "brown", *SYMBOLS]
    counts = {code: list(codes).count(code) for code in wanted}
    return [
        Finding(
            f"V1: {counts[code]} {names[code]} {'tile' if counts[code] == 1 else 'tiles'}; "
            f"a map for {seats} players has {number}"
        )
        for code, number in wanted.items()
        if counts[code] != number
    ]


def neighbours(codes: Sequence[int]) -> tuple[npt.NDArray[np.int64], list[int], int]:
    """Neighbours, places and number of the tiles of a map with at most 36 tiles."""
    near, spot = np.zeros(TILES, np.int64), np.zeros(TILES, np.int64)
    n = int(number_tiles(np.array(codes, np.int64), spot))
    link(near, spot, n, SIDE)
    return near, [int(place) for place in spot[:n]], n


@rule
def link(near: Ints, spot: Ints, n: int, width: int) -> None:
    """Fill in the neighbours of n tiles."""
    for a in range(n):
        near[a] = 0
        for b in range(n):
            if hexes_touch(wide(spot[a]), wide(spot[b]), width):
                near[a] |= 1 << b


BUILT_IN = np.zeros((2, 5, PLACES), np.uint8)
for (_kind, _seats), _rows in ROWS.items():
    BUILT_IN[_kind, _seats] = MAP.read(_rows)


# --- random maps: sets of places in a box, row by row ---

BOX = np.array([[[0, 0], [0, 0], [6, 6], [6, 8], [7, 8]], [[0, 0], [0, 0], [4, 6], [5, 6], [6, 6]]])
"""Rows and columns, by kind (continents, island) and players."""

REFUSALS, SWAPS, FAILURES, RETURNS = 60, 200, 300, 50


def _near_in(rows: int, columns: int) -> list[int]:
    n = rows * columns
    masks = [sum(1 << b for b in range(n) if hexes_touch(a, b, columns)) for a in range(n)]
    return masks + [0] * (56 - n)


NEAR = np.array([[_near_in(*box) if box[0] else [0] * 56 for box in kind] for kind in BOX.tolist()], np.int64)


@rule
def generate(s: Any, island: int, symbols: int) -> None:
    """Generate a random map that meets V1 to V6; `spot` and `symbol` serve as scratch space."""
    seats = wide(s.seats)
    near, columns = NEAR[island, seats], BOX[island, seats, 1]
    need = 2 * SET * popcount(SYMBOL_SETS[seats])
    while True:
        land = carve(s, near, (1 << BOX[island, seats, 0] * columns) - 1, need)
        for _ in range(RETURNS if land else 0):
            green = sprinkle(s, near, land)
            for _ in range(FAILURES):
                if deal_symbols(s, near, land, symbols):
                    for place in range(BOX[island, seats, 0] * columns):
                        if land >> place & 1:
                            s.laid[at(place, columns)] = BROWN
                    for i in range(popcount(green)):
                        s.laid[at(wide(s.spot[i]), columns)] = FIRST_SYMBOL + s.symbol[i]
                    return


@rule
def at(place: int, columns: int) -> int:
    """A place of the box as a place of the map."""
    return SIDE * (place // columns) + place % columns


@rule
def carve(s: Any, near: Ints, box: int, need: int) -> int:
    """Remove places, preferably beside removed ones, keeping V3 and V4; return 0 if stuck."""
    land, refusals = box, 0
    while popcount(land) > need:
        total, left = 0, land
        while left:
            total += 1 + 2 * popcount(near[lowest(left)] & ~land)
            left &= left - 1
        point, left = below(s, total), land
        place = lowest(left)
        while point >= 0:
            place = lowest(left)
            point -= 1 + 2 * popcount(near[place] & ~land)
            left &= left - 1
        rest = land & ~(1 << place)
        if is_connected(near, rest) and cut_tiles(near, rest) == 0:
            land, refusals = rest, 0
        else:
            refusals += 1
            if refusals == REFUSALS:
                return 0
    return land


@rule
def lonely(near: Ints, land: int, green: int, tile: int) -> bool:
    """V5: does this tile lack a neighbour of the other kind?"""
    other = land & ~green if green >> tile & 1 else green
    return near[tile] & other == 0


@rule
def sprinkle(s: Any, near: Ints, land: int) -> int:
    """Choose half of the tiles for symbols so that V5 holds, and list them in `spot`."""
    while True:
        n = write_set(s.spot, 0, 0, land)
        shuffle(s, s.spot, n)
        green = wide(0)
        for i in range(n // 2):
            green |= 1 << wide(s.spot[i])
        for _ in range(SWAPS):
            offenders, left = wide(0), land
            while left:
                if lonely(near, land, green, lowest(left)):
                    offenders |= left & -left
                left &= left - 1
            if offenders == 0:
                write_set(s.spot, 0, 0, green)
                return green
            offender = some_of(s, offenders)
            others = land & ~green if green >> offender & 1 else green
            green ^= 1 << offender | 1 << some_of(s, others)


@rule
def fitting(near: Ints, land: int, place: int, symbols: int) -> int:
    """V6: where tiles with the same symbol may be."""
    if symbols == ANY:
        return land
    within = around(near, around(near, 1 << place) & land) & land
    if symbols == SPREAD:
        return land & ~within
    return around(near, within) & land


@rule
def deal_symbols(s: Any, near: Ints, land: int, symbols: int) -> bool:
    """Give each symbol three of the tiles in `spot`, in random order; false if V6 prevents it."""
    names = SYMBOL_SETS[s.seats]
    n = SET * popcount(names)
    shuffle(s, s.spot, n)
    left = (1 << n) - 1
    while names:
        first = lowest(left)
        fits, taken = land, 0
        for i in range(first, n):
            place = wide(s.spot[i])
            if taken < SET and left >> i & 1 and fits >> place & 1:
                fits &= fitting(near, land, place, symbols)
                s.symbol[i] = lowest(names)
                left ^= 1 << i
                taken += 1
        if taken < SET:
            return False
        names &= names - 1
    return True
