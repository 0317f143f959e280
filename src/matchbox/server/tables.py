"""One table: who sits there and how the game stands, worked out from its events and nothing else.

Pure: no clock is read and nothing is stored here. The same events give the same table on every
node. `plan` functions check a wish and return the events that would fulfil it.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from matchbox.engine import SPECTATOR, Game, MatchboxError, States
from matchbox.engine.actions import Named
from matchbox.engine.moment import Moment
from matchbox.engine.notation import parse_action
from matchbox.table.scene import Words, encode, revealed, say

from . import fairness
from .peek import peek
from .wire import Clock

SIT, BEGIN, ACT, BOT, BACK, TIME, ABANDON, REMATCH = "sit", "begin", "act", "bot", "back", "time", "abandon", "rematch"
LEFT, LATE, AWAY, FREE = "left", "late", "away", ""  # why a bot has taken a seat over
WHY = {
    LEFT: "has left: a bot plays on",
    LATE: "has run out of time: a bot plays on",
    AWAY: "is away: a bot plays on",
}


class Refused(MatchboxError):
    """A wish that cannot be fulfilled as things stand; nothing has changed. The text says why."""

    def __init__(self, text: str, status: int = 409) -> None:
        super().__init__(text)
        self.status = status


class SeatSetup(Struct, omit_defaults=True):
    kind: str  # person, bot, open
    name: str = ""
    level: str = ""
    nonce: str = ""


class Setup(Struct, omit_defaults=True):
    """What is fixed when a table is made."""

    id: str
    game: str
    version: int
    options: dict[str, int | str]
    secret: str
    created: int  # milliseconds since 1970
    seats: list[SeatSetup]
    listed: bool = False
    pace: int = 0
    clock: Clock | None = None


class Event(Struct, frozen=True, gc=False):
    """One thing that happened. `body` depends on the kind; acts have none, to be cheap."""

    number: int
    at: int  # milliseconds since 1970
    kind: str
    seat: int = -1
    action: int = -1
    body: dict[str, Any] | None = None


class Seat(Struct):
    kind: str
    name: str
    level: str
    nonce: str
    left: str = ""  # why a bot plays for the person whose seat it is
    remaining: float = 0.0  # milliseconds on the clock, at `since`
    since: int | None = None  # when the clock began to run, if it runs


class Step(Struct, frozen=True, gc=False):
    """One action carried out: what the log says and where it led."""

    seat: int
    action: int
    text: str
    secret: bool
    after: States
    numbers: tuple[int, ...]  # what Peek finds at its head
    legal: dict[int, list[int]]  # by seat, as far as it is known


class Line(Struct, frozen=True, gc=False):
    """One line of the log. A secret one is told only to its seat until the game reveals it or is over."""

    step: int
    seat: int
    text: Words
    secret: bool = False
    opened: int = 0  # how long the log was when it ceased to be a secret


@functools.cache
def _members(seats: int) -> tuple[int, ...]:
    """The seats of a set given by bits."""
    return tuple(seat for seat in range(16) if seats >> seat & 1)


Name = tuple[str, Named, bytes]
"""An action's text, its block, and both id and text as JSON."""


@functools.lru_cache(maxsize=200)
def _names(game: str, options: tuple[tuple[str, int | str], ...]) -> dict[int, Name]:
    """Texts and blocks of actions, where they depend on the options alone; filled by all tables that have these."""
    return {}


class Table:
    """The state of one table. Made of a setup; changed only by `apply`."""

    def __init__(self, setup: Setup, game: Game) -> None:
        self.setup, self.game, self.id = setup, game, setup.id
        self.seats = [Seat(s.kind, s.name, s.level, s.nonce) for s in setup.seats]
        self.number = 0  # of the next event
        self.state: States | None = None
        self.numbers: tuple[int, ...] = ()  # what Peek finds at its head
        self.over = False
        self.own: list[list[int]] = [[] for _ in self.seats]
        """Every seat's decisions so far."""
        self.steps: list[Step] = []
        self.log: list[Line] = []
        self._closed: list[int] = []  # which of its lines are secret
        self._opened: list[int] = []  # and which were, in the order in which they ceased to be
        self.times: list[int] = []  # how many actions there were when the time limit of a real-time game passed
        self.abandoned = False
        self.rematch = ""
        self.began = 0
        self.live = bool(game.real_time(setup.options))
        self._peek = peek(game)
        self._legals: dict[int, list[int]] = {}  # of the present state, by seat, as far as they were asked for
        self._named: dict[tuple[Any, ...], dict[int, Name]] = {}
        self._fixed: dict[int, Name] | None = None
        self._out = np.empty(game.actions.count, np.int32)
        if setup.clock:
            for seat in self.seats:
                seat.remaining = 1000.0 * setup.clock.seconds

    # --- what is known ---

    @property
    def full(self) -> bool:
        return all(seat.kind != "open" for seat in self.seats)

    @property
    def started(self) -> bool:
        return self.state is not None

    @property
    def names(self) -> list[str]:
        return [seat.name for seat in self.seats]

    @property
    def nonces(self) -> list[str]:
        return [seat.nonce for seat in self.seats]

    @property
    def seed(self) -> int:
        return fairness.playing_seed(self.setup.secret, self.id, self.nonces)

    def acting(self) -> tuple[int, ...]:
        """Seats that are to choose now."""
        if self.state is None or self.abandoned:
            return ()
        return self._acting(self.numbers)

    def chosen(self) -> tuple[int, ...]:
        """Seats that were asked together with those acting now, and have chosen."""
        acting = self.acting()
        if not acting:
            return ()
        return tuple(seat for seat in self._together if seat not in acting)

    def legal(self, seat: int) -> list[int]:
        found = self._legals.get(seat)
        if found is None:
            if self.state is None or self.abandoned or seat not in self._acting(self.numbers):
                return []
            found = self._legals[seat] = self._legal(self.state, seat)
        return found

    def text_of(self, action: int) -> str:
        assert self.state is not None
        return self._name(self.state, action)[0]

    def actions_json(self, legal: Sequence[int]) -> bytes:
        """Actions by id with their texts, put together from pieces that are kept."""
        assert self.state is not None
        names = self._fixed or {}
        state = self.state
        return b"{%b}" % b",".join([(names.get(a) or self._name(state, a))[2] for a in legal])

    def remaining(self, seat: int, now: int) -> float:
        """Milliseconds left on a seat's clock."""
        it = self.seats[seat]
        return it.remaining - (now - it.since if it.since is not None else 0)

    @property
    def deadline(self) -> int | None:
        """When a game in real time has lasted too long."""
        if not (self.live and self.started and self.game.time_limit):
            return None
        return self.began + 1000 * self.game.time_limit

    # --- events ---

    def apply(self, event: Event, step: Step | None = None) -> None:
        """Take in the next event; `step` is what an act leads to, if that is known already."""
        assert event.number == self.number, (self.id, event.number, self.number)
        self.number += 1
        if event.kind == ACT:
            assert self.state is not None
            self._take(step or self._do(self.state, event.seat, event.action))
        else:
            self._change(event)
        if self.over:
            self._open(self._closed)
        if self.setup.clock:
            self._run_clocks(event)

    def _change(self, event: Event) -> None:
        """Take in anything but an action."""
        seat, body = event.seat, event.body or {}
        if event.kind == SIT:
            it = self.seats[seat]
            it.kind, it.name, it.nonce = "person", body["name"], body["nonce"]
        elif event.kind == BEGIN:
            self._begin(event.at)
        elif event.kind == BOT:
            it = self.seats[seat]
            it.kind, it.level, it.left = "bot", body["level"], body["why"]
            it.name = it.name or f"Bot {seat + 1}"
            if it.left:
                self._tell(seat, WHY[it.left])
        elif event.kind == BACK:
            it = self.seats[seat]
            it.kind, it.level, it.left = "person", "", ""
            self._tell(seat, "is back")
        elif event.kind == TIME:
            assert self.state is not None
            state = self._peek.copy(self.state)
            self.game.time_up(state)
            self.began = event.at
            self._stand(state, self._peek.numbers(state), {})
            self._ask()
            self.times.append(len(self.steps))
            self._tell(-1, "time is up")
        elif event.kind == ABANDON:
            self.abandoned = self.over = True
            self._legals = {}
            self._tell(seat, "has ended the game")
        elif event.kind == REMATCH:
            self.rematch = body["table"]

    def apply_all(self, events: Iterable[Event]) -> None:
        for event in events:
            self.apply(event)

    def _begin(self, at: int) -> None:
        template = self.game.template(len(self.seats), self.setup.options)
        self.first = self.game.start(template, self.seed)
        self.began = at
        self._stand(self.first, self._peek.numbers(self.first), {})
        self._ask()
        if self.game.context_of(self.first).keys() == self.game.options.keys():
            self._fixed = _names(self.game.id, tuple(self.setup.options.items()))

    def _stand(self, state: States, numbers: tuple[int, ...], legal: dict[int, list[int]]) -> None:
        self.state, self.numbers, self._legals = state, numbers, legal
        self.over = self.abandoned or numbers[self._peek.over] != 0

    def _ask(self) -> None:
        """Somebody is asked anew; choices from now on are made at the same time."""
        assert self.state is not None
        self._asked, self._together = self.state, self._acting(self.numbers)
        self._since: list[tuple[int, int]] = []

    def _take(self, step: Step) -> None:
        before, state = self.numbers[self._peek.asked], self.state
        self._stand(step.after, step.numbers, step.legal)
        self.own[step.seat].append(step.action)
        self.steps.append(step)
        if step.secret:
            self._closed.append(len(self.log))
        self.log.append(Line(len(self.steps), step.seat, step.text, step.secret))
        if step.numbers[self._peek.asked] != before:
            self._ask()
            if self._closed and state is not None:
                self._open(self._revealed(state, step.after))
        else:
            self._since.append((step.seat, step.action))

    def _revealed(self, before: States, after: States) -> list[int]:
        """Which secret lines everybody can now read off the table: of equal choices of a seat the last one."""
        found: list[int] = []
        seen = (self.game.view(state, SPECTATOR)[0] for state in (before, after))
        for choice in revealed(self.game, *seen):
            steps = ((number, self.steps[self.log[number].step - 1]) for number in self._closed if number not in found)
            alike = [number for number, step in steps if (step.seat, step.action) == choice]
            found += alike[-1:]
        return found

    def _open(self, numbers: Sequence[int]) -> None:
        for number in numbers:
            self.log[number] = replace(self.log[number], secret=False, opened=len(self.log))
        self._opened += numbers
        self._closed = [number for number in self._closed if number not in numbers]

    def lines(self, first: int) -> list[tuple[int, Line]]:
        """The log from a number on, after earlier lines that were revealed since it was so long."""
        again: list[tuple[int, Line]] = []
        for number in reversed(self._opened):
            if self.log[number].opened <= first:
                break
            if number < first:
                again.append((number, self.log[number]))
        return again[::-1] + list(enumerate(self.log[first:], first))

    def _tell(self, seat: int, text: str) -> None:
        self.log.append(Line(len(self.steps), seat, say(text)))

    def _run_clocks(self, event: Event) -> None:
        assert self.setup.clock is not None
        acting = set() if self.over else set(self.acting())
        for number, seat in enumerate(self.seats):
            if seat.since is not None:
                seat.remaining -= event.at - seat.since
                if event.kind == ACT and event.seat == number:
                    seat.remaining += 1000.0 * self.setup.clock.increment
            seat.since = event.at if number in acting and seat.kind == "person" else None

    # --- carrying out ---

    def _legal(self, state: States, seat: int) -> list[int]:
        count = self.game.compiled("legal_at")(state, 0, seat, self._out)
        found: list[int] = self._out[:count].tolist()
        return found

    def _name(self, state: States, action: int) -> Name:
        """What an action is called; kept, because finding it is slow."""
        if self._fixed is not None and action in self._fixed:
            return self._fixed[action]
        context = self.game.context_of(state)
        known = self._named.setdefault(tuple(context.values()), {})
        if action not in known:
            block = self.game.actions.named(action, context)
            text = block.text(action)
            known[action] = text, block, encode({str(action): text})[1:-1]
            if self._fixed is not None:
                self._fixed[action] = known[action]
        return known[action]

    def _do(self, state: States, seat: int, action: int) -> Step:
        """Carry out a legal action on a copy."""
        text, block, _ = self._name(state, action)
        secret = block.secret is not False and block.is_secret(self._peek.numbers(state)[self._peek.phase])
        after = self._peek.copy(state)
        self.game.compiled("apply_at")(after, 0, seat, action)
        return Step(seat, action, text, secret, after, self._peek.numbers(after), {})

    def _acting(self, numbers: tuple[int, ...]) -> tuple[int, ...]:
        return _members(numbers[self._peek.acting])

    def _follow(self, step: Step) -> list[Step]:
        """A step and what follows by itself: choices with one legal action are made without asking."""
        steps = [step]
        while not self.game.about.asks_forced:
            last = steps[-1]
            forced = self._forced(last.after, last.numbers, last.legal)
            if forced is None:
                break
            steps.append(forced)
        return steps

    def _forced(self, state: States, numbers: tuple[int, ...], legals: dict[int, list[int]]) -> Step | None:
        for seat in self._acting(numbers):
            if seat not in legals:
                legals[seat] = self._legal(state, seat)
            if len(legals[seat]) == 1:
                return self._do(state, seat, legals[seat][0])
        return None

    def forced(self) -> list[Step]:
        """What follows by itself from the present state."""
        if self.state is None or self.over or self.game.about.asks_forced:
            return []
        step = self._forced(self.state, self.numbers, self._legals)
        return self._follow(step) if step else []

    def question(self, seat: int) -> States:
        """What a seat is asked, as if the others had not chosen yet."""
        moment = Moment(self.game, self._asked)
        for actor, action in self._since:
            moment.note(actor, action, self._asked)
        return moment.question(seat)

    # --- wishes ---

    def has_done(self, seat: int, decision: int, action: int | str) -> bool:
        """Was exactly this chosen at that decision? Then it is a repetition, and harmless."""
        if not 0 <= decision < len(self.own[seat]):
            return False
        done = self.own[seat][decision]
        if isinstance(action, int):
            return done == action
        mine = [step for step in self.steps if step.seat == seat]
        return mine[decision].text == action

    def plan_act(self, seat: int, decision: int, action: int | str, relies: int | None) -> list[Step]:
        """The steps that a choice leads to, or Refused."""
        if self.seats[seat].kind == "bot":
            raise Refused("a bot plays for this seat now; take the seat back first (POST .../back)")
        return self.plan_bot(seat, decision, action, relies)

    def plan_bot(self, seat: int, decision: int, action: int | str, relies: int | None) -> list[Step]:
        """The same for whoever plays in this seat."""
        if self.state is None:
            raise Refused("the game has not begun yet: wait until every seat is taken")
        if self.over:
            raise Refused("the game is over")
        made = len(self.own[seat])
        if decision < made:
            raise Refused(f"decision {decision} has been made already; your next one is number {made}")
        if decision > made:
            raise Refused(f"decision {decision} is too far ahead; your next one is number {made}")
        legal = self.legal(seat)
        if not legal:
            raise Refused("you are not to act now: wait for your turn")
        if isinstance(action, str):
            try:
                action = parse_action(self.game, self.game.view(self.state, seat), seat, action)
            except MatchboxError as error:
                raise Refused(str(error)) from None
        if self.live and relies is not None and self._changed(action, relies):
            raise Refused("too late: what you meant to play on has changed")
        if action not in legal:
            try:
                text = self.text_of(action)
            except ValueError:
                text = str(action)
            raise Refused(f"{text!r} is not legal now; choose one of the actions in your state message")
        return self._follow(self._do(self.state, seat, action))

    def _changed(self, action: int, relies: int) -> bool:
        """Is what an action was meant for no longer there?"""
        assert self.state is not None
        return 0 <= action < self.game.actions.count and relies != self.game.relies(self.state, action)

    def act_events(self, steps: Sequence[Step], at: int) -> list[Event]:
        return [Event(self.number + i, at, ACT, step.seat, step.action) for i, step in enumerate(steps)]

    def event(self, at: int, kind: str, seat: int = -1, **body: Any) -> Event:
        return Event(self.number, at, kind, seat, -1, body or None)
