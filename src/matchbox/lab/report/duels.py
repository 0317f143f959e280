"""Results of duels: how much stronger one bot is than another."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from matchbox.lab.figures import Figure, elo_of, share_of

from .collection import Group
from .plan import Duel


class Strength(NamedTuple):
    """How a bot did against another."""

    study: str
    bot: str
    other: str
    share: Figure  # of the seats of the other that it ranked above; ties count half
    elo: Figure
    coin: Figure  # the share of games that a coin would have to decide, if else the better bot always won


def strength_of(duel: Duel, groups: Sequence[Group]) -> Strength:
    shares = [float(np.mean(_results(duel, group))) for group in groups]
    share = share_of(shares, len(groups[0]) if groups else 1)
    return Strength(duel.key, duel.bot, duel.other, share, elo_of(share), _coin(share))


def _coin(share: Figure) -> Figure:
    """From 1, where both are equal, to 0, where one always wins."""
    if share.low is None or share.high is None:
        return share._replace(value=_luck_of(share.value))
    ends = sorted((_luck_of(share.low), _luck_of(share.high)))
    return Figure(_luck_of(share.value), ends[0], 1.0 if share.low <= 0.5 <= share.high else ends[1], share.groups)


def _luck_of(share: float) -> float:
    return 2 * min(share, 1 - share)


def _results(duel: Duel, group: Group) -> list[float]:
    """Of each pair of seats of the two bots: 1 if the first bot did better, 0.5 for a tie."""
    if duel.together:
        first, second = (game.returns[0] for game in group)
        return [0.5 + 0.5 * float(np.sign(first - second))]
    return [
        float(np.mean([0.5 + 0.5 * np.sign(theirs - mine) for mine in own for theirs in others]))
        for game in group
        for own, others in [
            tuple(
                [rank for rank, bot in zip(game.ranks, game.line_up, strict=True) if bot == name]
                for name in (duel.bot, duel.other)
            )
        ]
    ]
