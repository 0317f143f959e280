"""Plays Futakotamagawa Fireworks by solving the round on the table as a matrix game, with learned values after it."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import Any

import numpy as np

from matchbox.bots.analysis import Analysis
from matchbox.bots.mixed import mixed
from matchbox.engine import NOBODY, Game, Ints, States

from ..matrix_game import Floats
from .rounds import (
    DECK,
    FIRST,
    LAST,
    LYING,
    OTHER_PURSE,
    PURSE,
    SCORE,
    SECOND,
    SIZE,
    TILES,
    Judge,
    list_both_hands,
    solve_round,
    taking_values,
)
from .rounds import NOBODY as NO_CLAIMER
from .rules import CLAIM, HOLD, MOST_ROUNDS, POINT, TAKING
from .training import judge_of, load

LEAST_SHARE = 0.04  # weaker levels search
LAST_ROUNDS = 10  # so near to the round limit, the learned values do not hold
MOST_HANDS = 13 * 7 * 3
UNLIKELY = 1e-9
SEARCH_MEANWHILE = True  # weaker levels search anyway


@dataclass(frozen=True)
class Solved:
    """A solved round, seen from one seat."""

    hands: dict[tuple[int, int, int], int]  # blue, red and green chips -> number
    their_hands: Ints
    mine: Floats  # chance of each hand and slot
    theirs: Floats
    values: Floats  # of each hand and slot, against the opponent's mix


def analyse(game: Game, view: States, seat: int, share: float, seed: int) -> Analysis | None:
    s = view[0]
    if share < LEAST_SHARE or s["rounds"] > MOST_ROUNDS - LAST_ROUNDS:
        return None
    position, moves = position_of(s, seat), game.moves(view, seat)
    solved = solve(tuple(position.tolist()))
    hand = as_hand(s["held"][seat])
    size = len(solved.mine) * len(solved.theirs)
    if s["phase"] == TAKING:
        values = values_of_taking(s, seat, position, hand, solved)
        return mixed(moves, np.zeros(len(moves)), values[[int(CLAIM.args(action)[0]) for action in moves]], size, seed)
    if s["closed"][seat]:
        at = solved.hands[hand]
        slots = [int(POINT.args(action)[0]) for action in moves]
        weights, values = solved.mine[at][slots], solved.values[at][slots]
    else:
        rows = [solved.hands[as_hand(HOLD.args(action))] for action in moves]
        weights, values = solved.mine[rows].sum(axis=1), solved.values[rows].max(axis=1)
    return mixed(moves, np.where(weights < UNLIKELY, 0.0, weights), values, size, seed)


def as_hand(chips: Any) -> tuple[int, int, int]:
    return int(chips[0]), int(chips[1]), int(chips[2])


def position_of(s: np.void, seat: int) -> Ints:
    """The position between rounds, as `rounds` lists it."""
    x = np.zeros(SIZE, np.int64)
    for at, who in ((PURSE, seat), (OTHER_PURSE, 1 - seat)):
        x[at : at + 3] = s["chips"][who]
    x[LYING:TILES] = s["lying"].ravel()
    x[TILES : TILES + 2] = s["tiles"]
    x[DECK : DECK + 4] = s["in_deck"]
    x[SCORE : SCORE + 2] = s["score"][[seat, 1 - seat]]
    last = int(s["last_claimer"])
    x[LAST] = NO_CLAIMER if last == NOBODY else FIRST if last == seat else SECOND
    return x


@functools.cache
def judge() -> Judge:
    return judge_of(load())


@functools.lru_cache(maxsize=64)
def solve(position: tuple[int, ...]) -> Solved:
    x = np.array(position, np.int64)
    mine, theirs = np.zeros((MOST_HANDS, 3), np.int64), np.zeros((MOST_HANDS, 3), np.int64)
    n, m = list_both_hands(x, mine, theirs)
    matrix, row, column = np.zeros((2 * n, 2 * m)), np.zeros(2 * n), np.zeros(2 * m)
    solve_round(x, mine, n, theirs, m, judge(), matrix, row, column)
    hands = {as_hand(h): k for k, h in enumerate(mine[:n])}
    return Solved(hands, theirs[:m], row.reshape(n, 2), column.reshape(m, 2), (matrix @ column).reshape(n, 2))


def values_of_taking(s: np.void, seat: int, position: Ints, hand: tuple[int, int, int], solved: Solved) -> Floats:
    """The value of taking each colour, against the hands with which the opponent points at the other tile."""
    slot, other_slot = int(s["aim"][seat]), int(s["aim"][1 - seat])
    chances = solved.theirs[:, other_slot]
    if chances.sum() < UNLIKELY:  # the opponent does what the solution never does
        chances = np.ones(len(chances))
    values = np.zeros(3)
    held = np.array(hand, np.int64)
    taking_values(position, slot, held, solved.their_hands, chances / chances.sum(), judge(), values)
    return values


def warm() -> None:
    """Compile what a choice needs."""
    solve((1, 0, 0, 1, 0, 0, *[0] * 6, 1, 2, 0, 1, 2, 2, 0, 0, 0))
