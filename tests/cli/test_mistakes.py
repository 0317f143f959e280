"""A mistake in a game's code is a few lines for the author, in compiled and in plain rules and in the scene."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.engine.mistaken import MISTAKES, RULES
from tests.engine.test_registry import install

from .command import matchbox

SCENE = """
from matchbox.scene import Scene

def scene(look):
    return Scene(f"{look.s.lsat} was drawn.")
"""


@pytest.fixture
def site(tmp_path: Path) -> Path:
    install(tmp_path, "lots", __init__="from .rules import game", rules=MISTAKES["a field that is read"].rules)
    return tmp_path


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (["simulate", "lots", "-n", "2"], 'State has no field "lsat"; did you mean "last"?'),
        (["play", "lots"], 'the record has no field "lsat"; did you mean "last"?'),
    ],
)
def test_a_misspelt_field_is_a_few_lines(command: list[str], words: str, site: Path) -> None:
    done = matchbox(*command, typed="1\n" * 9, site=site)
    assert done.returncode == 2
    first, source, *rest = done.stderr.splitlines()
    assert first == f"matchbox: {site / 'lots_package' / 'rules.py'}:41: {words}"
    assert source == "    if s.lsat == 1 or s.drawn[seat] > 50:"
    assert len(rest) <= 3


def test_a_misspelt_field_in_a_scene(tmp_path: Path) -> None:
    install(tmp_path, "lots", __init__="from .rules import game", rules=RULES, scene=SCENE)
    done = matchbox("play", "lots", site=tmp_path)
    assert done.returncode == 2
    file = tmp_path / "lots_package" / "scene.py"
    words = 'the record has no field "lsat"; did you mean "last"?'
    assert done.stderr.splitlines()[0] == f"matchbox: {file}:5: {words}"


def test_the_full_report_on_request(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MATCHBOX_TRACEBACK", "1")
    done = matchbox("play", "lots", typed="1\n" * 9, site=site)
    assert done.returncode == 1
    assert "Traceback" in done.stderr
