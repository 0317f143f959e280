"""Games are compiled beside the server: tables first, planners later."""

from __future__ import annotations

import asyncio

import pytest

from matchbox.bots.analysis import PLANNER, planned
from matchbox.engine import get
from matchbox.engine.compiled import PLAIN
from matchbox.server import compile_queue
from matchbox.server.compile_queue import CompileQueue

from .in_process import until

pytestmark = pytest.mark.skipif(PLAIN, reason="nothing is compiled")


@pytest.mark.full
def test_bots_search_until_the_planner_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MATCHBOX_WARM", "0")
    game = get("gaze_into_the_abyss")
    view = game.new(seed=1)
    seat = game.acting(view)[0]

    async def play() -> None:
        queue = CompileQueue()
        queue.start([])
        assert PLANNER in game.interpreted
        assert planned(game, view, seat, 1.0, 1) is None
        await queue.wait_for_bots(game)
        assert queue.bots_ready(game)
        await until(lambda: PLANNER not in game.interpreted)
        await queue.stop()

    asyncio.run(play())
    assert planned(game, view, seat, 1.0, 1) is not None


def test_planners_that_cover_every_choice_are_ready_with_their_table() -> None:
    game = get("backgammon")
    game.interpreted.add(PLANNER)
    view = game.new(seed=1)
    assert planned(game, view, game.acting(view)[0], 0.001, 1) is not None


def test_without_a_compiler_bots_are_ready_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compile_queue, "PLAIN", True)
    game = get("gaze_into_the_abyss")

    async def wait() -> None:
        queue = CompileQueue()
        queue.start([])
        assert queue.bots_ready(game)
        await queue.wait_for_bots(game)
        await queue.stop()

    asyncio.run(wait())
    assert not game.interpreted
