"""The last six plies of the endgame solver: a function per number of empty squares avoids recursion.

Moves are ordered by parity alone.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from matchbox.engine import Ints, bits, lowest, popcount, rule, wide
from matchbox.engine.compiled import specialise

from .rules import NONE, ONE
from .solver_bitboard import flips

WORST = wide(-99)  # below every value


def _quarters() -> Any:
    """The quarter of the board that contains each square (3 x 3 squares of it on the small board)."""
    return np.array([0x0F0F0F0F << (4 * (q % 8 > 3) + 32 * (q > 31)) for q in range(64)], np.uint64)


QUARTER_OF = _quarters()
Q0, Q1, Q2, Q3 = (bits(0x0F0F0F0F << shift) for shift in (0, 4, 32, 36))


@rule
def difference(own: int, other: int) -> int:
    return popcount(own) - popcount(other)


@rule
def odd_quarters(empty: int) -> int:
    """The quarters with an odd number of empty squares. The first to move there tends to move there last."""
    odd = NONE
    if popcount(empty & Q0) & 1:
        odd |= Q0
    if popcount(empty & Q1) & 1:
        odd |= Q1
    if popcount(empty & Q2) & 1:
        odd |= Q2
    if popcount(empty & Q3) & 1:
        odd |= Q3
    return odd


@rule
def solve_1(own: int, other: int, square: int) -> int:
    """The exact value with one empty square."""
    flipped = popcount(flips(own, other, square))
    if flipped > 0:
        return difference(own, other) + 2 * flipped + 1
    flipped = popcount(flips(other, own, square))
    if flipped > 0:
        return difference(own, other) - 2 * flipped - 1
    return difference(own, other)


@rule(counted=False)
def solve_2(own: int, other: int, empty: int, odd: int, beta: int, nodes: Ints) -> int:
    """A bound of the value with two empty squares; the same arguments as `solve_n`."""
    a, b = lowest(empty), lowest(empty & (empty - ONE))
    best, sign = WORST, wide(1)
    for _ in range(2):
        nodes[0] += 1
        flipped = flips(own, other, a)
        if flipped != NONE:
            nodes[0] += 1
            best = -solve_1(other ^ flipped, own | flipped | (ONE << bits(a)), b)
            if best >= beta:
                return sign * best
        flipped = flips(own, other, b)
        if flipped != NONE:
            nodes[0] += 1
            best = max(best, -solve_1(other ^ flipped, own | flipped | (ONE << bits(b)), a))
        if best != WORST:
            return sign * best
        own, other, beta, sign = other, own, 1 - beta, -sign  # a pass
    return difference(own, other)


def solve_fewer(own: int, other: int, empty: int, odd: int, beta: int, nodes: Ints) -> int:  # type: ignore[empty-body]
    """Placeholder in `solve_n` for the function with one empty square fewer."""


def solve_n(own: int, other: int, empty: int, odd: int, beta: int, nodes: Ints) -> int:
    """A null-window search with odd quarters first; fail-soft bounds as in `null_window`."""
    best, sign = WORST, wide(1)
    for _ in range(2):
        nodes[0] += 1
        for part in range(2):
            left = empty & (odd if part == 0 else ~odd)
            while left != NONE:
                square = lowest(left)
                left &= left - ONE
                flipped = flips(own, other, square)
                if flipped == NONE:
                    continue
                bit = ONE << bits(square)
                rest = odd ^ QUARTER_OF[square]
                value = -solve_fewer(other ^ flipped, own | flipped | bit, empty ^ bit, rest, 1 - beta, nodes)
                if value > best:
                    best = value
                    if value >= beta:
                        return sign * best
        if best != WORST:
            return sign * best
        own, other, beta, sign = other, own, 1 - beta, -sign  # a pass
    return difference(own, other)


solve_3 = specialise(solve_n, "3", (__file__,), counted=False, solve_fewer=solve_2)
solve_4 = specialise(solve_n, "4", (__file__,), counted=False, solve_fewer=solve_3)
solve_5 = specialise(solve_n, "5", (__file__,), counted=False, solve_fewer=solve_4)
solve_6 = specialise(solve_n, "6", (__file__,), counted=False, solve_fewer=solve_5)


@rule(counted=False)
def solve_endgame(own: int, other: int, empty: int, beta: int, nodes: Ints) -> int:
    odd = odd_quarters(empty)
    count = popcount(empty)
    if count == 6:
        return wide(solve_6(own, other, empty, odd, beta, nodes))
    if count == 5:
        return wide(solve_5(own, other, empty, odd, beta, nodes))
    if count == 4:
        return wide(solve_4(own, other, empty, odd, beta, nodes))
    if count == 3:
        return wide(solve_3(own, other, empty, odd, beta, nodes))
    if count == 2:
        return solve_2(own, other, empty, odd, beta, nodes)
    nodes[0] += 1
    return solve_1(own, other, lowest(empty)) if count == 1 else difference(own, other)
