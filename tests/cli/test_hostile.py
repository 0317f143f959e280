"""Hostile calls end with a clear error on one line and exit code 2; Ctrl+C ends with 130; closed streams do no harm."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from matchbox import cli

from .hostile import calls, wrong_with

MATCHBOX = f"{sys.executable} -m matchbox"


def test_hostile_calls_are_refused_with_a_clear_error(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO())
    monkeypatch.setenv("COLUMNS", "1000")
    broken = []
    for arguments in calls(tmp_path):
        try:
            code = cli.main(arguments)
        except SystemExit as end:
            code = int(end.code or 0)
        except Exception as error:
            broken.append((arguments, repr(error)))
            continue
        if wrong := wrong_with(code, *capsys.readouterr()):
            broken.append((arguments, wrong))
    assert broken == []


@pytest.mark.quick(3)
@pytest.mark.parametrize(
    ("command", "code"),
    [
        ("games | head -1; exit ${PIPESTATUS[0]}", 0),
        ("games --json | true; exit ${PIPESTATUS[0]}", 0),
        ("--help | true; exit ${PIPESTATUS[0]}", 0),
        ("games >&-", 0),
        ("games --json >&-", 0),
        ("games > /dev/full", 2),
        ("rules othellino <&- > /dev/null", 0),
        ("replay - <&-", 2),
        ("rules chess 2>&-", 2),
    ],
)
def test_closed_and_full_streams_do_no_harm(command: str, code: int) -> None:
    done = subprocess.run(["bash", "-c", f"{MATCHBOX} {command}"], capture_output=True, text=True, check=False)
    assert done.returncode == code
    assert "Traceback" not in done.stderr
    assert "Exception" not in done.stderr


def test_characters_that_the_terminal_lacks_are_replaced() -> None:
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    done = subprocess.run([*MATCHBOX.split(), "games"], env=environment, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")


def test_ctrl_c_ends_a_long_command() -> None:
    command = [*MATCHBOX.split(), "simulate", "othellino", "-n", "1000000000"]
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONUNBUFFERED": "1", "FORCE_COLOR": "1"}
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        assert running.stderr is not None
        while b"Othellino" not in running.stderr.readline():  # the spinner: the command runs
            assert running.poll() is None
        running.send_signal(signal.SIGINT)
        _, errors = running.communicate(timeout=60)
    assert running.returncode == 130
    assert b"Traceback" not in errors
