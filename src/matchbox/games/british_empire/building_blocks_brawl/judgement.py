"""Building Blocks Brawl: which bids are worth a thought. Only bots use this; the rules do not depend on it."""

from __future__ import annotations

from matchbox.engine import Ints, rule

from .rules import HOLD, State, worth


@rule
def consider(s: State, seat: int, out: Ints, n: int) -> int:
    """Leave out bids that pay more than needed: the lowest bid above all of the opponent's chips always wins."""
    purse = worth(s.chips[1 - seat])
    if worth(s.chips[seat]) <= purse + 1:
        return n
    enough = worth(s.chips[seat])
    for k in range(n):
        value = value_of(out[k])
        if purse < value < enough:
            enough = value
    kept = 0
    for k in range(n):
        if value_of(out[k]) <= enough:
            out[kept] = out[k]
            kept += 1
    return kept


@rule
def value_of(action: int) -> int:
    """The value of the chips held."""
    blue, red, green = HOLD.args(action)
    return blue + 2 * red + 3 * green
