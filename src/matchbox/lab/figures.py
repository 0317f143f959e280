"""Figures with 95 % intervals, from games that come in groups: the games of one deal are not independent."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from .intervals import student, widened, wilson

MOST_ELO = 1200.0
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

    def within(self, least: float, most: float) -> Figure:
        """The figure and its interval without values that cannot be."""
        if not self.groups:
            return self
        value, low, high = (None if one is None else min(max(one, least), most) for one in self[:3])
        assert value is not None
        return Figure(value, low, high, self.groups)

    def as_share(self) -> Figure:
        """The figure and its interval from 0 to 1, also where all groups are alike and their spread tells nothing."""
        found = self.within(0.0, 1.0)
        if found.low is None or found.low != found.high:
            return found
        low, high = wilson(found.value, found.groups)
        return found._replace(low=low, high=high)

    def among(self, count: int) -> Figure:
        """The figure as one of several that are looked at for the extreme one: its interval is wider (Bonferroni)."""
        if self.low is None or self.high is None:
            return self
        low, high = widened(self.value, (self.low, self.high), count)
        return self._replace(low=low, high=high)


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
    """The difference in rating that belongs to a mean result from 0 to 1, at most MOST_ELO."""
    if not share.groups:
        return NOTHING
    certain = 0.5 / (share.groups + 1)  # nobody knows how much better a bot is that has won every game
    low, high = (None if end is None else _elo(end, 0.0) for end in (share.low, share.high))
    return Figure(_elo(share.value, certain), low, high, share.groups)


def _elo(share: float, certain: float) -> float:
    safe = min(max(share, certain), 1 - certain)
    if safe in (0.0, 1.0):
        return MOST_ELO if safe else -MOST_ELO
    return min(max(400 * math.log10(safe / (1 - safe)), -MOST_ELO), MOST_ELO)
