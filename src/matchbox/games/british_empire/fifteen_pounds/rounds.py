"""One round of 15 Pounds, solved: a matrix game of tiles, in which equal tiles lead to a matrix game of hands.

All chips are public, so an action is an ordinary choice between exchanges and a grab. After a won duel, an exchange has
the same results whatever the hand was, because the hand is on the field; only a grab depends on it. Two hands of the
same value differ for their owner alone, so a duel needs the better one only: a row for each value.
Values are those of seat 0. `deep` solves the second action as well; else the network judges it.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from matchbox.bots.network import Layers, Network, forward, layers_of
from matchbox.engine import Ints, entry_point, rule, wide

from ..matrix_game import Floats, equilibrium
from .evaluation import (
    BOTH_COMPLETE,
    FIRST_SEAT,
    MOST_DRAWS,
    MOST_INPUTS,
    MOST_SETS,
    NOBODY,
    NUMBER,
    PURSE,
    SIZE,
    TILES,
    TO_ACT,
    has_won,
    list_inputs,
    worth_at,
)
from .moves import (
    close_round,
    exchange,
    grab,
    has_action,
    lay,
    list_draws,
    list_exchanges,
    list_hands,
    may_keep,
    reveal,
    sign_of,
    steal,
)
from .rules import ACTION, FIRST, GOAL, ORDER, STEAL

AFTER_FIRST, AFTER_SECOND, STOLEN, LAID, REVEALED, ENDED = range(6)  # positions under way
MOST_HANDS = 13 * 7 * 3 * 2
NONE = -2.0  # the value of a choice that does not exist, for the seat that would choose


class Judge(NamedTuple):
    """The learned evaluation, and the memory of a solved round: by action, first and second."""

    net: Network
    layers: Layers
    inputs: Any
    strengths: Any
    boards: Any  # positions under way
    sets: Any
    draws: Any
    chances: Any


def judge_of(net: Network) -> Judge:
    return Judge(
        net, layers_of(net), np.zeros(MOST_INPUTS, np.int32), np.ones(MOST_INPUTS, np.float32),
        np.zeros((6, SIZE), np.int64), np.zeros((2, MOST_SETS, 4), np.int64),
        np.zeros((2, MOST_DRAWS, 4), np.int64), np.zeros((2, MOST_DRAWS)),
    )  # fmt: skip


@rule
def learned_value(x: Ints, judge: Judge) -> float:
    """What the network says of a position, for seat 0."""
    forward(judge.net, judge.inputs, judge.strengths, list_inputs(x, judge.inputs), judge.layers)
    return float(judge.layers.values[0])


# --- actions ---


@rule
def end_value(x: Ints, first: int, judge: Judge) -> float:
    """The value after both actions."""
    mine, theirs = has_won(x, 0), has_won(x, 1)
    if mine and theirs:
        lead = 0 if x[BOTH_COMPLETE] == FIRST else worth_at(x, PURSE) - worth_at(x, PURSE + 4)
        return sign_of(first) if lead == 0 else 1.0 if lead > 0 else -1.0
    if mine or theirs:
        return 1.0 if mine else -1.0
    y = judge.boards[ENDED]
    y[:] = x
    close_round(y)
    return learned_value(y, judge)


@rule
def second_options(x: Ints, seat: int, judge: Judge, values: Floats) -> int:
    """The value of each option of the seat that acts last: exchanges, the kept set, a grab; NONE for what it lacks.

    Returns the number of exchanges; the last two entries behind them are the kept set and the grab.
    """
    sign, y, sets = sign_of(seat), judge.boards[AFTER_SECOND], judge.sets[1]
    n = list_exchanges(x, seat, sets)
    for k in range(n):
        y[:] = x
        exchange(y, seat, sets[k])
        values[k] = end_value(y, 1 - seat, judge)
    values[n] = end_value(x, 1 - seat, judge) if may_keep(x, seat) else sign * NONE
    outcomes = list_draws(x, seat, judge.draws[1], judge.chances[1])
    values[n + 1] = 0.0 if outcomes > 0 else sign * NONE
    for k in range(outcomes):
        y[:] = x
        grab(y, seat, judge.draws[1, k])
        values[n + 1] += judge.chances[1, k] * end_value(y, 1 - seat, judge)
    return n


@rule
def best_of(values: Floats, n: int, seat: int) -> float:
    """The best value for a seat, or NONE (with the seat's sign)."""
    best = sign_of(seat) * NONE
    for k in range(n):
        best = max(best, values[k]) if seat == 0 else min(best, values[k])
    return best


@rule
def second_value(x: Ints, seat: int, judge: Judge) -> float:
    values = np.empty(48)
    n = second_options(x, seat, judge, values)
    best = best_of(values, n + 2, seat)
    return end_value(x, 1 - seat, judge) if abs(best) > 1.5 else best


@rule
def value_after_first(x: Ints, seat: int, deep: bool, judge: Judge) -> float:
    """The value when the first seat has acted."""
    won = has_won(x, seat)
    if won and x[BOTH_COMPLETE] == FIRST:  # the second action cannot change that
        return sign_of(seat)
    if won or deep or not has_action(x, 1 - seat):
        return second_value(x, 1 - seat, judge)
    x[TO_ACT] = FIRST_SEAT + 1 - seat
    return learned_value(x, judge)


@rule
def first_exchanges(x: Ints, seat: int, deep: bool, judge: Judge, values: Floats) -> int:
    """The value of each exchange of the seat that acts first; returns their number."""
    y, sets = judge.boards[AFTER_FIRST], judge.sets[0]
    n = list_exchanges(x, seat, sets)
    for k in range(n):
        y[:] = x
        exchange(y, seat, sets[k])
        values[k] = value_after_first(y, seat, deep, judge)
    return n


@rule
def first_grab(x: Ints, seat: int, deep: bool, judge: Judge) -> float:
    outcomes, y = list_draws(x, seat, judge.draws[0], judge.chances[0]), judge.boards[AFTER_FIRST]
    value = 0.0 if outcomes > 0 else sign_of(seat) * NONE
    for k in range(outcomes):
        y[:] = x
        grab(y, seat, judge.draws[0, k])
        value += judge.chances[0, k] * value_after_first(y, seat, deep, judge)
    return value


@rule
def first_kept(x: Ints, seat: int, deep: bool, judge: Judge) -> float:
    if not may_keep(x, seat):
        return sign_of(seat) * NONE
    y = judge.boards[AFTER_FIRST]
    y[:] = x
    return value_after_first(y, seat, deep, judge)


@rule
def first_options(x: Ints, seat: int, deep: bool, judge: Judge, values: Floats) -> int:
    """As `second_options`, for the seat that acts first."""
    n = first_exchanges(x, seat, deep, judge, values)
    values[n] = first_kept(x, seat, deep, judge)
    values[n + 1] = first_grab(x, seat, deep, judge)
    return n


@rule
def first_value(x: Ints, seat: int, deep: bool, judge: Judge) -> float:
    values = np.empty(48)
    n = first_options(x, seat, deep, judge, values)
    best = best_of(values, n + 2, seat)
    if abs(best) < 1.5:
        return best
    y = judge.boards[AFTER_FIRST]
    y[:] = x
    return value_after_first(y, seat, deep, judge)


# --- duels ---


@rule
def won_values(x: Ints, winner: int, hands: Ints, n: int, deep: bool, judge: Judge, won: Floats) -> None:
    """The value of winning the duel with each hand: the best theft and action."""
    sign, loser_at = sign_of(winner), PURSE + 4 * (1 - winner)
    y, z, values = judge.boards[STOLEN], judge.boards[LAID], np.empty(48)
    for i in range(n):
        won[i] = sign * NONE
    chips = x[loser_at] + x[loser_at + 1] + x[loser_at + 2] + x[loser_at + 3]
    for colour in range(4):
        if x[loser_at + colour] == 0 and (chips > 0 or colour > 0):
            continue
        y[:] = x
        if chips > 0:
            steal(y, winner, colour)
        exchanged = best_of(values, first_exchanges(y, winner, deep, judge, values), winner)
        for i in range(n):
            z[:] = y
            lay(z, winner, hands[i])
            values[0], values[1], values[2] = won[i], exchanged, first_kept(z, winner, deep, judge)
            values[3] = first_grab(z, winner, deep, judge)
            found = best_of(values, 4, winner)
            if abs(found) > 1.5:  # no action at all
                z[TO_ACT] = NOBODY
                found = value_after_first(z, winner, deep, judge)
            won[i] = found


@rule
def best_hands(hands: Ints, n: int, won: Floats, seat: int, rows: Ints) -> int:
    """The best hand of each value that a seat can hold; returns their number."""
    count = wide(0)
    for value in range(GOAL):
        best = wide(-1)
        for i in range(n):
            if worth_at(hands[i], 0) == value and (best < 0 or (won[i] - won[best]) * sign_of(seat) > 0.0):
                best = wide(i)
        if best >= 0:
            rows[count] = best
            count += 1
    return count


@rule
def solve_duel(
    x: Ints, mine: Ints, n: int, theirs: Ints, m: int, deep: bool, judge: Judge,
    won: Floats, lost: Floats, weights: Floats, their_weights: Floats,
) -> float:  # fmt: skip
    """Solve a duel of these hands in a round whose tiles are known.

    Writes the values of winning with each hand and of losing to each of theirs, and the chances of all hands.
    """
    for seat in range(2):
        hands, count, found = (mine, n, won) if seat == 0 else (theirs, m, lost)
        won_values(x, seat, hands, count, deep, judge, found)
    rows, columns = np.empty(GOAL, np.int64), np.empty(GOAL, np.int64)
    a, b = best_hands(mine, n, won, 0, rows), best_hands(theirs, m, lost, 1, columns)
    matrix, p, q = np.empty((a, b)), np.empty(a), np.empty(b)
    for i in range(a):
        for j in range(b):
            lead = worth_at(mine[rows[i]], 0) - worth_at(theirs[columns[j]], 0)
            matrix[i, j] = duel_value(lead, won[rows[i]], lost[columns[j]])
    value = equilibrium(matrix, a, b, p, q, np.empty((a + 1, b + 1)), np.empty(a + b, np.int64))
    weights[:n] = 0.0
    their_weights[:m] = 0.0
    for i in range(a):
        weights[rows[i]] = p[i]
    for j in range(b):
        their_weights[columns[j]] = q[j]
    return value


@rule
def duel_value(lead: int, won: float, lost: float) -> float:
    return won if lead > 0 else lost if lead < 0 else 0.5 * (won + lost)


# --- tiles ---


class Duel(NamedTuple):
    """The hands of both seats in a duel, the values of winning with each of them, and their chances."""

    mine: Ints
    theirs: Ints
    won: Floats
    lost: Floats
    chances: Floats
    their_chances: Floats


@rule
def fill_tiles(x: Ints, n: int, m: int, deep: bool, judge: Judge, duel: Duel, matrix: Floats) -> None:
    """The value of each pair of tiles in hand, or of the duel that two known tiles have led to.

    Entries of other pairs stay. Seats have `n` and `m` hands.
    """
    y = judge.boards[REVEALED]
    for i in range(3):
        for j in range(3):
            if x[NUMBER] == i + 1 and i == j:
                y[:] = x
            elif x[NUMBER] == 0 and x[TILES + i] > 0 and x[TILES + 3 + j] > 0:
                reveal(x, i + 1, j + 1, y)
            else:
                continue
            if i == j:
                matrix[i, j] = solve_duel(
                    y, duel.mine, n, duel.theirs, m, deep, judge,
                    duel.won, duel.lost, duel.chances, duel.their_chances,
                )  # fmt: skip
            else:
                matrix[i, j] = first_value(y, 0 if i < j else 1, deep, judge)


@rule
def solve_tiles(x: Ints, matrix: Floats, row: Floats, column: Floats) -> float:
    """Solve the game of the tiles in hand: writes the chance of each tile, by number - 1, and returns the value."""
    rows, columns = np.empty(3, np.int64), np.empty(3, np.int64)
    n = 0
    m = 0
    for k in range(3):
        row[k] = column[k] = 0.0
        if x[TILES + k] > 0:
            rows[n] = k
            n += 1
        if x[TILES + 3 + k] > 0:
            columns[m] = k
            m += 1
    small, p, q = np.empty((n, m)), np.empty(n), np.empty(m)
    for i in range(n):
        for j in range(m):
            small[i, j] = matrix[rows[i], columns[j]]
    value = equilibrium(small, n, m, p, q, np.empty((n + 1, m + 1)), np.empty(n + m, np.int64))
    for i in range(n):
        row[rows[i]] = p[i]
    for j in range(m):
        column[columns[j]] = q[j]
    return value


# --- for a planner ---


class Choice(NamedTuple):
    """The options of seat 0, each with its chips, its chance (0 where it acts alone) and its value."""

    chips: Ints  # the hand, or the chips owned after the action
    chances: Floats
    values: Floats  # against the opponent's mix
    matrix: Floats  # of all pairs of tiles


def new_choice() -> Choice:
    return Choice(np.zeros((MOST_HANDS, 4), np.int64), np.zeros(MOST_HANDS), np.zeros(MOST_HANDS), np.zeros((3, 3)))


@entry_point
def solve_choice(x: Ints, phase: int, is_first: bool, hand: Ints, deep: bool, judge: Judge, choice: Choice) -> int:
    """Solve the choice of seat 0 on the table; returns the number of options.

    They are the three tiles, all hands, the four colours to steal after winning with `hand`, or all exchanges, then the
    kept chips, then a grab. An option that is not there has a value below -1.
    """
    chips, chances, values, matrix = choice
    chances[:] = 0.0
    if phase == ACTION:
        n = first_options(x, 0, deep, judge, values) if is_first else second_options(x, 0, judge, values)
        chips[:n] = judge.sets[0 if is_first else 1, :n]
        chips[n] = x[PURSE : PURSE + 4]
        return n + 2
    if phase == STEAL:
        y = np.empty(SIZE, np.int64)
        for colour in range(4):
            values[colour] = NONE
            if x[PURSE + 4 + colour] > 0:
                y[:] = x
                steal(y, 0, colour)
                lay(y, 0, hand)
                values[colour] = first_value(y, 0, deep, judge)
        return wide(4)
    theirs, their_chances = np.empty((MOST_HANDS, 4), np.int64), np.empty(MOST_HANDS)
    n, m = list_hands(x, 0, chips), list_hands(x, 1, theirs)
    won, lost = np.empty(n), np.empty(m)
    fill_tiles(x, n, m, deep, judge, Duel(chips, theirs, won, lost, chances, their_chances), matrix)
    if phase == ORDER:
        column = np.empty(3)
        solve_tiles(x, matrix, chances, column)
        for i in range(3):
            values[i] = 0.0 if x[TILES + i] > 0 else NONE
            for j in range(3):
                values[i] += column[j] * matrix[i, j] if x[TILES + i] > 0 else 0.0
        return wide(3)
    for i in range(n):
        values[i] = 0.0
        for j in range(m):
            if their_chances[j] > 0.0:
                lead = worth_at(chips[i], 0) - worth_at(theirs[j], 0)
                values[i] += their_chances[j] * duel_value(lead, won[i], lost[j])
    return n
