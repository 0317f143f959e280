"""`matchbox games` and `matchbox rules`."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from matchbox import bots, cli
from matchbox.bots.measured import RATINGS, digest_of, measured, write_measured
from matchbox.cli.arguments import LEVELS
from matchbox.engine import games, get
from matchbox.server.catalogue import catalogue
from matchbox.server.host_players import HostPlayers

from .command import matchbox


def test_games_are_listed_as_a_table_and_as_json() -> None:
    text = matchbox("games")
    assert text.returncode == 0
    document = json.loads(matchbox("games", "--json").stdout)
    assert [entry["id"] for entry in document] == list(games())
    assert all(entry["id"] in text.stdout for entry in document)
    backgammon = next(entry for entry in document if entry["id"] == "backgammon")
    length = backgammon["options"]["match"]
    assert (length["values"], length["default"]) == (list(range(1, 26, 2)), 1)
    assert (length["label"], length["labels"][:2]) == ("Match length", ["1 point", "3 points"])
    assert backgammon["seats"] == [2, 2]
    war = next(entry for entry in document if entry["id"] == "war")
    assert war["options"]["map"]["custom"] == "map"


def test_a_game_is_described_with_its_options_in_words() -> None:
    text = matchbox("games", "othellino").stdout
    assert "board: Board. The size of the board." in text
    assert "  6 (usual): 6 × 6. The rulebook's board." in text
    assert json.loads(matchbox("games", "othellino", "--json").stdout)["id"] == "othellino"
    assert matchbox("games", "othelino").returncode == 2


def test_a_game_is_described_with_the_ratings_of_its_bots(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    game = get("gold_mine")
    monkeypatch.setattr(game, "folder", tmp_path)
    digest_of.cache_clear()
    levels = {
        name: {"rating": rating, "digest": digest_of(game, name)} for name, rating in (("casual", 1000), ("club", 1210))
    }
    write_measured(game, RATINGS, {"anchor": "casual", "levels": levels})
    try:
        assert cli.main(["games", "gold_mine"]) == 0
        assert "Bots: casual 1000, club 1210." in capsys.readouterr().out
        (info,) = (one for one in catalogue(HostPlayers()) if one.id == "gold_mine")
        assert info.ratings == {"casual": 1000, "club": 1210}
    finally:
        measured.cache_clear()
        digest_of.cache_clear()


def test_rules_prints_the_page() -> None:
    assert matchbox("rules", "othellino").stdout.startswith("# Othellino")


def test_a_reader_may_leave_a_pipe_early() -> None:
    command = f"{sys.executable} -m matchbox rules backgammon | head -1"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=False)
    assert done.stdout == "# Backgammon\n"
    assert done.stderr == ""


def test_the_help_of_every_command_loads_no_game() -> None:
    code = (
        "import sys, matchbox.cli; matchbox.cli._parser(); print(sorted({'numba', 'numpy', 'rich'} & {*sys.modules}))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_help_names_all_bots() -> None:
    assert ", ".join(bots.NAMES) == LEVELS


def test_a_broken_game_is_reported_and_left_out(tmp_path: Path) -> None:
    """Other packages may bring games that do not load; the rest goes on working."""
    info = tmp_path / "broken-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: broken\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[matchbox.games]\nstones = broken_stones\n")
    (tmp_path / "broken_stones.py").write_text("raise RuntimeError('two\\nlines and a [/x]')\n")
    notice = "matchbox: left out stones, which does not load: RuntimeError: two lines and a [/x]\n"
    listed = matchbox("games", "--json", site=tmp_path)
    assert (listed.returncode, listed.stderr) == (0, notice)
    assert [entry["id"] for entry in json.loads(listed.stdout)] == list(games())
    assert matchbox("games", site=tmp_path).stderr == notice
    assert matchbox("play", site=tmp_path).stderr == notice
    assert "the game 'stones' does not load" in matchbox("rules", "stones", site=tmp_path).stderr
