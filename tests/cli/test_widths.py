"""Figures are whole in narrow terminals and pipes."""

from __future__ import annotations

import json

import pytest

from matchbox import cli
from matchbox.cli.calibrate import _print_calibration
from matchbox.cli.output import figure_table, print_table
from matchbox.cli.rate import _print_scale
from matchbox.engine import games, get
from matchbox.lab.calibration import Bin, Calibration, Sampler
from matchbox.lab.ratings import PairScore, Rating, Scale

from .command import lines_at, lines_of, matchbox


@pytest.mark.parametrize("columns", [80, 60, 30])
def test_no_figure_of_simulate_is_cut(columns: int, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["simulate", "othellino", "-n", "300", "--threads", "1"]
    assert cli.main([*command, "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    lines = lines_at(columns, capsys, command)
    rows = [" ".join(line.split()) for line in lines]
    for part in (report, report["turn_order"]):
        for share, (low, high), mean, (least, most) in zip(
            *(kind[name] for name in ("win_share", "mean_score") for kind in (part, part["intervals"])), strict=True
        ):
            cells = f"{share:.4f} {low:.4f} to {high:.4f} {mean:.2f} {least:.2f} to {most:.2f}"
            assert any(row.endswith(cells) for row in rows)
    for name, digits in (("draw_share", 4), ("cap_share", 4), ("mean_decisions", 2), ("mean_options", 2)):
        low, high = report["intervals"][name]
        cells = f" {report[name]:.{digits}f} {low:.{digits}f} to {high:.{digits}f}"
        assert any(row.endswith(cells) for row in rows)
    if columns >= 60:
        assert max(len(line) for line in lines) <= columns


@pytest.mark.parametrize("columns", [80, 60])
def test_no_figure_of_a_tournament_is_cut(columns: int, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["tournament", "othellino", "-n", "6", "--bots", "random,novice", "--threads", "1"]
    assert cli.main([*command, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    lines = lines_at(columns, capsys, command)
    rows = [" ".join(line.split()) for line in lines]
    for one in found["standings"]:
        (low, high), (least, most) = (one["intervals"][name] for name in ("mean_return", "mean_score"))
        means = f"{one['mean_return']:+.3f} {low:+.3f} to {high:+.3f} {one['mean_score']:.2f} {least:.2f} to {most:.2f}"
        assert f"{one['bot']} {means} {one['games']}" in rows
        if one["bot"] != found["anchor"]:
            low, high = one["intervals"]["rating"]
            assert f"{one['bot']} {one['rating']:.0f} {low:.0f} to {high:.0f}" in rows
    for pair in found["pairs"]:
        share = f"{pair['score']:.3f} {pair['low']:.3f} to {pair['high']:.3f} {pair['games']}"
        assert f"{pair['bot']} {pair['other']} {share}" in rows
    assert max(len(line) for line in lines) <= columns


@pytest.mark.parametrize("columns", [80, 60])
def test_no_row_of_the_games_is_cut(columns: int, capsys: pytest.CaptureFixture[str]) -> None:
    lines = lines_at(columns, capsys, ["games"])
    rows = [" ".join(line.split()) for line in lines]
    for game in games().values():
        about = game.about
        start = f"{game.id} {game.seat_range} {about.minutes} {'●' * about.complexity} {about.kind.split()[0]}"
        assert any(row.startswith(start) for row in rows)
    assert not any("…" in row for row in rows)
    assert max(len(line) for line in lines) <= columns


@pytest.mark.parametrize("columns", [80, 60])
def test_no_figure_of_ratings_and_calibrations_is_cut(columns: int, capsys: pytest.CaptureFixture[str]) -> None:
    game = get("othellino")
    pair = PairScore("casual", "novice", 1234, 617, 0.876, 0.861, 0.891)
    scale = Scale({"novice": Rating(-1234.5, -2345.6, -1111.1, 1234, "")}, [pair], 12.3)
    rows = lines_of(columns, capsys, lambda: _print_scale(game, scale))
    assert [" ".join(row.split()) for row in rows if "novice" in row] == [
        "novice -1234 -2346 to -1111 1234",
        "casual novice 0.876 0.861 to 0.891 1234",
    ]
    one = Calibration(1.0, 0.0, 0.9, 1.1, 0.02, 0.01, 0.01, [Bin(2000, 0.123, 0.456, 0.412, 0.498)], [])
    sampler = Sampler(game, "casual", None, 0, None)
    rows = lines_of(columns, capsys, lambda: _print_calibration(game, sampler, {"hint": one}))
    assert "0.123 0.456 0.412 to 0.498 2000" in [" ".join(row.split()) for row in rows]


def test_a_table_is_longer_than_a_terminal_that_is_too_narrow(capsys: pytest.CaptureFixture[str]) -> None:
    table = figure_table(["some words"], ["share", "95 %"])
    table.add_row("a long explanation", "0.1234567", "0.1000000 to 0.2000000")
    rows = [" ".join(row.split()) for row in lines_of(20, capsys, lambda: print_table(table))]
    assert any(row.endswith("0.1234567 0.1000000 to 0.2000000") for row in rows)


def test_a_pipe_has_no_edge(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)
    done = matchbox("simulate", "othellino", "-n", "20", "--threads", "1", columns="")
    assert "│ ended: neither player can move: the player with more pieces wins │ 1.0000 │" in done.stdout
