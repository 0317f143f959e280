"""Tournaments have fair seats, correct intervals and plausible standings."""

from __future__ import annotations

from collections import Counter

import pytest

from matchbox.engine import BadOption, get
from matchbox.lab.matches import play_matches
from matchbox.lab.simulate import simulate
from matchbox.lab.tournament import line_ups, tournament, wilson


def test_every_bot_gets_every_seat_equally_often() -> None:
    for names, seats in ((["a", "b", "c"], 2), (["a", "b", "c", "d"], 3), (["a", "b"], 4)):
        tables = line_ups(names, seats, 50)
        assert len(tables) >= 50
        for seat in range(seats):
            counts = Counter(table[seat] for table in tables)
            assert len(set(counts.values())) == 1
    with pytest.raises(BadOption, match="at least two bots"):
        line_ups(["a"], 2, 10)


def test_intervals_contain_the_share_and_shrink() -> None:
    low, high = wilson(0.5, 100)
    assert (round(low, 3), round(high, 3)) == (0.404, 0.596)
    assert wilson(1.0, 10)[1] <= 1.0 + 1e-12
    assert wilson(0.5, 10_000)[1] - wilson(0.5, 10_000)[0] < 0.02
    assert wilson(0.0, 0) == (0.0, 1.0)


def test_stronger_bots_rank_higher() -> None:
    found = tournament(get("othellino"), ["random", "casual"], 12, seed=1)
    assert [row.bot for row in found.standings] == ["casual", "random"]
    pair = next(p for p in found.pairs if p.bot == "casual")
    assert pair.games == 12
    assert pair.low <= pair.score <= pair.high
    assert pair.score > 0.7
    ratings = {row.bot: row.rating for row in found.standings}
    if ratings["casual"] is not None:
        assert ratings["casual"] > (ratings["random"] or 0)


@pytest.mark.parametrize("threads", [0, -1])
def test_less_than_one_thread_is_refused(threads: int) -> None:
    game = get("othellino")
    with pytest.raises(BadOption, match=f"at least 1 thread, not {threads}"):
        next(play_matches(game, game.template(), [["random", "random"]], 1, threads))
    for players in (["random", "random"], ["novice", "random"]):
        with pytest.raises(BadOption, match="at least 1 thread"):
            simulate(game, 1, players=players, threads=threads)
    with pytest.raises(BadOption, match="at least 1 thread"):
        tournament(game, ["random", "novice"], 1, threads=threads)


def test_simulate_lets_bots_search() -> None:
    report = simulate(get("othellino"), 6, players=["casual", "random"], seed=2)
    assert report.win_share[0] > 0.6
    assert report.bots == ["casual", "random"]
    assert report.mean_decisions == pytest.approx(32, abs=4)
    assert sum(report.win_share) == pytest.approx(1)
