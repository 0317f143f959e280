"""Depth by a duel: how often a bot that searches more beats the same bot."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from matchbox.bots.levels import LEVELS
from matchbox.engine import Game
from matchbox.lab.report.collection import Group
from matchbox.lab.report.duels import strength_of
from matchbox.lab.report.measures import Measure, Terms
from matchbox.lab.report.plan import Duel

SKILL = "skill"


def stronger_than(bot: str, game: Game) -> str | None:
    """The bot with four times the search; in a match of games, and above random, the next level."""
    if bot in LEVELS and not game.is_match:
        return f"{bot} x4"
    order = ["random", *LEVELS]
    return order[order.index(bot) + 1] if bot in order[:-1] else None


def skill_of(duel: Duel) -> Measure:
    """The share of the first bot of a duel."""

    def terms(groups: Sequence[Group]) -> Terms:
        shares = [strength_of(duel, [group]).share.value for group in groups]
        return np.array(shares, float), np.ones(len(groups))

    return Measure(SKILL, f"{duel.bot} beats {duel.other}", "ties count half", terms, True)
