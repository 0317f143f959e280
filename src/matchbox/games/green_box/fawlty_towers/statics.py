"""Fawlty Towers: exact statics of a stack of equal cubes, and the tremor of a hand.

Lengths are whole thousandths of a cube's side. Cubes stay parallel to the axes, so the axes are
independent. Cube 1 is at the bottom; contact i is between cubes i and i + 1. A tower stands if, at
every contact, the centre of mass of all cubes above is over the face where both cubes touch.
"""

from __future__ import annotations

from functools import cache

import numpy as np
import numpy.typing as npt

from matchbox.engine import Base, Ints, below, rule, wide

SIDE, HALF = 1000, 500
THROWS, FARTHEST = 4, 1000  # random numbers in the sum of a tremor, each from -FARTHEST to FARTHEST
SPREAD = 1155  # standard deviation of that sum


@rule
def broken_contact(x: Ints, height: int) -> int:
    """The highest contact at which a tower tips over along this axis, or 0 if it stands (R17)."""
    above = wide(0)
    for contact in range(height - 1, 0, -1):
        lower, upper = wide(x[contact - 1]), wide(x[contact])
        above += upper
        cubes = height - contact
        if above < cubes * (max(lower, upper) - HALF) or above > cubes * (min(lower, upper) + HALF):
            return contact
    return 0


@rule
def strength(height: int) -> int:
    """The standard deviation of the tremor when a cube raises a tower to this height."""
    return 115 + 13 * height


@rule
def tremor_of(total: int, height: int) -> int:
    """The deviation for a sum of random numbers, rounded towards zero."""
    size = abs(total) * strength(height) // SPREAD
    return size if total >= 0 else -size


@rule
def tremor(s: Base, height: int) -> int:
    """A random deviation along one axis."""
    total = wide(0)
    for _ in range(THROWS):
        total += below(s, 2 * FARTHEST + 1) - FARTHEST
    return tremor_of(total, height)


# --- for display: how close a tower is to falling ---


def weakest_contact(x: npt.ArrayLike, height: int) -> tuple[int, int]:
    """The contact with the smallest margin along an axis, and that margin; (0, HALF) for a single cube."""
    places = np.asarray(x, np.int64)
    found = (0, HALF)
    for contact in range(1, height):
        lower, upper = places[contact - 1], places[contact]
        middle = places[contact:height].sum() / (height - contact)
        margin = min(middle - max(lower, upper), min(lower, upper) - middle) + HALF
        if contact == 1 or margin < found[1]:
            found = (contact, int(np.floor(margin)))
    return found


def safe_window(x: npt.ArrayLike, height: int) -> tuple[int, int]:
    """The range along an axis where the centre of another cube is safe; empty if low exceeds high."""
    places = np.asarray(x, np.int64)
    low, high = int(places[height - 1]) - HALF, int(places[height - 1]) + HALF
    for contact in range(1, height):
        lower, upper = int(places[contact - 1]), int(places[contact])
        cubes, above = height + 1 - contact, int(places[contact:height].sum())
        low = max(low, cubes * (max(lower, upper) - HALF) - above)
        high = min(high, cubes * (min(lower, upper) + HALF) - above)
    return low, high


@cache
def _sums() -> tuple[npt.NDArray[np.int64], npt.NDArray[np.float64]]:
    """Every possible sum of random numbers, with its cumulative probability."""
    one = np.ones(2 * FARTHEST + 1)
    ways = one
    for _ in range(THROWS - 1):
        ways = np.convolve(ways, one)
    return np.arange(len(ways)) - THROWS * FARTHEST, np.cumsum(ways) / ways.sum()


@cache
def _deviations(height: int) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.float64]]:
    sums, chances = _sums()
    sizes = np.abs(sums) * (115 + 13 * height) // SPREAD
    return np.where(sums >= 0, sizes, -sizes), chances


def chance_to_stand(x: npt.ArrayLike, height: int, aim: int) -> float:
    """The probability that another cube, aimed at this offset from the top cube, lands in the axis's safe range."""
    low, high = safe_window(x, height)
    start = int(np.asarray(x)[height - 1]) + aim
    deviations, chances = _deviations(height + 1)
    last, before = (int(np.searchsorted(deviations, edge - start, "right")) - 1 for edge in (high, low - 1))
    most, least = (float(chances[i]) if i >= 0 else 0.0 for i in (last, before))
    return max(0.0, most - least)
