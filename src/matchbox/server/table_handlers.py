"""Requests at a table: its state, moves, and who sits where."""

from __future__ import annotations

import asyncio

from starlette.responses import Response

from matchbox.engine import MatchboxError
from matchbox.play.table import Table

from . import schema, seat_commands
from .archive import ArchivedTable
from .live_table import TableUpdate
from .parameters import AtTable, StateAddress
from .registry import TableRegistry
from .responses import JsonResponse
from .routing import Call
from .seat_access import SeatAccess


class TableHandlers:
    def __init__(self, registry: TableRegistry, access: SeatAccess) -> None:
        self._registry, self._access = registry, access

    # --- play ---

    async def state(self, call: Call[StateAddress, None]) -> Response:
        """Get the state of a table as a seat or a spectator sees it."""
        live_table, seat = await self._access.viewer(call)
        if isinstance(live_table, ArchivedTable):
            return JsonResponse(await self._registry.in_thread(live_table.state, seat))
        return JsonResponse(live_table.state(seat, call.at.format))

    async def act(self, call: Call[AtTable, schema.Act]) -> Response:
        """Make a move. Repeating the same decision and action is harmless."""
        live_table, seat = await self._access.seated(call)
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        def reply(update: TableUpdate | None, error: MatchboxError | None) -> None:
            if not future.done():
                future.set_exception(error) if error else future.set_result(None)

        live_table.act(seat, call.body.decision, call.body.action, call.body.relies, reply)
        await future
        return _accepted(live_table.table, seat)

    async def undo(self, call: Call[AtTable, schema.Undo]) -> Response:
        """Take your last choice back, if nobody else has acted since, and if it has shown nothing new to anybody."""
        live_table, seat = await self._access.seated(call)
        await seat_commands.undo(self._registry, live_table, seat, call.body.step, call.address)
        return _accepted(live_table.table, seat)

    # --- seats ---

    async def join(self, call: Call[AtTable, schema.Join]) -> Response:
        """Take a free seat, with an invitation or at a public table."""
        live_table = await self._registry.live_table(call.at.table)
        if (invite := call.body.invite) is not None:
            self._access.limit_guesses(call, lambda: seat_commands.invited(live_table, invite))
        return JsonResponse(await seat_commands.join(live_table, call.body))

    async def leave(self, call: Call[AtTable, schema.Leave]) -> Response:
        """Leave the table; a bot plays on. Leave again to change its level."""
        live_table, seat = await self._access.seated(call)
        await seat_commands.leave(live_table, seat, call.body.level)
        return JsonResponse(schema.Done())

    async def back(self, call: Call[AtTable, None]) -> Response:
        """Take your seat back from the bot."""
        live_table, seat = await self._access.seated(call)
        await seat_commands.back(live_table, seat)
        return JsonResponse(schema.Done())

    async def take_over(self, call: Call[AtTable, schema.TakeOver]) -> Response:
        """Put a bot into a free seat, if the table is yours, or into the seat of a player who is absent."""
        live_table, seat = await self._access.seated(call)
        await seat_commands.take_over(live_table, seat, call.body.seat, call.body.level)
        return JsonResponse(schema.Done())

    async def abandon(self, call: Call[AtTable, schema.Abandon]) -> Response:
        """End a table where nobody else plays or may come back."""
        live_table, seat = await self._access.seated(call)
        others = {self._access.seat_of(call, live_table, token) for token in call.body.tokens}
        await seat_commands.abandon(live_table, seat, others)
        return JsonResponse(schema.Done())

    async def reserve_rematch(self, call: Call[AtTable, None]) -> Response:
        """Get the table of the rematch and the commitment to its secret before you reveal your nonce."""
        live_table, seat = await self._access.seated(call)
        return JsonResponse(await seat_commands.reserve_rematch(self._registry, live_table, seat))

    async def rematch(self, call: Call[AtTable, schema.Again]) -> Response:
        """Take your seat in a rematch. All players of the table get the same new table."""
        live_table, seat = await self._access.seated(call)
        return JsonResponse(await seat_commands.rematch(self._registry, live_table, seat, call.body.nonce))


def _accepted(table: Table, seat: int) -> Response:
    return JsonResponse(schema.Accepted(True, len(table.steps), len(table.decisions[seat])))
