"""Move ordering of the endgame solver: a heuristic evaluation and shallow searches with it."""

from __future__ import annotations

import numpy as np

from matchbox.engine import bits, lowest, popcount, rule, wide
from matchbox.engine.compiled import specialise

from .rules import BOARD8, NONE, ONE
from .solver_bitboard import flips, legal_squares
from .solver_endgame import difference

EIGHT = bits(8)


def _kinds(size: int) -> list[int]:
    """Sets of squares with similar values, in the order of the names below."""
    kinds = [0] * 6
    edge = (8 - size) // 2
    for row in range(size):
        for column in range(size):
            near, far = sorted((min(row, size - 1 - row), min(column, size - 1 - column)))
            kind = min(far, 2) if near == 0 else 2 + min(far, 2) if near == 1 else 5
            kinds[kind] |= 1 << (8 * (row + edge) + column + edge)
    return kinds


CORNER, BESIDE, MIDDLE, DIAGONAL, RING, INSIDE = range(6)  # BESIDE and MIDDLE: edge; DIAGONAL and RING: second row
KINDS = np.array([_kinds(6), _kinds(8)], np.uint64)


@rule
def around(squares: int) -> int:
    """The squares and all their neighbours. Rows of the full board wrap around: good enough to order moves."""
    squares |= (squares << ONE) | (squares >> ONE)
    return squares | (squares << EIGHT) | (squares >> EIGHT)


@rule
def stable_edge(own: int, corners: int, edges: int) -> int:
    """The number of edge pieces connected to a corner of `own`: they are stable (never flip again)."""
    stable = own & corners
    if stable == NONE:
        return wide(0)
    for _ in range(5):
        stable |= ((stable << ONE) | (stable >> ONE) | (stable << EIGHT) | (stable >> EIGHT)) & own & edges
    return popcount(stable)


@rule
def estimate(own: int, other: int, area: int) -> int:
    """Very roughly ten times the value; weights from a linear fit to solved positions with 12 to 18 empty squares."""
    kinds = KINDS[1 if area == BOARD8 else 0]
    empty = area & ~(own | other)
    corners = kinds[CORNER]
    edges = corners | kinds[BESIDE] | kinds[MIDDLE]
    risky = around(empty & corners)  # squares that help the opponent to an empty corner
    diagonal, beside, ring = kinds[DIAGONAL] & risky, kinds[BESIDE] & risky, kinds[RING]
    return (
        9 * (popcount(legal_squares(own, other, empty)) - popcount(legal_squares(other, own, empty)))
        + 23 * (stable_edge(own, corners, edges) - stable_edge(other, corners, edges))
        + 9 * difference(own & corners, other & corners)
        - 25 * difference(own & diagonal, other & diagonal)
        - 18 * difference(own & beside, other & beside)
        - 5 * difference(own & ring, other & ring)
    )


INFINITY = wide(10_000_000)  # beyond every score
FINAL = 10_000  # a finished game outweighs every estimate


@rule
def shallow_0(own: int, other: int, area: int, alpha: int, beta: int) -> int:
    return estimate(own, other, area)


def shallower(own: int, other: int, area: int, alpha: int, beta: int) -> int:  # type: ignore[empty-body]
    """Placeholder in `shallow` for the same search one ply less deep."""


def shallow(own: int, other: int, area: int, alpha: int, beta: int) -> int:
    """Alpha-beta search a few plies deep with `estimate` at the leaves."""
    empty = area & ~(own | other)
    best, sign = -INFINITY, wide(1)
    left = legal_squares(own, other, empty)
    if left == NONE:
        left = legal_squares(other, own, empty)
        if left == NONE:
            return FINAL * difference(own, other)
        own, other, alpha, beta, sign = other, own, -beta, -alpha, wide(-1)
    while left != NONE:
        square = lowest(left)
        left &= left - ONE
        flipped = flips(own, other, square)
        value = -shallower(other ^ flipped, own | flipped | (ONE << bits(square)), area, -beta, -alpha)
        best, alpha = max(best, value), max(alpha, value)
        if best >= beta:
            break
    return sign * best


shallow_1 = specialise(shallow, "1", (__file__,), shallower=shallow_0)
shallow_2 = specialise(shallow, "2", (__file__,), shallower=shallow_1)
shallow_3 = specialise(shallow, "3", (__file__,), shallower=shallow_2)
shallow_4 = specialise(shallow, "4", (__file__,), shallower=shallow_3)


@rule
def move_score(own: int, other: int, area: int, depth: int) -> int:
    """The ordering score of the move that led here, for the player who made it (`other`)."""
    replies = popcount(legal_squares(own, other, area & ~(own | other)))
    if depth == 1:
        value = wide(shallow_1(own, other, area, -INFINITY, INFINITY))
    elif depth == 2:
        value = wide(shallow_2(own, other, area, -INFINITY, INFINITY))
    elif depth == 3:
        value = wide(shallow_3(own, other, area, -INFINITY, INFINITY))
    else:
        value = wide(shallow_4(own, other, area, -INFINITY, INFINITY))
    return -value - 8 * replies


@rule
def fast_move_score(own: int, other: int, area: int, placed: int) -> int:
    """A cheaper score near the end, where the opponent's mobility counts most; `placed` is the move's square."""
    corners = KINDS[1 if area == BOARD8 else 0, CORNER]
    empty = area & ~(own | other)
    replies = legal_squares(own, other, empty)
    value = -16 * popcount(replies) - 24 * popcount(replies & corners) - 4 * popcount(around(other) & empty)
    return value + 24 if placed & corners != NONE else value
