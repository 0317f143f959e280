"""`matchbox warm` compiles all that a game needs, and with `--adapters` what its environments need."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from .command import matchbox

GAME = "gaze_into_the_abyss"
"""Its seats choose at the same time, so that it has every kind of environment."""

ENVIRONMENTS = f"""
import numpy as np
import pyspiel

from matchbox.adapters import gymnasium, openspiel, pettingzoo

learners = {{"scaled": True, "relative": True}}
for arguments in ({{}}, {{"seat": 1}}, {{"observation": "dict"}}, learners):
    tables = gymnasium.VectorEnv(4, "{GAME}", **arguments)
    seen, info = tables.reset(seed=1)
    for _ in range(30):
        seen, *_ = tables.step(seen["action_mask"].argmax(axis=1))
table = gymnasium.Env("{GAME}", opponents="novice")
seen, info = table.reset(seed=1)
table.step(int(seen["action_mask"].argmax()))
table = pettingzoo.env("{GAME}")
table.reset(seed=1)
for agent in table.agent_iter():
    seen, reward, over, cut, info = table.last()
    table.step(None if over or cut else int(seen["action_mask"].argmax()))
table = pettingzoo.parallel_env("{GAME}")
seen, infos = table.reset(seed=1)
while table.agents:
    seen, *_ = table.step({{agent: int(seen[agent]["action_mask"].argmax()) for agent in table.agents}})
batch = table.game.batch(4)
batch.reset(1)
batch.step(batch.sample())
batch.observe(0, batch.afterstates()[:4])
state = openspiel.load("{GAME}").new_initial_state()
while not state.is_terminal():
    if state.is_simultaneous_node():
        state.apply_actions([state.legal_actions(seat)[0] for seat in (0, 1)])
    else:
        state.apply_action(state.legal_actions()[0])
    if not state.is_terminal() and not state.is_chance_node():
        state.observation_tensor(0)
        state.resample_from_infostate(0, lambda: 0.5)
print(state.returns())
"""


def compiled_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.rglob("*.nbc"))


@pytest.mark.full
def test_environments_compile_nothing_after_warming(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pyspiel", reason="OpenSpiel is not installed (extra: research)")
    monkeypatch.setenv("MATCHBOX_CACHE", str(tmp_path))
    done = matchbox("warm", GAME, "--adapters")
    assert (done.returncode, done.stdout) == (0, "")
    assert f"{GAME} ready in " in done.stderr
    warmed = compiled_in(tmp_path)
    assert any("step_games" in name for name in warmed)
    played = subprocess.run([sys.executable, "-c", ENVIRONMENTS], capture_output=True, text=True, check=False)
    assert played.returncode == 0, played.stderr
    assert compiled_in(tmp_path) == warmed


def test_warming_fails_at_once_where_nothing_can_be_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    folder = tmp_path / "file" / "cache"
    monkeypatch.setenv("MATCHBOX_CACHE", str(folder))
    done = matchbox("warm", GAME, columns="")
    advice = "set MATCHBOX_CACHE to a folder that you can write to"
    error = f"matchbox: compiled code cannot be kept in {folder} (Not a directory); {advice}\n"
    assert (done.returncode, done.stdout, done.stderr) == (2, "", error)
    assert os.listdir(tmp_path) == ["file"]
