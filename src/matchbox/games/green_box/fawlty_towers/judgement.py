"""Fawlty Towers: where a sensible player aims. Only bots use this; the rules do not depend on it."""

from __future__ import annotations

from matchbox.engine import Ints, rule, wide

from .rules import AIM, AIM_AT, STEP, State
from .statics import HALF

FARTHEST = 2  # steps from the centre


@rule
def steadiest(x: Ints, height: int) -> int:
    """The aim along an axis, in steps, that is nearest to the middle of the range where the tower stands."""
    top = wide(x[height - 1])
    low, high, above = top - HALF, top + HALF, wide(0)
    for contact in range(height - 1, 0, -1):
        lower, upper = wide(x[contact - 1]), wide(x[contact])
        above += upper
        cubes = height + 1 - contact
        low = max(low, cubes * (max(lower, upper) - HALF) - above)
        high = min(high, cubes * (min(lower, upper) + HALF) - above)
    middle = (low + high) // 2 - top
    return max(-FARTHEST, min(FARTHEST, (middle + STEP // 2) // STEP))


@rule
def consider(s: State, seat: int, out: Ints, n: int) -> int:
    """Aim where the tower is most likely to stand: a search cannot tell points so close to each other apart."""
    if s.phase != AIM:
        return n
    tower = wide(s.tower)
    height = wide(s.tall[tower])
    out[0] = AIM_AT.id(steadiest(s.y[tower], height), steadiest(s.x[tower], height))
    return 1
