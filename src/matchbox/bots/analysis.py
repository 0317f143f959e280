"""Search a position: a value and a policy weight for every legal move."""

from __future__ import annotations

from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from matchbox.engine import BadOption, Game, Illegal, States
from matchbox.engine.chance import seed_words
from matchbox.engine.playout import noise_of
from matchbox.engine.registry import companion

from .guided import EXPLORE, LANES, GuidedSearch, Network
from .learned import Judge, Learned, learned_of
from .search import DEPTH, NODE, NONE, UNLIMITED, expansion_threshold, leaf_values, policy_playout, search

PLANNER = "planner"
"""In `Game.interpreted`: the planner is not compiled yet."""


@dataclass(frozen=True)
class Analysis:
    """The result of a search: one row per legal move, ordered by id."""

    actions: tuple[int, ...]
    visits: tuple[int, ...]
    values: tuple[float, ...]  # mean result of the searching seat, -1 to 1; -1 for an action never tried
    policy: tuple[float, ...]  # probability of each action; mixed where choices are simultaneous
    iterations: int

    @property
    def best(self) -> int:
        """The action with the highest policy weight; the value breaks ties, which are common in short searches."""
        return max(zip(self.policy, self.values, self.actions, strict=True), key=lambda row: row[:2])[2]

    @property
    def value(self) -> float:
        """The value of the position for the searching seat if it follows the policy."""
        return float(np.dot(self.values, self.policy))

    @property
    def stake(self) -> float:
        """How much better the best move is than the mean of all moves that were tried."""
        values = [value for value, visits in zip(self.values, self.visits, strict=True) if visits]
        return max(values) - sum(values) / len(values) if values else 0.0


class SearchBuffers:
    """Memory for one search of one game. Reusing it does not change the result."""

    def __init__(self, game: Game, nodes: int) -> None:
        game.specialised(leaf_values)
        game.specialised(expansion_threshold)
        game.specialised(policy_playout)
        self.tree = np.zeros(nodes, NODE)
        self.index = np.zeros(2 * nodes, np.int32)
        self.work = np.zeros(1, game.State.dtype)
        self.out = np.zeros(game.actions.count, np.int32)
        self.mark = np.zeros(game.actions.count, np.int64)
        self.path = np.zeros((DEPTH + 1, 16), np.int64)
        self.odds = np.zeros((DEPTH + 1, 3))
        self.results, self.values = np.zeros(16), np.zeros(16)
        self.sums = np.zeros((game.State.most_seats, game.actions.count))
        self.counts = np.zeros((game.State.most_seats, game.actions.count), np.int64)
        self.trace = np.zeros((256, 2), np.int64)
        self._kept_judge: tuple[Learned | None, Judge | None] | None = None

    @property
    def nbytes(self) -> int:
        return sum(part.nbytes for part in vars(self).values() if isinstance(part, np.ndarray))

    def run(
        self,
        game: Game,
        view: States,
        viewer: int,
        iterations: int,
        seed: int,
        worker: int = 0,
        playout_policy: float = 0.0,
        evaluates: bool = False,
        learned: Learned | None = None,
    ) -> None:
        """Search a view. Leaves the tree, and the mean result of every seat in `results`."""
        self.mark[:] = 0
        self.results[:] = 0.0
        self.sums[:] = 0.0
        self.counts[:] = 0
        key = np.array(seed_words(seed % 2**192 + (worker + 1 << 192)), np.uint32)
        noise = noise_of(seed, worker)
        depth = game.rollout_depth if evaluates and game.rollout_depth else UNLIMITED
        depth = learned.steps if learned else depth
        game.specialised(search)(
            view, self.work, self.work.view(np.uint64), game.State.essence, viewer,
            self.tree, self.index, iterations, key, noise,
            self.out, self.mark, self.path, self.odds, self.results,
            depth, int(256 * playout_policy), self.sums, self.counts, self.trace, self.values,
            self.judge(game, learned),
        )  # fmt: skip
        self.results /= iterations

    def judge(self, game: Game, learned: Learned | None) -> Judge | None:
        """A learned evaluation of the state that this memory searches; the game's, but unused, if `learned` is None."""
        if self._kept_judge is None or self._kept_judge[0] is not learned:
            any_learned = learned or learned_of(game)
            made = any_learned.judge(self.work, learned is not None) if any_learned else None
            self._kept_judge = learned, made
        return self._kept_judge[1]

    def choices(self, seat: int) -> npt.NDArray[Any]:
        """The root's children for a seat's actions."""
        found: list[int] = []
        block = int(self.tree["child"][0])
        while block != NONE:
            if self.tree["seat"][block] == seat:
                found.extend(range(block, block + int(self.tree["used"][block])))
            block = int(self.tree["next"][block])
        return self.tree[found]


class BufferCache:
    """Search buffers to reuse, dropped least recently used first. Not for use by several threads."""

    def __init__(self, max_bytes: int = 256 << 20) -> None:
        self._max_bytes = max_bytes
        self._kept: OrderedDict[tuple[Game, int], list[SearchBuffers]] = OrderedDict()

    def __reduce__(self) -> tuple[type[BufferCache], tuple[int]]:
        """A copy is empty: no search depends on what an earlier one left behind."""
        return BufferCache, (self._max_bytes,)

    def get(self, game: Game, nodes: int, workers: int = 1) -> list[SearchBuffers]:
        """Buffers for a tree of this size, at least one per worker."""
        found = self._kept.setdefault((game, nodes), [])
        self._kept.move_to_end((game, nodes))
        while len(found) < workers:
            self._make_room(72 * nodes)
            found.append(SearchBuffers(game, nodes))
        return found

    @property
    def nbytes(self) -> int:
        return sum(buffers.nbytes for kept in self._kept.values() for buffers in kept)

    def _make_room(self, size: int) -> None:
        while len(self._kept) > 1 and self.nbytes + size > self._max_bytes:
            self._kept.popitem(last=False)


def nodes_for(iterations: int) -> int:
    """The tree size for a number of iterations, limited to about 100 MB (72 bytes per node with its index).

    A power of two, so that searches of nearly the same size share their buffers.
    """
    return min(max(4096, 1 << (8 * iterations - 1).bit_length()), 1_500_000)


def analyse(
    game: Game,
    view: States,
    seat: int,
    iterations: int = 10_000,
    seed: int = 0,
    workers: int = 1,
    buffers: list[SearchBuffers] | None = None,
    playout_policy: float = 0.0,
    evaluates: bool = False,
    learned: Learned | None = None,
    network: Network | None = None,
    lanes: int = LANES,
    explore: float = EXPLORE,
) -> Analysis:
    """Search a seat's view. The same seed and number of workers give the same result.

    Workers search independently in threads, and their results are added up. `playout_policy` is the
    share of playout moves that follow the policy learnt in this search. `evaluates` cuts playouts
    short with the game's evaluation, if it has one; a `learned` evaluation replaces them.

    With a `network` of your own (see `matchbox.bots.guided.Network`) another search runs, in which it values all new
    positions. It gets up to `lanes` of them in a call: more are faster, fewer search better. `explore` says how
    much the weights of the network count beside the results. The policy is the share of visits.
    """
    legal = game.moves(view, seat)
    if not legal:
        raise Illegal(f"it is not the turn of seat {seat}")
    if network:
        if workers != 1 or learned or evaluates or playout_policy:
            raise BadOption("a search with a network of your own has one worker, no playouts and no other evaluation")
        return _guided(GuidedSearch(game, view, seat, network, seed, lanes, explore), iterations)
    buffers = buffers if buffers is not None else []
    buffers += [SearchBuffers(game, nodes_for(iterations)) for _ in range(workers - len(buffers))]
    seen = game.view(view, seat)  # even if the caller passed a full state, the search sees no hidden field

    def run(worker: int) -> npt.NDArray[Any]:
        buffers[worker].run(game, seen, seat, iterations, seed, worker, playout_policy, evaluates, learned)
        return buffers[worker].choices(seat)

    if workers == 1:
        parts = [run(0)]
    else:
        with ThreadPoolExecutor(workers) as pool:
            parts = list(pool.map(run, range(workers)))
    row_of = {action: i for i, action in enumerate(legal)}
    visits, values, weights = np.zeros(len(legal), np.int64), np.zeros(len(legal)), np.zeros(len(legal))
    for part in parts:
        for node in part:
            i = row_of[int(node["action"])]
            visits[i] += node["visits"]
            values[i] += node["value"]
            weights[i] += node["strategy"]
    means = np.where(visits > 0, values / np.maximum(visits, 1), -1.0)
    alone = len(game.acting(view)) == 1
    if not alone and not weights.any():  # the search was too short to reach this seat
        weights += 1.0
    policy = visits / visits.sum() if alone else weights / weights.sum()
    return Analysis(
        tuple(legal), tuple(visits.tolist()), tuple(means.tolist()), tuple(policy.tolist()), iterations * workers
    )


def _guided(search: GuidedSearch, iterations: int) -> Analysis:
    search.run(iterations)
    edges = search.edges()
    visits, sums = edges["visits"], edges["value"]
    values = np.where(visits > 0, sums / np.maximum(visits, 1), -1.0)
    policy = visits / visits.sum() if visits.any() else np.full(len(visits), 1 / len(visits))
    actions = tuple(edges["action"].tolist())
    return Analysis(actions, tuple(visits.tolist()), tuple(values.tolist()), tuple(policy.tolist()), iterations)


def planned(game: Game, view: States, seat: int, share: float, seed: int) -> Analysis | None:
    """A game's own way to analyse a view (`planner.py` in its folder), where it has one that covers this position.

    `share` is the part of an expert's effort, up to 1. A planner gives every move a value from the seat's view alone,
    so levels and hints use it as they use the search. `COVERS_EVERYTHING` in its module says that no table needs the
    search, `SEARCH_MEANWHILE` that bots search until it is compiled.
    """
    planner = companion(game, "planner")
    if planner is None or (PLANNER in game.interpreted and getattr(planner, "SEARCH_MEANWHILE", False)):
        return None
    found: Analysis | None = planner.analyse(game, game.view(view, seat), seat, share, seed)
    return found


def worth(game: Game, view: States, viewer: int, iterations: int, seed: int, buffers: SearchBuffers) -> float:
    """The value of a position for a seat that may not be on turn: its mean result, -1 to 1."""
    if view["over"][0]:
        return float(game.compiled("utility")(view[0], viewer))
    buffers.run(game, view, viewer, iterations, seed)
    return float(buffers.results[viewer])
