"""The planner of Othellino: values for every action, at every level, on both boards."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from matchbox import bots
from matchbox.engine import States
from matchbox.games.green_box.othellino import game
from matchbox.games.green_box.othellino.evaluation import DISC, FILE, evaluate, header, learned, new_evaluation
from matchbox.games.green_box.othellino.patterns import LANES, images, patterns_of, shapes
from matchbox.games.green_box.othellino.planner import analyse
from matchbox.games.green_box.othellino.rules import PASS6
from matchbox.games.green_box.othellino.solver import Solver
from tests.games.othellino.test_solver import JIT, lay, random_position

SHARES = (1 / 1000, 1 / 100, 1 / 25, 1.0) if JIT else (1 / 1000, 1 / 100)
compiled = pytest.mark.skipif(not JIT, reason="too slow in plain Python")


def seat_of(state: States) -> int:
    return game.acting(state)[0]


@pytest.mark.parametrize("share", SHARES)
@pytest.mark.parametrize("board", [6, 8])
def test_every_legal_action_has_a_value(board: int, share: float) -> None:
    for left in (28, 12, 3):
        state = random_position(left, left, board)
        found = analyse(game, state, seat_of(state), share, 0)
        assert found
        assert list(found.actions) == sorted(game.legal(state, seat_of(state)))
        assert all(-1.0 <= value <= 1.0 for value in found.values)
        assert min(found.visits) > 0
        assert sorted(found.policy)[-1] == 1.0 == sum(found.policy)


@pytest.mark.parametrize("share", SHARES)
def test_a_forced_pass_has_a_value(share: float) -> None:
    state = lay(["OX....", *["......"] * 5], seat=0)  # X encloses nothing; then O takes the last X
    assert game.legal(state, 0) == [PASS6]
    found = analyse(game, state, 0, share, 0)
    assert found
    assert found.actions == (PASS6,)
    assert found.policy == (1.0,)
    assert found.values[0] < 0.0


def test_a_game_in_the_centre_is_left_to_the_search() -> None:
    state = game.new(seed=1, opening="free")
    assert analyse(game, state, seat_of(state), 1.0, 0) is None


@pytest.mark.parametrize("share", SHARES)
def test_it_wins_at_once_where_it_can(share: float) -> None:
    state = lay(["XO....", *["......"] * 2, "...XXX", *["......"] * 2])
    found = analyse(game, state, 0, share, 0)
    assert found
    assert found.best == game.legal(state, 0)[0]
    assert found.value == 1.0


@compiled
@pytest.mark.parametrize("board", [6, 8])
def test_an_expert_knows_the_results_near_the_end(board: int) -> None:
    solver = Solver(megabytes=16)
    for seed in range(6):
        state = random_position(seed, 10, board)
        seat = seat_of(state)
        found, exact = analyse(game, state, seat, 1.0, 0), solver.values(game, state, seat)
        assert found
        assert dict(zip(found.actions, found.values, strict=True)) == {a: float(np.sign(v)) for a, v in exact.items()}
        assert exact[found.best] == max(exact.values())


@compiled
def test_a_search_to_the_end_that_leaves_moves_out_is_not_certain() -> None:
    for seed in range(3):
        state = random_position(seed, 20)  # one more than the review's second look solves
        found = analyse(game, state, seat_of(state), 0.25, 0)
        assert found
        assert max(map(abs, found.values)) < 1.0


@compiled
def test_club_takes_a_free_corner() -> None:
    state = lay(["......", ".O....", "..XO..", "..XXO.", "....XO", "......"], seat=0)
    seat = 0
    corner = 0
    assert corner in game.legal(state, seat)
    found = analyse(game, state, seat, 1 / 25, 0)
    assert found
    assert found.best == corner


@compiled
@pytest.mark.parametrize("board", [6, 8])
def test_the_same_position_always_has_the_same_values(board: int) -> None:
    state = random_position(3, 24, board)
    first = analyse(game, state, seat_of(state), 1 / 25, 0)
    analyse(game, random_position(4, 20, board), seat_of(random_position(4, 20, board)), 1 / 25, 0)
    assert analyse(game, state, seat_of(state), 1 / 25, 1) == first


@compiled
def test_novice_beats_random() -> None:
    won = 0
    for seed in range(20):
        state = game.new(seed=seed)
        players = [bots.make(name, seed, game) for name in ("novice", "random")]
        while not state["over"][0]:
            seat = seat_of(state)
            game.apply(state, seat, players[seat].choose(game, game.view(state, seat), seat))
        won += int(state["rank"][0, 0]) == 1
    assert won >= 12


# --- the evaluation ---


@pytest.mark.parametrize("size", [6, 8])
def test_an_evaluation_is_the_same_for_all_images_of_a_position(size: int) -> None:
    patterns = patterns_of(size)
    choose = np.random.default_rng(size)
    free = choose.normal(0.0, 1.0, (4, patterns.free + 3))
    free[:, -3:] = 0.0
    ev = new_evaluation(size, free)
    state = random_position(5, 20, size)
    own, other = state["pieces"][0]
    value = evaluate(own, other, ev)

    def mirrored(pieces: Any) -> Any:
        return np.uint64(int.from_bytes(int(pieces).to_bytes(8, "little"), "big"))  # the rows in reverse

    def transposed(pieces: Any) -> Any:
        return np.uint64(sum(1 << (8 * (i % 8) + i // 8) for i in range(64) if int(pieces) >> i & 1))

    assert value != 0
    assert evaluate(mirrored(own), mirrored(other), ev) == value
    assert evaluate(transposed(own), transposed(other), ev) == value
    assert evaluate(other, own, ev) == -value


def test_every_line_and_corner_is_a_pattern() -> None:
    for size, lanes in ((6, 34), (8, 46)):
        found = [image for shape in shapes(size) for image in images(shape, size)]
        assert len(found) == lanes <= LANES
        assert {square for image in found for square in image} == {(r, c) for r in range(size) for c in range(size)}


def test_the_file_says_how_it_was_made() -> None:
    assert header()["rules"] == game.about.version
    assert "train" in header()["command"]
    assert FILE.stat().st_size < 300_000


@compiled
def test_the_evaluation_is_near_the_exact_value() -> None:
    solver, misses, spread = Solver(megabytes=16), [], []
    for seed in range(30):
        state = random_position(seed, 14)
        seat = seat_of(state)
        value = solver.solve(game, state)
        own, other = state["pieces"][0, [seat, 1 - seat]]
        misses.append(evaluate(own, other, learned(6)) / DISC - value)
        spread.append(value)
    assert np.std(misses) < 0.6 * np.std(spread)
