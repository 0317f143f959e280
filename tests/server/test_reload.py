"""A table whose copy in memory fails is loaded again from its events."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from matchbox.engine import SPECTATOR
from matchbox.play.match import Refused
from matchbox.play.table import Table
from matchbox.server.schema import NewTable, SeatRequest
from matchbox.server.seat_commands import create

from .in_process import opened, until


class Viewer:
    """A client that only looks."""

    seat, format, address = SPECTATOR, "scene", "203.0.113.7"

    def __init__(self) -> None:
        self.reasons: list[Refused] = []

    def send(self, message: bytes) -> None:
        pass

    def drop(self, reason: Refused) -> None:
        self.reasons.append(reason)


def test_the_next_visitor_gets_a_fresh_copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MATCHBOX_WARM", "0")
    working = Table.apply

    def failing(self: Table, *args: Any) -> None:
        raise NameError("an error in a rule")

    async def play() -> None:
        async with opened(tmp_path) as registry:
            made = await create(registry, NewTable("jump_gate", [SeatRequest("me"), SeatRequest("local")]), "")
            broken = registry.live_tables[made.table]
            await until(lambda: broken.table.started)
            viewer = Viewer()
            broken.watch(viewer)
            seat = broken.table.acting()[0]
            action = broken.table.legal(seat)[0]
            replies: list[object] = []
            monkeypatch.setattr(Table, "apply", failing)
            broken.act(seat, 0, action, None, lambda update, error: replies.append(error))
            await until(lambda: bool(replies))
            monkeypatch.setattr(Table, "apply", working)

            assert [str(reason) for reason in (*replies, *viewer.reasons)] == [
                "the server loads this table again; try again in a moment"
            ] * 2
            with pytest.raises(Refused, match="loads this table again"):
                await broken.execute(lambda table: pytest.fail("a broken table must not plan"))
            fresh = await registry.live_table(made.table)
            assert fresh is not broken
            assert fresh.table.decisions[seat] == [action]  # the move was stored

    asyncio.run(play())


def test_bots_play_although_compiled_code_cannot_be_loaded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MATCHBOX_WARM", "0")

    def failing(game: object) -> None:
        raise OSError("the cache is damaged")

    monkeypatch.setattr("matchbox.server.compile_queue.warm_table", failing)

    async def play() -> None:
        async with opened(tmp_path) as registry:
            made = await create(
                registry, NewTable("jump_gate", [SeatRequest("bot", level="random"), SeatRequest("me")]), ""
            )
            live_table = registry.live_tables[made.table]
            live_table.watch(Viewer())
            await until(lambda: live_table.table.started)
            await until(lambda: live_table.table.acting() == (1,))

    asyncio.run(play())
