"""The network learns what it is shown, and its gradients are right."""

from __future__ import annotations

import numpy as np
import pytest

from matchbox.bots.network import BATCH, evaluate_list, fit, layers_of, learner_of, new_network

INPUTS, ROOM, SAMPLES = 12, 4, 4 * BATCH


def samples() -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Lists of three inputs; the value says whether the first two are of the same parity."""
    random = np.random.default_rng(5)
    lists = np.array([random.permutation(INPUTS)[:ROOM] for _ in range(SAMPLES)], np.int32)
    strengths = random.uniform(0.5, 1.5, lists.shape).astype(np.float32)
    targets = np.where((lists[:, 0] + lists[:, 1]) % 2 == 0, 0.8, -0.8).astype(np.float32)[:, None]
    return lists, strengths, np.full(SAMPLES, 2, np.int32), targets


@pytest.mark.parametrize("values", [1, 3])
def test_a_network_learns(values: int) -> None:
    lists, strengths, counts, targets = samples()
    targets = np.repeat(targets, values, 1)
    net = new_network(INPUTS, values, 16, 8)
    learner, layers, slopes = learner_of(net), layers_of(net), layers_of(net)
    order = np.arange(SAMPLES)
    losses = [fit(net, learner, layers, slopes, 3e-3, lists, strengths, counts, targets, order) for _ in range(150)]
    assert losses[0] > 0.5
    assert losses[-1] < 0.05


def test_one_step_goes_down_the_slope() -> None:
    """Adam's first step moves every weight by the rate, against the sign of its gradient."""
    lists, strengths, counts, targets = samples()
    net = new_network(INPUTS, 1, 6, 5)
    before = [weights.astype(np.float64) for weights in net]
    layers = layers_of(net)

    def loss(weights: list[np.ndarray]) -> float:
        trial = type(net)(*(part.astype(np.float32) for part in weights))
        found = 0.0
        for i in range(BATCH):
            evaluate_list(trial, lists[i], strengths[i], int(counts[i]), layers)
            found += float(layers.values[0] - targets[i, 0]) ** 2
        return found / 2

    fit(net, learner_of(net), layers, layers_of(net), 1e-3, lists, strengths, counts, targets, np.arange(BATCH))
    for part, weights in enumerate(net):
        place = np.unravel_index(np.argmax(np.abs(weights - before[part])), weights.shape)
        slopes = []
        for sign in (1, -1):
            tried = [w.copy() for w in before]
            tried[part][place] += sign * 1e-2
            slopes.append(loss(tried))
        moved = weights[place] - before[part][place]
        assert abs(abs(moved) - 1e-3) < 1e-4
        assert np.sign(moved) == -np.sign(slopes[0] - slopes[1])
