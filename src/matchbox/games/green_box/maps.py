"""Maps drawn as text, on a square grid or with every second row shifted by half a place (hexes).

    war
    o C B o D o
     o D o o o W
    W o o C B o

Each character is a place and `.` is a place without a tile. Spaces and comments after `#` are ignored.
A row ends with its line or at a `/`, so a map also fits on one line. The game's id may come first, on a
separate line. Each game defines its characters and which maps are playable: it adds `findings` and
`example` to a `MapText` (see `CustomOption` in matchbox.engine).

Rules see a map as codes for 12 x 12 places and as tiles numbered in reading order. Sets of tiles are bits.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from matchbox.engine import Ints, Unreadable, lowest, rule

SIDE = 12
PLACES = SIDE * SIDE
LONGEST = 4000  # characters of a text, comments and all


@dataclass(frozen=True)
class MapText:
    """Reads and writes the maps of one game."""

    game: str  # its id
    noun: str  # the game's word for a map
    field: str  # record field, u1[PLACES]
    signs: str  # the character of every code; the first is a place without a tile
    shifted: bool  # is every second row shifted by half a place?
    limit: str = ""  # the ruling that limits rows and places, for error messages

    def read(self, text: str) -> list[int]:
        """The codes of all places."""
        if len(text) > LONGEST:
            raise Unreadable(f"a {self.noun} has at most {LONGEST} characters")
        rows = self._rows(text)
        if not rows:
            raise Unreadable(f"no row of a {self.noun} found")
        limit = f"{self.limit}: " if self.limit else ""
        if len(rows) > SIDE:
            raise Unreadable(f"{limit}{len(rows)} rows; the limit is {SIDE}")
        codes = [0] * PLACES
        for r, row in enumerate(rows):
            if len(row) > SIDE:
                raise Unreadable(f"{limit}row {r + 1} has {len(row)} places; the limit is {SIDE}")
            for c, sign in enumerate(row):
                if sign not in self.signs:
                    known = " ".join(self.signs)
                    raise Unreadable(f"row {r + 1}, place {c + 1}: {sign!r} is not one of {known}")
                codes[SIDE * r + c] = self.signs.index(sign)
        return codes

    def _rows(self, text: str) -> list[str]:
        lines = [line.partition("#")[0].strip() for line in text.splitlines()]
        if self.game in lines and not any(lines[: lines.index(self.game)]):
            lines = lines[lines.index(self.game) + 1 :]
        rows = ["".join(row.split()) for line in lines for row in line.split("/")]
        while rows and not rows[-1]:
            rows.pop()
        while rows and not rows[0]:
            rows.pop(0)
        return rows

    def rows(self, codes: Sequence[int]) -> list[str]:
        """The rows, without empty columns on the right and empty rows below."""
        used = [place for place, code in enumerate(codes) if code]
        height = 1 + max((place // SIDE for place in used), default=0)
        width = 1 + max((place % SIDE for place in used), default=0)
        return ["".join(self.signs[codes[SIDE * r + c]] for c in range(width)) for r in range(height)]

    def write(self, codes: Sequence[int]) -> str:
        return "/".join(self.rows(codes))

    def draw(self, codes: Sequence[int]) -> str:
        rows = [" " * (self.shifted and r % 2) + " ".join(row) for r, row in enumerate(self.rows(codes))]
        return "\n".join([self.game, *rows]) + "\n"


def where(place: int) -> str:
    """A place in words, counted from 1."""
    return f"row {place // SIDE + 1}, place {place % SIDE + 1}"


# --- tiles in reading order ---


@rule
def number_tiles(laid: Ints, spot: Ints) -> int:
    """Store the place of every tile in `spot`; return the number of tiles."""
    n = 0
    for place in range(PLACES):
        if laid[place]:
            spot[n] = place
            n += 1
    return n


@rule
def hexes_touch(a: int, b: int, width: int) -> bool:
    """Are two places neighbours on a grid of this width whose odd rows are shifted to the right?"""
    row, aside = a // width, b % width - a % width
    if b // width == row:
        return abs(aside) == 1
    if abs(b // width - row) != 1:
        return False
    return aside == 0 or aside == (1 if row % 2 else -1)


@rule
def squares_touch(a: int, b: int, width: int) -> bool:
    return abs(a // width - b // width) + abs(a % width - b % width) == 1


# --- sets of tiles; `near` holds the neighbours of each tile ---


@rule
def around(near: Ints, tiles: int) -> int:
    """These tiles and all their neighbours."""
    found = tiles
    while tiles:
        found |= near[lowest(tiles)]
        tiles &= tiles - 1
    return found


@rule
def reached(near: Ints, start: int, allowed: int) -> int:
    """The tiles reachable from `start` over allowed tiles."""
    found = start & allowed
    fresh = found
    while fresh:
        fresh = around(near, fresh) & allowed & ~found
        found |= fresh
    return found


@rule
def is_connected(near: Ints, tiles: int) -> bool:
    return tiles == 0 or reached(near, tiles & -tiles, tiles) == tiles


@rule
def cut_tiles(near: Ints, tiles: int) -> int:
    """The tiles whose removal would disconnect the others."""
    found, left = 0, tiles
    while left:
        tile = left & -left
        if not is_connected(near, tiles & ~tile):
            found |= tile
        left ^= tile
    return found
