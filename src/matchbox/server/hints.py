"""Hints. A seat's decision is searched once, however often its player asks."""

from __future__ import annotations

from concurrent.futures import Future

from matchbox.play.match import Refused
from matchbox.play.table import Table

from .bot_pool import BotPool
from .fair_pool import forget_oldest
from .limits import MAX_HINTS, Limits
from .schema import Hint

MAX_KEPT = 1000


class Hints:
    def __init__(self, pool: BotPool, limit: Limits) -> None:
        self._pool, self._limits = pool, limit
        self._hints: dict[tuple[str, int, bytes], Future[Hint]] = {}

    def of(self, table: Table, seat: int, address: str) -> Future[Hint]:
        """The hint for a seat's decision. It is cancelled if the seat asks for another decision before the search."""
        view = table.decision_view(seat)
        key = table.id, seat, view.tobytes()
        future = self._hints.get(key)
        if future is None or future.cancelled():
            if not self._limits.has_room(self._pool.hints_waiting(address), MAX_HINTS):
                raise Refused("too many of your hints are waiting; ask again when one has arrived", 429)
            forget_oldest(self._hints, MAX_KEPT)
            future = self._hints[key] = self._pool.hint(address, table.id, table.game, view, seat)
        return future
