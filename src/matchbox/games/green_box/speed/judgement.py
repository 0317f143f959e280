"""Speed: which actions are worth a thought. Only bots use this; the rules do not depend on it."""

from __future__ import annotations

from matchbox.engine import Ints, rule

from .rules import WAIT
from .state import State


@rule
def consider(s: State, seat: int, out: Ints, n: int) -> int:
    """Nobody waits who can play or draw: the cards would only fit less well later."""
    return n - 1 if n > 1 and out[n - 1] == WAIT else n
