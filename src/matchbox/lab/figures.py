"""Figures with 95 % intervals, from games that come in groups: the games of one deal are not independent."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from .intervals import student, wilson

Array = npt.NDArray[np.float64]


class Figure(NamedTuple):
    """A figure and its interval, which is None if there are too few games to tell."""

    value: float
    low: float | None
    high: float | None
    groups: int  # independent groups of games, most often deals, that it rests on

    @property
    def margin(self) -> float:
        return math.inf if self.low is None or self.high is None else (self.high - self.low) / 2

    def is_above(self, bound: float) -> bool:
        """Does the whole interval lie above a bound?"""
        return self.low is not None and self.low > bound

    def is_below(self, bound: float) -> bool:
        return self.high is not None and self.high < bound


NOTHING = Figure(math.nan, None, None, 0)


def mean_of(values: Sequence[float]) -> Figure:
    """The mean of independent values."""
    count = len(values)
    if not count:
        return NOTHING
    mean = float(np.mean(values))
    if count == 1:
        return Figure(mean, None, None, 1)
    reach = student(count - 1) * float(np.std(values, ddof=1)) / math.sqrt(count)
    return Figure(mean, mean - reach, mean + reach, count)


def share_of(values: Sequence[float], each: int = 1) -> Figure:
    """The mean of independent shares from 0 to 1, each of this number of games. Safe where all are alike."""
    count = len(values)
    if not count:
        return NOTHING
    share = min(max(float(np.mean(values)), 0.0), 1.0)
    spread = float(np.var(values, ddof=1)) if count > 1 else 0.0
    games = share * (1.0 - share) * count / spread if spread else count
    low, high = wilson(share, min(max(round(games), count), each * count))
    return Figure(share, low, high, count)


def ratio_of(a: Array, b: Array) -> Figure:
    """The ratio of two sums over groups, such as the legal actions of all choices."""
    if not b.sum():
        return NOTHING
    ratio = float(a.sum() / b.sum())
    if len(a) < 2:
        return Figure(ratio, None, None, len(a))
    spread = float(np.sum((a - ratio * b) ** 2)) / (len(a) - 1)
    reach = student(len(a) - 1) * math.sqrt(spread * len(a)) / float(b.sum())
    return Figure(ratio, ratio - reach, ratio + reach, len(a))


def elo_of(share: Figure) -> Figure:
    """The difference in rating that belongs to a mean result from 0 to 1."""
    games = share.groups

    def elo(value: float | None) -> float:
        safe = min(max(value if value is not None else 0.5, 0.5 / (games + 1)), 1 - 0.5 / (games + 1))
        return 400 * math.log10(safe / (1 - safe))

    if not games:
        return NOTHING
    if share.low is None:
        return Figure(elo(share.value), None, None, games)
    return Figure(elo(share.value), elo(share.low), elo(share.high), games)
