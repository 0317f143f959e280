"""A game from somebody else's package, found by its entry point."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]


def test_an_entry_point_brings_a_game(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
    (code,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    (tmp_path / "stones.py").write_text(code, encoding="utf-8")
    (tmp_path / "stones.md").write_text("# Twenty-One Stones\n", encoding="utf-8")
    info = tmp_path / "stones-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: stones\nVersion: 1.0\n", encoding="utf-8")
    (info / "entry_points.txt").write_text("[matchbox.games]\nstones = stones\n", encoding="utf-8")
    paths = os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])

    def matchbox(*arguments: str, said: str = "") -> str:
        command = [sys.executable, "-m", "matchbox", *arguments]
        environment = {**os.environ, "PYTHONPATH": paths}
        done = subprocess.run(command, input=said, capture_output=True, text=True, check=False, env=environment)
        assert done.returncode == 0, done.stderr
        return done.stdout

    assert "stones" in [entry["id"] for entry in json.loads(matchbox("games", "--json"))]
    report = json.loads(matchbox("simulate", "stones", "-n", "200", "--json", "--option", "pile=15"))
    assert sum(report["win_share"]) > 0.99
    assert matchbox("rules", "stones") == "# Twenty-One Stones\n"
    assert "stones: -  (21)" in matchbox("play", "stones", said="1\nquit\n")
