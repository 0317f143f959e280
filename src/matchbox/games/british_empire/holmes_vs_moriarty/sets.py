"""Sets of chips in Holmes vs Moriarty: the bags to announce, and the totals of a set."""

from __future__ import annotations

from itertools import combinations_with_replacement, product

import numpy as np

from matchbox.engine import Ints, rule, wide

from ..components import BLUE, GREEN, RED, YELLOW

LETTERS = "BRGY"
BAGS = [
    "".join(bag)
    for size in (1, 2, 3)
    for bag in combinations_with_replacement(LETTERS, size)
    if bag.count("G") <= 2 and bag.count("Y") <= 1
]
BAG_OF = np.array([[0] * 4, *([bag.count(c) for c in LETTERS] for bag in BAGS)], np.int64)  # R13; from index 1
FIRST_BAG = np.array([0, 1, 5, 14, 29], np.int64)  # index of the first bag of each size

HIGHEST = 6  # target


def _exact_sets() -> list[list[tuple[int, ...]]]:
    """The sets (blue, red, green, yellow) that total each target, in the order of their ids (R4)."""
    sets: list[list[tuple[int, ...]]] = [[] for _ in range(HIGHEST + 1)]
    for b, r, g, y in product(range(7), range(7), range(3), range(2)):
        plain = b + 2 * r + 3 * g
        for target in range(1, HIGHEST + 1):
            values = [value for value, n in ((1, b), (2, r), (3, g)) if n] if y else [0]
            if target in [plain + value for value in values]:
                sets[target].append((b, r, g, y))
    return sets


EXACTS = np.array([len(sets) for sets in _exact_sets()], np.int64)
EXACT = np.array([[*sets, *[(0,) * 4] * (max(EXACTS) - len(sets))] for sets in _exact_sets()], np.int64)


@rule
def is_exact(target: int, b: int, r: int, g: int, y: int) -> bool:
    """Can this set total the target? Yellow has the value of a chip placed with it (R4)."""
    short = target - b - 2 * r - 3 * g
    if y == 0:
        return short == 0
    return (short == 1 and b > 0) or (short == 2 and r > 0) or (short == 3 and g > 0)


@rule
def same_look(target: int, one: Ints, other: Ints) -> bool:
    """Are two exact sets equal if yellow counts as the chip that it imitates?"""
    for colour in range(3):
        if looks_like(target, one, colour) != looks_like(target, other, colour):
            return False
    return True


@rule
def looks_like(target: int, chips: Ints, colour: int) -> int:
    """The chips of a colour in an exact set, and yellow if it has the value of that colour."""
    if chips[YELLOW] == 0:
        return wide(chips[colour])
    value = target - wide(chips[BLUE]) - 2 * wide(chips[RED]) - 3 * wide(chips[GREEN])
    return wide(chips[colour]) + (1 if value == colour + 1 else 0)


@rule
def most(b: int, r: int, g: int, y: int) -> int:
    """The highest total of a set; yellow alone is worth nothing (R3)."""
    borrowed = 3 if g > 0 else 2 if r > 0 else 1 if b > 0 else 0
    return b + 2 * r + 3 * g + y * borrowed


@rule
def can_be_exact(target: int, b: int, r: int, g: int, y: int) -> bool:
    """Does a hand contain a set that totals the target?"""
    for k in range(EXACTS[target]):
        if fits(EXACT[target, k], b, r, g, y):
            return True
    return False


@rule
def fits(chips: Ints, b: int, r: int, g: int, y: int) -> bool:
    """Does a hand contain these chips?"""
    return chips[BLUE] <= b and chips[RED] <= r and chips[GREEN] <= g and chips[YELLOW] <= y
