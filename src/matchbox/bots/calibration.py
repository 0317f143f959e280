"""Calibrated values: of the positions in which a player is told "wins about 60 %", 60 % should end in a win.

A search with random playouts underrates an advantage, and one that trusts its evaluation overrates it. `matchbox
calibrate` compares values with the results of games and fits a correction for each use of a value, kept in
`calibration.json` in the game's folder. It is used at tables with the seats, options, rules and settings that it was
measured with; elsewhere values stay as they are.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Literal

from matchbox.engine import Game, States

from .analysis import Analysis, BufferCache
from .levels import LEVELS, SearchBot
from .measured import CALIBRATION, digest_of, fits_table, measured

HINT_LEVEL = "club"
Use = Literal["hint", "review"]
"""Where a value is shown: the search of a club bot for hints, and the shorter search of reviews."""


@dataclass(frozen=True)
class Correction:
    """Multiplies the logarithm of the odds to win by the slope, and adds the bias."""

    slope: float = 1.0
    bias: float = 0.0

    def value(self, value: float) -> float:
        """A value from -1 to 1, corrected. Certain results stay certain."""
        share = (min(1.0, max(-1.0, value)) + 1.0) / 2.0
        won, lost = share**self.slope * math.exp(self.bias), (1.0 - share) ** self.slope
        return float((won - lost) / (won + lost))


def correction_for(game: Game, view: States, use: Use) -> Correction:
    """The correction for a table; no change where nothing fits."""
    found = measured(game, CALIBRATION)
    if not found or found["digest"] != digest_of(game, HINT_LEVEL) or not fits_table(game, found, view):
        return Correction()
    return Correction(found[use]["slope"], found[use]["bias"])


def hint_analysis(game: Game, view: States, seat: int, seed: int, buffers: BufferCache | None = None) -> Analysis:
    """What hints are made of: the analysis of a club bot, with calibrated values."""
    found = SearchBot(LEVELS[HINT_LEVEL], seed, buffers=buffers).analyse(game, view, seat)
    correction = correction_for(game, view, "hint")
    return replace(found, values=tuple(correction.value(value) for value in found.values))
