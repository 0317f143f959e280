"""Guesses at the value of a position of Othellino, so that a search tries the best moves first."""

from __future__ import annotations

import numpy as np

from matchbox.boxes.green_box.othellino import BOARD8, NONE, ONE
from matchbox.engine import bits, lowest, popcount, rule, wide
from matchbox.engine.rules import specialise

from .othellino_end import difference
from .othellino_lines import places, turns

EIGHT = bits(8)


def _kinds(size: int) -> list[int]:
    """Sets of squares that are worth about the same: see the names below."""
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
    """The squares and all their neighbours. On the full board rows join at the edges: good enough to order moves."""
    squares |= (squares << ONE) | (squares >> ONE)
    return squares | (squares << EIGHT) | (squares >> EIGHT)


@rule
def anchored(own: int, corners: int, edges: int) -> int:
    """How many pieces along the edges hang together with an own corner: they are never turned again."""
    held = own & corners
    if held == NONE:
        return wide(0)
    for _ in range(5):
        held |= ((held << ONE) | (held >> ONE) | (held << EIGHT) | (held >> EIGHT)) & own & edges
    return popcount(held)


@rule
def estimate(own: int, other: int, area: int) -> int:
    """Very roughly ten times the value; weights after a linear fit to solved positions of 12 to 18 empty squares."""
    kinds = KINDS[1 if area == BOARD8 else 0]
    empty = area & ~(own | other)
    corners = kinds[CORNER]
    edges = corners | kinds[BESIDE] | kinds[MIDDLE]
    lost = around(empty & corners)  # squares that help the other to an empty corner
    diagonal, beside, ring = kinds[DIAGONAL] & lost, kinds[BESIDE] & lost, kinds[RING]
    return (
        9 * (popcount(places(own, other, empty)) - popcount(places(other, own, empty)))
        + 23 * (anchored(own, corners, edges) - anchored(other, corners, edges))
        + 9 * difference(own & corners, other & corners)
        - 25 * difference(own & diagonal, other & diagonal)
        - 18 * difference(own & beside, other & beside)
        - 5 * difference(own & ring, other & ring)
    )


SURE = wide(10_000_000)  # beyond every guess
FINAL = 10_000  # a finished game outweighs every estimate


@rule
def guess_0(own: int, other: int, area: int, alpha: int, beta: int) -> int:
    return estimate(own, other, area)


def guess_less(own: int, other: int, area: int, alpha: int, beta: int) -> int:  # type: ignore[empty-body]
    """In a copy of `guess`: the same one move less deep."""


def guess(own: int, other: int, area: int, alpha: int, beta: int) -> int:
    """The estimate after some more moves of best play."""
    empty = area & ~(own | other)
    best, sign = -SURE, wide(1)
    left = places(own, other, empty)
    if left == NONE:
        left = places(other, own, empty)
        if left == NONE:
            return FINAL * difference(own, other)
        own, other, alpha, beta, sign = other, own, -beta, -alpha, wide(-1)
    while left != NONE:
        square = lowest(left)
        left &= left - ONE
        turned = turns(own, other, square)
        value = -guess_less(other ^ turned, own | turned | (ONE << bits(square)), area, -beta, -alpha)
        best, alpha = max(best, value), max(alpha, value)
        if best >= beta:
            break
    return sign * best


guess_1 = specialise(guess, "1", __file__, guess_less=guess_0)
guess_2 = specialise(guess, "2", __file__, guess_less=guess_1)
guess_3 = specialise(guess, "3", __file__, guess_less=guess_2)
guess_4 = specialise(guess, "4", __file__, guess_less=guess_3)


@rule
def promise(own: int, other: int, area: int, depth: int) -> int:
    """How good the position looks to the player who has just moved: `other`."""
    replies = popcount(places(own, other, area & ~(own | other)))
    if depth == 1:
        value = wide(guess_1(own, other, area, -SURE, SURE))
    elif depth == 2:
        value = wide(guess_2(own, other, area, -SURE, SURE))
    elif depth == 3:
        value = wide(guess_3(own, other, area, -SURE, SURE))
    else:
        value = wide(guess_4(own, other, area, -SURE, SURE))
    return -value - 8 * replies


@rule
def quick_promise(own: int, other: int, area: int, placed: int) -> int:
    """The same near the end, where few replies count most; `placed` is the move's square."""
    corners = KINDS[1 if area == BOARD8 else 0, CORNER]
    empty = area & ~(own | other)
    replies = places(own, other, empty)
    value = -16 * popcount(replies) - 24 * popcount(replies & corners) - 4 * popcount(around(other) & empty)
    return value + 24 if placed & corners != NONE else value
