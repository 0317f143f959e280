"""`matchbox compare`: sentences, a table and JSON; clear errors for sides that do not fit."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from matchbox import cli
from matchbox.engine import get

from .command import lines_at

BOARDS = ("compare", "othellino", "--b", "board=8", "--bots", "random", "--ask", "shorter", "--threads", "1")


def test_the_answer_states_its_evidence(capsys: pytest.CaptureFixture[str]) -> None:
    lines = lines_at(80, capsys, BOARDS)
    assert lines[0].startswith("Othellino, 2 players, bots: random; novice against random. 32 games with each variant.")
    assert lines[1:3] == ["A: the usual rules", "B: board=8"]
    assert lines[3].startswith("Shorter: no, longer. B takes ")
    assert "16 deals." in lines[3]


@pytest.mark.parametrize("columns", [80, 60])
def test_no_figure_of_a_comparison_is_cut(columns: int, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main([*BOARDS, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    lines = lines_at(columns, capsys, BOARDS)
    rows = [" ".join(line.split()) for line in lines]
    for row in found["rows"]:
        scale = 100 if row["percent"] else 1
        value, low, high, deals = row["difference"]
        figures = f"{scale * row['a']:.1f} {scale * row['b']:.1f} {scale * value:+.1f}"
        assert any(line.endswith(f"{figures} {scale * low:+.1f} to {scale * high:+.1f}") for line in rows)
        assert deals == 16
    table = lines[next(n for n, line in enumerate(lines) if "B - A" in line) : -1]
    assert max(len(line) for line in table) <= columns


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "both sides are the same"),
        (["--a", "board=8", "--option", "board=8", "--b", "board=8"], "both sides are the same"),
        (["--b", "board=7"], "option board=7: choose one of 6, 8"),
        (["--b", "bord=8"], "no option 'bord'"),
        (["--b", "nowhere"], "write NAME=VALUE for an option, or the folder of a version"),
        (["--a", "{}", "--a", "{}"], "name only one folder with --a"),
        (["--a", "{}"], "which has a file __init__.py"),
        (["--b", "board=8", "--ask", "funnier"], "cannot answer 'funnier'"),
        (["--b", "board=8", "--bots", "clever"], "no bot 'clever'"),
    ],
)
def test_mistakes_are_explained(
    words: list[str], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["compare", "othellino", *(word.format(tmp_path) for word in words)]) == 2
    assert message in " ".join(capsys.readouterr().err.split())


def test_versions_in_folders_stay_in_this_process(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "othellino"
    shutil.copytree(get("othellino").folder, folder, ignore=shutil.ignore_patterns("__pycache__"))
    assert cli.main(["compare", "othellino", "--a", str(folder), "--processes", "2"]) == 2
    assert "leave out --processes and --ray" in " ".join(capsys.readouterr().err.split())
