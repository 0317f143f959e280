"""Grenade Salad: where a sensible player throws a grenade. Only bots use this; the rules do not depend on it."""

from __future__ import annotations

from matchbox.engine import Ints, lowest, rule, wide

from ..components import WHEEL
from .geometry import BLAST, SPAN, TILE, in_blast
from .orders import COLUMN, DX, DY, ROW
from .state import State


@rule
def hits(s: State, seat: int, x: int, y: int, reach: int) -> int:
    """Enemies less friends in a blast; with a reach, the enemies in any blast up to this number of rows away."""
    found = wide(0)
    for other in range(s.seats):
        left = wide(s.alive[other])
        while left:
            soldier = lowest(left)
            left &= left - 1
            at_x, at_y = wide(s.x[other, soldier]), wide(s.y[other, soldier])
            if reach > 0:
                found += other != seat and abs(at_x - x) <= BLAST and abs(at_y - y) <= BLAST + reach
            elif in_blast(x, y, at_x, at_y):
                found += 1 if other != seat else -1
    return found


@rule
def consider(s: State, seat: int, out: Ints, n: int) -> int:
    """Throw a grenade where it hits most enemies, first by the column and then by the row."""
    if s.doing != WHEEL or (s.phase != COLUMN and s.phase != ROW):
        return n
    x, y = wide(s.x[seat, s.soldier]), wide(s.y[seat, s.soldier])
    kept, most = 0, wide(-99)
    for k in range(n):
        if s.phase == COLUMN:
            dx = wide(out[k]) - DX.first - TILE
            found = hits(s, seat, x + dx, y, SPAN[abs(dx)] + 1)
        else:
            found = hits(s, seat, x + wide(s.column) - TILE, y + wide(out[k]) - DY.first - TILE, wide(0))
        if found > most:
            kept, most = 0, found
        if found == most:
            out[kept] = out[k]
            kept += 1
    return kept
