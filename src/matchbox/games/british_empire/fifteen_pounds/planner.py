"""Plays 15 Pounds by solving the round on the table, with learned values after it.

Everything but the tiles and the hands of a duel is public. A choice of tiles or hands is drawn from the solution of its
matrix game; a theft or an action is the best one.
"""

from __future__ import annotations

import functools

import numpy as np

from matchbox.bots.analysis import Analysis
from matchbox.bots.mixed import mixed
from matchbox.engine import Game, Ints, States

from .evaluation import BAG, BOTH_COMPLETE, FIELD, NO_EXCHANGE, NUMBER, PURSE, SIZE, TARGET, TILES
from .rounds import Choice, Judge, judge_of, new_choice, solve_choice
from .rules import ACTION, GRAB, HOLD, MOST_ROUNDS, ORDER, SET, STEAL, THEFT, TILE
from .training import load

LEAST_SHARE = 0.04  # weaker levels search
DEEP_SHARE = 0.5  # from here on, both actions of a round are solved; else the network judges the second one
LAST_ROUNDS = 6  # so near to the round limit, the learned values do not hold
UNLIKELY = 1e-9
SEARCH_MEANWHILE = True  # weaker levels search anyway


def analyse(game: Game, view: States, seat: int, share: float, seed: int) -> Analysis | None:
    s = view[0]
    if share < LEAST_SHARE or s["rounds"] > MOST_ROUNDS - LAST_ROUNDS:
        return None
    moves, (rows, choice) = game.moves(view, seat), solve(s, seat, share >= DEEP_SHARE)
    order = [rows[action] for action in moves]
    weights = choice.chances[order]
    return mixed(moves, np.where(weights < UNLIKELY, 0.0, weights), choice.values[order], len(moves), seed)


def solve(s: np.void, seat: int, deep: bool) -> tuple[dict[int, int], Choice]:
    """The solved choice of a seat, and the row of each action in it."""
    phase, choice = int(s["phase"]), new_choice()
    hand = s["shown"][seat].astype(np.int64)
    n = int(solve_choice(position_of(s, seat), phase, bool(s["first"] == seat), hand, deep, judge(), choice))
    if phase == ORDER:
        return {TILE.id(k + 1): k for k in range(n)}, choice
    if phase == STEAL:
        return {THEFT.id(k): k for k in range(n)}, choice
    if phase == HOLD:
        return {set_of(choice, k): k for k in range(n)}, choice
    kept, grab = n - 2, n - 1
    return {set_of(choice, kept): kept, **{set_of(choice, k): k for k in range(kept)}, GRAB: grab}, choice


def set_of(choice: Choice, row: int) -> int:
    blue, red, green, yellow = choice.chips[row].tolist()
    return SET.id(blue, red, green, yellow)


def position_of(s: np.void, seat: int) -> Ints:
    """The position as `evaluation` lists it; tiles and hands that have only been chosen are no part of it."""
    x, seats = np.zeros(SIZE, np.int64), [seat, 1 - seat]
    x[PURSE:FIELD] = s["chips"][seats].ravel()
    x[FIELD:BAG], x[BAG:TILES] = s["field"], s["bag"]
    x[TILES:NUMBER] = s["in_hand"][seats, 1:].ravel()
    if s["phase"] != ORDER:
        x[NUMBER : NUMBER + 2] = s["number"][seats]
        x[TARGET : TARGET + 2] = s["start_value"][seats] + s["number"][seats]
    x[BOTH_COMPLETE], x[NO_EXCHANGE] = s["both_complete"], s["no_exchange"]
    return x


@functools.cache
def judge() -> Judge:
    return judge_of(load())


def warm() -> None:
    """Compile what a choice needs."""
    x = np.zeros(SIZE, np.int64)
    x[BAG], x[NUMBER] = 1, 1
    solve_choice(x, ACTION, False, np.zeros(4, np.int64), False, judge(), new_choice())
