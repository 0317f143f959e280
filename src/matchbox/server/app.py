"""The HTTP API: all routes in one table. Starlette finds their handlers, and OpenAPI is generated from them."""

from __future__ import annotations

import functools
import gc
import logging
import time
from typing import Any

from starlette.applications import Starlette
from starlette.responses import Response

from matchbox import __version__
from matchbox.engine import broken_games

from . import limits, openapi, schema
from .analysis_handlers import AnalysisHandlers
from .api_page import api_page
from .bus import make_bus
from .catalogue import catalogue
from .host_players import HostPlayers
from .lab_handlers import LabHandlers
from .lab_studies import LabStudies
from .lobby_handlers import LobbyHandlers
from .metrics import CONTENT_TYPE, Metrics, TableCollector
from .parameters import AtBox, AtGame, AtStudy, AtTable, OpenTablesAddress, ReplayAddress, StateAddress
from .registry import TableRegistry
from .responses import ERROR_HANDLERS, JsonResponse
from .routing import Call, Route, path_of
from .seat_access import SeatAccess
from .store import Store
from .table_handlers import TableHandlers
from .websocket import WebSocket

log = logging.getLogger("matchbox")


class Api:
    """The API with its tables, hints and reviews, and its lab."""

    def __init__(
        self,
        limit: limits.Limits,
        database: str,
        redis: str | None,
        lab_places: int = 0,
        players: HostPlayers | None = None,
    ) -> None:
        self._limits = limit
        self._studies = LabStudies(limit, lab_places)
        self._catalogue = catalogue(players or HostPlayers())
        for name, reason in broken_games().items():
            log.warning("game %s failed to load and is left out: %s", name, " ".join(reason.split()))
        self._metrics = Metrics()
        self.registry = TableRegistry(Store(database), make_bus(redis), self._metrics, players)
        self._metrics.registry.register(TableCollector(self.registry))
        self._routes = self._all_routes()
        self._app = Starlette(
            routes=[route.for_starlette() for route in self._routes], exception_handlers=ERROR_HANDLERS
        )

    async def start(self) -> None:
        await self.registry.start()
        # Loaded modules stay in memory. Scanning them in every garbage collection would cost more than all moves.
        gc.collect()
        gc.freeze()
        gc.set_threshold(50_000, 50, 100)

    async def stop(self) -> None:
        await self._studies.close()
        await self.registry.stop()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        started, status = time.perf_counter(), 500

        async def send_and_note(message: Any) -> None:
            nonlocal status
            status = message.get("status", status)
            await send(message)

        try:
            await self._app(scope, receive, send_and_note)
        finally:
            self._metrics.observe_http(path_of(scope), status, time.perf_counter() - started)

    def connection(self, connections: set[Any]) -> WebSocket:
        return WebSocket(self.registry, self._limits, connections)

    def _all_routes(self) -> list[Route]:
        access = SeatAccess(self.registry, self._limits)
        lobby = LobbyHandlers(self.registry, self._limits, self._catalogue)
        table = TableHandlers(self.registry, access)
        analysis = AnalysisHandlers(self.registry, access, self._limits)
        studies = LabHandlers(self._studies)
        here = "/api/tables/{table}"
        return [
            Route("GET", "/api/games", lobby.list_games, list[schema.GameInfo]),
            Route("GET", "/api/games/{game}/rules", lobby.rules, schema.RulesPage, at=AtGame),
            Route("GET", "/api/games/{game}/numbers", lobby.numbers, schema.GameNumbers, at=AtGame),
            Route("GET", "/api/boxes/{box}", lobby.box, schema.RulesPage, at=AtBox),
            Route("GET", "/api/lab", studies.lab, schema.LabInfo),
            Route("POST", "/api/lab", studies.start_study, schema.StudyState, body=schema.NewStudy),
            Route("GET", "/api/lab/{study}", studies.study, schema.StudyState, at=AtStudy),
            Route("POST", "/api/lab/{study}/stop", studies.stop_study, schema.StudyState, at=AtStudy),
            Route("POST", "/api/reserve", lobby.reserve, schema.Reserved),
            Route("POST", "/api/tables", lobby.create, schema.Created, body=schema.NewTable),
            Route("GET", "/api/tables", lobby.open_tables, list[schema.OpenTable], at=OpenTablesAddress),
            Route("POST", "/api/mine", lobby.mine, list[schema.MyTable], body=schema.Tokens),
            Route("GET", here, table.state, schema.State, at=StateAddress, token=True),
            Route("POST", f"{here}/join", table.join, schema.SeatToken, at=AtTable, body=schema.Join),
            Route("POST", f"{here}/act", table.act, schema.Accepted, at=AtTable, body=schema.Act, token=True),
            Route("POST", f"{here}/undo", table.undo, schema.Accepted, at=AtTable, body=schema.Undo, token=True),
            Route("POST", f"{here}/leave", table.leave, schema.Done, at=AtTable, body=schema.Leave, token=True),
            Route("POST", f"{here}/back", table.back, schema.Done, at=AtTable, token=True),
            Route(
                "POST", f"{here}/takeover", table.take_over, schema.Done,
                at=AtTable, body=schema.TakeOver, token=True,
            ),
            Route("POST", f"{here}/abandon", table.abandon, schema.Done, at=AtTable, body=schema.Abandon, token=True),
            Route("POST", f"{here}/rematch/reserve", table.reserve_rematch, schema.Reserved, at=AtTable, token=True),
            Route("POST", f"{here}/rematch", table.rematch, schema.Rematch, at=AtTable, body=schema.Again, token=True),
            Route("GET", f"{here}/unseen", analysis.unseen, schema.Unseen, at=AtTable, token=True),
            Route("POST", f"{here}/hint", analysis.hint, schema.Hint, at=AtTable, token=True),
            Route(
                "GET", f"{here}/review", analysis.review, schema.ReviewAnswer,
                at=AtTable, token=True, in_progress=schema.Progress,
            ),
            Route("GET", f"{here}/replay", analysis.replay, schema.ReplayStep, at=ReplayAddress, token=True),
            Route("GET", f"{here}/record", analysis.record, str, at=AtTable),
            Route("GET", "/api/health", self.health, schema.Health),
            Route("GET", "/metrics", self.metrics, str),
            Route("GET", "/api/openapi.json", self.openapi, None),
            Route("GET", "/api/docs", self.api_page, None),
        ]  # fmt: skip

    # --- the server itself ---

    async def health(self, call: Call[None, None]) -> Response:
        """Check the server and its database: 503 if it cannot store moves, `degraded` if Redis does not answer."""
        count = await self.registry.check()
        compiled = len(self.registry.compile_queue.compiled)
        status = "degraded" if self.registry.bus.listening.bad else "ok"
        return JsonResponse(schema.Health(status, __version__, compiled, len(self._catalogue), count, broken_games()))

    async def metrics(self, call: Call[None, None]) -> Response:
        """Get counters and latencies in the text format of Prometheus."""
        return Response(self._metrics.text(), media_type=CONTENT_TYPE)

    async def openapi(self, call: Call[None, None]) -> Response:
        """Get the description of this API for generators."""
        return JsonResponse(self._document)

    async def api_page(self, call: Call[None, None]) -> Response:
        """Read about this API."""
        return Response(api_page(self._document), media_type="text/html")

    @functools.cached_property
    def _document(self) -> dict[str, Any]:
        return openapi.document(self._routes)
