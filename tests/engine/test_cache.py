"""The compile cache, tested with a small package: it is reused, never stale, and has a folder per mode."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import matchbox
from matchbox.engine import cache

GAME = """
from matchbox.engine import entry_point
from .helper import factor

@entry_point
def answer(x):
    return factor(x) + 1
"""
HELPER = """
from matchbox.engine import rule

@rule
def factor(x):
    return {number} * x
"""
RUN = """
import numba
from toy.game import answer
value = answer(10)
hits = sum(answer.stats.cache_hits.values())
print(value, hits)
"""


@pytest.fixture
def toy(tmp_path: Path) -> Path:
    package = tmp_path / "toy"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "game.py").write_text(GAME)
    (package / "helper.py").write_text(HELPER.format(number=2))
    return tmp_path


def run(toy: Path, **settings: str) -> tuple[int, int]:
    done = start(toy, RUN, **settings)
    assert done.stderr == ""
    value, hits = done.stdout.split()
    return int(value), int(hits)


def start(toy: Path, code: str, **settings: str) -> subprocess.CompletedProcess[str]:
    path = os.pathsep.join([str(toy), str(Path(matchbox.__file__).parents[1])])
    environment = {**os.environ, "MATCHBOX_CACHE": str(toy / "cache"), "PYTHONPATH": path, **settings}
    environment.pop("NUMBA_DISABLE_JIT", None)
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done


def files(toy: Path) -> list[str]:
    return sorted(p.name for p in (toy / "cache").rglob("*.nb*"))


def test_a_new_process_reuses_the_compiled_code(toy: Path) -> None:
    assert run(toy) == (21, 0)
    assert run(toy) == (21, 1)


@pytest.mark.full
def test_an_edit_in_a_helper_recompiles_and_replaces_the_old_files(toy: Path) -> None:
    run(toy)
    before = files(toy)
    (toy / "toy" / "helper.py").write_text("# moved down a line\n" + HELPER.format(number=3))
    assert run(toy) == (31, 0)
    assert run(toy) == (31, 1)
    assert files(toy) == before


@pytest.mark.full
def test_checked_code_has_its_own_folder(toy: Path) -> None:
    run(toy)
    assert run(toy, NUMBA_BOUNDSCHECK="1") == (21, 0)
    assert run(toy, NUMBA_BOUNDSCHECK="1") == (21, 1)
    assert {path.name for path in (toy / "cache").iterdir()} == {"checked", "fast"}


RUN_TWICE = f"""
import os, subprocess, sys
{RUN}
sys.stdout.flush()
if "twice" not in os.environ:
    subprocess.run([sys.executable, *sys.orig_argv[1:]], env={{**os.environ, "twice": "yes"}}, check=True)
"""


def test_a_read_only_cache_folder_is_told_once_and_nothing_stays_behind(toy: Path) -> None:
    """A second process, started by the first one, uses what that has compiled, and says nothing."""
    (toy / "file").write_text("")
    (toy / "temporary").mkdir()
    folder = toy / "file" / "cache"
    done = start(toy, RUN_TWICE, MATCHBOX_CACHE=str(folder), TMPDIR=str(toy / "temporary"))
    assert done.stdout.splitlines() == ["21 0", "21 1"]
    assert done.stderr.splitlines() == [
        f"matchbox: compiled code cannot be kept in {folder} (Not a directory), so every start compiles again; "
        "set MATCHBOX_CACHE to a folder that you can write to"
    ]
    assert list((toy / "temporary").iterdir()) == []


def test_a_folder_that_fails_later_does_no_harm(toy: Path) -> None:
    """The cache folder is writable, but not the one in it: somebody else's, or the disk is full."""
    (toy / "cache").mkdir()
    (toy / "cache" / "fast").write_text("")
    done = start(toy, RUN)
    assert done.stdout.splitlines() == ["21 0"]
    (line,) = done.stderr.splitlines()
    assert f"cannot be kept in {toy / 'cache'} (" in line
    assert [path.name for path in (toy / "cache").iterdir()] == ["fast"]


def test_stamps_cover_indirect_imports() -> None:
    from matchbox.engine import get

    game = get("building_blocks_brawl")
    module = "matchbox.games.british_empire.building_blocks_brawl.rules"
    covered = {"/".join(path.parts[-2:]) for path in cache.sources(game.folder / "rules.py", module)}
    wanted = {"building_blocks_brawl/rules.py", "british_empire/components.py", "engine/chance.py", "engine/playout.py"}
    assert wanted <= covered
    assert "othellino/rules.py" not in covered


OF_TWO = """
import numpy as np
from matchbox.engine import Base, entry_point, finish, public, record, u8

@record(seats=2)
class State(Base):
    ballast = public(u8[{ballast}])

@entry_point
def end(states):
    finish(states[0], 1)

def ended():
    states = np.zeros(3, State.dtype)
    states["seats"], states["score"][:, 1] = 2, 7
    end(states)
    return states["rank"].tolist(), bool(states["ballast"].any())
"""
END = """
import importlib, sys
for name in sys.argv[1:]:
    print(importlib.import_module("toy." + name).ended())
"""


@pytest.mark.full
def test_one_process_can_load_code_compiled_by_several(tmp_path: Path) -> None:
    """Two processes compile one record type each; then a process loads both from the cache."""
    package = tmp_path / "toy"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "small.py").write_text(OF_TWO.format(ballast=1))
    (package / "large.py").write_text(OF_TWO.format(ballast=90))
    path = os.pathsep.join([str(tmp_path), str(Path(matchbox.__file__).parents[1])])
    environment = {**os.environ, "MATCHBOX_CACHE": str(tmp_path / "cache"), "PYTHONPATH": path}
    environment.pop("NUMBA_DISABLE_JIT", None)
    for names in (["small"], ["large"], ["small", "large"], ["large", "small"]):
        done = subprocess.run(
            [sys.executable, "-c", END, *names], env=environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        assert done.stdout.splitlines() == ["([[2, 1], [0, 0], [0, 0]], False)"] * len(names)


SAVE = """
import sys
from matchbox.engine.cache import LockedCacheFile

file = LockedCacheFile(sys.argv[1], "function", "stamp")
print("ready", flush=True)
file.save("key", "data")
"""


def test_a_process_waits_until_another_has_saved(tmp_path: Path) -> None:
    """The other process writes nothing while this one has the lock, and saves afterwards."""
    environment = {**os.environ, "PYTHONPATH": str(Path(matchbox.__file__).parents[1])}
    command = [sys.executable, "-c", SAVE, str(tmp_path)]
    with cache.locked(tmp_path / "function.lock"):
        other = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
        assert other.stdout is not None
        assert other.stdout.readline() == "ready\n"
        with pytest.raises(subprocess.TimeoutExpired):
            other.wait(timeout=2)
        assert not list(tmp_path.glob("*.nb*"))
    assert other.wait() == 0
    assert len(list(tmp_path.glob("*.nb*"))) == 2  # the index and the code


def test_a_patient_process_goes_on_without_the_lock_in_the_end(tmp_path: Path) -> None:
    fcntl = pytest.importorskip("fcntl", reason="locks files")
    entered = False
    with cache.locked(tmp_path / "game"), cache.locked(tmp_path / "game", patience=0.2):
        entered = True
    assert entered
    held = cache.locked(tmp_path / "game", patience=0.2)  # the first one has let go
    with held, (tmp_path / "game").open("wb") as other, pytest.raises(BlockingIOError):
        fcntl.flock(other, fcntl.LOCK_EX | fcntl.LOCK_NB)
