"""Requests outside of a table: games, new tables, open tables, and the tables of a player."""

from __future__ import annotations

import asyncio

import msgspec
from starlette.responses import Response

from matchbox.engine import get
from matchbox.lab.game_numbers import kept_numbers
from matchbox.play.match import Refused

from . import fairness, limits, schema, seat_commands
from .archive import ArchivedTable
from .catalogue import box_page, in_words, rules_page
from .clock import now
from .parameters import AtBox, AtGame, OpenTablesAddress
from .registry import TableRegistry
from .responses import JsonResponse
from .routing import Call
from .state_messages import seat_infos


class LobbyHandlers:
    def __init__(self, registry: TableRegistry, limit: limits.Limits, games: list[schema.GameInfo]) -> None:
        self._registry, self._limits, self._games = registry, limit, games

    async def list_games(self, call: Call[None, None]) -> Response:
        """List all games with their seats, options and bots."""
        ready = self._registry.compile_queue.compiled
        return JsonResponse([msgspec.structs.replace(info, ready=info.id in ready) for info in self._games])

    async def rules(self, call: Call[AtGame, None]) -> Response:
        """Get the rules of a game as HTML."""
        return JsonResponse(await self._registry.in_thread(rules_page, get(call.at.game)))

    async def numbers(self, call: Call[AtGame, None]) -> Response:
        """Get the figures that games of bots have given for a game, and what they say."""
        found = kept_numbers(get(call.at.game))
        if found is None:
            raise Refused("this game has no numbers yet", 404)
        return JsonResponse(in_words(found))

    async def box(self, call: Call[AtBox, None]) -> Response:
        """Get the contents of a box as HTML."""
        return JsonResponse(await self._registry.in_thread(box_page, call.at.box))

    async def reserve(self, call: Call[None, None]) -> Response:
        """Reserve a table id for an hour and get the commitment to its secret before you reveal your nonce."""
        self._limit_tables(call.address, limits.TABLES)
        return JsonResponse(await seat_commands.reserve(self._registry))

    async def create(self, call: Call[None, schema.NewTable]) -> Response:
        """Create a table."""
        self._limit_tables(call.address, limits.TABLES)
        if call.body.listed:
            self._limit_tables(call.address, limits.PUBLIC_TABLES)
        return JsonResponse(await seat_commands.create(self._registry, call.body, call.address))

    def _limit_tables(self, address: str, limit: tuple[float, float]) -> None:
        if not self._limits.allows(address, limit):
            raise Refused("too many new tables; wait a moment", 429)

    async def open_tables(self, call: Call[OpenTablesAddress, None]) -> Response:
        """List public tables that wait for players."""
        found = []
        for live_table in await self._registry.listed():
            table = live_table.table
            infos = seat_infos(table, live_table.presence.seats, now())
            found.append(schema.OpenTable(table.id, table.game.id, table.game.about.name, infos, table.setup.created))
        return JsonResponse(found)

    async def mine(self, call: Call[None, schema.Tokens]) -> Response:
        """List the tables where these tokens hold seats, newest first."""
        if not self._limits.allows(call.address, limits.REQUESTS):
            raise Refused("too many requests; wait a moment", 429)
        registry = self._registry
        hashes = [fairness.token_hash(token) for token in call.body.tokens]
        found = []
        seats = await registry.read(registry.store.seats_of, hashes)
        loading = (registry.within(registry.readable_table(name)) for name, _ in seats)
        for (name, seat), live_table in zip(seats, await asyncio.gather(*loading), strict=True):
            if live_table is None:
                continue  # it cannot be loaded, or not in time
            if isinstance(live_table, ArchivedTable):
                info = live_table.info
                found.append(schema.MyTable(name, info.game, info.name, seat, False, info.over, info.seats))
                continue
            live_table.visit(call.address)
            live_table.on_request(seat)
            table = live_table.table
            turn = seat in table.acting() and table.seats[seat].kind == "person"
            infos = seat_infos(table, live_table.presence.seats, now())
            last = table.told(len(table.log) - 1, seat) if table.log else []
            found.append(
                schema.MyTable(
                    name, table.game.id, table.game.about.name, seat, turn, table.over, infos,
                    list(table.acting()), table.last_event, last,
                )
            )  # fmt: skip
        return JsonResponse(found)
