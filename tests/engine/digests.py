"""Random games of a game's cases as digests, to compare the modes in which rules run.

python -m tests.engine.digests othellino
"""

from __future__ import annotations

import hashlib
import sys
import warnings

from matchbox.engine import get
from tests.contract.cases import Case, is_usual, packed_cases_of, random_walk


def digest_of(case: Case) -> str:
    """Every state, view and new deal on the way."""
    game, found = case.game, hashlib.sha256()
    for state, seat, action in random_walk(case, 77, 60 if is_usual(case) else 20):
        found.update(state.tobytes() + bytes([seat]) + action.to_bytes(4, "big"))
        found.update(game.redeal(game.view(state, seat), seat, 5).tobytes())
    return found.hexdigest()


def digests_of(name: str) -> list[str]:
    return [f"{case} {digest_of(case)}" for case in packed_cases_of(get(name))]


if __name__ == "__main__":
    warnings.simplefilter("error")
    print("\n".join(digests_of(sys.argv[1])))
