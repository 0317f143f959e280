"""Tree search with a policy and a value of your own, such as a neural network.

Each iteration deals what the searching seat cannot see (`redeal`) and descends the tree. A node is what the acting seat
sees, so seats know in the search what they would know at the table, and simultaneous choices stay secret. Nodes choose
by PUCT: the mean result, plus a bonus for probable actions with few visits.

Many iterations descend before the network is asked, once for all new nodes. Actions on the way of an unfinished
iteration count as lost meanwhile, so that the iterations of one call spread over the tree.

`descend` is compiled for each game, like the functions in `engine.playout`.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from matchbox.engine import BadOption, Game, States, entry_point, reseed
from matchbox.engine.chance import seed_words
from matchbox.engine.compiled import rule
from matchbox.engine.dialect import lowest, wide
from matchbox.engine.observation import Numbers, bytes_of
from matchbox.engine.playout import apply, legal, redeal, utility
from matchbox.engine.record import blank

from .search import fingerprint

Network = Callable[[States, Numbers], tuple[npt.ArrayLike | None, npt.ArrayLike]]
"""`network(views, seats)` gets what seat `seats[i]` sees in `views[i]`, a row for each question.

It returns a weight for every action id, a row for each question (None: all legal actions are alike; weights of other
actions do not matter), and the values from -1 to 1: one for each question, of the seat that asks, or one for each seat.
"""

NODE = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("hash", "i8"),
                ("first", "i8"),  # edge
                ("count", "i4"),  # of edges
                ("visits", "i4"),  # also of unfinished iterations
                ("seat", "i4"),
                ("is_open", "i4"),  # the network has answered
            ],
            align=True,
        ),
    )
)
EDGE = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("value", "f8"),  # sum of the results of the node's seat
                ("weight", "f4"),
                ("node", "i4"),
                ("action", "i4"),
                ("visits", "i4"),
                ("unfinished", "i4"),
            ],
            align=True,
        ),
    )
)
DEPTH = 400
NONE = -1
LANES = 32
EXPLORE = 1.5
NODES, EDGES = range(2)  # indices into the numbers of used ones


@rule
def choose_edge(node: Any, edges: Any, value: float, explore: float) -> int:
    """The edge with the highest bound. Edges without visits count as much as the node itself."""
    best, highest = wide(node.first), -1e30
    bonus = explore * math.sqrt(float(node.visits))
    for place in range(node.first, node.first + node.count):
        edge = edges[place]
        visits = edge.visits + edge.unfinished
        mean = (edge.value - edge.unfinished) / visits if visits else value
        bound = mean + bonus * edge.weight / (1 + visits)
        if bound > highest:
            best, highest = wide(place), bound
    return best


def descend(
    view: Any, states: Any, words: Any, masks: Any, viewer: int, key: Any, iteration: int, lanes: int, index: Any,
    nodes: Any, edges: Any, used: Any, values: Any, explore: float, out: Any, path: Any, lengths: Any, ends: Any,
    results: Any,
) -> None:  # fmt: skip
    """Follow the tree in every lane until a new node, a node that waits for the network, or the end of the game.

    Writes the edges of each lane's path, their number, and the node at its end; NONE if there the game is over. Then
    it writes the results, too.
    """
    for lane in range(lanes):
        states[lane] = view[0]
        s = states[lane]
        reseed(s, key, iteration + lane)
        redeal(s, viewer)
        length, end, seat = 0, NONE, wide(viewer)
        while not s.over and length < DEPTH:
            known = fingerprint(words[lane], masks[seat], seat)
            slot = known % len(index)
            while index[slot] and nodes[index[slot] - 1].hash != known:
                slot = (slot + 1) % len(index)
            if index[slot] == 0:
                end = wide(used[NODES])
                index[slot] = end + 1
                node = nodes[end]
                node.hash, node.seat, node.first = known, seat, used[EDGES]
                node.count = legal(s, seat, out)
                node.visits, node.is_open = 1, 0
                for k in range(node.count):
                    edge = edges[used[EDGES] + k]
                    edge.value, edge.weight, edge.visits, edge.unfinished = 0.0, 0.0, 0, 0
                    edge.node, edge.action = end, out[k]
                used[NODES] += 1
                used[EDGES] += node.count
                break
            place = wide(index[slot]) - 1
            if nodes[place].is_open == 0:
                end = place
                break
            chosen = choose_edge(nodes[place], edges, values[place, seat], explore)
            nodes[place].visits += 1
            edges[chosen].unfinished += 1
            path[lane, length] = chosen
            length += 1
            apply(s, seat, wide(edges[chosen].action))
            s.ply += 1
            if not s.over:
                seat = lowest(wide(s.acting))
        lengths[lane], ends[lane] = length, end
        for one in range(results.shape[1]):
            results[lane, one] = utility(s, one) if s.over else 0.0


@entry_point
def open_nodes(nodes: Any, edges: Any, first: int, weights: Any) -> None:
    """Give the edges of new nodes their share of the network's weights; equal shares if it gives none."""
    for row in range(len(weights)):
        node = nodes[first + row]
        node.is_open = 1
        total = 0.0
        for place in range(node.first, node.first + node.count):
            total += weights[row, edges[place].action % weights.shape[1]]
        for place in range(node.first, node.first + node.count):
            weight = weights[row, edges[place].action % weights.shape[1]]
            edges[place].weight = weight / total if total > 0.0 else 1.0 / node.count


@entry_point
def finish(nodes: Any, edges: Any, lanes: int, path: Any, lengths: Any, ends: Any, values: Any, results: Any) -> None:
    """Add the result of every lane to the edges of its path."""
    for lane in range(lanes):
        if ends[lane] != NONE:
            for seat in range(results.shape[1]):
                results[lane, seat] = values[ends[lane], seat]
        for k in range(lengths[lane]):
            edge = edges[path[lane, k]]
            edge.unfinished -= 1
            edge.visits += 1
            edge.value += results[lane, nodes[edge.node].seat]


class GuidedSearch:
    """A search of one view that can go on. Node 0 is the view itself."""

    def __init__(
        self, game: Game, view: States, seat: int, network: Network, seed: int, lanes: int, explore: float
    ) -> None:
        if lanes < 1:
            raise BadOption(f"lanes={lanes}: choose a whole number from 1 on")
        self._game, self._seat, self._network, self._explore = game, seat, network, explore
        self._view = game.view(view, seat)  # even if the caller passed a full state
        seats = int(view["seats"][0])
        self._states = np.asarray(blank(game.State.dtype, lanes))
        self._words = bytes_of(self._states).view(np.uint64)
        derived = game.State.masks[-1] & ~game.State.essence.view(np.uint8)
        self._masks = np.ascontiguousarray(game.State.masks[:-1] & ~derived).view(np.uint64)
        self._key = np.array(seed_words(seed), np.uint32)
        self._index = np.zeros(0, np.int64)
        self._nodes, self._edges = np.zeros(0, NODE), np.zeros(0, EDGE)
        self._values = np.zeros((0, seats), np.float32)
        self._used = np.zeros(2, np.int64)
        self._out = np.zeros(game.actions.count, np.int32)
        self._path = np.zeros((lanes, DEPTH), np.int64)
        self._lengths, self._ends = np.zeros(lanes, np.int64), np.zeros(lanes, np.int64)
        self._results = np.zeros((lanes, seats), np.float32)
        self.iterations = 0

    def run(self, iterations: int) -> None:
        """Search for this many iterations more."""
        descend_here = self._game.specialised(descend)
        end = self.iterations + iterations
        self._make_room_for_nodes(iterations)
        while self.iterations < end:
            lanes = min(len(self._states), end - self.iterations) if self.iterations else 1
            self._make_room_for_edges(lanes * self._game.actions.count)
            first = int(self._used[NODES])
            descend_here(
                self._view, self._states, self._words, self._masks, self._seat, self._key, self.iterations, lanes,
                self._index, self._nodes, self._edges, self._used, self._values, self._explore, self._out,
                self._path, self._lengths, self._ends, self._results,
            )  # fmt: skip
            self._ask(first, lanes)
            finish(self._nodes, self._edges, lanes, self._path, self._lengths, self._ends, self._values, self._results)
            self.iterations += lanes

    def edges(self) -> npt.NDArray[Any]:
        """The actions of the searching seat in its position, with their visits and values, ordered by id."""
        first = int(self._nodes["first"][0])
        return self._edges[first : first + int(self._nodes["count"][0])]

    @property
    def nodes(self) -> int:
        """The number of positions that the network has seen."""
        return int(self._used[NODES])

    def _make_room_for_nodes(self, count: int) -> None:
        """An iteration adds at most one."""
        room = int(self._used[NODES]) + count
        if room > len(self._nodes):
            self._nodes, self._values = _longer(self._nodes, room), _longer(self._values, room)
            self._index = np.zeros(2 * room, np.int64)
            for place, known in enumerate(self._nodes["hash"][: self._used[NODES]].tolist()):
                slot = known % len(self._index)
                while self._index[slot]:
                    slot = (slot + 1) % len(self._index)
                self._index[slot] = place + 1

    def _make_room_for_edges(self, count: int) -> None:
        room = int(self._used[EDGES]) + count
        if room > len(self._edges):
            self._edges = _longer(self._edges, 2 * room)

    def _ask(self, first: int, lanes: int) -> None:
        """Let the network value the nodes that the lanes have added, from node `first` on."""
        count = int(self._used[NODES]) - first
        if count == 0:
            return
        waiting = np.flatnonzero(self._ends[:lanes] >= first)[::-1]
        rows = np.zeros(count, np.int64)
        rows[self._ends[waiting] - first] = waiting  # the first lane at each new node
        seats = self._nodes["seat"][first : first + count].astype(np.int64)
        seen = bytes_of(self._states)[rows] & self._game.State.masks[seats]
        views = seen.view(self._states.dtype).reshape(-1)
        weights, values = self._network(views.view(type(self._view)), seats)
        self._values[first : first + count] = self._by_seat(np.asarray(values, np.float32), seats)
        if weights is None:
            shares = np.ones((count, 1), np.float32)
        else:
            shares = np.ascontiguousarray(weights, np.float32)
            if shares.shape != (count, self._game.actions.count) or not (shares >= 0).all() or np.isinf(shares).any():
                wanted = f"{count} rows of {self._game.actions.count} weights from 0 on"
                raise BadOption(f"the network has to return {wanted}, not an array of shape {shares.shape}")
        open_nodes(self._nodes, self._edges, first, shares)

    def _by_seat(self, values: npt.NDArray[np.float32], asking: Numbers) -> npt.NDArray[np.float32]:
        """Values of all seats, if the network gives only those of the seats that ask."""
        count, seats = len(asking), self._results.shape[1]
        if not np.isfinite(values).all():
            raise BadOption("the network returned values that are not finite numbers")
        if values.shape == (count, seats):
            return values
        if values.shape != (count,):
            raise BadOption(f"the network has to return {count} values or {count} x {seats}, not {values.shape}")
        if self._game.about.cooperative:
            return np.repeat(values[:, None], seats, axis=1)
        if seats > 2:
            raise BadOption(f"with {seats} seats the network has to return a value for each of them")
        found = np.repeat(-values[:, None], seats, axis=1)
        found[np.arange(count), asking] = values
        return found


def _longer(array: npt.NDArray[Any], length: int) -> npt.NDArray[Any]:
    found = np.zeros((length, *array.shape[1:]), array.dtype)
    found[: len(array)] = array
    return found
