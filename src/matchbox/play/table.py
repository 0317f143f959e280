"""One table: its seats, its game and its log, derived from the table's events alone.

Nothing here reads a clock or stores anything, so the same events give the same table on every
node. The `plan_` methods check a command and return the steps it leads to.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Sequence
from typing import Annotated, Any

import numpy as np
from msgspec import Meta, Struct
from msgspec.structs import replace

from matchbox.engine import SPECTATOR, BadState, Game, MatchboxError, States
from matchbox.engine.actions import Named
from matchbox.engine.layout import layout_of
from matchbox.engine.notation import mixed_seed, parse_action
from matchbox.play.decision import DecisionPoint
from matchbox.scene import Words, encode, revealed, say

SIT, BEGIN, ACT, BOT, BACK, TIME, ABANDON, REMATCH = "sit", "begin", "act", "bot", "back", "time", "abandon", "rematch"
RESUME = "resume"  # play goes on after a break: time since `body["since"]` counts for nobody
LEFT, LATE, AWAY, FREE = "left", "late", "away", ""  # why a bot took over a seat
BOT_REASONS = {
    LEFT: "has left: a bot plays on",
    LATE: "has run out of time: a bot plays on",
    AWAY: "is away: a bot plays on",
}
STAND_IN = "casual"  # the level of a bot that plays for a person who did not choose its level


class Refused(MatchboxError):
    """A command that the table rejects. Nothing has changed; the text says why."""

    def __init__(self, text: str, status: int = 409) -> None:
        super().__init__(text)
        self.status = status


class Clock(Struct, frozen=True):
    """A person's seconds for the whole game, and the seconds each decision adds. They also limit a stand-in."""

    seconds: Annotated[int, Meta(ge=5, le=86_400)]
    increment: Annotated[int, Meta(ge=0, le=3_600)] = 0


class SeatSetup(Struct, omit_defaults=True):
    kind: str  # person, bot, open
    name: str = ""
    level: str = ""
    nonce: str = ""


class TableSetup(Struct, omit_defaults=True):
    """The properties a table keeps from its creation on."""

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
    hints: bool = True


class Event(Struct, frozen=True, gc=False):
    """Something that happened. `body` depends on the kind; acts have none, which keeps them cheap."""

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
    left: str = ""  # why a bot plays for the seat's owner
    remaining: float = 0.0  # milliseconds on the clock at `since`
    since: int | None = None  # when the clock started, if it is running

    @property
    def claimed(self) -> bool:
        """Does a person have this seat? They sit here, or they may come back and take it from the bot."""
        return self.kind == "person" or self.left in (LEFT, AWAY)


class Step(Struct, frozen=True, gc=False):
    """An action with its text for the log and the state it led to."""

    seat: int
    action: int
    text: str
    secret: bool
    after: States
    header: tuple[int, ...]  # the fields of `after` that RecordLayout reads in a single call
    legal: dict[int, list[int]]  # legal actions of `after` by seat, as far as they are known


class LogEntry(Struct, frozen=True, gc=False):
    """A line of the log. Only its own seat sees a secret line until the game reveals it or ends."""

    step: int
    seat: int
    text: Words
    secret: bool = False
    revealed_at: int = 0  # length of the log when the line was revealed


@functools.cache
def _seats_in(seats: int) -> tuple[int, ...]:
    """The seats in a bit set."""
    return tuple(seat for seat in range(16) if seats >> seat & 1)


ActionName = tuple[str, Named, bytes]
"""An action's text, its block, and its id and text as JSON."""


@functools.lru_cache(maxsize=200)
def _shared_names(game: str, options: tuple[tuple[str, int | str], ...]) -> dict[int, ActionName]:
    """Action names that depend on the options alone. All tables with these options share and fill the dictionary."""
    return {}


class Table:
    """The state of one table. Only `apply` changes it."""

    def __init__(self, setup: TableSetup, game: Game) -> None:
        self.setup, self.game, self.id = setup, game, setup.id
        self.seats = [Seat(s.kind, s.name, s.level, s.nonce) for s in setup.seats]
        self.number = 0  # of the next event
        self.state: States | None = None
        self.header: tuple[int, ...] = ()  # the fields of `state` that RecordLayout reads in a single call
        self.over = False
        self.decisions: list[list[int]] = [[] for _ in self.seats]
        """The actions each seat has chosen so far."""
        self.steps: list[Step] = []
        self.log: list[LogEntry] = []
        self._secret: list[int] = []  # indices of secret log entries
        self._revealed: list[int] = []  # indices of entries that were secret, in the order of their reveal
        self.times: list[int] = []  # number of actions at each time limit of a real-time game
        self.abandoned = False
        self.rematch = ""
        self.began = 0
        self.last_event = 0  # when it happened
        self.live = bool(game.real_time(setup.options))
        self._layout = layout_of(game)
        self._legal_cache: dict[int, list[int]] = {}  # of the current state, by seat
        self._known_names: dict[tuple[Any, ...], dict[int, ActionName]] = {}
        self._shared: dict[int, ActionName] | None = None
        self._out = np.empty(game.actions.count, np.int32)
        if setup.clock:
            for seat in self.seats:
                seat.remaining = 1000.0 * setup.clock.seconds

    # --- queries ---

    @property
    def full(self) -> bool:
        return all(seat.kind != "open" for seat in self.seats)

    def may_fill(self, seat: int) -> bool:
        """May this seat put bots into free seats? The creator's may. A creator without a seat leaves it to all."""
        kinds = [setup.kind for setup in self.setup.seats]
        return kinds[seat] == "person" or "person" not in kinds

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
        return mixed_seed(self.setup.secret, self.id, self.nonces)

    def acting(self) -> tuple[int, ...]:
        """Seats whose turn it is."""
        if self.state is None or self.abandoned:
            return ()
        return self._acting(self.header)

    def chosen(self) -> tuple[int, ...]:
        """Seats that share this decision point with the acting seats and have chosen already."""
        acting = self.acting()
        if not acting:
            return ()
        return tuple(seat for seat in self._deciding if seat not in acting)

    def legal(self, seat: int) -> list[int]:
        found = self._legal_cache.get(seat)
        if found is None:
            if self.state is None or self.abandoned or seat not in self._acting(self.header):
                return []
            found = self._legal_cache[seat] = self._legal(self.state, seat)
        return found

    def text_of(self, action: int) -> str:
        assert self.state is not None
        return self._action_name(self.state, action)[0]

    def actions_json(self, legal: Sequence[int]) -> bytes:
        """Actions by id with their texts, joined from cached fragments."""
        assert self.state is not None
        names = self._shared or {}
        state = self.state
        return b"{%b}" % b",".join([(names.get(a) or self._action_name(state, a))[2] for a in legal])

    def remaining(self, seat: int, now: int) -> float:
        """Milliseconds left on a seat's clock."""
        clock = self.seats[seat]
        return clock.remaining - (max(0, now - clock.since) if clock.since is not None else 0)

    @property
    def timed(self) -> bool:
        """Does a clock or the time limit run now?"""
        return not self.over and (self.deadline is not None or any(seat.since is not None for seat in self.seats))

    @property
    def deadline(self) -> int | None:
        """When the time limit of a real-time game ends it."""
        if not (self.live and self.started and self.game.time_limit):
            return None
        return self.began + 1000 * self.game.time_limit

    # --- events ---

    def apply(self, event: Event, step: Step | None = None) -> None:
        """Apply the next event. Pass the `step` of an act if it has been computed already."""
        assert event.number == self.number, (self.id, event.number, self.number)
        self.number += 1
        if event.kind == ACT:
            self._apply_step(step or self._stored_step(event))
        else:
            self._apply_other(event)
        if self.over:
            self._reveal(self._secret)
        if self.setup.clock:
            self._run_clocks(event)
        self.last_event = event.at

    def _apply_other(self, event: Event) -> None:
        """Apply any event but an act."""
        number, body = event.seat, event.body or {}
        seat = self.seats[number]  # events without a seat ignore it
        if event.kind == SIT:
            seat.kind, seat.name, seat.nonce = "person", body["name"], body["nonce"]
        elif event.kind == BEGIN:
            self._begin(event.at)
        elif event.kind == BOT:
            before, seat.kind, seat.level, seat.left = seat.left, "bot", body["level"], body["why"]
            seat.name = seat.name or f"Bot {number + 1}"
            if seat.left != before:
                self._log_event(number, BOT_REASONS[seat.left])
        elif event.kind == BACK:
            seat.kind, seat.level, seat.left = "person", "", ""
            self._log_event(number, "is back")
        elif event.kind == TIME:
            assert self.state is not None
            state = self._layout.copy(self.state)
            self.game.time_up(state)
            self.began = event.at
            self._set_state(state, self._layout.header(state), {})
            self._start_decision()
            self.times.append(len(self.steps))
            self._log_event(-1, "time is up")
        elif event.kind == ABANDON:
            self.abandoned = self.over = True
            self._legal_cache = {}
            self._log_event(number, "has ended the game")
        elif event.kind == RESUME:
            self.began += event.at - body["since"]
        elif event.kind == REMATCH:
            self.rematch = body["table"]

    def apply_all(self, events: Iterable[Event]) -> None:
        for event in events:
            self.apply(event)

    def _begin(self, at: int) -> None:
        template = self.game.template(len(self.seats), self.setup.options)
        self.first = self.game.start(template, self.seed)
        self.began = at
        self._set_state(self.first, self._layout.header(self.first), {})
        self._start_decision()
        if self.game.context_of(self.first).keys() == self.game.options.keys():
            self._shared = _shared_names(self.game.id, tuple(self.setup.options.items()))

    def _set_state(self, state: States, header: tuple[int, ...], legal: dict[int, list[int]]) -> None:
        self.state, self.header, self._legal_cache = state, header, legal
        self.over = self.abandoned or header[self._layout.over] != 0

    def _start_decision(self) -> None:
        """Start a new decision point: choices from here on are simultaneous."""
        assert self.state is not None
        self._decision_state, self._deciding = self.state, self._acting(self.header)
        self._since: list[tuple[int, int]] = []

    def _apply_step(self, step: Step) -> None:
        before, state = self.header[self._layout.decision_point], self.state
        self._set_state(step.after, step.header, step.legal)
        self.decisions[step.seat].append(step.action)
        self.steps.append(step)
        if step.secret:
            self._secret.append(len(self.log))
        self.log.append(LogEntry(len(self.steps), step.seat, step.text, step.secret))
        if step.header[self._layout.decision_point] != before:
            self._start_decision()
            if self._secret and state is not None:
                self._reveal(self._newly_revealed(state, step.after))
        else:
            self._since.append((step.seat, step.action))

    def _newly_revealed(self, before: States, after: States) -> list[int]:
        """Secret entries that the public view now shows. Of a seat's equal choices, the last."""
        found: list[int] = []
        seen = (self.game.view(state, SPECTATOR)[0] for state in (before, after))
        for choice in revealed(self.game, *seen):
            steps = ((number, self.steps[self.log[number].step - 1]) for number in self._secret if number not in found)
            equal = [number for number, step in steps if (step.seat, step.action) == choice]
            found += equal[-1:]
        return found

    def _reveal(self, numbers: Sequence[int]) -> None:
        for number in numbers:
            self.log[number] = replace(self.log[number], secret=False, revealed_at=len(self.log))
        self._revealed += numbers
        self._secret = [number for number in self._secret if number not in numbers]

    def log_since(self, first: int) -> list[tuple[int, LogEntry]]:
        """The log from entry `first` on, after earlier entries revealed since the log had that length."""
        earlier: list[tuple[int, LogEntry]] = []
        for number in reversed(self._revealed):
            if self.log[number].revealed_at <= first:
                break
            if number < first:
                earlier.append((number, self.log[number]))
        return earlier[::-1] + list(enumerate(self.log[first:], first))

    def _log_event(self, seat: int, text: str) -> None:
        self.log.append(LogEntry(len(self.steps), seat, say(text)))

    def _run_clocks(self, event: Event) -> None:
        assert self.setup.clock is not None
        acting = set() if self.over else set(self.acting())
        until = event.body["since"] if event.kind == RESUME and event.body else event.at
        for number, seat in enumerate(self.seats):
            if seat.since is not None:
                seat.remaining -= max(0, until - seat.since)
                if event.kind == ACT and event.seat == number:
                    seat.remaining += 1000.0 * self.setup.clock.increment
            seat.since = event.at if number in acting and seat.claimed else None

    # --- steps ---

    def _legal(self, state: States, seat: int) -> list[int]:
        count = self.game.function("legal_at")(state, 0, seat, self._out)
        found: list[int] = self._out[:count].tolist()
        return found

    def _action_name(self, state: States, action: int) -> ActionName:
        """An action's name, cached because building it is slow."""
        if self._shared is not None and action in self._shared:
            return self._shared[action]
        context = self.game.context_of(state)
        known = self._known_names.setdefault(tuple(context.values()), {})
        if action not in known:
            block = self.game.actions.named(action, context)
            text = block.text(action)
            known[action] = text, block, encode({str(action): text})[1:-1]
            if self._shared is not None:
                self._shared[action] = known[action]
        return known[action]

    def _step(self, state: States, seat: int, action: int) -> Step:
        """Apply a legal action to a copy of the state."""
        text, block, _ = self._action_name(state, action)
        secret = block.secret is not False and block.is_secret(self._layout.header(state)[self._layout.phase])
        after = self._layout.copy(state)
        self.game.function("apply_at")(after, 0, seat, action)
        return Step(seat, action, text, secret, after, self._layout.header(after), {})

    def _stored_step(self, event: Event) -> Step:
        """The step of an act from the store. Compiled rules get legal actions only, even if the store is damaged."""
        if self.state is None or event.action not in self.legal(event.seat):
            raise BadState(f"event {event.number} of table {self.id} is not legal; the stored table is damaged")
        return self._step(self.state, event.seat, event.action)

    def _acting(self, header: tuple[int, ...]) -> tuple[int, ...]:
        return _seats_in(header[self._layout.acting])

    def _with_forced(self, step: Step) -> list[Step]:
        """A step and the forced moves after it."""
        steps = [step]
        while forced := self._forced(steps[-1].after, steps[-1].header, steps[-1].legal):
            steps.append(forced)
        return steps

    def _forced(self, state: States, header: tuple[int, ...], legal: dict[int, list[int]]) -> Step | None:
        """The move of a seat that has a single legal action, if all others know that anyway.

        Other seats with a single legal action are asked: a move without a pause would tell what they hold.
        """
        for seat in self._acting(header):
            if seat not in legal:
                legal[seat] = self._legal(state, seat)
            if len(legal[seat]) == 1 and self._is_obvious(state, header, legal[seat][0]):
                return self._step(state, seat, legal[seat][0])
        return None

    def _is_obvious(self, state: States, header: tuple[int, ...], action: int) -> bool:
        return self.game.is_obvious(self._action_name(state, action)[1], header[self._layout.phase])

    def forced(self) -> list[Step]:
        """The forced moves from the current state."""
        if self.state is None or self.over:
            return []
        step = self._forced(self.state, self.header, self._legal_cache)
        return self._with_forced(step) if step else []

    def decision_view(self, seat: int) -> States:
        """A seat's view as if the others had not chosen yet."""
        point = DecisionPoint(self.game, self._decision_state)
        for actor, action in self._since:
            point.note(actor, action, self._decision_state)
        return point.decision_view(seat)

    # --- commands ---

    def is_repeat(self, seat: int, decision: int, action: int | str) -> bool:
        """Did the seat already choose this action at that decision? Then the command is a harmless repeat."""
        if not 0 <= decision < len(self.decisions[seat]):
            return False
        done = self.decisions[seat][decision]
        if isinstance(action, int):
            return done == action
        mine = [step for step in self.steps if step.seat == seat]
        return mine[decision].text == action

    def plan_act(self, seat: int, decision: int, action: int | str, relies: int | None) -> list[Step]:
        """The steps that a person's move leads to, or Refused."""
        if self.seats[seat].kind == "bot":
            raise Refused("a bot plays for this seat now; take the seat back first (POST .../back)")
        return self.plan_move(seat, decision, action, relies)

    def plan_move(self, seat: int, decision: int, action: int | str, relies: int | None) -> list[Step]:
        """The steps that a move of a person or a bot leads to, or Refused."""
        if self.state is None:
            raise Refused("the game has not started: wait until every seat is taken")
        if self.over:
            raise Refused("the game is over")
        made = len(self.decisions[seat])
        if decision < made:
            raise Refused(f"you have made decision {decision} already; your next decision is number {made}")
        if decision > made:
            raise Refused(f"decision {decision} is too far ahead; your next decision is number {made}")
        legal = self.legal(seat)
        if not legal:
            raise Refused("you cannot move now; wait for your turn")
        if isinstance(action, str):
            try:
                action = parse_action(self.game, self.game.view(self.state, seat), seat, action)
            except MatchboxError as error:
                raise Refused(str(error)) from None
        if self.live and relies is not None and self._changed(action, relies):
            raise Refused("too late: the target of your move has changed")
        if action not in legal:
            try:
                text = self.text_of(action)
            except ValueError:
                text = str(action)
            raise Refused(f"{text!r} is not legal now; choose an action listed in your state message")
        return self._with_forced(self._step(self.state, seat, action))

    def _changed(self, action: int, relies: int) -> bool:
        """Has the target of an action changed since the player saw it?"""
        assert self.state is not None
        return 0 <= action < self.game.actions.count and relies != self.game.relies(self.state, action)

    def act_events(self, steps: Sequence[Step], at: int) -> list[Event]:
        return [Event(self.number + i, at, ACT, step.seat, step.action) for i, step in enumerate(steps)]

    def event(self, at: int, kind: str, seat: int = -1, **body: Any) -> Event:
        return Event(self.number, at, kind, seat, -1, body or None)
