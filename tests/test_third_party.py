"""A game from another package has all that a built-in game has: scene, rules page, solver, summary and cover."""

from __future__ import annotations

import base64
import hashlib
import json
import os
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.server.harness import Node
from tests.test_docs import example_files

INFO = "example_games-1.0.dist-info"
METADATA = "Metadata-Version: 2.1\nName: example-games\nVersion: 1.0\n"
WHEEL = "Wheel-Version: 1.0\nGenerator: tests\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
POINTS = """[matchbox.games]
stones = example_games.stones
wrong = example_games.wrong
"""
Run = Callable[..., str]


def built_wheel(folder: Path) -> Path:
    """A wheel with the example game of the documentation and a second game that cannot be imported."""
    files = {f"example_games/stones/{name}": text for name, text in example_files().items()}
    files |= {
        "example_games/__init__.py": "",
        "example_games/wrong/__init__.py": "raise RuntimeError('this game is broken')\n",
        f"{INFO}/METADATA": METADATA,
        f"{INFO}/WHEEL": WHEEL,
        f"{INFO}/entry_points.txt": POINTS,
    }
    rows = [f"{name},sha256={_digest(text)},{len(text.encode())}" for name, text in files.items()]
    files[f"{INFO}/RECORD"] = "\n".join([*rows, f"{INFO}/RECORD,,"]) + "\n"
    wheel = folder / "example_games-1.0-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return wheel


def _digest(text: str) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()).decode().rstrip("=")


@pytest.fixture(scope="module")
def paths(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A PYTHONPATH with the wheel installed."""
    folder = tmp_path_factory.mktemp("third_party")
    site = folder / "site"
    pip = [sys.executable, "-m", "pip", "install", "-q", "--disable-pip-version-check", "--no-index", "--no-deps"]
    subprocess.run([*pip, "--target", str(site), str(built_wheel(folder))], check=True)
    return os.pathsep.join(filter(None, [str(site), os.environ.get("PYTHONPATH")]))


@pytest.fixture(scope="module")
def matchbox(paths: str) -> Run:
    """Runs the command with the wheel installed, and returns its output."""
    environment = {**os.environ, "PYTHONPATH": paths}

    def run(*arguments: str, typed: str = "") -> str:
        command = [sys.executable, "-m", "matchbox", *arguments]
        done = subprocess.run(command, input=typed, capture_output=True, text=True, check=False, env=environment)
        assert done.returncode == 0, done.stderr
        return done.stdout

    return run


def test_the_game_is_listed_and_a_broken_one_is_left_out(matchbox: Run) -> None:
    listed = [entry["id"] for entry in json.loads(matchbox("games", "--json"))]
    assert "stones" in listed
    assert "wrong" not in listed
    assert "othellino" in listed


def test_its_rules_page_is_printed(matchbox: Run) -> None:
    assert matchbox("rules", "stones") == example_files()["page.md"]


def test_its_scene_is_drawn(matchbox: Run) -> None:
    drawn = matchbox("play", "stones", "--seed", "1", typed="bet on=0\nquit\n")
    assert "Bet in secret on who takes the last stone." in drawn
    assert "Pile" in drawn
    assert "stones: -" not in drawn  # the plain scene shows fields by name


def test_it_can_be_simulated(matchbox: Run) -> None:
    report = json.loads(matchbox("simulate", "stones", "-n", "200", "--json", "--option", "pile=15"))
    assert sum(report["win_share"]) > 0.99


@pytest.mark.full
def test_the_level_perfect_uses_its_solver(matchbox: Run) -> None:
    report = json.loads(matchbox("simulate", "stones", "-n", "40", "--bots", "perfect,random", "--json"))
    assert report["win_share"][0] > 0.9


def test_the_server_lists_it_with_summary_and_cover(paths: str, tmp_path: Path) -> None:
    node = Node(tmp_path / "data", PYTHONPATH=paths)
    try:
        (info,) = [info for info in node.http.get("/api/games").json() if info["id"] == "stones"]
        assert node.http.get("/api/games/stones/rules").json()["name"] == "Twenty-One Stones"
    finally:
        node.stop()
    assert info["summary"]["goal"] == {"say": "Take the last stone."}
    assert info["cover"][0]["count"] == 21
    assert info["levels"][-1] == "perfect"
