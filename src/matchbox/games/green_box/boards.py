"""Boards and tracks that several games share: neighbours, distances and table positions.

Spaces are numbered. Every direction that leaves the board leads to the number `off`, and all directions
from `off` lead back to it. Rules therefore need no edge test: one wall at `off` is enough.
"""

from __future__ import annotations

from collections.abc import Sequence

Place = tuple[int, int]  # row from the top, position in the row from the left

SQUARE_DIRECTIONS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
SQUARE_STEPS = ((-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1))
TRIANGLE_DIRECTIONS = ("E", "W", "NW", "NE", "SW", "SE")
TRIANGLE_STEPS = ((0, 1), (0, -1), (-1, -1), (-1, 0), (1, 0), (1, 1))


def square(side: int) -> list[Place]:
    """The spaces of a square board, row by row."""
    return [(row, column) for row in range(side) for column in range(side)]


def triangle(rows: int) -> list[Place]:
    """The spaces of a triangle with rows of 1, 2, 3, ... spaces; each row is shifted by half a space."""
    return [(row, place) for row in range(rows) for place in range(row + 1)]


def names(spaces: Sequence[Place]) -> list[str]:
    """Column letter and row number, counted from the top left: a1, b1, ..."""
    return [f"{chr(ord('a') + place)}{row + 1}" for row, place in spaces]


def neighbours(spaces: Sequence[Place], steps: Sequence[Place], off: int, directions: int = 8) -> list[list[int]]:
    """The next space from each of 0..off in each direction; unused numbers and directions lead to `off`."""
    number = {space: i for i, space in enumerate(spaces)}
    table = [[off] * directions for _ in range(off + 1)]
    for i, (row, place) in enumerate(spaces):
        for d, (down, right) in enumerate(steps):
            table[i][d] = number.get((row + down, place + right), off)
    return table


def distances(ways: Sequence[Sequence[int]], start: int, off: int) -> list[int]:
    """Steps from `start` to every space of an empty board; 0 for unreachable spaces."""
    found = {start: 0}
    frontier = [start]
    while frontier:
        frontier = [there for here in frontier for there in ways[here] if there != off and there not in found]
        steps = 1 + max(found.values())
        found |= dict.fromkeys(frontier, steps)
        frontier = list(dict.fromkeys(frontier))
    return [found.get(space, 0) for space in range(off + 1)]


def ring(side: int) -> list[Place]:
    """A square ring with `side` spaces along each edge, clockwise from the upper left corner."""
    last = side - 1
    top = [(0, i) for i in range(last)]
    right = [(i, last) for i in range(last)]
    return top + right + [(last - row, last - column) for row, column in top + right]


def serpentine(length: int, width: int) -> list[Place]:
    """A track that runs back and forth in rows, from the upper left."""
    rows = [divmod(i, width) for i in range(length)]
    return [(row, place if row % 2 == 0 else width - 1 - place) for row, place in rows]
