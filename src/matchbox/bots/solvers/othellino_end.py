"""The last six plies of Othellino: one function for each number of empty squares, so that nothing calls itself.

Values are differences of pieces at the end, own minus other; empty squares count for nobody, as in the
rules. Squares are tried in the order of parity alone.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from matchbox.boxes.green_box.othellino import NONE, ONE
from matchbox.engine import Ints, bits, lowest, popcount, rule, wide
from matchbox.engine.rules import specialise

from .othellino_lines import turns

WORST = wide(-99)  # below every value


def _quarters() -> Any:
    """For each square the quarter of the board it lies in (on the small board 3 x 3 of it)."""
    return np.array([0x0F0F0F0F << (4 * (q % 8 > 3) + 32 * (q > 31)) for q in range(64)], np.uint64)


QUARTER_OF = _quarters()
Q0, Q1, Q2, Q3 = (bits(0x0F0F0F0F << shift) for shift in (0, 4, 32, 36))


@rule
def difference(own: int, other: int) -> int:
    return popcount(own) - popcount(other)


@rule
def odd_quarters(empty: int) -> int:
    """The quarters with an odd number of empty squares: who moves there first tends to move there last."""
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
def one(own: int, other: int, square: int) -> int:
    """The value with one empty square left."""
    turned = popcount(turns(own, other, square))
    if turned > 0:
        return difference(own, other) + 2 * turned + 1
    turned = popcount(turns(other, own, square))
    if turned > 0:
        return difference(own, other) - 2 * turned - 1
    return difference(own, other)


@rule
def two(own: int, other: int, empty: int, odd: int, beta: int, nodes: Ints) -> int:
    """Two empty squares; the arguments of `few`."""
    a, b = lowest(empty), lowest(empty & (empty - ONE))
    best, sign = WORST, wide(1)
    for _ in range(2):
        nodes[0] += 1
        turned = turns(own, other, a)
        if turned != NONE:
            nodes[0] += 1
            best = -one(other ^ turned, own | turned | (ONE << bits(a)), b)
            if best >= beta:
                return sign * best
        turned = turns(own, other, b)
        if turned != NONE:
            nodes[0] += 1
            best = max(best, -one(other ^ turned, own | turned | (ONE << bits(b)), a))
        if best != WORST:
            return sign * best
        own, other, beta, sign = other, own, 1 - beta, -sign  # a pass
    return difference(own, other)


def fewer(own: int, other: int, empty: int, odd: int, beta: int, nodes: Ints) -> int:  # type: ignore[empty-body]
    """In a copy of `few`: the same with one empty square less."""


def few(own: int, other: int, empty: int, odd: int, beta: int, nodes: Ints) -> int:
    """A bound of the value: at least `beta` from below, or less than `beta` from above. Odd quarters first."""
    best, sign = WORST, wide(1)
    for _ in range(2):
        nodes[0] += 1
        for part in range(2):
            left = empty & (odd if part == 0 else ~odd)
            while left != NONE:
                square = lowest(left)
                left &= left - ONE
                turned = turns(own, other, square)
                if turned == NONE:
                    continue
                bit = ONE << bits(square)
                rest = odd ^ QUARTER_OF[square]
                value = -fewer(other ^ turned, own | turned | bit, empty ^ bit, rest, 1 - beta, nodes)
                if value > best:
                    best = value
                    if value >= beta:
                        return sign * best
        if best != WORST:
            return sign * best
        own, other, beta, sign = other, own, 1 - beta, -sign  # a pass
    return difference(own, other)


three = specialise(few, "3", __file__, fewer=two)
four = specialise(few, "4", __file__, fewer=three)
five = specialise(few, "5", __file__, fewer=four)
six = specialise(few, "6", __file__, fewer=five)


@rule
def at_most_six(own: int, other: int, empty: int, beta: int, nodes: Ints) -> int:
    odd = odd_quarters(empty)
    count = popcount(empty)
    if count == 6:
        return wide(six(own, other, empty, odd, beta, nodes))
    if count == 5:
        return wide(five(own, other, empty, odd, beta, nodes))
    if count == 4:
        return wide(four(own, other, empty, odd, beta, nodes))
    if count == 3:
        return wide(three(own, other, empty, odd, beta, nodes))
    if count == 2:
        return two(own, other, empty, odd, beta, nodes)
    nodes[0] += 1
    return one(own, other, lowest(empty)) if count == 1 else difference(own, other)
