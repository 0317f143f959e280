"""Run all tests of a game before those of the next one, so that each process compiles few games."""

from __future__ import annotations

import pytest

from matchbox.engine import Game, games


@pytest.fixture(params=list(games().values()), ids=lambda game: game.id, scope="module")
def game(request: pytest.FixtureRequest) -> Game:
    found: Game = request.param
    return found
