"""The patterns of the evaluation: lines and corners of the board, each read as a number in base three.

A pattern is a list of squares and its images under the eight symmetries of the board. Images share their weights, and
so do a pattern and its mirror image; the same pattern with the colours exchanged has the opposite weight. `LANES` is
the number of images, filled up to a round number: one vector holds the numbers of them all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

LANES = 48
Square = tuple[int, int]
Shape = tuple[Square, ...]


def shapes(size: int) -> list[Shape]:
    """One image of every pattern."""
    last = size - 1
    rows = [tuple((row, column) for column in range(size)) for row in range(size // 2)]
    edge = (*rows[0], (1, 1), (1, last - 1))
    diagonals = [tuple((k, length - 1 - k) for k in range(length)) for length in range(4, size + 1)]
    corner = tuple((row, column) for row in range(3) for column in range(3))
    strip = tuple((row, column) for row in range(2) for column in range(4))
    return [edge, *rows[1:], *diagonals, corner, strip]


def symmetries(size: int) -> Iterator[Callable[[Square], Square]]:
    """The eight rotations and reflections of the board."""
    last = size - 1
    for turns in range(8):

        def moved(square: Square, turns: int = turns) -> Square:
            row, column = square if turns < 4 else square[::-1]
            return (last - row if turns & 1 else row), (last - column if turns & 2 else column)

        yield moved


def images(shape: Shape, size: int) -> list[Shape]:
    """The different images of a pattern, each with its squares in the pattern's order."""
    found: dict[frozenset[Square], Shape] = {}
    for moved in symmetries(size):
        image = tuple(map(moved, shape))
        found.setdefault(frozenset(image), image)
    return list(found.values())


class Patterns(NamedTuple):
    """How to read the patterns of a board of one size."""

    parts: npt.NDArray[np.uint16]  # [row, pieces of a colour in it, lane]: to be added up; twice for the opponent
    base: npt.NDArray[np.int64]  # [lane]: where the weights of its pattern begin
    shared: npt.NDArray[np.int32]  # [weight]: which free weight it is, from 1; negative: its opposite; 0: always 0
    free: int  # the number of free weights


@cache
def patterns_of(size: int) -> Patterns:
    parts, base = np.zeros((8, 256, LANES), np.uint16), np.zeros(LANES, np.int64)
    shared: list[npt.NDArray[np.int32]] = [np.zeros(1, np.int32)]  # the weight of unused lanes
    start, free, lane, edge = 1, 0, 0, (8 - size) // 2
    sets = np.arange(256)
    for shape in shapes(size):
        for image in images(shape, size):
            for place, (row, column) in enumerate(image):
                parts[row + edge, :, lane] += (sets >> (column + edge) & 1).astype(np.uint16) * 3**place
            base[lane] = start
            lane += 1
        codes, count = _shared_weights(shape, size)
        shared.append(np.where(codes == 0, 0, codes + np.sign(codes) * free).astype(np.int32))
        start, free = start + len(codes), free + count
    assert lane <= LANES
    return Patterns(parts, base, np.concatenate(shared), free)


def _shared_weights(shape: Shape, size: int) -> tuple[npt.NDArray[Any], int]:
    """For each number of a pattern its free weight, as in `Patterns.shared`, and how many free weights there are."""
    count = 3 ** len(shape)
    digits = np.arange(count)[:, None] // 3 ** np.arange(len(shape)) % 3
    exchanged = np.array([0, 2, 1])[digits]
    least, opposite = np.full(count, count), np.full(count, count)
    for moved in symmetries(size):
        image = tuple(map(moved, shape))
        if set(image) == set(shape):
            powers = 3 ** np.array([image.index(square) for square in shape])
            least, opposite = np.minimum(least, digits @ powers), np.minimum(opposite, exchanged @ powers)
    same = np.unique(np.where(least < opposite, least, -1))[1:]
    number = np.searchsorted(same, np.minimum(least, opposite)) + 1
    return np.where(least == opposite, 0, np.where(least < opposite, number, -number)), len(same)
