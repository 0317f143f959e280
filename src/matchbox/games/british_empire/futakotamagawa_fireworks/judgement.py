"""Futakotamagawa Fireworks Festival: which chips are worth taking. Only bots use this, not the rules."""

from __future__ import annotations

from matchbox.engine import Ints, rule

from .rules import TAKING, State


@rule
def consider(s: State, seat: int, out: Ints, n: int) -> int:
    """Take the most valuable chip: of the chips on a tile, colours with higher numbers are worth more."""
    if s.phase != TAKING:
        return n
    out[0] = out[n - 1]
    return 1
