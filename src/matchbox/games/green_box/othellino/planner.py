"""How bots think: a search with the learned evaluation, and exact values near the end.

A level is a depth or a number of positions, never a time, so that it plays the same on every machine.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass
from typing import Any

import numpy as np

from matchbox.bots.analysis import Analysis
from matchbox.engine import Game, States

from .evaluation import DISC, Evaluation, learned, result_slopes
from .midgame import INFINITY, STOPPED, new_frames, search_position
from .rules import BOARD6, NONE, PLACE, bit_of
from .solver_bitboard import flips, legal_squares
from .solver_search import NO_LIMIT, Memory, bound_of, new_memory
from .table import new_table


@dataclass(frozen=True)
class Effort:
    """How far a level sees."""

    share: float  # of an expert's effort, at least
    depth: int  # moves
    nodes: int  # positions
    whole: int  # up to this depth every move gets its own value; deeper searches look for better moves only
    solved: dict[int, int]  # by board size: exact from this number of empty squares on
    megabytes: int  # of the transposition table


EFFORTS = (
    Effort(0.5, 60, 4_000_000, 4, {6: 21, 8: 15}, 16),
    Effort(0.2, 60, 1_000_000, 4, {6: 19, 8: 14}, 8),  # between two levels: the second look of a review
    Effort(0.02, 4, NO_LIMIT, 4, {6: 8, 8: 8}, 1),
    Effort(0.005, 2, NO_LIMIT, 2, {6: 4, 8: 4}, 1),
    Effort(0.0, 1, NO_LIMIT, 1, {6: 1, 8: 1}, 1),
)
BEFORE_SOLVING = 8  # the part of its positions that a level visits before it solves a position: one in eight
_kept = threading.local()


@dataclass
class Move:
    """A legal action and the position after it, seen by the opponent."""

    action: int
    own: Any
    other: Any
    value: float = 0.0  # for the player who makes it: pieces times DISC
    result: float = 0.0
    visits: int = 1


class Thinker:
    """The memory of one thread for one effort. It is cleared before each analysis: nothing depends on earlier ones."""

    def __init__(self, effort: Effort) -> None:
        self.effort = effort
        self._table, self._frames = new_table(effort.megabytes), new_frames()
        self._memory: Memory = new_memory(2 * effort.megabytes)
        self._nodes = np.zeros(1, np.int64)
        self._most = effort.nodes

    def think(self, ev: Evaluation, size: int, moves: list[Move], empties: int) -> None:
        """Give every move its value and its expected result, and put the best move first."""
        solves = empties <= self.effort.solved[size]
        self._nodes[0], self._most = 0, self.effort.nodes // (BEFORE_SOLVING if solves else 1)
        self._table.view(np.uint8)[:] = 0
        depth = self._deepen(ev, moves, min(self.effort.depth, empties))
        slope = float(result_slopes(size)[ev.stage_of[empties], min(depth, 15)])
        for move in moves:
            # a search that reaches the end of the game is still selective (midgame.py), so its result is not certain
            certain = _over(move, ev)
            move.result = float(np.sign(move.value)) if certain else float(np.tanh(move.value / DISC * slope))
        if solves:
            for table in (self._memory.table, self._memory.shallow_table):
                table.view(np.uint8)[:] = 0
            self._solve(ev, moves)

    def _deepen(self, ev: Evaluation, moves: list[Move], most: int) -> int:
        """Search deeper and deeper; returns the depth that was reached."""
        depth = 1
        while True:
            best, whole = -INFINITY, depth <= self.effort.whole
            for move in list(moves):
                before = int(self._nodes[0])
                value = self._value(ev, move, -INFINITY if whole or best == -INFINITY else best, depth)
                if value is None:
                    moves.sort(key=lambda move: -move.value)
                    return depth - 1
                move.visits += int(self._nodes[0]) - before
                move.value = value if whole or value > best else min(move.value, value)
                best = max(best, value)
            moves.sort(key=lambda move: -move.value)
            if depth >= most:
                return depth
            depth += 1

    def _value(self, ev: Evaluation, move: Move, alpha: int, depth: int) -> int | None:
        """The value of a move if it is above alpha, otherwise an upper bound; None if the positions are used up."""
        windows = [(-INFINITY, INFINITY)] if alpha == -INFINITY else [(-alpha - 1, -alpha), (-INFINITY, -alpha)]
        found = 0
        for low, high in windows:
            answer = search_position(
                move.own, move.other, low, high, depth - 1,
                ev, self._table, self._frames, self._nodes, self._most, 1,
            )  # fmt: skip
            if answer == STOPPED:
                return None
            found = -int(answer)
            if found <= alpha:
                break
        return found

    def _solve(self, ev: Evaluation, moves: list[Move]) -> None:
        """Exact results: the best move by its pieces, the others by win, draw or loss."""
        best = None
        for move in moves:
            expected = round(move.value / DISC)
            if best is None or self._least(ev, move, best + 1)[0]:
                best = self._exact(ev, move, expected if best is None else max(best + 1, expected))
                move.value, move.result = best * DISC, float(np.sign(best))
                continue
            wins, draws = best > 0 and self._least(ev, move, 1)[0], best >= 0 and self._least(ev, move, 0)[0]
            move.result = 1.0 if wins else 0.0 if draws else -1.0
            move.value = min(move.value, best * DISC)
        assert best is not None
        moves.sort(key=lambda move: (-move.result, -move.value))

    def _least(self, ev: Evaluation, move: Move, value: int) -> tuple[bool, int]:
        """Is a move worth at least this value? And a bound of its value."""
        bound = -int(bound_of(move.own, move.other, 1 - value, ev, self._memory, 1))
        return bound >= value, bound

    def _exact(self, ev: Evaluation, move: Move, expected: int) -> int:
        lower, upper, beta = -64, 64, expected
        while lower < upper:
            reached, bound = self._least(ev, move, beta)
            if reached:
                lower, beta = bound, min(bound + 2, upper)
            else:
                upper, beta = bound, max(bound - 1, lower + 1)
        return lower


def analyse(game: Game, view: States, seat: int, share: float, seed: int) -> Analysis | None:
    """A value for every legal action; None while the centre is still being filled. The seed changes nothing."""
    if view["phase"][0] != PLACE:
        return None
    size, effort = int(view["board"][0]), next(effort for effort in EFFORTS if share >= effort.share)
    own, other = view["pieces"][0, seat], view["pieces"][0, 1 - seat]
    empties = size * size - int(own).bit_count() - int(other).bit_count()
    moves = [_move(action, own, other, size) for action in game.legal(view, seat)]
    _thinker(effort).think(learned(size), size, moves, empties)
    best = moves[0].action
    moves.sort(key=lambda move: move.action)
    return Analysis(
        tuple(move.action for move in moves),
        tuple(move.visits for move in moves),
        tuple(move.result for move in moves),
        tuple(float(move.action == best) for move in moves),
        sum(move.visits for move in moves),
    )


def _thinker(effort: Effort) -> Thinker:
    """This thread's memory for an effort."""
    if not hasattr(_kept, "thinkers"):
        _kept.thinkers = {}
    kept: dict[float, Thinker] = _kept.thinkers
    return kept.get(effort.share) or kept.setdefault(effort.share, Thinker(effort))


def _over(move: Move, ev: Evaluation) -> bool:
    """Is the game over after this move?"""
    empty = ev.area & ~(move.own | move.other)
    return legal_squares(move.own, move.other, empty) == NONE and legal_squares(move.other, move.own, empty) == NONE


def warm() -> None:
    """Compile the search and the solver, on a board with a single empty square."""
    board = int(BOARD6)
    empty = board & -board
    other = board - empty & -(board - empty)
    own = np.uint64(board - empty - other)
    Thinker(EFFORTS[-1]).think(learned(6), 6, [Move(0, np.uint64(other), own)], 1)


def _move(action: int, own: Any, other: Any, size: int) -> Move:
    """The position after an action; after a pass nothing but the turn has changed."""
    if action == size * size:
        return Move(action, other, own)
    square = int(bit_of(action, size))
    flipped = flips(own, other, square)
    return Move(action, other ^ flipped, own | flipped | np.uint64(1 << square))
