"""The quick way into records says the same as NumPy."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

from matchbox.engine import SPECTATOR, Game, games
from matchbox.server.peek import peek


def random_bytes(game: Game, seed: int) -> Any:
    """A record of random bytes: nothing here depends on its making sense."""
    noise = np.random.default_rng(seed).integers(0, 256, game.State.dtype.itemsize, np.uint8)
    state = noise.view(game.State.dtype)
    state["seats"] = game.about.seats[-1]
    return state


def by_field(fields: Any, record: Any) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, field in fields.items():
        if field.visible == "inside":
            found[name] = by_field(field.code.fields, record[name])
        elif field.visible != "generator":
            found[name] = record[name].tolist()
    return found


@pytest.mark.parametrize("name", sorted(games()))
def test_same_as_numpy(name: str) -> None:
    game = games()[name]
    it, seats = peek(game), game.about.seats[-1]
    for seed in range(5):
        state = random_bytes(game, seed)
        assert it.copy(state).tobytes() == state.tobytes()
        numbers = it.numbers(state)
        for field in ("acting", "over", "asked", "phase"):
            assert numbers[getattr(it, field)] == int(state[field][0])
        assert list(it.scores(numbers, seats)) == state["score"][0].tolist()
        assert list(it.ranks(numbers, seats)) == state["rank"][0].tolist()
        for seat in (*range(seats), SPECTATOR):
            view = game.view(state, seat)
            assert it.seen(state, seat) == view.tobytes()
            assert json.loads(it.json(view.tobytes())) == by_field(game.State.fields, view[0])
