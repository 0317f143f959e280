"""Analyse a position: every play of the rest of the turn, weighed by networks that look ahead.

An action is one move, or a decision about the cube. A move is worth as much as the best play that begins with it. The
value is the chance to win the match, from -1 to 1. The planner covers all positions; it knows nothing of the turn limit
(R16).
"""

from __future__ import annotations

import threading
from typing import Any

import numpy as np

from matchbox.bots.analysis import Analysis
from matchbox.engine import Game, States

from . import game
from .board import CHANCES
from .doubling import Cube, Score, gammon_weight, owners
from .inputs import ODDS
from .outlook import Desk, learned, new_desk, odds_by_roll, plan_turn
from .rules import ANSWER, DOUBLE, MOVE, MOVES, TAKE

LOOK_TWICE, LOOK_ONCE = 0.5, 0.03  # the effort from which a level looks ahead
_local = threading.local()

COVERS_EVERYTHING = True  # bots of all levels plan every choice, so a table need not wait for the search


def analyse(rules: Game, view: States, seat: int, share: float, seed: int) -> Analysis:
    """The values of all moves; nothing depends on the seed."""
    actions = rules.moves(view, seat)
    plies = 2 if share >= LOOK_TWICE else 1 if share >= LOOK_ONCE else 0
    if view["phase"][0] == MOVE:
        values, count = moves_of(view, seat, actions, plies)
    else:
        values, count = cube_of(view, seat, actions, plies), len(CHANCES)
    best = values.index(max(values))
    policy = tuple(float(row == best) for row in range(len(actions)))
    return Analysis(tuple(actions), (count,) * len(actions), tuple(values), policy, count)


def moves_of(view: States, seat: int, actions: list[int], plies: int) -> tuple[list[float], int]:
    """The value of each move, and the number of plays."""
    stakes = Score.of(view, seat).stakes(int(view["cube_value"][0]))
    places = [MOVES.args(action) for action in actions]
    spaces, numbers = np.array([place[0] for place in places]), np.array([place[1] for place in places])
    values = np.zeros(len(actions))
    count = plan_turn(
        learned(), board_of(view, seat), view["dice"][0].astype(np.int64), view["left"][0].astype(np.int64),
        gammon_weight(stakes), stakes, plies, desk(), spaces, numbers, values,
    )  # fmt: skip
    return np.clip(values, -1.0, 1.0).tolist(), int(count)


def cube_of(view: States, seat: int, actions: list[int], plies: int) -> list[float]:
    """The value of each decision about the cube."""
    score, cube = Score.of(view, seat), int(view["cube_value"][0])
    mine, yours = owners(view, seat)
    if view["phase"][0] == ANSWER:
        doubled = after_rolls(view, 1 - seat, score.reversed, 2 * cube, False, True, plies)
        chances = {action: 1 - doubled if action == TAKE else score.after(-cube) for action in actions}
    else:
        doubled = min(after_rolls(view, seat, score, 2 * cube, False, True, plies), score.after(cube))
        rolled = after_rolls(view, seat, score, cube, mine, yours, plies)
        chances = {action: doubled if action == DOUBLE else rolled for action in actions}
    return [2 * chances[action] - 1 for action in actions]


def after_rolls(view: States, seat: int, score: Score, cube: int, mine: bool, yours: bool, plies: int) -> float:
    """The chance of a player about to roll to win the match: the mean over all rolls.

    The opponent may double before the next one. The arguments say who may turn the cube.
    """
    stakes, odds = score.stakes(cube), np.zeros((len(CHANCES), ODDS))
    odds_by_roll(learned(), board_of(view, seat), gammon_weight(stakes), stakes, min(plies, 1), desk(), odds)
    return 1 - sum(
        chance * Cube(score.reversed, row).before_double(cube, yours, mine)
        for chance, row in zip(CHANCES.tolist(), odds, strict=True)
    )


def board_of(view: States, seat: int) -> Any:
    return np.ascontiguousarray(view["cubes"][0][[seat, 1 - seat]].astype(np.int8))


def desk() -> Desk:
    """Memory of this thread."""
    if not hasattr(_local, "desk"):
        _local.desk = new_desk(learned())
    found: Desk = _local.desk
    return found


def warm() -> None:
    """Compile the planner."""
    for options in ({}, {"cube": "on", "match": 3}):
        state = game.new(2, 0, **options)
        while options and state["phase"][0] == MOVE:
            seat = game.acting(state)[0]
            game.apply(state, seat, game.moves(state, seat)[0])
        analyse(game, state, game.acting(state)[0], 0.0, 0)
