"""Choices by timing: where a pointer is, and which moments a table accepts."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from matchbox.engine import Swing

SWING = Swing(path=(5, 6, 7, 6), step=100, tolerance=150)


@pytest.mark.parametrize(("time", "action"), [(0, 5), (99, 5), (100, 6), (399, 6), (400, 5), (1250, 5)])
def test_the_pointer_goes_along_its_path_again_and_again(time: int, action: int) -> None:
    assert SWING.action_at(time) == action


@pytest.mark.parametrize(
    ("arrival", "accepted"),
    [
        (10, {5}),  # the pointer has not been anywhere else
        (60, {5, 6}),  # clocks may differ by a moment
        (149, {5, 6}),
        (240, {5, 6, 7}),
        (250, {6, 7}),  # too late for the first place
        (5000, {5, 6, 7}),  # the same at any later time
    ],
)
def test_a_choice_may_be_late_by_the_tolerance(arrival: int, accepted: set[int]) -> None:
    assert SWING.passed(arrival) == accepted


def test_a_player_without_error_gets_the_wanted_action() -> None:
    for action in (5, 6, 7):
        assert {SWING.slipped(action, chance, 0.0) for chance in (0.0, 0.4, 0.99)} == {action}
    assert SWING.slipped(9, 0.5, 1000.0) == 9  # the pointer never comes there


def test_errors_lead_to_neighbours_on_the_path() -> None:
    chance = random.Random(1)
    swing = Swing(tuple(range(20)), 100, 0)
    found = Counter(swing.slipped(10, chance.random(), chance.gauss(0, 100)) for _ in range(4000))
    assert found[10] == max(found.values())
    assert 0.3 < found[10] / 4000 < 0.46  # within half a step: 38 %
    assert found[9] == pytest.approx(found[11], rel=0.2)
    assert set(found) <= set(range(5, 16))
