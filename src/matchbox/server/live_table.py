"""A table in use on this node: commands are queued, stored, applied and pushed to watchers."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from itertools import zip_longest
from typing import TYPE_CHECKING

from matchbox.engine import MatchboxError
from matchbox.engine.layout import layout_of
from matchbox.play.match import Refused
from matchbox.play.step import Step
from matchbox.play.table import BEGIN, BOT, LATE, MISS, RESUME, STAND_IN, TIME, Event, Missed, Table
from matchbox.scene import encode

from . import fairness
from .bot_moves import BotMoves
from .bus import Notice
from .clock import now
from .faults import database_down, delay_after, reloading
from .presence import Presence, Watcher
from .state_messages import StateMessages, table_info
from .store import Conflict, SeatKey, Transaction

if TYPE_CHECKING:
    from .registry import TableRegistry

ASK_SECONDS = 1.0  # in which other nodes say that they serve a table


def seat_of(keys: Mapping[str, SeatKey], token: str) -> int:
    """The seat a token holds, or Refused."""
    key = keys.get(fairness.token_hash(token))
    if key is None or key.invite:
        raise Refused("this token holds no seat at this table", 403)
    return key.seat


class TableUpdate(Transaction):
    """The result of a command: events of this table, and the rows to store with them."""

    steps: Sequence[Step] = ()  # the steps of the first events, which are acts
    missed: Missed | None = None  # the answer to a wrong try, which is stored all the same

    @property
    def empty(self) -> bool:
        return not (self.events or self.keys or self.setups)


Planner = Callable[[Table], TableUpdate]
Reply = Callable[[TableUpdate | None, MatchboxError | None], None]
"""Called with the stored update, and with the reason why there is none, or no move in it."""


class LiveTable:
    def __init__(self, registry: TableRegistry, table: Table, keys: Iterable[SeatKey]) -> None:
        self.registry, self.table = registry, table
        self.keys = {key.hash: key for key in keys if key.table == table.id}
        self.presence = Presence(registry.nodes)
        self.watchers = self.presence.watchers
        self.bots = BotMoves(self)
        self.creator = ""  # the address that created this table, if that was here
        self.last_used = time.monotonic()
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
        self._timer: asyncio.TimerHandle | None = None
        self._preparing = False
        self._down_since = table.last_event if table.timed else None  # when clocks stopped, until a RESUME is stored
        self._retry: asyncio.TimerHandle | None = None  # set after a failure of the database
        self._failures = 0
        self._broken = False
        self._observe_move = registry.metrics.move_seconds.observe
        self._asking = table.timed and not registry.bus.single_node
        if self._asking:  # another node may serve this table: then its clocks have not stopped
            self._busy = True
            asyncio.get_running_loop().call_later(ASK_SECONDS, self._asked)
        self._continue(local=registry.bus.single_node)

    # --- presence ---

    def seat_of(self, token: str) -> int:
        """The seat a token holds, or Refused."""
        return seat_of(self.keys, token)

    def visit(self, address: str) -> None:
        """Somebody asks for this table. Bots that waited for a visitor go on."""
        self.presence.on_visit(address)
        self.bots.schedule(True)

    def on_request(self, seat: int) -> None:
        """Note a request with a seat's token."""
        self.last_used = time.monotonic()
        self.presence.on_request(seat)
        if seat not in self.presence.here:
            self.update_presence()

    def watch(self, watcher: Watcher) -> None:
        """Send the full state now and a message after every change."""
        self.last_used = time.monotonic()
        self.watchers.add(watcher)
        self.update_presence(skip=watcher)
        watcher.send(self.state(watcher.seat, watcher.format))
        self.bots.schedule(True)

    def unwatch(self, watcher: Watcher) -> None:
        self.last_used = time.monotonic()
        if watcher not in self.watchers:
            return
        self.presence.on_disconnect(watcher)
        if all(other.seat != watcher.seat for other in self.watchers):
            self._messages.forget(watcher.seat)
        self.update_presence()

    def update_presence(self, skip: Watcher | None = None) -> None:
        """Find out who is present, and tell other nodes and watchers about a change."""
        presence = self.presence
        here, seats = presence.here, presence.seats
        presence.update()
        if self._presence_timer is None and (expires := presence.changes_in) is not None:
            self._presence_timer = asyncio.get_running_loop().call_later(expires, self._requests_expire)
        if presence.here != here:
            self._notify_nodes()
        if presence.seats != seats:
            self._info = None
            self.push(skip)
            if not self.table.started:
                self._continue(local=True)

    def _requests_expire(self) -> None:
        self._presence_timer = None
        self.update_presence()

    # --- messages ---

    def _table(self) -> bytes:
        """The table part of all messages. It rarely changes unless clocks run."""
        ready = self.bots.ready
        if self._info is None or self._timed or ready != self._said_ready:
            self._said_ready = ready
            self._info = encode(table_info(self.table, self.presence.seats, self._down_since or now(), ready))
        return self._info

    def state(self, seat: int, format: str) -> bytes:
        """The full state with the whole log, as one viewer sees it."""
        self._messages.prepare(0, self._table(), now())
        return self._messages.message(seat, format, full=True)

    def push(self, skip: Watcher | None = None) -> None:
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
        if self._broken:
            reply(None, reloading())
        elif self._busy or self._queue:
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
        received, at = time.perf_counter(), now()

        def acknowledge(update: TableUpdate | None, error: MatchboxError | None) -> None:
            reply(update, error)
            if update is not None and update.steps:
                self._observe_move(time.perf_counter() - received)

        def plan(table: Table) -> TableUpdate:
            if table.is_repeat(seat, decision, action):
                return TableUpdate()
            try:
                return self.step_update(table.plan_act(seat, decision, action, relies, at))
            except Missed as missed:
                return TableUpdate([table.event(now(), MISS, seat)], missed=missed)

        self.submit(plan, acknowledge)

    def step_update(self, steps: list[Step]) -> TableUpdate:
        """The update for these steps, which may be none."""
        if not steps:
            return TableUpdate()
        ended = self.table.id if steps[-1].header[self._over] else ""
        return TableUpdate(self.table.act_events(steps, now()), ended=ended, steps=steps)

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
        try:
            for event, step in zip_longest(update.events, update.steps):
                self.table.apply(event, step)
        except Exception as failure:
            self._break_down(failure, reply)
            return
        for key in update.keys:
            if key.table == self.table.id:
                self.keys[key.hash] = key
        if len(update.steps) < len(update.events) or update.ended:
            self._info = None
        self.registry.moves += len(update.steps)
        if update.ended:
            self.registry.archive_later(self.table.id)
        reply(update, update.missed)
        if update.events:
            self.push()
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
        self._refuse_waiting(database_down(), *replies)

    def _refuse_waiting(self, error: Refused, *replies: Reply) -> None:
        waiting, self._queue = self._queue, deque()
        for reply in (*replies, *(reply for _, reply in waiting)):
            reply(None, error)

    def _break_down(self, error: Exception, *replies: Reply) -> None:
        """This copy of the table has failed, but all its events are stored: the next visitor gets a fresh copy."""
        self.registry.failed(f"table {self.table.id} has failed and is loaded again", error)
        self._broken = True
        self.registry.forget(self)
        self._refuse_waiting(reloading(), *replies)
        for watcher in list(self.watchers):
            watcher.drop(reloading())

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
            notice = Notice(bus.node, self.table.id, self.table.number, sorted(self.presence.here), ask, self._asking)
            bus.publish(notice)

    def on_notice(self, notice: Notice) -> None:
        """Handle a notice from another node that serves this table."""
        seats = set(notice.seats or ())
        if self.presence.on_remote(notice.node, seats):
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
                self.presence.on_moves(event.seat for event in events)
                try:
                    self.table.apply_all(events)
                except Exception as failure:
                    self._break_down(failure)
                    return
                self._info = None
                if not self.registry.bus.single_node:  # another node has let the clocks run
                    self._down_since = None
                self.push()
                self._continue(local=False)
            self._next()
        else:  # queued commands must not wait forever
            self._behind = True
            self._fail_and_retry()
            return
        if self._behind and not self._busy:
            self._catch_up()

    # --- start and forced moves ---

    def _continue(self, local: bool, forced_done: bool = False) -> None:
        """Start the game, play forced moves, schedule bots and set the timer, as needed after a change.

        `local`: this node made the change. `forced_done`: the change includes all forced moves.
        """
        table = self.table
        if table.over:
            self._set_timer()
            return
        if not table.started:
            if self._complete and not self._preparing:
                self._preparing = True
                self.registry.task(self._start())
            return
        if local and self._down_since is not None:
            self.submit(self._plan_resume, _no_reply)
        if not forced_done and local and table.forced():
            self.submit(self._plan_forced, _no_reply)
        self.bots.schedule(local)
        self._set_timer()

    @property
    def _complete(self) -> bool:
        """Can the game start? A race also waits until all its players are here."""
        people = {number for number, seat in enumerate(self.table.seats) if seat.kind == "person"}
        return self.table.full and (not self.table.live or people <= self.presence.seats)

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
        return self.step_update(table.forced())

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
        """A bot takes over a seat that is out of time; the time limit ends a race, or a pause."""
        if table.over or not table.started:
            return TableUpdate()
        at = now()
        for number, seat in enumerate(table.seats):
            if seat.since is not None and table.remaining(number, at) <= 0:
                return TableUpdate([table.event(at, BOT, number, level=STAND_IN, why=LATE)])
        if table.deadline is None or at < table.deadline:
            return TableUpdate()
        if table.live:
            state = table.state.copy() if table.state is not None else None
            assert state is not None
            table.game.time_up(state)
            return TableUpdate([table.event(at, TIME)], ended=table.id if state["over"][0] else "")
        return self.step_update(table.plan_end_of_pause())

    @property
    def waiting(self) -> bool:
        """Does everything wait, because the database is away or this copy of the table has failed?"""
        return self._retry is not None or self._broken

    @property
    def idle(self) -> bool:
        """May this table leave memory? The next visitor loads it from the database again."""
        waiting = self._busy or self._queue or self.bots.pending or self._timer or self._retry or self._preparing
        return not (self.watchers or self.presence.here or waiting)

    def close(self) -> None:
        for timer in (self._timer, self._retry, self._presence_timer):
            if timer:
                timer.cancel()


def _no_reply(update: TableUpdate | None, error: MatchboxError | None) -> None:
    pass
