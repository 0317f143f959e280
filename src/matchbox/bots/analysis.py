"""What the search thinks of a position: the value and the weight of every legal action."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from matchbox.engine import Game, Illegal, States
from matchbox.engine.chance import seed_words
from matchbox.engine.play import noise_of

from .search import DEPTH, END, NODE, NONE, habitual_playout, judged, ripeness, search


@dataclass(frozen=True)
class Analysis:
    """One row a legal action, in the order of ids."""

    actions: tuple[int, ...]
    visits: tuple[int, ...]
    values: tuple[float, ...]  # mean result of the asked seat, -1 to 1; of an action never tried the worst
    policy: tuple[float, ...]  # how often to play it: mixed where choices are simultaneous
    iterations: int

    @property
    def best(self) -> int:
        """The action most to be recommended; among equals, as after a short search, the one that went best."""
        return max(zip(self.policy, self.values, self.actions, strict=True), key=lambda row: row[:2])[2]

    @property
    def value(self) -> float:
        """What the position is worth to the asked seat, played by the policy."""
        return float(np.dot(self.values, self.policy))


class Room:
    """Memory for one search of one game, to be used again and again."""

    def __init__(self, game: Game, nodes: int) -> None:
        game.specialised(judged)
        game.specialised(ripeness)
        game.specialised(habitual_playout)
        self.tree = np.zeros(nodes, NODE)
        self.index = np.zeros(2 * nodes, np.int32)
        self.work = np.zeros(1, game.State.dtype)
        self.out = np.zeros(game.actions.count, np.int32)
        self.mark = np.zeros(game.actions.count, np.int64)
        self.path = np.zeros((DEPTH + 1, 16), np.int64)
        self.odds = np.zeros(DEPTH + 1)
        self.results = np.zeros(16)
        self.sums = np.zeros((game.State.most_seats, game.actions.count))
        self.counts = np.zeros((game.State.most_seats, game.actions.count), np.int64)
        self.trace = np.zeros((256, 2), np.int64)

    def run(
        self,
        game: Game,
        view: States,
        viewer: int,
        iterations: int,
        seed: int,
        worker: int = 0,
        habit: float = 0.0,
        judges: bool = False,
    ) -> None:
        """Search what the viewer sees; leaves the tree, and the mean result of every seat in `results`."""
        self.mark[:] = 0
        self.results[:] = 0.0
        self.sums[:] = 0.0
        self.counts[:] = 0
        key = np.array(seed_words(seed % 2**192 + (worker + 1 << 192)), np.uint32)
        noise = noise_of(seed, worker)
        game.specialised(search)(
            view, self.work, self.work.view(np.uint64), game.State.essence, viewer,
            self.tree, self.index, iterations, key, noise,
            self.out, self.mark, self.path, self.odds, self.results,
            game.foresight if judges and game.foresight else END, int(256 * habit), self.sums, self.counts, self.trace,
        )  # fmt: skip
        self.results /= iterations

    def choices(self, seat: int) -> npt.NDArray[Any]:
        """What was found about the actions of a seat at the root."""
        found, child = [], int(self.tree["child"][0])
        while child != NONE:
            if self.tree["seat"][child] == seat:
                found.append(child)
            child = int(self.tree["next"][child])
        return self.tree[found]


def nodes_for(iterations: int) -> int:
    """A tree that is large enough for so many iterations, within reason (64 bytes a node, indexed)."""
    return min(max(4096, 8 * iterations), 1_500_000)


def analyse(
    game: Game,
    view: States,
    seat: int,
    iterations: int = 10_000,
    seed: int = 0,
    workers: int = 1,
    rooms: list[Room] | None = None,
    habit: float = 0.0,
    judges: bool = False,
) -> Analysis:
    """Search a seat's view. The same seed and number of workers give the same answer.

    Several workers search on their own, in threads, and their findings are added up. `habit` is
    the share of playout choices that follow what went well before in this search; `judges` breaks
    playouts off where the game can evaluate a position.
    """
    legal = game.legal(view, seat)
    if not legal:
        raise Illegal(f"seat {seat} is not to act now")
    rooms = rooms if rooms is not None else []
    rooms += [Room(game, nodes_for(iterations)) for _ in range(workers - len(rooms))]
    seen = game.view(view, seat)  # whatever was given: the search gets no hidden byte

    def one(worker: int) -> npt.NDArray[Any]:
        rooms[worker].run(game, seen, seat, iterations, seed, worker, habit, judges)
        return rooms[worker].choices(seat)

    if workers == 1:
        parts = [one(0)]
    else:
        with ThreadPoolExecutor(workers) as pool:
            parts = list(pool.map(one, range(workers)))
    place = {action: i for i, action in enumerate(legal)}
    visits, values, weights = np.zeros(len(legal), np.int64), np.zeros(len(legal)), np.zeros(len(legal))
    for part in parts:
        for node in part:
            i = place[int(node["action"])]
            visits[i] += node["visits"]
            values[i] += node["value"]
            weights[i] += node["strategy"]
    means = np.where(visits > 0, values / np.maximum(visits, 1), -1.0)
    alone = len(game.acting(view)) == 1
    if not alone and not weights.any():  # so short a search that it never came to this seat
        weights += 1.0
    policy = visits / visits.sum() if alone else weights / weights.sum()
    return Analysis(
        tuple(legal), tuple(visits.tolist()), tuple(means.tolist()), tuple(policy.tolist()), iterations * workers
    )


def worth(game: Game, view: States, viewer: int, iterations: int, seed: int, room: Room) -> float:
    """What a position is worth to a seat that need not be asked: its mean result, -1 to 1."""
    if view["over"][0]:
        return float(game.compiled("utility")(view[0], viewer))
    room.run(game, view, viewer, iterations, seed)
    return float(room.results[viewer])
