"""Grenade Salad: distances, sight and blasts on a table with whole-number coordinates.

One unit is a twentieth of a tile's side. All results are exact: code compares squared lengths, and
tests a line against a square by cross products, so nothing is rounded. Coordinates are within
0..TABLE and are widened here before subtraction; no product exceeds 2 x TABLE x TABLE, far below
any overflow.
"""

from __future__ import annotations

from math import isqrt

import numpy as np

from matchbox.engine import rule, wide

TILE, CUBE = 20, 4  # sides
HALF = CUBE // 2
TABLE = 6 * TILE  # side of the table
MIDDLE = TABLE // 2
NEAR, FAR = HALF, TABLE - HALF  # limits for the centre of a cube, in both directions
BLAST = TILE // 2  # from the middle of a blast to its edges
SET = 60  # rows that fit into one set of bits

SPAN = np.array([isqrt(TILE * TILE - d * d) for d in range(TILE + 1)], np.int64)
"""Rows within reach, up or down, by distance in columns."""
SPAN.setflags(write=False)


@rule
def overlap(ax: int, ay: int, bx: int, by: int) -> bool:
    """Would cubes with these centres overlap? Touching is allowed."""
    return abs(wide(ax) - wide(bx)) < CUBE and abs(wide(ay) - wide(by)) < CUBE


@rule
def in_blast(gx: int, gy: int, x: int, y: int) -> bool:
    """Is a centre in the tile-sized square around a point, edges included?"""
    return abs(wide(gx) - wide(x)) <= BLAST and abs(wide(gy) - wide(y)) <= BLAST


@rule
def is_close(ax: int, ay: int, bx: int, by: int) -> bool:
    """Is the gap between two cubes less than a cube's width?"""
    gx = max(wide(0), abs(wide(ax) - wide(bx)) - CUBE)
    gy = max(wide(0), abs(wide(ay) - wide(by)) - CUBE)
    return gx * gx + gy * gy < CUBE * CUBE


@rule
def blocks_sight(ax: int, ay: int, bx: int, by: int, cx: int, cy: int) -> bool:
    """Does the segment from A to B pass through the inside of the cube at C? Grazing does not count.

    Tests the separating axes of a segment and a square: both axes of the square, and the segment's normal.
    """
    dx, dy = wide(bx) - wide(ax), wide(by) - wide(ay)
    px, py = wide(cx) - wide(ax), wide(cy) - wide(ay)
    if not (min(wide(0), dx) < px + HALF and max(wide(0), dx) > px - HALF):
        return False
    if not (min(wide(0), dy) < py + HALF and max(wide(0), dy) > py - HALF):
        return False
    return abs(dx * py - dy * px) < HALF * (abs(dx) + abs(dy))


@rule
def bit_range(low: int, high: int) -> int:
    """The set of the numbers from low to high, clipped to 0..SET - 1."""
    low, high = max(wide(0), wide(low)), min(wide(SET - 1), wide(high))
    if high < low:
        return wide(0)
    return ((wide(1) << (high - low + 1)) - 1) << low


@rule
def overlapping_rows(row: int) -> int:
    """The rows of centres that overlap a cube in this row, if their columns overlap too."""
    return bit_range(wide(row) - CUBE + 1, wide(row) + CUBE - 1)
