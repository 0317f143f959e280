"""A table in use on this node: commands are queued, stored, applied and pushed to watchers."""

from __future__ import annotations

import asyncio
import os
import random
import time
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from itertools import zip_longest
from typing import TYPE_CHECKING, Protocol

from matchbox.engine import SPECTATOR, MatchboxError, States
from matchbox.engine.layout import layout_of
from matchbox.play.table import BEGIN, BOT, LATE, RESUME, STAND_IN, TIME, Event, Refused, Step, Table
from matchbox.scene import encode

from . import fairness
from .bot_pool import COUNTDOWN, REACTION, SLOW
from .bus import Notice
from .faults import delay_after
from .state_messages import StateMessages, table_info
from .store import Conflict, SeatKey, Transaction

if TYPE_CHECKING:
    from .registry import TableRegistry

ABSENT_SECONDS = float(os.environ.get("MATCHBOX_ABSENT", "120"))
"""A request shows that its player is here for this time. After this time without a sign, others may let a bot play."""
TAKEOVER_DELAY = 8.0  # seconds before a node plays a bot's move that another node should have played
VISIT_SECONDS = 20.0  # seconds that bots play on after the last request or connection
SLOTS = {"club": 0.2, "expert": 1.0, "perfect": 1.0}
SHORTEST_SLOT = 0.05
"""Where something is hidden, a bot answers after a whole number of slots, so that its pause tells nothing. A slot has
these seconds, by level; a casual bot thinks about 10 ms, a club bot 40 ms, an expert a second. At a table with a slower
pace, the pace is the slot."""
ASK_SECONDS = 1.0  # in which other nodes say that they serve a table

_epoch = time.time_ns() - time.monotonic_ns()


def now() -> int:
    """Milliseconds since 1970, by a clock that never jumps: the system's clock may be set while players' clocks run."""
    return (_epoch + time.monotonic_ns()) // 1_000_000


def follow_system_clock() -> None:
    """Adopt the system's clock. Only for moments without running clocks."""
    global _epoch
    _epoch = time.time_ns() - time.monotonic_ns()


def database_down() -> Refused:
    return Refused("the database is not responding; try again in a moment", 503)


def seat_of(keys: Mapping[str, SeatKey], token: str) -> int:
    """The seat a token holds, or Refused."""
    key = keys.get(fairness.token_hash(token))
    if key is None or key.invite:
        raise Refused("this token holds no seat at this table", 403)
    return key.seat


class Watcher(Protocol):
    """A client that gets a message after every change."""

    seat: int
    format: str

    @property
    def address(self) -> str: ...

    def send(self, message: bytes) -> None: ...


class TableUpdate(Transaction):
    """The result of a command: events of this table, and the rows to store with them."""

    steps: Sequence[Step] = ()  # the steps of the first events, which are acts

    @property
    def empty(self) -> bool:
        return not (self.events or self.keys or self.setups)


Planner = Callable[[Table], TableUpdate]
Reply = Callable[[TableUpdate | None, MatchboxError | None], None]
"""Called with the stored update, or with the reason why there is none."""


class LiveTable:
    def __init__(self, registry: TableRegistry, table: Table, keys: Iterable[SeatKey]) -> None:
        self.registry, self.table = registry, table
        self.keys = {key.hash: key for key in keys if key.table == table.id}
        self.watchers: set[Watcher] = set()
        self.creator = ""  # the address that created this table, if that was here
        self.last_used = self._loaded = time.monotonic()
        self._visits: dict[str, float] = {}  # address -> when it last asked for this table, or disconnected
        self._requests: dict[int, float] = {}  # seat -> when its token last came with a request
        self._last_seen: dict[int, float] = {}  # seat -> the last sign of its player
        self._remote_seats: dict[str, set[int]] = {}  # node -> seats present there
        self._here: set[int] = set()  # seats present at this node
        self._elsewhere: set[int] = set()  # seats present at other nodes
        self._presence_timer: asyncio.TimerHandle | None = None
        self._queue: deque[tuple[Planner, Reply]] = deque()
        self._busy = False
        self._behind = False
        self._log_sent = len(table.log)
        self._over = layout_of(table.game).over
        self._timed = table.live or table.setup.clock is not None
        self._messages = StateMessages(table)
        self._info: bytes | None = None
        self._said_ready = False  # does `_info` say that the bots can play?
        self._pending_bots: dict[tuple[int, int], float] = {}  # seat and decision -> when the bot starts to think
        self._timer: asyncio.TimerHandle | None = None
        self._preparing = False
        self._down_since = table.last_event if table.timed else None  # when clocks stopped, until a RESUME is stored
        self._retry: asyncio.TimerHandle | None = None  # set after a failure of the database
        self._failures = 0
        self._observe_move = registry.metrics.move_seconds.observe
        self._asking = table.timed and not registry.bus.single_node
        if self._asking:  # another node may serve this table: then its clocks have not stopped
            self._busy = True
            asyncio.get_running_loop().call_later(ASK_SECONDS, self._asked)
        self._continue(local=registry.bus.single_node)

    # --- presence ---

    def present_seats(self) -> set[int]:
        """Seats that are connected to a node, or have sent a request with their token lately."""
        return self._here | self._elsewhere

    def visit(self, address: str) -> None:
        """Somebody asks for this table. Bots that waited for a visitor go on."""
        self._visits[address] = time.monotonic()
        self._schedule_bots(True)

    def visitors(self) -> set[str]:
        """The addresses of everybody who is connected or was here a moment ago."""
        since = time.monotonic() - VISIT_SECONDS
        self._visits = {address: at for address, at in self._visits.items() if at > since}
        return {watcher.address for watcher in self.watchers} | self._visits.keys()

    @property
    def attended(self) -> bool:
        """Is anybody here? Bots do not think for an empty room."""
        return bool(self.visitors() or self._elsewhere)

    def seat_of(self, token: str) -> int:
        """The seat a token holds, or Refused."""
        return seat_of(self.keys, token)

    def absent_for(self, seat: int) -> float:
        """Seconds since the last sign of a seat's player."""
        if seat in self.present_seats():
            return 0.0
        return time.monotonic() - self._last_seen.get(seat, self._loaded)

    def on_request(self, seat: int) -> None:
        """Note a request with a seat's token: its player is here, connected or not."""
        self.last_used = self._requests[seat] = self._last_seen[seat] = time.monotonic()
        if seat not in self._here:
            self.update_presence()

    def watch(self, watcher: Watcher) -> None:
        """Send the full state now and a message after every change."""
        self.last_used = time.monotonic()
        self.watchers.add(watcher)
        self.update_presence(skip=watcher)
        watcher.send(self.state(watcher.seat, watcher.format))
        self._schedule_bots(True)

    def unwatch(self, watcher: Watcher) -> None:
        self.last_used = time.monotonic()
        if watcher not in self.watchers:
            return
        self.watchers.discard(watcher)
        self._visits[watcher.address] = time.monotonic()
        if all(other.seat != watcher.seat for other in self.watchers):
            self._messages.forget(watcher.seat)
        self._last_seen[watcher.seat] = time.monotonic()
        self.update_presence()

    def update_presence(self, skip: Watcher | None = None) -> None:
        """Find out who is present, and tell other nodes and watchers about a change."""
        at, here_before, before = time.monotonic(), self._here, self.present_seats()
        self._requests = {seat: asked for seat, asked in self._requests.items() if at - asked < ABSENT_SECONDS}
        self._here = {*self._requests, *(watcher.seat for watcher in self.watchers)} - {SPECTATOR}
        remote = (seats for node, seats in self._remote_seats.items() if node in self.registry.nodes)
        elsewhere: set[int] = set().union(*remote)
        self._last_seen.update(dict.fromkeys(self._elsewhere - elsewhere, at))
        self._elsewhere = elsewhere
        if self._requests and self._presence_timer is None:
            expires = min(self._requests.values()) + ABSENT_SECONDS - at
            self._presence_timer = asyncio.get_running_loop().call_later(expires, self._requests_expire)
        if self._here != here_before:
            self._notify_nodes()
        if self.present_seats() != before:
            self._info = None
            self._push(skip)

    def _requests_expire(self) -> None:
        self._presence_timer = None
        self.update_presence()

    # --- messages ---

    def _table(self) -> bytes:
        """The table part of all messages. It rarely changes unless clocks run."""
        ready = self.registry.compile_queue.bots_ready(self.table.game)
        if self._info is None or self.table.setup.clock or ready != self._said_ready:
            self._said_ready = ready
            self._info = encode(table_info(self.table, self.present_seats(), self._down_since or now(), ready))
        return self._info

    def state(self, seat: int, format: str) -> bytes:
        """The full state with the whole log, as one viewer sees it."""
        self._messages.prepare(0, self._table(), now())
        return self._messages.message(seat, format, full=True)

    def _push(self, skip: Watcher | None = None) -> None:
        log_from, self._log_sent = self._log_sent, len(self.table.log)
        self._messages.prepare(log_from, self._table(), now())
        made: dict[tuple[int, str], bytes] = {}
        for watcher in list(self.watchers):
            if watcher is skip:
                continue
            view = watcher.seat, watcher.format
            if view not in made:
                try:
                    made[view] = self._messages.message(*view)
                except Exception as error:  # a scene that cannot be drawn must not stop the game
                    self.registry.failed(f"table {self.table.id}: the scene of seat {watcher.seat} failed", error)
                    continue
            watcher.send(made[view])
        self.registry.pushed += len(self.watchers)

    # --- commands ---

    def submit(self, plan: Planner, reply: Reply) -> None:
        """Queue a command. `plan` runs again if another node writes first."""
        if self._busy or self._queue:
            self._queue.append((plan, reply))
        else:
            self._try(plan, reply)

    async def execute(self, plan: Planner) -> TableUpdate:
        """Run a command and wait until it is stored."""
        future: asyncio.Future[TableUpdate] = asyncio.get_running_loop().create_future()

        def reply(update: TableUpdate | None, error: MatchboxError | None) -> None:
            if future.done():
                return
            if error is not None:
                future.set_exception(error)
            elif update is not None:
                future.set_result(update)

        self.submit(plan, reply)
        return await future

    def act(self, seat: int, decision: int, action: int | str, relies: int | None, reply: Reply) -> None:
        """A person's move."""
        received = time.perf_counter()

        def acknowledge(update: TableUpdate | None, error: MatchboxError | None) -> None:
            reply(update, error)
            if update is not None and update.steps:
                self._observe_move(time.perf_counter() - received)

        self.submit(partial(self._plan_act, seat, decision, action, relies), acknowledge)

    def _plan_act(self, seat: int, decision: int, action: int | str, relies: int | None, table: Table) -> TableUpdate:
        if table.is_repeat(seat, decision, action):
            return TableUpdate()
        return self._step_update(table, table.plan_act(seat, decision, action, relies))

    def _step_update(self, table: Table, steps: list[Step]) -> TableUpdate:
        ended = table.id if steps[-1].header[self._over] else ""
        return TableUpdate(table.act_events(steps, now()), ended=ended, steps=steps)

    def _next(self) -> None:
        while self._queue and not self._busy:
            self._try(*self._queue.popleft())

    def _try(self, plan: Planner, reply: Reply) -> None:
        if self._down_since is not None and plan != self._plan_resume and self.table.timed:
            self._queue.appendleft((plan, reply))
            plan, reply = self._plan_resume, _no_reply  # first the clocks
        try:
            update = plan(self.table)
        except MatchboxError as error:
            reply(None, error)
            return
        if update.empty:
            reply(update, None)
            return
        self._busy = True
        self.registry.store.write(self.table.id, update, partial(self._stored, plan, reply, update))

    def _stored(self, plan: Planner, reply: Reply, update: TableUpdate, error: Exception | None) -> None:
        self._busy = False
        if isinstance(error, Conflict):
            self._queue.appendleft((plan, reply))
            self._catch_up()
            return
        if error is not None:
            if self._down_since is None and update.events:
                self._down_since = update.events[0].at
            self._fail_and_retry(reply)
            return
        self._down_since, self._failures = None, 0
        for event, step in zip_longest(update.events, update.steps):
            self.table.apply(event, step)
        for key in update.keys:
            if key.table == self.table.id:
                self.keys[key.hash] = key
        if len(update.steps) < len(update.events) or update.ended:
            self._info = None
        self.registry.moves += len(update.steps)
        if update.ended:
            self.registry.archive_later(self.table.id)
        reply(update, None)
        if update.events:
            self._push()
            if not self.registry.bus.single_node:
                self._notify_nodes()
            self._continue(local=True, forced_done=bool(update.steps))
        self._next()
        if self._behind and not self._busy:
            self._catch_up()

    # --- breaks ---

    def _fail_and_retry(self, *replies: Reply) -> None:
        """The database does not answer: refuse everything that waits, and try again later."""
        self._failures += 1
        if self._retry is None:
            delay = delay_after(self._failures)
            self._retry = asyncio.get_running_loop().call_later(delay, self._try_again)
        waiting, self._queue = self._queue, deque()
        for reply in (*replies, *(reply for _, reply in waiting)):
            reply(None, database_down())

    def _try_again(self) -> None:
        self._retry = None
        if self._behind and not self._busy:
            self._catch_up()
        self._continue(local=True)

    def _plan_resume(self, table: Table) -> TableUpdate:
        """Time without the database, or without any server, counts for nobody."""
        if self._down_since is None or not table.timed:
            return TableUpdate()
        return TableUpdate([table.event(now(), RESUME, since=self._down_since)])

    def _asked(self) -> None:
        """Other nodes had time to say that they serve this table."""
        if not self._asking:
            return
        self._asking = self._busy = False
        self._continue(local=self._down_since is not None)
        self._next()
        if self._behind and not self._busy:
            self._catch_up()

    # --- other nodes ---

    def _notify_nodes(self, ask: bool = False) -> None:
        bus = self.registry.bus
        if not bus.single_node:
            notice = Notice(bus.node, self.table.id, self.table.number, sorted(self._here), ask, self._asking)
            bus.publish(notice)

    def on_notice(self, notice: Notice) -> None:
        """Handle a notice from another node that serves this table."""
        seats = set(notice.seats or ())
        if seats != self._remote_seats.get(notice.node, set()):
            self._remote_seats[notice.node] = seats
            self.update_presence()
        if notice.ask:
            self._notify_nodes()
        if self._asking and not notice.asking:
            self._down_since = None
            self._asked()
        if notice.number > self.table.number:
            self._behind = True
            if not self._busy:
                self._catch_up()

    def resync(self) -> None:
        """Notices may have been lost: ask other nodes for theirs and read new events."""
        self._notify_nodes(ask=True)
        self._behind = not self.registry.bus.single_node
        if self._behind and not self._busy:
            self._catch_up()

    def _catch_up(self) -> None:
        """Read the events of other nodes. No write of this node runs meanwhile."""
        self._busy, self._behind = True, False
        table, number = self.table.id, self.table.number
        reading = asyncio.ensure_future(self.registry.read(self.registry.store.events_since, table, number))
        reading.add_done_callback(self._caught_up)

    def _caught_up(self, reading: asyncio.Future[tuple[list[Event], list[SeatKey]]]) -> None:
        self._busy = False
        if reading.cancelled():
            return
        if reading.exception() is None:
            events, keys = reading.result()
            self.keys = {key.hash: key for key in keys}
            if events:
                self._last_seen.update(dict.fromkeys((event.seat for event in events), time.monotonic()))
                self.table.apply_all(events)
                self._info = None
                if not self.registry.bus.single_node:  # another node has let the clocks run
                    self._down_since = None
                self._push()
                self._continue(local=False)
            self._next()
        else:  # queued commands must not wait forever
            self._behind = True
            self._fail_and_retry()
            return
        if self._behind and not self._busy:
            self._catch_up()

    # --- forced moves and bots ---

    def _continue(self, local: bool, forced_done: bool = False) -> None:
        """Start the game, play forced moves, schedule bots and set the timer, as needed after a change.

        `local`: this node made the change. `forced_done`: the change includes all forced moves.
        """
        table = self.table
        if table.over:
            self._set_timer()
            return
        if not table.started:
            if table.full and not self._preparing:
                self._preparing = True
                self.registry.task(self._start())
            return
        if local and self._down_since is not None:
            self.submit(self._plan_resume, _no_reply)
        if not forced_done and local and table.forced():
            self.submit(self._plan_forced, _no_reply)
        self._schedule_bots(local)
        self._set_timer()

    async def _start(self) -> None:
        try:
            await self.execute(self._plan_start)
        except MatchboxError:
            pass  # the database is down; the next visitor tries again
        finally:
            self._preparing = False

    def _plan_start(self, table: Table) -> TableUpdate:
        if table.started or table.over:
            return TableUpdate()
        return TableUpdate([table.event(now(), BEGIN)], started=table.id)

    def _plan_forced(self, table: Table) -> TableUpdate:
        steps = table.forced()
        return self._step_update(table, steps) if steps else TableUpdate()

    def _schedule_bots(self, local: bool) -> None:
        if self._retry is not None:  # the database is away
            return
        for seat in self.table.acting():
            player = self.table.seats[seat]
            key = seat, len(self.table.decisions[seat])
            if player.kind != "bot" or key in self._pending_bots:
                continue
            delay = 0.0
            if self.table.live:
                start = (self.table.began - now()) / 1000 + COUNTDOWN
                delay = max(start, 0.0) + REACTION.get(player.level, 1.5) * random.uniform(0.7, 1.3)
            if not local:
                delay += TAKEOVER_DELAY
            loop = asyncio.get_running_loop()
            self._pending_bots[key] = loop.time() + delay
            if delay:
                loop.call_later(delay, self._start_bot, key)
            else:
                self._start_bot(key)

    def _still_due(self, key: tuple[int, int]) -> bool:
        """Does this decision still wait for the bot?"""
        seat, decision = key
        table = self.table
        return table.seats[seat].kind == "bot" and len(table.decisions[seat]) == decision and seat in table.acting()

    def _start_bot(self, key: tuple[int, int]) -> None:
        clock_runs = self.table.seats[key[0]].since is not None
        if not self._still_due(key) or not (self.attended or clock_runs):
            self._pending_bots.pop(key, None)
            return
        if not self.registry.compile_queue.bots_ready(self.table.game):
            self.registry.task(self._start_bot_when_compiled(key))
            return
        seat, _ = key
        view = self.table.decision_view(seat)
        level = self.table.seats[seat].level
        if self.table.live:
            view["acting"] = 1 << seat  # in a race the bot searches as if it moved first,
            level = "club" if level in SLOW else level  # and strong bots react faster instead of searching longer
        pool, table = self.registry.bot_pool, self.table
        choice = pool.choose(self.visitors(), table.id, table.game, level, view, seat)
        wrapped = asyncio.wrap_future(choice)
        wrapped.add_done_callback(lambda done: self._bot_chose(key, done, view))

    async def _start_bot_when_compiled(self, key: tuple[int, int]) -> None:
        await self.registry.compile_queue.wait_for_bots(self.table.game)
        self._push()  # the bots are ready
        self._start_bot(key)

    def _bot_chose(self, key: tuple[int, int], done: asyncio.Future[int], view: States) -> None:
        if self.registry.closing:
            return
        if done.cancelled():  # nobody was here
            self._pending_bots.pop(key, None)
            self._schedule_bots(True)
            return
        seat, _ = key
        if error := done.exception():  # a random move is better than a game that never goes on
            self.registry.failed(f"table {self.table.id}: the bot in seat {seat} failed", error)
            action = random.choice(self.table.game.legal(view, seat))
        else:
            action = done.result()
        asyncio.get_running_loop().call_later(self._until_answer(key), self._bot_answers, key, action, view)

    def _until_answer(self, key: tuple[int, int]) -> float:
        """Seconds until a bot that has chosen may answer."""
        thought = asyncio.get_running_loop().time() - self._pending_bots[key]
        player = self.table.seats[key[0]]
        pace = 0.0 if self.table.live or player.since is not None else self.table.setup.pace / 1000
        if self.table.game.open:
            return max(0.0, pace - thought)
        slot = SHORTEST_SLOT if self.table.live else SLOTS.get(player.level, SHORTEST_SLOT)
        return -thought % max(pace, slot)

    def _bot_answers(self, key: tuple[int, int], action: int, view: States) -> None:
        self._pending_bots.pop(key, None)
        seat, decision = key
        relies = self.table.game.relies(view, action) if self.table.live else None

        def plan(table: Table) -> TableUpdate:
            if not self._still_due(key):
                return TableUpdate()
            return self._step_update(table, table.plan_move(seat, decision, action, relies))

        def reply(update: TableUpdate | None, error: MatchboxError | None) -> None:
            if error is not None and self._retry is None:  # another player was faster in a race: choose again
                self._schedule_bots(True)

        self.submit(plan, reply)

    # --- time ---

    def _set_timer(self) -> None:
        if not self._timed or self._down_since is not None:
            return
        if self._timer:
            self._timer.cancel()
            self._timer = None
        table = self.table
        due: list[float] = []
        if not table.over:
            at = now()
            due = [table.remaining(n, at) for n, seat in enumerate(table.seats) if seat.since is not None]
            if table.deadline is not None:
                due.append(table.deadline - at)
        if due:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(max(0.0, min(due)) / 1000 + 0.005, self._time_out)

    def _time_out(self) -> None:
        self._timer = None
        self.submit(self._plan_time, self._timed_out)

    def _timed_out(self, update: TableUpdate | None, error: MatchboxError | None) -> None:
        if (update is not None and update.empty) or error is not None:
            self._set_timer()

    def _plan_time(self, table: Table) -> TableUpdate:
        """A bot takes over a seat that is out of time; the time limit ends a race."""
        if table.over or not table.started:
            return TableUpdate()
        at = now()
        for number, seat in enumerate(table.seats):
            if seat.since is not None and table.remaining(number, at) <= 0:
                return TableUpdate([table.event(at, BOT, number, level=STAND_IN, why=LATE)])
        if table.deadline is not None and at >= table.deadline:
            state = table.state.copy() if table.state is not None else None
            assert state is not None
            table.game.time_up(state)
            return TableUpdate([table.event(at, TIME)], ended=table.id if state["over"][0] else "")
        return TableUpdate()

    @property
    def idle(self) -> bool:
        """May this table leave memory? The next visitor loads it from the database again."""
        waiting = self._busy or self._queue or self._pending_bots or self._timer or self._retry or self._preparing
        return not (self.watchers or self._here or waiting)

    def close(self) -> None:
        for timer in (self._timer, self._retry, self._presence_timer):
            if timer:
                timer.cancel()


def _no_reply(update: TableUpdate | None, error: MatchboxError | None) -> None:
    pass
