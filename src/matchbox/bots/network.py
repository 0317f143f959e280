"""A small network: from a short list of active inputs to a value for each seat; and how it learns.

Most inputs of a position are absent, so the first layer adds up a few rows of weights. Two layers of rectified units
follow, and values from -1 to 1. An evaluation takes about a microsecond and always adds in the same order, so that it
is the same on every machine.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from matchbox.engine.compiled import entry_point, rule

Floats = npt.NDArray[np.float32]
BATCH = 256  # samples for each step of learning
ZERO = np.float32(0.0)
MOMENT, SQUARES, TINY = np.float32(0.9), np.float32(0.999), np.float32(1e-6)
ONE = np.float32(1.0)


class Network(NamedTuple):
    """The weights. `first` has a row for each input."""

    first: Floats  # [inputs, wide]
    first_bias: Floats
    second: Floats  # [wide, narrow]
    second_bias: Floats
    last: Floats  # [values, narrow]
    last_bias: Floats


class Layers(NamedTuple):
    """Memory for one evaluation."""

    wide: Floats
    narrow: Floats
    values: Floats


class Learner(NamedTuple):
    """What Adam keeps of the gradients, weight by weight, and the rows of `first` that a batch has used."""

    means: Network
    squares: Network
    gradients: Network
    used: Any
    is_used: Any
    steps: Any


def new_network(inputs: int, values: int, wide: int = 64, narrow: int = 32, seed: int = 0) -> Network:
    random = np.random.default_rng(seed)

    def weights(scale: float, *shape: int) -> Floats:
        return np.ascontiguousarray(random.normal(0.0, scale, shape).astype(np.float32))

    return Network(
        weights(0.1, inputs, wide), np.zeros(wide, np.float32),
        weights(math.sqrt(2 / wide), wide, narrow), np.zeros(narrow, np.float32),
        weights(0.05, values, narrow), np.zeros(values, np.float32),
    )  # fmt: skip


def layers_of(net: Network) -> Layers:
    sizes = len(net.first_bias), len(net.second_bias), len(net.last_bias)
    return Layers(*(np.zeros(size, np.float32) for size in sizes))


def learner_of(net: Network) -> Learner:
    def zeros() -> Network:
        return Network(*(np.zeros_like(weights) for weights in net))

    rows = len(net.first)
    return Learner(zeros(), zeros(), zeros(), np.zeros(rows, np.int32), np.zeros(rows, np.uint8), np.zeros(1, np.int64))


@rule
def forward(net: Network, inputs: Any, strengths: Any, n: int, layers: Layers) -> None:
    """Evaluate a list of `n` inputs with their strengths, into `layers.values`."""
    wide, narrow, values = layers
    for j in range(len(wide)):
        wide[j] = net.first_bias[j]
    for i in range(n):
        row, strength = inputs[i], strengths[i]
        if strength != ZERO:
            for j in range(len(wide)):
                wide[j] += strength * net.first[row, j]
    for k in range(len(narrow)):
        narrow[k] = net.second_bias[k]
    for j in range(len(wide)):
        x = wide[j]
        if x > ZERO:
            for k in range(len(narrow)):
                narrow[k] += x * net.second[j, k]
        else:
            wide[j] = ZERO
    for k in range(len(narrow)):
        narrow[k] = max(narrow[k], ZERO)
    for v in range(len(values)):
        total = net.last_bias[v]
        for k in range(len(narrow)):
            total += narrow[k] * net.last[v, k]
        values[v] = math.tanh(total)


@entry_point
def evaluate_list(net: Network, inputs: Any, strengths: Any, n: int, layers: Layers) -> None:
    """`forward` for calls from Python."""
    forward(net, inputs, strengths, n, layers)


@rule
def adam(weights: Any, means: Any, squares: Any, gradients: Any, rate: Any, scale: Any, square_scale: Any) -> None:
    """One step for a row of weights; clears its gradients."""
    for j in range(len(weights)):
        g = gradients[j]
        means[j] = MOMENT * means[j] + (ONE - MOMENT) * g
        squares[j] = SQUARES * squares[j] + (ONE - SQUARES) * g * g
        weights[j] -= rate * (means[j] * scale) / (np.float32(math.sqrt(squares[j] * square_scale)) + TINY)
        gradients[j] = ZERO


@entry_point
def fit(
    net: Network, learner: Learner, layers: Layers, slopes: Layers, rate: float,
    lists: Any, strengths: Any, counts: Any, targets: Any, order: Any,
) -> float:  # fmt: skip
    """Learn the samples in `order`, a batch at a time; returns the mean squared error before each step.

    Row i of `lists` and `strengths` has `counts[i]` inputs; row i of `targets` has the values to learn.
    """
    wide, narrow, values = layers
    wide_slopes, narrow_slopes, _ = slopes
    gradients, used, is_used = learner.gradients, learner.used, learner.is_used
    loss, part = 0.0, np.float32(1.0 / BATCH)
    for start in range(0, len(order) - BATCH + 1, BATCH):
        rows = 0
        for at in range(start, start + BATCH):
            i = order[at]
            n = counts[i]
            forward(net, lists[i], strengths[i], n, layers)
            for k in range(len(narrow)):
                narrow_slopes[k] = ZERO
            for v in range(len(values)):
                miss = values[v] - targets[i, v]
                loss += miss * miss
                slope = miss * (ONE - values[v] * values[v]) * part
                gradients.last_bias[v] += slope
                for k in range(len(narrow)):
                    gradients.last[v, k] += slope * narrow[k]
                    narrow_slopes[k] += slope * net.last[v, k]
            for k in range(len(narrow)):
                if narrow[k] <= ZERO:
                    narrow_slopes[k] = ZERO
                gradients.second_bias[k] += narrow_slopes[k]
            for j in range(len(wide)):
                x, total = wide[j], ZERO
                if x > ZERO:
                    for k in range(len(narrow)):
                        gradients.second[j, k] += x * narrow_slopes[k]
                        total += narrow_slopes[k] * net.second[j, k]
                wide_slopes[j] = total
                gradients.first_bias[j] += total
            for a in range(n):
                row, strength = lists[i, a], strengths[i, a]
                if not is_used[row]:
                    is_used[row] = 1
                    used[rows] = row
                    rows += 1
                for j in range(len(wide)):
                    gradients.first[row, j] += strength * wide_slopes[j]
        learner.steps[0] += 1
        step = float(learner.steps[0])
        scale, square_scale = np.float32(1.0 / (1.0 - 0.9**step)), np.float32(1.0 / (1.0 - 0.999**step))
        m, q, g, r = learner.means, learner.squares, gradients, np.float32(rate)
        for a in range(rows):
            row = used[a]
            is_used[row] = 0
            adam(net.first[row], m.first[row], q.first[row], g.first[row], r, scale, square_scale)
        adam(net.first_bias, m.first_bias, q.first_bias, g.first_bias, r, scale, square_scale)
        for j in range(len(wide)):
            adam(net.second[j], m.second[j], q.second[j], g.second[j], r, scale, square_scale)
        adam(net.second_bias, m.second_bias, q.second_bias, g.second_bias, r, scale, square_scale)
        for v in range(len(values)):
            adam(net.last[v], m.last[v], q.last[v], g.last[v], r, scale, square_scale)
        adam(net.last_bias, m.last_bias, q.last_bias, g.last_bias, r, scale, square_scale)
    return loss / max(1, len(order) // BATCH * BATCH * len(values))
