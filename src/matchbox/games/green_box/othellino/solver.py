"""Endgame solver of Othellino: exact values, perfect moves, and the proof of the start.

The null-window search (solver_search.py) answers one question at a time: is this position worth at least
`beta` to the player on turn? Repeated searches narrow the bounds until they meet at the exact value.

A value is the difference of pieces at the end, own minus opponent's. Empty squares count for nobody, and
squares are bits of the full board, as in the rules.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as NotYet
from dataclasses import dataclass
from threading import Thread
from typing import Any

import numpy as np

from matchbox.engine import Game, Illegal, States, get

from .book import Known, known
from .evaluation import DISC, learned
from .midgame import INFINITY, search_position
from .rules import BOARD6, PLACE, State, bit_of
from .solver_search import NO_LIMIT, bound_of, new_memories
from .table import stored_move

SOLVABLE = {6: 25, 8: 18}
"""By board size: the most empty squares that take about two seconds to solve. The book goes further (book.py)."""

FORESIGHT = 10
"""How deep a search with the learned evaluation looks for the expected value."""

THREADS = min(2, os.cpu_count() or 1)
"""Threads that share a search."""

SHARED = 20
"""The least number of empty squares for which they do: other searches end before a thread has started."""

Progress = Callable[[int, int, int], None]
"""Called about once a second with the positions visited so far and the bounds of the value."""


@dataclass(frozen=True)
class Proof:
    """The value of the start for the first player, and a game of perfect play."""

    value: int
    seconds: float
    nodes: int
    line: tuple[str, ...]


def warm() -> None:
    """Compile the search, on a board with a single empty square."""
    solver, view = Solver(megabytes=1), np.zeros(1, State.dtype)
    board = int(BOARD6)
    empty = board & -board
    other = board - empty & -(board - empty)
    view["board"], view["pieces"][0] = 6, (board - empty - other, other)
    solver._bound(view, 0, 0)
    stored_move(solver._memory.table, *view["pieces"][0])


class Solver:
    """Plays perfectly once few enough squares are empty.

    The transposition table takes at most the given megabytes and persists between calls. Not thread-safe.
    """

    def __init__(self, seed: int = 0, megabytes: int = 64, threads: int = THREADS) -> None:
        """All solvers accept a seed; this one ignores it. Values never depend on the threads, but which of several best
        moves is found may.
        """
        self._memories = new_memories(megabytes, threads)
        self._memory = self._memories[0]
        self._age = 0

    @property
    def nodes(self) -> int:
        """Positions visited so far."""
        return sum(int(memory.nodes[0]) for memory in self._memories)

    @property
    def table_bytes(self) -> int:
        return int(self._memory.table.nbytes) + sum(int(memory.shallow_table.nbytes) for memory in self._memories)

    def solvable(self, view: States) -> bool:
        """Is the position in the book, or can it be solved in about two seconds?"""
        if view["phase"][0] != PLACE or view["over"][0]:
            return False
        return _empties(view) <= SOLVABLE[int(view["board"][0])] or self._in_book(view) is not None

    def solve(self, game: Game, view: States) -> int:
        """The value for the seat on turn."""
        self._next_age()
        return self._value(game, view, _actor(game, view))

    def values(self, game: Game, view: States, seat: int) -> dict[int, int]:
        """The value of every legal action of the seat."""
        self._next_age()
        found: dict[int, int] = {}
        for action, after in _moves(game, view, seat):
            found[action] = self._value(game, after, seat)
        return found

    def choose(self, game: Game, view: States, seat: int) -> int:
        """One of the best actions."""
        if _empties(view) > SOLVABLE[int(view["board"][0])] and (known := self._in_book(view)):
            return known.action
        return self.best(game, view, seat)[0]

    def best(self, game: Game, view: States, seat: int, expected: int | None = None) -> tuple[int, int]:
        """One of the best actions and its value, without the book."""
        self._next_age()
        moves = list(_moves(game, view, seat))
        if view["phase"][0] != PLACE:
            values = {action: self._value(game, after, seat) for action, after in moves}
            action = max(values, key=lambda action: values[action])
            return action, values[action]
        value = self._value(game, view, seat, expected)
        first = int(stored_move(self._memory.table, view["pieces"][0, seat], view["pieces"][0, 1 - seat]))
        moves.sort(key=lambda move: int(move[1]["last"][0]) != first)  # try the stored move first
        return next(action for action, after in moves if self._reaches(game, after, seat, value)), value

    def _in_book(self, view: States) -> Known | None:
        return known(view) if int(view["board"][0]) == 6 else None

    def _next_age(self) -> None:
        """Allow entries of earlier calls to be overwritten."""
        self._age = self._age % 255 + 1

    def _bound(self, view: States, seat: int, beta: int) -> int:
        """A bound of the value for the seat on turn (see `null_window`)."""
        own, other = view["pieces"][0, seat], view["pieces"][0, 1 - seat]
        ev, helpers = learned(int(view["board"][0])), self._memories[1:] if _empties(view) >= SHARED else []
        threads = [Thread(target=bound_of, args=(own, other, beta, ev, memory, self._age)) for memory in helpers]
        for thread in threads:
            thread.start()
        found = int(bound_of(own, other, beta, ev, self._memory, self._age))
        for thread in threads:  # each finds the result in the table
            thread.join()
        return found

    def _value(self, game: Game, view: States, seat: int, expected: int | None = None) -> int:
        """The exact value for any seat, also of a finished game; fastest if near the expected value."""
        if view["over"][0]:
            return int(view["score"][0, seat]) - int(view["score"][0, 1 - seat])
        actor = _actor(game, view)
        if actor != seat:
            return -self._value(game, view, actor, None if expected is None else -expected)
        if view["phase"][0] != PLACE:
            return max(self._value(game, after, seat, expected) for _, after in _moves(game, view, seat))
        value = 0
        for _, lower, upper in self._narrow(view, seat, self._expected(view, seat) if expected is None else expected):
            value = lower if lower == upper else value
        return value

    def _expected(self, view: States, seat: int) -> int:
        """An even number near the value, by a search with the learned evaluation."""
        own, other, ev, m = *view["pieces"][0, [seat, 1 - seat]], learned(int(view["board"][0])), self._memory
        found = 0
        for depth in range(2, min(FORESIGHT, _empties(view)) + 1, 2):
            found = search_position(
                own, other, -INFINITY, INFINITY, depth,
                ev, m.shallow_table, m.shallow_frames, m.shallow_nodes, NO_LIMIT, self._age,
            )  # fmt: skip
        return 2 * round(int(found) / DISC / 2)

    def _narrow(self, view: States, seat: int, expected: int) -> Iterator[tuple[int, int, int]]:
        """Search until the bounds meet; yield (beta, lower, upper). Odd values are rare, so step by two."""
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
        """Is the position worth at least this value to any seat, on turn or waiting?"""
        if view["over"][0]:
            return self._value(game, view, seat, value) >= value
        if _actor(game, view) == seat:
            return self._bound(view, seat, value) >= value
        return self._bound(view, 1 - seat, 1 - value) <= -value

    def best_line(self, game: Game, view: States, value: int) -> Iterator[int]:
        """The principal variation from a position whose value for the seat on turn is known."""
        state, seat = view.copy(), _actor(game, view)
        while not state["over"][0]:
            actor = _actor(game, state)
            own, other = state["pieces"][0, actor], state["pieces"][0, 1 - actor]
            first = int(stored_move(self._memory.table, own, other))
            wanted = value if actor == seat else -value
            moves = list(_moves(game, state, actor))
            moves.sort(key=lambda move: int(move[1]["last"][0]) != first)  # try the stored move first
            action, state = next(move for move in moves if self._reaches(game, move[1], actor, wanted))
            yield action


def _empties(view: States) -> int:
    board = int(view["board"][0])
    return board * board - sum(int(pieces).bit_count() for pieces in view["pieces"][0])


def _actor(game: Game, view: States) -> int:
    acting = game.acting(view)
    if not acting:
        raise Illegal("the game is over: there is nothing to solve")
    return acting[0]


def _moves(game: Game, view: States, seat: int) -> Iterator[tuple[int, States]]:
    """Every legal action of a seat and the position after it."""
    allowed = game.legal(view, seat)
    if not allowed:
        raise Illegal(f"it is not the turn of seat {seat}")
    for action in allowed:
        after = view.copy()
        game.apply(after, seat, action)
        yield action, after


def prove_start(progress: Progress = lambda nodes, lower, upper: None, megabytes: int = 256) -> Proof:
    """Prove the exact value of the 6 x 6 start without any opening knowledge.

    The four first moves are equivalent under rotations and reflections of the board, so only
    the position after one of them is searched.
    """
    game = get("othellino")
    start = game.new(seed=0, board=6)
    seat = _actor(game, start)
    moves = list(_moves(game, start, seat))
    assert all(_same(moves[0][1], after) for _, after in moves)
    action, after = moves[0]
    solver = Solver(megabytes=megabytes)
    solver._next_age()
    lower, upper = -36, 36
    began = time.perf_counter()
    with ThreadPoolExecutor(1) as pool:
        steps = solver._narrow(after, 1 - seat, 1)  # first test whether the second player wins
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
    """Are two positions equal up to rotation and reflection?"""
    return _squares(a) in _images(_squares(b))


def _squares(view: States) -> tuple[tuple[int, ...], ...]:
    """Rows of squares: 1 and 2 for the pieces of the two seats."""
    first, second = (int(pieces) for pieces in view["pieces"][0])
    size = int(view["board"][0])
    cells = [int(bit_of(index, size)) for index in range(size * size)]
    signs = [(first >> bit & 1) + 2 * (second >> bit & 1) for bit in cells]
    return tuple(tuple(signs[size * row : size * (row + 1)]) for row in range(size))


def _images(rows: tuple[tuple[int, ...], ...]) -> Iterator[tuple[tuple[int, ...], ...]]:
    """The eight rotations and reflections of a board."""
    for _ in range(4):
        rows = tuple(zip(*rows[::-1], strict=True))
        yield rows
        yield rows[::-1]
