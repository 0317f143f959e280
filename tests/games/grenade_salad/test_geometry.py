"""Grenade Salad: the integer geometry against slow exact versions with fractions and square roots."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import sqrt
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from matchbox.games.green_box.grenade_salad.geometry import (
    BLAST,
    CUBE,
    FAR,
    HALF,
    NEAR,
    SET,
    TABLE,
    TILE,
    bit_range,
    blocks_sight,
    in_blast,
    is_close,
    overlap,
    overlapping_rows,
)
from matchbox.games.green_box.grenade_salad.state import within

Point = tuple[int, int]
centres = st.tuples(st.integers(NEAR, FAR), st.integers(NEAR, FAR))
points = st.tuples(st.integers(0, TABLE), st.integers(0, TABLE))


def passes_through(a: Point, b: Point, c: Point) -> bool:
    """Clip the segment to the open square around c, with fractions. Is any of it left?"""
    enter, leave = Fraction(0), Fraction(1)
    strict_enter = strict_leave = False  # is this end of the clipped segment on the square's edge?
    for axis in (0, 1):
        d, low, high = b[axis] - a[axis], c[axis] - HALF - a[axis], c[axis] + HALF - a[axis]
        if d == 0:
            if not low < 0 < high:
                return False
            continue
        first, last = sorted((Fraction(low, d), Fraction(high, d)))
        if first >= enter:
            enter, strict_enter = first, True
        if last <= leave:
            leave, strict_leave = last, True
    return enter < leave or (enter == leave and not strict_enter and not strict_leave)


def gap(a: Point, b: Point) -> float:
    """The shortest distance between two cubes."""
    return sqrt(sum(max(0, abs(p - q) - CUBE) ** 2 for p, q in zip(a, b, strict=True)))


@pytest.mark.full
@settings(max_examples=3000, deadline=None)
@given(centres, centres, centres)
def test_a_cube_on_the_line_blocks_sight(a: Point, b: Point, c: Point) -> None:
    if a != b:
        assert blocks_sight(*a, *b, *c) == passes_through(a, b, c)
        assert blocks_sight(*b, *a, *c) == blocks_sight(*a, *b, *c)


@settings(max_examples=2000, deadline=None)
@given(
    centres,
    st.tuples(st.integers(-24, 24), st.integers(-24, 24)),
    st.tuples(st.integers(-14, 14), st.integers(-14, 14)),
)
def test_sight_is_exact_at_short_distances(a: Point, d: Point, p: Point) -> None:
    """Lines often graze cubes at short distances."""
    if d != (0, 0):
        b, c = (a[0] + d[0], a[1] + d[1]), (a[0] + p[0], a[1] + p[1])
        if all(NEAR <= v <= FAR for v in (*b, *c)):
            assert blocks_sight(*a, *b, *c) == passes_through(a, b, c)


def test_sight_is_exact_for_every_cube_near_a_line() -> None:
    """All positions of a third cube around steep, flat, straight and diagonal lines."""
    for b in ((60, 20), (20, 60), (60, 60), (21, 60), (37, 44), (60, NEAR), (24, 20)):
        for c in product(range(NEAR, 80), range(NEAR, 80)):
            assert blocks_sight(20, 20, *b, *c) == passes_through((20, 20), b, c), (b, c)


@pytest.mark.parametrize(
    ("b", "c", "hidden"),
    [
        ((60, 20), (40, 21), True),
        ((60, 20), (40, 22), False),
        ((60, 60), (40, 43), True),
        ((60, 60), (40, 44), False),
        ((60, 60), (41, 38), True),
        ((60, 60), (42, 38), False),
        ((60, 20), (64, 20), False),  # behind the victim
        ((60, 20), (16, 20), False),  # behind the shooter
    ],
)
def test_example_4_grazing_does_not_block_sight(b: Point, c: Point, hidden: bool) -> None:
    assert blocks_sight(20, 20, *b, *c) == hidden


@settings(max_examples=1000, deadline=None)
@given(points, points)
def test_blasts_close_combat_and_overlaps_are_exact(a: Point, b: Point) -> None:
    assert in_blast(*a, *b) == (max(abs(a[0] - b[0]), abs(a[1] - b[1])) <= BLAST)
    assert is_close(*a, *b) == (gap(a, b) < CUBE)
    assert overlap(*a, *b) == (gap(a, b) == 0 and abs(a[0] - b[0]) != CUBE and abs(a[1] - b[1]) != CUBE)


@pytest.mark.parametrize(("b", "near"), [((36, 90), True), ((38, 90), False), ((37, 96), True), ((37, 97), False)])
def test_example_3_close_combat_needs_a_gap_below_a_cubes_width(b: Point, near: bool) -> None:
    assert is_close(30, 90, *b) == near


def in_reach(a: Point, b: Point) -> bool:
    """Is b among the rows that `within` finds around a?"""
    dx, dy = b[0] - a[0], b[1] - a[1]
    return bool(int(within(dx, *a, 0, TABLE)) >> dy + TILE & 1)


def test_example_5_reach_is_a_circle() -> None:
    assert in_reach((60, 60), (80, 60))
    assert in_reach((60, 60), (72, 76))
    assert not in_reach((60, 60), (75, 74))
    assert overlap(60, 60, 63, 63)
    assert not overlap(60, 60, 64, 60)


@pytest.mark.parametrize("a", [(60, 60), (NEAR, 60), (60, FAR), (0, 0), (TABLE, 15)])
def test_points_in_reach_are_within_a_tiles_width_on_the_table(a: Point) -> None:
    for dx, dy in product(range(-TILE, TILE + 1), repeat=2):
        b = a[0] + dx, a[1] + dy
        on_table = all(0 <= v <= TABLE for v in b)
        assert in_reach(a, b) == (on_table and Fraction(dx**2 + dy**2, TILE**2) <= 1)


@given(st.integers(-200, 200), st.integers(-200, 200))
def test_bit_ranges_are_clipped_to_the_set(low: int, high: int) -> None:
    assert int(bit_range(low, high)) == sum(1 << k for k in range(SET) if low <= k <= high)


def test_overlapping_rows_match_overlaps() -> None:
    for row in range(-10, SET + 10):
        assert int(overlapping_rows(row)) == sum(1 << k for k in range(SET) if overlap(60, row, 60, k))


def test_bytes_do_not_wrap_around() -> None:
    """The record holds bytes. A difference of bytes would wrap around, and a product would overflow."""
    near: Any = np.uint8(NEAR)
    far: Any = np.uint8(FAR)
    middle: Any = np.uint8(60)
    assert not in_blast(near, near, far, far)
    assert not is_close(near, near, far, far)
    assert not overlap(near, far, far, near)
    assert blocks_sight(near, near, far, far, middle, middle)
    assert not blocks_sight(far, near, near, far, near, near)
