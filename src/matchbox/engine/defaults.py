"""The rules of games that leave them out."""

from __future__ import annotations

from typing import Any

from .compiled import rule
from .record import Base, Ints


@rule
def no_talk(s: Base, seat: int, out: Ints, n: int) -> int:
    """The talk of games without any: the list of actions stays as it is."""
    return n


@rule
def consider_all(s: Base, seat: int, out: Ints, n: int) -> int:
    """The moves worth a thought in a search, for games that do not say: all."""
    return n


@rule
def no_features(s: Base, seat: int, out: Any) -> None:
    """The numbers about a position for a learned evaluation, for games that have none beyond their record."""


@rule
def no_evaluation(s: Base, seat: int) -> float:
    """The evaluation of games that define none: 0 on a scale of -1..1."""
    return 0.0
