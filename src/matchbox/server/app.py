"""The HTTP API. Structs describe the bodies of all requests and responses; OpenAPI is generated from them."""

from __future__ import annotations

import asyncio
import functools
import gc
import logging
import time
from collections.abc import Awaitable, Callable
from typing import Annotated, Any

import msgspec
from fastapi import FastAPI, Path, Query, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException

from matchbox import __version__
from matchbox.engine import SPECTATOR, BadRules, MatchboxError, UnknownGame, broken_games, get
from matchbox.engine.notation import Record, print_game
from matchbox.play.match import Refused
from matchbox.play.table import Table
from matchbox.scene import encode

from . import fairness, limits, schema, seat_commands
from .api_page import api_page
from .archive import ArchivedTable
from .bus import make_bus
from .catalogue import catalogue, rules_page
from .clock import now
from .hints import Hints
from .live_table import LiveTable, TableUpdate
from .metrics import CONTENT_TYPE, Metrics, TableCollector
from .openapi import JSON, Description
from .records import printed
from .registry import TableRegistry
from .reviews import Reviews, replayed
from .state_messages import seat_infos
from .store import Store
from .websocket import WebSocket

GameId = Annotated[
    str, Path(max_length=60, pattern="^[a-z0-9_]+$", description="the id of a game, listed by GET /api/games")
]
TableId = Annotated[str, Path(max_length=20, pattern="^[0-9a-z]+$", description="the id of a table")]
KEPT_RECORDS = 200
log = logging.getLogger("matchbox")


class JsonResponse(Response):
    """A response with a Struct as JSON."""

    media_type = JSON

    def render(self, content: Any) -> bytes:
        return content if isinstance(content, bytes) else encode(content)


class Api:
    """The API with its tables, hints and reviews."""

    def __init__(self, limit: limits.Limits, database: str, redis: str | None) -> None:
        self._limits = limit
        self._app = FastAPI(
            title="Matchbox",
            version=__version__,
            docs_url=None,  # FastAPI's page loads scripts from another site; `api_page` has none
            openapi_url="/api/openapi.json",
            redoc_url=None,
            description="Play, watch and program the games of Matchbox.",
        )
        self._catalogue = catalogue()
        self._description = Description()
        self._records: dict[str, asyncio.Future[str]] = {}
        for name, reason in broken_games().items():
            log.warning("game %s failed to load and is left out: %s", name, " ".join(reason.split()))
        self._metrics = Metrics()
        self.registry = TableRegistry(Store(database), make_bus(redis), self._metrics)
        self._metrics.registry.register(TableCollector(self.registry))
        self._hints = Hints(self.registry.bot_pool, self._limits)
        self._reviews = Reviews(self.registry.bot_pool.pools["review"], self._limits)
        self._routes()

    async def start(self) -> None:
        await self.registry.start()
        # Loaded modules stay in memory. Scanning them in every garbage collection would cost more than all moves.
        gc.collect()
        gc.freeze()
        gc.set_threshold(50_000, 50, 100)

    async def stop(self) -> None:
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
            route = getattr(scope.get("route"), "path", "other")
            self._metrics.observe_http(route, status, time.perf_counter() - started)

    def connection(self, connections: set[Any]) -> WebSocket:
        return WebSocket(self.registry, self._limits, connections)

    # --- authorization ---

    def _token(self, request: Request) -> str | None:
        kind, _, token = request.headers.get("authorization", "").partition(" ")
        if not kind:
            return None
        if kind.lower() != "bearer" or not token or len(token) > 100:
            raise Refused("send the seat's token as 'Authorization: Bearer TOKEN'", 401)
        return token

    def _limit_guesses(self, request: Request, check: Callable[[], int]) -> int:
        """Run a check of a token or an invitation; limit the rate of wrong guesses."""
        try:
            return check()
        except Refused as error:
            if error.status == 403 and not self._limits.allows(request.scope["matchbox.address"], limits.GUESSES):
                raise Refused("too many wrong tokens; wait a moment", 429) from None
            raise

    async def _seated(self, request: Request, table: str) -> tuple[LiveTable, int]:
        """The table, and the seat that the request's token holds."""
        token = self._token(request)
        if token is None:
            raise Refused("this request needs a seat; send its token as 'Authorization: Bearer TOKEN'", 401)
        live_table = await self.registry.live_table(table)
        return live_table, self._seat_of(request, live_table, token)

    async def _viewer(self, request: Request, table: str) -> tuple[LiveTable | ArchivedTable, int]:
        """The table and the seat, or SPECTATOR for a request without a token."""
        token = self._token(request)
        found = await self.registry.readable_table(table)
        if isinstance(found, ArchivedTable):
            return found, SPECTATOR if token is None else self._limit_guesses(request, lambda: found.seat_of(token))
        if token is None:
            found.visit(request.scope["matchbox.address"])
            return found, SPECTATOR
        return found, self._seat_of(request, found, token)

    def _seat_of(self, request: Request, live_table: LiveTable, token: str) -> int:
        """The seat that a token holds. The request shows that its player is here."""
        seat = self._limit_guesses(request, lambda: live_table.seat_of(token))
        live_table.on_request(seat)
        live_table.visit(request.scope["matchbox.address"])
        return seat

    # --- routes ---

    def _routes(self) -> None:
        app, add = self._app, self._add
        app.add_exception_handler(MatchboxError, _refused)
        app.add_exception_handler(BadRules, _broken_rules)
        app.add_exception_handler(RequestValidationError, _invalid)
        app.add_exception_handler(HTTPException, _http_error)
        app.add_exception_handler(Exception, _failed)
        app.openapi = functools.cache(lambda: self._description.document(app))  # type: ignore[method-assign]
        add("GET", "/api/games", self.list_games, answer=list[schema.GameInfo])
        add("GET", "/api/games/{game}/rules", self.rules, answer=schema.RulesPage)
        add("POST", "/api/reserve", self.reserve, answer=schema.Reserved)
        add("POST", "/api/tables", self.create, body=schema.NewTable, answer=schema.Created)
        add("GET", "/api/tables", self.open_tables, answer=list[schema.OpenTable])
        add("POST", "/api/mine", self.mine, body=schema.Tokens, answer=list[schema.MyTable])
        add("GET", "/api/tables/{table}", self.state, answer=schema.State, token=True)
        add("POST", "/api/tables/{table}/join", self.join, body=schema.Join, answer=schema.SeatToken)
        add("POST", "/api/tables/{table}/act", self.act, body=schema.Act, answer=schema.Accepted, token=True)
        add("POST", "/api/tables/{table}/undo", self.undo, body=schema.Undo, answer=schema.Accepted, token=True)
        add("POST", "/api/tables/{table}/leave", self.leave, body=schema.Leave, answer=schema.Done, token=True)
        add("POST", "/api/tables/{table}/back", self.back, answer=schema.Done, token=True)
        add(
            "POST", "/api/tables/{table}/takeover", self.take_over, body=schema.TakeOver, answer=schema.Done, token=True
        )
        add("POST", "/api/tables/{table}/abandon", self.abandon, body=schema.Abandon, answer=schema.Done, token=True)
        add("POST", "/api/tables/{table}/rematch/reserve", self.reserve_rematch, answer=schema.Reserved, token=True)
        add("POST", "/api/tables/{table}/rematch", self.rematch, body=schema.Again, answer=schema.Rematch, token=True)
        add("POST", "/api/tables/{table}/hint", self.hint, answer=schema.Hint, token=True)
        add(
            "GET",
            "/api/tables/{table}/review",
            self.review,
            answer=schema.ReviewAnswer,
            token=True,
            also=schema.Progress,
        )
        add("GET", "/api/tables/{table}/replay", self.replay, answer=schema.ReplayStep, token=True)
        add("GET", "/api/tables/{table}/record", self.record, answer=str)
        add("GET", "/api/health", self.health, answer=schema.Health)
        add("GET", "/metrics", self.metrics, answer=str)
        app.add_api_route("/api/docs", self.api_page, include_in_schema=False, response_model=None)

    def _add(
        self,
        method: str,
        path: str,
        function: Callable[..., Awaitable[Response]],
        *,
        answer: Any,
        body: Any = None,
        token: bool = False,
        also: Any = None,
    ) -> None:
        parts = self._description.add(function.__name__, answer=answer, body=body, token=token, also=also)
        self._app.add_api_route(
            path, function, methods=[method], openapi_extra=parts, response_class=JsonResponse,
            operation_id=function.__name__, summary=(function.__doc__ or "").partition("\n")[0], response_model=None,
        )  # fmt: skip

    # --- games ---

    async def list_games(self) -> Response:
        """List all games with their seats, options and bots."""
        ready = self.registry.compile_queue.compiled
        return JsonResponse([msgspec.structs.replace(info, ready=info.id in ready) for info in self._catalogue])

    async def rules(self, game: GameId) -> Response:
        """Get the rules of a game as HTML."""
        return JsonResponse(await self.registry.in_thread(rules_page, get(game)))

    # --- tables ---

    async def reserve(self, request: Request) -> Response:
        """Reserve a table id for an hour and get the commitment to its secret before you reveal your nonce."""
        self._limit_tables(request, limits.TABLES)
        return JsonResponse(await seat_commands.reserve(self.registry))

    async def create(self, request: Request) -> Response:
        """Create a table."""
        command = _read(request, schema.NewTable)
        self._limit_tables(request, limits.TABLES)
        if command.listed:
            self._limit_tables(request, limits.PUBLIC_TABLES)
        return JsonResponse(await seat_commands.create(self.registry, command, request.scope["matchbox.address"]))

    def _limit_tables(self, request: Request, limit: tuple[float, float]) -> None:
        if not self._limits.allows(request.scope["matchbox.address"], limit):
            raise Refused("too many new tables; wait a moment", 429)

    async def open_tables(self, listed: Annotated[int, Query(ge=0, le=1)] = 1) -> Response:
        """List public tables that wait for players."""
        found = []
        for live_table in await self.registry.listed():
            table = live_table.table
            infos = seat_infos(table, live_table.presence.seats, now())
            found.append(schema.OpenTable(table.id, table.game.id, table.game.about.name, infos, table.setup.created))
        return JsonResponse(found)

    async def mine(self, request: Request) -> Response:
        """List the tables where these tokens hold seats, newest first."""
        command = _read(request, schema.Tokens)
        if not self._limits.allows(request.scope["matchbox.address"], limits.REQUESTS):
            raise Refused("too many requests; wait a moment", 429)
        hashes = [fairness.token_hash(token) for token in command.tokens]
        found = []
        seats = await self.registry.read(self.registry.store.seats_of, hashes)
        loading = (self.registry.within(self.registry.readable_table(name)) for name, _ in seats)
        for (name, seat), live_table in zip(seats, await asyncio.gather(*loading), strict=True):
            if live_table is None:
                continue  # it cannot be loaded, or not in time
            if isinstance(live_table, ArchivedTable):
                info = live_table.info
                found.append(schema.MyTable(name, info.game, info.name, seat, False, info.over, info.seats))
                continue
            live_table.visit(request.scope["matchbox.address"])
            live_table.on_request(seat)
            table = live_table.table
            turn = seat in table.acting() and table.seats[seat].kind == "person"
            infos = seat_infos(table, live_table.presence.seats, now())
            found.append(schema.MyTable(name, table.game.id, table.game.about.name, seat, turn, table.over, infos))
        return JsonResponse(found)

    async def state(
        self, request: Request, table: TableId, format: Annotated[str, Query(pattern="^(scene|plain)$")] = "scene"
    ) -> Response:
        """Get the state of a table as a seat or a spectator sees it."""
        live_table, seat = await self._viewer(request, table)
        if isinstance(live_table, ArchivedTable):
            return JsonResponse(await self.registry.in_thread(live_table.state, seat))
        return JsonResponse(live_table.state(seat, format))

    async def join(self, request: Request, table: TableId) -> Response:
        """Take a free seat, with an invitation or at a public table."""
        command = _read(request, schema.Join)
        live_table = await self.registry.live_table(table)
        if command.invite is not None:
            invite = command.invite
            self._limit_guesses(request, lambda: seat_commands.invited(live_table, invite))
        return JsonResponse(await seat_commands.join(live_table, command))

    async def act(self, request: Request, table: TableId) -> Response:
        """Make a move. Repeating the same decision and action is harmless."""
        command = _read(request, schema.Act)
        live_table, seat = await self._seated(request, table)
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        def reply(update: TableUpdate | None, error: MatchboxError | None) -> None:
            if not future.done():
                future.set_exception(error) if error else future.set_result(None)

        live_table.act(seat, command.decision, command.action, command.relies, reply)
        await future
        return _accepted(live_table.table, seat)

    async def undo(self, request: Request, table: TableId) -> Response:
        """Take your last choice back, if nobody else has acted since, and if it has shown nothing new to anybody."""
        command = _read(request, schema.Undo)
        live_table, seat = await self._seated(request, table)
        await seat_commands.undo(self.registry, live_table, seat, command.step, request.scope["matchbox.address"])
        return _accepted(live_table.table, seat)

    async def leave(self, request: Request, table: TableId) -> Response:
        """Leave the table; a bot plays on. Leave again to change its level."""
        command = _read(request, schema.Leave)
        live_table, seat = await self._seated(request, table)
        await seat_commands.leave(live_table, seat, command.level)
        return JsonResponse(schema.Done())

    async def back(self, request: Request, table: TableId) -> Response:
        """Take your seat back from the bot."""
        live_table, seat = await self._seated(request, table)
        await seat_commands.back(live_table, seat)
        return JsonResponse(schema.Done())

    async def take_over(self, request: Request, table: TableId) -> Response:
        """Put a bot into a free seat, if the table is yours, or into the seat of a player who is absent."""
        command = _read(request, schema.TakeOver)
        live_table, seat = await self._seated(request, table)
        await seat_commands.take_over(live_table, seat, command.seat, command.level)
        return JsonResponse(schema.Done())

    async def abandon(self, request: Request, table: TableId) -> Response:
        """End a table where nobody else plays or may come back."""
        command = _read(request, schema.Abandon)
        live_table, seat = await self._seated(request, table)
        others = {self._seat_of(request, live_table, token) for token in command.tokens}
        await seat_commands.abandon(live_table, seat, others)
        return JsonResponse(schema.Done())

    async def reserve_rematch(self, request: Request, table: TableId) -> Response:
        """Get the table of the rematch and the commitment to its secret before you reveal your nonce."""
        live_table, seat = await self._seated(request, table)
        return JsonResponse(await seat_commands.reserve_rematch(self.registry, live_table, seat))

    async def rematch(self, request: Request, table: TableId) -> Response:
        """Take your seat in a rematch. All players of the table get the same new table."""
        command = _read(request, schema.Again)
        live_table, seat = await self._seated(request, table)
        return JsonResponse(await seat_commands.rematch(self.registry, live_table, seat, command.nonce))

    # --- analysis ---

    async def hint(self, request: Request, table: TableId) -> Response:
        """Rate your legal moves with the search of a club bot."""
        live_table, seat = await self._seated(request, table)
        if not live_table.table.setup.hints:
            raise Refused("hints are off at this table", 403)
        await self.registry.compile_queue.wait_for_bots(live_table.table.game)
        if not live_table.table.legal(seat):
            raise Refused("it is not your turn")
        hint = asyncio.wrap_future(self._hints.of(live_table.table, seat, request.scope["matchbox.address"]))
        await asyncio.wait([hint])  # other requests may wait for the same hint, so this one must not cancel it
        if hint.cancelled():
            raise Refused("the game has gone on; ask again")
        return JsonResponse(hint.result())

    async def review(self, request: Request, table: TableId) -> Response:
        """Review a finished game; 202 while the review is in progress."""
        await self._viewer(request, table)
        live_table = await self.registry.live_table(table)
        found = self._reviews.of(_finished(live_table.table), request.scope["matchbox.address"])
        return JsonResponse(found, 202 if isinstance(found, schema.Progress) else 200)

    async def replay(
        self,
        request: Request,
        table: TableId,
        step: Annotated[int, Query(ge=0, le=100_000)] = 0,
        seat: Annotated[int, Query(ge=-1, le=15)] = SPECTATOR,
    ) -> Response:
        """Get a past position: as any seat if the game is over, otherwise as your seat."""
        live_table, viewer = await self._viewer(request, table)
        if isinstance(live_table, ArchivedTable):
            return JsonResponse(await self.registry.in_thread(live_table.replayed, step, seat))
        if not live_table.table.over:
            seat = viewer
        return JsonResponse(replayed(live_table.table, step, seat))

    async def record(self, table: TableId) -> Response:
        """Get the record of the game. It is sealed, without actions, until the game is over."""
        live_table = await self.registry.readable_table(table)
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
            printing = self._records[table.id] = self.registry.in_thread(printed, table)
            printing.add_done_callback(lambda done: done.exception() and self._records.pop(table.id, None))
            if len(self._records) > KEPT_RECORDS:
                del self._records[next(iter(self._records))]
        return self._records[table.id]

    # --- the server itself ---

    async def health(self) -> Response:
        """Check the server and its database: 503 if it cannot store moves, `degraded` if Redis does not answer."""
        count = await self.registry.check()
        compiled = len(self.registry.compile_queue.compiled)
        status = "degraded" if self.registry.bus.listening.bad else "ok"
        return JsonResponse(schema.Health(status, __version__, compiled, len(self._catalogue), count, broken_games()))

    async def api_page(self) -> Response:
        """Read about this API."""
        return Response(api_page(self._app.openapi()), media_type="text/html")

    async def metrics(self) -> Response:
        """Get counters and latencies in the text format of Prometheus."""
        return Response(self._metrics.text(), media_type=CONTENT_TYPE)


def _accepted(table: Table, seat: int) -> Response:
    return JsonResponse(schema.Accepted(True, len(table.steps), len(table.decisions[seat])))


def _read(request: Request, kind: Any) -> Any:
    """The body as a Struct, or Refused with the reason."""
    body: bytes = request.scope["matchbox.body"]
    try:
        return msgspec.json.decode(body or b"{}", type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Refused(f"the request body is not valid: {error}", 400) from None


def _finished(table: Table) -> Table:
    if not table.over:
        raise Refused("this is available when the game is over")
    if table.state is None or not table.state["over"][0]:
        raise Refused("this game was abandoned before its end")
    return table


def _refused(request: Request, error: Exception) -> Response:
    status = error.status if isinstance(error, Refused) else 404 if isinstance(error, UnknownGame) else 400
    headers = {"Retry-After": str(limits.RETRY_SECONDS)} if status in (429, 503) else None
    return JsonResponse(schema.Failure(str(error)), status, headers)


def _invalid(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    parts = [f"{'.'.join(str(x) for x in problem['loc'])}: {problem['msg']}" for problem in error.errors()]
    return JsonResponse(schema.Failure("; ".join(parts)), 400)


def _http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    text = {404: "there is no such route; see /api/docs", 405: "this route needs another method; see /api/docs"}
    return JsonResponse(
        schema.Failure(text.get(error.status_code, str(error.detail))), error.status_code, error.headers
    )


def _broken_rules(request: Request, error: Exception) -> Response:
    """The report names files of this computer, so it goes to the log."""
    log.error("%s", error)
    return _failed(request, error)


def _failed(request: Request, error: Exception) -> Response:
    return JsonResponse(schema.Failure("the server failed to handle this request; the error is in its log"), 500)
