"""Round robins of bots, with results, intervals and ratings.

The unit is a game. If a bot has several seats in a game, its seats are compared with those of each other bot and the
results averaged. Ratings are on the scale of `lab/ratings.py`, as if every two bots had also drawn a game.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import combinations, permutations
from typing import Any

import numpy as np
import numpy.typing as npt

from matchbox import bots
from matchbox.engine import BadOption, Game

from .executors import Executor, Threads
from .intervals import Interval, mean_interval, wilson
from .matches import Progress, check_games, play_matches
from .ratings import ANCHOR, fit

MOST_UNITS = 2000  # of the bootstrap: the games of a longer tournament are grouped
TOGETHER = "players of this game win together, so bots are not compared with each other; `matchbox rate` does that"


@dataclass(frozen=True)
class Pair:
    """The score of a bot against another, over the games that both played."""

    bot: str
    other: str
    games: int
    score: float  # mean share of the seats of `other` that a seat of `bot` ranked above; ties count half
    low: float  # 95 % interval
    high: float


@dataclass(frozen=True)
class Standing:
    bot: str
    games: int
    mean_return: float  # -1 to 1, averaged over the bot's seats in a game
    mean_score: float  # in points of the game
    rating: float | None
    intervals: dict[str, Interval | None]  # 95 %; None if one game tells none, and for the rating of the anchor


@dataclass(frozen=True)
class Tournament:
    game: str
    seats: int
    options: dict[str, Any]
    games: int
    anchor: str | None  # the bot that is rated 1000
    standings: list[Standing]
    pairs: list[Pair]
    skipped: str  # comparisons that were left out, and why

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)


def line_ups(names: Sequence[str], seats: int, games: int) -> list[tuple[str, ...]]:
    """Line-ups for fair seats: every selection of bots in every order, repeated."""
    if len(names) < 2:
        raise BadOption("a tournament needs at least two bots")
    if len(set(names)) < len(names):
        raise BadOption("name every bot once; where there are more seats than bots, bots get several seats")
    check_games(max(games, math.perm(len(names), seats)))
    if len(names) >= seats:
        tables = [order for group in combinations(names, seats) for order in permutations(group)]
    else:  # more seats than bots: repeat the bots, and use every rotation
        full = [names[i % len(names)] for i in range(seats)]
        tables = [tuple(full[i:] + full[:i]) for i in range(seats)]
    rounds = max(1, math.ceil(games / len(tables)))
    return tables * rounds


def tournament(
    game: Game,
    names: Sequence[str],
    games: int,
    seats: int | None = None,
    options: Mapping[str, Any] | None = None,
    seed: int = 0,
    executor: Executor | None = None,
    progress: Progress = lambda done: None,
) -> Tournament:
    """Play every bot against every other in every seat."""
    template = game.template(seats, options)
    seats = int(template["seats"][0])
    for name in names:
        bots.seated(name, 0, game)
    tables = line_ups(names, seats, games)
    units = np.zeros((min(len(tables), MOST_UNITS), len(names), len(names)))
    sums = np.zeros((len(names), 3))  # of returns, scores and their squares
    played_games = np.zeros(len(names), np.int64)
    met = np.zeros((len(names), len(names)), np.int64)
    for number, (table, played) in enumerate(
        zip(tables, play_matches(game, template, tables, seed, executor or Threads()), strict=True)
    ):
        points = _points(names, table, played.result.ranks)
        met += ~np.isnan(points)
        units[number * len(units) // len(tables)] += np.nan_to_num(points)
        for place, name in enumerate(names):
            if mine := [seat for seat, bot in enumerate(table) if bot == name]:
                score = float(np.mean([played.result.scores[seat] for seat in mine]))
                sums[place] += float(np.mean([played.returns[seat] for seat in mine])), score, score * score
                played_games[place] += 1
        progress(1)
    together = game.about.cooperative
    anchor = names.index(ANCHOR) if ANCHOR in names else 0
    found = None if together else fit(units, anchor, 1.0 - np.eye(len(names)))
    pairs = []
    if found:
        total = units.sum(axis=0)
        for i, j in permutations(range(len(names)), 2):
            games_met = int(met[i, j])
            score = float(total[i, j]) / games_met
            pairs.append(Pair(names[i], names[j], games_met, score, *found.share_interval(i, j, score)))
    standings = []
    for place, name in enumerate(names):
        returns, scores, squares = (float(x) for x in sums[place])
        count = int(played_games[place])
        low, high = wilson((1 + returns / count) / 2, count)
        intervals: dict[str, Interval | None] = {
            "mean_return": (2 * low - 1, 2 * high - 1),
            "mean_score": mean_interval(scores, squares, count),
            "rating": (float(found.low[place]), float(found.high[place])) if found and place != anchor else None,
        }
        rating = float(found.ratings[place]) if found else None
        standings.append(Standing(name, count, returns / count, scores / count, rating, intervals))
    standings.sort(key=lambda standing: -standing.mean_return)
    rated_by, skipped = (None, TOGETHER) if together else (names[anchor], "")
    options_used = game.options_of(template)
    return Tournament(game.id, seats, options_used, len(tables), rated_by, standings, pairs, skipped)


def _points(names: Sequence[str], table: Sequence[str], ranks: Sequence[int]) -> npt.NDArray[np.float64]:
    """The points of each bot against each other in a game, from 0 to 1; not a number where they did not meet."""
    found = np.full((len(names), len(names)), np.nan)
    places = [[rank for rank, bot in zip(ranks, table, strict=True) if bot == name] for name in names]
    for i, j in permutations(range(len(names)), 2):
        if places[i] and places[j]:
            found[i, j] = np.mean([[0.5 + 0.5 * np.sign(other - one) for other in places[j]] for one in places[i]])
    return found
