"""The planner's matrix is what the rules lead to, and every move has a value."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest

from matchbox.bots.analysis import planned
from matchbox.bots.levels import LEVELS, SearchBot
from matchbox.engine import States
from matchbox.engine.playout import utility
from matchbox.games.british_empire.futakotamagawa_fireworks import game, planner, training
from matchbox.games.british_empire.futakotamagawa_fireworks.rounds import SIZE, list_both_hands, solve_round, value_of
from matchbox.games.british_empire.futakotamagawa_fireworks.rules import CLAIM, HOLD, MOST_ROUNDS, POINT

from ..helpers import fill, start
from .test_rules import deal, set_chips

EXPERT = LEVELS["expert"].share


def late() -> States:
    """Few chips; with the 2 either seat gets near to the goal, with the 3 seat 0 wins."""
    state = deal(2, 3)
    fill(state, claimed=[[0, 0, 0, 1], [0, 1, 0, 0]], score=[3, 1], last_claimer=1)
    fill(state, in_deck=[0, 1, 2, 0], deck=[1, 2, 2, 0, 0, 0, 0])
    set_chips(state, (2, 1, 0), (1, 0, 1), (1, 0, 0), (0, 1, 1))
    return state


def value(state: States) -> float:
    """What the planner thinks of a position between two rounds, for seat 0."""
    if state["over"][0]:
        return float(game.compiled(utility.__name__)(state[0], 0))
    return float(value_of(planner.position_of(state[0], 0), planner.judge()))


def outcome(state: States, mine: tuple[Any, int], theirs: tuple[Any, int]) -> float:
    """Play a round by the rules; seats take the best chip. The mean over the tiles that may come."""
    total = 0.0
    for order, chance in (([2, 2, 1], 1 / 3), ([1, 2, 2], 2 / 3)):
        then = state.copy()
        then["deck"][0, :3] = order
        for seat, (hand, slot) in enumerate((mine, theirs)):
            game.apply(then, seat, HOLD.id(*map(int, hand)))
            game.apply(then, seat, POINT.id(slot))
        for seat in game.acting(then):
            if max(game.moves(then, seat)) >= CLAIM.id(0):
                game.apply(then, seat, max(game.moves(then, seat)))
        total += chance * value(then)
    return total


def test_the_matrix_is_what_the_rules_lead_to() -> None:
    state = late()
    x = planner.position_of(state[0], 0)
    mine, theirs = np.zeros((30, 3), np.int64), np.zeros((30, 3), np.int64)
    n, m = list_both_hands(x, mine, theirs)
    assert (n, m) == (6, 4)
    matrix, row, column = np.zeros((2 * n, 2 * m)), np.zeros(2 * n), np.zeros(2 * m)
    found = solve_round(x, mine, n, theirs, m, planner.judge(), matrix, row, column)
    for i, s, j, t in product(range(n), range(2), range(m), range(2)):
        assert matrix[2 * i + s, 2 * j + t] == pytest.approx(outcome(state, (mine[i], s), (theirs[j], t)), abs=1e-4)
    assert (row @ matrix).min() == pytest.approx(found, abs=1e-6)  # neither seat can gain
    assert (matrix @ column).max() == pytest.approx(found, abs=1e-6)


def test_a_position_seen_from_the_other_seat_mirrors() -> None:
    state = late()
    mine, theirs, turned = (planner.position_of(state[0], seat) for seat in (0, 1, 0))
    training.turned(mine, turned, True, False)
    assert turned.tolist() == theirs.tolist()
    assert len(mine) == SIZE


@pytest.mark.full
@pytest.mark.parametrize("options", [{}, {"purses": "screened"}])
def test_every_move_of_whole_games_has_a_value(options: dict[str, Any]) -> None:
    phases = set()
    for seed in range(4):
        state, random = start(game, seed=seed, **options), np.random.default_rng(seed)
        while not state["over"][0] and state["rounds"][0] < 25:
            seat = int(random.choice(game.acting(state)))
            view = game.view(state, seat)
            found = planned(game, view, seat, EXPERT, seed)
            assert found is not None
            phases.add((int(state["phase"][0]), int(state["closed"][0, seat])))
            assert list(found.actions) == game.moves(view, seat)
            assert sum(found.policy) == pytest.approx(1.0)
            assert min(found.policy) >= 0.0
            assert min(found.visits) > 0
            assert max(map(abs, found.values)) <= 1.0
            assert found == planned(game, view, seat, EXPERT, seed)
            assert found == planned(game, game.redeal(view, seat, 7), seat, EXPERT, seed)
            game.apply(state, seat, int(random.choice(game.moves(state, seat))))
    assert phases == {(0, 0), (0, 1), (1, 1)}


def test_the_slot_belongs_to_the_hand() -> None:
    """The chance to hold a hand and point at a slot is that of the solved round."""
    state = late()
    solved = planner.solve(tuple(planner.position_of(state[0], 0).tolist()))
    holds = planned(game, state, 0, EXPERT, 0)
    assert holds is not None
    for action, chance in zip(holds.actions, holds.policy, strict=True):
        if chance > 0.0:
            then = state.copy()
            game.apply(then, 0, action)
            points = planned(game, then, 0, EXPERT, 0)
            assert points is not None
            expected = solved.mine[solved.hands[planner.as_hand(HOLD.args(action))]]
            assert chance * np.array(points.policy) == pytest.approx(expected, abs=1e-6)


def test_a_bot_takes_the_chip_worth_most() -> None:
    state = late()
    for seat, slot in ((0, 1), (1, 0)):
        game.apply(state, seat, HOLD.id(0, 0, 0))
        game.apply(state, seat, POINT.id(slot))
    assert SearchBot(LEVELS["expert"], 0).choose(game, game.view(state, 0), 0) == CLAIM.id(2)


def test_weak_levels_and_the_last_rounds_are_left_to_the_search() -> None:
    state = start(game)
    assert planned(game, state, 0, LEVELS["casual"].share, 0) is None
    assert planned(game, state, 0, LEVELS["club"].share, 0) is not None
    fill(state, rounds=MOST_ROUNDS)
    assert planned(game, state, 0, EXPERT, 0) is None


@pytest.mark.full
def test_learning_is_reproducible() -> None:
    one, two = (training.learn(2, 40, seed=4) for _ in range(2))
    for part, again in zip(one, two, strict=True):
        assert np.array_equal(part, again)
