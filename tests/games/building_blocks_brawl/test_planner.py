"""The planner's payoffs are what the rules lead to, and its bids lose little to a perfect opponent."""

from __future__ import annotations

import numpy as np
import pytest

from matchbox.bots.analysis import planned
from matchbox.bots.levels import LEVELS
from matchbox.engine import States
from matchbox.games.british_empire.building_blocks_brawl import game, planner
from matchbox.games.british_empire.building_blocks_brawl.rules import HOLD
from matchbox.games.british_empire.building_blocks_brawl.solver import Solver

EXPERT, CASUAL = LEVELS["expert"].share, LEVELS["casual"].share


def positions(games: int, seed: int = 1, **options: str) -> list[States]:
    """Positions of games in which half of the bids are random."""
    chance, found = np.random.default_rng(seed), []
    for number in range(games):
        solver, state = Solver(chance), game.new(2, 70_000 + number, **options)
        while not state["over"][0]:
            found.append(state.copy())
            before = state.copy()
            for seat in range(2):
                at_random = chance.random() < 0.5
                bid = int(chance.choice(game.moves(before, seat))) if at_random else solver.choose(game, before, seat)
                game.apply(state, seat, bid)
    return found


@pytest.mark.parametrize("seat", range(2))
def test_payoffs_are_near_the_exact_values_of_the_rounds_that_follow(seat: int) -> None:
    solver, misses = Solver(1), []
    learned = planner.evaluation()
    assert learned is not None
    for state in positions(6):
        mine, theirs = planner.bids_of(state, seat), planner.bids_of(state, 1 - seat)
        wins, losses, tied = planner.outcomes(learned, state, seat, mine, theirs)
        matrix = planner.payoffs(mine, theirs, wins, losses, tied)
        for action, value in solver.values(game, state, seat).items():
            reply = solver.policy(game, state, 1 - seat)
            bid = [tuple(map(int, row[:3])) for row in mine].index(tuple(map(int, HOLD.args(action))))
            replies = [tuple(map(int, row[:3])) for row in theirs]
            met = sum(p * matrix[bid, replies.index(tuple(map(int, HOLD.args(a))))] for a, p in reply.items())
            misses.append(met - value)
    assert len(misses) > 200
    assert np.sqrt(np.mean(np.square(misses))) < 0.12


@pytest.mark.parametrize("tie_tile", ["carry", "discard"])
def test_only_the_rules_that_were_learnt_are_planned(tie_tile: str) -> None:
    state = game.new(2, 3, tie_tile=tie_tile)
    learned = planner.evaluation()
    assert learned is not None
    found = planned(game, state, 0, EXPERT, 1)
    assert (found is not None) == (learned.header["options"]["tie_tile"] == tie_tile)
    assert planned(game, state, 0, CASUAL, 1) is None


def test_a_plan_has_a_value_for_every_legal_bid_and_uses_only_the_view() -> None:
    for state in positions(2, seed=3):
        for seat in range(2):
            found = planned(game, state, seat, EXPERT, 1)
            assert found is not None
            assert list(found.actions) == game.moves(state, seat)
            assert sum(found.policy) == pytest.approx(1.0)
            game.apply(other := state.copy(), 1 - seat, game.moves(state, 1 - seat)[-1])
            assert planned(game, other, seat, EXPERT, 1) == found


def test_bids_lose_little_to_a_perfect_opponent() -> None:
    """The mean value against the best reply of the solver's opponent, over positions of games."""
    solver, losses = Solver(1), []
    for state in positions(8, seed=5):
        found = planned(game, state, 0, EXPERT, 1)
        assert found is not None
        values = solver.values(game, state, 0)  # against the opponent's equilibrium
        policy = dict(zip(found.actions, found.policy, strict=True))
        losses.append(max(values.values()) - sum(policy[action] * values[action] for action in values))
    assert len(losses) > 30
    assert np.mean(losses) < 0.02


def test_nobody_pays_more_than_beats_every_chip_of_the_opponent() -> None:
    state = game.new(2, 3)
    state["chips"][0] = [[6, 3, 1], [1, 0, 0]]
    found = planned(game, state, 0, EXPERT, 1)
    assert found is not None
    for action, visits, chance in zip(found.actions, found.visits, found.policy, strict=True):
        blue, red, green = HOLD.args(action)
        assert (visits > 0) == (blue + 2 * red + 3 * green <= 2)
        assert chance == 0.0 or visits > 0
