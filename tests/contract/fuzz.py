"""States as an attacker writes them: states of random games with some wrong numbers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from matchbox.engine import Base, Game, States
from matchbox.engine.checked import checked

from .cases import cases_of, random_walk

Random = np.random.Generator


def fuzzed(game: Game, seed: int, count: int, in_range: bool = True) -> Iterator[States]:
    """States of several cases, each with up to four wrong numbers, within their declared ranges or of any value.

    The rules run as plain Python: nothing is compiled.
    """
    choose = np.random.default_rng(seed)
    cases = list(cases_of(checked(game)))
    walks: list[list[States]] = []
    for _ in range(4):
        case = cases[choose.integers(len(cases))]
        walks.append([state.copy() for state, _, _ in random_walk(case, seed, 40)])
    for _ in range(count):
        walk = walks[choose.integers(len(walks))]
        state = walk[choose.integers(len(walk))].copy()
        for _ in range(choose.integers(1, 5)):
            spoil(game.State, state, choose, in_range)
        yield state


def spoil(record: type[Base], state: Any, choose: Random, in_range: bool) -> None:
    """Replace a number by another."""
    names = [name for name, field in record.fields.items() if not field.is_option and name != "seats"]
    name = names[choose.integers(len(names))]
    field = record.fields[name]
    if field.visible == "inside":
        spoil(field.code, state[name], choose, in_range)
        return
    bounds = np.iinfo(field.code)
    low, high = int(bounds.min), int(bounds.max)
    if in_range:
        low, high = field.range_for(int(state["seats"][0]) or record.most_seats)
    values = state[name].reshape(-1)
    at = choose.integers(len(values))
    near = min(max(int(values[at]) + int(choose.integers(-2, 3)), low), high)
    anything = low + int.from_bytes(choose.bytes(8)) % (high - low + 1)
    values[at] = (low, high, near, anything)[choose.integers(4)]
