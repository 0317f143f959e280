"""The judges look at one game after another, so that a process compiles few of them."""

from __future__ import annotations

import pytest

from matchbox.engine import Game, games


@pytest.fixture(params=list(games().values()), ids=lambda game: game.id, scope="module")
def game(request: pytest.FixtureRequest) -> Game:
    found: Game = request.param
    return found
