"""OpenSpiel's backgammon and Othello as an independent check of our rules."""

from __future__ import annotations

import random
import re
from typing import Any

import numpy as np
import pytest

from matchbox.engine import get
from tests.games.backgammon.positions import Position, ends, set_position

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed (extra: research)")


def cubes_of(state: Any) -> np.ndarray:
    """OpenSpiel's board as our counts: player x counts up from point 0, player o counts down."""
    cubes = np.zeros((2, 26), np.uint8)
    for place in range(24):
        cubes[0, place + 1] = state.board(0, place)
        cubes[1, 24 - place] = state.board(1, place)
    bar = re.search(r"Bar:(.*)", str(state))
    assert bar
    off = re.search(r"Scores, X: (\d+), O: (\d+)", str(state))
    assert off
    for player, sign in enumerate("xo"):
        cubes[player, 0] = bar[1].count(sign)
        cubes[player, 25] = int(off[player + 1])
    assert cubes.sum() == 30
    return cubes


def reachable(state: Any, player: int) -> set[Position]:
    """Positions after the full turn. OpenSpiel plays doubles as two turns of two moves."""
    found: set[Position] = set()
    waiting = [(state.child(action), 1) for action in state.legal_actions()]
    dice = re.search(r"Dice: (\d)(\d)", str(state))
    assert dice
    turns = 2 if dice[1] == dice[2] else 1
    while waiting:
        after, played = waiting.pop()
        if played < turns and after.current_player() == player:  # no second turn if the first ended in a pass
            waiting += [(after.child(action), played + 1) for action in after.legal_actions()]
        else:
            cubes = cubes_of(after)
            mine, yours = (tuple(int(n) for n in cubes[p]) for p in (player, 1 - player))
            found.add((mine, yours))
    return found


@pytest.mark.parametrize("positions", [300, pytest.param(2000, marks=pytest.mark.full)])
def test_backgammon_plays_agree_on_many_positions(positions: int) -> None:
    game, theirs = get("backgammon"), pyspiel.load_game("backgammon")
    choose = random.Random(7)
    ours = game.new(2, 1)
    compared = doubles = 0
    while compared < positions:
        state = theirs.new_initial_state()
        while not state.is_terminal() and compared < positions:
            if state.is_chance_node():
                state.apply_action(choose.choice([action for action, _ in state.chance_outcomes()]))
                continue
            player = state.current_player()
            dice = re.search(r"Dice: (\d)(\d)", str(state))
            assert dice
            first, second = int(dice[1]), int(dice[2])
            if "Extra turn: 0" in str(state) and choose.random() < 0.4:
                set_position(ours, cubes_of(state), (first, second), player)
                assert set(ends(ours, player)) == reachable(state, player)
                compared += 1
                doubles += first == second
            state.apply_action(choose.choice(state.legal_actions()))
    assert doubles > positions // 20


def test_othello_agrees_move_by_move() -> None:
    game, theirs = get("othellino"), pyspiel.load_game("othello")
    choose = random.Random(3)
    for seed in range(200):
        ours, state = game.new(2, seed, board=8), theirs.new_initial_state()
        first = int(ours["first"][0])  # in OpenSpiel player 0 starts
        while not state.is_terminal():
            seat = game.acting(ours)[0]
            assert state.current_player() == (seat - first) % 2
            assert state.legal_actions() == game.legal(ours, seat)
            action = choose.choice(state.legal_actions())
            state.apply_action(action)
            game.apply(ours, seat, action)
        result = game.result(ours)
        assert result is not None
        lead = result.scores[first] - result.scores[1 - first]
        assert np.sign(lead) == state.returns()[0]
