"""The end of the game between two players: its solution, and the planner that plays it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from matchbox.bots.analysis import planned
from matchbox.bots.levels import LEVELS
from matchbox.engine import States
from matchbox.games.green_box.components import NUMBER
from matchbox.games.green_box.liars_cards import game
from matchbox.games.green_box.liars_cards.endgame import CALL, Solved, solve, solve_round, sums_odds

from ..helpers import start

EXPERT = LEVELS["expert"].share


def ending(lives: Sequence[int]) -> States:
    """The start of a round with these lives, reached by random moves."""
    for seed in range(5000):
        state, random = start(game, 3, seed), np.random.default_rng(seed)
        while not state["over"][0]:
            if sorted(state["cubes"][0, :3].tolist()) == [*lives] and state["bid"][0] < 0:
                return state
            seat = game.acting(state)[0]
            game.apply(state, seat, int(random.choice(game.legal(state, seat))))
    raise AssertionError("no such round")


def best_reply(solved: Solved, who: int) -> float:
    """What a player who remembers every bid earns against the policy of the other."""
    n, m = solved.odds.shape
    bids = solved.policy.shape[1] - 1
    total = np.add.outer(np.arange(n) + solved.lows[0], np.arange(m) + solved.lows[1])
    sign = 1 if who == 0 else -1

    def reply(mover: int, own: int, last: int, reach: Any) -> Any:
        found = []
        for action in ([CALL] if last else []) + list(range(last + 1, bids + 1)):
            then = reach
            if mover != who:
                share = solved.policy[mover, own, last, :, action]
                then = reach * (share[:n, None] if mover == 0 else share[None, :m])
            if action == CALL:
                paid = np.where((total >= last) == (mover == 0), *solved.lost)
                found.append((sign * paid * then).sum(axis=1 - who))
            elif then.any():
                found.append(reply(1 - mover, last, action, then))
        return np.max(found, axis=0) if mover == who else np.sum(found, axis=0)

    return float(reply(0, 0, 0, solved.odds).sum())


@pytest.mark.full
@pytest.mark.parametrize("bids", [2, 4])
def test_nobody_gains_against_the_solution_while_all_bids_are_remembered(bids: int) -> None:
    """With few bids the last ones tell nearly all: the policies are an equilibrium."""
    odds, lows = sums_odds(1, 1), (bids // 2 - 5, 0)
    policy, values = np.zeros((2, bids + 1, bids + 1, 6, bids + 1)), np.zeros((2, bids + 1, bids + 1, 6, 6))
    value = solve_round(odds, *lows, bids, -1.0, 1.0, 3000, policy, values)
    solved = Solved(odds, lows, policy, values, (-1.0, 1.0), value)
    assert best_reply(solved, 0) == pytest.approx(value, abs=0.002)
    assert best_reply(solved, 1) == pytest.approx(-value, abs=0.002)


@pytest.mark.full
def test_a_memory_of_all_bids_gains_little() -> None:
    solved = solve(1, 1)
    assert (best_reply(solved, 0) + best_reply(solved, 1)) / 2 < 0.16


def test_the_odds_of_the_sums_are_those_of_the_deck() -> None:
    numbers = np.asarray(NUMBER, int)
    for cards, other in ((1, 1), (2, 1), (1, 2)):
        odds = sums_odds(cards, other)
        assert odds.sum() == pytest.approx(1.0)
        mean = (odds.sum(axis=1) * (np.arange(len(odds)) + cards)).sum()
        assert mean == pytest.approx(cards * numbers.mean())
    assert sums_odds(1, 1)[5, 5] == pytest.approx(6 / 54 * 5 / 53)  # two sixes


@pytest.mark.parametrize("lives", [(0, 1, 1), (0, 1, 2)])
@pytest.mark.full
def test_every_move_has_a_value(lives: tuple[int, ...]) -> None:
    begun = ending(lives)
    for seed in range(6):
        state, random = begun.copy(), np.random.default_rng(seed)
        while not state["over"][0]:
            seat = game.acting(state)[0]
            view = game.view(state, seat)
            found = planned(game, view, seat, EXPERT, seed)
            assert found is not None
            assert list(found.actions) == game.moves(view, seat)
            assert sum(found.policy) == pytest.approx(1.0)
            assert min(found.policy) >= 0.0
            assert min(found.visits) > 0
            assert all(-1e-9 <= value <= 1.0 for value in found.values)  # second of three is worth 0
            assert found == planned(game, view, seat, EXPERT, seed)
            assert found == planned(game, game.redeal(view, seat, 9), seat, EXPERT, seed)
            higher = [action for action in found.actions if action - found.actions[0] < 5]
            game.apply(state, seat, int(random.choice(higher)))


@pytest.mark.full
def test_a_certain_lie_is_called() -> None:
    """A 1 in hand and a bid of 11: no card shows a ten."""
    state = ending((0, 1, 1))
    first = game.acting(state)[0]
    game.apply(state, first, game.moves(state, first)[-2])
    second = game.acting(state)[0]
    state["hand"][0, second, 0] = int(np.argmin(np.asarray(NUMBER)))
    found = planned(game, state, second, EXPERT, 0)
    assert found is not None
    assert found.best == found.actions[-1]
    assert found.policy[-1] == pytest.approx(1.0)
    assert found.values[-1] == pytest.approx(1.0)


def test_other_rounds_are_left_to_the_search() -> None:
    assert planned(game, start(game, 3), 0, EXPERT, 0) is None
    three = ending((1, 1, 1))
    assert planned(game, three, game.acting(three)[0], EXPERT, 0) is None
    two = ending((0, 1, 1))
    seat = game.acting(two)[0]
    assert planned(game, two, seat, LEVELS["casual"].share, 0) is None
