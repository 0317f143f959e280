"""PPO with action masks against a league, in NumPy: learn Gold Mine from its masks and rewards alone.

    python examples/ppo_masks_league.py          # about half a minute
    python examples/ppo_masks_league.py --quick

The policy is a network with one hidden layer. It plays seat 0; a league plays the others: a random player, and frozen
copies of the policy, of which newer ones play more often. Observations are scaled and begin with the observing seat, so
that a policy learnt in one seat plays in all of them.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from matchbox.adapters.gymnasium import League, VectorEnv
from matchbox.adapters.opponents import Opponents

Floats = npt.NDArray[np.float32]

GAME, SEATS = "gold_mine", 3
HIDDEN, RATE = 64, 3e-3
GAMES, STEPS = 128, 32  # played at the same time, and between two updates
EPOCHS, PARTS = 4, 4  # passes over the steps, in this many parts
CLIP, ENTROPY = 0.2, 0.01
DECAY = 0.95  # of the weight of later surprises (GAE's lambda); results come at the end, so nothing is discounted


class Network:
    """A policy and a value: they share a hidden layer."""

    def __init__(self, inputs: int, actions: int, random: np.random.Generator) -> None:
        self.weights: dict[str, Floats] = {
            "hidden": random.normal(0, inputs**-0.5, (inputs + 1, HIDDEN)).astype(np.float32),
            "policy": np.zeros((HIDDEN + 1, actions), np.float32),
            "value": np.zeros((HIDDEN + 1, 1), np.float32),
        }
        self._mean = {name: np.zeros_like(weights) for name, weights in self.weights.items()}
        self._square = {name: np.zeros_like(weights) for name, weights in self.weights.items()}
        self._updates = 0

    def chances(self, seen: Floats, mask: npt.NDArray[Any]) -> tuple[Floats, Floats, Floats]:
        """The chance of every action, the value, and the hidden layer. Actions outside the mask have no chance."""
        hidden = with_one(np.tanh(with_one(seen) @ self.weights["hidden"]))
        scores = np.where(mask, hidden @ self.weights["policy"], -np.inf)
        chances = np.exp(scores - scores.max(axis=1, keepdims=True))
        chances /= chances.sum(axis=1, keepdims=True)
        return chances, (hidden @ self.weights["value"])[:, 0], hidden

    def descend(self, seen: Floats, hidden: Floats, policy: npt.NDArray[Any], value: npt.NDArray[Any]) -> None:
        """A step of Adam down the slopes of the loss for the scores of the actions and for the value."""
        back = policy @ self.weights["policy"][:-1].T + value[:, None] @ self.weights["value"][:-1].T
        slopes = {
            "hidden": with_one(seen).T @ (back * (1 - hidden[:, :-1] ** 2)),
            "policy": hidden.T @ policy,
            "value": hidden.T @ value[:, None],
        }
        self._updates += 1
        for name, slope in slopes.items():
            mean, square = self._mean[name], self._square[name]
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope**2 - square)
            step = mean / (1 - 0.9**self._updates) / (np.sqrt(square / (1 - 0.999**self._updates)) + 1e-8)
            self.weights[name] -= (RATE * step).astype(np.float32)


def with_one(rows: npt.NDArray[Any]) -> Floats:
    """A column of ones, for the constant of every unit."""
    return np.concatenate([rows, np.ones((len(rows), 1))], axis=1, dtype=np.float32)


def draw(chances: Floats, random: np.random.Generator) -> npt.NDArray[np.int64]:
    """An action for every row."""
    drawn: npt.NDArray[np.int64] = (chances.cumsum(axis=1) > random.random((len(chances), 1))).argmax(axis=1)
    return np.where(chances[np.arange(len(drawn)), drawn] > 0, drawn, chances.argmax(axis=1))


class Frozen:
    """A policy as it was: an opponent."""

    def __init__(self, network: Network) -> None:
        self._network = Network.__new__(Network)
        self._network.weights = {name: weights.copy() for name, weights in network.weights.items()}

    def __call__(self, seen: dict[str, Any], random: np.random.Generator) -> npt.NDArray[np.int64]:
        return draw(self._network.chances(seen["observation"], seen["action_mask"])[0], random)


@dataclass
class Steps:
    """What happened between two updates: a row for each step, a column for each game."""

    seen: list[Floats]
    masks: list[npt.NDArray[Any]]
    actions: list[npt.NDArray[np.int64]]
    chances: list[Floats]  # of the chosen actions
    values: list[Floats]
    rewards: list[npt.NDArray[Any]]
    over: list[npt.NDArray[Any]]


def advantages(steps: Steps, after: Floats) -> tuple[Floats, Floats]:
    """How much better each choice turned out than expected, and the value that it should have had."""
    found, later = np.zeros((len(steps.values), len(after)), np.float32), np.zeros_like(after)
    for row in reversed(range(len(found))):
        goes_on = (~steps.over[row]).astype(np.float32)
        surprise = steps.rewards[row] + goes_on * after - steps.values[row]
        later = surprise + DECAY * goes_on * later
        found[row] = later
        after = steps.values[row]
    return found, found + np.array(steps.values)


def update(network: Network, steps: Steps, better: Floats, should: Floats, random: np.random.Generator) -> None:
    """PPO: make choices that were better than expected more likely, but by no more than `CLIP` at a time."""
    seen, mask = np.concatenate(steps.seen), np.concatenate(steps.masks)
    action, old = np.concatenate(steps.actions), np.concatenate(steps.chances)
    gain = ((better - better.mean()) / (better.std() + 1e-8)).ravel()
    target = should.ravel()
    for _ in range(EPOCHS):
        for part in np.array_split(random.permutation(len(seen)), PARTS):
            chances, value, hidden = network.chances(seen[part], mask[part])
            rows = np.arange(len(part))
            ratio = chances[rows, action[part]] / old[part]
            clipped = np.where(gain[part] > 0, ratio > 1 + CLIP, ratio < 1 - CLIP)
            push = np.where(clipped, np.float32(0), ratio * gain[part])[:, None]
            logs = np.log(np.maximum(chances, 1e-12))
            entropy = -(chances * logs).sum(axis=1, keepdims=True)
            chosen = np.eye(chances.shape[1], dtype=np.float32)[action[part]]
            policy: Floats = -push * (chosen - chances) + ENTROPY * chances * (logs + entropy)
            network.descend(seen[part], hidden, policy / len(part), (value - target[part]) / len(part))


def train(updates: int, seed: int = 1) -> tuple[Network, list[float]]:
    """The policy, and its mean result between every two updates."""
    random, league = np.random.default_rng(seed), League(["random"])
    tables = VectorEnv(GAMES, GAME, SEATS, seat=0, opponents=league, scaled=True, relative=True)
    seen, _ = tables.reset(seed=seed)
    network = Network(seen["observation"].shape[1], seen["action_mask"].shape[1], random)
    curve = []
    for number in range(1, updates + 1):
        steps = Steps([], [], [], [], [], [], [])
        for _ in range(STEPS):
            chances, values, _ = network.chances(seen["observation"], seen["action_mask"])
            actions = draw(chances, random)
            steps.seen.append(seen["observation"])
            steps.masks.append(seen["action_mask"])
            steps.actions.append(actions)
            steps.chances.append(chances[np.arange(GAMES), actions])
            steps.values.append(values)
            seen, rewards, over, _, _ = tables.step(actions)
            steps.rewards.append(rewards)
            steps.over.append(over)
        after = network.chances(seen["observation"], seen["action_mask"])[1]
        update(network, steps, *advantages(steps, after), random)
        curve.append(float(np.sum(steps.rewards) / max(np.sum(steps.over), 1)))
        if number % 5 == 0:
            league.add(Frozen(network), weight=number / 5)
    return network, curve


def mean_result(network: Network, opponents: Opponents, games: int, seed: int = 2) -> tuple[float, float]:
    """The mean result of the policy's most likely choices, and its standard error."""
    tables = VectorEnv(min(games, GAMES), GAME, SEATS, seat=0, opponents=opponents, scaled=True, relative=True)
    seen, _ = tables.reset(seed=seed)
    results: list[float] = []
    first = np.ones(tables.num_envs, bool)  # one game of each row, so that short games count no more than long ones
    while len(results) < tables.num_envs:
        actions = network.chances(seen["observation"], seen["action_mask"])[0].argmax(axis=1)
        seen, rewards, over, _, _ = tables.step(actions)
        results += rewards[over & first].tolist()
        first &= ~over
    return float(np.mean(results)), float(np.std(results) / len(results) ** 0.5)


def main(arguments: Sequence[str] | None = None) -> dict[str, float]:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="a few updates only")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args(arguments)
    network, curve = train(25 if chosen.quick else 80, chosen.seed)
    print(f"against the league: {curve[0]:+.2f} in the first round, {curve[-1]:+.2f} in the last")
    found = {}
    for opponents, games in (("random", 128), ("novice", 32)):
        mean, error = mean_result(network, opponents, games)
        found[opponents] = mean
        print(f"against {opponents}: {mean:+.2f} ± {2 * error:.2f} (from -1, last of {SEATS}, to 1, first)")
    return found


if __name__ == "__main__":
    main()
