"""The Gauntlet: built-in, random and custom tracks. Rules G1 to G7 are in page.md."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from matchbox.engine import Finding, Ints, below, empty_from, lowest, popcount, rule, shuffle, wide

from ..components import TILES, TILES_OF_A_SYMBOL
from ..maps import PLACES, SIDE, MapText, around, number_tiles, reached, squares_touch, where

ENTRIES = 12  # most entry tiles
START, FINISH = TILES, TILES + 1  # positions of a piece outside the tiles
NONE = 255  # no tile in that direction
FAR = 99  # no path to Finish

SIGNS = ".oBL^>v<sf"
GAP, BLANK, BRICK, LUMBER, ARROW_NORTH, _, _, ARROW_WEST, ENTRY, EXIT = range(10)  # codes of places
NORTH, EAST, SOUTH, WEST = range(4)
ROW_STEP, COLUMN_STEP = np.array([-1, 0, 1, 0]), np.array([0, 1, 0, -1])
SHORTEST = 10  # G5

NAMES = ("alley", "gallery", "bend", "hairpin", "zigzag")
ROWS = (
    "sBLLBBBLov<f/s>ooooooooLf/sLoB^Boo<<Lf",
    "soBo<BBvLLBf/sLoo<oooooLf/sB^LBoo><oLf",
    "sB>ooL>ov/sBLBvLvoo/sBooooo^o/......oLL/......BBL/......fff",
    "svBBvLv/s>ooooo/soLL>>o/....BLo/...foBo/...fBBL/...fooL",
    "sBoLL..../s>ooo..../sBoBo..../..BvovL>f/..>oBooof/..LoLB^Lf",
)
RANDOM = len(NAMES)  # option value; the four shapes follow it
CUSTOM = RANDOM + 5


class TrackText(MapText):
    """A custom track must meet G1 to G4 and should meet the rest."""

    def findings(self, codes: Sequence[int], seats: int) -> list[Finding]:
        found = _wrong_tiles(list(codes))
        if sum(map(bool, codes)) > TILES:
            return found
        laid = np.array(codes, np.int64)
        spot, near = np.zeros(TILES, np.int64), np.zeros(TILES, np.int64)
        n = int(number_tiles(laid, spot))
        link(np.zeros((TILES, 4), np.int64), near, spot, n)
        open_, blank, entries, exits = (int(x) for x in ground(laid, spot, n))
        apart = open_ & ~int(reached(near, entries, open_))
        for tile in range(n):
            if apart >> tile & 1:
                found.append(Finding(f"G3: the tile in {where(spot[tile])} cannot be reached from an entry"))
            if open_ >> tile & 1 and not int(near[tile]) & blank:
                found.append(Finding(f"G4: the tile in {where(spot[tile])} has no blank tile beside it"))
        way = int(ways(near, entries, exits, open_))
        if entries and exits and way < SHORTEST:
            found.append(Finding(f"G5: only {way} steps from Start to Finish; {SHORTEST} are better", False))
        if entries and exits and way >= FAR:
            found.append(Finding("G5: there is no path from Start to Finish"))
        for tile in range(n):
            if is_arrow(laid[spot[tile]]) and not line_of(laid, int(spot[tile]), True)[1]:
                found.append(Finding(f"G6: the arrow in {where(spot[tile])} hits no blank tile", False))
        if int(reached(near, entries, blank)) & exits:
            found.append(Finding("G7: a player can finish without climbing", False))
        return found

    def example(self, seats: int) -> str:
        return self.draw(self.read(ROWS[0]))


TRACK = TrackText("gauntlet", "track", "laid", SIGNS, shifted=False, limit="G1")


def _wrong_tiles(codes: list[int]) -> list[Finding]:
    """G1 and G2: too many tiles, or no entry or exit."""
    found = []
    tiles, entries = sum(map(bool, codes)), codes.count(ENTRY)
    if tiles > TILES:
        found.append(Finding(f"G1: {tiles} tiles; there are only {TILES}"))
    arrows = sum(map(is_arrow, codes))
    for name, count in (("Brick", codes.count(BRICK)), ("Lumber", codes.count(LUMBER)), ("Arrow", arrows)):
        if count > TILES_OF_A_SYMBOL:
            found.append(Finding(f"G1: {count} {name} tiles; there are only {TILES_OF_A_SYMBOL}"))
    if not entries:
        found.append(Finding("G2: there is no entry tile (s)"))
    if entries > ENTRIES:
        found.append(Finding(f"G2: {entries} entry tiles; there can be at most {ENTRIES}"))
    if not codes.count(EXIT):
        found.append(Finding("G2: there is no exit tile (f)"))
    return found


BUILT_IN = np.array([TRACK.read(rows) for rows in ROWS], np.uint8)


# --- tiles and lines of fire ---


@rule
def is_arrow(code: int) -> bool:
    return ARROW_NORTH <= code <= ARROW_WEST


@rule
def is_blank(code: int) -> bool:
    return code == BLANK or code >= ENTRY


@rule
def link(step: Ints, near: Ints, spot: Ints, n: int) -> None:
    """Fill in the neighbours of n tiles, by direction and as sets."""
    for a in range(n):
        near[a] = 0
        for direction in range(4):
            step[a, direction] = NONE
        for b in range(n):
            if squares_touch(wide(spot[a]), wide(spot[b]), SIDE):
                near[a] |= 1 << b
                ahead = wide(spot[b]) - wide(spot[a])
                for direction in range(4):
                    if ahead == SIDE * ROW_STEP[direction] + COLUMN_STEP[direction]:
                        step[a, direction] = b


@rule
def ground(laid: Ints, spot: Ints, n: int) -> tuple[int, int, int, int]:
    """The tiles that are not Arrows, the blank tiles, the entries and the exits, as sets."""
    open_, blank, entries, exits = wide(0), wide(0), wide(0), wide(0)
    for tile in range(n):
        code = laid[spot[tile]]
        one = 1 << wide(tile)
        if not is_arrow(code):
            open_ |= one
        if is_blank(code):
            blank |= one
        if code == ENTRY:
            entries |= one
        elif code == EXIT:
            exits |= one
    return open_, blank, entries, exits


@rule
def ways(near: Ints, entries: int, exits: int, allowed: int) -> int:
    """Steps of the shortest path from Start over allowed tiles to Finish."""
    found, steps = entries & allowed, wide(2)
    while not found & exits:
        more = around(near, found) & allowed
        if more == found:
            return wide(FAR)
        found = more
        steps += 1
    return steps


@rule
def next_in_line(laid: Ints, place: int, direction: int, crosses: bool) -> int:
    """The next place with a tile that an arrow reaches from here, or NONE.

    Brick and Lumber stop the arrow, gaps stop it unless it crosses them, and Arrow tiles do not stop it (R7).
    """
    row, column = place // SIDE + ROW_STEP[direction], place % SIDE + COLUMN_STEP[direction]
    while 0 <= row < SIDE and 0 <= column < SIDE:
        code = laid[SIDE * row + column]
        if code in (BRICK, LUMBER) or (code == GAP and not crosses):
            return wide(NONE)
        if code != GAP:
            return wide(SIDE * row + column)
        row += ROW_STEP[direction]
        column += COLUMN_STEP[direction]
    return wide(NONE)


@rule
def line_of(laid: Ints, place: int, crosses: bool) -> tuple[int, int]:
    """The last place of an Arrow's line of fire, and the number of blank tiles in it."""
    direction = wide(laid[place]) - ARROW_NORTH
    last, blanks = wide(place), wide(0)
    after = next_in_line(laid, last, direction, crosses)
    while after != NONE:
        last = after
        if is_blank(laid[last]):
            blanks += 1
        after = next_in_line(laid, last, direction, crosses)
    return last, blanks


@rule
def survey(s: Any, crosses: bool) -> None:
    """Fill in all fields that follow from `laid`."""
    n = number_tiles(s.laid, s.spot)
    link(s.step, s.near, s.spot, n)
    s.open_tiles, s.blank, entries, s.exits = ground(s.laid, s.spot, n)
    s.entries = 0
    for tile in range(n):
        s.hits[tile] = 0
        if s.laid[s.spot[tile]] == BRICK:
            s.brick |= 1 << tile
        if entries >> tile & 1:
            s.entry[s.entries] = tile
            s.entries += 1
    for tile in range(n):
        place = wide(s.spot[tile])
        if is_arrow(s.laid[place]):
            direction = wide(s.laid[place]) - ARROW_NORTH
            place = next_in_line(s.laid, place, direction, crosses)
            while place != NONE:
                for other in range(n):
                    if s.spot[other] == place and s.blank >> other & 1:
                        s.hits[other] += 1
                place = next_in_line(s.laid, place, direction, crosses)
    measure(s, entries)


@rule
def measure(s: Any, entries: int) -> None:
    """The shortest path from every place to Finish."""
    for place in range(len(s.way)):
        s.way[place] = FAR
    s.way[FINISH] = 0
    found, fresh, steps = wide(0), s.exits, 1
    while fresh:
        left = fresh
        while left:
            s.way[lowest(left)] = steps
            left &= left - 1
        found |= fresh
        fresh = around(s.near, fresh) & s.open_tiles & ~found
        steps += 1
    while entries:
        s.way[START] = min(wide(s.way[START]), wide(s.way[lowest(entries)]) + 1)
        entries &= entries - 1


@rule
def track_matches(s: Any, crosses: bool) -> bool:
    """Do all fields that `survey` fills in follow from `laid`?"""
    n = wide(0)
    for place in range(PLACES):
        if s.laid[place]:
            if n == TILES or s.spot[n] != place:
                return False
            n += 1
    open_tiles, blank, entries, exits = ground(s.laid, s.spot, n)
    if s.open_tiles != open_tiles or s.blank != blank or s.exits != exits or s.entries != popcount(entries):
        return False
    for number in range(s.entries):
        if s.entry[number] != lowest(entries):
            return False
        entries &= entries - 1
    for tile in range(n):
        if (s.laid[s.spot[tile]] == BRICK) != (s.brick >> tile & 1 > 0):
            return False
        if not links_match(s, tile, n) or s.hits[tile] != arrows_at(s, tile, n, crosses):
            return False
    if s.brick >> n or not empty_from(s.entry, wide(s.entries)):
        return False
    for tile in range(n, TILES):
        if not empty_from(s.step[tile], 0):
            return False
    return ways_match(s) and empty_from(s.spot, n) and empty_from(s.near, n) and empty_from(s.hits, n)


@rule
def links_match(s: Any, tile: int, n: int) -> bool:
    """Does each step from a tile lead to the tile in that direction, if there is one?"""
    near = wide(0)
    for direction in range(4):
        row = wide(s.spot[tile]) // SIDE + ROW_STEP[direction]
        column = wide(s.spot[tile]) % SIDE + COLUMN_STEP[direction]
        ahead = wide(s.step[tile, direction])
        if ahead < n and s.spot[ahead] == SIDE * row + column and 0 <= column < SIDE:
            near |= 1 << ahead
        elif ahead != NONE or (0 <= row < SIDE and 0 <= column < SIDE and s.laid[SIDE * row + column] != GAP):
            return False
    return s.near[tile] == near


@rule
def arrows_at(s: Any, tile: int, n: int, crosses: bool) -> int:
    """The number of arrows that hit a player on this tile: on blank tiles, those whose line of fire reaches it."""
    if not s.blank >> tile & 1:
        return 0
    here, hits = wide(s.spot[tile]), 0
    for other in range(n):
        place = wide(s.spot[other])
        in_line = place // SIDE == here // SIDE or place % SIDE == here % SIDE
        if in_line and is_arrow(s.laid[place]):
            direction = wide(s.laid[place]) - ARROW_NORTH
            while place != NONE and place != here:  # an arrow is not blank, so it does not start here
                place = next_in_line(s.laid, place, direction, crosses)
            hits += place != NONE
    return hits


@rule
def ways_match(s: Any) -> bool:
    """Is every tile a step farther from Finish than the nearest tile beside it?"""
    start = wide(FAR)
    for tile in range(TILES):
        way, beside = wide(FAR), s.near[tile] & s.open_tiles
        if s.exits >> tile & 1:
            way = wide(1)
        elif s.open_tiles >> tile & 1:
            while beside:
                way = min(way, wide(s.way[lowest(beside)]) + 1)
                beside &= beside - 1
        if s.way[tile] != way:
            return False
        for number in range(s.entries):
            if s.entry[number] == tile:
                start = min(start, way + 1)
    return s.way[START] == start and s.way[FINISH] == 0


# --- random tracks ---

STRAIGHT, BEND, HAIRPIN, ZIGZAG = range(4)
SHORTEST_PART = np.array([12, 5, 6, 4])  # first part of the corridor, by shape
LENGTHS = np.array([1, 5, 3, 5])  # number of possible lengths
SWAPS = 400


@rule
def generate(s: Any, shape: int, crosses: bool) -> None:
    """Generate a random track that meets G1 to G7; `spot`, `near`, `step` and `hits` serve as scratch space."""
    corridor(s.laid, shape, SHORTEST_PART[shape] + below(s, LENGTHS[shape]))
    number_tiles(s.laid, s.spot)
    link(s.step, s.near, s.spot, TILES)
    n = 0
    for tile in range(TILES):
        if s.laid[s.spot[tile]] == BLANK:
            s.hits[n] = s.spot[tile]
            n += 1
    while True:
        shuffle(s, s.hits, n)
        for i in range(n):
            s.laid[s.hits[i]] = turned(s, BRICK + i // TILES_OF_A_SYMBOL) if i < 3 * TILES_OF_A_SYMBOL else BLANK
        wrong = violations(s, crosses)
        for _ in range(SWAPS):
            if wrong == 0:
                return
            i, j = below(s, n), below(s, n - 1)
            j += j >= i
            a, b = wide(s.hits[i]), wide(s.hits[j])
            first, second = wide(s.laid[a]), wide(s.laid[b])
            s.laid[a], s.laid[b] = turned(s, second), turned(s, first)
            now = violations(s, crosses)
            if now > wrong:
                s.laid[a], s.laid[b] = first, second
            else:
                wrong = now


@rule
def turned(s: Any, code: int) -> int:
    """The code of a placed tile: Arrows point in a random direction."""
    return ARROW_NORTH + below(s, 4) if is_arrow(code) else wide(code)


@rule
def lay(laid: Ints, top: int, left: int, height: int, width: int, code: int) -> None:
    for row in range(top, top + height):
        for column in range(left, left + width):
            laid[SIDE * row + column] = code


@rule
def corridor(laid: Ints, shape: int, length: int) -> None:
    """36 blank tiles in a corridor of width three, with entries and exits."""
    lay(laid, 0, 0, 3, length, BLANK)
    lay(laid, 0, 0, 3, 1, ENTRY)
    if shape == STRAIGHT:
        lay(laid, 0, length - 1, 3, 1, EXIT)
    elif shape == BEND:
        lay(laid, 3, length - 3, 12 - length, 3, BLANK)
        lay(laid, 14 - length, length - 3, 1, 3, EXIT)
    elif shape == HAIRPIN:
        lay(laid, 3, length - 3, 1, 3, BLANK)
        lay(laid, 4, 2 * length - 11, 3, 11 - length, BLANK)
        lay(laid, 4, 2 * length - 11, 3, 1, EXIT)
    else:
        lay(laid, 3, length - 3, 3, 12 - length, BLANK)
        lay(laid, 3, 8, 3, 1, EXIT)


@rule
def violations(s: Any, crosses: bool) -> int:
    """The number of violations of G3 to G7; G5 and G7 count once each."""
    open_, blank, entries, exits = ground(s.laid, s.spot, TILES)
    wrong = popcount(open_ & ~reached(s.near, entries, open_))
    for tile in range(TILES):
        if open_ >> tile & 1:
            if s.near[tile] & blank == 0:
                wrong += 1
        elif line_of(s.laid, wide(s.spot[tile]), crosses)[1] == 0:
            wrong += 1
    if ways(s.near, entries, exits, open_) < SHORTEST:
        wrong += 1
    if reached(s.near, entries, blank) & exits:
        wrong += 1
    return wrong


def lines(laid: npt.NDArray[Any], crosses: bool) -> list[tuple[int, int]]:
    """The places of all Arrows that reach any tile, each with the last place of its line."""
    found = []
    for place in range(PLACES):
        if is_arrow(laid[place]) and (last := int(line_of(laid, place, crosses)[0])) != place:
            found.append((place, last))
    return found
