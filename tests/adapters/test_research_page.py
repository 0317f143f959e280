"""The examples of docs/research.md run unchanged, and the learner learns."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

for package in ("gymnasium", "matplotlib", "pettingzoo", "pyspiel"):
    pytest.importorskip(package, reason="the research packages are not installed (extra: research)")

PAGE = Path(__file__).parents[2] / "docs" / "research.md"


def test_the_examples_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    blocks = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert len(blocks) == 7
    for block in blocks:
        exec(block, names)
    printed = capsys.readouterr().out
    assert "{'player_0': " in printed
    assert "held [3]  0..255  own row" in printed
    assert (tmp_path / "learning.png").stat().st_size > 5000
    curve = names["curve"]
    assert sum(curve[-5:]) / 5 > sum(curve[:5]) / 5 + 0.2
    assert curve[-1] > 0.7
