"""Othellino played out to the last move: exact values, perfect choices, and the proof of the start.

The search (othellino_search.py) answers one question at a time: is this position worth at least so many
pieces to the player in turn? Two answers side by side are the exact value.

Values are differences of pieces at the end, own minus other; empty squares count for
nobody, as in the rules. Squares are bits of the full board, as in the rules.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as NotYet
from dataclasses import dataclass
from typing import Any

import numpy as np

from matchbox.boxes.green_box.othellino import BOARD6, BOARD8, PLACE, bit_of
from matchbox.engine import Game, Illegal, States, get

from .othellino_search import ENTRY, FRAME, bound, remembered

SOLVABLE = {6: 22, 8: 18}
"""Most empty squares of a position that is solved in about two seconds, for each board."""

Progress = Callable[[int, int, int], None]
"""Told about once a second: positions visited so far, and the value's bounds."""


@dataclass(frozen=True)
class Proof:
    """The value of the start for the player who begins, and a game in which both play perfectly."""

    value: int
    seconds: float
    nodes: int
    line: tuple[str, ...]


class Solver:
    """Plays perfectly where few enough squares are empty.

    Values are the difference of pieces at the end, own minus other, when both play best.
    The table takes at most the given megabytes and serves all later calls; one thread at a time.
    """

    def __init__(self, seed: int = 0, megabytes: int = 64) -> None:
        """All solvers are given a seed; this one has no use for it."""
        entries = 1 << ((megabytes << 20) // ENTRY.itemsize).bit_length() - 1
        self._table = np.zeros(entries, ENTRY)
        self._frames = np.zeros(2 * 64, FRAME)
        self._nodes = np.zeros(1, np.int64)
        self._age = 0

    @property
    def nodes(self) -> int:
        """Positions visited so far."""
        return int(self._nodes[0])

    @property
    def table_bytes(self) -> int:
        return int(self._table.nbytes)

    def solvable(self, view: States) -> bool:
        """Can the position be solved in about two seconds?"""
        board = int(view["board"][0])
        empties = board * board - sum(int(pieces).bit_count() for pieces in view["pieces"][0])
        return view["phase"][0] == PLACE and not view["over"][0] and empties <= SOLVABLE[board]

    def solve(self, game: Game, view: States) -> int:
        """The value for the seat to act."""
        self._tick()
        return self._value(game, view, _actor(game, view), 0)

    def values(self, game: Game, view: States, seat: int) -> dict[int, int]:
        """The value of every legal action of the seat."""
        self._tick()
        found: dict[int, int] = {}
        for action, after in _moves(game, view, seat):
            found[action] = self._value(game, after, seat, max(found.values(), default=0))
        return found

    def choose(self, game: Game, view: States, seat: int) -> int:
        """The first of the best actions."""
        moves = list(_moves(game, view, seat))
        if len(moves) == 1:
            return moves[0][0]
        self._tick()
        if view["phase"][0] != PLACE:
            values = {action: self._value(game, after, seat, 0) for action, after in moves}
            return max(values, key=lambda action: values[action])
        best = self._value(game, view, seat, 0)
        return next(action for action, after in moves if self._reaches(game, after, seat, best))

    def _tick(self) -> None:
        """What earlier calls found may now be overwritten."""
        self._age = self._age % 255 + 1

    def _bound(self, view: States, seat: int, beta: int) -> int:
        """Of the value for a seat in turn, as `bound` has it."""
        own, other = view["pieces"][0, seat], view["pieces"][0, 1 - seat]
        area = BOARD8 if view["board"][0] == 8 else BOARD6
        return int(bound(own, other, beta, area, self._table, self._frames, self._nodes, self._age))

    def _value(self, game: Game, view: States, seat: int, expected: int) -> int:
        """The value for a seat, in turn or not, of a game running or over; fastest if near what is expected."""
        if view["over"][0]:
            return int(view["score"][0, seat]) - int(view["score"][0, 1 - seat])
        actor = _actor(game, view)
        if actor != seat:
            return -self._value(game, view, actor, -expected)
        if view["phase"][0] != PLACE:
            return max(self._value(game, after, seat, expected) for _, after in _moves(game, view, seat))
        value = expected
        for _, lower, upper in self._narrow(view, seat, expected):
            value = lower if lower == upper else value
        return value

    def _narrow(self, view: States, seat: int, expected: int) -> Iterator[tuple[int, int, int]]:
        """Ask until the bounds meet; (question, lower, upper) after each. Odd values are rare: steps of two."""
        upper = int(view["board"][0]) ** 2
        lower, beta = -upper, expected
        while lower < upper:
            answer = self._bound(view, seat, beta)
            if answer >= beta:
                lower = answer
            else:
                upper = answer
            yield beta, lower, upper
            beta = min(lower + 2, upper) if answer >= beta else max(upper - 1, lower + 1)

    def _reaches(self, game: Game, view: States, seat: int, value: int) -> bool:
        """Is the position worth at least this to the seat, in turn or not?"""
        if view["over"][0]:
            return self._value(game, view, seat, value) >= value
        if _actor(game, view) == seat:
            return self._bound(view, seat, value) >= value
        return self._bound(view, 1 - seat, 1 - value) <= -value

    def best_line(self, game: Game, view: States, value: int) -> Iterator[int]:
        """Actions of perfect play from a position whose value for the seat to act is known."""
        state, seat = view.copy(), _actor(game, view)
        while not state["over"][0]:
            actor = _actor(game, state)
            own, other = state["pieces"][0, actor], state["pieces"][0, 1 - actor]
            first = int(remembered(self._table, own, other))
            wanted = value if actor == seat else -value
            moves = list(_moves(game, state, actor))
            moves.sort(key=lambda move: int(move[1]["last"][0]) != first)  # the table's own move is the likeliest
            action, state = next(move for move in moves if self._reaches(game, move[1], actor, wanted))
            yield action


def _actor(game: Game, view: States) -> int:
    acting = game.acting(view)
    if not acting:
        raise Illegal("the game is over: there is nothing to solve")
    return acting[0]


def _moves(game: Game, view: States, seat: int) -> Iterator[tuple[int, States]]:
    """Every legal action of a seat and the position after it."""
    allowed = game.legal(view, seat)
    if not allowed:
        raise Illegal(f"seat {seat} is not to act now")
    for action in allowed:
        after = view.copy()
        game.apply(after, seat, action)
        yield action, after


def prove_start(progress: Progress = lambda nodes, lower, upper: None, megabytes: int = 256) -> Proof:
    """The exact value of the 6 x 6 start, proved without any knowledge of the opening.

    The board turned by half and mirrored along its diagonals shows the four first moves to be
    one and the same; the position after one of them is searched.
    """
    game = get("othellino")
    start = game.new(seed=0, board=6)
    seat = _actor(game, start)
    moves = list(_moves(game, start, seat))
    assert all(_same(moves[0][1], after) for _, after in moves)
    action, after = moves[0]
    solver = Solver(megabytes=megabytes)
    solver._tick()
    lower, upper = -36, 36
    began = time.perf_counter()
    with ThreadPoolExecutor(1) as pool:
        steps = solver._narrow(after, 1 - seat, 1)  # the first question: does the second player win?
        while lower < upper:
            step = pool.submit(next, steps)
            while not _done(step):
                progress(solver.nodes, -upper, -lower)
            _, lower, upper = step.result()
            progress(solver.nodes, -upper, -lower)
    seconds, nodes = time.perf_counter() - began, solver.nodes
    line = [action, *solver.best_line(game, after, lower)]
    return Proof(-lower, seconds, nodes, tuple(game.text_of(start, action) for action in line))


def _done(step: Future[Any]) -> bool:
    try:
        step.result(timeout=1)
    except NotYet:
        return False
    return True


def _same(a: States, b: States) -> bool:
    """Does turning or mirroring the board make one position of the other?"""
    return _squares(a) in _images(_squares(b))


def _squares(view: States) -> tuple[tuple[int, ...], ...]:
    """Rows of squares: 1 and 2 for the pieces of the two seats."""
    first, second = (int(pieces) for pieces in view["pieces"][0])
    size = int(view["board"][0])
    cells = [int(bit_of(index, size)) for index in range(size * size)]
    signs = [(first >> bit & 1) + 2 * (second >> bit & 1) for bit in cells]
    return tuple(tuple(signs[size * row : size * (row + 1)]) for row in range(size))


def _images(rows: tuple[tuple[int, ...], ...]) -> Iterator[tuple[tuple[int, ...], ...]]:
    """The eight ways to look at a board."""
    for _ in range(4):
        rows = tuple(zip(*rows[::-1], strict=True))
        yield rows
        yield rows[::-1]
