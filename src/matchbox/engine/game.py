"""A game as the rest of the program sees it, and the registry that finds all games."""

from __future__ import annotations

import functools
import importlib
import pkgutil
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from importlib.metadata import entry_points
from typing import Any

import numpy as np

from . import play
from .actions import Actions
from .chance import parse_seed, seed_words
from .errors import BadOption, Illegal, UnknownGame, Unreadable
from .record import SPECTATOR, Base, States
from .results import Reasons
from .rules import rule, specialise


@dataclass(frozen=True)
class About:
    """What is printed on the box."""

    id: str
    name: str
    box: str
    designers: str
    seats: range
    minutes: str
    complexity: int  # 1 to 5
    kind: str
    version: int = 1  # raised when the same actions would lead to another game
    zero_sum: bool = False  # scores always add up to 0
    cooperative: bool = False  # everybody wins (rank 1) or loses (rank 2) together
    score_bounds: tuple[int, int] | None = None  # of a co-operative game: its score is what is played for
    asks_forced: bool = False  # is a player asked when only one action is legal?
    thinking: int = 100_000  # search iterations of an expert: about a second on one core
    slips: tuple[float, float, float] = (0.6, 0.3, 0.0)  # how often a novice, a casual and a club bot move at random


@dataclass(frozen=True)
class Result:
    """How a game ended."""

    ranks: tuple[int, ...]
    scores: tuple[int, ...]
    reason: str
    capped: bool

    @property
    def winners(self) -> tuple[int, ...]:
        return tuple(seat for seat, rank in enumerate(self.ranks) if rank == 1)


class Game:
    """The rules of a game behind one interface.

    States are arrays of length one; every method leaves its argument as it was unless it
    says otherwise. Speed from Python comes from `compiled`, which works on whole arrays.
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
        evaluate: Callable[..., float] | None = None,
        foresight: int = 0,
        check: Callable[[int, Mapping[str, Any]], None] | None = None,
        real_time: Callable[[Mapping[str, Any]], bool] = lambda options: False,
        relies: Callable[[States, int], int] = lambda state, action: 0,
        time_limit: int | None = None,
        time_up: Callable[..., None] | None = None,
        context: Callable[[States], Mapping[str, Any]] = lambda state: {},
    ) -> None:
        if state.most_seats != about.seats[-1]:
            raise TypeError(f"{about.id}: a record for {state.most_seats} seats, a box for {about.seats[-1]}")
        self.about, self.State, self.actions, self.reasons = about, state, actions, reasons
        self.id = about.id
        self.bound = bound
        """Most actions a game can take, from the seats and options (the page's termination)."""
        self.real_time = real_time
        """Do several acting seats race each other, so that the order of their actions matters?"""
        self.relies = relies
        """What somebody must have seen to mean this action: in a race it may have changed before the action arrives."""
        self.time_limit = time_limit
        """Seconds after which a game in real time is ended by `time_up`."""
        self._time_up = time_up
        self._check, self._context = check, context
        self.foresight = foresight if evaluate else 0
        """After how many actions a playout may be broken off and judged by `evaluate`; 0: it is played to the end."""
        self._rules = {
            "setup": setup,
            "legal": legal,
            "apply": apply,
            "redeal": redeal,
            "conserved": conserved,
            "evaluate": evaluate or no_opinion,
        }
        self.file: str = getattr(setup, "py_func", setup).__code__.co_filename
        self._compiled: dict[str, Any] = {}
        self.options = {name: field for name, field in state.fields.items() if field.is_option}

    # --- compiled code ---

    def compiled(self, name: str) -> Any:
        """This game's own copy of a generic function, compiled at its first call."""
        if name not in self._compiled:
            low, high = self.about.score_bounds or (0, 0)
            constants = {"COOPERATIVE": self.about.cooperative, "LOW": float(low), "SPAN": float(high - low)}
            for generic in play.GENERIC:
                known = {**self._rules, **self._compiled, **constants}
                if generic.__name__ not in known:
                    self._compiled[generic.__name__] = specialise(generic, self.id, self.file, **known)
        return self._compiled[name]

    def specialised(self, function: Callable[..., Any]) -> Any:
        """This game's own copy of any function written over the names in `play`."""
        if function.__name__ not in self._compiled:
            self.compiled(play.GENERIC[0].__name__)
            known = {**self._rules, **self._compiled}
            self._compiled[function.__name__] = specialise(function, self.id, self.file, **known)
        return self._compiled[function.__name__]

    def rule(self, name: str) -> Any:
        """One of the game's own compiled rules."""
        return self._rules[name]

    # --- beginning ---

    def template(self, seats: int | None = None, options: Mapping[str, Any] | None = None) -> States:
        """A blank record with checked seats and options, from which games start."""
        options = self.read_options(options or {})
        seats = self.about.seats[0] if seats is None else seats
        if seats not in self.about.seats:
            allowed = " or ".join(map(str, self.about.seats)) if len(self.about.seats) < 3 else self.seat_range
            raise BadOption(f"{self.about.name} is for {allowed} players, not {seats}")
        if self._check:
            self._check(seats, options)
        state = np.zeros(1, self.State.dtype)
        state["seats"] = seats
        self.store_options(state, options)
        for name, field in self.options.items():
            if field.own and field.is_own(options[name]):
                wrong = [
                    found.text for found in field.own.findings(state[field.own.field][0].tolist(), seats) if found.fatal
                ]
                if wrong:
                    raise BadOption(f"option {name}: this {field.own.noun} cannot be used. " + "; ".join(wrong))
        return state

    def store_options(self, state: States, options: Mapping[str, Any]) -> None:
        """Write options that have been read into a record."""
        for name, value in options.items():
            field = self.options[name]
            state[name] = field.stored(value)
            if field.own and field.is_own(value):
                state[field.own.field] = field.own.read(value)

    @property
    def seat_range(self) -> str:
        first, last = self.about.seats[0], self.about.seats[-1]
        return str(first) if first == last else f"{first}-{last}"

    def read_options(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """All options with their values; texts are read, unknown names and values refused."""
        values = {name: field.default for name, field in self.options.items()}
        for name, value in given.items():
            if name not in values:
                known = ", ".join(values) or "none"
                raise BadOption(f"{self.about.name} has no option {name!r}; its options: {known}")
            values[name] = self._read_option(name, value)
        return values

    def _read_option(self, name: str, value: Any) -> Any:
        """One of the values, or a text of one's own in the form in which records hold it."""
        field = self.options[name]
        allowed = {str(v): v for v in field.values}
        if str(value) in allowed:
            return allowed[str(value)]
        if field.own is None:
            raise BadOption(f"option {name}={value}: choose one of {', '.join(allowed)}")
        try:
            return field.own.write(field.own.read(str(value)))
        except Unreadable as error:
            names, noun = ", ".join(allowed), field.own.noun
            if "\n" in str(value):  # meant as one, not a name misspelt
                raise BadOption(f"option {name}: {error}; mend your {noun}, or choose one of {names}") from None
            raise BadOption(f"option {name}: choose one of {names}, or give a {noun} of your own: {error}") from None

    def new(self, seats: int | None = None, seed: int | str | None = None, **options: Any) -> States:
        """A game set up and ready for its first action."""
        return self.start(self.template(seats, options), seed)

    def start(self, template: States, seed: int | str | None = None) -> States:
        state = np.zeros(1, self.State.dtype)
        self.compiled("begin")(state, 0, template, _key(seed), 0)
        return state

    # --- playing ---

    def acting(self, state: States) -> list[int]:
        """Seats that may act now."""
        acting = int(state["acting"][0])
        return [seat for seat in range(int(state["seats"][0])) if acting >> seat & 1]

    def legal(self, state: States, seat: int) -> list[int]:
        """Legal actions of a seat, ascending; empty if it does not act."""
        if not 0 <= seat < int(state["seats"][0]):
            return []
        out = np.empty(self.actions.count, np.int32)
        count = self.compiled("legal_at")(state, 0, seat, out)
        found: list[int] = out[:count].tolist()
        return found

    def apply(self, state: States, seat: int, action: int) -> None:
        """Carry out an action in this state, or refuse it and change nothing."""
        allowed = self.legal(state, seat)
        if action not in allowed:
            if not allowed:
                raise Illegal(f"seat {seat} is not to act now")
            raise Illegal(f"{self.text_of(state, action)!r} is not legal now")
        self.compiled("apply_at")(state, 0, seat, action)

    def time_up(self, state: States) -> None:
        """End a game in real time whose time is over."""
        if self._time_up is None or not self.real_time(self.options_of(state)) or state["over"][0]:
            raise Illegal(f"this game of {self.about.name} has no time limit to end it")
        self._time_up(state[0])

    def text_of(self, state: States, action: int) -> str:
        """An action by name."""
        try:
            return self.actions.text(action, self.context_of(state))
        except ValueError:
            return str(action)

    def context_of(self, state: States) -> dict[str, Any]:
        """What the names of actions depend on: the options, and in a match the game being played."""
        return {**self.options_of(state), **self._context(state)}

    def options_of(self, state: States) -> dict[str, Any]:
        return {name: self._option_of(state, name) for name in self.options}

    def _option_of(self, state: States, name: str) -> Any:
        field, stored = self.options[name], int(state[name][0])
        if field.own and stored == len(field.values):
            return field.own.write(state[field.own.field][0].tolist())
        return field.shown(stored)

    def result(self, state: States) -> Result | None:
        """Ranks, scores and the reason; nothing while the game runs."""
        if not state["over"][0]:
            return None
        seats, reason = int(state["seats"][0]), int(state["reason"][0])
        ranks, scores = (tuple(int(x) for x in state[name][0][:seats]) for name in ("rank", "score"))
        return Result(ranks, scores, self.reasons.texts[reason], reason in self.reasons.caps)

    # --- knowledge ---

    def view(self, state: States, seat: int = SPECTATOR) -> States:
        """What one seat, or a spectator, may see: all other bytes are 0."""
        if seat != SPECTATOR and not 0 <= seat < int(state["seats"][0]):
            raise BadOption(f"there is no seat {seat}")
        seen = np.zeros(1, self.State.dtype)
        np.bitwise_and(state.view(np.uint8), self.State.masks[seat], out=seen.view(np.uint8))
        return seen

    def redeal(self, view: States, seat: int, seed: int | str | None = None) -> States:
        """A whole state that this view could come from, with hidden things and chance dealt anew."""
        state = view.copy()
        self.compiled("redeal_at")(state, 0, seat, _key(seed), 0)
        return state

    def conserved(self, state: States) -> bool:
        """Are all components where they can be, each exactly once?"""
        return bool(self.compiled("conserved_at")(state, 0))

    def count_sequences(self, state: States, depth: int) -> list[int]:
        """How many sequences of actions there are from here, of length 1, 2, ... `depth`.

        For games without hidden choices; chance follows the state's own generator.
        """
        states = np.zeros(depth, self.State.dtype)
        states[0] = state[0]
        counts = np.zeros((3, depth), np.int64)
        self.compiled("count_sequences")(states, depth, counts, np.zeros((depth, self.actions.count), np.int32))
        found: list[int] = counts[0].tolist()
        return found

    def batch(self, size: int, seats: int | None = None, **options: Any) -> play.Batch:
        """Many games in step."""
        return play.Batch(self, size, self.template(seats, options))


@rule
def no_opinion(s: Base, seat: int) -> float:
    """What a running game is worth to a seat, in -1..1, as far as nobody knows better."""
    return 0.0


def _key(seed: int | str | None) -> Any:
    return np.array(seed_words(parse_seed(seed)), np.uint32)


# --- the registry ---


def _modules() -> Iterator[str]:
    from matchbox import boxes

    for box in pkgutil.iter_modules(boxes.__path__, f"{boxes.__name__}."):
        package = importlib.import_module(box.name)
        for module in pkgutil.iter_modules(package.__path__, f"{box.name}."):
            yield module.name


def _load(module: str) -> Game | None:
    game = getattr(importlib.import_module(module), "game", None)
    return game if isinstance(game, Game) else None


@functools.cache
def games() -> dict[str, Game]:
    """All games by id: every module of `boxes` that defines `game`, and entry points of `matchbox.games`."""
    found = {game.id: game for game in map(_load, _modules()) if game}
    for point in entry_points(group="matchbox.games"):
        loaded = point.load()
        game = loaded if isinstance(loaded, Game) else loaded.game
        if game.id in found:
            raise TypeError(f"entry point {point.name}: the id {game.id} is taken")
        found[game.id] = game
    return found


@functools.cache
def get(name: str) -> Game:
    """A game by its id; a clear error names the nearest ones. Loads no other game."""
    for module in _modules():
        if module.rpartition(".")[2] == name and (game := _load(module)):
            return game
    known = games()
    if name in known:
        return known[name]
    import difflib

    near = difflib.get_close_matches(name.lower().replace(" ", "_").replace("-", "_"), known, 3, 0.4)
    hint = f"did you mean {' or '.join(near)}?" if near else "`matchbox games` lists them all"
    raise UnknownGame(f"there is no game {name!r}; {hint}")
