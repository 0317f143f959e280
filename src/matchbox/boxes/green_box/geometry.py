"""A measured table: cubes on a plane of whole numbers, with distances, sight and blasts.

One unit is a twentieth of a tile's side. Everything is exact: lengths are compared as squares, and
a line against a square by cross products, so no fraction and no rounding occurs. Coordinates lie
within 0..TABLE and are widened here before they are subtracted; no product exceeds 2 x TABLE x
TABLE, far below any overflow.
"""

from __future__ import annotations

from math import isqrt

import numpy as np

from matchbox.engine import rule, wide

TILE, CUBE = 20, 4  # sides
HALF = CUBE // 2
TABLE = 6 * TILE  # side of the table
MIDDLE = TABLE // 2
NEAR, FAR = HALF, TABLE - HALF  # where the centre of a cube may lie, in both directions
BLAST = TILE // 2  # from the middle of a blast to its edges
SET = 60  # rows that fit into one set of bits

SPAN = np.array([isqrt(TILE * TILE - d * d) for d in range(TILE + 1)], np.int64)
"""How many rows up or down are within reach, by how many columns away."""
SPAN.setflags(write=False)


@rule
def overlap(ax: int, ay: int, bx: int, by: int) -> bool:
    """Would cubes with these centres overlap? Touching is allowed."""
    return abs(wide(ax) - wide(bx)) < CUBE and abs(wide(ay) - wide(by)) < CUBE


@rule
def in_reach(ax: int, ay: int, bx: int, by: int) -> bool:
    """Are two points at most a tile's width apart?"""
    dx, dy = wide(ax) - wide(bx), wide(ay) - wide(by)
    return dx * dx + dy * dy <= TILE * TILE


@rule
def in_blast(gx: int, gy: int, x: int, y: int) -> bool:
    """Does a centre lie in the tile-sized square around a point, edges included?"""
    return abs(wide(gx) - wide(x)) <= BLAST and abs(wide(gy) - wide(y)) <= BLAST


@rule
def is_close(ax: int, ay: int, bx: int, by: int) -> bool:
    """Is the gap between two cubes less than a cube's width?"""
    gx = max(wide(0), abs(wide(ax) - wide(bx)) - CUBE)
    gy = max(wide(0), abs(wide(ay) - wide(by)) - CUBE)
    return gx * gx + gy * gy < CUBE * CUBE


@rule
def hides(ax: int, ay: int, bx: int, by: int, cx: int, cy: int) -> bool:
    """Does the segment from A to B pass through the inside of the cube at C? Grazing it does not.

    The separating axes of a segment and a square: both sides of the square, and across the segment.
    """
    dx, dy = wide(bx) - wide(ax), wide(by) - wide(ay)
    px, py = wide(cx) - wide(ax), wide(cy) - wide(ay)
    if not (min(wide(0), dx) < px + HALF and max(wide(0), dx) > px - HALF):
        return False
    if not (min(wide(0), dy) < py + HALF and max(wide(0), dy) > py - HALF):
        return False
    return abs(dx * py - dy * px) < HALF * (abs(dx) + abs(dy))


@rule
def stretch(low: int, high: int) -> int:
    """The set of the numbers from low to high, as far as they lie within 0..SET - 1."""
    low, high = max(wide(0), wide(low)), min(wide(SET - 1), wide(high))
    if high < low:
        return wide(0)
    return ((wide(1) << (high - low + 1)) - 1) << low


@rule
def shadow(row: int) -> int:
    """The rows in which no other centre may lie beside a cube at this one, columns permitting."""
    return stretch(wide(row) - CUBE + 1, wide(row) + CUBE - 1)
