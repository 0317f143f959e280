"""`Game`: the interface of a game to the rest of the program."""

from __future__ import annotations

import functools
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from . import batch, playout
from .actions import Actions, Named
from .chance import parse_seed, seed_words
from .compiled import direct, plain, specialise
from .defaults import consider_all, no_evaluation, no_features, no_talk
from .errors import BadOption, BadState, Illegal, Unreadable, counted
from .record import SPECTATOR, Base, StateArray, States, blank, copy_of, seen_by
from .swing import Swing
from .turns import Reasons


@dataclass(frozen=True)
class About:
    """The facts printed on a game's box, and a few that bots need."""

    id: str
    name: str
    box: str
    designers: str
    seats: range
    minutes: str
    complexity: int  # 1 to 5
    kind: str
    version: int = 1  # raise it when the same actions lead to a different game
    cooperative: bool = False  # everybody wins (rank 1) or loses (rank 2) together
    score_bounds: tuple[int, int] | None = None  # lowest and highest score of a co-operative game, which sets its value
    search_budget: int = 100_000  # search iterations of an expert: about a second on one core
    softness: tuple[float, float, float] = (1.0, 1.0, 1.0)  # of novice, casual and club: above 1 they err more often


@dataclass(frozen=True)
class Result:
    """The result of a finished game."""

    ranks: tuple[int, ...]
    scores: tuple[int, ...]
    reason: str
    capped: bool

    @property
    def winners(self) -> tuple[int, ...]:
        return tuple(seat for seat, rank in enumerate(self.ranks) if rank == 1)


_specialising = threading.RLock()  # two threads must not make two copies of a function


class Scratch(threading.local):
    """Memory for a list of actions, one for each thread. It keeps the last list: most actions follow their list."""

    def __init__(self, size: int) -> None:
        self.actions = np.zeros(size, np.int32)
        self.state, self.seat = b"", -1  # of the last list
        self.legal: list[int] = []


class Game:
    """The rules of a game behind one interface.

    A state is an array of length one. Methods do not change their arguments unless they say so.
    For speed, use `compiled`: its functions work on whole arrays.
    """

    def __init__(
        self,
        about: About,
        state: type[Base],
        actions: Actions,
        reasons: Reasons,
        *,
        setup: Callable[..., None],
        legal: Callable[..., int],
        apply: Callable[..., None],
        redeal: Callable[..., None],
        conserved: Callable[..., bool],
        bound: Callable[[int, Mapping[str, Any]], int],
        talk: Callable[..., int] | None = None,
        speak: Callable[[Any, int, Callable[[], Any]], int | None] = lambda s, seat, ahead: None,
        evaluate: Callable[..., float] | None = None,
        rollout_depth: int = 0,
        consider: Callable[..., int] | None = None,
        reluctance: Callable[[Any, int, int], float] | None = None,
        features: Callable[..., None] | None = None,
        feature_count: int = 0,
        check: Callable[[int, Mapping[str, Any]], None] | None = None,
        real_time: Callable[[Mapping[str, Any]], bool] = lambda options: False,
        relies: Callable[[States, int], int] = lambda state, action: 0,
        time_limit: int | None = None,
        time_up: Callable[..., None] | None = None,
        heat: Callable[[States], int] = lambda state: 0,
        pause: Callable[[States, States], int] = lambda before, after: 0,
        is_try: Callable[[States, int, int], bool] = lambda state, seat, action: False,
        penalty: int = 0,
        swing: Callable[[States, int], Swing | None] | None = None,
        reaction: Callable[[Mapping[str, Any], int], float] = lambda options, seat: 1.0,
        context: Callable[[States], Mapping[str, Any]] = lambda state: {},
        inner: Callable[[States], Inner | None] | None = None,
    ) -> None:
        if state.most_seats != about.seats[-1]:
            raise TypeError(
                f"{about.id}: the record has {state.most_seats} seats, `about` has {about.seats[-1]}; make them equal"
            )
        self.about, self.State, self.actions, self.reasons = about, state, actions, reasons
        self.id = about.id
        self.open = len(np.unique(state.masks, axis=0)) == 1
        """Does every seat see everything that any seat sees?"""
        self.bound = bound
        """The largest number of actions in a game with these seats and options."""
        self.real_time = real_time
        """Do acting seats race, so that the order of their actions matters?"""
        self.relies = relies
        """A fingerprint of what this action is based on. In a race this may change before the action arrives."""
        self.time_limit = time_limit
        """Seconds until `time_up` ends a real-time game."""
        self.speak = speak
        """The talk that a bot in this seat starts with, from its view; None to move at once.

        The last argument finds the view after the moves that the bot has in mind: its words can agree with them.
        """
        self.reluctance = reluctance
        """How much better than all other moves a move has to be for a bot to play it, on the scale from -1 to 1."""
        self._time_up = time_up
        self.heat = heat
        """The number of the race in a match. With a new number the countdown and the time limit start again."""
        self.pause = pause
        """Milliseconds in which nobody can act, between these two states of a race."""
        self.is_try = is_try
        """In a race, is this action of a seat a wrong try? It is not legal, and costs `penalty` milliseconds."""
        self.penalty = penalty
        self._swing = swing
        self.reaction = reaction
        """In a race, the share of the usual time that a bot in a seat takes to react."""
        self._check, self._context, self._inner = check, context, inner
        self.rollout_depth = rollout_depth if evaluate else 0
        """The number of actions after which a playout stops and calls `evaluate`; 0 plays to the end."""
        self.feature_count = feature_count if features else 0
        """The numbers about a position that `features` writes for a learned evaluation, each about -1 to 1."""
        self._rules = {
            "setup": setup,
            "legal": legal,
            "talk": talk or no_talk,
            "apply": apply,
            "redeal": redeal,
            "conserved": conserved,
            "evaluate": evaluate or no_evaluation,
            "consider": consider or consider_all,
            "features": features or no_features,
        }
        self._has_talk = talk is not None
        self._sources = tuple(sorted({_source(function) for function in self._rules.values()}))
        self.package: str = setup.__module__.rpartition(".")[0]
        """The package of the game's folder, with the scene, rules page and solver beside the rules."""
        self.folder = Path(_source(setup)).parent
        self._compiled: dict[str, Any] = {}
        self.interpreted: set[str] = set()
        """Generic functions to run as plain Python: slower, with the same bytes, and never waiting for a compiler.

        Bots note here what else is not compiled yet.
        """
        self.options = {name: field for name, field in state.fields.items() if field.is_option}
        self._dtype, self._direct = state.dtype, Direct(self)
        self._scratch = Scratch(actions.count)
        assert state.dtype.fields is not None
        self._acting_at = state.dtype.fields["acting"][1]

    def __repr__(self) -> str:
        return f"<Game {self.id}>"

    # --- compiled code ---

    def compiled(self, name: str) -> Any:
        """This game's copy of a generic function, compiled at its first call."""
        if name not in self._compiled:
            with _specialising:
                for generic in playout.GENERIC + batch.GENERIC:
                    self._specialise(generic)
        return self._compiled[name]

    def specialised(self, function: Callable[..., Any]) -> Any:
        """This game's copy of any function that calls the placeholders of `playout`, as this game runs it now."""
        if function.__name__ not in self._compiled:
            self.compiled(batch.GENERIC[-1].__name__)
            with _specialising:
                self._specialise(function)
        return self.function(function.__name__)

    def _specialise(self, function: Callable[..., Any]) -> None:
        low, high = self.about.score_bounds or (0, 0)
        constants = {"COOPERATIVE": self.about.cooperative, "LOW": float(low), "SPAN": float(high - low)}
        known = {**self._rules, **self._compiled, **constants}
        if function.__name__ not in known:
            self._compiled[function.__name__] = specialise(function, self.id, self._sources, **known)

    def __reduce__(self) -> tuple[Callable[[str], Game], tuple[str]]:
        """A pickled game is its id: the process that reads it has the same games."""
        from .registry import get

        return get, (self.id,)

    def function(self, name: str) -> Any:
        """A generic function as this game runs it now: compiled, or plain Python if `interpreted`."""
        return plain(self.compiled(name)) if name in self.interpreted else self.compiled(name)

    def _quickly(self, name: str) -> Any:
        """A generic function on one state of `_own`, as this game runs it now."""
        return self.function(name) if name in self.interpreted else self._direct[name]

    def _own(self, state: States) -> States:
        """The state, if it is an array of one record of this game."""
        if state.shape != (1,) or state.dtype != self._dtype:
            what = f"of shape {state.shape}" if state.dtype == self._dtype else "of something else"
            raise BadState(f"give one state of {self.about.name}, an array of length one, not an array {what}")
        return state.view(self._dtype)

    def rule(self, name: str) -> Any:
        """One of the game's rules."""
        return self._rules[name]

    # --- starting ---

    def template(self, seats: int | None = None, options: Mapping[str, Any] | None = None) -> States:
        """A blank record with checked seats and options, for starting games."""
        options = self.read_options(options or {})
        seats = self.about.seats[0] if seats is None else seats
        if seats not in self.about.seats:
            raise BadOption(f"{self.about.name} is for {self.allowed_seats}, not {seats}")
        if self._check:
            self._check(seats, options)
        state = blank(self.State.dtype)
        state["seats"] = seats
        self.store_options(state, options)
        for name, field in self.options.items():
            if field.custom and field.is_custom(options[name]):
                findings = field.custom.findings(state[field.custom.field][0].tolist(), seats)
                if fatal := [finding.text for finding in findings if finding.fatal]:
                    raise BadOption(f"option {name}: this {field.custom.noun} cannot be used. " + "; ".join(fatal))
        return state

    def store_options(self, state: States, options: Mapping[str, Any]) -> None:
        """Write checked options into a record."""
        for name, value in options.items():
            field = self.options[name]
            state[name] = field.stored(value)
            if field.custom and field.is_custom(value):
                state[field.custom.field] = field.custom.read(value)

    @property
    def seat_range(self) -> str:
        first, last = self.about.seats[0], self.about.seats[-1]
        return str(first) if first == last else f"{first}-{last}"

    @property
    def allowed_seats(self) -> str:
        """The possible numbers of players, in words: `1 player`, `2 or 3 players`, `2-8 players`."""
        seats = self.about.seats
        if len(seats) == 1:
            return counted(seats[0], "player")
        return f"{seats[0]} or {seats[1]} players" if len(seats) == 2 else f"{self.seat_range} players"

    def read_options(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """All options with their values, defaults included. Raises BadOption for unknown names and values."""
        values = {name: field.default for name, field in self.options.items()}
        for name, value in given.items():
            if name not in values:
                known = ", ".join(values) or "none"
                raise BadOption(f"{self.about.name} has no option {name!r}; its options are: {known}")
            values[name] = self._read_option(name, value)
        return values

    def _read_option(self, name: str, value: Any) -> Any:
        """One of the values, or a custom text on one line."""
        field = self.options[name]
        allowed = {str(v): v for v in field.values}
        if str(value) in allowed:
            return allowed[str(value)]
        if field.custom is None:
            raise BadOption(f"option {name}={value}: choose one of {', '.join(allowed)}")
        try:
            return field.custom.write(field.custom.read(str(value)))
        except Unreadable as error:
            names, noun = ", ".join(allowed), field.custom.noun
            if "\n" in str(value):  # a custom text rather than a misspelt name
                raise BadOption(f"option {name}: {error}; fix your {noun} or choose one of {names}") from None
            raise BadOption(f"option {name}: choose one of {names}, or give a custom {noun}: {error}") from None

    def in_turns(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """The option that ends a race with these options, and its value; empty if there is none."""
        if self.real_time(options):
            for name, field in self.options.items():
                for value in (field.default, *field.values):
                    if not self.real_time({**options, name: value}):
                        return {name: value}
        return {}

    def new(self, seats: int | None = None, seed: int | str | None = None, **options: Any) -> States:
        """Start a game: set it up for its first action."""
        return self.start(self.template(seats, options), seed)

    def start(self, template: States, seed: int | str | None = None) -> States:
        state = blank(self.State.dtype)
        self.function("begin")(state, 0, template, _key(seed), 0)
        return state

    # --- playing ---

    def copy(self, state: States) -> States:
        """A copy of a state, ten times as fast as `state.copy()`."""
        return copy_of(state)

    def acting(self, state: States) -> list[int]:
        """Seats that may act now."""
        if state.dtype is not self._dtype:
            state = self._own(state)
        data, first = state.tobytes(), self._acting_at  # NumPy takes longer to find a field
        return [*_members(data[first] | data[first + 1] << 8)]

    def legal(self, state: States, seat: int) -> list[int]:
        """Legal actions of a seat, ascending; empty if it is not the seat's turn."""
        if state.dtype is not self._dtype or state.shape != (1,):
            state = self._own(state)
        return self._legal(state, seat).copy()

    def moves(self, state: States, seat: int) -> list[int]:
        """Legal actions of a seat except talk: bots search these."""
        if not self._has_talk or not 0 <= seat < self.State.most_seats:
            return self.legal(state, seat)
        out = self._scratch.actions
        found: list[int] = out[: self._quickly("moves_at")(self._own(state), 0, seat, out)].tolist()
        return found

    def _legal(self, state: States, seat: int) -> list[int]:
        scratch, data = self._scratch, state.tobytes()
        if scratch.state != data or scratch.seat != seat:
            if not 0 <= seat < self.State.most_seats:
                return []
            function = self._quickly("legal_at") if self.interpreted else self._direct["legal_at"]
            out = scratch.actions
            scratch.legal = out[: function(state, 0, seat, out)].tolist()
            scratch.state, scratch.seat = data, seat
        return scratch.legal

    def apply(self, state: States, seat: int, action: int) -> None:
        """Apply an action to this state in place. Raises Illegal and changes nothing if it is not allowed."""
        if state.dtype is not self._dtype or state.shape != (1,):
            state = self._own(state)
        allowed = self._legal(state, seat)
        if action not in allowed:
            if not allowed:
                raise Illegal(f"it is not seat {seat}'s turn")
            raise Illegal(f"{self.text_of(state, action)!r} is not legal now")
        if not state.flags.writeable:
            raise BadState("this state is read-only; apply the action to a copy, game.copy(state)")
        function = self._quickly("apply_at") if self.interpreted else self._direct["apply_at"]
        function(state, 0, seat, action)

    def is_obvious(self, block: Named, phase: int) -> bool:
        """Does everybody know when an action of this block is a seat's only legal action?"""
        return self.open or block.is_obvious(phase)

    def time_up(self, state: States) -> None:
        """End a real-time game, in place, after its time limit."""
        if self._time_up is None or not self.real_time(self.options_of(state)) or state["over"][0]:
            raise Illegal(f"this game of {self.about.name} has no time limit")
        self._time_up(state[0])

    @property
    def has_swings(self) -> bool:
        """Can there be choices by timing?"""
        return self._swing is not None

    def swing(self, view: States, seat: int) -> Swing | None:
        """The pointer by which a seat has to time its choice, if there is one, from the seat's view."""
        return self._swing(view, seat) if self._swing else None

    def text_of(self, state: States, action: int) -> str:
        """The text of an action."""
        try:
            return self.actions.text(action, self.context_of(state))
        except ValueError:
            return str(action)

    def context_of(self, state: States) -> dict[str, Any]:
        """The options and, in a match, the current game: the names of actions depend on them."""
        return {**self.options_of(state), **self._context(state)}

    def options_of(self, state: States) -> dict[str, Any]:
        return {name: self._option_of(state, name) for name in self.options}

    def _option_of(self, state: States, name: str) -> Any:
        field, stored = self.options[name], int(state[name][0])
        if field.custom and stored == len(field.values):
            return field.custom.write(state[field.custom.field][0].tolist())
        return field.shown(stored)

    def result(self, state: States) -> Result | None:
        """Ranks, scores and the reason; None while the game runs."""
        if not state["over"][0]:
            return None
        seats, reason = int(state["seats"][0]), int(state["reason"][0])
        ranks, scores = (tuple(int(x) for x in state[name][0][:seats]) for name in ("rank", "score"))
        return Result(ranks, scores, self.reasons.texts[reason], reason in self.reasons.caps)

    @property
    def is_match(self) -> bool:
        """Is this a match of several games?"""
        return self._inner is not None

    def inner(self, state: States) -> Inner | None:
        """In a match, the game being played; None between games and in all other games."""
        return self._inner(state) if self._inner else None

    # --- knowledge ---

    def view(self, state: States, seat: int = SPECTATOR) -> States:
        """The state as a seat or a spectator sees it. All hidden bytes are 0."""
        if seat != SPECTATOR and not 0 <= seat < int(state["seats"][0]):
            raise BadOption(f"there is no seat {seat}")
        if state.dtype is not self._dtype or state.shape != (1,):
            state = self._own(state)
        return StateArray(1, self._dtype, bytearray(seen_by(self.State, state, seat)))

    def redeal(self, view: States, seat: int, seed: int | str | None = None) -> States:
        """A random full state that fits this view: hidden cards and future chance are dealt again."""
        state = copy_of(view)
        self.function("redeal_at")(state, 0, seat, _key(seed), 0)
        return state

    def conserved(self, state: States) -> bool:
        """Is every component in exactly one valid place?"""
        return bool(self.function("conserved_at")(state, 0))

    def count_sequences(self, state: States, depth: int) -> list[int]:
        """The number of action sequences from this state, of length 1, 2, ... `depth` (perft).

        For games without hidden choices. Chance follows the state's generator.
        """
        states = np.zeros(depth, self.State.dtype)
        states[0] = state[0]
        counts = np.zeros((3, depth), np.int64)
        self.compiled("count_sequences")(states, depth, counts, np.zeros((depth, self.actions.count), np.int32))
        found: list[int] = counts[0].tolist()
        return found

    def batch(
        self, size: int, seats: int | None = None, *, checked: bool = True, threads: int = 1, **options: Any
    ) -> batch.Batch:
        """Many games stepped together. `checked=False` trusts your actions and saves some time."""
        return batch.Batch(self, size, self.template(seats, options), checked, threads)


class Direct(dict[str, Any]):
    """A game's functions on one state, compiled at their first use and called without a look at their arguments' types.

    Pass a state of the game alone in its array, 0, a seat, and then an action or an array for the list of actions.
    """

    def __init__(self, game: Game) -> None:
        self._game = game

    def __missing__(self, name: str) -> Any:
        game = self._game
        last = 0 if name == "apply_at" else np.zeros(game.actions.count, np.int32)
        self[name] = direct(game.compiled(name), blank(game.State.dtype), 0, 0, last)
        return self[name]


@dataclass(frozen=True)
class Inner:
    """The game being played in a match, as a game by itself. A view of the match contains a view of it."""

    game: Game
    state: States
    offset: int  # its action 0 has this id in the match


@functools.cache
def _members(seats: int) -> tuple[int, ...]:
    """The members of a set of seats."""
    return tuple(seat for seat in range(seats.bit_length()) if seats >> seat & 1)


def _source(function: Callable[..., Any]) -> str:
    return str(getattr(function, "py_func", function).__code__.co_filename)


def _key(seed: int | str | None) -> Any:
    return np.array(seed_words(parse_seed(seed)), np.uint32)
