"""The bot pool reuses search buffers in each thread."""

from __future__ import annotations

import pytest

from matchbox.bots.analysis import SearchBuffers
from matchbox.engine import get
from matchbox.server.bot_pool import BotPool
from matchbox.server.metrics import Metrics


@pytest.mark.full
def test_each_thread_allocates_its_buffers_once(monkeypatch: pytest.MonkeyPatch) -> None:
    made = []
    allocate = SearchBuffers.__init__

    def count(self: SearchBuffers, *args: object) -> None:
        made.append(args)
        allocate(self, *args)  # type: ignore[arg-type]

    monkeypatch.setattr(SearchBuffers, "__init__", count)
    game = get("gold_mine")  # quick to compile
    metrics = Metrics()
    pool = BotPool(metrics.bot_seconds)
    view = game.new(seed=1)
    seat = game.acting(view)[0]
    threads = pool.pools["bot"].threads + pool.pools["hint"].threads
    for _ in range(8):
        action = pool.choose(["ann"], "table", game, "club", view, seat).result()
        assert action in game.legal(view, seat)
    for _ in range(4):
        pool.hint("ann", "table", game, view, seat).result()
    pool.stop()
    assert 1 <= len(made) <= threads
    assert b'matchbox_bot_seconds_count{level="club"} 8.0' in metrics.text()
