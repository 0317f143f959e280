"""Maps drawn as text, on a square grid or with every second row moved by half a place (hexes).

    war
    o C B o D o
     o D o o o W
    W o o C B o

One character is one place and `.` is a place without a tile. Spaces and what follows a `#` do not
count; rows end at a line's end or at a `/`, so that a map also fits on one line; the game's id may
stand on a line of its own before them. Which characters there are, and which maps can be played,
is the game's own matter: it adds `findings` and `example` to a `MapText` (matchbox.engine.Own).

Rules see a map as codes of 12 x 12 places, and as tiles numbered in reading order; sets of tiles
are bits.
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
    """The texts of one game's maps."""

    game: str  # its id
    noun: str  # what the game calls a map
    field: str  # of the record, u1[PLACES]
    signs: str  # the character of every code; the first is a place without a tile
    shifted: bool  # is every second row moved by half a place?
    limit: str = ""  # the rule that limits rows and places, for errors

    def read(self, text: str) -> list[int]:
        """Codes of all places."""
        if len(text) > LONGEST:
            raise Unreadable(f"a {self.noun} has at most {LONGEST} characters")
        rows = self._rows(text)
        if not rows:
            raise Unreadable(f"there is no row of a {self.noun} in it")
        limit = f"{self.limit}: " if self.limit else ""
        if len(rows) > SIDE:
            raise Unreadable(f"{limit}{len(rows)} rows; there can be at most {SIDE}")
        codes = [0] * PLACES
        for r, row in enumerate(rows):
            if len(row) > SIDE:
                raise Unreadable(f"{limit}row {r + 1} has {len(row)} places; there can be at most {SIDE}")
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
        """The rows, without places and rows on the right and below that have no tile."""
        used = [place for place, code in enumerate(codes) if code]
        height = 1 + max((place // SIDE for place in used), default=0)
        width = 1 + max((place % SIDE for place in used), default=0)
        return ["".join(self.signs[codes[SIDE * r + c]] for c in range(width)) for r in range(height)]

    def write(self, codes: Sequence[int]) -> str:
        return "/".join(self.rows(codes))

    def draw(self, codes: Sequence[int]) -> str:
        moved = [" " * (self.shifted and r % 2) + " ".join(row) for r, row in enumerate(self.rows(codes))]
        return "\n".join([self.game, *moved]) + "\n"


def where(place: int) -> str:
    """A place in words, counted from 1 like the lines of a text."""
    return f"row {place // SIDE + 1}, place {place % SIDE + 1}"


# --- tiles in reading order ---


@rule
def number_tiles(laid: Ints, spot: Ints) -> int:
    """Note the place of every tile; how many there are."""
    n = 0
    for place in range(PLACES):
        if laid[place]:
            spot[n] = place
            n += 1
    return n


@rule
def hexes_touch(a: int, b: int, width: int) -> bool:
    """Are two places of a grid with this many columns neighbours, odd rows being moved to the right?"""
    row, aside = a // width, b % width - a % width
    if b // width == row:
        return abs(aside) == 1
    if abs(b // width - row) != 1:
        return False
    return aside == 0 or aside == (1 if row % 2 else -1)


@rule
def squares_touch(a: int, b: int, width: int) -> bool:
    return abs(a // width - b // width) + abs(a % width - b % width) == 1


# --- sets of tiles; `near` holds the neighbours of each ---


@rule
def around(near: Ints, tiles: int) -> int:
    """All neighbours of these tiles, themselves included."""
    found = tiles
    while tiles:
        found |= near[lowest(tiles)]
        tiles &= tiles - 1
    return found


@rule
def reached(near: Ints, start: int, allowed: int) -> int:
    """The tiles that can be reached from these over allowed ones."""
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
    """The tiles without which the others would not be connected."""
    found, left = 0, tiles
    while left:
        tile = left & -left
        if not is_connected(near, tiles & ~tile):
            found |= tile
        left ^= tile
    return found
