"""The measured table against slow exact ways to say the same: fractions, square roots, single points."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import sqrt
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from matchbox.boxes.green_box.geometry import (
    BLAST,
    CUBE,
    FAR,
    HALF,
    NEAR,
    SET,
    SPAN,
    TABLE,
    TILE,
    hides,
    in_blast,
    in_reach,
    is_close,
    overlap,
    shadow,
    stretch,
)

Point = tuple[int, int]
centres = st.tuples(st.integers(NEAR, FAR), st.integers(NEAR, FAR))
points = st.tuples(st.integers(0, TABLE), st.integers(0, TABLE))


def passes_through(a: Point, b: Point, c: Point) -> bool:
    """Clip the segment to the open square around c, with fractions: is a piece of it left, or a point inside?"""
    enter, leave = Fraction(0), Fraction(1)
    strict_enter = strict_leave = False  # is the end of the piece itself outside of the open square?
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


@settings(max_examples=3000, deadline=None)
@given(centres, centres, centres)
def test_sight_is_hidden_by_what_the_line_passes_through(a: Point, b: Point, c: Point) -> None:
    if a != b:
        assert hides(*a, *b, *c) == passes_through(a, b, c)
        assert hides(*b, *a, *c) == hides(*a, *b, *c)


@settings(max_examples=2000, deadline=None)
@given(
    centres,
    st.tuples(st.integers(-24, 24), st.integers(-24, 24)),
    st.tuples(st.integers(-14, 14), st.integers(-14, 14)),
)
def test_sight_at_close_quarters(a: Point, d: Point, p: Point) -> None:
    """Near each other grazing is common."""
    if d != (0, 0):
        b, c = (a[0] + d[0], a[1] + d[1]), (a[0] + p[0], a[1] + p[1])
        if all(NEAR <= v <= FAR for v in (*b, *c)):
            assert hides(*a, *b, *c) == passes_through(a, b, c)


def test_every_cube_beside_a_line() -> None:
    """All places of a third cube around some lines, steep, flat, straight and diagonal."""
    for b in ((60, 20), (20, 60), (60, 60), (21, 60), (37, 44), (60, NEAR), (24, 20)):
        for c in product(range(NEAR, 80), range(NEAR, 80)):
            assert hides(20, 20, *b, *c) == passes_through((20, 20), b, c), (b, c)


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
def test_example_4(b: Point, c: Point, hidden: bool) -> None:
    assert hides(20, 20, *b, *c) == hidden


@settings(max_examples=1000, deadline=None)
@given(points, points)
def test_distances(a: Point, b: Point) -> None:
    away = Fraction((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2, TILE**2)
    assert in_reach(*a, *b) == (away <= 1)
    assert in_blast(*a, *b) == (max(abs(a[0] - b[0]), abs(a[1] - b[1])) <= BLAST)
    assert is_close(*a, *b) == (gap(a, b) < CUBE)
    assert overlap(*a, *b) == (gap(a, b) == 0 and abs(a[0] - b[0]) != CUBE and abs(a[1] - b[1]) != CUBE)


@pytest.mark.parametrize(("b", "near"), [((36, 90), True), ((38, 90), False), ((37, 96), True), ((37, 97), False)])
def test_example_3(b: Point, near: bool) -> None:
    assert is_close(30, 90, *b) == near


def test_example_5() -> None:
    assert in_reach(60, 60, 80, 60)
    assert in_reach(60, 60, 72, 76)
    assert not in_reach(60, 60, 75, 74)
    assert overlap(60, 60, 63, 63)
    assert not overlap(60, 60, 64, 60)


def test_rows_within_reach() -> None:
    for dx, dy in product(range(-TILE, TILE + 1), repeat=2):
        assert in_reach(60, 60, 60 + dx, 60 + dy) == (abs(dy) <= SPAN[abs(dx)])


@given(st.integers(-200, 200), st.integers(-200, 200))
def test_stretches_are_cut_to_the_set(low: int, high: int) -> None:
    assert int(stretch(low, high)) == sum(1 << k for k in range(SET) if low <= k <= high)


def test_shadows() -> None:
    for row in range(-10, SET + 10):
        assert int(shadow(row)) == sum(1 << k for k in range(SET) if overlap(60, row, 60, k))


def test_narrow_numbers_do_not_wrap() -> None:
    """The record holds bytes: a difference of bytes would wrap, a product overflow."""
    near: Any = np.uint8(NEAR)
    far: Any = np.uint8(FAR)
    middle: Any = np.uint8(60)
    assert not in_reach(near, near, far, far)
    assert not in_blast(near, near, far, far)
    assert not is_close(near, near, far, far)
    assert not overlap(near, far, far, near)
    assert hides(near, near, far, far, middle, middle)
    assert not hides(far, near, near, far, near, near)
