"""One round of Futakotamagawa Fireworks as a matrix game, with a learned value of every position that may follow.

A position is a list of whole numbers, seen from one seat: both purses, the chips on both tiles, the tiles, the deck by
number, both scores, and the last claimer. Both seats choose a hand and a slot, so the matrix has a row and a column for
each of these pairs. Seats that point at different tiles take the chip worth most.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from matchbox.bots.network import Layers, Network, forward
from matchbox.engine import Ints, entry_point, rule, wide

from ..components import BLUE, GREEN, NUMBERS, RED
from ..matrix_game import Floats, equilibrium
from ..tile_race import GOAL

# where a position keeps what
PURSE, OTHER_PURSE, LYING, TILES, DECK, SCORE, OTHER_SCORE, LAST = 0, 3, 6, 12, 14, 18, 19, 20
SIZE = 21
NOBODY, FIRST, SECOND = range(3)  # the last claimer

# the inputs of the network: a block for each number, with an input for each of its values
COUNTS = (13, 7, 3)  # numbers of blue, red and green chips
CHIP_INPUTS, TILE_INPUTS, SCORE_INPUTS = sum(COUNTS), NUMBERS, GOAL
AT_CHIPS, AT_TILES = 0, 4 * CHIP_INPUTS
AT_DECK = AT_TILES + 2 * TILE_INPUTS
AT_SCORES = AT_DECK + 3 * 4
AT_LAST = AT_SCORES + 2 * SCORE_INPUTS
AT_REACH = AT_LAST + 3  # by seat and slot: would the tile win the game?
AT_PENCE = AT_REACH + 4  # by purse and tile: their pence
INPUTS = AT_PENCE + 4
MOST_INPUTS = 12 + 2 + 3 + 2 + 1 + 4 + 4
PENCE_UNIT = np.float32(1 / 310)
ON = np.float32(1.0)


class Judge(NamedTuple):
    """The learned evaluation and its memory."""

    net: Network
    layers: Layers
    inputs: Any
    strengths: Any


@rule
def pence_at(x: Ints, at: int) -> int:
    return 10 * x[at + BLUE] + 50 * x[at + RED] + 100 * x[at + GREEN]


@rule
def list_inputs(x: Ints, inputs: Any, strengths: Any) -> int:
    """List what the network sees of a position; returns the number of inputs."""
    n = 0
    for place in range(4):  # both purses, both tiles
        for colour in range(3):
            offset = 0 if colour == BLUE else COUNTS[0] if colour == RED else COUNTS[0] + COUNTS[1]
            inputs[n], strengths[n] = AT_CHIPS + place * CHIP_INPUTS + offset + x[3 * place + colour], ON
            n += 1
        inputs[n], strengths[n] = AT_PENCE + place, PENCE_UNIT * np.float32(pence_at(x, 3 * place))
        n += 1
    for slot in range(2):
        inputs[n], strengths[n] = AT_TILES + slot * TILE_INPUTS + x[TILES + slot], ON
        n += 1
        for seat in range(2):
            if x[SCORE + seat] + x[TILES + slot] >= GOAL:
                inputs[n], strengths[n] = AT_REACH + 2 * seat + slot, ON
                n += 1
    for number in range(1, NUMBERS):
        inputs[n], strengths[n] = AT_DECK + 4 * (number - 1) + x[DECK + number], ON
        n += 1
    for seat in range(2):
        inputs[n], strengths[n] = AT_SCORES + SCORE_INPUTS * seat + x[SCORE + seat], ON
        n += 1
    inputs[n], strengths[n] = AT_LAST + x[LAST], ON
    return n + 1


@rule
def value_of(x: Ints, judge: Judge) -> float:
    """The value of a position between two rounds for its first seat: exact at the end of the game, else learned."""
    if x[SCORE] >= GOAL:
        return 1.0
    if x[OTHER_SCORE] >= GOAL:
        return -1.0
    chips = 0
    for k in range(TILES):
        chips += x[k]
    if chips == 0:
        lead = x[SCORE] - x[OTHER_SCORE]
        if lead == 0:
            lead = 1 if x[LAST] == FIRST else -1
        return 1.0 if lead > 0 else -1.0
    n = list_inputs(x, judge.inputs, judge.strengths)
    forward(judge.net, judge.inputs, judge.strengths, n, judge.layers)
    return float(judge.layers.values[0])


@rule
def claim(x: Ints, seat: int, slot: int, hand: Ints) -> None:
    """A seat pays its hand, and takes a tile and the chips on it."""
    for colour in range(3):
        x[3 * seat + colour] += x[LYING + 3 * slot + colour] - hand[colour]
        x[LYING + 3 * slot + colour] = 0
    x[SCORE + seat] += x[TILES + slot]
    x[TILES + slot] = 0
    x[LAST] = FIRST + seat


@rule
def value_of_claim(x: Ints, judge: Judge) -> float:
    """The value after a claim: the mean over the tiles that may come."""
    if x[SCORE] >= GOAL or x[OTHER_SCORE] >= GOAL:
        return value_of(x, judge)
    slot = 0 if x[TILES] == 0 else 1
    total, tiles = 0.0, 0
    for number in range(1, NUMBERS):
        left = x[DECK + number]
        if left > 0:
            x[DECK + number] -= 1
            x[TILES + slot] = number
            total += left * value_of(x, judge)
            tiles += left
            x[DECK + number] += 1
    x[TILES + slot] = 0
    return total / tiles


@rule
def place(x: Ints, seat: int, slot: int, hand: Ints) -> None:
    """A seat takes the best chip from its tile and leaves its hand there."""
    for colour in (GREEN, RED, BLUE):
        if x[LYING + 3 * slot + colour] > 0:
            x[LYING + 3 * slot + colour] -= 1
            x[3 * seat + colour] += 1
            break
    for colour in range(3):
        x[LYING + 3 * slot + colour] += hand[colour]
        x[3 * seat + colour] -= hand[colour]


@rule
def list_hands(x: Ints, seat: int, hands: Ints) -> int:
    """All hands of a seat, in the order of the action ids."""
    n = wide(0)
    for blue in range(x[3 * seat + BLUE] + 1):
        for red in range(x[3 * seat + RED] + 1):
            for green in range(x[3 * seat + GREEN] + 1):
                hands[n, BLUE], hands[n, RED], hands[n, GREEN] = blue, red, green
                n += 1
    return n


@rule
def fill_matrix(x: Ints, mine: Ints, n: int, theirs: Ints, m: int, judge: Judge, matrix: Floats) -> None:
    """The first seat's value of every pair of choices; row 2 i + s is hand i at slot s."""
    y = np.empty(SIZE, np.int64)
    same = value_of(x, judge)
    won, lost = np.empty((2, n)), np.empty((2, m))
    for slot in range(2):
        for i in range(n):
            y[:] = x
            claim(y, 0, slot, mine[i])
            won[slot, i] = value_of_claim(y, judge)
        for j in range(m):
            y[:] = x
            claim(y, 1, slot, theirs[j])
            lost[slot, j] = value_of_claim(y, judge)
    for i in range(n):
        bid = pence_at(mine[i], 0)
        for j in range(m):
            lead = bid - pence_at(theirs[j], 0)
            for slot in range(2):
                value = won[slot, i] if lead > 0 else lost[slot, j] if lead < 0 else same
                matrix[2 * i + slot, 2 * j + slot] = value
                y[:] = x
                place(y, 0, slot, mine[i])
                place(y, 1, 1 - slot, theirs[j])
                matrix[2 * i + slot, 2 * j + 1 - slot] = value_of(y, judge)


@entry_point
def solve_round(
    x: Ints, mine: Ints, n: int, theirs: Ints, m: int, judge: Judge, matrix: Floats, row: Floats, column: Floats
) -> float:
    """Solve a round with these hands: writes the matrix and an equilibrium, and returns its value."""
    fill_matrix(x, mine, n, theirs, m, judge, matrix)
    tableau, labels = np.empty((2 * n + 1, 2 * m + 1)), np.empty(2 * (n + m), np.int64)
    return equilibrium(matrix, 2 * n, 2 * m, row, column, tableau, labels)


@entry_point
def list_both_hands(x: Ints, mine: Ints, theirs: Ints) -> tuple[int, int]:
    return list_hands(x, 0, mine), list_hands(x, 1, theirs)


@entry_point
def taking_values(
    x: Ints, slot: int, hand: Ints, theirs: Ints, chances: Floats, judge: Judge, values: Floats
) -> None:  # fmt: skip
    """The first seat's value of taking each colour from its tile, given the chances of the opponent's hands."""
    y = np.empty(SIZE, np.int64)
    for colour in range(3):
        values[colour] = 0.0
        if x[LYING + 3 * slot + colour] == 0:
            continue
        for j in range(len(theirs)):
            if chances[j] > 0.0:
                y[:] = x
                place(y, 1, 1 - slot, theirs[j])
                y[LYING + 3 * slot + colour] -= 1
                y[colour] += 1
                for k in range(3):
                    y[LYING + 3 * slot + k] += hand[k]
                    y[k] -= hand[k]
                values[colour] += chances[j] * value_of(y, judge)
