"""A policy and value network inside the search, in NumPy: it learns Othellino from the games of its own searches.

    python examples/search_with_network.py          # a 6x6 board, about half a minute
    python examples/search_with_network.py --quick

In every game both players search with the network (`analyse`), and draw their moves from the search's visits. Then the
network learns two things of each position: the visits of its actions, which are better than its own weights were, and
the result of the game. The next games are searched with the better network, and so on.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt

from matchbox.bots.analysis import analyse
from matchbox.engine import States, get
from matchbox.engine.observation import Encoder, bytes_of

Floats = npt.NDArray[np.float32]
Numbers = npt.NDArray[np.int64]

GAME, OPTIONS = get("othellino"), {"board": 6}
HIDDEN, RATE = 64, 3e-3
SEARCH, LANES = 64, 8  # iterations for every move, and positions that the network values in one call
KEPT, PASSES = 125, 4  # games that the network still learns from, and how often in every round
DRAWN = 8  # moves of a game that are drawn; later ones are the best
OPENING = 4  # moves at random when players are compared

Player = Callable[[States, int, int], int]  # a view, its seat and a seed; returns an action


class Network:
    """One hidden layer. It sees the pieces of the player who asks, then the opponent's, and the seats on turn."""

    def __init__(self, random: np.random.Generator) -> None:
        self.encoder = Encoder(GAME, 2, ["pieces", "acting"], relative=True)
        inputs, actions = self.encoder.size, GAME.actions.count
        self.weights: list[Floats] = [
            random.normal(0, inputs**-0.5, (inputs + 1, HIDDEN)).astype(np.float32),
            np.zeros((HIDDEN + 1, actions + 1), np.float32),  # the last column is the value's
        ]
        self._mean = [np.zeros_like(weights) for weights in self.weights]
        self._square = [np.zeros_like(weights) for weights in self.weights]
        self._updates = 0

    def seen(self, views: States, seats: Numbers) -> Floats:
        out = np.empty((len(seats), self.encoder.size), np.float32)
        self.encoder.many(bytes_of(views), seats, out)
        return out

    def __call__(self, views: States, seats: Numbers) -> tuple[Floats, Floats]:
        """The question of the search: weights of all actions, and the value for the seat that asks."""
        weights, value, _ = self.layers(self.seen(views, seats))
        return weights, value

    def layers(self, seen: Floats) -> tuple[Floats, Floats, Floats]:
        hidden = with_one(np.tanh(with_one(seen) @ self.weights[0]))
        found = hidden @ self.weights[1]
        weights = np.exp(found[:, :-1] - found[:, :-1].max(axis=1, keepdims=True))
        return weights, np.tanh(found[:, -1]), hidden

    def learn(self, seen: Floats, policy: Floats, results: Floats) -> tuple[float, float]:
        """A step of Adam. Returns both losses before it: cross-entropy and mean squared error.

        `policy` has the visits' share for legal actions, and -1 for all others.
        """
        weights, value, hidden = self.layers(seen)
        legal = policy >= 0
        chances = weights * legal
        chances /= chances.sum(axis=1, keepdims=True)
        target = np.maximum(policy, 0)
        error = value - results
        slope = np.concatenate([chances - target, (error * (1 - value**2))[:, None]], axis=1) / len(seen)
        back = slope @ self.weights[1][:-1].T * (1 - hidden[:, :-1] ** 2)
        self._updates += 1
        for k, down in enumerate((with_one(seen).T @ back, hidden.T @ slope)):
            self._mean[k] += 0.1 * (down - self._mean[k])
            self._square[k] += 0.001 * (down**2 - self._square[k])
            mean = self._mean[k] / (1 - 0.9**self._updates)
            square = self._square[k] / (1 - 0.999**self._updates)
            self.weights[k] -= (RATE * mean / (np.sqrt(square) + 1e-8)).astype(np.float32)
        return float(-(target * np.log(chances + 1e-9)).sum(axis=1).mean()), float((error**2).mean())


def with_one(rows: Floats) -> Floats:
    """A column of ones, for the constant of every unit."""
    return np.concatenate([rows, np.ones((len(rows), 1))], axis=1, dtype=np.float32)


def self_play(network: Network, seed: int) -> tuple[Floats, Floats, Floats]:
    """A game of the search against itself: observations, shares of visits (-1: not legal), and results."""
    random, state = np.random.default_rng(seed), GAME.new(seed=seed, **OPTIONS)
    seen: list[Floats] = []
    policies: list[Floats] = []
    movers: list[int] = []
    while acting := GAME.acting(state):
        (seat,) = acting
        view = GAME.view(state, seat)
        found = analyse(GAME, view, seat, SEARCH, int(random.integers(1 << 30)), network=network, lanes=LANES)
        policy = np.full(GAME.actions.count, -1, np.float32)
        policy[list(found.actions)] = found.policy
        seen.append(network.seen(view, np.array([seat])))
        policies.append(policy)
        movers.append(seat)
        drawn = len(movers) <= DRAWN
        GAME.apply(state, seat, int(random.choice(found.actions, p=found.policy)) if drawn else found.best)
    result = GAME.result(state)
    assert result
    results = [0.0 if len(result.winners) == 2 else 1.0 if seat in result.winners else -1.0 for seat in movers]
    return np.concatenate(seen), np.array(policies), np.array(results, np.float32)


def train(rounds: int, games: int, seed: int = 1) -> Network:
    random = np.random.default_rng(seed)
    network = Network(random)
    played: list[tuple[Floats, Floats, Floats]] = []
    for number in range(rounds):
        first = seed * 1_000_003 + number * games
        played = [*played, *(self_play(network, first + game) for game in range(games))][-KEPT:]
        seen, policies, results = (np.concatenate(parts) for parts in zip(*played, strict=True))
        losses = [
            network.learn(seen[part], policies[part], results[part])
            for _ in range(PASSES)
            for part in np.array_split(random.permutation(len(results)), len(results) // 128)
        ]
        policy, value = np.mean(losses, axis=0)
        print(f"round {number + 1}: cross-entropy of the policy {policy:.2f}, squared error of the value {value:.2f}")
    return network


def searcher(network: Network | None) -> Player:
    """A player who searches: with the network, or with equal weights and no idea of the value."""

    def nothing(views: States, seats: Numbers) -> tuple[None, Floats]:
        return None, np.zeros(len(seats), np.float32)

    def choose(view: States, seat: int, seed: int) -> int:
        return analyse(GAME, view, seat, SEARCH, seed, network=network or nothing, lanes=LANES).best

    return choose


def at_random(view: States, seat: int, seed: int) -> int:
    return int(np.random.default_rng(seed).choice(GAME.legal(view, seat)))


def share_won(mine: Player, other: Player, games: int, seed: int = 9) -> float:
    """The share of games that a player wins, half of them from each seat; a draw counts half.

    The first moves are drawn, because two players without chance would play the same two games again and again.
    """
    won = 0.0
    for number in range(games):
        random, state = np.random.default_rng(seed + number), GAME.new(seed=seed + number, **OPTIONS)
        me = number % 2
        while acting := GAME.acting(state):
            (seat,) = acting
            player = at_random if state["ply"][0] < OPENING else mine if seat == me else other
            GAME.apply(state, seat, player(GAME.view(state, seat), seat, int(random.integers(1 << 30))))
        result = GAME.result(state)
        assert result
        won += (me in result.winners) / len(result.winners)
    return won / games


def main(arguments: Sequence[str] | None = None) -> dict[str, float]:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="a few rounds only")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args(arguments)
    network = train(4 if chosen.quick else 12, 20, chosen.seed)
    games = 40 if chosen.quick else 100
    found = {
        "random": share_won(searcher(network), at_random, games),
        "the search without a network": share_won(searcher(network), searcher(None), games),
    }
    for name, share in found.items():
        print(f"wins {share:.0%} of its games against {name}")
    return found


if __name__ == "__main__":
    main()
