"""`matchbox sweep`: a table over a grid of options."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from matchbox import cli

from .command import lines_at

GRID = ("sweep", "othellino", "--option", "board", "--option", "opening=free", "--bots", "random", "-n", "12")
MEASURES = ("--measure", "seat,minutes,choices,draws", "--threads", "1")


@pytest.mark.parametrize("columns", [80, 60])
def test_no_figure_of_a_sweep_is_cut(columns: int, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main([*GRID, *MEASURES, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [row["options"] for row in found["rows"]] == [
        {"board": 6, "opening": "free"},
        {"board": 8, "opening": "free"},
    ]
    lines = lines_at(columns, capsys, [*GRID, *MEASURES])
    assert lines[0] == "Othellino, 2 players, bots: random. 24 games."
    text = " ".join("\n".join(lines).split())
    for row in found["rows"]:
        value, low, high, deals = row["figures"]["choices"]
        assert deals == 6
        assert f" {value:.1f} ±{max(value - low, high - value):.1f} " in text
    assert max(len(line) for line in lines) <= columns


def test_a_sweep_writes_a_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "sweep.csv"
    command = ["sweep", "halma", "--option", "board=8,triangle", "--bots", "random", "--measure", "seat", "-n", "4"]
    assert cli.main([*command, "--threads", "1", "--out", str(file)]) == 0
    assert "skipped board=triangle: board=triangle is for 3 players" in capsys.readouterr().out
    lines = file.read_text().splitlines()
    assert lines[0] == "board,games,seat,seat_low,seat_high"
    assert lines[1].startswith("8,4,")
    assert len(lines) == 2


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "name the options to try: --option NAME=VALUE,... (options of Othellino: board, opening)"),
        (["--option", "bord=6"], "has no option 'bord'"),
        (["--option", "bord"], "has no option 'bord'"),
        (["--option", "board=6,7"], "option board=7: choose one of 6, 8"),
        (["--option", "board=6", "--option", "board=8"], "write --option board=VALUE,... only once"),
        (["--option", "board", "--measure", "fun"], "nothing measures 'fun' here"),
        (["--option", "board", "--seats", "3"], "is for 2 players, not 3"),
        (["--option", "board", "--out", "/nowhere/table.csv"], "/nowhere/table.csv: No such file or directory"),
    ],
)
def test_mistakes_are_explained(words: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["sweep", "othellino", *words]) == 2
    assert message in " ".join(capsys.readouterr().err.split())
