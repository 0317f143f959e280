"""The games that a report rests on: studies, each an endless row of deals that are played in groups.

Groups of a study are independent of each other. The games of a group share a deal, so they are compared, not counted
as evidence twice.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from matchbox import bots
from matchbox.bots.levels import LEVELS
from matchbox.engine import BadOption, Game, States
from matchbox.lab.observed import Deal

LADDER = ("x1/4", "x1/2", "x1", "x2", "x4", "x8")
"""The search of a level on the ladder of skill, each twice the one before."""
BLOCK = 1_000_000
"""Between the first seeds of two studies, so that no two share a deal by chance."""


@dataclass(frozen=True)
class Settings:
    """What a report is about. The levels go from the weakest up."""

    game: Game
    seats: int
    options: Mapping[str, Any]
    levels: tuple[str, ...]
    seed: int = 0

    @property
    def template(self) -> States:
        return self.game.template(self.seats, self.options)

    @property
    def searching(self) -> tuple[str, ...]:
        """The levels that search."""
        return tuple(level for level in self.levels if level in LEVELS)


def settings_of(
    game: Game, seats: int | None, options: Mapping[str, Any], levels: Sequence[str], seed: int = 0
) -> Settings:
    """Checked settings. Raises BadOption for levels that are not there or given twice."""
    template = game.template(seats, options)
    if not levels:
        raise BadOption("name at least one bot")
    if len(set(levels)) < len(levels):
        raise BadOption("name every bot once; a report lets each play against itself and against the others")
    for name in levels:
        bots.seated(name, 0, game)
    ordered = sorted(levels, key=lambda name: bots.NAMES.index(name) if name in bots.NAMES else len(bots.NAMES))
    return Settings(game, int(template["seats"][0]), game.options_of(template), tuple(ordered), seed)


@dataclass(frozen=True)
class Study(ABC):
    """One question to the games: `groups` of deals, in the order of their numbers."""

    key: str
    weight: float  # its part of the time
    seed: int

    @abstractmethod
    def deals(self, number: int, seats: int) -> tuple[Deal, ...]:
        """The games of a group."""

    @property
    def changed(self) -> Mapping[str, Any]:
        """The options that differ from those of the report."""
        return {}


@dataclass(frozen=True)
class Level(Study):
    """A bot in every seat. Every deal is played twice: what both games share is owed to the deal."""

    bot: str = ""

    def deals(self, number: int, seats: int) -> tuple[Deal, ...]:
        return tuple(Deal(self.seed + number, (self.bot,) * seats, repeat) for repeat in (0, 1))


@dataclass(frozen=True)
class Option(Study):
    """A bot in every seat, with one option changed. It plays the deals of its `Level`, once."""

    bot: str = ""
    name: str = ""
    value: Any = None

    def deals(self, number: int, seats: int) -> tuple[Deal, ...]:
        return (Deal(self.seed + number, (self.bot,) * seats),)

    @property
    def changed(self) -> Mapping[str, Any]:
        return {self.name: self.value}


@dataclass(frozen=True)
class Review(Study):
    """The games of a `Level` again, with a review of each."""

    bot: str = ""

    def deals(self, number: int, seats: int) -> tuple[Deal, ...]:
        return (Deal(self.seed + number, (self.bot,) * seats),)


@dataclass(frozen=True)
class Duel(Study):
    """Two bots. Each is alone against the other in every seat of a deal, in turns of deals."""

    bot: str = ""
    other: str = ""
    together: bool = False  # in a co-operative game each plays the same deal by itself

    @property
    def kind(self) -> str:
        return self.key.split()[0]

    def deals(self, number: int, seats: int) -> tuple[Deal, ...]:
        seed = self.seed + number
        if self.together:
            return tuple(Deal(seed, (bot,) * seats) for bot in (self.bot, self.other))
        alone, rest = (self.bot, self.other) if number % 2 == 0 else (self.other, self.bot)
        return tuple(
            Deal(seed, tuple(alone if seat == place else rest for seat in range(seats))) for place in range(seats)
        )


SKILL, RUNG, STRATEGY, ABLATION = "skill", "rung", "strategy", "ablation"
"""Kinds of duels; their keys begin with these."""


def studies(settings: Settings) -> list[Study]:
    """The studies of a report."""
    seeds = (settings.seed + number * BLOCK for number in range(10_000))
    parts = _rising(len(settings.levels))
    levels = [
        Level(f"level {bot}", 0.4 * part, next(seeds), bot) for bot, part in zip(settings.levels, parts, strict=True)
    ]
    found: list[Study] = [*levels, *_shared(SKILL, 0.1, _neighbours(settings.levels), settings, seeds)]
    searching = settings.searching
    if searching and not settings.game.is_match:
        rungs = [f"{searching[0]} {factor}" for factor in LADDER]
        found += _shared(RUNG, 0.2, _neighbours(rungs), settings, seeds, _rising(len(rungs) - 1))
        found += _shared(STRATEGY, 0.07, _strategies(settings, searching[0]), settings, seeds)
        found += _shared(ABLATION, 0.08, _ablations(settings, searching[0]), settings, seeds)
    if searching:
        base = levels[settings.levels.index(searching[0])]
        if not settings.game.is_match:
            found.append(Review(f"review {base.bot}", 0.1, base.seed, base.bot))
        flips = list(_flips(settings))
        found += [
            Option(f"option {name}={value}", 0.15 / len(flips), base.seed, base.bot, name, value)
            for name, value in flips
        ]
    return found


def _shared(
    kind: str,
    weight: float,
    pairs: Sequence[tuple[str, str]],
    settings: Settings,
    seeds: Iterator[int],
    parts: Sequence[float] = (),
) -> list[Study]:
    together = settings.game.about.cooperative
    return [
        Duel(f"{kind} {bot} : {other}", weight * part, next(seeds), bot, other, together)
        for (bot, other), part in zip(pairs, parts or [1 / len(pairs) for _ in pairs], strict=True)
    ]


def _rising(count: int) -> list[float]:
    """Parts of the time for bots that think longer and longer: more for those that need more, though not as much."""
    parts = [math.sqrt(2.0**number) for number in range(count)]
    return [part / sum(parts) for part in parts]


def _neighbours(names: Sequence[str]) -> list[tuple[str, str]]:
    return list(zip(names[1:], names, strict=False))


def _actions(settings: Settings) -> list[str]:
    """The blocks of actions that exist with these options, without those that only say that one has seen enough."""
    blocks = settings.game.actions.blocks
    names = [block.name for block in blocks if block.holds(settings.options) and not block.pause]
    return list(dict.fromkeys(names))


def _strategies(settings: Settings, level: str) -> list[tuple[str, str]]:
    actions = _actions(settings)
    simple = [f"random {word} {action}" for action in actions for word in ("always", "never")]
    return [(bot, level) for bot in ["greedy", *(simple if len(actions) > 1 else [])]]


def _ablations(settings: Settings, level: str) -> list[tuple[str, str]]:
    actions = _actions(settings)
    return [(f"{level} never {action}", level) for action in actions] if len(actions) > 1 else []


def _flips(settings: Settings) -> Iterator[tuple[str, Any]]:
    """Every other value of every option, where the rest of the settings allow it."""
    game = settings.game
    for name, option in game.options.items():
        for value in option.values:
            options = {**settings.options, name: value}
            if value == settings.options[name] or game.real_time(options) != game.real_time(settings.options):
                continue
            try:
                game.template(settings.seats, options)
            except BadOption:
                continue
            yield name, value
