"""Learn the value of Othellino's positions by self-play, in NumPy: a batch of games, and their afterstates.

    python examples/value_self_play.py          # a 6x6 board, about half a minute
    python examples/value_self_play.py --quick

An afterstate is the position that a move leads to. The network says how good it is for the player who has just moved;
both players take the best one, and sometimes any. When the games are over, the network learns their results.
Othellino has neither chance nor secrets, so afterstates tell a player nothing that it may not know.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt

from matchbox.engine import get
from matchbox.engine.batch import Batch
from matchbox.engine.observation import Encoder, bytes_of

Floats = npt.NDArray[np.float32]
Numbers = npt.NDArray[np.int64]

GAME, BOARD = "othellino", 6
GAMES, HIDDEN, RATE = 256, 48, 2e-3
TRIED = 0.1  # part of the moves that are drawn among all
OPENING = 4  # moves at random when players are compared
ROUND = 72  # moves of a batch between two updates: about two games

Choice = Callable[[Batch], Numbers]


class Value:
    """A network with one hidden layer. It sees the pieces of the player who has just moved, then the other's."""

    def __init__(self, random: np.random.Generator) -> None:
        self.encoder = Encoder(get(GAME), 2, ["pieces"], relative=True)
        inputs = self.encoder.size
        self.weights: list[Floats] = [
            random.normal(0, 0.1, (inputs + 1, HIDDEN)).astype(np.float32),
            np.zeros((HIDDEN + 1, 1), np.float32),
        ]
        self._mean = [np.zeros_like(weights) for weights in self.weights]
        self._square = [np.zeros_like(weights) for weights in self.weights]
        self._updates = 0

    def seen(self, states: npt.NDArray[np.void], seats: Numbers) -> Floats:
        """The positions as these seats see them."""
        out = np.empty((len(states), self.encoder.size), np.float32)
        self.encoder.many(bytes_of(states), seats, out)
        return out

    def __call__(self, seen: Floats) -> Floats:
        found: Floats = self._layers(seen)[1]
        return found

    def _layers(self, seen: Floats) -> tuple[Floats, Floats]:
        hidden = with_one(np.tanh(with_one(seen) @ self.weights[0]))
        return hidden, np.tanh((hidden @ self.weights[1])[:, 0])

    def learn(self, seen: Floats, results: Floats) -> float:
        """A step of Adam towards these results; returns the mean squared error before it."""
        hidden, value = self._layers(seen)
        error = value - results
        slope = (error * (1 - value**2))[:, None] / len(seen)
        back = slope @ self.weights[1][:-1].T * (1 - hidden[:, :-1] ** 2)
        self._updates += 1
        for k, down in enumerate((with_one(seen).T @ back, hidden.T @ slope)):
            self._mean[k] += 0.1 * (down - self._mean[k])
            self._square[k] += 0.001 * (down**2 - self._square[k])
            mean = self._mean[k] / (1 - 0.9**self._updates)
            square = self._square[k] / (1 - 0.999**self._updates)
            self.weights[k] -= (RATE * mean / (np.sqrt(square) + 1e-8)).astype(np.float32)
        return float((error**2).mean())

    def best(self, batch: Batch) -> Numbers:
        """The move to the best afterstate of every game."""
        starts, games, actions = batch.legal()
        values = self(self.seen(batch.afterstates(), batch.actor[games]))
        return best_of(starts, games, actions, values)


def with_one(rows: Floats) -> Floats:
    """A column of ones, for the constant of every unit."""
    return np.concatenate([rows, np.ones((len(rows), 1))], axis=1, dtype=np.float32)


def best_of(starts: Numbers, games: Numbers, actions: Numbers, values: Floats) -> Numbers:
    """The action with the highest value in each game."""
    order = np.lexsort((values, games))  # by game, then by value: the last of each game is its best
    best: Numbers = actions[order[np.append(starts[1:], len(games)) - 1]]
    return best


def most_pieces(batch: Batch) -> Numbers:
    """A player who wants as many pieces as possible after its move."""
    starts, games, actions = batch.legal()
    pieces = np.bitwise_count(batch.afterstates()["pieces"])[np.arange(len(games)), batch.actor[games]]
    return best_of(starts, games, actions, pieces.astype(np.float32))


def train(rounds: int, seed: int = 1) -> Value:
    random = np.random.default_rng(seed)
    value, batch = Value(random), get(GAME).batch(GAMES, board=BOARD)
    batch.reset(seed)
    for number in range(rounds):
        played: list[tuple[Floats, Numbers, Floats, npt.NDArray[np.bool_]]] = []
        for _ in range(ROUND):
            mover = batch.actor.copy()
            batch.step(np.where(random.random(GAMES) < TRIED, batch.sample(), value.best(batch)))
            over = batch.done == 1
            after = np.where(over, batch.final, batch.states)
            played.append((value.seen(after, mover), mover, batch.reward.copy(), over))
        rows, results = with_results(played)
        errors = [
            value.learn(rows[part], results[part])
            for part in np.array_split(random.permutation(len(rows)), max(1, len(rows) // 512))
        ]
        if (number + 1) % 5 == 0:
            print(f"round {number + 1}: the value's mean squared error is {np.mean(errors):.2f}")
    return value


def with_results(played: list[tuple[Floats, Numbers, Floats, npt.NDArray[np.bool_]]]) -> tuple[Floats, Floats]:
    """The afterstates of games that have ended, and the results for their movers."""
    rows, results = [], []
    result, known = np.zeros((GAMES, 2), np.float32), np.zeros(GAMES, np.bool_)
    for seen, mover, reward, over in reversed(played):
        result[over], known = reward[over], known | over
        rows.append(seen[known])
        results.append(result[known, mover[known]])
    return np.concatenate(rows), np.concatenate(results)


def share_won(mine: Choice, other: Choice | None, games: int = 256, seed: int = 9) -> float:
    """The share of games that a player wins, half of them from each seat; a draw counts half. None plays at random.

    The first moves are drawn, because two players without chance would play the same two games again and again.
    """
    batch = get(GAME).batch(games, board=BOARD)
    batch.reset(seed)
    seat, won, first = np.arange(games) % 2, np.zeros(games), np.ones(games, np.bool_)
    while first.any():
        drawn = batch.sample()
        theirs = drawn if other is None else other(batch)
        batch.step(np.where(batch.states["ply"] < OPENING, drawn, np.where(batch.actor == seat, mine(batch), theirs)))
        ended = first & (batch.done == 1)
        won[ended] = (batch.reward[ended, seat[ended]] + 1) / 2
        first &= ~ended
    return float(won.mean())


def main(arguments: Sequence[str] | None = None) -> dict[str, float]:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="a few rounds only")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args(arguments)
    value = train(10 if chosen.quick else 40, chosen.seed)
    found = {"random": share_won(value.best, None), "most pieces": share_won(value.best, most_pieces)}
    for name, share in found.items():
        print(f"wins {share:.0%} of its games against {name}")
    return found


if __name__ == "__main__":
    main()
