"""The endgame solver of Othellino against brute force, known results, and itself."""

from __future__ import annotations

import functools
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest

from matchbox.engine import Illegal, Ints, States, bits
from matchbox.engine.notation import parse_action
from matchbox.games.green_box.othellino import game
from matchbox.games.green_box.othellino.midgame import new_frames
from matchbox.games.green_box.othellino.rules import (
    BOARD6,
    BOARD8,
    PASS6,
    PASS8,
    SQUARE6,
    bit_of,
    flipped_by,
    moves_of,
    next_turn,
)
from matchbox.games.green_box.othellino.solver import SHARED, SOLVABLE, Solver
from matchbox.games.green_box.othellino.solver_bitboard import flips, legal_squares
from matchbox.games.green_box.othellino.solver_search import bound_of
from matchbox.games.green_box.othellino.solver_sharing import begin, end, new_teams, put_off
from matchbox.games.green_box.othellino.solver_stability import stable

JIT = hasattr(bound_of, "py_func")  # plain Python solves fewer positions
PERFECT = (  # ends 16 : 20, from benchmarks/othellino_proof.py
    "c2 b4 c5 d2 e4 e3 d1 c1 b1 d5 d6 f4 b3 b2 f3 f2 e2 b6 a4 a3 a5 a6 a1 b5 a2 c6 e5 f1 e1 e6 pass f5 f6"
)


@pytest.fixture(scope="module")
def solver() -> Solver:
    return Solver(megabytes=16)


def empties(state: States) -> int:
    return int(state["board"][0]) ** 2 - sum(int(pieces).bit_count() for pieces in state["pieces"][0])


def random_position(seed: int, left: int, board: int = 6) -> States:
    """A position of a random game with this many empty squares."""
    choose = np.random.default_rng([seed, left, board])
    while True:
        state = game.new(seed=int(choose.integers(1 << 30)), board=board)
        while not state["over"][0] and empties(state) > left:
            seat = game.acting(state)[0]
            game.apply(state, seat, int(choose.choice(game.legal(state, seat))))
        if not state["over"][0]:
            return state


def lay(rows: list[str], seat: int = 0) -> States:
    """A position with this seat on turn; seat 0 is X."""
    size = len(rows)
    state = game.new(seed=1, board=size)
    for owner, sign in enumerate("XO"):
        squares = [i for i, cell in enumerate("".join(rows)) if cell == sign]
        state["pieces"][0, owner] = sum(1 << int(bit_of(i, size)) for i in squares)
    next_turn(state[0], seat)
    return state


# --- reference solvers that share no code with the solver ---


def by_the_rules(state: States, seat: int) -> int:
    """Minimax over all actions to the end of the game."""
    if state["over"][0]:
        return int(state["score"][0, seat]) - int(state["score"][0, 1 - seat])
    actor = game.acting(state)[0]
    values = []
    for action in game.legal(state, actor):
        after = state.copy()
        game.apply(after, actor, action)
        values.append(by_the_rules(after, seat))
    return max(values) if actor == seat else min(values)


def flipped(cells: str, square: int, mover: str, size: int) -> list[int]:
    """The squares a piece would flip, step by step over a board written as text."""
    found: list[int] = []
    for rows, columns in ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)):
        row, column, run = square // size + rows, square % size + columns, []
        while 0 <= row < size and 0 <= column < size and cells[row * size + column] not in (mover, "."):
            run.append(row * size + column)
            row, column = row + rows, column + columns
        if 0 <= row < size and 0 <= column < size and cells[row * size + column] == mover:
            found += run
    return found


def plain(state: States) -> int:
    """Alpha-beta over boards written as text, for positions too large for `by_the_rules`."""
    size, seat = int(state["board"][0]), game.acting(state)[0]
    signs = []
    for index in range(size * size):
        bit = int(bit_of(index, size))
        owners = [sign for who, sign in ((seat, "X"), (1 - seat, "O")) if int(state["pieces"][0, who]) >> bit & 1]
        signs.append(owners[0] if owners else ".")

    @functools.cache
    def moves(cells: str, mover: str) -> list[str]:
        other = "O" if mover == "X" else "X"
        found = []
        for square, sign in enumerate(cells):
            if sign == "." and (taken := flipped(cells, square, mover, size)):
                after = list(cells)
                for place in (square, *taken):
                    after[place] = mover
                found.append("".join(after))
        return sorted(
            found,
            key=lambda after: sum(bool(flipped(after, i, other, size)) for i in range(size * size) if after[i] == "."),
        )

    def value(cells: str, mover: str, alpha: int, beta: int) -> int:
        other = "O" if mover == "X" else "X"
        options = moves(cells, mover)
        if not options and not moves(cells, other):
            return cells.count(mover) - cells.count(other)
        if not options:
            return -value(cells, other, -beta, -alpha)
        best = -99
        for after in options:
            best = max(best, -value(after, other, -beta, -max(alpha, best)))
            if best >= beta:
                break
        return best

    return value("".join(signs), "X", -99, 99)


# --- agreement ---


@pytest.mark.parametrize("board", [6, 8])
def test_legal_squares_and_flips_match_the_rules(board: int) -> None:
    area = BOARD6 if board == 6 else BOARD8
    check: Any = numba.njit(_generate) if JIT else _generate
    choose = np.random.default_rng(board)
    for _ in range(2000 if JIT else 40):
        signs = choose.integers(0, 3, 64)
        own, other = (bits(sum(1 << q for q in range(64) if signs[q] == sign) & int(area)) for sign in (1, 2))
        empty = area & ~(own | other)
        squares = [q for q in range(64) if int(empty) >> q & 1]
        found = check(own, other, empty, np.array(squares))
        assert found[0] == moves_of(own, other, board)
        assert found[1:] == [flipped_by(own, other, bits(1 << q)) for q in squares]


def _generate(own: int, other: int, empty: int, squares: Ints) -> list[int]:
    found = [legal_squares(own, other, empty)]
    for square in squares:
        found.append(flips(own, other, square))
    return found


@pytest.mark.parametrize("board", [6, 8])
def test_stable_pieces_are_never_flipped(board: int) -> None:
    """In random games to the end from positions in their second half."""
    area, counts = BOARD6 if board == 6 else BOARD8, []
    for seed in range(30):
        state, choose = random_position(seed, 10 if board == 6 else 16, board), np.random.default_rng(seed)
        first, second = state["pieces"][0]
        found = [stable(first, second, area), stable(second, first, area)]
        counts.append(sum(int(pieces).bit_count() for pieces in found))
        while not state["over"][0]:
            seat = game.acting(state)[0]
            game.apply(state, seat, int(choose.choice(game.legal(state, seat))))
            for owner in range(2):
                assert int(found[owner]) & ~int(state["pieces"][0, owner]) == 0
    assert sum(counts) > 30


def test_a_corner_and_the_pieces_beside_it_are_stable() -> None:
    state = lay(["XXXO..", "XXO...", "XOOX..", "O.....", "......", "......"])
    own, other = state["pieces"][0]
    assert stable(own, other, BOARD6) == sum(1 << int(bit_of(i, 6)) for i in (0, 1, 2, 6, 7, 12))
    assert stable(other, own, BOARD6) == 0


@pytest.mark.parametrize("board", [6, 8])
@pytest.mark.parametrize("left", [1, 2, 3, 4, 5, 6])
def test_brute_force_with_the_rules_gives_the_same_value(solver: Solver, board: int, left: int) -> None:
    for seed in range(12 if JIT else 2):
        state = random_position(seed, left, board)
        assert solver.solve(game, state) == by_the_rules(state, game.acting(state)[0])


@pytest.mark.quick(2)
@pytest.mark.parametrize(
    ("left", "board", "count"), [(7, 6, 40), (8, 6, 40), (9, 6, 30), (11, 6, 10), (13, 6, 3), (8, 8, 10)]
)
def test_a_plain_alpha_beta_search_gives_the_same_value(solver: Solver, left: int, board: int, count: int) -> None:
    for seed in range(count if JIT else 1):
        state = random_position(seed, left, board)
        assert solver.solve(game, state) == plain(state)


def test_the_value_of_an_action_is_the_value_of_the_position_after_it() -> None:
    for seed in range(20 if JIT else 1):
        state = random_position(seed, 15 if JIT else 6)
        seat = game.acting(state)[0]
        values = Solver(megabytes=1).values(game, state, seat)
        assert list(values) == game.legal(state, seat)
        best = max(values.values())
        assert Solver(megabytes=4).solve(game, state) == best
        assert values[Solver(megabytes=1).choose(game, state, seat)] == best
        for action, value in values.items():
            after = state.copy()
            game.apply(after, seat, action)
            if not after["over"][0]:
                sign = 1 if game.acting(after) == [seat] else -1
                assert Solver(megabytes=1).solve(game, after) == sign * value


def images(state: States) -> Iterator[States]:
    """The position on the board flipped and mirrored."""
    size = int(state["board"][0])
    for number in range(8):
        image = state.copy()
        for seat in range(2):
            cells = [int(state["pieces"][0, seat]) >> int(bit_of(i, size)) & 1 for i in range(size * size)]
            grid = np.rot90(np.reshape(cells, (size, size)), number % 4)
            grid = grid.T if number > 3 else grid
            image["pieces"][0, seat] = sum(1 << int(bit_of(int(i), size)) for i in np.flatnonzero(grid))
        next_turn(image[0], game.acting(state)[0])
        yield image


@pytest.mark.parametrize(("left", "board"), [(16, 6), (12, 8)] if JIT else [(5, 6)])
def test_rotations_and_reflections_have_the_same_value(left: int, board: int) -> None:
    for seed in range(4 if JIT else 1):
        state = random_position(seed, left, board)
        assert len({Solver(megabytes=4).solve(game, image) for image in images(state)}) == 1


def test_perfect_play_reaches_the_value_from_won_and_lost_positions(solver: Solver) -> None:
    values = []
    for seed in range(12 if JIT else 2):
        state = random_position(seed, 14 if JIT else 5)
        seat = game.acting(state)[0]
        values.append(solver.solve(game, state))
        while not state["over"][0]:
            actor = game.acting(state)[0]
            game.apply(state, actor, solver.choose(game, game.view(state, actor), actor))
        assert int(state["score"][0, seat]) - int(state["score"][0, 1 - seat]) == values[-1]
    assert min(values) < 0 < max(values)


# --- known facts ---


def along(line: str) -> Iterator[States]:
    """The positions of a game from the start."""
    state = game.new(seed=0)
    for text in line.split():
        yield state.copy()
        seat = game.acting(state)[0]
        game.apply(state, seat, parse_action(game, state, seat, text))
    yield state


@pytest.mark.skipif(not JIT, reason="takes minutes in plain Python")
def test_the_proved_game_keeps_its_value_to_the_end(solver: Solver) -> None:
    states = list(along(PERFECT))
    first = int(states[0]["first"][0])
    result = game.result(states[-1])
    assert result is not None
    assert (result.scores[first], result.scores[1 - first]) == (16, 20)
    late = [state for state in states[:-1] if empties(state) <= 20]
    assert len(late) >= 20
    for state in late:
        assert solver.solve(game, state) == (-4 if game.acting(state) == [first] else 4)


def test_the_solver_sees_past_a_forced_pass(solver: Solver) -> None:
    state = lay(["XO....", *["......"] * 5], seat=1)
    assert solver.solve(game, state) == -3  # O passes, X takes c1 and O is gone
    assert solver.values(game, state, 1) == {PASS6: -3}
    assert solver.choose(game, state, 1) == PASS6
    state = lay(["OX......", *["........"] * 7])
    assert solver.solve(game, state) == -3
    assert solver.choose(game, state, 0) == PASS8


def test_passes_inside_the_search_are_correct(solver: Solver) -> None:
    passed = 0
    for seed in range(40 if JIT else 4):
        state = random_position(seed, 8 if JIT else 4)
        seat = game.acting(state)[0]
        value = solver.solve(game, state)
        while not state["over"][0]:
            actor = game.acting(state)[0]
            action = solver.choose(game, state, actor)
            passed += action == PASS6
            game.apply(state, actor, action)
        assert int(state["score"][0, seat]) - int(state["score"][0, 1 - seat]) == value
    assert passed > 0


def test_the_last_move_is_solved(solver: Solver) -> None:
    state = lay(["XO....", *["......"] * 5])
    assert solver.solve(game, state) == 3
    assert solver.values(game, state, 0) == {SQUARE6.first + 2: 3}


# --- interface ---


def test_solvable_depends_on_the_empty_squares(solver: Solver) -> None:
    for board, most in SOLVABLE.items():
        assert solver.solvable(random_position(1, most, board))
        assert not solver.solvable(random_position(1, most + 1, board))
    assert solver.solvable(game.new(seed=1, board=6))  # in the book
    assert not solver.solvable(game.new(seed=1, board=8))
    assert not solver.solvable(game.new(seed=1, opening="free"))


def test_a_finished_game_and_a_waiting_seat_are_rejected(solver: Solver) -> None:
    state = lay(["XO....", *["......"] * 5])
    with pytest.raises(Illegal, match="not the turn of seat 1"):
        solver.values(game, state, 1)
    game.apply(state, 0, game.legal(state, 0)[0])
    assert not solver.solvable(state)
    with pytest.raises(Illegal, match="over"):
        solver.solve(game, state)


def test_the_table_stays_within_its_megabytes() -> None:
    for megabytes in (1, 3, 64):
        assert megabytes << 20 >= Solver(megabytes=megabytes).table_bytes > (megabytes << 20) // 2 - 24
    assert Solver().table_bytes <= 64 << 20


def test_a_small_table_changes_no_value() -> None:
    for seed in range(5 if JIT else 1):
        state = random_position(seed, 17 if JIT else 5)
        assert Solver(megabytes=1).solve(game, state) == Solver(megabytes=64).solve(game, state)


@pytest.mark.skipif(not JIT, reason="too slow in plain Python")
def test_threads_that_share_a_search_find_the_same_values() -> None:
    for seed in range(6):
        state = random_position(seed, SHARED)
        values = {Solver(megabytes=4, threads=threads).solve(game, state) for threads in (1, 2, 3)}
        assert len(values) == 1


def test_a_move_that_another_thread_searches_is_put_off_once() -> None:
    own, other = lay(["XO....", "XO....", "XO....", "X.....", "......", "......"])["pieces"][0]
    squares = [int(bit_of(i, 6)) for i in (2, 8, 14)]
    taken = [(other ^ (found := flipped_by(own, other, bits(1 << q))), own | found | bits(1 << q)) for q in squares]
    me, another = new_teams(2)
    f = new_frames()[0]
    f.own, f.other, f.next, f.count, f.fresh = own, other, 1, 3, 3
    for k, square in enumerate(squares):
        f.squares[k], f.flipped[k] = square, flipped_by(own, other, bits(1 << square))
    begin(*taken[1], 25, me)
    put_off(f, 25, me)
    assert list(f.squares[:3]) == squares  # this thread itself searches it
    begin(*taken[1], 25, another)
    put_off(f, 25, me)
    assert list(f.squares[:3]) == [squares[0], squares[2], squares[1]]
    f.next = 2
    put_off(f, 25, me)
    assert f.fresh == 2
    assert list(f.squares[:3]) == [squares[0], squares[2], squares[1]]
    end(25, another)
    assert me.news[0] == 1  # this thread searches the same position
    assert me.news[1] == 0


RUN = """
from tests.games.othellino.test_solver import random_position
from matchbox.games.green_box.othellino import game
from matchbox.games.green_box.othellino.solver import Solver
from matchbox.games.green_box.othellino.solver_search import bound_of
print([Solver(megabytes=4).solve(game, random_position(seed, 15)) for seed in range(5)])
print(sum(bound_of.stats.cache_hits.values()), sum(bound_of.stats.cache_misses.values()))
"""


@pytest.mark.skipif(not JIT, reason="nothing is compiled")
def test_a_second_process_loads_the_compiled_code_from_the_cache() -> None:
    values = [Solver(megabytes=4).solve(game, random_position(seed, 15)) for seed in range(5)]
    root = Path(__file__).resolve().parents[3]
    done = subprocess.run(
        [sys.executable, "-c", RUN], cwd=root, capture_output=True, text=True, check=False, env=os.environ.copy()
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == [str(values), "1 0"]
