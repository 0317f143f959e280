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

from matchbox.engine import Game, MatchboxError, UnknownGame, get
from matchbox.play.match import Refused
from matchbox.play.table import Table

from . import limits
from .archive import ArchivedTable, archived, packed
from .bot_pool import BotPool
from .bus import Bus, Notice
from .clock import follow_system_clock, now
from .compile_queue import CompileQueue
from .faults import Condition, back_off, database_down
from .host_players import HostPlayers
from .live_table import LiveTable
from .metrics import Metrics
from .presence import VISIT_SECONDS
from .seat_commands import RESERVED_FOR
from .store import SeatKey, Store, StoredTable, Taken, Transaction

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
LISTED_FOR = 900_000  # milliseconds, for a public table without anybody present
LISTED_AT_MOST = 86_400_000  # milliseconds
RESUME_WITHIN = 30 * 86_400_000  # milliseconds; older unfinished tables are not resumed at the start


class TableRegistry:
    def __init__(self, store: Store, bus: Bus, metrics: Metrics, players: HostPlayers | None = None) -> None:
        self.store, self.bus, self.metrics = store, bus, metrics
        self.bot_pool, self.compile_queue = BotPool(metrics.bot_seconds, players), CompileQueue()
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
                if not live_table.presence.attended:
                    self.bot_pool.forget(name)
                if live_table.idle and time.monotonic() - live_table.last_used > IDLE_SECONDS:
                    self.forget(live_table)

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
            elif isinstance(error, Taken):
                future.set_exception(Refused("this table id is taken; get a new id with POST /api/reserve"))
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
        return self.open(*await self._read(name))

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

    def open(self, table: Table, keys: Sequence[SeatKey]) -> LiveTable:
        live_table = self.live_tables[table.id] = LiveTable(self, table, keys)
        if not table.over:
            self.compile_queue.want(table.game)
        live_table.resync()
        return live_table

    def forget(self, live_table: LiveTable) -> None:
        """Remove a table from memory."""
        live_table.close()
        if self.live_tables.get(live_table.table.id) is live_table:
            del self.live_tables[live_table.table.id]

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
            and (live_table.presence.seats or live_table.table.setup.created >= at - LISTED_FOR)
        ]
        found.sort(key=lambda live_table: not live_table.presence.seats)
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


def _take_turns(tables: Iterable[LiveTable]) -> list[LiveTable]:
    """The first table of every creator, then the second ones, and so on: nobody fills the list alone."""
    counts: Counter[str] = Counter()
    turns: list[tuple[int, LiveTable]] = []
    for live_table in tables:
        turns.append((counts[live_table.creator] if live_table.creator else 0, live_table))
        counts[live_table.creator] += 1
    return [live_table for _, live_table in sorted(turns, key=itemgetter(0))]


def _rebuild(stored: StoredTable, game: Game) -> Table:
    """Replay the events of a table."""
    game.template(len(stored.setup.seats), stored.setup.options)
    table = Table(stored.setup, game)
    table.apply_all(stored.events)
    return table
