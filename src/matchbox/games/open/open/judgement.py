"""OPEN: when nobody passes. Only bots use this; the rules do not depend on it."""

from __future__ import annotations

from typing import Any

from .rules import PASS

CLEARLY_BETTER = 0.05  # on the scale of values; differences between most moves are smaller than the search can tell


def reluctance(s: Any, seat: int, action: int) -> float:
    """Passing must be clearly better than playing: a card that is played is one card fewer."""
    return CLEARLY_BETTER if action == PASS else 0.0
