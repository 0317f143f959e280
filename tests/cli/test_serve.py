"""`matchbox serve` names its port, and no process of it complains when it ends."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from matchbox.server import compile_worker

KILLED_SERVER = """
import asyncio, os, signal
from matchbox.server.compile_queue import Worker

async def main():
    process = await Worker().start()
    process.stdin.write(b"war\\n")
    await process.stdin.drain()
    os.kill(os.getpid(), signal.SIGKILL)

asyncio.run(main())
"""
"""It is killed while its worker starts to compile a game."""


@pytest.fixture
def cold(tmp_path: Path) -> dict[str, str]:
    """The environment of a first start: nothing is compiled, and workers begin with it."""
    usual = {name: text for name, text in os.environ.items() if name != "MATCHBOX_WARM"}
    return {**usual, "MATCHBOX_CACHE": str(tmp_path / "cache")}


@pytest.fixture
def serving(tmp_path: Path, cold: dict[str, str]) -> Iterator[subprocess.Popen[str]]:
    """A server in a process group of its own, as a terminal starts it."""
    command = [sys.executable, "-m", "matchbox", "serve", "--port", "0", "--data", str(tmp_path / "data")]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, env=cold, stdout=pipe, stderr=pipe, text=True, start_new_session=True) as process:
        yield process
        process.kill()


def test_port_0_is_a_free_port_and_ctrl_c_ends_all_processes(serving: subprocess.Popen[str]) -> None:
    assert serving.stdout is not None
    said = serving.stdout.readline()
    found = re.search(r"http://localhost:(\d+)/", said)
    assert found, said
    port = int(found.group(1))
    assert port != 0
    assert httpx.get(f"http://127.0.0.1:{port}/api/health", timeout=60).status_code == 200
    os.killpg(serving.pid, signal.SIGINT)  # a terminal sends it to the whole group
    _, errors = serving.communicate(timeout=60)
    assert errors == ""


def test_a_stopped_server_leaves_no_temporary_cache_behind(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    (tmp_path / "temporary").mkdir()
    folder = tmp_path / "file" / "cache"
    places = {"MATCHBOX_CACHE": str(folder), "TMPDIR": str(tmp_path / "temporary")}
    command = [sys.executable, "-m", "matchbox", "serve", "--port", "0", "--data", str(tmp_path / "data")]
    pipe, environment = subprocess.PIPE, {**os.environ, "MATCHBOX_WARM": "0", **places}
    with subprocess.Popen(command, env=environment, stdout=pipe, stderr=pipe, text=True) as process:
        assert process.stdout is not None
        address = process.stdout.readline().split()[3]
        assert httpx.get(f"{address}api/health", timeout=60).status_code == 200
        assert len(list((tmp_path / "temporary").iterdir())) == 1
        process.terminate()
        _, errors = process.communicate(timeout=60)
    assert process.returncode == -signal.SIGTERM
    assert [line.partition(" (")[0] for line in errors.splitlines()] == [
        f"matchbox: compiled code cannot be kept in {folder}"
    ]
    assert list((tmp_path / "temporary").iterdir()) == []


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not tell a process that its parent is gone")
def test_a_worker_whose_server_is_killed_ends_in_silence(cold: dict[str, str]) -> None:
    command = [sys.executable, "-c", KILLED_SERVER]
    done = subprocess.run(command, env=cold, capture_output=True, text=True, timeout=120, check=False)
    assert (done.returncode, done.stderr) == (-signal.SIGKILL, "")
    assert not list(Path(cold["MATCHBOX_CACHE"]).rglob("*.nbi"))  # it has not compiled the game for nobody


def test_a_worker_whose_answer_nobody_reads_ends_in_silence() -> None:
    command = [sys.executable, "-m", compile_worker.__name__, str(os.getpid())]
    pipe, quick = subprocess.PIPE, {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    with subprocess.Popen(command, env=quick, stdin=pipe, stdout=pipe, stderr=pipe, text=True) as worker:
        assert worker.stdout is not None
        worker.stdout.close()
        worker.stdout = None
        _, errors = worker.communicate("war\n", timeout=120)
    assert (worker.returncode, errors) == (0, "")
