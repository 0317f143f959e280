"""How much of the results luck decides, and how much the choices, by reviews of whole games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from matchbox.bots.review import review
from matchbox.engine import Game, States
from matchbox.lab.figures import NOTHING, Array, Figure, ratio_of
from matchbox.lab.observed import ObservedGame

ITERATIONS, DEALS = 150, 3
"""Of a review: fewer than for people, because a report looks at the sum of many games."""


@dataclass(frozen=True)
class Sums:
    """What a review finds in a game, for each seat."""

    luck: tuple[float, ...]
    lost: tuple[float, ...]  # by its choices

    def as_line(self) -> dict[str, Any]:
        return asdict(self)


def sums_of(game: Game, template: States, played: ObservedGame) -> Sums:
    found = review(played.record(game, template), ITERATIONS, DEALS)
    seats = range(len(played.ranks))
    return Sums(tuple(round(one, 4) for one in found.luck), tuple(round(found.lost(seat), 4) for seat in seats))


def sums_from(line: dict[str, Any]) -> Sums:
    return Sums(tuple(line["luck"]), tuple(line["lost"]))


@dataclass(frozen=True)
class ReviewPart:
    """Of the differences between results: the parts that go with luck and with choices. The rest is neither."""

    bot: str
    games: int
    luck: Figure
    choices: Figure


Reviewed = tuple[ObservedGame, Sums]


def review_part(bot: str, games: Sequence[Reviewed]) -> ReviewPart:
    return ReviewPart(bot, len(games), _part(games, _luck), _part(games, _choices))


def _luck(game: ObservedGame, sums: Sums) -> Array:
    return np.array(sums.luck)


def _choices(game: ObservedGame, sums: Sums) -> Array:
    """What the choices of all seats are worth to each seat: it loses by its own, and gains by those of its rivals."""
    lost = np.array(sums.lost)
    total = float(lost.sum())
    gained: Array = np.zeros(len(lost)) - total if game.is_together else (total - lost) / (len(lost) - 1) - lost
    return gained


def _part(games: Sequence[Reviewed], cause: Callable[[ObservedGame, Sums], Array]) -> Figure:
    """The covariance of results with their cause, as a part of the variance of results."""
    if len(games) < 2:
        return NOTHING
    results = np.array([game.returns for game, _ in games])
    causes = np.array([cause(game, sums) for game, sums in games])
    results, causes = results - results.mean(axis=0), causes - causes.mean(axis=0)
    return ratio_of((results * causes).sum(axis=1), (results * results).sum(axis=1)).as_share()
