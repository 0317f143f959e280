"""Plays the games of studies and keeps them in a file, which a later run continues."""

from __future__ import annotations

import contextlib
import functools
import itertools
import json
import math
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from matchbox.engine import BadOption, Game
from matchbox.lab.executors import Executor
from matchbox.lab.line_files import append_line, lines_of
from matchbox.lab.observed import ObservedGame, observe_deal, observed_of

from .plan import Review, Study
from .reviews import Sums, sums_from, sums_of

ROUND = 8.0
"""Seconds of games that are handed out together, at least,"""
PART = 0.5
"""and this part of the seconds that are left: at first the costs of the studies are hardly known."""
MOST_TASKS = 10_000
ENDLESS = 10**9
Group = tuple[ObservedGame, ...]


@dataclass(frozen=True)
class Limits:
    """When to stop: after this number of games of each study, or after this time."""

    games: int | None = None
    seconds: float | None = None

    def __post_init__(self) -> None:
        if self.games is None and self.seconds is None:
            raise BadOption("limit the games, the seconds or both")


@dataclass(frozen=True)
class Task:
    """A group of games to play, in a form that any executor can send."""

    key: str
    number: int


class Played(NamedTuple):
    """A group of games that has been played."""

    games: Group
    seconds: float
    review: Sums | None


class Collection:
    """The groups of games of each study, by their numbers."""

    def __init__(
        self, game: Game, seats: int, options: dict[str, Any], studies: Sequence[Study], file: Path | None = None
    ) -> None:
        self.game, self.seats, self.options = game, seats, options
        self.studies = {study.key: study for study in studies}
        self._file = file
        self._groups: dict[str, dict[int, Group]] = defaultdict(dict)
        self._reviews: dict[str, list[tuple[int, Sums]]] = defaultdict(list)
        self._seconds: dict[str, float] = defaultdict(float)  # that the groups of a study took
        self._passed = 0.0  # seconds of earlier runs
        for line in lines_of(file) if file else ():
            if line.keys() >= {"study", "group", "seconds", "passed", "games"} and line["study"] in self.studies:
                games = tuple(found for one in line["games"] if (found := observed_of(one)))
                sums = sums_from(line["review"]) if "review" in line else None
                self._note(line["study"], line["group"], Played(games, line["seconds"], sums))
                self._passed = line["passed"]

    def groups(self, study: Study) -> list[Group]:
        """The finished groups of a study without a gap, so that the same seeds give the same figures."""
        found, number = self._groups[study.key], 0
        groups = []
        while number in found:
            groups.append(found[number])
            number += 1
        return groups

    def reviews(self, study: Review) -> list[tuple[ObservedGame, Sums]]:
        """The reviewed games of a study without a gap."""
        sums = dict(self._reviews[study.key])
        return [(game, sums[number]) for number, (game,) in enumerate(self.groups(study))]

    def total(self) -> int:
        """All games so far. Reviews are of games that count already."""
        played = (groups for key, groups in self._groups.items() if not isinstance(self.studies[key], Review))
        return sum(len(group) for groups in played for group in groups.values())

    def collect(
        self, limits: Limits, executor: Executor, progress: Callable[[float], None] = lambda done: None
    ) -> None:
        """Play until the limits are reached. `progress` is called with the part that is done, 0 to 1."""
        start = time.monotonic() - self._passed
        work = functools.partial(_play, self.game, self.seats, self.options, self.studies)
        progress(self._done(limits))
        while tasks := self._next(limits):
            with contextlib.closing(executor.run(work, tasks)) as results:  # type: ignore[type-var]
                for task, played in zip(tasks, results, strict=True):
                    self._note(task.key, task.number, played)
                    self._passed = time.monotonic() - start
                    if self._file:
                        append_line(self._file, self._line(task, played))
                    progress(self._done(limits))
                    if self._left(limits) <= 0:
                        return

    def _line(self, task: Task, played: Played) -> dict[str, Any]:
        times = {"seconds": played.seconds, "passed": round(self._passed, 2)}
        review = {"review": played.review.as_line()} if played.review else {}
        games = [one.as_line() for one in played.games]
        return {"study": task.key, "group": task.number, **times, **review, "games": games}

    def _left(self, limits: Limits) -> float:
        """Seconds."""
        return math.inf if limits.seconds is None else limits.seconds - self._passed

    def _done(self, limits: Limits) -> float:
        parts = [self._passed / limits.seconds] if limits.seconds else []
        if limits.games:
            counts = [min(len(self._groups[key]) / self._most(key, limits), 1.0) for key in self.studies]
            parts.append(sum(counts) / len(counts))
        return min(max(parts), 1.0)

    def _most(self, key: str, limits: Limits) -> int:
        """The groups of a study that the limit on games asks for."""
        each = len(self.studies[key].deals(0, self.seats))
        return ENDLESS if limits.games is None else -(-limits.games // each)

    def _next(self, limits: Limits) -> list[Task]:
        """The groups to play now: each study gets its part of the time, once a first group has told its cost."""
        if self._left(limits) <= 0:
            return []
        open_ = {key: most for key in self.studies if (most := self._most(key, limits) - len(self._groups[key])) > 0}
        if first := [Task(key, 0) for key in open_ if 0 not in self._groups[key]]:
            return sorted(first, key=lambda task: -self.studies[task.key].weight)
        free = {key: self._free(key) for key in open_}
        spent = {key: self._seconds[key] for key in open_}
        cost = {key: max(self._seconds[key] / len(self._groups[key]), 1e-3) for key in open_}
        open_ = {key: most for key, most in open_.items() if cost[key] <= self._left(limits)}
        room = max(ROUND, PART * self._left(limits))
        tasks: list[Task] = []
        while room > 0 and open_ and len(tasks) < MOST_TASKS:
            key = min(open_, key=lambda one: spent[one] / self.studies[one].weight)
            tasks.append(Task(key, next(free[key])))
            spent[key] += cost[key]
            room -= cost[key]
            open_[key] -= 1
            if not open_[key]:
                del open_[key]
        return tasks

    def _free(self, key: str) -> Iterator[int]:
        """The numbers of the groups that are not played yet."""
        return (number for number in itertools.count() if number not in self._groups[key])

    def _note(self, key: str, number: int, played: Played) -> None:
        self._groups[key][number] = played.games
        self._seconds[key] += played.seconds
        if played.review:
            self._reviews[key].append((number, played.review))


def _play(game: Game, seats: int, options: dict[str, Any], studies: dict[str, Study], task: Task) -> Played:
    start = time.thread_time()
    study = studies[task.key]
    games = play_group(game, seats, {**options, **study.changed}, study, task.number)
    review = sums_of(game, game.template(seats, options), games[0]) if isinstance(study, Review) else None
    return Played(games, round(time.thread_time() - start, 4), review)


def play_group(game: Game, seats: int, options: Mapping[str, Any], study: Study, number: int) -> Group:
    """Play the games of a group, with these options."""
    template = game.template(seats, options)
    return tuple(observe_deal(game, template, deal) for deal in study.deals(number, seats))


def check_same(file: Path, header: dict[str, Any]) -> None:
    """Start a file of games with a header, or check that it continues one with the same."""
    lines = list(lines_of(file))
    plain = json.loads(json.dumps(header))
    if not lines:
        append_line(file, header)
    elif lines[0] != plain:
        raise BadOption(
            f"{file} holds games of another game, other settings or other bots; choose another folder or remove it"
        )
