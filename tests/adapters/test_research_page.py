"""The examples of docs/research.md run unchanged."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from matchbox.engine import get

for package in ("gymnasium", "pettingzoo", "polars", "pyarrow", "pyspiel"):
    pytest.importorskip(package, reason="the research packages are not installed (extras: research, lab)")

PAGE = Path(__file__).parents[2] / "docs" / "research.md"


def test_the_examples_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}  # of all examples, though each of them runs by itself
    blocks = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert len(blocks) == 11
    for block in blocks:
        own: dict[str, Any] = {}
        exec(block, own)
        names |= own
    printed = capsys.readouterr().out
    assert "{'player_0': " in printed
    assert "held [3]  0..6  own row" in printed
    assert set(names["played"][:, 1]) == {0, 1}
    assert len(names["played"]) > 500
    assert (names["boards"].sum(axis=(1, 2)) >= 4).all()
    assert "Result(ranks=" in printed
    most, random = names["won"].tolist()
    assert most > 1.3 * random > 300
    shown = (PAGE.parent / "images" / "notebook.svg").read_text(encoding="utf-8")
    assert (tmp_path / "gauntlet.svg").read_text(encoding="utf-8") == shown
    assert "CFR+ can be exploited by 0.00" in printed
    assert "hold blue=1 red=0 green=1" in printed
    assert flips(names["greedy"]) > flips(lambda game, view, seat: game.legal(view, seat)[0])


def flips(player: Any) -> int:
    """The pieces of a player after its first four moves against the last legal move."""
    game = get("othellino")
    state = game.new(seed=1)
    seat = game.acting(state)[0]
    for number in range(8):
        actor = game.acting(state)[0]
        legal = game.legal(state, actor)
        game.apply(state, actor, legal[-1] if number % 2 else player(game, game.view(state, seat), seat))
    return int(state["pieces"][0][seat]).bit_count()
