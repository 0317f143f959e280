"""One table: a match with its seats and clocks, derived from the table's events alone.

Nothing here reads a clock or stores anything, so the same events give the same table on every
node. The `plan_` methods check a command and return the steps it leads to.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated, Any

from msgspec import Meta, Struct

from matchbox.engine import BadState, Game, States, Swing
from matchbox.engine.notation import mixed_seed
from matchbox.play.bot_names import bot_name
from matchbox.play.match import Match, Refused
from matchbox.play.step import Step
from matchbox.scene import Help, Look, Player, Text, missed, say

SIT, BEGIN, ACT, BOT, BACK, TIME, ABANDON, REMATCH = "sit", "begin", "act", "bot", "back", "time", "abandon", "rematch"
UNDO = "undo"  # a seat takes its last choice back, and `body["steps"]` steps with it
MISS = "miss"  # a wrong try in a race: the seat cannot act for a moment
RESUME = "resume"  # play goes on after a break: time since `body["since"]` counts for nobody
LEFT, LATE, AWAY, FREE = "left", "late", "away", ""  # why a bot took over a seat
BOT_REASONS = {
    LEFT: ("{who} has left: a bot plays on.", "You have left: a bot plays on."),
    LATE: ("{who} has run out of time: a bot plays on.", "You have run out of time: a bot plays on."),
    AWAY: ("{who} is away: a bot plays on.", "You are away: a bot plays on."),
}
PAUSE = 30_000  # milliseconds after which a table with clocks ends a pause
COUNTDOWN = 3000  # milliseconds before a race
STAND_IN = "casual"  # the level of a bot that plays for a person who did not choose its level


class Missed(Refused):
    """A wrong try in a race. It is refused, and the seat cannot act for a moment."""

    def __init__(self, text: Text) -> None:
        super().__init__(str(text))
        self.text = text


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
    help: Help = "counts"  # what the table works out for its players


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
    stopped: int = 0  # in a race: the seat cannot act before this time

    @property
    def searches(self) -> bool:
        """Does a bot sit here that needs the compiled search?"""
        return self.kind == "bot" and self.level != "random"

    @property
    def claimed(self) -> bool:
        """Does a person have this seat? They sit here, or they may come back and take it from the bot."""
        return self.kind == "person" or self.left in (LEFT, AWAY)


class Table(Match):
    """The state of one table. Only `apply` changes it."""

    def __init__(self, setup: TableSetup, game: Game) -> None:
        super().__init__(game, len(setup.seats))
        self.setup, self.id = setup, setup.id
        self.seats = [Seat(s.kind, s.name, s.level, s.nonce) for s in setup.seats]
        self.number = 0  # of the next event
        self.abandoned = False
        self.rematch = ""
        self.began = 0
        self.pause_began: int | None = None  # at tables with clocks
        self.asked = 0  # when the current decision began
        self.opens = 0  # in a race: nobody can act before this time
        self.last_event = 0  # when it happened
        self.live = bool(game.real_time(setup.options))
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
    def names(self) -> list[str]:
        return [seat.name for seat in self.seats]

    @property
    def nonces(self) -> list[str]:
        return [seat.nonce for seat in self.seats]

    @property
    def seed(self) -> int:
        return mixed_seed(self.setup.secret, self.id, self.nonces)

    def may_undo(self, seat: int) -> bool:
        """Might a seat take its last choice back? Not in a race, and not while a bot plays for it."""
        return not self.live and self.seats[seat].kind == "person" and self.may_take_back(seat)

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
        """When the time limit ends a real-time game, or a pause of a table with clocks."""
        if self.pause_began is not None:
            return self.pause_began + PAUSE
        if not (self.live and self.started and self.game.time_limit):
            return None
        return self.began + COUNTDOWN + 1000 * self.game.time_limit

    # --- events ---

    def apply(self, event: Event, step: Step | None = None) -> None:
        """Apply the next event. Pass the `step` of an act if it has been computed already."""
        assert event.number == self.number, (self.id, event.number, self.number)
        self.number += 1
        if event.kind == ACT:
            before = self.state
            self.play(step or self._stored_step(event))
            if self.live:
                self._time_race(before, event.at)
        else:
            self._apply_other(event)
        if event.kind in (ACT, BEGIN, UNDO, TIME):
            self.asked = event.at
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
            self.start(self.game.template(len(self.seats), self.setup.options), self.seed)
            self._start_race(event.at)
        elif event.kind == BOT:
            before, seat.kind, seat.level, seat.left = seat.left, "bot", body["level"], body["why"]
            seat.name = seat.name or bot_name(number)
            if seat.left != before:
                text, you = BOT_REASONS[seat.left]
                self.note(say(text, you=you, who=Player(number)), number)
        elif event.kind == BACK:
            seat.kind, seat.level, seat.left = "person", "", ""
            self.note(say("{who} is back.", you="You are back.", who=Player(number)), number)
        elif event.kind == TIME:
            self.time_up()
            self._start_race(event.at)
        elif event.kind == ABANDON:
            self.abandoned = True
            self.end()
            self.note(say("{who} has ended the game.", you="You have ended the game.", who=Player(number)), number)
        elif event.kind == UNDO:
            if self.setup.clock:  # the increments, too
                for step in self.steps[-body["steps"] :]:
                    self.seats[step.seat].remaining -= 1000.0 * self.setup.clock.increment
            self.take_back(body["steps"], number)
        elif event.kind == RESUME:
            gap = event.at - body["since"]
            self.asked, self.began, self.opens = self.asked + gap, self.began + gap, self.opens + gap
            if self.pause_began is not None:
                self.pause_began += gap
            for each in self.seats:
                each.stopped += gap
        elif event.kind == MISS:
            seat.stopped = event.at + self.game.penalty
            self.note(say("{who} misses and waits.", you="You miss and wait.", who=Player(number)), number)
        elif event.kind == REMATCH:
            self.rematch = body["table"]

    def apply_all(self, events: Iterable[Event]) -> None:
        for event in events:
            self.apply(event)

    def _stored_step(self, event: Event) -> Step:
        """The step of an act from the store. Compiled rules get legal actions only, even if the store is damaged."""
        if self.state is None or event.action not in self.legal(event.seat):
            raise BadState(f"event {event.number} of table {self.id} is not legal; the stored table is damaged")
        return self._step(self.state, event.seat, event.action)

    def _start_race(self, at: int) -> None:
        """The countdown and the time limit start."""
        self.began, self.opens = at, at + COUNTDOWN

    def _time_race(self, before: States | None, at: int) -> None:
        """After a move in a race: the next race of a match starts, or there is a pause."""
        assert before is not None
        if self.game.heat(before) != self.game.heat(self.position):
            self._start_race(at)
        elif pause := self.game.pause(before, self.position):
            self.opens = at + pause

    def _run_clocks(self, event: Event) -> None:
        assert self.setup.clock is not None
        if not self.is_pause:
            self.pause_began = None
        elif self.pause_began is None:
            self.pause_began = event.at
        acting = () if self.pause_began is not None else self.acting()
        until = event.body["since"] if event.kind == RESUME and event.body else event.at
        for number, seat in enumerate(self.seats):
            if seat.since is not None:
                seat.remaining -= max(0, until - seat.since)
            if event.kind == ACT and event.seat == number and seat.claimed:
                seat.remaining += 1000.0 * self.setup.clock.increment
            seat.since = event.at if number in acting and seat.claimed else None

    # --- commands ---

    def is_repeat(self, seat: int, decision: int, action: int | str) -> bool:
        """Did the seat already choose this action at that decision? Then the command is a harmless repeat."""
        if not 0 <= decision < len(self.decisions[seat]):
            return False
        done = self.decisions if isinstance(action, int) else self.chosen_texts
        return done[seat][decision] == action

    def plan_act(self, seat: int, decision: int, action: int | str, relies: int | None, at: int = 0) -> list[Step]:
        """The steps that a person's move leads to, or Refused."""
        if self.seats[seat].kind == "bot":
            raise Refused("a bot plays for this seat now; take the seat back first (POST .../back)")
        steps = self.plan_choice(seat, decision, action, relies, at)
        swing = self.swing(seat)
        if swing and steps[0].action not in swing.passed(at - self.asked):
            raise Refused("the pointer was not there when you let go; let go again when it is over your place")
        return steps

    def swing(self, seat: int) -> Swing | None:
        """The pointer that decides a seat's choice by its moment."""
        if not self.game.has_swings or self.state is None or self.over:
            return None
        return self.game.swing(self.game.view(self.state, seat), seat)

    def plan_choice(self, seat: int, decision: int, action: int | str, relies: int | None, at: int = 0) -> list[Step]:
        """The steps that a move of a person or a bot leads to, or Refused. `at`: when it arrived."""
        if not self.started:
            raise Refused("the game has not started: wait until every seat is taken")
        if self.over:
            raise Refused("the game is over")
        made = len(self.decisions[seat])
        if decision < made:
            raise Refused(f"you have made decision {decision} already; your next decision is number {made}")
        if decision > made:
            raise Refused(f"decision {decision} is too far ahead; your next decision is number {made}")
        if not self.live:
            return self.plan_move(seat, action)
        self._check_race(seat, action, relies, at)
        return self.plan_move(seat, action, relies)

    def _check_race(self, seat: int, action: int | str, relies: int | None, at: int) -> None:
        """Refuse moves before their time, and wrong tries. The table's clock counts, not the player's."""
        if at < self.opens:
            raise Refused("too early: moves count when the countdown or the pause has ended")
        if at < self.seats[seat].stopped:
            raise Refused("not yet: your last try was wrong, so you wait a moment")
        if relies is None:
            raise Refused("send the number in `relies` of your state message with your move")
        if not isinstance(action, int) or action in self.legal(seat):
            return
        self._check_in_time(action, relies)
        if action < self.game.actions.count and self.game.is_try(self.position, seat, action):
            look = Look(self.game, self.game.view(self.position, seat), seat, self.names, self.legal(seat))
            raise Missed(missed(look, action))

    def plan_end_of_pause(self) -> list[Step]:
        """The step of a seat that has not ended the pause itself, or none."""
        if not self.is_pause:
            return []
        seat = self.acting()[0]
        return self.plan_move(seat, self.legal(seat)[0])

    def plan_undo(self, seat: int, step: int) -> int:
        """The number of steps that a seat takes back, or Refused. `step`: the number of steps that the player sees."""
        if self.live:
            raise Refused("moves of a race cannot be taken back")
        if self.seats[seat].kind == "bot":
            raise Refused("a bot plays for this seat now; take the seat back first (POST .../back)")
        if step != len(self.steps):
            raise Refused("the game has gone on; look at it again")
        return self.plan_take_back(seat)

    def act_events(self, steps: Sequence[Step], at: int) -> list[Event]:
        return [Event(self.number + i, at, ACT, step.seat, step.action) for i, step in enumerate(steps)]

    def event(self, at: int, kind: str, seat: int = -1, **body: Any) -> Event:
        return Event(self.number, at, kind, seat, -1, body or None)
