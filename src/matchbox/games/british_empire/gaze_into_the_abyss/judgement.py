"""Gaze into the Abyss: which announcements are worth a thought. Only bots use this; the rules do not depend on it."""

from __future__ import annotations

from matchbox.engine import Ints, rule

from ..components import count
from .rules import ANNOUNCING, State


@rule
def consider(s: State, seat: int, out: Ints, n: int) -> int:
    """Leave out numbers above the opponent's chips. Behind screens the rules allow them, but everybody can count."""
    if s.phase != ANNOUNCING:
        return n
    return min(n, count(s.chips[1 - seat]))
