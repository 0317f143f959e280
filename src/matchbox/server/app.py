"""The HTTP API. Every route says what it takes and gives as a Struct; OpenAPI is made from that."""

from __future__ import annotations

import asyncio
import functools
import gc
from collections.abc import Awaitable, Callable
from typing import Annotated, Any

import msgspec
from fastapi import FastAPI, Path, Query, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.openapi.utils import get_openapi
from starlette.exceptions import HTTPException

from matchbox import __version__
from matchbox.engine import SPECTATOR, Game, MatchboxError, Own, UnknownGame, games, get
from matchbox.engine.notation import Record, print_game
from matchbox.resources import rules_page
from matchbox.table.scene import cover_of, encode, summary_of

from . import fairness, limits, wire
from .bus import make_bus
from .hall import Hall
from .messages import seat_infos
from .record import record_of
from .reviews import Reviews, replayed
from .room import Plan, Room, now
from .socket import Live
from .store import Store
from .tables import Refused, Table
from .thinking import levels_of

GameId = Annotated[str, Path(max_length=60, pattern="^[a-z0-9_]+$", description="a game's id, from /api/games")]
TableId = Annotated[str, Path(max_length=20, pattern="^[0-9a-z]+$", description="a table's id")]
JSON = "application/json"


class Answer(Response):
    """A Struct as JSON."""

    media_type = JSON

    def render(self, content: Any) -> bytes:
        return content if isinstance(content, bytes) else encode(content)


class Api:
    """The API and what it serves."""

    def __init__(self, limit: limits.Limits, database: str, redis: str | None) -> None:
        self._limits, self._database, self._redis = limit, database, redis
        self._store = Store(database)
        self._app = FastAPI(
            title="Matchbox",
            version=__version__,
            docs_url="/api/docs",
            openapi_url="/api/openapi.json",
            redoc_url=None,
            description="Play, watch and program the games of Matchbox.",
        )
        self._catalogue = _catalogue()
        self._described: dict[str, Any] = {}

    async def start(self) -> None:
        self.hall = Hall(self._store, make_bus(self._redis))
        self._reviews = Reviews()
        self._routes()
        await self.hall.start()
        # What was loaded stays; looking through it for garbage at every turn would cost more than all moves.
        gc.collect()
        gc.freeze()
        gc.set_threshold(50_000, 50, 100)

    async def stop(self) -> None:
        self._reviews.stop()
        await self.hall.stop()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        await self._app(scope, receive, send)

    def connection(self, connections: set[Any]) -> Live:
        return Live(self.hall, self._limits, connections)

    # --- who asks ---

    def _token(self, request: Request) -> str | None:
        kind, _, token = request.headers.get("authorization", "").partition(" ")
        if not kind:
            return None
        if kind.lower() != "bearer" or not token or len(token) > 100:
            raise Refused("send the seat's token as 'Authorization: Bearer TOKEN'", 401)
        return token

    def _guarded(self, request: Request, check: Callable[[], int]) -> int:
        """Wrong tokens are counted: whoever guesses too often has to wait."""
        try:
            return check()
        except Refused as error:
            if error.status == 403 and not self._limits.allows(request.scope["matchbox.address"], limits.GUESSES):
                raise Refused("too many wrong tokens; wait a moment", 429) from None
            raise

    async def _seated(self, request: Request, table: str) -> tuple[Room, int]:
        """The room and the seat of the one who asks."""
        token = self._token(request)
        if token is None:
            raise Refused("this needs a seat: send its token as 'Authorization: Bearer TOKEN'", 401)
        room = await self.hall.room(table)
        return room, self._guarded(request, lambda: room.seat_of(token))

    async def _looking(self, request: Request, table: str) -> tuple[Room, int]:
        """The same for those who may also just look."""
        token = self._token(request)
        room = await self.hall.room(table)
        return room, SPECTATOR if token is None else self._guarded(request, lambda: room.seat_of(token))

    # --- routes ---

    def _routes(self) -> None:
        app, add = self._app, self._add
        app.add_exception_handler(MatchboxError, _refused)
        app.add_exception_handler(RequestValidationError, _invalid)
        app.add_exception_handler(HTTPException, _http_error)
        app.add_exception_handler(Exception, _failed)
        app.openapi = functools.cache(self._openapi)  # type: ignore[method-assign]
        add("GET", "/api/games", self.list_games, answer=list[wire.GameInfo])
        add("GET", "/api/games/{game}/rules", self.rules, answer=wire.Rules)
        add("POST", "/api/reserve", self.reserve, answer=wire.Reserved)
        add("POST", "/api/tables", self.create, body=wire.NewTable, answer=wire.Created)
        add("GET", "/api/tables", self.open_tables, answer=list[wire.OpenTable])
        add("POST", "/api/mine", self.mine, body=wire.Tokens, answer=list[wire.MyTable])
        add("GET", "/api/tables/{table}", self.state, answer=wire.State, token=True)
        add("POST", "/api/tables/{table}/join", self.join, body=wire.Join, answer=wire.SeatToken)
        add("POST", "/api/tables/{table}/act", self.act, body=wire.Act, answer=wire.Accepted, token=True)
        add("POST", "/api/tables/{table}/leave", self.leave, body=wire.Leave, answer=wire.Done, token=True)
        add("POST", "/api/tables/{table}/back", self.back, answer=wire.Done, token=True)
        add("POST", "/api/tables/{table}/takeover", self.take_over, body=wire.TakeOver, answer=wire.Done, token=True)
        add("POST", "/api/tables/{table}/abandon", self.abandon, answer=wire.Done, token=True)
        add("POST", "/api/tables/{table}/rematch", self.rematch, body=wire.Again, answer=wire.Rematch, token=True)
        add("POST", "/api/tables/{table}/hint", self.hint, answer=wire.Hint, token=True)
        add("GET", "/api/tables/{table}/review", self.review, answer=wire.ReviewAnswer, token=True, also=wire.Progress)
        add("GET", "/api/tables/{table}/replay", self.replay, answer=wire.ReplayStep, token=True)
        add("GET", "/api/tables/{table}/record", self.record, answer=str)
        add("GET", "/api/health", self.health, answer=wire.Health)
        add("GET", "/metrics", self.metrics, answer=str)

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
        content = (
            {"text/plain": {"schema": {"type": "string"}}} if answer is str else {JSON: {"schema": _schema(answer)}}
        )
        responses: dict[str, dict[str, Any]] = {"200": {"description": "As asked.", "content": content}}
        if also is not None:
            responses["202"] = {"description": "Not yet.", "content": {JSON: {"schema": _schema(also)}}}
        failures = [400, 401, 403, 404, 405, 409, 410, 413, 429, 503]
        for status in failures:
            responses[str(status)] = {"description": "Refused.", "content": {JSON: {"schema": _schema(wire.Failure)}}}
        self._described[function.__name__] = responses
        extra: dict[str, Any] = {}
        if body is not None:
            required = body in (wire.NewTable, wire.Tokens, wire.Join, wire.Act, wire.TakeOver)
            extra["requestBody"] = {"required": required, "content": {JSON: {"schema": _schema(body)}}}
        if token:
            extra["security"] = [{"seat": []}, {}]
        self._app.add_api_route(
            path, function, methods=[method], openapi_extra=extra, response_class=Answer,
            operation_id=function.__name__, summary=(function.__doc__ or "").partition("\n")[0], response_model=None,
        )  # fmt: skip

    def _openapi(self) -> dict[str, Any]:
        document = get_openapi(
            title=self._app.title, version=self._app.version, description=self._app.description, routes=self._app.routes
        )
        for operations in document["paths"].values():
            for operation in operations.values():  # just as described here: FastAPI mixes in models of its own
                operation["responses"] = self._described[operation["operationId"]]
        components = document.setdefault("components", {})
        components["schemas"] = _components()
        components["securitySchemes"] = {"seat": {"type": "http", "scheme": "bearer"}}
        return document

    # --- games ---

    async def list_games(self) -> Response:
        """All games, with what a table needs to know."""
        ready = self.hall.ready.compiled
        return Answer([msgspec.structs.replace(info, ready=info.id in ready) for info in self._catalogue])

    async def rules(self, game: GameId) -> Response:
        """A game's rules, as Markdown."""
        found = get(game)
        return Answer(wire.Rules(found.about.name, rules_page(found)))

    # --- tables ---

    async def reserve(self) -> Response:
        """A table's name and the commitment to its secret, before your nonce is known."""
        return Answer(await self.hall.reserve())

    async def create(self, request: Request) -> Response:
        """Make a table."""
        wish = _read(request, wire.NewTable)
        if not self._limits.allows(request.scope["matchbox.address"], limits.TABLES):
            raise Refused("too many new tables; wait a moment", 429)
        return Answer(await self.hall.create(wish))

    async def open_tables(self, listed: Annotated[int, Query(ge=0, le=1)] = 1) -> Response:
        """Listed tables that wait for players."""
        found = []
        for name in await self.hall.in_thread(self.hall.store.open_tables):
            room = await self.hall.room(name)
            table = room.table
            if not table.full and not table.over:
                infos = seat_infos(table, room.here(), now())
                found.append(wire.OpenTable(name, table.game.id, table.game.about.name, infos, table.setup.created))
        return Answer(found)

    async def mine(self, request: Request) -> Response:
        """The tables at which these tokens hold seats, newest first."""
        wish = _read(request, wire.Tokens)
        if not self._limits.allows(request.scope["matchbox.address"], limits.REQUESTS):
            raise Refused("too many requests; wait a moment", 429)
        hashes = [fairness.hashed(token) for token in wish.tokens]
        found = []
        seats = await self.hall.in_thread(self.hall.store.seats_of, hashes)
        rooms = await asyncio.gather(*(self.hall.soon(name) for name, _ in seats))
        for (name, seat), room in zip(seats, rooms, strict=True):
            if room is None:
                continue  # its game is still being compiled; it is listed when it can be opened
            table = room.table
            turn = seat in table.acting() and table.seats[seat].kind == "person"
            infos = seat_infos(table, room.here(), now())
            found.append(wire.MyTable(name, table.game.id, table.game.about.name, seat, turn, table.over, infos))
        return Answer(found)

    async def state(
        self, request: Request, table: TableId, format: Annotated[str, Query(pattern="^(scene|plain)$")] = "scene"
    ) -> Response:
        """How a table stands, as a seat or a spectator sees it."""
        room, seat = await self._looking(request, table)
        return Answer(room.state(seat, format))

    async def join(self, request: Request, table: TableId) -> Response:
        """Take a free seat, with an invitation or at a listed table."""
        wish = _read(request, wire.Join)
        room = await self.hall.room(table)
        if wish.invite is not None:
            invite = wish.invite
            self._guarded(request, lambda: self.hall.invited(room, invite))
        return Answer(await self.hall.join(room, wish))

    async def act(self, request: Request, table: TableId) -> Response:
        """Choose an action. Repeating the same decision and action is harmless."""
        wish = _read(request, wire.Act)
        room, seat = await self._seated(request, table)
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        def answer(plan: Plan | None, error: MatchboxError | None) -> None:
            if not future.done():
                future.set_exception(error) if error else future.set_result(None)

        room.act(seat, wish.decision, wish.action, wish.relies, answer)
        await future
        return Answer(wire.Accepted(True, len(room.table.steps), len(room.table.own[seat])))

    async def leave(self, request: Request, table: TableId) -> Response:
        """Leave the table: a bot plays on."""
        wish = _read(request, wire.Leave)
        room, seat = await self._seated(request, table)
        await self.hall.leave(room, seat, wish.level)
        return Answer(wire.Done())

    async def back(self, request: Request, table: TableId) -> Response:
        """Take the own seat back from the bot."""
        room, seat = await self._seated(request, table)
        await self.hall.back(room, seat)
        return Answer(wire.Done())

    async def take_over(self, request: Request, table: TableId) -> Response:
        """Put a bot into a seat that is free or that somebody has left."""
        wish = _read(request, wire.TakeOver)
        room, seat = await self._seated(request, table)
        await self.hall.take_over(room, seat, wish.seat, wish.level)
        return Answer(wire.Done())

    async def abandon(self, request: Request, table: TableId) -> Response:
        """End a table at which no other person sits."""
        room, seat = await self._seated(request, table)
        await self.hall.abandon(room, seat)
        return Answer(wire.Done())

    async def rematch(self, request: Request, table: TableId) -> Response:
        """Play again: the same new table for everybody who asks."""
        wish = _read(request, wire.Again)
        room, seat = await self._seated(request, table)
        return Answer(await self.hall.rematch(room, seat, wish.nonce))

    # --- looking closer ---

    async def hint(self, request: Request, table: TableId) -> Response:
        """What a club player thinks of your choices."""
        room, seat = await self._seated(request, table)
        it = room.table
        if not it.legal(seat):
            raise Refused("you are not to choose now")
        await self.hall.ready.whole(it.game)
        return Answer(await asyncio.wrap_future(self.hall.thinkers.hint(it.game, it.question(seat), seat)))

    async def review(self, request: Request, table: TableId) -> Response:
        """A finished game looked over; 202 while that is being done."""
        room, _ = await self._looking(request, table)
        found = self._reviews.of(_finished(room.table))
        return Answer(found, 202 if isinstance(found, wire.Progress) else 200)

    async def replay(
        self,
        request: Request,
        table: TableId,
        step: Annotated[int, Query(ge=0, le=100_000)] = 0,
        seat: Annotated[int, Query(ge=-1, le=15)] = SPECTATOR,
    ) -> Response:
        """A past moment: of a finished game through anybody's eyes, of a running one through your own."""
        room, own = await self._looking(request, table)
        if not room.table.over:
            seat = own
        return Answer(replayed(room.table, step, seat))

    async def record(self, table: TableId) -> Response:
        """The game's record; sealed, without its actions, until the game is over."""
        room = await self.hall.room(table)
        it = room.table
        if it.over and it.started:
            text = await self.hall.in_thread(_printed, it)
        else:
            sealed = Record(it.game, len(it.seats), dict(it.setup.options), table=it.id, nonces=it.nonces)
            sealed.commitment = fairness.commitment(it.setup.secret)
            text = print_game(sealed) + "# the secret and the actions follow when the game is over\n"
        return Response(text, media_type="text/plain")

    # --- the server itself ---

    async def health(self) -> Response:
        """Is the server well?"""
        count = await self.hall.in_thread(self.hall.store.count)
        return Answer(wire.Health("ok", __version__, len(self.hall.ready.compiled), len(self._catalogue), count))

    async def metrics(self) -> Response:
        """Counters, in the text format of Prometheus."""
        hall = self.hall
        rows = [
            ("matchbox_moves_total", "counter", "Actions stored by this node.", hall.moves),
            ("matchbox_messages_total", "counter", "State messages pushed.", hall.pushed),
            ("matchbox_open_tables", "gauge", "Tables in memory.", len(hall.rooms)),
            ("matchbox_connections", "gauge", "Clients connected.", sum(len(r.watchers) for r in hall.rooms.values())),
            ("matchbox_compiled_games", "gauge", "Games ready to play.", len(hall.ready.compiled)),
        ]
        lines = [f"# HELP {name} {text}\n# TYPE {name} {kind}\n{name} {value}" for name, kind, text, value in rows]
        return Response("\n".join(lines) + "\n", media_type="text/plain; version=0.0.4")


def _read(request: Request, kind: Any) -> Any:
    """The body as a Struct; a clear error says what does not fit."""
    body: bytes = request.scope["matchbox.body"]
    try:
        return msgspec.json.decode(body or b"{}", type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Refused(f"the body does not fit: {error}", 400) from None


def _finished(table: Table) -> Table:
    if not table.over:
        raise Refused("this can be seen when the game is over")
    if table.state is None or not table.state["over"][0]:
        raise Refused("this game was never finished")
    return table


def _printed(table: Table) -> str:
    return print_game(record_of(table))


def _refused(request: Request, error: Exception) -> Response:
    status = error.status if isinstance(error, Refused) else 404 if isinstance(error, UnknownGame) else 400
    return Answer(wire.Failure(str(error)), status)


def _invalid(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    parts = [f"{'.'.join(str(x) for x in it['loc'])}: {it['msg']}" for it in error.errors()]
    return Answer(wire.Failure("; ".join(parts)), 400)


def _http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    text = {404: "there is no such address; see /api/docs", 405: "this address takes another method; see /api/docs"}
    return Answer(wire.Failure(text.get(error.status_code, str(error.detail))), error.status_code, error.headers)


def _failed(request: Request, error: Exception) -> Response:
    return Answer(wire.Failure("something went wrong on the server; it has been noted"), 500)


def _catalogue() -> list[wire.GameInfo]:
    return [_info(game) for game in games().values()]


def _info(game: Game) -> wire.GameInfo:
    about = game.about
    options = [
        wire.Option(name, option.default, list(option.values), name.replace("_", " "), _own(game, option.own))
        for name, option in game.options.items()
    ]
    usual = game.read_options({})
    values = [(option.name, value) for option in options for value in option.values]
    race = next(({name: value} for name, value in values if game.real_time({**usual, name: value})), {})
    return wire.GameInfo(
        game.id, about.name, about.box, about.designers, list(about.seats), about.minutes, about.complexity,
        about.kind, about.cooperative, bool(race), race, options, levels_of(game), summary_of(game),
        list(cover_of(game)), False,
    )  # fmt: skip


def _own(game: Game, own: Own | None) -> wire.OwnText | None:
    if own is None:
        return None
    return wire.OwnText(own.noun, {str(seats): own.example(seats) for seats in game.about.seats})


# --- OpenAPI from Structs ---

_STRUCTS = [
    wire.Failure, wire.GameInfo, wire.Rules, wire.Reserved, wire.NewTable, wire.Created, wire.OpenTable, wire.Tokens,
    wire.MyTable, wire.State, wire.Join, wire.SeatToken, wire.Act, wire.Accepted, wire.Leave, wire.Done, wire.TakeOver,
    wire.Again, wire.Rematch, wire.Hint, wire.ReviewAnswer, wire.Progress, wire.ReplayStep, wire.Health,
]  # fmt: skip
_TEMPLATE = "#/components/schemas/{name}"


@functools.cache
def _components() -> dict[str, Any]:
    return msgspec.json.schema_components(_STRUCTS, ref_template=_TEMPLATE)[1]


def _schema(kind: Any) -> dict[str, Any]:
    (schema,), _ = msgspec.json.schema_components([kind], ref_template=_TEMPLATE)
    return schema
