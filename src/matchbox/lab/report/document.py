"""A report as data: every figure with its interval, what the figures say in words, and games that show it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from matchbox import __version__
from matchbox.engine import Game
from matchbox.engine.notation import print_game
from matchbox.lab.figures import Figure, share_of
from matchbox.lab.observed import ObservedGame

from .collection import Collection, Group
from .duels import Strength, strength_of
from .measures import Measure, curve_of, lead_changes, measures_for, minutes_of
from .plan import ABLATION, RUNG, SKILL, STRATEGY, Duel, Level, Option, Settings, Study

BARS = 24
"""Of a histogram, at most."""
MOST_VALUES = 60
"""Arguments of actions with more values, such as squares of a large board, are not listed value by value."""


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
    deals: int
    measures: dict[str, Figure]
    reasons: dict[str, Figure]  # how the games ended
    decisions: Histogram
    minutes: Histogram
    scores: Histogram  # of all seats
    branching: list[tuple[int, float]]  # the number of a decision, and the mean number of legal actions


@dataclass(frozen=True)
class ActionUse:
    """How often an action was chosen, of the decisions in which it was legal beside others."""

    action: str
    legal: int
    chosen: int


@dataclass(frozen=True)
class OptionPart:
    """What changes if one option is changed, with the same deals."""

    option: str
    value: str
    usual: str
    deals: int
    effects: dict[str, Figure]  # differences of measures


@dataclass(frozen=True)
class Replay:
    """A game that shows something. `matchbox replay` opens its record."""

    name: str
    title: str
    record: str


@dataclass(frozen=True)
class Document:
    """All of a report but its words."""

    matchbox: str
    game: str
    name: str
    version: int
    box: str
    seats: int
    minutes: str  # on the box
    cooperative: bool
    options: dict[str, str]
    bots: list[str]
    seed: str
    games: int
    labels: dict[str, tuple[str, str, bool]]  # of each measure: its label, what it means, and whether it is a share
    levels: list[LevelPart]
    skill: list[Strength]
    ladder: list[Strength]
    strategies: list[Strength]
    ablations: list[Strength]
    actions: list[ActionUse]  # of the strongest bot
    option_effects: list[OptionPart]
    replays: list[Replay]

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)


def document_of(settings: Settings, collection: Collection) -> Document:
    game = settings.game
    measures = measures_for(settings.seats, game.about.cooperative)
    found: dict[type[Study] | str, list[Any]] = {Level: [], Option: [], SKILL: [], RUNG: [], STRATEGY: [], ABLATION: []}
    for study in collection.studies.values():
        groups = collection.groups(study)
        if not groups:
            continue
        if isinstance(study, Duel):
            found[study.key.split()[0]].append(strength_of(study, groups))
        elif isinstance(study, Option):
            found[Option].append(_option_part(settings, collection, study, groups, measures))
        elif isinstance(study, Level):
            found[Level].append(_level_part(study, groups, measures))
    strongest = [one for one in collection.studies.values() if isinstance(one, Level) and one.bot == settings.strongest]
    shown = [one for study in strongest for group in collection.groups(study) for one in group]
    about = game.about
    return Document(
        matchbox=__version__,
        game=game.id,
        name=about.name,
        version=about.version,
        box=about.box,
        seats=settings.seats,
        minutes=about.minutes,
        cooperative=about.cooperative,
        options={name: str(value) for name, value in settings.options.items()},
        bots=list(settings.levels),
        seed=str(settings.seed),
        games=collection.total(),
        labels={one.name: (one.label, one.about, one.percent) for one in measures},
        levels=found[Level],
        skill=found[SKILL],
        ladder=found[RUNG],
        strategies=found[STRATEGY],
        ablations=found[ABLATION],
        actions=uses_of(game, settings, shown),
        option_effects=found[Option],
        replays=list(_replays(settings, shown)),
    )


# --- levels ---


def _level_part(study: Level, groups: Sequence[Group], measures: Sequence[Measure]) -> LevelPart:
    games = [game for group in groups for game in group]
    return LevelPart(
        study.bot,
        len(games),
        len(groups),
        {one.name: one.of(groups) for one in measures},
        _reasons(groups),
        histogram([len(game.actions) for game in games]),
        histogram([minutes_of(game) for game in games], whole=False),
        histogram([score for game in games for score in game.scores]),
        branching_of(games),
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


def branching_of(games: Sequence[ObservedGame]) -> list[tuple[int, float]]:
    """The mean number of legal actions by the number of the decision, as far as half of the games go."""
    lengths = sorted(len(game.actions) for game in games)
    last = lengths[len(lengths) // 2]
    step = max(1, last // 60)
    found = []
    for first in range(0, last, step):
        counts = [len(game.legal[n]) for game in games for n in range(first, min(first + step, len(game.legal)))]
        if counts:
            found.append((first + 1, round(sum(counts) / len(counts), 2)))
    return found


# --- actions ---


def uses_of(game: Game, settings: Settings, games: Sequence[ObservedGame]) -> list[ActionUse]:
    """How often each kind of action is chosen, and each value of its arguments where they are few."""
    legal: Counter[str] = Counter()
    chosen: Counter[str] = Counter()
    names = _ActionNames(game, settings.options)
    for one in games:
        for options, action in zip(one.legal, one.actions, strict=True):
            if len(options) > 1:
                legal.update({name for option in options for name in names(option)})
                chosen.update(names(action))
    return [ActionUse(name, legal[name], chosen[name]) for name in sorted(legal)]


class _ActionNames:
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
    effects = {one.name: one.difference(groups, usual) for one in measures if one.name != "luck"}
    known = {name: effect for name, effect in effects.items() if effect.groups}
    deals = min(len(groups), len(usual))
    return OptionPart(study.name, str(study.value), str(settings.options[study.name]), deals, known)


# --- replays ---


def _replays(settings: Settings, games: Sequence[ObservedGame]) -> Iterator[Replay]:
    """The games at the edges of what happened."""
    if not games:
        return
    curves = [(curve, game) for game in games if (curve := curve_of(game))]
    picks = [
        ("longest", "The longest game", max(games, key=lambda one: len(one.actions))),
        ("shortest", "The shortest game", min(games, key=lambda one: len(one.actions))),
        ("highest", "The highest score", max(games, key=lambda one: max(one.scores))),
    ]
    if curves:
        picks.append(("changes", "The most changes of the lead", max(curves, key=lambda one: lead_changes(one[0]))[1]))
        deepest = [
            (min(low for low, rank in zip(curve.worst, game.ranks, strict=True) if rank == 1), game)
            for curve, game in curves
            if 1 in game.ranks
        ]
        if deepest:
            picks.append(("comeback", "The greatest comeback", min(deepest, key=lambda one: one[0])[1]))
    if capped := [one for one in games if one.capped]:
        picks.append(("capped", "A game that the limit on actions stopped", capped[0]))
    template = settings.template
    for name, title, game in picks:
        yield Replay(name, title, print_game(game.record(settings.game, template)))
