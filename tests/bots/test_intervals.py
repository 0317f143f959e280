"""Intervals of shares and means cover the truth as often as they say."""

from __future__ import annotations

import numpy as np
import pytest

from matchbox.lab.intervals import mean_interval, ratio_interval, student, wilson


def test_intervals_contain_the_share_and_shrink() -> None:
    low, high = wilson(0.5, 100)
    assert (round(low, 3), round(high, 3)) == (0.404, 0.596)
    assert wilson(1.0, 10)[1] <= 1.0
    assert wilson(0.0, 10)[0] == 0.0
    assert wilson(0.5, 10_000)[1] - wilson(0.5, 10_000)[0] < 0.02
    assert wilson(0.0, 0) == (0.0, 1.0)


def test_few_games_have_the_wider_intervals_of_student() -> None:
    for freedom, exact in ((1, 12.706), (2, 4.303), (3, 3.182), (10, 2.228), (1000, 1.962)):
        assert student(freedom) == pytest.approx(exact, rel=0.01)


@pytest.mark.parametrize("games", [5, 50])
def test_intervals_of_means_and_ratios_cover_the_truth(games: int) -> None:
    chance = np.random.default_rng(games)
    covered = np.zeros(2)
    for _ in range(1000):
        x = chance.normal(3.0, 2.0, games)
        y = 4.0 * x + chance.normal(20.0, 1.0, games)
        mean = mean_interval(x.sum(), (x * x).sum(), games)
        ratio = ratio_interval(x.sum(), y.sum(), (x * x).sum(), (y * y).sum(), (x * y).sum(), games)
        assert mean is not None
        assert ratio is not None
        covered += mean[0] <= 3.0 <= mean[1], ratio[0] <= 3.0 / 32.0 <= ratio[1]
    assert covered == pytest.approx([950, 950], abs=25)


def test_one_game_tells_no_interval_of_a_mean() -> None:
    assert mean_interval(5.0, 25.0, 1) is None
    assert mean_interval(10.0, 50.0, 2) == (5.0, 5.0)
