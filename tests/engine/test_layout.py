"""Record layouts read the same values as NumPy."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

from matchbox.engine import SPECTATOR, Game, games
from matchbox.engine.layout import layout_of


def random_bytes(game: Game, seed: int) -> Any:
    """A record of random bytes: these tests need no valid state."""
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
def test_a_layout_agrees_with_numpy(name: str) -> None:
    game = games()[name]
    layout, seats = layout_of(game), game.about.seats[-1]
    for seed in range(5):
        state = random_bytes(game, seed)
        header = layout.header(state)
        for field in ("acting", "over", "decision_point", "phase"):
            assert header[getattr(layout, field)] == int(state[field][0])
        assert list(layout.scores(header, seats)) == state["score"][0].tolist()
        assert list(layout.ranks(header, seats)) == state["rank"][0].tolist()
        for seat in (*range(seats), SPECTATOR):
            view = game.view(state, seat)
            assert layout.seen(state, seat) == view.tobytes()
            assert json.loads(layout.json(view.tobytes())) == by_field(game.State.fields, view[0])
