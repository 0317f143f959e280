"""95 % intervals of shares and means."""

from __future__ import annotations

import math
from statistics import NormalDist

Z = 1.959964
Interval = tuple[float, float]


def wilson(share: float, games: int) -> Interval:
    """The interval of a share (Wilson). It is also safe for a mean of values from 0 to 1, such as split wins."""
    if games == 0:
        return 0.0, 1.0
    z = Z
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    reach = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games)) / (1 + z * z / games)
    return middle - reach if share > 0 else 0.0, middle + reach if share < 1 else 1.0


def widened(value: float, interval: Interval, count: int) -> Interval:
    """The interval of a figure that is picked as the extreme one of several (Bonferroni)."""
    factor = NormalDist().inv_cdf(1 - 0.025 / max(count, 1)) / Z
    return value - factor * (value - interval[0]), value + factor * (interval[1] - value)


def student(freedom: int) -> float:
    """Standard errors on either side of a mean (Student's t; from 3 degrees of freedom by its expansion, to 1 %)."""
    if freedom < 3:
        return (12.706, 4.303)[freedom - 1]
    z, n = Z, float(freedom)
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
    )
    return z + sum(term / n**power for power, term in enumerate(terms, 1))


def mean_interval(total: float, squares: float, games: int) -> Interval | None:
    """The interval of a mean, from the sums of values and of their squares. One game tells none."""
    return ratio_interval(total, games, squares, games, total, games)


def ratio_interval(
    top: float, bottom: float, top_squares: float, bottom_squares: float, mixed: float, games: int
) -> Interval | None:
    """The interval of a ratio of two sums over games, from the sums of squares and products."""
    if games < 2:
        return None
    ratio = top / bottom
    spread = max(top_squares - 2 * ratio * mixed + ratio * ratio * bottom_squares, 0.0) / (games - 1)
    reach = student(games - 1) * math.sqrt(spread * games) / bottom
    return ratio - reach, ratio + reach
