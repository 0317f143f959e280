"""Games have the same bytes compiled, compiled with bounds checks, and in plain Python."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from matchbox.engine import games
from matchbox.engine.compiled import PLAIN

from .digests import digests_of

ROOT = Path(__file__).parents[2]


def in_mode(name: str, **settings: str) -> list[str]:
    command = [sys.executable, "-m", "tests.engine.digests", name]
    done = subprocess.run(
        command, env={**os.environ, **settings}, capture_output=True, text=True, check=False, cwd=ROOT
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout.splitlines()


@pytest.mark.full  # for the quick set `tests/contract/test_plain.py` compares two modes
@pytest.mark.skipif(PLAIN, reason="compares compiled code with plain Python")
@pytest.mark.parametrize("name", games())
def test_all_three_modes_agree(name: str) -> None:
    compiled = digests_of(name)
    assert compiled
    assert in_mode(name, NUMBA_BOUNDSCHECK="1") == compiled
    assert in_mode(name, NUMBA_DISABLE_JIT="1") == compiled
