"""Temple of Doom: how bots talk. They promise what the card will do that they play next, and keep their word."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from matchbox.engine import States, lowest, popcount

from .state import CARD, CUBE, SAY, SHOWN_RELICS, STEP, STRIKE, TELL, TELL_ALL
from .talk import may_talk, offers, untold, wishes
from .temple import matched

BROKEN = 2.0  # nobody is that much better off by breaking a promise


def speak(s: Any, seat: int, ahead: Callable[[], Any]) -> int | None:
    """A bot tells its whole hand, then says what its next card will match, preferably a Relic.

    It does not repeat a phrase of this round.
    """
    if hidden := untold(s, seat):
        return int(TELL_ALL) if popcount(hidden) > 1 else TELL.first + lowest(hidden)
    if not may_talk(s, seat) or s.spoke:
        return None
    new = int(offers(s, seat))
    for phrase in s.says:
        new &= ~(1 << int(phrase) >> 1)
    if new:
        new &= done(ahead(), new)
    best = new & wishes(s, s.relics, SHOWN_RELICS) or new
    return SAY.first + lowest(best) if best else None


def done(s: Any, phrases: int) -> int:
    """Those phrases of a set that have come true: a cube of the colour is on the symbol."""
    found = 0
    for phrase in range(phrases.bit_length()):
        if phrases >> phrase & 1 and matched(s.at, s.up & s.tiles[phrase % 6], phrase // 6):
            found |= 1 << phrase
    return found


def reluctance(s: Any, seat: int, action: int) -> float:
    """A bot plays its card as it has promised, and later cards of the round leave that as it is."""
    from . import game

    promise = 1 << int(s.says[seat]) >> 1
    if promise == 0 or s.phase == STRIKE or (s.phase == CARD and not s.spoke):
        return 0.0
    state: States = np.array([s])
    game.apply(state, seat, action)
    return 0.0 if can_keep(state, seat, promise) else BROKEN


def can_keep(state: States, seat: int, promise: int) -> bool:
    """Is a promise true at the end of the card that is being played, if the seat sees to it?"""
    from . import game

    if state["phase"][0] not in (CUBE, STEP):
        return bool(done(state[0], promise))
    for action in game.legal(state, seat):
        after = state.copy()
        game.apply(after, seat, action)
        if can_keep(after, seat, promise):
            return True
    return False
