"""Tournaments have fair seats, correct intervals and plausible standings."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from matchbox.engine import BadOption, get
from matchbox.engine.turns import sole_actor
from matchbox.lab.simulate import simulate
from matchbox.lab.tournament import _points, line_ups, tournament


def test_every_bot_gets_every_seat_equally_often() -> None:
    for names, seats in ((["a", "b", "c"], 2), (["a", "b", "c", "d"], 3), (["a", "b"], 4)):
        tables = line_ups(names, seats, 50)
        assert len(tables) >= 50
        for seat in range(seats):
            counts = Counter(table[seat] for table in tables)
            assert len(set(counts.values())) == 1
    with pytest.raises(BadOption, match="at least two bots"):
        line_ups(["a"], 2, 10)
    with pytest.raises(BadOption, match="name every bot once"):
        line_ups(["a", "b", "a"], 2, 10)


def test_stronger_bots_rank_higher() -> None:
    found = tournament(get("othellino"), ["random", "casual"], 12, seed=1)
    assert [row.bot for row in found.standings] == ["casual", "random"]
    pair = next(p for p in found.pairs if p.bot == "casual")
    assert pair.games == 12
    assert pair.low <= pair.score <= pair.high
    assert pair.score > 0.7
    casual, random = found.standings
    assert (found.anchor, casual.rating, casual.intervals["rating"]) == ("casual", 1000, None)
    assert random.rating is not None
    interval = random.intervals["rating"]
    assert interval is not None
    assert interval[0] < random.rating < interval[1] < 1000
    mean = casual.intervals["mean_score"]
    assert mean is not None
    assert mean[0] < casual.mean_score < mean[1]


def test_seats_of_one_bot_are_one_result_of_a_game() -> None:
    """With two bots at a table of four, a game is one result for the pair, and both are rated."""
    found = tournament(get("gold_mine"), ["random", "novice"], 8, seats=4, seed=3)
    assert found.games == 8
    assert [row.games for row in found.standings] == [8, 8]
    assert {pair.games for pair in found.pairs} == {8}
    one, other = found.pairs
    assert one.score + other.score == pytest.approx(1)
    assert found.anchor == "random"
    ratings = {row.bot: row.rating for row in found.standings}
    assert ratings["random"] == 1000
    assert (ratings["novice"] or 0) != 1000
    few = _points(["a", "b"], ["a", "b", "a", "b"], [1, 2, 2, 4])
    assert few[0, 1] == 0.875
    assert few[1, 0] == 0.125
    assert np.isnan(few[0, 0])


def test_bots_that_win_together_are_not_compared() -> None:
    found = tournament(get("temple_of_doom"), ["random", "novice"], 2, seats=2, seed=3)
    assert found.pairs == []
    assert {row.rating for row in found.standings} == {None}
    assert "win together" in found.skipped


def test_simulate_lets_bots_search() -> None:
    report = simulate(get("othellino"), 6, players=["casual", "random"], seed=2)
    assert report.win_share[0] > 0.6
    assert report.bots == ["casual", "random"]
    assert report.mean_decisions == pytest.approx(32, abs=4)
    assert sum(report.win_share) == pytest.approx(1)
    order = report.turn_order
    assert order is not None
    assert order.games == 6
    assert sum(order.win_share) == pytest.approx(1)
    starters = [int(sole_actor(get("othellino").new(seed=seed)[0])) for seed in range(2, 8)]
    assert order.starts == [starters.count(0), starters.count(1)]
    for figures in (report, order):
        for (low, high), score in zip(figures.intervals["mean_score"], figures.mean_score, strict=True):
            assert low < score < high
