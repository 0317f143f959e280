"""Who asks: the seat of a request's token, or a spectator."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from matchbox.engine import SPECTATOR
from matchbox.play.match import Refused

from . import limits
from .archive import ArchivedTable
from .live_table import LiveTable
from .parameters import AtTable
from .registry import TableRegistry
from .routing import Call


class SeatAccess:
    def __init__(self, registry: TableRegistry, limit: limits.Limits) -> None:
        self._registry, self._limits = registry, limit

    async def seated(self, call: Call[AtTable, Any]) -> tuple[LiveTable, int]:
        """The table, and the seat that the request's token holds."""
        token = call.token
        if token is None:
            raise Refused("this request needs a seat; send its token as 'Authorization: Bearer TOKEN'", 401)
        live_table = await self._registry.live_table(call.at.table)
        return live_table, self.seat_of(call, live_table, token)

    async def viewer(self, call: Call[Any, Any]) -> tuple[LiveTable | ArchivedTable, int]:
        """The table and the seat, or SPECTATOR for a request without a token."""
        token = call.token
        found = await self._registry.readable_table(call.at.table)
        if isinstance(found, ArchivedTable):
            return found, SPECTATOR if token is None else self.limit_guesses(call, lambda: found.seat_of(token))
        if token is None:
            found.visit(call.address)
            return found, SPECTATOR
        return found, self.seat_of(call, found, token)

    def seat_of(self, call: Call[Any, Any], live_table: LiveTable, token: str) -> int:
        """The seat that a token holds. The request shows that its player is here."""
        seat = self.limit_guesses(call, lambda: live_table.seat_of(token))
        live_table.on_request(seat)
        live_table.visit(call.address)
        return seat

    def limit_guesses(self, call: Call[Any, Any], check: Callable[[], int]) -> int:
        """Run a check of a token or an invitation; limit the rate of wrong guesses."""
        try:
            return check()
        except Refused as error:
            if error.status == 403 and not self._limits.allows(call.address, limits.GUESSES):
                raise Refused("too many wrong tokens; wait a moment", 429) from None
            raise
