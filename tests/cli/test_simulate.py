"""`matchbox simulate`, `tournament`, `warm` and `bench`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from matchbox import cli
from matchbox.engine import games

from .command import lines_at, matchbox


def test_simulate_prints_a_json_document() -> None:
    command = ["simulate", "othellino", "-n", "300", "--seed", "5", "--option", "board=8", "--json"]
    report = json.loads(matchbox(*command).stdout)
    assert report["games"] == 300
    assert report["options"] == {"board": 8, "opening": "diagonal"}
    assert sum(report["win_share"]) == pytest.approx(1)
    assert 0 <= report["draw_share"] < 0.2
    assert report["cap_share"] == 0
    assert report["intervals"]["cap_share"] == [0.0, pytest.approx(0.0126, abs=1e-4)]
    order = report["turn_order"]
    assert order["games"] == sum(order["starts"]) == 300
    assert sum(order["win_share"]) == pytest.approx(1)
    assert order["mean_score"] != report["mean_score"]
    assert 59 < report["mean_decisions"] < 62
    assert 7 < report["mean_options"] < 10
    assert sum(report["mean_score"]) < 64.001
    assert report["games_per_second"] > 0
    again = json.loads(matchbox(*command).stdout)
    same = {"win_share", "turn_order", "intervals", "mean_decisions", "mean_options", "mean_score", "reasons"}
    assert {k: report[k] for k in same} == {k: again[k] for k in same}


def test_the_turn_order_is_told_where_there_is_one(capsys: pytest.CaptureFixture[str]) -> None:
    for game, sentence in (
        (["building_blocks_brawl"], "All games begin with a simultaneous choice, so there is no turn order."),
        (["othellino", "--option", "opening=diagonal"], "2nd"),
    ):
        assert sentence in "\n".join(lines_at(200, capsys, ["simulate", *game, "-n", "50", "--threads", "1"]))


def test_reports_count_in_singular_and_plural(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["simulate", "othellino", "-n", "1"]) == 0
    assert capsys.readouterr().out.startswith("1 game of Othellino in ")
    assert cli.main(["simulate", "othellino", "-n", "2000", "--threads", "1"]) == 0
    assert capsys.readouterr().out.startswith("2,000 games of Othellino in ")
    assert cli.main(["tournament", "othellino", "-n", "1", "--bots", "random,novice"]) == 0
    text = capsys.readouterr().out
    assert "Othellino, 2 games" in text
    assert "│ random │ novice  │" in text
    assert cli.main(["tournament", "temple_of_doom", "-n", "1", "--bots", "random,novice"]) == 0
    assert "No ratings: players of this game win together" in capsys.readouterr().out


@pytest.mark.full
def test_warm_compiles_a_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MATCHBOX_CACHE", str(tmp_path))
    done = matchbox("warm", "othellino")
    assert done.returncode == 0
    assert "othellino ready in" in done.stderr
    assert any("play_games_othellino" in path.name for path in tmp_path.rglob("*.nbi"))


@pytest.mark.full
def test_bench_prints_rows_with_ratios(capsys: pytest.CaptureFixture[str]) -> None:
    from matchbox.lab.bench import BenchRow, best

    assert BenchRow("a", 10.0, "b", 4.0).as_dict() == {
        "name": "a",
        "ours": 10.0,
        "peer": "b",
        "peer_value": 4.0,
        "ratio": 2.5,
    }
    assert BenchRow("a", 10.0).ratio is None
    rates = iter([1.0, 5.0, 3.0, 2.0])
    assert best(2, lambda: next(rates), lambda: next(rates)) == [3.0, 5.0]
    assert cli.main(["bench", "--all", "--rounds", "1", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert len(rows) == len(games())
    assert all(row["ours"] > 0 for row in rows)
