"""Looks for options with which a game has figures that somebody wants: 15 minutes long, fair, and full of skill.

A few games of each setting tell which are promising. The best of them then play many more games, with other deals:
of many settings with equal figures some look best by luck, and only new games tell which are.
"""

from __future__ import annotations

import math
import re
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib.util import find_spec
from typing import Any, NamedTuple

from matchbox.engine import BadOption, Game
from matchbox.lab.executors import Executor
from matchbox.lab.figures import Figure
from matchbox.lab.report.measures import Measure
from matchbox.lab.trials import Progress, Trial, Trials, Values, grid, refusal

FINALISTS = 3
FINAL = 4
"""Finalists play this many times the games of the search."""
SEARCH = 0.6
"""The part of the time that the search may take."""
POINTS, PART = 0.05, 0.1
"""What counts as far: five points of a share, a tenth of another figure, or the tolerance that somebody gave."""
NEARER = 0.01
"""Within the tolerance, nearer is better by so little that no other target suffers from it."""
HOPELESS = 1e6
"""The distance of settings without a figure."""
SHORTEST = 0.5
"""Seconds that settings get even if the time is over."""
BATCH = 8
"""Settings that are tried together."""
ATTEMPTS = 10
"""Suggestions for each setting that is tried: the search suggests some again, or against the rules."""
HIGH, LOW = "high", "low"
NUMBER = r"[+-]?(?:\d+\.?\d*|\.\d+)%?"
TARGET = re.compile(rf"(\w+)=(?:({HIGH}|{LOW})|({NUMBER})(?:(?:±|\+-|\+/-)({NUMBER}))?)")


@dataclass(frozen=True)
class Target:
    """What a measure should be: `value`, or as high or low as possible."""

    text: str
    name: str
    value: float | None = None
    tolerance: float = 0.0
    sign: int = 0  # 1: high, -1: low

    def away(self, figure: Figure) -> float:
        """By how much a figure misses the value, beyond the tolerance."""
        return 0.0 if self.value is None else max(abs(figure.value - self.value) - self.tolerance, 0.0)

    def distance(self, figure: Figure, usual: Figure, measure: Measure) -> float:
        """How badly a figure misses the target; better than the usual figure is below 0 for `high` and `low`."""
        if math.isnan(figure.value):
            return HOPELESS
        if self.value is None:
            usual_value = 0.0 if math.isnan(usual.value) else usual.value
            return -self.sign * (figure.value - usual_value) / (POINTS if measure.percent else _tenth(usual_value))
        far = self.tolerance or (POINTS if measure.percent else _tenth(self.value))
        return (self.away(figure) + NEARER * abs(figure.value - self.value)) / far


def _tenth(value: float) -> float:
    return PART * abs(value) or 1.0


def read_targets(texts: Sequence[str]) -> list[Target]:
    """The targets in texts such as `minutes=15 seat=50%±1% skill=high`."""
    words = [word for text in texts for word in text.split()]
    found = [_target(word) for word in words]
    if not found:
        raise BadOption("name at least one target, such as minutes=15, seat=0.5±0.01 or skill=high")
    names = [target.name for target in found]
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise BadOption(f"write a target for {twice} only once")
    return found


def _target(word: str) -> Target:
    match = TARGET.fullmatch(word)
    if match is None:
        raise BadOption(
            f"cannot read the target {word!r}; write NAME=VALUE, NAME=VALUE±TOLERANCE, NAME={HIGH} or NAME={LOW}, "
            "without spaces"
        )
    name, end, value, tolerance = match.groups()
    if end:
        return Target(word, name, sign=1 if end == HIGH else -1)
    return Target(word, name, _number(value), abs(_number(tolerance or "0")))


def _number(text: str) -> float:
    return float(text[:-1]) / 100 if text.endswith("%") else float(text)


def check(trials: Trials, targets: Sequence[Target], values: Values, most: int) -> None:
    """Raises BadOption for targets that are none, and for values that cannot be searched."""
    count = _count(values)
    if count == 1:
        raise BadOption("there is nothing to choose: give the options more than one value")
    if count > most and find_spec("optuna") is None:
        raise BadOption(
            "Optuna is not installed; try: pip install 'matchbox-games[lab]', or allow as many trials as there are "
            f"settings ({count:,})"
        )
    measures = trials.measures
    for target in targets:
        if measures[target.name].percent and target.value is not None and not 0 <= target.value <= 1:
            raise BadOption(f"{target.text}: {target.name} is a share from 0 to 1; write for example 0.5 or 50%")


def _count(values: Values) -> int:
    return math.prod(len(one) for one in values.values())


class Final(NamedTuple):
    """Settings that came through the search, with the figures of new games, and how far these are from the targets."""

    trial: Trial
    distance: float


@dataclass(frozen=True)
class Tuned:
    """What a search found: the finalists from the best down, and the usual settings if they are not among them."""

    trials: Trials
    targets: Sequence[Target]
    finals: Sequence[Final]
    usual: Final
    tried: int
    settings: int
    games: int

    @property
    def best(self) -> Trial:
        return self.finals[0].trial

    @property
    def is_usual(self) -> bool:
        """Are the usual settings the best?"""
        return self.best.options == self.usual.trial.options

    @property
    def has_evidence(self) -> bool:
        """Do the games tell how near each finalist comes to each target?"""
        figures = [final.trial.figures[target.name] for final in self.finals for target in self.targets]
        return all(figure.low is not None for figure in figures)

    def as_dict(self) -> dict[str, Any]:
        def line(final: Final) -> dict[str, Any]:
            return {**final.trial.as_dict(), "distance": final.distance}

        trials = self.trials
        return {
            "game": trials.game.id,
            "seats": trials.seats,
            "bot": trials.bot,
            "stronger": trials.stronger,
            "seed": str(trials.seed),
            "targets": [target.text for target in self.targets],
            "tried": self.tried,
            "settings": self.settings,
            "games": self.games,
            "evidence": self.has_evidence,
            "best": line(self.finals[0]),
            "finals": [line(final) for final in self.finals],
            "usual": line(self.usual),
        }


@dataclass
class _Search:
    """The settings that were tried, with few games each."""

    trials: Trials
    targets: Sequence[Target]
    games: int
    executor: Executor
    seconds: float | None
    most: int
    progress: Progress
    start: float = field(default_factory=time.monotonic)
    tried: dict[tuple[Any, ...], Trial] = field(default_factory=dict)

    def left(self, part: float) -> float | None:
        """Seconds until this part of the time is over."""
        return None if self.seconds is None else part * self.seconds - (time.monotonic() - self.start)

    def is_over(self) -> bool:
        left = self.left(SEARCH)
        return len(self.tried) >= self.most or (bool(self.tried) and left is not None and left <= 0)

    def distances(self, settings: Sequence[Mapping[str, Any]]) -> list[float]:
        """Of settings that are tried now, or were before."""
        new = list({_key(options): options for options in settings if _key(options) not in self.tried}.values())
        if new:
            left, before = self.left(SEARCH), len(self.tried)
            share = left and max(left * len(new) / max(self.most - before, 1), SHORTEST)

            def progress(done: int, total: int) -> None:
                self.progress(before * total + done * len(new), max(self.most, before + len(new)) * total)

            for trial in self.trials.play(new, self.games, self.executor, share, progress):
                self.tried[_key(trial.options)] = trial
        return [self.distance(self.tried[_key(options)], self.usual) for options in settings]

    @property
    def usual(self) -> Trial:
        """The settings that were tried first."""
        return next(iter(self.tried.values()))

    def distance(self, trial: Trial, usual: Trial) -> float:
        return sum(
            target.distance(trial.figures[target.name], usual.figures[target.name], self.trials.measures[target.name])
            for target in self.targets
        )


def _key(options: Mapping[str, Any]) -> tuple[Any, ...]:
    return tuple(options.values())


def tune(
    trials: Trials,
    targets: Sequence[Target],
    values: Values,
    most: int,
    games: int,
    executor: Executor,
    seconds: float | None = None,
    progress: Progress = lambda done, total: None,
) -> Tuned:
    """Try at most this number of settings. Without a limit on time, the same seed finds the same settings."""
    check(trials, targets, values, most)
    count = _count(values)
    usual = _usual(trials.game, values)
    search = _Search(trials, targets, games, executor, seconds, most, progress)
    if count <= most:
        settings, _ = grid(trials.game, trials.seats, values)
        count = search.most = len(settings)
        if settings:
            search.distances(sorted(settings, key=lambda one: one != usual))
    else:
        _sample(search, values, usual)
    if not search.tried:
        raise BadOption(f"the rules allow none of these settings for {trials.seats} players")
    return _finish(search, count)


def _usual(game: Game, values: Values) -> dict[str, Any]:
    """The usual values, as far as they may be chosen."""
    defaults = game.read_options({})
    return {name: defaults[name] if defaults[name] in listed else listed[0] for name, listed in values.items()}


def _sample(search: _Search, values: Values, usual: Mapping[str, Any]) -> None:
    """Let Optuna suggest settings: at first any, then such as were near the targets."""
    import optuna

    optuna.logging.set_verbosity(optuna.logging.WARNING)
    study = optuna.create_study(sampler=optuna.samplers.TPESampler(seed=search.trials.seed % 2**32))
    study.enqueue_trial({name: listed.index(usual[name]) for name, listed in values.items()})
    for _ in range(ATTEMPTS * -(-search.most // BATCH)):
        if search.is_over():
            return
        asked = []
        for _ in range(min(BATCH, search.most - len(search.tried))):
            trial = study.ask()
            options = {name: listed[_suggested(trial, name, listed)] for name, listed in values.items()}
            if refusal(search.trials.game, search.trials.seats, options):
                study.tell(trial, state=optuna.trial.TrialState.PRUNED)
            else:
                asked.append((trial, options))
        for (trial, _), distance in zip(asked, search.distances([options for _, options in asked]), strict=True):
            study.tell(trial, distance)


def _suggested(trial: Any, name: str, listed: Sequence[Any]) -> int:
    """The index of a value. Numbers have an order, which the sampler may use."""
    if all(isinstance(value, int) for value in listed):
        return int(trial.suggest_int(name, 0, len(listed) - 1))
    return int(trial.suggest_categorical(name, range(len(listed))))


def _finish(search: _Search, settings: int) -> Tuned:
    """Play many new games with the settings that look best, and with the usual ones."""
    tried, usual = search.tried.values(), search.usual
    best = sorted(tried, key=lambda trial: search.distance(trial, usual))[:FINALISTS]
    chosen = [usual.options, *(trial.options for trial in best if trial is not usual)]
    left = search.left(1.0)
    seconds = left and max(left, SHORTEST)
    again = search.trials.play(chosen, FINAL * search.games, search.executor, seconds, again=1)
    finals = [Final(trial, search.distance(trial, again[0])) for trial in again]
    ranked = sorted(finals if usual in best else finals[1:], key=lambda final: final.distance)
    games = sum(trial.games for trial in (*tried, *again))
    played = sum(trial.games > 0 for trial in tried)
    return Tuned(search.trials, search.targets, ranked, finals[0], played, settings, games)
