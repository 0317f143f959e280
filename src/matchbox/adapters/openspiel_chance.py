"""Chance in OpenSpiel games: sampled from seeds, or explicit, with every outcome and its probability.

A model of chance moves a game from one *moment* to the next. A moment is settled, and some seat chooses, or it waits
for an outcome of a chance node.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Protocol

from matchbox.engine import BadOption, Base, States
from matchbox.engine.chance import seed_words
from matchbox.engine.outcomes import LIMIT, Outcomes, Situation, starts, steps

from .config import GameConfig

Choices = tuple[tuple[int, int], ...]
"""Seats and their actions."""

SAMPLED, EXPLICIT = "sampled", "explicit"
SEEDS = 256  # outcomes of a sampled chance node
OPENING = 4  # sampled chance nodes of the first chance event


@dataclass(frozen=True)
class Moment:
    """A point of a game. Nothing in it is ever written to."""

    record: States  # if it waits for chance, as it was before the choices
    choices: Choices = ()  # those that led here, or that wait for chance
    outcomes: tuple[tuple[int, float], ...] = ()  # of a chance node: each with its probability; empty if settled
    drawn: tuple[int, ...] = ()  # outcomes of this chance event so far
    memory: Any = None  # what the model remembers

    @property
    def waiting(self) -> bool:
        return bool(self.outcomes)


class ChanceModel(Protocol):
    most_outcomes: int
    """Of a chance node."""

    def most_nodes(self, bound: int) -> int:
        """The most chance nodes of a game with at most `bound` actions."""

    def start(self) -> Moment: ...
    def after(self, moment: Moment, choices: Choices) -> Moment: ...
    def drawn(self, moment: Moment, outcome: int) -> Moment: ...
    def with_record(self, moment: Moment, record: States) -> Moment:
        """The same moment of a game that differs in what a player does not see."""


def chance_model(name: str, config: GameConfig) -> ChanceModel:
    models: dict[str, type[SampledChance | ExplicitChance]] = {SAMPLED: SampledChance, EXPLICIT: ExplicitChance}
    if name not in models:
        raise BadOption(f"chance={name}: choose one of {', '.join(models)}")
    return models[name](config)


def apply_choices(config: GameConfig, state: States, choices: Choices) -> States:
    for seat, action in choices:
        config.game.apply(state, seat, int(action))
    return state


# --- sampled ---


@dataclass(frozen=True)
class Seeds:
    """The seeds of a sampled game."""

    opening: int = 0  # the seed drawn by the first event
    event: int = 0  # number of the next event


class SampledChance:
    """Equally likely outcomes, each with its own seed for the game's generator. The deal takes four nodes."""

    most_outcomes = SEEDS
    _outcomes = tuple((outcome, 1 / SEEDS) for outcome in range(SEEDS))

    def __init__(self, config: GameConfig) -> None:
        self._config = config
        self._generators = list(_generators(config.game.State))

    def most_nodes(self, bound: int) -> int:
        return OPENING + bound

    def start(self) -> Moment:
        return Moment(self._config.template, (), self._outcomes, memory=Seeds())

    def after(self, moment: Moment, choices: Choices) -> Moment:
        after = apply_choices(self._config, moment.record.copy(), choices)
        if self._chance_of(after) == self._chance_of(moment.record):
            return Moment(after, choices, memory=moment.memory)
        return Moment(moment.record, choices, self._outcomes, memory=moment.memory)

    def drawn(self, moment: Moment, outcome: int) -> Moment:
        seeds: Seeds = moment.memory
        digits = (*moment.drawn, outcome)
        if seeds.event == 0 and len(digits) < OPENING:
            return replace(moment, drawn=digits)
        drawn = functools.reduce(lambda number, digit: number * SEEDS + digit, digits, 0)
        opening = drawn if seeds.event == 0 else seeds.opening
        seed = opening | seeds.event << 32 | drawn << 64
        after = Seeds(opening, seeds.event + 1)
        if not moment.record["decision_point"][0]:
            return Moment(self._config.game.start(self._config.template, seed), memory=after)
        state = moment.record.copy()
        for part in self._parts(state):
            part["key"], part["block"], part["used"] = seed_words(seed), 0, 0
        return Moment(apply_choices(self._config, state, moment.choices), moment.choices, memory=after)

    def with_record(self, moment: Moment, record: States) -> Moment:
        return replace(moment, record=record)

    def _parts(self, state: States) -> Iterator[Any]:
        for path in self._generators:
            yield functools.reduce(lambda part, name: part[name], path, state)

    def _chance_of(self, state: States) -> list[bytes]:
        """The state of all generators."""
        return [part[name].tobytes() for part in self._parts(state) for name in ("key", "block", "used")]


def _generators(state: type[Base]) -> Iterator[tuple[str, ...]]:
    """The paths to all generators: that of the record, and those of games inside it."""
    yield ()
    for name, field in state.fields.items():
        if field.visible == "inside":
            yield from ((name, *path) for path in _generators(field.code))


# --- explicit ---


@dataclass(frozen=True)
class Known:
    """A situation, and the situations that may follow the choices that wait for chance."""

    situation: Situation | None
    following: tuple[Situation, ...] = ()


class ExplicitChance:
    """Every outcome with its probability. There is a chance node only where outcomes look different to some seat."""

    most_outcomes = LIMIT

    def __init__(self, config: GameConfig) -> None:
        self._config = config
        self._starts = starts(config.game, config.template)  # raises TooManyOutcomes

    def most_nodes(self, bound: int) -> int:
        return 1 + bound

    def start(self) -> Moment:
        return self._moment(self._config.template, None, (), self._starts)

    def after(self, moment: Moment, choices: Choices) -> Moment:
        situation: Situation = moment.memory.situation
        return self._moment(moment.record, situation, choices, steps(self._config.game, situation, choices))

    def drawn(self, moment: Moment, outcome: int) -> Moment:
        found: Situation = moment.memory.following[outcome]
        return Moment(found.state, moment.choices, memory=Known(found))

    def with_record(self, moment: Moment, record: States) -> Moment:
        return replace(moment, record=record, memory=Known(Situation.of(record)))

    def _moment(self, record: States, before: Situation | None, choices: Choices, outcomes: Outcomes) -> Moment:
        if len(outcomes) == 1:
            ((_, found),) = outcomes
            return Moment(found.state, choices, memory=Known(found))
        odds = tuple((number, chance) for number, (chance, _) in enumerate(outcomes))
        return Moment(record, choices, odds, memory=Known(before, tuple(found for _, found in outcomes)))
