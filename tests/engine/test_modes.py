"""Games have the same bytes compiled with and without bounds checks.

`tests/contract/test_plain.py` compares compiled code with plain Python.
"""

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


@pytest.mark.full
@pytest.mark.skipif(PLAIN, reason="compares compiled code")
@pytest.mark.parametrize("name", games())
def test_bounds_checks_find_nothing_and_change_nothing(name: str) -> None:
    command = [sys.executable, "-m", "tests.engine.digests", name]
    checked = {**os.environ, "NUMBA_BOUNDSCHECK": "1"}
    done = subprocess.run(command, env=checked, capture_output=True, text=True, check=False, cwd=ROOT)
    assert done.returncode == 0, done.stderr[-2000:]
    compiled = digests_of(name)
    assert compiled
    assert done.stdout.splitlines() == compiled
