"""`matchbox map`, and games on custom maps."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from matchbox import cli

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def matchbox(capsys: pytest.CaptureFixture[str]) -> Run:
    """Run the command in this process: its exit code, output and errors."""

    def run(*arguments: str) -> tuple[int, str, str]:
        code = cli.main(arguments)
        return code, *capsys.readouterr()

    return run


def test_a_custom_map_is_checked_shown_and_played(matchbox: Run, tmp_path: Path) -> None:
    code, example, _ = matchbox("map", "example", "war", "--seats", "3")
    assert code == 0
    file = tmp_path / "my-map.txt"
    file.write_text("# mine\n" + example)
    assert matchbox("map", "show", str(file)) == (0, example, "")
    assert matchbox("map", "check", str(file)) == (0, "good for War 2.0 with 3 players\n", "")
    _, report, _ = matchbox("simulate", "war", "--seats", "3", "-n", "5", "--option", f"map={file}", "--json")
    assert json.loads(report)["options"]["map"].startswith("ooWB..../D..oWBC./")
    code, _, error = matchbox("simulate", "war", "-n", "5", "--option", f"map={file}")
    assert code == 2
    assert "V1: 15 brown tiles" in error


def test_a_map_that_breaks_rules_is_refused(matchbox: Run, tmp_path: Path) -> None:
    file = tmp_path / "my-map.txt"
    file.write_text(matchbox("map", "example", "war", "--seats", "3")[1].replace("W", "A", 1))
    code, text, _ = matchbox("map", "check", str(file))
    assert code == 2
    assert text.splitlines() == [
        "wrong: V1: 1 Arrow tile; a map for 3 players has 0",
        "wrong: V1: 2 Wheel tiles; a map for 3 players has 3",
        "cannot be used for War 2.0",
    ]


def test_a_map_names_its_game(matchbox: Run, tmp_path: Path) -> None:
    file = tmp_path / "my-map.txt"
    file.write_text("oo/oo")
    assert "name the game in the first line of the map" in matchbox("map", "check", str(file))[2]
    assert "cannot be used" in matchbox("map", "check", str(file), "--game", "war")[1]
    assert "accepts no custom maps" in matchbox("map", "check", str(file), "--game", "othellino")[2]
    assert "is for 2-4 players" in matchbox("map", "example", "war", "--seats", "7")[2]
    assert "choose one of" in matchbox("simulate", "war", "--option", "map=nowhere.txt")[2]
