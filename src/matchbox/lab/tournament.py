"""Round robins of bots, with win rates, intervals and ratings."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import combinations, permutations
from typing import Any

from matchbox import bots
from matchbox.engine import BadOption, Game

from .matches import Progress, check_games, play_matches


@dataclass(frozen=True)
class Pair:
    """The score of a bot against another, over the games that both played."""

    bot: str
    other: str
    games: int
    score: float  # share of games in which `bot` ranked above `other`; ties count half
    low: float  # 95 % interval (Wilson)
    high: float


@dataclass(frozen=True)
class Standing:
    bot: str
    games: int
    mean_return: float  # -1 to 1
    mean_score: float  # in points of the game
    rating: float | None  # openskill's mu - 3 sigma, if that package is installed


@dataclass(frozen=True)
class Tournament:
    game: str
    seats: int
    options: dict[str, Any]
    games: int
    standings: list[Standing]
    pairs: list[Pair]

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)


def line_ups(names: Sequence[str], seats: int, games: int) -> list[tuple[str, ...]]:
    """Line-ups for fair seats: every selection of bots in every order, repeated."""
    if len(names) < 2:
        raise BadOption("a tournament needs at least two bots")
    check_games(max(games, math.perm(len(names), seats)))
    if len(names) >= seats:
        tables = [order for group in combinations(names, seats) for order in permutations(group)]
    else:  # more seats than bots: repeat the bots, and use every rotation
        full = [names[i % len(names)] for i in range(seats)]
        tables = [tuple(full[i:] + full[:i]) for i in range(seats)]
    rounds = max(1, math.ceil(games / len(tables)))
    return tables * rounds


def wilson(score: float, games: int) -> tuple[float, float]:
    """The 95 % interval of a share."""
    if games == 0:
        return 0.0, 1.0
    z = 1.96
    middle = (score + z * z / (2 * games)) / (1 + z * z / games)
    reach = z * math.sqrt(score * (1 - score) / games + z * z / (4 * games * games)) / (1 + z * z / games)
    return middle - reach, middle + reach


def tournament(
    game: Game,
    names: Sequence[str],
    games: int,
    seats: int | None = None,
    options: Mapping[str, Any] | None = None,
    seed: int = 0,
    threads: int | None = None,
    progress: Progress = lambda done: None,
) -> Tournament:
    """Play every bot against every other in every seat."""
    template = game.template(seats, options)
    seats = int(template["seats"][0])
    for name in names:
        bots.make(name, 0, game)
    tables = line_ups(names, seats, games)
    ratings = _Ratings(names)
    ahead: dict[tuple[str, str], list[float]] = {pair: [] for pair in permutations(names, 2)}
    returns: dict[str, list[float]] = {name: [] for name in names}
    scores: dict[str, list[int]] = {name: [] for name in names}
    for table, played in zip(tables, play_matches(game, template, tables, seed, threads), strict=True):
        ranks = played.result.ranks
        for seat, name in enumerate(table):
            returns[name].append(played.returns[seat])
            scores[name].append(played.result.scores[seat])
            for other_seat, other in enumerate(table):
                if name != other:
                    mine, theirs = ranks[seat], ranks[other_seat]
                    ahead[name, other].append(0.5 if mine == theirs else float(mine < theirs))
        ratings.note(table, ranks)
        progress(1)
    pairs = []
    for (bot, other), results in ahead.items():
        if results:
            score = sum(results) / len(results)
            pairs.append(Pair(bot, other, len(results), score, *wilson(score, len(results))))
    standings = [
        Standing(
            name,
            len(returns[name]),
            sum(returns[name]) / len(returns[name]),
            sum(scores[name]) / len(scores[name]),
            ratings.of(name),
        )
        for name in names
        if returns[name]
    ]
    standings.sort(key=lambda standing: -standing.mean_return)
    return Tournament(game.id, seats, game.options_of(template), len(tables), standings, pairs)


class _Ratings:
    """Openskill ratings, if that package is installed."""

    def __init__(self, names: Sequence[str]) -> None:
        try:
            from openskill.models import PlackettLuce
        except ImportError:
            self._model: Any = None
            return
        self._model = PlackettLuce()
        self._rating: dict[str, Any] = {name: self._model.rating() for name in names}

    def note(self, table: Sequence[str], ranks: Sequence[int]) -> None:
        if self._model is None or len(set(table)) < len(table):
            return
        rated = self._model.rate([[self._rating[name]] for name in table], ranks=[float(rank) for rank in ranks])
        for name, (rating,) in zip(table, rated, strict=True):
            self._rating[name] = rating

    def of(self, name: str) -> float | None:
        return None if self._model is None else float(self._rating[name].ordinal())
