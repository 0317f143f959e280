"""What intervals allow to say. Reports and the pages of games put it into words."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum, auto
from typing import Protocol

FAIR = 0.03
"""Within this distance of an equal part, an advantage is too small to notice at the table."""
ROUGH = 0.1
"""An interval that reaches this far on either side tells nothing about fairness."""
VAGUE = 0.5
"""The interval of a share that is wider than this tells nothing."""
FLAT = 20.0
"""A doubling of the search that gains less rating than this hardly helps any more."""


class Known(Protocol):
    """A figure with its interval, which may be missing."""

    @property
    def value(self) -> float: ...

    @property
    def low(self) -> float | None: ...

    @property
    def high(self) -> float | None: ...


def tells(share: Known) -> bool:
    """Is the interval of a share narrow enough for a sentence?"""
    return share.low is not None and share.high is not None and share.high - share.low <= VAGUE


class Fairness(Enum):
    """How the share of a place compares with an equal part."""

    UNKNOWN = auto()  # too few games to tell
    FAIR = auto()
    NONE_FOUND = auto()  # no advantage was found, though there may be a small one
    SOME = auto()
    CLEAR = auto()


def fairness_of(share: Known, equal: float) -> Fairness:
    if share.low is None or share.high is None:
        return Fairness.UNKNOWN
    if equal - FAIR <= share.low and share.high <= equal + FAIR:
        return Fairness.FAIR
    distance = distance_of(share, equal)
    if not distance:
        return Fairness.UNKNOWN if (share.high - share.low) / 2 > ROUGH else Fairness.NONE_FOUND
    return Fairness.CLEAR if distance > FAIR else Fairness.SOME


def distance_of(share: Known, equal: float) -> float:
    """How far the interval is from an equal part; 0 if it contains it, or if it is not known."""
    if share.low is None or share.high is None:
        return 0.0
    return max(share.low - equal, equal - share.high, 0.0)


def furthest(shares: Sequence[Known], equal: float) -> int:
    """The first in order, unless another place is clearly further from an equal part."""
    return max(range(len(shares)), key=lambda place: round(distance_of(shares[place], equal), 9))


def flat_from(gains: Sequence[Known]) -> int | None:
    """The step from which on no doubling of the search gains anything to speak of; None if the games do not tell."""
    flat = [gain.high is not None and gain.high < FLAT for gain in gains]
    return next((step for step in range(len(gains)) if all(flat[step:])), None)
