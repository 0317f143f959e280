"""The games that rate bots: which levels meet, from which seeds, and how a limited time is shared among them.

Levels meet their neighbours, and half as often the level after next. Every seed is played from every seat. In a
co-operative game each level plays the same seeds alone, and scores are compared. Every game is a line of JSON in a
file; a later run continues from there. Games by other rules or other settings of a level do not count.
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, fields
from itertools import combinations
from pathlib import Path
from typing import Any

from matchbox import bots
from matchbox.bots.analysis import BufferCache
from matchbox.bots.measured import digest_of
from matchbox.bots.warm import warm_companion, warm_table
from matchbox.engine import BadOption, Game

from .line_files import append_line, lines_of
from .matches import play_match
from .workers import run_tasks

SEEDS = 100_000  # for each pair of levels
LEAST = {1: 6, 2: 2}
"""Games of a pair, by its distance on the ladder, that are played even if they take longer than the time allows."""

LineUp = tuple[str, ...]


@dataclass(frozen=True)
class RatedGame:
    """A finished game, as a line of the file has it."""

    game: str
    version: int
    seed: int
    line_up: LineUp  # a level for each seat
    digests: LineUp  # of the levels' settings
    ranks: tuple[int, ...]
    scores: tuple[int, ...]
    seconds: float  # of one core


@dataclass(frozen=True)
class Pairing:
    """Two levels that meet."""

    level: str
    below: str
    distance: int  # on the ladder

    def __str__(self) -> str:
        return f"{self.level} and {self.below}"


Task = tuple[Pairing, int]
"""A pair, and the number of one of its seeds."""


def pairings(levels: Sequence[str]) -> list[Pairing]:
    """The levels that meet each other, given from the weakest up."""
    if unknown := [name for name in levels if name not in bots.NAMES]:
        raise BadOption(f"there is no bot {unknown[0]!r}; choose one of {', '.join(bots.NAMES)}")
    if list(levels) != sorted(set(levels), key=bots.NAMES.index) or len(levels) < 2:
        raise BadOption("name at least two levels, each once, from the weakest up")
    found = [Pairing(b, a, levels.index(b) - levels.index(a)) for a, b in combinations(levels, 2)]
    return [one for one in found if one.distance in LEAST]


class RatingGames:
    """The games of one game's bots: those in the file, and those still to be played."""

    def __init__(self, game: Game, levels: Sequence[str], seats: int | None, first: int, file: Path | None) -> None:
        for name in levels:
            bots.make(name, 0, game)
        self.game, self.pairings = game, pairings(levels)
        self.template = game.template(seats)
        self.seats, self.first = int(self.template["seats"][0]), first
        self._file, self._lock = file, threading.Lock()
        self._known: dict[tuple[int, LineUp], RatedGame] = {}
        self.seconds = 0.0
        """Of one core, for all games so far."""
        self._spent: dict[frozenset[str], tuple[int, float]] = {}  # by levels: games, and seconds for all of them
        self._worker = threading.local()
        for line in lines_of(file) if file else ():
            if (found := _read(line)) and self._counts(found):
                self._note(found)

    def line_ups(self, pairing: Pairing, number: int) -> list[LineUp]:
        """The games from one seed: a level alone against the other in every seat; which level it is alternates."""
        alone, others = (pairing.level, pairing.below)[:: -1 if number % 2 else 1]
        if self.game.about.cooperative:
            return [(alone,) * self.seats, (others,) * self.seats]
        return [tuple(alone if seat == place else others for seat in range(self.seats)) for place in range(self.seats)]

    def seed(self, pairing: Pairing, number: int) -> int:
        """No two pairs share a seed, except in co-operative games, where the levels play the same seeds."""
        if self.game.about.cooperative:
            return self.first + number
        names = len(bots.NAMES)
        block = bots.NAMES.index(pairing.level) * names + bots.NAMES.index(pairing.below)
        return self.first + block * SEEDS + number

    def complete(self, pairing: Pairing) -> Iterator[tuple[int, list[RatedGame]]]:
        """The seeds that a pair has played from every seat, with their games."""
        for number in range(SEEDS):
            seed = self.seed(pairing, number)
            found = [self._known.get((seed, line_up)) for line_up in self.line_ups(pairing, number)]
            if all(one is None for one in found):
                return
            played = [one for one in found if one]
            if len(played) == len(found):
                yield seed, played

    # --- playing ---

    def prepare(self) -> None:
        """Compile now, so that it does not count as time of a game."""
        warm_table(self.game)
        warm_companion(self.game, "planner")
        warm_companion(self.game, "solver")
        play_match(self.game, self.template, ["random"] * self.seats, self.first)

    def play(self, most: int, seconds: float, threads: int, show: Callable[[RatedGame], None]) -> None:
        """Play until every pair has `most` games, or the time is used up."""

        def work(task: Task, stop: threading.Event) -> None:
            self._play(*task, stop, show)

        run_tasks(lambda running: self.next_task(running, most, seconds), work, threads)

    def next_task(self, running: Sequence[Task], most: int, seconds: float) -> Task | None:
        """The pair and the number of the seed that tell most for their time; None if there is no time for any."""
        left = seconds - self.seconds - sum(self._cost(*task) for task in running)
        best: tuple[float, Pairing, int] | None = None
        for pairing in self.pairings:
            number = self._first_open(pairing, [task[1] for task in running if task[0] == pairing])
            games = number * self._games_of_a_seed
            if games >= most:
                continue
            if games < LEAST[pairing.distance]:
                return pairing, number
            cost = self._cost(pairing, number)
            # The error of a pair falls with the root of its games, so games go by the inverse root of their cost.
            merit = 1.0 / (pairing.distance * games * math.sqrt(cost))
            if cost <= left and (best is None or merit > best[0]):
                best = merit, pairing, number
        return best[1:] if best else None

    @property
    def _games_of_a_seed(self) -> int:
        return 1 if self.game.about.cooperative else self.seats

    def _first_open(self, pairing: Pairing, running: Sequence[int]) -> int:
        number = 0
        while number in running or not self._missing(pairing, number):
            number += 1
        return number

    def _missing(self, pairing: Pairing, number: int) -> list[LineUp]:
        seed = self.seed(pairing, number)
        return [line_up for line_up in self.line_ups(pairing, number) if (seed, line_up) not in self._known]

    def _cost(self, pairing: Pairing, number: int) -> float:
        """The seconds that the missing games of a seed will take, by those of the same levels."""
        total = 1e-6
        for line_up in self._missing(pairing, number):
            games, seconds = self._spent.get(frozenset(line_up), (1, 0.0))
            total += seconds / games
        return total

    def _play(self, pairing: Pairing, number: int, stop: threading.Event, show: Callable[[RatedGame], None]) -> None:
        for line_up in self._missing(pairing, number):
            if stop.is_set():
                return
            played = self._played(line_up, self.seed(pairing, number))
            with self._lock:
                self._note(played)
                if self._file:
                    append_line(self._file, asdict(played))
                show(played)

    def _played(self, line_up: LineUp, seed: int) -> RatedGame:
        if not hasattr(self._worker, "buffers"):
            self._worker.buffers = BufferCache()
        start = time.thread_time()
        found = play_match(self.game, self.template, line_up, seed, self._worker.buffers).result
        digests = tuple(digest_of(self.game, name) for name in line_up)
        seconds = round(time.thread_time() - start, 4)
        about = self.game.about
        return RatedGame(about.id, about.version, seed, line_up, digests, found.ranks, found.scores, seconds)

    # --- the file ---

    def _note(self, played: RatedGame) -> None:
        if (played.seed, played.line_up) not in self._known:
            self._known[played.seed, played.line_up] = played
            games, seconds = self._spent.get(levels := frozenset(played.line_up), (0, 0.0))
            self._spent[levels] = games + 1, seconds + played.seconds
            self.seconds += played.seconds

    def _counts(self, found: RatedGame) -> bool:
        about = self.game.about
        if (found.game, found.version, len(found.line_up)) != (about.id, about.version, self.seats):
            return False
        return all(
            name in bots.NAMES and digest_of(self.game, name) == digest
            for name, digest in zip(found.line_up, found.digests, strict=True)
        )


def _read(found: dict[str, Any]) -> RatedGame | None:
    """A line of the file; None for a line of another kind."""
    if found.keys() != {field.name for field in fields(RatedGame)}:
        return None
    parts: dict[str, Any] = {name: tuple(part) if isinstance(part, list) else part for name, part in found.items()}
    return RatedGame(**parts)
