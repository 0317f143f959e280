"""The planner's round is what the rules lead to, and every move has a value."""

from __future__ import annotations

from itertools import combinations, product
from math import comb
from typing import Any

import numpy as np
import pytest

from matchbox.bots.analysis import planned
from matchbox.bots.levels import LEVELS, SearchBot
from matchbox.engine import States
from matchbox.engine.playout import utility
from matchbox.games.british_empire.fifteen_pounds import game, planner, training
from matchbox.games.british_empire.fifteen_pounds.evaluation import (
    BAG,
    INPUTS,
    MOST_INPUTS,
    NUMBER,
    SIZE,
    exchange_wins,
    list_inputs,
)
from matchbox.games.british_empire.fifteen_pounds.moves import list_draws
from matchbox.games.british_empire.fifteen_pounds.rules import GRAB, HOLD, MOST_ROUNDS, ORDER, SET, TILE
from matchbox.games.british_empire.matrix_game import solve

from ..helpers import fill, start
from .test_rules import position

EXPERT = LEVELS["expert"].share


def late(**options: Any) -> States:
    """Seat 0 may win with four colours at once. The two chips in the bag are equally likely."""
    state = position((5, 2, 1, 0), (1, 2, 0, 0), (1, 1, 1, 1), (1, 1, 0, 0), **options)
    fill(state, in_hand=[[0, 1, 1, 0], [0, 0, 1, 1]], rounds=2)
    return state


class BruteForce:
    """The value of a round for seat 0: all choices by the rules, with the planner's values of the next round."""

    def __init__(self) -> None:
        self.known: dict[bytes, float] = {}

    def value(self, state: States) -> float:
        s = state[0]
        if s["over"]:
            return float(game.compiled(utility.__name__)(s, 0))
        fields = ("phase", "acting", "chips", "field", "bag", "in_hand", "number", "start_value", "first", "shown")
        key = b"".join(s[name].tobytes() for name in fields)
        if key not in self.known:
            self.known[key] = self.learned(s) if s["phase"] == ORDER else self.of_choice(state)
        return self.known[key]

    def learned(self, s: np.void) -> float:
        net, inputs = planner.judge().net, np.zeros(MOST_INPUTS, np.int64)
        n = list_inputs(planner.position_of(s, 0), inputs)
        wide = np.maximum(net.first[inputs[:n]].sum(axis=0) + net.first_bias, 0.0)
        narrow = np.maximum(wide @ net.second + net.second_bias, 0.0)
        return float(np.tanh(net.last @ narrow + net.last_bias)[0])

    def of_choice(self, state: States) -> float:
        if state["phase"][0] == HOLD:
            hands = [game.moves(state, seat) for seat in (0, 1)]
            found: float = solve(np.array([[self.after(state, a, b) for b in hands[1]] for a in hands[0]]))[0]
            return found
        seat = game.acting(state)[0]
        values = [
            self.after(state, *((action, None) if seat == 0 else (None, action))) for action in game.moves(state, seat)
        ]
        return max(values) if seat == 0 else min(values)

    def after(self, state: States, first: int | None, second: int | None) -> float:
        """The mean over everything that chance may do: here all outcomes of a choice are equally likely."""
        found = {}
        random = first == GRAB or second == GRAB or (None not in (first, second) and self.is_tie(first, second))
        for seed in range(12 if random else 1):
            then = state.copy()
            then["key"], then["block"], then["used"] = game.new(2, seed)["key"], 0, 0
            for seat, action in enumerate((first, second)):
                if action is not None:
                    game.apply(then, seat, action)
            found[then["chips"].tobytes() + then["field"].tobytes() + then["winner"].tobytes()] = then
        return float(np.mean([self.value(then) for then in found.values()]))

    def is_tie(self, first: int | None, second: int | None) -> bool:
        one, two = (np.dot(SET.args(action), (1, 2, 3, 4)) for action in (first, second) if action is not None)
        return bool(one == two)


@pytest.mark.full
@pytest.mark.parametrize("options", [{}, {"both_complete": "value", "no_exchange": "allowed"}], ids=["usual", "others"])
def test_a_round_is_worth_what_the_rules_lead_to(options: dict[str, Any]) -> None:
    state, brute = late(**options), BruteForce()
    _, choice = planner.solve(state[0], 0, deep=True)
    for first, second in product((1, 2), (2, 3)):
        then = state.copy()
        game.apply(then, 0, TILE.id(first))
        game.apply(then, 1, TILE.id(second))
        assert choice.matrix[first - 1, second - 1] == pytest.approx(brute.value(then), abs=1e-4)


@pytest.mark.full
def test_the_values_of_single_choices_are_those_of_the_rules() -> None:
    """A duel, a theft and both actions; the opponent's value is the same with the other sign."""
    state, brute = late(), BruteForce()
    game.apply(state, 0, TILE.id(2))
    game.apply(state, 1, TILE.id(2))
    found = planned(game, state, 0, EXPERT, 0)
    assert found is not None
    assert np.dot(found.policy, found.values) == pytest.approx(brute.value(state), abs=1e-4)
    game.apply(state, 0, SET.id(2, 0, 0, 0))
    game.apply(state, 1, SET.id(1, 0, 0, 0))
    while state["phase"][0] != ORDER and not state["over"][0]:
        seat = game.acting(state)[0]
        found = planned(game, state, seat, EXPERT, 0)
        assert found is not None
        sign = 1.0 if seat == 0 else -1.0
        for action, value in zip(found.actions, found.values, strict=True):
            assert value == pytest.approx(
                sign * brute.after(state, *((action, None) if seat == 0 else (None, action))), abs=1e-4
            )
        game.apply(state, seat, found.best)


def test_a_grab_has_the_chances_of_the_bag() -> None:
    x = np.zeros(SIZE, np.int64)
    x[BAG : BAG + 4] = (4, 2, 2, 1)
    chips = [colour for colour, n in enumerate((4, 2, 2, 1)) for _ in range(n)]
    draws, chances = np.zeros((20, 4), np.int64), np.zeros(20)
    for number in (1, 2, 3):
        x[NUMBER] = number
        n = list_draws(x, 0, draws, chances)
        found = {tuple(draw): chance for draw, chance in zip(draws[:n].tolist(), chances, strict=False)}
        expected: dict[tuple[int, ...], float] = {}
        for drawn in combinations(chips, number):
            key = tuple(drawn.count(colour) for colour in range(4))
            expected[key] = expected.get(key, 0.0) + 1 / comb(9, number)
        assert found == pytest.approx(expected)


@pytest.mark.parametrize(
    ("mine", "field", "total", "wins"),
    [
        ((2, 1, 1, 0), (1, 0, 0, 1), 11, True),
        ((2, 1, 1, 0), (1, 0, 0, 0), 8, False),  # no yellow in reach
        ((2, 1, 1, 0), (0, 0, 0, 1), 9, False),  # one of each is worth 10
        ((6, 2, 1, 0), (2, 0, 0, 0), 15, True),
        ((0, 6, 0, 0), (0, 0, 0, 1), 15, False),  # an odd value
    ],
)
def test_an_exchange_that_wins_is_seen(mine: Any, field: Any, total: int, wins: bool) -> None:
    x = planner.position_of(position(mine, (0, 0, 0, 0), field)[0], 0)
    assert exchange_wins(x, 0, total) == wins


@pytest.mark.parametrize("options", [{}, {"purses": "screened", "no_exchange": "allowed", "both_complete": "value"}])
@pytest.mark.full
def test_every_move_of_whole_games_has_a_value(options: dict[str, Any]) -> None:
    phases = set()
    for seed in range(4):
        state, random = start(game, seed=seed, **options), np.random.default_rng(seed)
        while not state["over"][0] and state["rounds"][0] < 25:
            seat = int(random.choice(game.acting(state)))
            view = game.view(state, seat)
            found = planned(game, view, seat, LEVELS["club"].share, seed)
            assert found is not None
            phases.add(int(state["phase"][0]))
            assert list(found.actions) == game.moves(view, seat)
            assert sum(found.policy) == pytest.approx(1.0)
            assert min(found.policy) >= 0.0
            assert max(map(abs, found.values)) <= 1.0
            assert found == planned(game, view, seat, LEVELS["club"].share, seed)
            assert found == planned(game, game.redeal(view, seat, 7), seat, LEVELS["club"].share, seed)
            game.apply(state, seat, int(random.choice(game.moves(state, seat))))
    assert phases == {0, 1, 2, 3}


def test_a_position_seen_from_the_other_seat_mirrors() -> None:
    state = late()
    mine, theirs, turned = (planner.position_of(state[0], seat) for seat in (0, 1, 0))
    training.turned(mine, turned)
    assert turned.tolist() == theirs.tolist()
    inputs = np.zeros(MOST_INPUTS, np.int64)
    assert inputs[: list_inputs(mine, inputs)].max() < INPUTS


@pytest.mark.full
def test_a_bot_takes_the_winning_exchange() -> None:
    state = late()
    game.apply(state, 0, TILE.id(1))
    game.apply(state, 1, TILE.id(3))
    chosen = SearchBot(LEVELS["expert"], 0).choose(game, game.view(state, 0), 0)
    assert all(SET.args(chosen))


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
