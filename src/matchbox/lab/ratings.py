"""One scale of ratings for the bots of a game, fitted to their games against each other.

The scale is Elo's: 400 points are a factor of ten in the odds to win. Ratings are those that make the results most
likely (Bradley and Terry's model), with a draw as half a win, and `casual` fixed at 1000. A drawn game between
neighbours, which nobody played, keeps ratings finite where a level won every game.

A game with more than two seats compares the seats of different levels, and counts as one game altogether. In a
co-operative game the higher score from the same seed wins.

Intervals come from a bootstrap over seeds, in Rubin's form: each of many fits gives every seed a random weight (with a
mean of 1), because the games of one seed are not independent. The drawn games get random weights too. So a level that
won all of 20 games gets about the interval of Jeffreys's rule, instead of none at all.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from matchbox.bots import NAMES
from matchbox.bots.measured import digest_of
from matchbox.engine import BadOption

from .rating_games import LineUp, RatingGames

ANCHOR, ANCHOR_RATING = "casual", 1000.0
POINTS = 400.0 / math.log(10.0)  # of Elo's scale for a factor e in the odds
DRAWN = 0.5  # a half game for either side between neighbours
FITS = 1000  # of the bootstrap
Array = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Outcome:
    """The games of two levels from one seed."""

    seed: int
    level: str
    below: str
    games: int
    points: float  # of `level`; a draw is half a point


@dataclass(frozen=True)
class Rating:
    rating: float
    low: float  # 95 % interval
    high: float
    games: int
    digest: str


@dataclass(frozen=True)
class PairScore:
    level: str
    below: str
    games: int
    seeds: int
    score: float  # share of the points of `level`
    low: float  # 95 % interval
    high: float


@dataclass(frozen=True)
class Scale:
    levels: dict[str, Rating]  # weakest first
    pairs: list[PairScore]
    minutes: float  # of one core

    def document(self, played: RatingGames, command: str, date: str) -> dict[str, Any]:
        """The contents of `ratings.json`."""
        return {
            "seats": played.seats,
            "options": played.game.options_of(played.template),
            "anchor": ANCHOR,
            "levels": {name: _rounded(asdict(row), 0) for name, row in self.levels.items()},
            "pairs": [_rounded(asdict(row), 3) for row in self.pairs],
            "first_seed": played.first,
            "core_minutes": round(self.minutes, 1),
            "command": command,
            "date": date,
        }


def _rounded(row: dict[str, Any], digits: int) -> dict[str, Any]:
    return {name: (round(x, digits or None) if isinstance(x, float) else x) for name, x in row.items()}


def points_of(line_up: LineUp, ranks: Sequence[int], level: str) -> float:
    """The share of the other levels' seats that the seats of a level finished ahead of."""
    mine = [rank for name, rank in zip(line_up, ranks, strict=True) if name == level]
    others = [rank for name, rank in zip(line_up, ranks, strict=True) if name != level]
    return float(np.mean([[0.5 + 0.5 * np.sign(other - one) for other in others] for one in mine]))


def outcomes(played: RatingGames) -> list[Outcome]:
    """The results of all seeds that were played from every seat."""
    found = []
    for pairing in played.pairings:
        level, below = pairing.level, pairing.below
        for seed, games in played.complete(pairing):
            if played.game.about.cooperative:
                scores = {one.line_up[0]: one.scores[0] for one in games}
                points, count = 0.5 + 0.5 * np.sign(scores[level] - scores[below]), 1
            else:
                points, count = sum(points_of(one.line_up, one.ranks, level) for one in games), len(games)
            found.append(Outcome(seed, level, below, count, float(points)))
    return found


def strengths(points: Array, anchor: int) -> Array:
    """The most likely strengths on a natural scale; `points[i, j]` are those of i against j. The anchor has 0.

    Several such tables are fitted at once if `points` has further axes in front.
    """
    games = points + np.swapaxes(points, -1, -2)
    found = np.zeros(points.shape[:-1])
    free = np.flatnonzero(np.arange(points.shape[-1]) != anchor)
    for _ in range(100):
        expected = 1.0 / (1.0 + np.exp(found[..., None, :] - found[..., :, None]))
        slope = (points - games * expected).sum(axis=-1)
        spread = games * expected * (1.0 - expected)
        bend = np.eye(points.shape[-1]) * spread.sum(axis=-1)[..., None] - spread
        step = np.linalg.solve(bend[..., free, :][..., free], slope[..., free, None])[..., 0]
        found[..., free] += np.clip(step, -1.0, 1.0)
        if np.abs(step).max() < 1e-9:
            break
    return found


@dataclass(frozen=True)
class Fit:
    """Ratings, and the results of pairs in the bootstrap."""

    ratings: Array
    low: Array  # 95 % interval
    high: Array
    _points: Array  # for each fit of the bootstrap, the points of i against j

    def share_interval(self, i: int, j: int, share: float) -> tuple[float, float]:
        """The 95 % interval of the share of the points that i has won against j."""
        shares = self._points[:, i, j] / (self._points[:, i, j] + self._points[:, j, i])
        low, high = (float(x) for x in np.quantile(shares, (0.025, 0.975)))
        return min(low, share), max(high, share)


def fit(by_unit: Array, anchor: int, drawn: Array, seed: int = 0) -> Fit:
    """Ratings from the points of i against j in independent units: seeds, or games.

    The table `drawn` has 1 where two players also drew a game that nobody played.
    """
    count = by_unit.shape[-1]
    chance = np.random.default_rng(seed)
    tried = np.tensordot(chance.exponential(size=(FITS, len(by_unit))), by_unit, 1)
    extra = np.maximum(chance.gamma(DRAWN, size=(FITS, count, count)), 1e-6)
    middle = ANCHOR_RATING + POINTS * strengths(by_unit.sum(axis=0) + DRAWN * drawn, anchor)
    low, high = np.quantile(ANCHOR_RATING + POINTS * strengths(tried + extra * drawn, anchor), (0.025, 0.975), axis=0)
    return Fit(middle, low, high, tried + extra)


def scale_of(played: RatingGames, seed: int = 0) -> Scale:
    """The ratings of all levels that have played."""
    results = outcomes(played)
    names = [name for name in NAMES if any(name in (one.level, one.below) for one in results)]
    if ANCHOR not in names:
        raise BadOption(f"the scale is fixed at {ANCHOR}, which has no games; rate it with the other levels")
    place = {name: number for number, name in enumerate(names)}
    seeds = {one: number for number, one in enumerate(sorted({one.seed for one in results}))}
    count = len(names)
    by_seed = np.zeros((len(seeds), count, count))
    for one in results:
        i, j = place[one.level], place[one.below]
        by_seed[seeds[one.seed], i, j] += one.points
        by_seed[seeds[one.seed], j, i] += one.games - one.points
    neighbours = np.eye(count, k=1) + np.eye(count, k=-1)
    found = fit(by_seed, place[ANCHOR], neighbours, seed)
    levels = {}
    for name, i in place.items():
        games = sum(one.games for one in results if name in (one.level, one.below))
        digest = digest_of(played.game, name)
        levels[name] = Rating(float(found.ratings[i]), float(found.low[i]), float(found.high[i]), games, digest)
    pairs = []
    for pairing in played.pairings:
        mine = [one for one in results if (one.level, one.below) == (pairing.level, pairing.below)]
        if mine:
            games = sum(one.games for one in mine)
            score = sum(one.points for one in mine) / games
            interval = found.share_interval(place[pairing.level], place[pairing.below], score)
            pairs.append(PairScore(pairing.level, pairing.below, games, len(mine), score, *interval))
    return Scale(levels, pairs, played.seconds / 60)
