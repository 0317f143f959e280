"""Plays the end of Liar's Cards between two players by its solution: the rounds in which bids are on the sum."""

from __future__ import annotations

import numpy as np

from matchbox.bots.analysis import Analysis
from matchbox.bots.mixed import mixed
from matchbox.engine import Game, States

from ..components import NUMBER
from .endgame import CALL as DOUBT
from .endgame import ITERATIONS, solve
from .rules import CALL, FEWEST_FOR_SYMBOLS, NONE, TOTAL

LEAST_SHARE = 0.04  # weaker levels search
STRAY = 1e-3  # smaller parts of a policy are left over from the first iterations
SEARCH_MEANWHILE = True  # it is needed only when two players are left


def analyse(game: Game, view: States, seat: int, share: float, seed: int) -> Analysis | None:
    s = view[0]
    left = [player for player in range(int(s["seats"])) if s["cubes"][player]]
    if share < LEAST_SHARE or len(left) != 2 or s["dealt"] >= FEWEST_FOR_SYMBOLS:
        return None
    other = left[0] if seat == left[1] else left[1]
    first = int(s["starter"])
    second = other if first == seat else seat
    solved = solve(int(s["cards"][first]), int(s["cards"][second]))
    mover = 0 if seat == first else 1
    total = sum(int(NUMBER[card]) for card in s["hand"][seat][: int(s["cards"][seat])])
    kind = total - solved.lows[mover]
    own, last = (0 if bid == NONE else int(TOTAL.args(int(bid))[0]) for bid in (s["said"][seat], s["said"][other]))
    moves = game.moves(view, seat)
    actions = [DOUBT if move == CALL else int(TOTAL.args(move)[0]) for move in moves]
    wins = solved.action_values(mover, own, last, kind)[actions]
    policy = solved.policy[mover, own, last, kind][actions]
    least = (int(s["seats"]) - 3) / (int(s["seats"]) - 1)  # the result of the second place
    values = least + (1.0 - least) * (wins + 1.0) / 2.0
    return mixed(moves, np.where(policy < STRAY, 0.0, policy), values, ITERATIONS, seed)


def warm() -> None:
    """Compile the solver of a round."""
    solve(1, 1, 1)
