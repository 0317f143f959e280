"""One game in progress: decision points, forced moves, the log with its secrets, and taking moves back.

A match knows neither people nor clocks, and stores nothing. The server's tables, the games in the terminal and
the games of bots are all played on it.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from matchbox.engine import SPECTATOR, Game, Illegal, MatchboxError, States
from matchbox.engine.actions import Named
from matchbox.engine.layout import layout_of
from matchbox.engine.notation import parse_action
from matchbox.play.decision import DecisionPoint
from matchbox.play.showing import Showing
from matchbox.play.step import Step
from matchbox.scene import GameEvent, Player, Seen, Text, Words, encode, events_of, outcome, revealed, say

SHOWN = "you cannot take this back: your move has shown something hidden"


class Refused(MatchboxError):
    """A command that is rejected. Nothing has changed; the text says why."""

    def __init__(self, text: str, status: int = 409) -> None:
        super().__init__(text)
        self.status = status


class LogEntry(Struct, frozen=True, gc=False):
    """A line of the log. Only its own seat sees a secret line until the game reveals it or ends."""

    step: int  # 0 for a move that was taken back
    seat: int
    text: Words  # the action in the notation of records, or a sentence about the table
    secret: bool = False
    revealed_at: int = 0  # length of the log when the line was revealed


class _Passage(Struct, frozen=True, gc=False):
    """A step with the state before it, and the secret choices that it has revealed."""

    before: States
    step: Step
    revealed: Sequence[tuple[int, int]]


@functools.cache
def _seats_in(seats: int) -> tuple[int, ...]:
    """The seats in a bit set."""
    return tuple(seat for seat in range(16) if seats >> seat & 1)


ActionName = tuple[str, Named, bytes]
"""An action's text, its block, and its id and text as JSON."""


@functools.lru_cache(maxsize=200)
def _shared_names(game: str, options: tuple[tuple[str, int | str], ...]) -> dict[int, ActionName]:
    """Action names that depend on the options alone. All games with these options share and fill the dictionary."""
    return {}


class Match:
    """Only `start`, `play`, `time_up`, `take_back`, `end` and `note` change it."""

    def __init__(self, game: Game, seats: int) -> None:
        self.game = game
        self.state: States | None = None
        self.header: tuple[int, ...] = ()  # the fields of `state` that RecordLayout reads in a single call
        self.over = False
        self.decisions: list[list[int]] = [[] for _ in range(seats)]
        """The actions each seat has chosen so far, those that were taken back included."""
        self.chosen_texts: list[list[str]] = [[] for _ in range(seats)]
        self.steps: list[Step] = []
        self.log: list[LogEntry] = []
        self._passages: dict[int, _Passage] = {}  # by the index of their log entries
        self._told: dict[tuple[int, int], list[GameEvent]] = {}  # by log entry and viewer
        self.times: list[int] = []  # number of actions at each time limit of a real-time game
        self._secret: list[int] = []  # indices of secret log entries
        self._revealed: list[int] = []  # indices of entries that were secret, in the order of their reveal
        self._layout = layout_of(game)
        self._legal_cache: dict[int, list[int]] = {}  # of the current state, by seat
        self._known_names: dict[tuple[Any, ...], dict[int, ActionName]] = {}
        self._shared: dict[int, ActionName] | None = None
        self._last: tuple[Step, int, int] | None = None  # the last step, and what `_last_choice` found for it
        self._out = np.empty(game.actions.count, np.int32)

    # --- queries ---

    @property
    def started(self) -> bool:
        return self.state is not None

    @property
    def position(self) -> States:
        """The state of a game that has started."""
        assert self.state is not None
        return self.state

    def acting(self) -> tuple[int, ...]:
        """Seats whose turn it is."""
        return () if self.over else self._acting(self.header)

    def _acting(self, header: tuple[int, ...]) -> tuple[int, ...]:
        return _seats_in(header[self._layout.acting]) if header else ()

    def chosen(self) -> tuple[int, ...]:
        """Seats that share this decision point with the acting seats and have chosen already."""
        acting = self.acting()
        if not acting:
            return ()
        return tuple(seat for seat in self._deciding if seat not in acting)

    @property
    def is_new_decision(self) -> bool:
        """Has nobody chosen at this decision point yet?"""
        return not self._since

    @property
    def is_pause(self) -> bool:
        """Do the acting seats only have to say that they have seen enough?"""
        for seat in self.acting()[:1]:
            legal = self.legal(seat)
            return len(legal) == 1 and self._action_name(self.position, legal[0])[1].pause
        return False

    def legal(self, seat: int) -> list[int]:
        found = self._legal_cache.get(seat)
        if found is None:
            if self.state is None or seat not in self.acting():
                return []
            found = self._legal_cache[seat] = self._legal(self.state, seat)
        return found

    def decision_view(self, seat: int) -> States:
        """A seat's view as if the others had not chosen yet."""
        point = DecisionPoint(self.game, self._decision_state)
        for actor, action in self._since:
            point.note(actor, action, self._decision_state)
        return point.decision_view(seat)

    def text_of(self, action: int) -> str:
        return self._action_name(self.position, action)[0]

    def actions_json(self, legal: Sequence[int]) -> bytes:
        """Actions by id with their texts, joined from cached fragments."""
        names, state = self._shared or {}, self.position
        return b"{%b}" % b",".join([(names.get(a) or self._action_name(state, a))[2] for a in legal])

    def log_since(self, first: int) -> list[tuple[int, LogEntry]]:
        """The log from entry `first` on, after earlier entries revealed since the log had that length."""
        earlier: list[tuple[int, LogEntry]] = []
        for number in reversed(self._revealed):
            if self.log[number].revealed_at <= first:
                break
            if number < first:
                earlier.append((number, self.log[number]))
        return earlier[::-1] + list(enumerate(self.log[first:], first))

    def told(self, number: int, viewer: int) -> list[GameEvent]:
        """The events of a log entry as a viewer may read them."""
        found = self._told.get((number, viewer))
        if found is None:
            found = self._told[number, viewer] = self._tell(number, viewer)
        return found

    def _tell(self, number: int, viewer: int) -> list[GameEvent]:
        passage = self._passages.get(number)
        if passage is None:
            text = self.log[number].text
            assert isinstance(text, Text)
            return [GameEvent("note", text)]
        step = passage.step
        action = None if step.secret and step.seat != viewer else step.action
        views = self.game.view(passage.before, viewer), self.game.view(step.after, viewer)
        forced = self._is_forced_step(passage.before, step)
        return events_of(Seen(self.game, viewer, step.seat, action, views, passage.revealed), forced)

    def state_after(self, steps: int) -> States:
        """The state after a number of steps."""
        return self.steps[steps - 1].after if steps else self.first

    # --- changes ---

    def start(self, template: States, seed: int) -> None:
        self.start_at(self.game.start(template, seed))

    def start_at(self, state: States) -> None:
        """Start from a position."""
        self.first = state
        self._set_state(self.first, self._layout.header(self.first), {})
        self._start_decision()
        if self.game.context_of(self.first).keys() == self.game.options.keys():
            options = self.game.options_of(self.first)
            self._shared = _shared_names(self.game.id, tuple(options.items()))

    def play(self, step: Step) -> None:
        """Make a step that was planned from the current state."""
        before, state = self.header[self._layout.decision_point], self.position
        self._set_state(step.after, step.header, step.legal)
        self.decisions[step.seat].append(step.action)
        self.chosen_texts[step.seat].append(step.text)
        self.steps.append(step)
        if step.secret:
            self._secret.append(len(self.log))
        self.log.append(LogEntry(len(self.steps), step.seat, step.text, step.secret))
        shown: list[int] = []
        if step.header[self._layout.decision_point] != before:
            self._start_decision()
            if self._secret:
                shown = self._newly_revealed(state, step.after)
        else:
            self._since.append((step.seat, step.action))
        choices = [(made.seat, made.action) for made in (self.steps[self.log[n].step - 1] for n in shown)]
        self._passages[len(self.log) - 1] = _Passage(state, step, choices)
        self._reveal(shown)
        if self.over or self._has_ended_inside(state):
            self._reveal(self._secret)

    def time_up(self) -> None:
        """End a real-time game, or its round, after the time limit."""
        state = self.game.copy(self.position)
        self.game.time_up(state)
        self._set_state(state, self._layout.header(state), {})
        self._start_decision()
        self.times.append(len(self.steps))
        self.note(say("Time is up."))
        result = self.game.result(state)
        if result:
            self.note(outcome(self.game, result))
            self._reveal(self._secret)

    def take_back(self, count: int, seat: int) -> None:
        """Return to the state before the last steps; the log keeps them and says who took them back."""
        number = len(self.steps) - count
        undone = {entry for entry in range(len(self.log)) if self.log[entry].step > number}
        for entry in undone:
            self.log[entry] = replace(self.log[entry], step=0)
        self._secret = [entry for entry in self._secret if entry not in undone]  # they stay secret for ever
        del self.steps[number:]
        state = self.state_after(number)
        self._set_state(state, self._layout.header(state), {})
        self._resume_decision()
        self.note(say("{who} takes the last move back.", you="You take the last move back.", who=Player(seat)), seat)

    def end(self) -> None:
        """End the game before its time."""
        self.over = True
        self._legal_cache = {}
        self._reveal(self._secret)

    def note(self, text: Text, seat: int = SPECTATOR) -> None:
        """Add a line to the log that is not a move; it may be about a seat."""
        self.log.append(LogEntry(len(self.steps), seat, text))

    def _set_state(self, state: States, header: tuple[int, ...], legal: dict[int, list[int]]) -> None:
        self.state, self.header, self._legal_cache = state, header, legal
        self.over = header[self._layout.over] != 0

    def _start_decision(self) -> None:
        """Start a new decision point: choices from here on are simultaneous."""
        self._decision_state, self._deciding = self.position, self._acting(self.header)
        self._since: list[tuple[int, int]] = []

    def _resume_decision(self) -> None:
        """Return to the decision point of the current state, with the choices that were made there."""
        point, first = self.header[self._layout.decision_point], len(self.steps)
        while first and self._layout.header(self.state_after(first - 1))[self._layout.decision_point] == point:
            first -= 1
        self._decision_state = self.state_after(first)
        self._deciding = self._acting(self._layout.header(self._decision_state))
        self._since = [(step.seat, step.action) for step in self.steps[first:]]

    def _newly_revealed(self, before: States, after: States) -> list[int]:
        """Secret entries that the public view now shows. Of a seat's equal choices, the last."""
        found: list[int] = []
        seen = (self.game.view(state, SPECTATOR)[0] for state in (before, after))
        for choice in revealed(self.game, *seen):
            steps = ((number, self.steps[self.log[number].step - 1]) for number in self._secret if number not in found)
            equal = [number for number, step in steps if (step.seat, step.action) == choice]
            found += equal[-1:]
        return found

    def _has_ended_inside(self, before: States) -> bool:
        """Has a game of a match just ended? Then nothing in it is secret any more."""
        if not (self._secret and self.game.is_match):
            return False
        return self.game.inner(before) is not None and self.game.inner(self.position) is None

    def _reveal(self, numbers: Sequence[int]) -> None:
        for number in numbers:
            self.log[number] = replace(self.log[number], secret=False, revealed_at=len(self.log))
        self._revealed += numbers
        self._secret = [number for number in self._secret if number not in numbers]

    # --- planning moves ---

    def plan_move(self, seat: int, action: int | str, relies: int | None = None) -> list[Step]:
        """The steps that a move leads to, forced moves included, or Refused."""
        if isinstance(action, int):
            self._check_in_time(action, relies)
        legal = self.legal(seat)
        if not legal or self.state is None:
            raise Refused("you cannot move now; wait for your turn")
        if isinstance(action, str):
            try:
                action = parse_action(self.game, self.game.view(self.state, seat), seat, action)
            except MatchboxError as error:
                raise Refused(str(error)) from None
            self._check_in_time(action, relies)
        if action not in legal:
            try:
                text = self.text_of(action)
            except ValueError:
                text = str(action)
            raise Refused(f"{text!r} is not legal now; choose an action listed in your state message")
        return self._with_forced(self.step(seat, action))

    def _check_in_time(self, action: int, relies: int | None) -> None:
        """In a race, the thing that an action relies on must still be as the player saw it."""
        if relies is None or self.state is None or not 0 <= action < self.game.actions.count:
            return
        if relies != self.game.relies(self.state, action):
            raise Refused("too late: another player was faster")

    def step(self, seat: int, action: int) -> Step:
        """The step of an action from the current state, or Illegal."""
        if action not in self.legal(seat):
            raise Illegal(f"{self.text_of(action)!r} is not legal now")
        return self._step(self.position, seat, action)

    def _step(self, state: States, seat: int, action: int) -> Step:
        """Apply a legal action to a copy of the state."""
        text, block, _ = self._action_name(state, action)
        secret = block.secret is not False and block.is_secret(self._layout.header(state)[self._layout.phase])
        after = self.game.copy(state)
        self.game.function("apply_at")(after, 0, seat, action)
        return Step(seat, action, text, secret, after, self._layout.header(after), {})

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

    # --- forced moves ---

    def forced(self) -> list[Step]:
        """The forced moves from the current state."""
        if self.state is None or self.over:
            return []
        step = self._forced(self.state, self.header, self._legal_cache)
        return self._with_forced(step) if step else []

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

    # --- taking back ---

    def _last_choice(self) -> tuple[int, int]:
        """The seat that has chosen last, and the number of steps since: its choice and the forced moves after it."""
        if self.over or not self.steps:
            return SPECTATOR, 0
        if self._last is None or self._last[0] is not self.steps[-1]:
            numbers = range(len(self.steps) - 1, -1, -1)
            choice = next((n for n in numbers if not self._is_forced_step(self.state_after(n), self.steps[n])), None)
            seat, count = (SPECTATOR, 0) if choice is None else (self.steps[choice].seat, len(self.steps) - choice)
            self._last = self.steps[-1], seat, count
        return self._last[1:]

    def _is_forced_step(self, before: States, step: Step) -> bool:
        forced = self._forced(before, self._layout.header(before), {})
        return forced is not None and (forced.seat, forced.action) == (step.seat, step.action)

    def may_take_back(self, seat: int) -> bool:
        """Might a seat take its last choice back? Quick: whether it showed something hidden is not known yet."""
        last, count = self._last_choice()
        return last == seat and count > 0 and not self._drew(len(self.steps) - count)

    def _drew(self, number: int) -> bool:
        """Has chance decided anything since the state after this number of steps?"""
        return self._layout.chance(self.state_after(number)) != self._layout.chance(self.position)

    def plan_take_back(self, seat: int) -> int:
        """The number of steps that a seat takes back, or Refused.

        No other player may have acted since, and chance may not have decided anything. `showing` tells whether the
        steps have shown something hidden; that takes longer.
        """
        last, count = self._last_choice()
        if last != seat or not count:
            raise Refused("you cannot take this back: another player has acted since, or you have not moved")
        if self._drew(len(self.steps) - count):
            raise Refused("you cannot take this back: chance has decided something since")
        return count

    def showing(self, count: int) -> Showing:
        """A check of the last steps for hidden things that they have shown. It may run in any thread."""
        first = len(self.steps) - count
        steps = [(self.state_after(first + number), step) for number, step in enumerate(self.steps[first:])]
        return Showing(self.game, len(self.decisions), steps)
