"""The opening book of perfect play on the 6 x 6 board: positions above the solver's reach, a best move and its value.

It has every position that can arise when one side follows it. `benchmarks/othellino_book.py` makes it. The eight
symmetries of the board share an entry.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from matchbox.engine import States

from .patterns import symmetries

FILE = Path(__file__).with_name("book.npz")
SIZE = 6
Position = tuple[int, int]
"""The pieces of the player on turn and of the opponent; square 0 is the first bit."""


class Known(NamedTuple):
    """A best action, and the difference of pieces that it leads to."""

    action: int
    value: int


@cache
def _moved() -> list[list[int]]:
    """For each symmetry, where it takes each square."""
    squares = [(row, column) for row in range(SIZE) for column in range(SIZE)]
    return [[SIZE * row + column for row, column in map(moved, squares)] for moved in symmetries(SIZE)]


def _image(pieces: int, moved: list[int]) -> int:
    return sum(1 << moved[square] for square in range(SIZE * SIZE) if pieces >> square & 1)


def position_of(view: States) -> Position:
    """The position of the seat on turn."""
    seat = 0 if view["acting"][0] & 1 else 1
    rows = [np.frombuffer(view["pieces"][0, who].tobytes(), np.uint8)[1:7] for who in (seat, 1 - seat)]
    own, other = (sum((int(row) >> 1 & 63) << SIZE * i for i, row in enumerate(pieces)) for pieces in rows)
    return own, other


def canonical(position: Position) -> tuple[Position, list[int]]:
    """The image of a position that stands for all eight, and where the symmetry takes each square."""
    return min(((_image(position[0], moved), _image(position[1], moved)), moved) for moved in _moved())


@cache
def entries() -> dict[Position, Known]:
    """The whole book, by the canonical positions."""
    if not FILE.exists():
        return {}
    with np.load(FILE) as file:
        columns = (file[name].tolist() for name in ("own", "other", "action", "value"))
        return {(own, other): Known(action, value) for own, other, action, value in zip(*columns, strict=True)}


def known(view: States) -> Known | None:
    """What the book says about a position of the small board."""
    position, moved = canonical(position_of(view))
    found = entries().get(position)
    return found and Known(moved.index(found.action), found.value)


def save(book: dict[Position, Known], out: Path = FILE) -> None:
    rows = sorted((*position, *found) for position, found in book.items())
    columns: Any = np.array(rows, np.int64).reshape(-1, 4).T
    np.savez_compressed(
        out, own=columns[0], other=columns[1], action=columns[2].astype(np.int8), value=columns[3].astype(np.int8)
    )
