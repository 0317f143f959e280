"""The figures of a report, each with its interval."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from matchbox import __version__
from matchbox.engine import Game
from matchbox.lab.figures import Array, Figure, ratio_of, share_of
from matchbox.lab.observed import ObservedGame
from matchbox.scene.look import theme_of

from .collection import Collection, Group
from .duels import Strength, strength_of
from .measures import Measure, measures_for, minutes_of
from .plan import ABLATION, RUNG, SKILL, STRATEGY, Duel, Level, Option, Review, Settings
from .reviews import ReviewPart, review_part

BARS = 24
"""Of a histogram, at most."""
ENOUGH = 10
"""Deals that a sentence can rest on."""
MOST_VALUES = 60
"""Arguments of actions with more values, such as squares of a large board, are not listed value by value."""
AT_STAKE = 0.02
"""Where less is at stake, on the scale from -1 to 1, the game is decided, and any action is as good as another."""


@dataclass(frozen=True)
class Label:
    """The name of a measure, what it means, and whether it is a share of 1."""

    label: str
    about: str
    percent: bool


@dataclass(frozen=True)
class Histogram:
    """Counts of values: bar i holds those from `edges[i]` up to but without `edges[i + 1]`."""

    edges: list[float]
    counts: list[int]


@dataclass(frozen=True)
class LevelPart:
    """Games with the same bot in every seat."""

    bot: str
    games: int
    different: int  # of the games: the others repeat one of them action by action
    deals: int
    measures: dict[str, Figure]
    reasons: dict[str, Figure]  # how the games ended
    decisions: Histogram
    minutes: Histogram
    scores: Histogram  # of all seats
    branching: list[tuple[int, Figure]]  # the number of a decision, and the mean number of legal actions


@dataclass(frozen=True)
class ActionUse:
    """How often an action was chosen, of the decisions with something at stake in which it was legal."""

    action: str
    legal: int
    chosen: int
    share: Figure


@dataclass(frozen=True)
class OptionPart:
    """What changes if one option is changed, with the same deals."""

    study: str
    option: str
    value: str
    usual: str
    deals: int
    effects: dict[str, Figure]  # differences of measures


@dataclass(frozen=True)
class Document:
    """All figures of a report."""

    matchbox: str
    game: str
    name: str
    version: int
    box: str
    hue: int  # of the game's colour, in degrees
    seats: int
    minutes: str  # on the box
    cooperative: bool
    options: dict[str, str]
    bots: list[str]
    seed: str
    games: int
    labels: dict[str, Label]
    levels: list[LevelPart]
    main: str | None  # the bot that most sentences are about
    skill: list[Strength]
    ladder: list[Strength]
    strategies: list[Strength]
    ablations: list[Strength]
    actions: list[ActionUse]  # of the main bot
    reviews: list[ReviewPart]
    option_effects: list[OptionPart]

    @property
    def main_part(self) -> LevelPart | None:
        return next((part for part in self.levels if part.bot == self.main), None)


def document_of(settings: Settings, collection: Collection) -> Document:
    game = settings.game
    measures = measures_for(settings.seats, game.about.cooperative, game.is_match)
    finished = [(study, groups) for study in collection.studies.values() if (groups := collection.groups(study))]

    def strengths(kind: str) -> list[Strength]:
        return [strength_of(one, groups) for one, groups in finished if isinstance(one, Duel) and one.kind == kind]

    levels = [_level_part(one, groups, measures) for one, groups in finished if isinstance(one, Level)]
    main = main_level(levels)
    shown = groups_of(main.bot, collection) if main else []
    about = game.about
    return Document(
        matchbox=__version__,
        game=game.id,
        name=about.name,
        version=about.version,
        box=about.box,
        hue=theme_of(game).hue,
        seats=settings.seats,
        minutes=about.minutes,
        cooperative=about.cooperative,
        options={name: str(value) for name, value in settings.options.items()},
        bots=list(settings.levels),
        seed=str(settings.seed),
        games=collection.total(),
        labels={one.name: Label(one.label, one.about, one.percent) for one in measures},
        levels=levels,
        main=main.bot if main else None,
        skill=strengths(SKILL),
        ladder=strengths(RUNG),
        strategies=strengths(STRATEGY),
        ablations=strengths(ABLATION),
        actions=uses_of(game, settings, shown),
        reviews=[review_part(one.bot, collection.reviews(one)) for one, _ in finished if isinstance(one, Review)],
        option_effects=[
            _option_part(settings, collection, one, groups, measures)
            for one, groups in finished
            if isinstance(one, Option)
        ],
    )


# --- levels ---


def main_level(levels: Sequence[LevelPart]) -> LevelPart | None:
    """The strongest bot with enough deals to tell something, or else the bot with most."""
    enough = [part for part in levels if part.deals >= ENOUGH]
    return enough[-1] if enough else max(levels, key=lambda part: part.deals, default=None)


def groups_of(bot: str, collection: Collection) -> list[Group]:
    """The games with this bot in every seat, by their deals."""
    studies = [one for one in collection.studies.values() if isinstance(one, Level) and one.bot == bot]
    return [group for study in studies for group in collection.groups(study)]


def games_of(bot: str, collection: Collection) -> list[ObservedGame]:
    return [game for group in groups_of(bot, collection) for game in group]


def _level_part(study: Level, groups: Sequence[Group], measures: Sequence[Measure]) -> LevelPart:
    games = [game for group in groups for game in group]
    return LevelPart(
        study.bot,
        len(games),
        len({(game.actors, game.actions) for game in games}),
        len(groups),
        {one.name: one.of(groups) for one in measures},
        _reasons(groups),
        histogram([len(game.actions) for game in games]),
        histogram([minutes_of(game) for game in games], whole=False),
        histogram([score for game in games for score in game.scores]),
        branching_of(groups),
    )


def _reasons(groups: Sequence[Group]) -> dict[str, Figure]:
    counts = Counter(game.reason for group in groups for game in group)
    each = len(groups[0])
    return {
        reason: share_of([sum(game.reason == reason for game in group) / each for group in groups], each)
        for reason, _ in counts.most_common()
    }


def histogram(values: Sequence[float], whole: bool = True) -> Histogram:
    """The values in at most BARS bars of the same width; whole numbers in bars of whole widths."""
    low, high = min(values), max(values)
    if whole:
        width = max(1, -(-int(high - low + 1) // BARS))
        edges = np.arange(low, high + width + 1, width, dtype=float)
    else:
        edges = np.linspace(low, high + 1e-9, min(BARS, max(4, len(values) // 4)) + 1)
    counts, _ = np.histogram(values, edges)
    return Histogram([round(float(edge), 3) for edge in edges], counts.tolist())


def branching_of(groups: Sequence[Group]) -> list[tuple[int, Figure]]:
    """The mean number of legal actions by the number of the decision, as far as half of the games go."""
    lengths = sorted(len(game.actions) for group in groups for game in group)
    last = lengths[len(lengths) // 2]
    step = max(1, last // 60)
    found = []
    for first in range(0, last, step):
        parts = [[len(legal) for game in group for legal in game.legal[first : first + step]] for group in groups]
        mean = ratio_of(np.array([sum(part) for part in parts], float), np.array([len(part) for part in parts], float))
        if mean.groups:
            found.append((first + 1, mean))
    return found


# --- actions ---


def uses_of(game: Game, settings: Settings, groups: Sequence[Group]) -> list[ActionUse]:
    """How often each kind of action is chosen, and each value of its arguments where they are few."""
    legal: defaultdict[str, Array] = defaultdict(lambda: np.zeros(len(groups)))
    chosen: defaultdict[str, Array] = defaultdict(lambda: np.zeros(len(groups)))
    names = ActionNames(game, settings.options)
    for number, group in enumerate(groups):
        for one in group:
            for options, action, stake in zip(one.legal, one.actions, one.stakes, strict=True):
                if len(options) > 1 and (stake is None or stake >= AT_STAKE):
                    for name in {name for option in options for name in names(option)}:
                        legal[name][number] += 1
                    for name in names(action):
                        chosen[name][number] += 1
    return [_use(name, legal[name], chosen[name]) for name in sorted(legal)]


def _use(name: str, legal: Array, chosen: Array) -> ActionUse:
    return ActionUse(name, int(legal.sum()), int(chosen.sum()), ratio_of(chosen, legal).as_share())


class ActionNames:
    """The kinds that an action belongs to: `hold`, `hold blue=2`, ..."""

    def __init__(self, game: Game, options: Any) -> None:
        self._game, self._options = game, options
        self._known: dict[int, tuple[str, ...]] = {}

    def __call__(self, action: int) -> tuple[str, ...]:
        if action not in self._known:
            self._known[action] = tuple(self._named(action))
        return self._known[action]

    def _named(self, action: int) -> Iterator[str]:
        block = self._game.actions.named(action, self._options)
        yield block.name
        sizes = {name: one if isinstance(one, int) else len(one) for name, one in block.arguments.items()}
        values = block.values(action)
        yield from (f"{block.name} {name}={values[name]}" for name, size in sizes.items() if size <= MOST_VALUES)


# --- options ---


def _option_part(
    settings: Settings, collection: Collection, study: Option, groups: Sequence[Group], measures: Sequence[Measure]
) -> OptionPart:
    """The effects of an option. Its deals are those of a level, which plays each of them twice: the first counts."""
    base = next(one for one in collection.studies.values() if isinstance(one, Level) and one.bot == study.bot)
    usual = [group[:1] for group in collection.groups(base)]
    effects = {one: one.difference(groups, usual) for one in measures if one.name != "luck"}
    known = {
        one.name: effect.within(-1.0, 1.0) if one.percent else effect
        for one, effect in effects.items()
        if effect.groups
    }
    deals = min(len(groups), len(usual))
    return OptionPart(study.key, study.name, str(study.value), str(settings.options[study.name]), deals, known)
