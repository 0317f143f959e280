"""Learning the evaluation: samples have their exact values, and a fit brings the evaluation nearer to them."""

from __future__ import annotations

import numpy as np
import pytest

from matchbox.games.green_box.othellino.evaluation import DISC, EXTRAS, STAGES, evaluate, learned, new_evaluation
from matchbox.games.green_box.othellino.patterns import patterns_of
from matchbox.games.green_box.othellino.solver_search import bound_of, new_memory
from matchbox.games.green_box.othellino.train import SAMPLE, learn, play_games
from tests.games.othellino.test_solver import JIT

pytestmark = pytest.mark.skipif(not JIT, reason="too slow in plain Python")
SOLVED = 8


def played(games: int) -> np.ndarray:
    """The samples of games that the learned evaluation plays."""
    samples = np.zeros(games * 64, SAMPLE)
    noise = np.random.default_rng(1).random((games, 64))
    return samples[: play_games(noise, 2, 10, 1, SOLVED, learned(6), new_memory(1), samples)]


@pytest.mark.full
def test_samples_have_the_values_of_the_solver() -> None:
    samples, memory, ev = played(10), new_memory(1), learned(6)
    assert len(samples) > 150
    for i, s in enumerate(samples):
        assert (s.own | s.other).bit_count() == 36 - s.empties
        if s.empties <= SOLVED:  # worth its value, and no more
            assert bound_of(s.own, s.other, s.value, ev, memory, 1) >= s.value
            assert bound_of(s.own, s.other, s.value + 1, ev, memory, 1) <= s.value
        elif samples[i + 1].empties == s.empties - 1:  # as the next position, for the player on turn there
            passed = samples[i + 1].own & s.own
            assert s.value == (samples[i + 1].value if passed else -samples[i + 1].value)


def test_a_fit_brings_the_evaluation_nearer_to_the_values() -> None:
    samples, free = played(300), np.zeros((STAGES, patterns_of(6).free + EXTRAS))
    learn(6, samples, free, np.random.default_rng(1), lambda text: None)
    ev = new_evaluation(6, free)
    some = samples[:: len(samples) // 100]
    values = np.array([evaluate(s.own, s.other, ev) / DISC for s in some])
    assert np.mean((values - some["value"]) ** 2) < 0.7 * np.mean(some["value"].astype(float) ** 2)
