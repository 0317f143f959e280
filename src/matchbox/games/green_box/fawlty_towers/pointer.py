"""Fawlty Towers: the pointer that swings over a tower, for players who aim by timing (R20)."""

from __future__ import annotations

import math

from matchbox.engine import States, Swing

from .rules import AIM, AIM_AT, TIMING

STEP = 60  # milliseconds
ACROSS, ALONG = 25, 40  # steps of a swing to and fro, from left to right and from the back to the front
TOLERANCE = 600  # milliseconds


def _swung(part: float) -> int:
    """The place of a pointer that goes to and fro between -2 and 2, all places for the same time."""
    return round(2.49 * (1 - 4 * abs(part % 1 - 0.5)))


_places = [(_swung((step + 0.5) / ALONG), _swung((step + 0.5) / ACROSS)) for step in range(math.lcm(ACROSS, ALONG))]
PATH = tuple(int(AIM_AT.id(y, x)) for y, x in _places)


def swing(state: States, seat: int) -> Swing | None:
    """The pointer of the seat that aims. It starts at another place in every turn."""
    s = state[0]
    if s["over"] or s["phase"] != AIM or s["aim"] != TIMING or not int(s["acting"]) >> seat & 1:
        return None
    start = 37 * int(s["turns"]) % len(PATH)
    return Swing(PATH[start:] + PATH[:start], STEP, TOLERANCE)
