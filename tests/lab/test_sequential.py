"""Intervals that hold at all looks: looking often does not make them err more, and they do find differences."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from matchbox.lab.figures import Figure, mean_of
from matchbox.lab.intervals import student
from matchbox.lab.report.measures import Measure
from matchbox.lab.sequential import ERROR, LEAST, anytime, boundary, nearer, next_look

Array = npt.NDArray[np.float64]
RUNS, DEALS = 1500, 1000


def looks() -> Iterator[int]:
    count = 0
    while (count := next_look(count)) <= DEALS:
        yield count


def once_wrong(values: Array, truth: float, grain: float, error: float = ERROR) -> float:
    """The part of the rows whose interval misses the truth at any look."""
    wrong = np.zeros(len(values), bool)
    for count in looks():
        seen = values[:, :count]
        means, spreads = seen.mean(axis=1), seen.std(axis=1, ddof=1)
        for row in np.flatnonzero(~wrong):
            reach = student(count - 1) * spreads[row] / math.sqrt(count)
            found = anytime(Figure(means[row], means[row] - reach, means[row] + reach, count), grain, error)
            wrong[row] = found.is_above(truth) or found.is_below(truth)
    return float(wrong.mean())


def coin(share: float, games: int) -> Callable[[np.random.Generator, tuple[int, int]], Array]:
    return lambda chance, size: chance.binomial(games, share, size) / games


@pytest.mark.parametrize(
    ("draw", "grain"),
    [
        (lambda chance, size: chance.standard_normal(size), 0.0),
        (lambda chance, size: chance.exponential(size=size), 0.0),
        (coin(0.5, 2), 0.5),
        (coin(0.02, 2), 0.5),
    ],
    ids=["normal", "skewed", "even", "rare"],
)
def test_equal_variants_are_told_apart_in_at_most_five_of_a_hundred_comparisons(draw: Any, grain: float) -> None:
    chance = np.random.default_rng(5)
    values = draw(chance, (RUNS, DEALS)) - draw(chance, (RUNS, DEALS))
    assert once_wrong(values, 0.0, grain) <= ERROR


def test_an_interval_for_one_look_errs_far_more_often() -> None:
    """The simulation would notice a boundary that is too narrow."""
    values = np.random.default_rng(5).standard_normal((RUNS, DEALS))
    wrong = np.zeros(RUNS, bool)
    for count in looks():
        seen = values[:, :count]
        wrong |= np.abs(seen.mean(axis=1)) > student(count - 1) * seen.std(axis=1, ddof=1) / math.sqrt(count)
    assert wrong.mean() > 0.15


def test_half_the_error_halves_how_often_it_errs() -> None:
    values = np.random.default_rng(6).standard_normal((RUNS, DEALS))
    assert once_wrong(values, 0.0, 0.0, ERROR / 2) <= ERROR / 2


def test_ratios_such_as_luck_are_told_apart_as_rarely() -> None:
    """Games of a deal have a part of their result in common; the ratio of two sums estimates it."""
    chance = np.random.default_rng(7)
    runs, deals = 300, 400
    wrong = 0
    for _ in range(runs):
        sides = []
        for _ in range(2):
            deal, rest = chance.standard_normal((2, deals)), chance.standard_normal((2, deals))
            first, second = 0.6 * deal[0] + 0.8 * rest[0], 0.6 * deal[0] + 0.8 * rest[1]
            sides.append((first * second, (first**2 + second**2) / 2))
        wrong += any(decides(sides, count) for count in looks() if count <= deals)
    assert wrong / runs <= ERROR


def decides(sides: Sequence[tuple[Array, Array]], count: int) -> bool:
    """Is the difference of two ratios clear after this many groups? The groups are numbers of entries here."""
    a, b = ([(side, number) for number in range(count)] for side in range(2))

    def terms(groups: Any) -> tuple[Array, Array]:
        tops, bottoms = sides[groups[0][0]]
        return tops[: len(groups)], bottoms[: len(groups)]

    found = anytime(Measure("", "", "", terms).difference(a, b))  # type: ignore[arg-type]
    return found.is_above(0.0) or found.is_below(0.0)


def test_a_difference_is_found_and_its_interval_shrinks() -> None:
    values = 0.5 + np.random.default_rng(8).standard_normal(DEALS)
    found = [anytime(mean_of(values[:count].tolist())) for count in looks()]
    assert all(one.is_above(0.0) for one in found[-10:])
    assert all(later.margin < sooner.margin for sooner, later in zip(found[3::4], found[7::4], strict=False))


def test_there_is_no_interval_before_the_first_look() -> None:
    assert anytime(mean_of([1.0, 2.0] * (LEAST // 2 - 1))).low is None
    assert anytime(mean_of([1.0, 2.0] * (LEAST // 2))).low is not None


def test_groups_that_are_all_alike_may_still_differ() -> None:
    low, high = anytime(mean_of([0.0] * 50), 0.5)[1:3]
    assert low is not None
    assert high is not None
    assert low < -0.03
    assert high == -low
    assert anytime(mean_of([0.0] * 50)).high == 0.0  # a measure without chance, such as the length of some games


def test_the_boundary_is_at_least_that_of_one_look() -> None:
    assert all(boundary(count) > 2.9 for count in (LEAST, 100, 10_000))
    assert boundary(100) < boundary(LEAST)
    assert boundary(100, 0.01) > boundary(100, 0.05)


def test_the_distance_from_zero_is_within_the_corners() -> None:
    chance = np.random.default_rng(9)
    for _ in range(300):
        d, s = chance.normal(size=2)
        wide, high = chance.exponential(size=2)
        found = nearer(Figure(d, d - wide, d + wide, 50), Figure(s, s - high, s + high, 50))
        assert found.low is not None
        assert found.high is not None
        for _ in range(20):
            difference, total = chance.uniform(d - wide, d + wide), chance.uniform(s - high, s + high)
            a, b = (total + difference) / 2, (total - difference) / 2
            assert found.low - 1e-12 <= abs(a) - abs(b) <= found.high + 1e-12


def test_fairness_is_not_told_apart_where_both_sides_are_equally_unfair() -> None:
    """One favours the first player as much as the other harms it, or both alike, or both are fair."""
    for a, b in ((0.06, -0.06), (0.06, 0.06), (0.0, 0.0)):
        chance = np.random.default_rng(10)
        first, second = (coin(0.5 + edge, 2)(chance, (200, 600)) - 0.5 for edge in (a, b))
        wrong = 0
        for x, y in zip(first, second, strict=True):
            found = [fairness_of(x[:count], y[:count]) for count in looks() if count <= 600]
            wrong += any(one.is_above(0.0) or one.is_below(0.0) for one in found)
        assert wrong / 200 <= ERROR


def fairness_of(x: Array, y: Array) -> Figure:
    return nearer(*(anytime(mean_of(one.tolist()), 0.5, ERROR / 2) for one in (x - y, x + y)))
