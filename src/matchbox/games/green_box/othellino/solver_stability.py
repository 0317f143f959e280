"""Stable pieces: no later move can flip them. They bound the value of a position."""

from __future__ import annotations

import numpy as np

from matchbox.engine import bits, lowest, popcount, rule

from .rules import BOARD6, BOARD8, NONE, ONE
from .solver_bitboard import SHIFTS, rays

LINES = np.array(rays(1), np.uint64) | np.array(rays(-1), np.uint64)  # [square, line]: the others on the same line
S0, S1, S2, S3 = map(bits, SHIFTS)


def _borders(area: int) -> list[int]:
    """For each line, the squares that lack a neighbour on one side: nothing can enclose a piece there."""
    squares = [q for q in range(64) if area >> q & 1]
    beyond = [(up, down) for up, down in zip(rays(1), rays(-1), strict=True)]
    return [
        sum(1 << q for q in squares if not (beyond[q][0][line] & area and beyond[q][1][line] & area))
        for line in range(4)
    ]


BORDERS = np.array([_borders(int(BOARD6)), _borders(int(BOARD8))], np.uint64)


@rule(counted=False)
def stable(own: int, other: int, area: int) -> int:
    """Pieces of `own` that are stable, though not all of them.

    On each line, a piece has to be safe: the line is full, the board ends beside it, or a stable piece is beside it.
    """
    board = 1 if area == BOARD8 else 0
    b0, b1, b2, b3 = BORDERS[board, 0], BORDERS[board, 1], BORDERS[board, 2], BORDERS[board, 3]
    open0, open1, open2, open3 = NONE, NONE, NONE, NONE  # squares of lines with an empty square
    empty = area & ~(own | other)
    while empty != NONE:
        square = lowest(empty)
        empty &= empty - ONE
        open0 |= LINES[square, 0]
        open1 |= LINES[square, 1]
        open2 |= LINES[square, 2]
        open3 |= LINES[square, 3]
    safe0, safe1, safe2, safe3 = b0 | ~open0, b1 | ~open1, b2 | ~open2, b3 | ~open3
    found = own & safe0 & safe1 & safe2 & safe3
    while True:
        more = own & (safe0 | (found << S0) | (found >> S0)) & (safe1 | (found << S1) | (found >> S1))
        more &= (safe2 | (found << S2) | (found >> S2)) & (safe3 | (found << S3) | (found >> S3))
        if more == found:
            return found
        found = more


@rule(counted=False)
def most(own: int, other: int, area: int) -> int:
    """An upper bound of the value for `own`: the opponent keeps its stable pieces."""
    return popcount(area) - 2 * popcount(stable(other, own, area))
