"""All tables of this node: created, loaded for the first visitor, closed after the last."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from operator import itemgetter
from typing import Any, TypeVar

import msgspec

from matchbox.engine import BadOption, Game, MatchboxError, UnknownGame, get
from matchbox.play.table import (
    ABANDON,
    ACT,
    AWAY,
    BACK,
    BOT,
    FREE,
    LATE,
    LEFT,
    REMATCH,
    SIT,
    STAND_IN,
    Refused,
    SeatSetup,
    Table,
    TableSetup,
)

from . import fairness, limits
from .archive import ArchivedTable, archived, packed
from .bot_pool import BotPool, checked_level
from .bus import Bus, Notice
from .compile_queue import CompileQueue
from .faults import Condition, back_off
from .live_table import (
    ABSENT_SECONDS,
    VISIT_SECONDS,
    LiveTable,
    TableUpdate,
    database_down,
    follow_system_clock,
    now,
)
from .metrics import Metrics
from .schema import Created, Invite, Join, NewTable, Rematch, Reserved, SeatToken
from .store import SeatKey, Store, StoredTable, Transaction

log = logging.getLogger("matchbox")
T = TypeVar("T")

HEARTBEAT = 3.0  # seconds between the signs of life of a node
NODE_SECONDS = 10.0  # seconds without a sign before a node and the players connected to it count as gone
IDLE_SECONDS = 600.0  # seconds before an unused table leaves memory
READ_SECONDS = 15.0  # seconds before the database counts as down
ARCHIVE_SHARE = 0.2  # of this process's time that archiving may take while no moves arrive,
BUSY_ARCHIVE_SHARE = 0.02  # and while moves arrive
STOP_SECONDS = 5.0  # to archive the last games before the process ends
MAX_ARCHIVED = 20  # archived tables in memory
RESERVED_FOR = 3_600_000  # milliseconds, as are the next three
LISTED_FOR = 900_000  # for a public table without anybody present
LISTED_AT_MOST = 86_400_000
RESUME_WITHIN = 30 * 86_400_000  # older unfinished tables are not resumed at the start


class TableRegistry:
    def __init__(self, store: Store, bus: Bus, metrics: Metrics) -> None:
        self.store, self.bus, self.metrics = store, bus, metrics
        self.bot_pool, self.compile_queue = BotPool(metrics.bot_seconds), CompileQueue()
        self.live_tables: dict[str, LiveTable] = {}
        self.moves = self.pushed = 0
        self.closing = False
        self.nodes: dict[str, float] = {}
        """Other nodes that live, and when each was last heard."""
        self.outgoing: list[Callable[[], None]] = []
        """Flush functions of connections, called at the end of this loop iteration."""
        self._finished: asyncio.LifoQueue[str] = asyncio.LifoQueue()  # to be archived, the last game first
        self._archived: dict[str, ArchivedTable] = {}
        self._reported: set[str] = set()  # damaged tables that the log has named
        self._loading: dict[str, asyncio.Future[LiveTable]] = {}
        self._threads = ThreadPoolExecutor(4, "reader")
        self._tasks: set[asyncio.Task[Any]] = set()

    # --- start and stop ---

    async def start(self) -> None:
        """Connect to the database and the bus, and resume the tables. Unavailable: try again later."""
        installation, unfinished = await self.in_thread(self.store.open, now() - RESUME_WITHIN)
        await self.bus.start(installation, self._on_notice, self._resync)
        loop = asyncio.get_running_loop()
        self.store.start(loop.call_soon_threadsafe, loop.call_soon)
        self.compile_queue.start([game for _, game in unfinished])
        self.task(self._resume([table for table, _ in unfinished]))
        self.task(self._archive_finished())
        self.task(self._sweep())
        if not self.bus.single_node:
            self.task(self._heartbeat())

    async def _resume(self, tables: Sequence[str]) -> None:
        """Load unfinished tables, so that their clocks run. Their bots wait for a visitor."""
        for table in tables:
            try:
                await self._load_patiently(table)
            except MatchboxError as error:  # for example, a game that is no longer installed
                log.warning("table %s cannot be resumed: %s", table, error)
            except Exception as error:
                self.failed(f"table {table} cannot be resumed", error)

    async def _load_patiently(self, table: str) -> None:
        """Load a table, however long the database is away."""
        for delay in back_off():
            try:
                await self.live_table(table)
                return
            except Refused as error:
                if error.status != 503:
                    raise
            await asyncio.sleep(delay)

    async def _sweep(self) -> None:
        while True:
            with contextlib.suppress(MatchboxError):  # the database is down; the next time is soon enough
                await self.write(expire=now() - RESERVED_FOR)
            await asyncio.sleep(VISIT_SECONDS)
            if not any(live_table.table.timed for live_table in self.live_tables.values()):
                follow_system_clock()
            for name, live_table in list(self.live_tables.items()):
                if not live_table.attended:
                    self.bot_pool.forget(name)
                if live_table.idle and time.monotonic() - live_table.last_used > IDLE_SECONDS:
                    live_table.close()
                    del self.live_tables[name]

    async def _heartbeat(self) -> None:
        """Say that this node lives, and notice nodes that no longer say it."""
        while True:
            self.bus.publish(Notice(self.bus.node, ""))
            await asyncio.sleep(HEARTBEAT)
            since = time.monotonic() - NODE_SECONDS
            silent = [node for node, heard in self.nodes.items() if heard < since]
            for node in silent:
                del self.nodes[node]
            if silent:
                self._update_presence()

    async def stop(self) -> None:
        self.closing = True
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._finished.join(), STOP_SECONDS)
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for live_table in self.live_tables.values():
            live_table.close()
        self.bot_pool.stop()
        await self.compile_queue.stop()
        await self.bus.stop()
        await self.in_thread(self.store.close)
        self._threads.shutdown(wait=False, cancel_futures=True)

    def flush(self) -> None:
        outgoing, self.outgoing = self.outgoing, []
        for write in outgoing:
            write()

    def task(self, work: Coroutine[Any, Any, Any]) -> None:
        """Run a coroutine in the background."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            self.failed("a background task failed", error)

    def failed(self, what: str, error: BaseException) -> None:
        log.error("%s", what, exc_info=error)

    def in_thread(self, function: Callable[..., T], *args: Any) -> asyncio.Future[T]:
        """Run a blocking function in a thread."""
        return asyncio.get_running_loop().run_in_executor(self._threads, function, *args)

    async def read(self, function: Callable[..., T], *args: Any) -> T:
        """Read from the database in a thread, or Refused if it does not answer."""
        return await self._ask(self.store.reading, function, *args)

    async def check(self) -> int:
        """The number of tables, or Refused if the database does not answer or does not store."""
        return await self._ask(self.store.writing, self.store.check)

    async def _ask(self, condition: Condition, function: Callable[..., T], *args: Any) -> T:
        try:
            found = await asyncio.wait_for(self.in_thread(function, *args), READ_SECONDS)
        except self.store.errors as error:
            condition.failed(error)
            raise database_down() from error
        condition.works()
        return found

    async def write(self, **rows: Any) -> None:
        """Store rows that belong to no open table, and wait for the commit."""
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        def done(error: Exception | None) -> None:
            if future.done():
                return
            if error is None:
                future.set_result(None)
            else:
                future.set_exception(database_down())

        self.store.write("", Transaction(**rows), done)
        await future

    def _on_notice(self, notice: Notice) -> None:
        appeared = notice.node not in self.nodes
        self.nodes[notice.node] = time.monotonic()
        if appeared:
            self._update_presence()
        if live_table := self.live_tables.get(notice.table):
            live_table.on_notice(notice)

    def _resync(self) -> None:
        for live_table in self.live_tables.values():
            live_table.resync()

    def _update_presence(self) -> None:
        for live_table in list(self.live_tables.values()):
            live_table.update_presence()

    # --- finding ---

    async def live_table(self, table: str) -> LiveTable:
        """A table by its id, loaded if necessary, or Refused."""
        if live_table := self.live_tables.get(table):
            return live_table
        if table not in self._loading:
            self._loading[table] = asyncio.ensure_future(self._load(table))
            self._loading[table].add_done_callback(lambda _: self._loading.pop(table, None))
        return await asyncio.shield(self._loading[table])

    async def readable_table(self, table: str) -> LiveTable | ArchivedTable:
        """A table by its id, to look at it; from its archive if it cannot be played any more."""
        if found := self._archived.get(table):
            return found
        try:
            return await self.live_table(table)
        except Refused as error:
            archive = await self.in_thread(self.store.archive, table) if error.status == 410 else None
            if archive is None:
                raise
        while len(self._archived) >= MAX_ARCHIVED:
            del self._archived[next(iter(self._archived))]
        self._archived[table] = await self.in_thread(ArchivedTable, *archive)
        return self._archived[table]

    async def within(self, loading: Awaitable[T], seconds: float = 3.0) -> T | None:
        """A table that is being loaded, or None if it cannot be loaded in time."""
        try:
            return await asyncio.wait_for(loading, seconds)
        except (TimeoutError, MatchboxError):
            return None

    async def _load(self, name: str) -> LiveTable:
        return self._open(*await self._read(name))

    async def _read(self, name: str) -> tuple[Table, list[SeatKey]]:
        """A table from the database. Refused with status 410 if it is damaged or its rules are not installed."""
        try:
            stored = await self.read(self.store.load, name)
        except msgspec.MsgspecError as error:
            raise self._damaged(name, error) from error
        if stored is None:
            raise Refused("there is no such table; check the link", 404)
        setup = stored.setup
        try:
            game = await self.in_thread(get, setup.game)
        except UnknownGame as error:
            raise Refused(f"this table cannot continue: {error}", 410) from None
        if setup.version != game.about.version:
            raise Refused(
                f"this table needs version {setup.version} of the rules of {game.about.name}, but this server has "
                f"version {game.about.version}: it cannot continue; create a new table",
                410,
            )
        try:
            return await self.in_thread(_rebuild, stored, game), stored.keys
        except Exception as error:  # whatever its rows contain, other tables go on
            raise self._damaged(name, error) from error

    def _damaged(self, name: str, error: Exception) -> Refused:
        if name not in self._reported:
            self._reported.add(name)
            self.failed(f"table {name} is damaged and is left out", error)
        return Refused("this table is damaged and cannot continue; the server's log says why; create a new table", 410)

    def _open(self, table: Table, keys: Sequence[SeatKey]) -> LiveTable:
        live_table = self.live_tables[table.id] = LiveTable(self, table, keys)
        if not table.over:
            self.compile_queue.want(table.game)
        live_table.resync()
        return live_table

    async def listed(self) -> list[LiveTable]:
        """Public tables that wait for players: first those where somebody is, then the newest."""
        at = now()
        names = await self.read(self.store.open_tables, at - LISTED_AT_MOST)
        found = [
            live_table
            for live_table in await asyncio.gather(*(self.within(self.live_table(name)) for name in names))
            if live_table is not None  # otherwise its game is broken, or has new rules
            and not live_table.table.full
            and not live_table.table.over
            and (live_table.present_seats() or live_table.table.setup.created >= at - LISTED_FOR)
        ]
        found.sort(key=lambda live_table: not live_table.present_seats())
        return _take_turns(found)[: limits.MAX_LISTED]

    # --- archiving ---

    def archive_later(self, table: str) -> None:
        """Keep a finished game readable for ever, whatever happens to its rules."""
        self._finished.put_nowait(table)

    async def _archive_finished(self) -> None:
        for table in reversed(await self.read(self.store.unarchived)):  # since before the start
            self.archive_later(table)
        while True:
            name = await self._finished.get()
            try:
                await self._archive(name)
            except MatchboxError as error:
                log.info("table %s cannot be archived: %s", name, error)
            except Exception as error:
                self.failed(f"table {name} cannot be archived", error)
            finally:
                self._finished.task_done()

    async def _archive(self, name: str) -> None:
        live_table = self.live_tables.get(name)
        table = live_table.table if live_table else (await self._read(name))[0]
        if not (table.started and table.over):
            return
        resumed, moves = time.monotonic(), self.moves

        async def pause() -> None:
            nonlocal resumed, moves
            cost = time.monotonic() - resumed
            share = ARCHIVE_SHARE if moves == self.moves else BUSY_ARCHIVE_SHARE
            moves = self.moves
            await asyncio.sleep(0 if self.closing else cost / share)
            resumed = time.monotonic()

        await self.write(archive=(name, packed(await archived(table, pause))))

    # --- creating ---

    async def reserve(self) -> Reserved:
        """A table id and a commitment to its secret, made before any player's nonce is known."""
        name, secret = fairness.new_table_id(), fairness.new_secret()
        await self.write(reserve=(name, secret, now()))
        return Reserved(name, fairness.commitment(secret))

    async def create(self, command: NewTable, address: str) -> Created:
        game = await self.in_thread(get, command.game)
        options = game.read_options(command.options)
        game.template(len(command.players), options)
        nonces = _creators_nonce(command)
        seats = [
            SeatSetup(
                {"me": "person", "local": "person"}.get(player.kind, player.kind),
                f"Bot {number + 1}" if player.kind == "bot" else "" if player.kind == "open" else player.name,
                checked_level(game, player.level) if player.kind == "bot" else "",
                nonces[number],
            )
            for number, player in enumerate(command.players)
        ]
        if not any(player.kind in ("me", "local", "open") for player in command.players):
            raise BadOption("keep at least one seat for a person (kind me, local or open)")
        name, secret = command.table, None
        if name:
            secret = await self.read(self.store.secret_of, name, now() - RESERVED_FOR)
            if secret is None:
                raise Refused("this table id is not reserved, or no longer; get a new id with POST /api/reserve")
        table_id, secret = name or fairness.new_table_id(), secret or fairness.new_secret()
        setup = TableSetup(
            table_id, game.id, game.about.version, options, secret, now(),
            seats, command.listed, command.pace, command.clock,
            command.clock is None if command.hints is None else command.hints,
        )  # fmt: skip
        tokens = [
            SeatToken(seat, fairness.new_token()) for seat, p in enumerate(command.players) if p.kind in ("me", "local")
        ]
        invites = [Invite(seat, fairness.new_token()) for seat, p in enumerate(command.players) if p.kind == "open"]
        keys = [SeatKey(fairness.token_hash(seat.token), setup.id, seat.seat, False) for seat in tokens]
        keys += [SeatKey(fairness.token_hash(seat.invite), setup.id, seat.seat, True) for seat in invites]
        await self.write(setups=[setup], keys=keys, claimed=name)
        self._open(Table(setup, game), keys).creator = address
        return Created(setup.id, tokens, invites)

    async def join(self, live_table: LiveTable, command: Join) -> SeatToken:
        token = fairness.new_token()
        seat = self._seat_for(live_table, command)

        def plan(table: Table) -> TableUpdate:
            if table.over:
                raise Refused("this table is closed")
            if table.seats[seat].kind != "open":
                raise Refused("this seat is already taken")
            key = SeatKey(fairness.token_hash(token), table.id, seat, False)
            return TableUpdate([table.event(now(), SIT, seat, name=command.name, nonce=command.nonce)], keys=[key])

        await live_table.execute(plan)
        live_table.on_request(seat)
        return SeatToken(seat, token)

    def invited(self, live_table: LiveTable, invite: str) -> int:
        """The seat that an invitation is for, or Refused."""
        key = live_table.keys.get(fairness.token_hash(invite))
        if key is None or not key.invite:
            raise Refused("this invitation is not for this table; ask for the link again", 403)
        return key.seat

    def _seat_for(self, live_table: LiveTable, command: Join) -> int:
        if command.invite is not None:
            return self.invited(live_table, command.invite)
        if not live_table.table.setup.listed:
            raise Refused("this table needs an invitation; open the link you received", 403)
        free = [number for number, seat in enumerate(live_table.table.seats) if seat.kind == "open"]
        if command.seat is None and free:
            return free[0]
        if command.seat not in free:
            raise Refused("this seat is not free; choose another seat, or name none to get any free seat")
        return command.seat

    # --- leaving ---

    async def leave(self, live_table: LiveTable, seat: int, level: str) -> None:
        checked_level(live_table.table.game, level)

        def plan(table: Table) -> TableUpdate:
            player = table.seats[seat]
            if table.over or not player.claimed or (player.left, player.level) == (LEFT, level):
                return TableUpdate()
            if level != STAND_IN and not table.setup.hints:  # a strong bot for a few moves would be a hint
                raise Refused(f"hints are off at this table, so the bot that plays on is {STAND_IN}; choose that level")
            return TableUpdate([table.event(now(), BOT, seat, level=level, why=LEFT)])

        await live_table.execute(plan)

    async def back(self, live_table: LiveTable, seat: int) -> None:
        """A person takes their seat back from the bot."""

        def plan(table: Table) -> TableUpdate:
            left = table.seats[seat].left
            if table.over:
                raise Refused("the game is over")
            if left == LATE:
                raise Refused("this seat has run out of time; the bot plays to the end")
            return TableUpdate([table.event(now(), BACK, seat)]) if left else TableUpdate()

        await live_table.execute(plan)

    async def take_over(self, live_table: LiveTable, by: int, seat: int, level: str) -> None:
        """Put a bot into a free seat, or into the seat of an absent player."""
        if seat >= len(live_table.table.seats):
            raise Refused(f"there is no seat {seat}", 404)
        checked_level(live_table.table.game, level)

        def plan(table: Table) -> TableUpdate:
            if table.over:
                raise Refused("the game is over")
            why = _takeover_reason(table, by, seat, level, live_table.absent_for(seat))
            return TableUpdate([table.event(now(), BOT, seat, level=level, why=why)])

        await live_table.execute(plan)

    async def abandon(self, live_table: LiveTable, seat: int, others: set[int]) -> None:
        """End a table where nobody plays, or may come back, but this seat and `others` of the same person."""

        def plan(table: Table) -> TableUpdate:
            if table.over:
                return TableUpdate()
            if any(player.claimed for n, player in enumerate(table.seats) if n != seat and n not in others):
                raise Refused(
                    "other people play at this table or may come back; leave your seat instead (POST .../leave)"
                )
            return TableUpdate([table.event(now(), ABANDON, seat)], ended=table.id)

        await live_table.execute(plan)

    # --- rematch ---

    async def reserve_rematch(self, live_table: LiveTable, seat: int) -> Reserved:
        """The next table and the commitment to its secret, before any player's nonce for it is known."""
        next_table, _ = await self._next_table(live_table, seat)
        return Reserved(next_table.table.id, fairness.commitment(next_table.table.setup.secret))

    async def rematch(self, live_table: LiveTable, seat: int, nonce: str) -> Rematch:
        """A seat at the next table. Each player moves by one seat."""
        fairness.checked_nonce(nonce)
        next_table, is_new = await self._next_table(live_table, seat)
        if nonce and is_new:
            raise Refused(
                "this nonce came before the commitment; get the commitment with POST .../rematch/reserve, "
                "then send a new nonce"
            )
        place = (seat + 1) % len(live_table.table.seats)
        token = fairness.new_token()

        def plan(table: Table) -> TableUpdate:
            key = SeatKey(fairness.token_hash(token), table.id, place, False)
            player = table.seats[place]
            if player.kind == "bot":
                raise Refused("a bot has your seat at the next table, because you left this table")
            events = [table.event(now(), SIT, place, name=player.name, nonce=nonce)] if player.kind == "open" else []
            return TableUpdate(events, keys=[key])

        await next_table.execute(plan)
        next_table.on_request(place)
        return Rematch(next_table.table.id, [SeatToken(place, token)])

    async def _next_table(self, live_table: LiveTable, seat: int) -> tuple[LiveTable, bool]:
        """The next table for the same players, and whether this call has made it. All players get the same."""

        def plan(table: Table) -> TableUpdate:
            if not table.over:
                raise Refused("the game is not over yet")
            if table.rematch:
                return TableUpdate()
            setup = _next_setup(table)
            return TableUpdate([table.event(now(), REMATCH, seat, table=setup.id)], setups=[setup])

        update = await live_table.execute(plan)
        return await self.live_table(live_table.table.rematch), not update.empty


def _takeover_reason(table: Table, by: int, seat: int, level: str, absent: float) -> str:
    """Why a seat may put a bot of this level into another seat, or Refused."""
    player = table.seats[seat]
    if seat == by:
        raise Refused("this is your own seat; leave it to let a bot play for you (POST .../leave)")
    if player.kind == "open":
        if not table.may_fill(by):
            raise Refused("only the creator of the table may put a bot into a free seat; wait for another player")
        return FREE
    if player.kind == "bot":
        if player.claimed:
            raise Refused("this bot plays for a player who may come back; only they can change it")
        raise Refused("a bot already has this seat")
    if absent < ABSENT_SECONDS:
        raise Refused("this player is still here; wait until they leave or run out of time")
    if level != STAND_IN:  # opponents would choose a weak bot
        raise Refused(f"the bot of an absent player is {STAND_IN}; choose that level", 400)
    return AWAY


def _take_turns(tables: Iterable[LiveTable]) -> list[LiveTable]:
    """The first table of every creator, then the second ones, and so on: nobody fills the list alone."""
    counts: Counter[str] = Counter()
    turns: list[tuple[int, LiveTable]] = []
    for live_table in tables:
        turns.append((counts[live_table.creator] if live_table.creator else 0, live_table))
        counts[live_table.creator] += 1
    return [live_table for _, live_table in sorted(turns, key=itemgetter(0))]


def _creators_nonce(command: NewTable) -> list[str]:
    """The nonces of a new table by seat. The creator's belongs to the first seat that they play."""
    if command.nonce and not command.table:
        raise BadOption("get a table id and its commitment with POST /api/reserve before you send a nonce")
    mine = [seat for seat, player in enumerate(command.players) if player.kind in ("me", "local")]
    if command.nonce and not mine:
        raise BadOption("a nonce needs a seat of yours (kind me or local)")
    return [command.nonce if [seat] == mine[:1] else "" for seat in range(len(command.players))]


def _next_setup(table: Table) -> TableSetup:
    """The setup of a rematch, each player moved by one seat: bots are seated, open seats await the others."""
    players = table.seats[-1:] + table.seats[:-1]
    seats = [
        SeatSetup("bot", player.name, player.level) if player.kind == "bot" else SeatSetup("open", player.name)
        for player in players
    ]
    before = table.setup
    return TableSetup(
        fairness.new_table_id(), before.game, table.game.about.version, before.options, fairness.new_secret(), now(),
        seats, False, before.pace, before.clock, before.hints,
    )  # fmt: skip


def _rebuild(stored: StoredTable, game: Game) -> Table:
    """Replay the events of a table. Compiled rules trust their input, so it is checked here."""
    game.template(len(stored.setup.seats), stored.setup.options)
    table = Table(stored.setup, game)
    for event in stored.events:
        if event.kind == ACT and event.action not in table.legal(event.seat):
            raise ValueError(f"event {event.number}: action {event.action} of seat {event.seat} is not legal")
        table.apply(event)
    return table
