"""Foreign positions: numbers of any value, read and played in a process for each game. None may die or hang.

`python -m tests.attacks.memory [GAME...]`
"""

from __future__ import annotations

import subprocess
import sys
from itertools import chain

from matchbox.engine import BadState, MatchboxError, games, get
from matchbox.engine.positions import parse_position, print_position
from tests.contract.fuzz import fuzzed
from tests.contract.test_foreign_states import play

from . import report

STATES, SECONDS = 25, 120


def attack(name: str) -> None:
    """Read and play fuzzed positions; print how many were refused, played, and stopped by a check of the rules."""
    game, counts = get(name), {"refused": 0, "played": 0, "stopped": 0}
    for number, state in enumerate(chain(fuzzed(game, 1, STATES), fuzzed(game, 2, STATES, in_range=False))):
        try:
            text = print_position(game, state)
        except LookupError:  # a map with signs that do not exist: nobody can write it
            continue
        try:
            found, read = parse_position(text)
        except MatchboxError:
            counts["refused"] += 1
            continue
        try:
            play(found, read, number)
            counts["played"] += 1
        except BadState:
            counts["stopped"] += 1
    print(", ".join(f"{count} {what}" for what, count in counts.items()))


def main() -> int:
    held = []
    for name in sys.argv[1:] or games():
        command = [sys.executable, "-c", f"from tests.attacks.memory import attack; attack({name!r})"]
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=False)
            figure = done.stdout.strip() or f"exit code {done.returncode} {done.stderr[-200:]!r}"
            held.append(report(f"{2 * STATES} fuzzed positions of {name}", done.returncode == 0, figure))
        except subprocess.TimeoutExpired:
            held.append(report(f"{2 * STATES} fuzzed positions of {name}", False, f"still running after {SECONDS} s"))
    return 0 if all(held) else 1


if __name__ == "__main__":
    sys.exit(main())
