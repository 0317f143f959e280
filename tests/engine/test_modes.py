"""Games have the same bytes compiled, compiled with bounds checks, and in plain Python."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from matchbox.engine import games

PROGRAM = """
import hashlib, sys, warnings
warnings.simplefilter("error")
from matchbox.engine import get
from tests.contract.cases import cases_of, is_usual, random_walk
game = get(sys.argv[1])
for case in cases_of(game):
    limit = 60 if is_usual(case) else 20
    digest = hashlib.sha256()
    for state, seat, action in random_walk(case, 77, limit):
        digest.update(state.tobytes() + bytes([seat]) + action.to_bytes(4, "big"))
        view = game.view(state, seat)
        digest.update(game.redeal(view, seat, 5).tobytes())
    print(case, digest.hexdigest())
"""


def digests(name: str, **settings: str) -> str:
    environment = {k: v for k, v in os.environ.items() if k != "NUMBA_DISABLE_JIT"} | settings
    command = [sys.executable, "-c", PROGRAM, name]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout


# For the others `tests/contract/test_plain.py` compares two modes.
NAMES = [pytest.param(name, marks=() if name == "othellino" else pytest.mark.full) for name in games()]


@pytest.mark.full
@pytest.mark.parametrize("name", NAMES)
def test_all_three_modes_agree(name: str) -> None:
    compiled = digests(name)
    assert compiled
    assert digests(name, NUMBA_BOUNDSCHECK="1") == compiled
    assert digests(name, NUMBA_DISABLE_JIT="1") == compiled
