"""A table in use on this node: wishes wait in line, are stored, applied and pushed to whoever looks."""

from __future__ import annotations

import asyncio
import random
import time
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import zip_longest
from typing import TYPE_CHECKING, Protocol

from matchbox.engine import SPECTATOR, MatchboxError, States
from matchbox.table.scene import encode

from . import fairness
from .bus import Notice
from .messages import Pictures, table_info
from .peek import peek
from .store import Conflict, Key, Writing
from .tables import BEGIN, BOT, LATE, TIME, Event, Refused, Step, Table
from .thinking import COUNTDOWN, REACTION, SLOW

if TYPE_CHECKING:
    from .hall import Hall

GRACE = 8.0  # seconds another node leaves to the one that should ask a bot


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Watcher(Protocol):
    """Somebody who is told of every change."""

    seat: int
    form: str

    def send(self, message: bytes) -> None: ...


class Plan(Writing):
    """What a wish comes to: events of this table, and whatever is to be stored with them."""

    steps: Sequence[Step] = ()  # what the first events, all of them acts, lead to

    @property
    def empty(self) -> bool:
        return not (self.events or self.keys or self.setups)


Make = Callable[[Table], Plan]
Answer = Callable[[Plan | None, MatchboxError | None], None]
"""The plan that was carried out, or why it was not."""


class Room:
    def __init__(self, hall: Hall, table: Table, keys: Iterable[Key]) -> None:
        self.hall, self.table = hall, table
        self.keys = {key.hash: key for key in keys if key.table == table.id}
        self.watchers: set[Watcher] = set()
        self.used = time.monotonic()
        self._elsewhere: dict[str, set[int]] = {}  # node -> seats connected there
        self._gone: dict[int, float] = {}  # seat -> when it was last connected
        self._line: deque[tuple[Make, Answer]] = deque()
        self._busy = False
        self._behind = False
        self._told = len(table.log)
        self._over = peek(table.game).over
        self._timed = table.live or table.setup.clock is not None
        self._pictures = Pictures(table)
        self._info: bytes | None = None
        self._thinking: set[tuple[int, int]] = set()
        self._timer: asyncio.TimerHandle | None = None
        self._preparing = False
        self._after(mine=hall.bus.alone)

    # --- who is there ---

    def here(self) -> set[int]:
        found = {watcher.seat for watcher in self.watchers}
        for seats in self._elsewhere.values():
            found |= seats
        return found - {SPECTATOR}

    def seat_of(self, token: str) -> int:
        """The seat a token holds; Refused if it holds none here."""
        key = self.keys.get(fairness.hashed(token))
        if key is None or key.invite:
            raise Refused("this token holds no seat at this table", 403)
        return key.seat

    def absent_for(self, seat: int) -> float:
        """Seconds since a seat was last seen."""
        if seat in self.here():
            return 0.0
        return time.monotonic() - self._gone.setdefault(seat, time.monotonic())

    def watch(self, watcher: Watcher) -> None:
        """From now on this one is told of everything; first, how things stand."""
        self.used = time.monotonic()
        fresh = watcher.seat not in self.here()
        self.watchers.add(watcher)
        if fresh and watcher.seat != SPECTATOR:
            self._presence(but=watcher)
        watcher.send(self.state(watcher.seat, watcher.form))

    def unwatch(self, watcher: Watcher) -> None:
        self.used = time.monotonic()
        if watcher not in self.watchers:
            return
        self.watchers.discard(watcher)
        if all(other.seat != watcher.seat for other in self.watchers):
            self._pictures.forget(watcher.seat)
        if watcher.seat != SPECTATOR and watcher.seat not in self.here():
            self._gone[watcher.seat] = time.monotonic()
            self._presence()

    def _presence(self, but: Watcher | None = None) -> None:
        self._tell_nodes()
        self._info = None
        self._push(but)

    # --- messages ---

    def _table(self) -> bytes:
        """The table's own part of all messages; it seldom changes unless clocks run."""
        if self._info is None or self.table.setup.clock:
            self._info = encode(table_info(self.table, self.here(), now()))
        return self._info

    def state(self, seat: int, form: str) -> bytes:
        """The whole state with the whole log, as one viewer sees it."""
        self._pictures.turn(0, self._table(), now())
        return self._pictures.message(seat, form, fresh=True)

    def _push(self, but: Watcher | None = None) -> None:
        log_from, self._told = self._told, len(self.table.log)
        self._pictures.turn(log_from, self._table(), now())
        made: dict[tuple[int, str], bytes] = {}
        for watcher in list(self.watchers):
            if watcher is but:
                continue
            who = watcher.seat, watcher.form
            if who not in made:
                try:
                    made[who] = self._pictures.message(*who)
                except Exception as error:  # a scene that cannot be drawn must not stop the game
                    self.hall.failed(f"table {self.table.id} cannot be shown to seat {watcher.seat}", error)
                    continue
            watcher.send(made[who])
        self.hall.pushed += len(self.watchers)

    # --- wishes ---

    def wish(self, make: Make, answer: Answer) -> None:
        """Carry out a wish when it is its turn; `make` may be asked again if another node was quicker."""
        if self._busy or self._line:
            self._line.append((make, answer))
        else:
            self._try(make, answer)

    async def fulfil(self, make: Make) -> Plan:
        """The same, to wait for."""
        future: asyncio.Future[Plan] = asyncio.get_running_loop().create_future()

        def answer(plan: Plan | None, error: MatchboxError | None) -> None:
            if future.done():
                return
            if error is not None:
                future.set_exception(error)
            elif plan is not None:
                future.set_result(plan)

        self.wish(make, answer)
        return await future

    def act(self, seat: int, decision: int, action: int | str, relies: int | None, answer: Answer) -> None:
        """A choice of a person."""
        self.wish(partial(self._plan_act, seat, decision, action, relies), answer)

    def _plan_act(self, seat: int, decision: int, action: int | str, relies: int | None, table: Table) -> Plan:
        if table.has_done(seat, decision, action):
            return Plan()
        return self._acts(table, table.plan_act(seat, decision, action, relies))

    def _acts(self, table: Table, steps: list[Step]) -> Plan:
        ended = table.id if steps[-1].numbers[self._over] else ""
        return Plan(table.act_events(steps, now()), ended=ended, steps=steps)

    def _next(self) -> None:
        while self._line and not self._busy:
            self._try(*self._line.popleft())

    def _try(self, make: Make, answer: Answer) -> None:
        try:
            plan = make(self.table)
        except MatchboxError as error:
            answer(None, error)
            return
        if plan.empty:
            answer(plan, None)
            return
        self._busy = True
        self.hall.store.write(self.table.id, plan, partial(self._stored, make, answer, plan))

    def _stored(self, make: Make, answer: Answer, plan: Plan, error: Exception | None) -> None:
        self._busy = False
        if isinstance(error, Conflict):
            self._line.appendleft((make, answer))
            self._catch_up()
            return
        if error is not None:
            answer(None, Refused("the store does not answer; try again in a moment", 503))
            self._next()
            return
        for event, step in zip_longest(plan.events, plan.steps):
            self.table.apply(event, step)
        for key in plan.keys:
            if key.table == self.table.id:
                self.keys[key.hash] = key
        if len(plan.steps) < len(plan.events) or plan.ended:
            self._info = None
        self.hall.moves += len(plan.steps)
        answer(plan, None)
        if plan.events:
            self._push()
            if not self.hall.bus.alone:
                self._tell_nodes()
            self._after(mine=True, played=bool(plan.steps))
        self._next()
        if self._behind and not self._busy:
            self._catch_up()

    # --- other nodes ---

    def _tell_nodes(self, ask: bool = False) -> None:
        bus = self.hall.bus
        if not bus.alone:
            mine = sorted({watcher.seat for watcher in self.watchers} - {SPECTATOR})
            bus.tell(Notice(bus.node, self.table.id, self.table.number, mine, ask))

    def heard(self, notice: Notice) -> None:
        """Another node serves this table too."""
        before = self.here()
        self._elsewhere[notice.node] = set(notice.here or ())
        if self.here() != before:
            self._info = None
            self._push()
        if notice.ask:
            self._tell_nodes()
        if notice.number > self.table.number:
            self._behind = True
            if not self._busy:
                self._catch_up()

    def look_again(self) -> None:
        """Something may have been missed: ask other nodes how far they are and who is connected there."""
        self._tell_nodes(ask=True)
        self._behind = not self.hall.bus.alone
        if self._behind and not self._busy:
            self._catch_up()

    def _catch_up(self) -> None:
        """Read what others have written; nothing of our own is under way meanwhile."""
        self._busy, self._behind = True, False
        table, number = self.table.id, self.table.number
        reading = self.hall.in_thread(self.hall.store.events_since, table, number)
        reading.add_done_callback(self._caught_up)

    def _caught_up(self, reading: asyncio.Future[tuple[list[Event], list[Key]]]) -> None:
        self._busy = False
        if reading.cancelled():
            return
        if reading.exception() is None:
            events, keys = reading.result()
            self.keys = {key.hash: key for key in keys}
            if events:
                self.table.apply_all(events)
                self._info = None
                self._push()
                self._after(mine=False)
            self._next()
        else:  # the store does not answer: what waits here must not wait for ever
            waiting, self._line = list(self._line), deque()
            for _, answer in waiting:
                answer(None, Refused("the store does not answer; try again in a moment", 503))
        if self._behind and not self._busy:
            self._catch_up()

    # --- what happens by itself ---

    def _after(self, mine: bool, played: bool = False) -> None:
        """Begin, play what is forced, ask bots, set the timer.

        `mine`: this node made the change. `played`: by an action, with all that it forced.
        """
        table = self.table
        if table.over:
            self._set_timer()
            return
        if not table.started:
            if table.full and not self._preparing:
                self._preparing = True
                self.hall.task(self._begin())
            return
        if not played and mine and table.forced():
            self.wish(self._plan_forced, _ignore)
        self._ask_bots(mine)
        self._set_timer()

    async def _begin(self) -> None:
        try:
            await self.hall.ready.prepare(self.table.game)
            await self.fulfil(self._plan_begin)
        except MatchboxError:
            pass  # the store is away; the next visitor tries again
        finally:
            self._preparing = False

    def _plan_begin(self, table: Table) -> Plan:
        if table.started or table.over:
            return Plan()
        return Plan([table.event(now(), BEGIN)], started=table.id)

    def _plan_forced(self, table: Table) -> Plan:
        steps = table.forced()
        return self._acts(table, steps) if steps else Plan()

    def _ask_bots(self, mine: bool) -> None:
        for seat in self.table.acting():
            it = self.table.seats[seat]
            key = seat, len(self.table.own[seat])
            if it.kind != "bot" or key in self._thinking:
                continue
            self._thinking.add(key)
            delay = self.table.setup.pace / 1000
            if self.table.live:
                start = (self.table.began - now()) / 1000 + COUNTDOWN
                delay = max(start, 0.0) + REACTION.get(it.level, 1.5) * random.uniform(0.7, 1.3)
            if not mine:
                delay += GRACE
            if delay:
                asyncio.get_running_loop().call_later(delay, self._think, key)
            else:
                self._think(key)

    def _still(self, key: tuple[int, int]) -> bool:
        """Is this decision of a bot still to be made?"""
        seat, decision = key
        table = self.table
        return table.seats[seat].kind == "bot" and len(table.own[seat]) == decision and seat in table.acting()

    def _think(self, key: tuple[int, int]) -> None:
        if not self._still(key):
            self._thinking.discard(key)
            return
        if not self.hall.ready.can_think(self.table.game):
            self.hall.task(self._think_later(key))
            return
        seat, _ = key
        view = self.table.question(seat)
        level = self.table.seats[seat].level
        if self.table.live:
            view["acting"] = 1 << seat  # in a race a bot thinks as if it came first,
            level = "club" if level in SLOW else level  # and not for long: it is quicker, not deeper
        choosing = self.hall.thinkers.choose(self.table.game, level, view, seat)
        wrapped = asyncio.wrap_future(choosing)
        wrapped.add_done_callback(lambda done: self._thought(key, done, view))

    async def _think_later(self, key: tuple[int, int]) -> None:
        await self.hall.ready.whole(self.table.game)
        self._think(key)

    def _thought(self, key: tuple[int, int], done: asyncio.Future[int], view: States) -> None:
        self._thinking.discard(key)
        if done.cancelled() or self.hall.closing:
            return
        seat, decision = key
        if error := done.exception():  # anything is better than a game that stands still
            self.hall.failed(f"a bot at table {self.table.id} failed", error)
            action = random.choice(self.table.game.legal(view, seat))
        else:
            action = done.result()
        relies = self.table.game.relies(view, action) if self.table.live else None

        def make(table: Table) -> Plan:
            return self._acts(table, table.plan_bot(seat, decision, action, relies)) if self._still(key) else Plan()

        def answer(plan: Plan | None, error: MatchboxError | None) -> None:
            if error is not None:  # in a race somebody was quicker: look again
                self._ask_bots(True)

        self.wish(make, answer)

    # --- time ---

    def _set_timer(self) -> None:
        if not self._timed:
            return
        if self._timer:
            self._timer.cancel()
            self._timer = None
        table = self.table
        due: list[float] = []
        if not table.over:
            at = now()
            due = [table.remaining(seat, at) for seat, it in enumerate(table.seats) if it.since is not None]
            if table.deadline is not None:
                due.append(table.deadline - at)
        if due:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(max(0.0, min(due)) / 1000 + 0.005, self._time_out)

    def _time_out(self) -> None:
        self._timer = None
        self.wish(self._plan_time, self._timed_out)

    def _timed_out(self, plan: Plan | None, error: MatchboxError | None) -> None:
        if (plan is not None and plan.empty) or error is not None:
            self._set_timer()

    def _plan_time(self, table: Table) -> Plan:
        """Whoever has no time left is played for by a bot; a race that lasts too long is ended."""
        if table.over or not table.started:
            return Plan()
        at = now()
        for seat, it in enumerate(table.seats):
            if it.since is not None and table.remaining(seat, at) <= 0:
                return Plan([table.event(at, BOT, seat, level="casual", why=LATE)])
        if table.deadline is not None and at >= table.deadline:
            state = table.state.copy() if table.state is not None else None
            assert state is not None
            table.game.time_up(state)
            return Plan([table.event(at, TIME)], ended=table.id if state["over"][0] else "")
        return Plan()

    @property
    def idle(self) -> bool:
        """May this room be closed? It is opened again from the store when somebody comes."""
        return not (self.watchers or self._busy or self._line or self._thinking or self._timer or self._preparing)

    def close(self) -> None:
        if self._timer:
            self._timer.cancel()


def _ignore(plan: Plan | None, error: MatchboxError | None) -> None:
    pass
