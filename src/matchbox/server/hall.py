"""All tables of this node: made, found, loaded when somebody comes, closed when nobody is left."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from matchbox.engine import BadOption, Game, MatchboxError, get

from . import fairness
from .bus import Bus, Notice
from .ready import Readiness
from .room import Plan, Room, now
from .store import Key, Saved, Store, Writing
from .tables import ABANDON, AWAY, BACK, BEGIN, BOT, FREE, LATE, LEFT, REMATCH, SIT, Refused, SeatSetup, Setup, Table
from .thinking import Thinkers, checked_level
from .wire import Created, Invite, Join, NewTable, Rematch, Reserved, SeatToken

log = logging.getLogger("matchbox")
T = TypeVar("T")

ABSENT = 120.0  # seconds after which others may put a bot into a seat without a clock
IDLE = 600.0  # seconds until an unused table leaves memory
RESUMED = 30 * 86_400_000  # unfinished tables of so many milliseconds are taken up again at the start


class Hall:
    def __init__(self, store: Store, bus: Bus) -> None:
        self.store, self.bus = store, bus
        self.thinkers, self.ready = Thinkers(), Readiness()
        self.rooms: dict[str, Room] = {}
        self.moves = self.pushed = 0
        self.closing = False
        self.outgoing: list[Callable[[], None]] = []
        """What connections have to write when this turn of the loop is over."""
        self._loading: dict[str, asyncio.Future[Room]] = {}
        self._threads = ThreadPoolExecutor(4, "hall")
        self._tasks: set[asyncio.Task[Any]] = set()

    # --- beginning and end ---

    async def start(self) -> None:
        loop = asyncio.get_running_loop()
        self.store.start(loop.call_soon_threadsafe, loop.call_soon)
        await self.bus.start(self._heard, self._look_again)
        unfinished = await self.in_thread(self.store.unfinished, now() - RESUMED)
        self.ready.start([game for _, game in unfinished])
        self.task(self._resume([table for table, _ in unfinished]))
        self.task(self._sweep())

    async def _resume(self, tables: Sequence[str]) -> None:
        """Take up tables on which bots are to move or clocks run."""
        for table in tables:
            try:
                await self.room(table)
            except MatchboxError as error:  # a game that is no longer installed, say
                log.warning("table %s stays closed: %s", table, error)

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(60)
            for name, room in list(self.rooms.items()):
                if room.idle and time.monotonic() - room.used > IDLE:
                    room.close()
                    del self.rooms[name]

    async def stop(self) -> None:
        self.closing = True
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for room in self.rooms.values():
            room.close()
        self.thinkers.stop()
        await self.ready.stop()
        await self.bus.stop()
        await self.in_thread(self.store.close)
        self._threads.shutdown(wait=False, cancel_futures=True)

    def flush(self) -> None:
        outgoing, self.outgoing = self.outgoing, []
        for write in outgoing:
            write()

    def task(self, work: Coroutine[Any, Any, Any]) -> None:
        """Do this beside everything else."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            self.failed("something that runs beside the tables failed", error)

    def failed(self, what: str, error: BaseException) -> None:
        log.error("%s", what, exc_info=error)

    def in_thread(self, function: Callable[..., T], *args: Any) -> asyncio.Future[T]:
        """Something that blocks."""
        return asyncio.get_running_loop().run_in_executor(self._threads, function, *args)

    async def write(self, **what: Any) -> None:
        """Store something that belongs to no open table; wait until it is stored."""
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        def done(error: Exception | None) -> None:
            if error is None:
                future.set_result(None)
            else:
                future.set_exception(Refused("the store does not answer; try again in a moment", 503))

        self.store.write("", Writing(**what), done)
        await future

    def _heard(self, notice: Notice) -> None:
        if room := self.rooms.get(notice.table):
            room.heard(notice)

    def _look_again(self) -> None:
        for room in self.rooms.values():
            room.look_again()

    # --- finding ---

    async def room(self, table: str) -> Room:
        """The open room of a table; Refused if there is no such table."""
        if room := self.rooms.get(table):
            return room
        if table not in self._loading:
            self._loading[table] = asyncio.ensure_future(self._load(table))
            self._loading[table].add_done_callback(lambda _: self._loading.pop(table, None))
        return await asyncio.shield(self._loading[table])

    async def soon(self, table: str, seconds: float = 3.0) -> Room | None:
        """The open room, if that does not take long or fail."""
        try:
            return await asyncio.wait_for(self.room(table), seconds)
        except (TimeoutError, MatchboxError):
            return None

    async def _load(self, name: str) -> Room:
        saved = await self.in_thread(self.store.load, name)
        if saved is None:
            raise Refused("there is no such table; check the link", 404)
        game = await self.in_thread(get, saved.setup.game)
        if saved.setup.version != game.about.version:
            raise Refused(f"this table was played with other rules of {game.about.name}; it cannot go on", 410)
        if any(event.kind == BEGIN for event in saved.events):
            await self.ready.prepare(game)
        table = await self.in_thread(_rebuilt, saved, game)
        return self._open(table, saved.keys)

    def _open(self, table: Table, keys: Sequence[Key]) -> Room:
        room = self.rooms[table.id] = Room(self, table, keys)
        room.look_again()
        return room

    # --- making ---

    async def reserve(self) -> Reserved:
        """A name and a commitment, before the one who will sit down has said anything that chance depends on."""
        name, secret = fairness.new_name(), fairness.new_secret()
        await self.write(reserve=(name, secret, now()))
        return Reserved(name, fairness.commitment(secret))

    async def create(self, wish: NewTable) -> Created:
        game = await self.in_thread(get, wish.game)
        options = game.read_options(wish.options)
        game.template(len(wish.players), options)
        seats = [
            SeatSetup(
                {"me": "person", "local": "person"}.get(player.kind, player.kind),
                f"Bot {number + 1}" if player.kind == "bot" else "" if player.kind == "open" else player.name,
                checked_level(game, player.level) if player.kind == "bot" else "",
                wish.nonce if player.kind == "me" else "",
            )
            for number, player in enumerate(wish.players)
        ]
        if not any(player.kind in ("me", "local", "open") for player in wish.players):
            raise BadOption("keep at least one seat for a person (kind me, local or open)")
        name, secret = wish.table, None
        if name:
            secret = await self.in_thread(self.store.secret_of, name)
            if secret is None:
                raise Refused("this table is not reserved; ask for a new name with POST /api/reserve")
        setup = Setup(
            name or fairness.new_name(), game.id, game.about.version, options, secret or fairness.new_secret(), now(),
            seats, wish.listed, wish.pace, wish.clock,
        )  # fmt: skip
        tokens = [
            SeatToken(seat, fairness.new_token()) for seat, p in enumerate(wish.players) if p.kind in ("me", "local")
        ]
        invites = [Invite(seat, fairness.new_token()) for seat, p in enumerate(wish.players) if p.kind == "open"]
        keys = [Key(fairness.hashed(it.token), setup.id, it.seat, False) for it in tokens]
        keys += [Key(fairness.hashed(it.invite), setup.id, it.seat, True) for it in invites]
        await self.write(setups=[setup], keys=keys, spent=name)
        self._open(Table(setup, game), keys)
        return Created(setup.id, tokens, invites)

    async def join(self, room: Room, wish: Join) -> SeatToken:
        token = fairness.new_token()
        seat = self._seat_for(room, wish)

        def make(table: Table) -> Plan:
            if table.over:
                raise Refused("this table is closed")
            if table.seats[seat].kind != "open":
                raise Refused("somebody has taken this seat already")
            key = Key(fairness.hashed(token), table.id, seat, False)
            return Plan([table.event(now(), SIT, seat, name=wish.name, nonce=wish.nonce)], keys=[key])

        await room.fulfil(make)
        return SeatToken(seat, token)

    def invited(self, room: Room, invite: str) -> int:
        """The seat an invitation is for."""
        key = room.keys.get(fairness.hashed(invite))
        if key is None or not key.invite:
            raise Refused("this invitation is not for this table; ask for the link again", 403)
        return key.seat

    def _seat_for(self, room: Room, wish: Join) -> int:
        if wish.invite is not None:
            return self.invited(room, wish.invite)
        if not room.table.setup.listed:
            raise Refused("this table is by invitation: open the link you were given", 403)
        free = [seat for seat, it in enumerate(room.table.seats) if it.kind == "open"]
        if wish.seat is None and free:
            return free[0]
        if wish.seat not in free:
            raise Refused("this seat is not free; choose another or leave the choice to the table")
        return wish.seat

    # --- leaving ---

    async def leave(self, room: Room, seat: int, level: str) -> None:
        checked_level(room.table.game, level)

        def make(table: Table) -> Plan:
            if table.over or table.seats[seat].kind == "bot":
                return Plan()
            return Plan([table.event(now(), BOT, seat, level=level, why=LEFT)])

        await room.fulfil(make)

    async def back(self, room: Room, seat: int) -> None:
        """A person takes the own seat back from the bot."""

        def make(table: Table) -> Plan:
            it = table.seats[seat]
            if table.over:
                raise Refused("the game is over")
            if it.left == LATE:
                raise Refused("this seat has run out of time; the bot plays to the end")
            return Plan([table.event(now(), BACK, seat)]) if it.left else Plan()

        await room.fulfil(make)

    async def take_over(self, room: Room, by: int, seat: int, level: str) -> None:
        """Put a bot into a seat that is free, or that somebody has left or not been seen in for a while."""
        if seat >= len(room.table.seats):
            raise Refused(f"there is no seat {seat}", 404)
        checked_level(room.table.game, level)

        def make(table: Table) -> Plan:
            it = table.seats[seat]
            if table.over:
                raise Refused("the game is over")
            if it.kind == "bot" and not it.left:
                raise Refused("this seat belongs to a bot already")
            if it.kind == "person" and (seat == by or room.absent_for(seat) < ABSENT):
                raise Refused("this player is still here; wait until they leave or run out of time")
            return Plan(
                [table.event(now(), BOT, seat, level=level, why=it.left or (AWAY if it.kind == "person" else FREE))]
            )

        await room.fulfil(make)

    async def abandon(self, room: Room, seat: int) -> None:
        """End a table at which nobody else sits."""

        def make(table: Table) -> Plan:
            if table.over:
                return Plan()
            others = [it for number, it in enumerate(table.seats) if it.kind == "person" and number != seat]
            mine = {key.seat for key in room.keys.values() if not key.invite}
            if others and len(mine) > 1:
                raise Refused("others still play at this table: leave your seat instead (POST .../leave)")
            return Plan([table.event(now(), ABANDON, seat)], ended=table.id)

        await room.fulfil(make)

    # --- again ---

    async def rematch(self, room: Room, seat: int, nonce: str) -> Rematch:
        """The next table for the same people, everybody one seat further; the same for all who ask."""
        fairness.checked_nonce(nonce)
        count = len(room.table.seats)
        place = (seat + 1) % count
        token = fairness.new_token()

        def make(table: Table) -> Plan:
            if not table.over:
                raise Refused("the game is still going on")
            if table.rematch:
                return Plan()
            setup = _next_setup(table, seat, place, nonce)
            key = Key(fairness.hashed(token), setup.id, place, False)
            return Plan([table.event(now(), REMATCH, seat, table=setup.id)], keys=[key], setups=[setup])

        plan = await room.fulfil(make)
        if not plan.empty:
            return Rematch(room.table.rematch, [SeatToken(place, token)])
        other = await self.room(room.table.rematch)

        def sit(table: Table) -> Plan:
            key = Key(fairness.hashed(token), table.id, place, False)
            it = table.seats[place]
            if it.kind == "bot":
                raise Refused("a bot has your place at the next table, because you had left this one")
            events = [table.event(now(), SIT, place, name=it.name, nonce=nonce)] if it.kind == "open" else []
            return Plan(events, keys=[key])

        await other.fulfil(sit)
        return Rematch(room.table.rematch, [SeatToken(place, token)])


def _next_setup(table: Table, seat: int, place: int, nonce: str) -> Setup:
    """The setup of a rematch: bots sit again, who asked first sits, the others' seats are kept for them."""
    old, count = table.seats, len(table.seats)
    seats = []
    for number in range(count):
        it = old[(number - 1) % count]
        if number == place:
            seats.append(SeatSetup("person", old[seat].name, "", nonce))
        elif it.kind == "bot":
            seats.append(SeatSetup("bot", it.name, it.level))
        else:
            seats.append(SeatSetup("open", it.name))
    before = table.setup
    return Setup(
        fairness.new_name(), before.game, table.game.about.version, before.options, fairness.new_secret(), now(),
        seats, False, before.pace, before.clock,
    )  # fmt: skip


def _rebuilt(saved: Saved, game: Game) -> Table:
    table = Table(saved.setup, game)
    table.apply_all(saved.events)
    return table
