"""A table runs the rules as plain Python until they are compiled. Nobody may notice the switch."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import numba.core.dispatcher
import pytest

from matchbox.bots.warm import interpret
from matchbox.engine import SPECTATOR, Game
from matchbox.engine.compiled import PLAIN
from matchbox.scene import encode, scene_of
from matchbox.scene.look import Look

from .cases import ALL, Case, is_usual, random_walk

pytestmark = pytest.mark.skipif(PLAIN, reason="compares plain Python with compiled code")

NAMES = tuple(f"Player {number}" for number in range(1, 17))


@contextmanager
def interpreted(game: Game) -> Iterator[None]:
    interpret(game)
    try:
        yield
    finally:
        game.interpreted.clear()


def walk(case: Case, limit: int) -> Iterator[bytes]:
    """The states of a random game, what the acting seat and a spectator see of them, and a new deal."""
    game = case.game
    for state, seat, action in random_walk(case, 5, limit):
        yield state.tobytes()
        for viewer in (SPECTATOR, seat):
            view = game.view(state, viewer)
            yield encode(scene_of(Look(game, view, viewer, NAMES[: case.seats], game.legal(state, viewer))))
        yield game.redeal(game.view(state, seat), seat, 5).tobytes()
        yield b"%d %d" % (seat, action)


@pytest.mark.parametrize("case", ALL)
def test_plain_python_compiles_nothing_and_gives_the_same_game(case: Case, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(dispatcher: object, signature: object) -> None:
        raise AssertionError(f"a table would wait until {dispatcher} is compiled")

    limit = 60 if is_usual(case) else 15
    with interpreted(case.game), monkeypatch.context() as patch:
        patch.setattr(numba.core.dispatcher.Dispatcher, "compile", refuse)
        slow = list(walk(case, limit))
    assert slow == list(walk(case, limit))
