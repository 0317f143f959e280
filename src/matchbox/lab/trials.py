"""Trials: what settings of a game are like when bots play them."""

from __future__ import annotations

import contextlib
import difflib
import functools
import math
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, NamedTuple

import numpy as np

from matchbox import bots
from matchbox.engine import BadOption, Game
from matchbox.lab.executors import Executor
from matchbox.lab.figures import Figure
from matchbox.lab.report.collection import Group, play_group
from matchbox.lab.report.measures import Measure, Terms, measures_for, won
from matchbox.lab.report.plan import BLOCK, Duel, Level, Study
from matchbox.lab.skill import SKILL, skill_of, stronger_than

SEAT = "seat"
"""The name of the measure of fairness: the first player's share of the wins."""
LEVEL = "level"
MOST_SETTINGS = 10_000
Values = Mapping[str, Sequence[Any]]
"""The values of options to try."""


class Trial(NamedTuple):
    """Settings, and their figures."""

    options: Mapping[str, Any]
    games: int
    figures: Mapping[str, Figure]

    def as_dict(self) -> dict[str, Any]:
        figures = {name: figure if figure.groups else None for name, figure in self.figures.items()}
        return {"options": dict(self.options), "games": self.games, "figures": figures}


class Skipped(NamedTuple):
    """Settings that the rules do not allow together."""

    options: Mapping[str, Any]
    reason: str


Progress = Callable[[int, int], None]
"""Called with the deals that are played and the number of all."""


class _Task(NamedTuple):
    setting: int
    key: str
    number: int


@dataclass(frozen=True)
class Trials:
    """Who plays the settings of a game, and what is measured. Every trial plays the same deals."""

    game: Game
    seats: int
    bot: str
    stronger: str | None
    measures: Mapping[str, Measure]
    seed: int = 0

    def play(
        self,
        settings: Sequence[Mapping[str, Any]],
        games: int,
        executor: Executor,
        seconds: float | None = None,
        progress: Progress = lambda done, total: None,
        again: int = 0,
    ) -> list[Trial]:
        """Play settings: this number of games of each study, or fewer if the time is over. `again` is for other deals.

        The settings take turns, so that they all get as far.
        """
        end = math.inf if seconds is None else time.monotonic() + seconds
        studies = {study.key: study for study in self._studies(again)}
        each = {key: len(study.deals(0, self.seats)) for key, study in studies.items()}
        wanted = ((key, number) for key in studies for number in range(-(-games // each[key])))
        tasks = [
            _Task(setting, key, number)
            for key, number in sorted(wanted, key=lambda one: one[1])
            for setting in range(len(settings))
        ]
        found: list[dict[str, list[Group]]] = [{key: [] for key in studies} for _ in settings]
        work = functools.partial(_play, self.game, self.seats, settings, studies)
        with contextlib.closing(executor.run(work, tasks)) as results:  # type: ignore[type-var]
            for done, (task, group) in enumerate(zip(tasks, results, strict=True), 1):
                found[task.setting][task.key].append(group)
                progress(done, len(tasks))
                if time.monotonic() > end:
                    break
        return [self._trial(options, groups) for options, groups in zip(settings, found, strict=True)]

    @property
    def bots(self) -> set[str]:
        """The bots that play."""
        return {self.bot, *((self.stronger,) if SKILL in self.measures and self.stronger else ())}

    def _trial(self, options: Mapping[str, Any], groups: Mapping[str, Sequence[Group]]) -> Trial:
        games = sum(len(group) for study in groups.values() for group in study)
        figures = {name: one.of(groups[SKILL if name == SKILL else LEVEL]) for name, one in self.measures.items()}
        return Trial(options, games, figures)

    def _studies(self, again: int) -> list[Study]:
        seed = self.seed + 2 * again * BLOCK
        found: list[Study] = []
        if set(self.measures) - {SKILL}:
            found.append(Level(LEVEL, 1.0, seed, self.bot))
        if SKILL in self.measures:
            found.append(self._duel(seed + BLOCK))
        return found

    def _duel(self, seed: int) -> Duel:
        assert self.stronger is not None
        return Duel(SKILL, 1.0, seed, self.stronger, self.bot, self.game.about.cooperative)


def _play(
    game: Game, seats: int, settings: Sequence[Mapping[str, Any]], studies: Mapping[str, Study], task: _Task
) -> Group:
    return play_group(game, seats, settings[task.setting], studies[task.key], task.number)


def trials_of(
    game: Game,
    seats: int | None,
    bot: str,
    stronger: str | None,
    names: Iterable[str],
    seed: int = 0,
    strict: bool = True,
) -> Trials:
    """Checked trials. Raises BadOption for bots that do not fit and, if `strict`, for measures that are not there."""
    seats = game.about.seats[0] if seats is None else seats
    if seats not in game.about.seats:
        raise BadOption(f"{game.about.name} is for {game.allowed_seats}, not {seats}")
    stronger = stronger or stronger_than(bot, game)
    for name in filter(None, (bot, stronger)):
        bots.seated(name, 0, game)
    known = {one.name: one for one in measures_for(seats, game.about.cooperative, game.is_match)}
    if not game.about.cooperative:
        known = {SEAT: Measure(SEAT, "first player wins", "seat 0, if all begin together", _first_wins, True), **known}
    if stronger and (seats > 1 or game.about.cooperative):
        known[SKILL] = skill_of(Duel(SKILL, 1.0, 0, stronger, bot, game.about.cooperative))
    measures = {name: _known(name, known) for name in names if strict or name in known}
    return Trials(game, seats, bot, stronger, measures, seed)


def _known(name: str, known: Mapping[str, Measure]) -> Measure:
    if name not in known:
        near = difflib.get_close_matches(name, known, 3)
        hint = f"did you mean {' or '.join(near)}?" if near else f"choose from {', '.join(known)}"
        raise BadOption(f"nothing measures {name!r} here; {hint}")
    return known[name]


def _first_wins(groups: Sequence[Group]) -> Terms:
    shares = [sum(won(game, max(game.starter, 0)) for game in group) for group in groups]
    return np.array(shares, float), np.array([len(group) for group in groups], float)


def grid(game: Game, seats: int, values: Values) -> tuple[list[dict[str, Any]], list[Skipped]]:
    """All settings with these values, and those that the rules do not allow, each with the reason."""
    count = int(np.prod([len(one) for one in values.values()], dtype=float))
    if count > MOST_SETTINGS:
        raise BadOption(f"these are {count:,} settings; leave out values until there are at most {MOST_SETTINGS:,}")
    found, skipped = [], []
    for chosen in product(*values.values()):
        options = dict(zip(values, chosen, strict=True))
        if reason := refusal(game, seats, options):
            skipped.append(Skipped(options, reason))
        else:
            found.append(options)
    return found, skipped


def refusal(game: Game, seats: int, options: Mapping[str, Any]) -> str:
    """Why the rules do not allow these settings; empty if they do."""
    try:
        game.template(seats, options)
    except BadOption as error:
        return str(error)
    return ""


def in_words(options: Mapping[str, Any]) -> str:
    """Settings as the command line takes them; custom text is too long for a table."""
    return " ".join(f"{name}={value if len(str(value)) <= 30 else '(custom)'}" for name, value in options.items())
