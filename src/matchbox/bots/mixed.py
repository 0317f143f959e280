"""Analyses of choices that must stay unpredictable."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from .analysis import Analysis


@dataclass(frozen=True)
class Mixed(Analysis):
    """An analysis with a mixed policy, and the move drawn from it.

    A seat that is alone to choose plays the best move of an analysis. With hidden hands that would give it away, so
    here the best move is the one drawn.
    """

    drawn: int  # row of the move drawn

    @property
    def best(self) -> int:
        return self.actions[self.drawn]


def mixed(
    moves: Sequence[int], weights: npt.NDArray[np.float64], values: npt.NDArray[np.float64], iterations: int, seed: int
) -> Mixed:
    """The analysis of a solved choice: the weights of the moves need not sum to 1, and may all be 0 for a choice that a
    solution never comes to; then the best value decides.
    """
    if weights.sum() <= 0.0:
        weights = (values == values.max()).astype(float)
    policy = weights / weights.sum()
    visits = 1 + np.rint(iterations * policy).astype(int)
    drawn = int(np.random.default_rng(seed).choice(len(moves), p=policy))
    limited = np.clip(values, -1.0, 1.0)
    return Mixed(
        tuple(moves), tuple(visits.tolist()), tuple(limited.tolist()), tuple(policy.tolist()), iterations, drawn
    )
