"""Requests about the course of a game: hints, what is still out, reviews, past positions and the record."""

from __future__ import annotations

import asyncio

from starlette.responses import Response

from matchbox.engine.notation import Record, print_game
from matchbox.play.match import Refused
from matchbox.play.table import Table
from matchbox.scene import Look, cards_out_of

from . import fairness, limits, schema
from .archive import ArchivedTable
from .hints import Hints
from .parameters import AtTable, ReplayAddress
from .records import printed
from .registry import TableRegistry
from .responses import JsonResponse
from .reviews import Reviews, replayed
from .routing import Call
from .seat_access import SeatAccess

KEPT_RECORDS = 200


class AnalysisHandlers:
    def __init__(self, registry: TableRegistry, access: SeatAccess, limit: limits.Limits) -> None:
        self._registry, self._access = registry, access
        self._hints = Hints(registry.bot_pool, limit)
        self._reviews = Reviews(registry.bot_pool.pools["review"], limit)
        self._records: dict[str, asyncio.Future[str]] = {}

    async def hint(self, call: Call[AtTable, None]) -> Response:
        """Rate your legal moves with the search of a club bot."""
        live_table, seat = await self._access.seated(call)
        if not live_table.table.setup.hints:
            raise Refused("hints are off at this table", 403)
        if not live_table.table.legal(seat):
            raise Refused("it is not your turn")
        if live_table.table.is_pause:
            raise Refused("there is nothing to choose now")
        await self._registry.compile_queue.wait_for_bots(live_table.bots.searched_game)
        hint = None
        if live_table.table.legal(seat):
            hint = asyncio.wrap_future(self._hints.of(live_table.table, seat, call.address))
            await asyncio.wait([hint])  # other requests may wait for the same hint, so this one must not cancel it
        if hint is None or hint.cancelled():
            raise Refused("the game has gone on; ask again")
        return JsonResponse(hint.result())

    async def review(self, call: Call[AtTable, None]) -> Response:
        """Review a finished game; 202 while the review is in progress."""
        await self._access.viewer(call)
        live_table = await self._registry.live_table(call.at.table)
        finished, queue = _finished(live_table.table), self._registry.compile_queue
        if not queue.bots_ready(finished.game):
            queue.want(finished.game)
            return JsonResponse(schema.Progress(0.0, preparing=True), 202)
        found = self._reviews.of(finished, call.address)
        return JsonResponse(found, 202 if isinstance(found, schema.Progress) else 200)

    async def unseen(self, call: Call[AtTable, None]) -> Response:
        """Look up which parts of the box you have not seen yet, if the table helps with counting."""
        live_table, viewer = await self._access.viewer(call)
        table = None if isinstance(live_table, ArchivedTable) else live_table.table
        if table is None or table.state is None:
            raise Refused("this is available while a game is played")
        if table.setup.help == "none":
            raise Refused("this table counts nothing for its players", 403)
        view = table.game.view(table.state, viewer)
        return JsonResponse(
            schema.Unseen(cards_out_of(Look(table.game, view, viewer, table.names, (), table.setup.help)))
        )

    async def replay(self, call: Call[ReplayAddress, None]) -> Response:
        """Get a past position: as any seat or with all hands open if the game is over, otherwise as your seat."""
        live_table, viewer = await self._access.viewer(call)
        step, seat, all_hands = call.at.step, call.at.seat, call.at.all_hands
        if isinstance(live_table, ArchivedTable):
            return JsonResponse(await self._registry.in_thread(live_table.replayed, step, seat, all_hands))
        seat = seat if live_table.table.over else viewer
        return JsonResponse(replayed(live_table.table, step, seat, all_hands))

    async def record(self, call: Call[AtTable, None]) -> Response:
        """Get the record of the game. It is sealed, without actions, until the game is over."""
        live_table = await self._registry.readable_table(call.at.table)
        if isinstance(live_table, ArchivedTable):
            return Response(live_table.record, media_type="text/plain")
        played = live_table.table
        if played.over and played.started:
            text = await asyncio.shield(self._finished_record(played))
            return Response(text, media_type="text/plain", headers={"cache-control": "public, max-age=86400"})
        options = dict(played.setup.options)
        sealed = Record(played.game, len(played.seats), options, table=played.id, nonces=played.nonces)
        sealed.commitment = fairness.commitment(played.setup.secret)
        text = print_game(sealed) + "# the secret and the actions are published when the game is over\n"
        return Response(text, media_type="text/plain")

    def _finished_record(self, table: Table) -> asyncio.Future[str]:
        """The printed record of a finished game. The last ones are kept."""
        if table.id not in self._records:
            printing = self._records[table.id] = self._registry.in_thread(printed, table)
            printing.add_done_callback(lambda done: done.exception() and self._records.pop(table.id, None))
            if len(self._records) > KEPT_RECORDS:
                del self._records[next(iter(self._records))]
        return self._records[table.id]


def _finished(table: Table) -> Table:
    if not table.over:
        raise Refused("this is available when the game is over")
    if table.state is None or not table.state["over"][0]:
        raise Refused("this game was abandoned before its end")
    return table
