"""Boards and tracks that several games lay out: what is next to what, how far, and where it lies on the table.

Spaces are numbered; a direction or a way that leads off the board leads to the number `off`, from
where every direction leads there again. So rules need no test for the edge: one wall does.
"""

from __future__ import annotations

from collections.abc import Sequence

Place = tuple[int, int]  # row from the top, and place in it from the left

SQUARE_DIRECTIONS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
SQUARE_STEPS = ((-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1))
TRIANGLE_DIRECTIONS = ("E", "W", "NW", "NE", "SW", "SE")
TRIANGLE_STEPS = ((0, 1), (0, -1), (-1, -1), (-1, 0), (1, 0), (1, 1))


def square(side: int) -> list[Place]:
    """The spaces of a square board, row by row."""
    return [(row, column) for row in range(side) for column in range(side)]


def triangle(rows: int) -> list[Place]:
    """The spaces of a triangle with 1, 2, 3, ... in a row; each row lies half a space aside."""
    return [(row, place) for row in range(rows) for place in range(row + 1)]


def names(spaces: Sequence[Place]) -> list[str]:
    """A letter for the place in the row, and the number of the row from the top: a1, b1, ..."""
    return [f"{chr(ord('a') + place)}{row + 1}" for row, place in spaces]


def neighbours(spaces: Sequence[Place], steps: Sequence[Place], off: int, directions: int = 8) -> list[list[int]]:
    """The next space from each of 0..off in each direction; unused numbers and directions lead off."""
    number = {space: i for i, space in enumerate(spaces)}
    table = [[off] * directions for _ in range(off + 1)]
    for i, (row, place) in enumerate(spaces):
        for d, (down, right) in enumerate(steps):
            table[i][d] = number.get((row + down, place + right), off)
    return table


def distances(ways: Sequence[Sequence[int]], start: int, off: int) -> list[int]:
    """Steps from `start` to every space of an empty board; 0 where no way leads."""
    found = {start: 0}
    rim = [start]
    while rim:
        rim = [there for here in rim for there in ways[here] if there != off and there not in found]
        steps = 1 + max(found.values())
        found |= dict.fromkeys(rim, steps)
        rim = list(dict.fromkeys(rim))
    return [found.get(space, 0) for space in range(off + 1)]


def ring(side: int) -> list[Place]:
    """A square ring with `side` spaces along each edge, clockwise from the upper left corner."""
    last = side - 1
    top = [(0, i) for i in range(last)]
    right = [(i, last) for i in range(last)]
    return top + right + [(last - row, last - column) for row, column in top + right]


def serpentine(length: int, width: int) -> list[Place]:
    """A track that runs to and fro in rows, from the upper left."""
    rows = [divmod(i, width) for i in range(length)]
    return [(row, place if row % 2 == 0 else width - 1 - place) for row, place in rows]
