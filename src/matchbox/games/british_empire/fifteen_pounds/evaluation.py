"""Positions of 15 Pounds, between two rounds or before the second action of a round, and what a network sees of them.

A position is a list of whole numbers, seen from one seat: the chips of both seats, on the field and in the bag, the
tiles in both hands, and within a round the numbers, the targets and the seat that still has to act.
"""

from __future__ import annotations

from typing import Any

from matchbox.engine import Ints, rule

from ..components import BLUE, CHIPS, GREEN, RED, YELLOW
from .rules import GOAL

# where a position keeps what; seat 0 is the seat that looks, chips and tiles of seat 1 follow its own
PURSE, FIELD, BAG, TILES, NUMBER, TARGET, TO_ACT, BOTH_COMPLETE, NO_EXCHANGE = 0, 8, 12, 16, 22, 24, 26, 27, 28
SIZE = 29
NOBODY, FIRST_SEAT, SECOND_SEAT = range(3)  # to act as the second of a round; NOBODY between rounds

MOST_SETS, MOST_DRAWS = 40, 20
COUNTS = (13, 7, 3, 2)  # numbers of blue, red, green and yellow chips
STARTS = (0, 13, 20, 23)
CHIP_INPUTS = sum(COUNTS)
WORTHS = GOAL + 1
NEEDS, LEAST_NEED = 17, -4
AT_CHIPS = 0  # both purses, field and bag
AT_COLOURS = 4 * CHIP_INPUTS  # of both purses and the field: which ones are there
AT_WORTH = AT_COLOURS + 3 * 16
AT_IN_BAG = AT_WORTH + 2 * WORTHS
AT_TILES = AT_IN_BAG + int(CHIPS.sum()) + 1  # by seat: which ones are in hand
AT_WINNING = AT_TILES + 2 * 8  # by seat and tile in hand: does an exchange win?
AT_TO_ACT = AT_WINNING + 6  # by seat and number
AT_NEED = AT_TO_ACT + 6  # by seat: the value that the exchange must add
AT_WINNING_NOW = AT_NEED + 2 * NEEDS
INPUTS = AT_WINNING_NOW + 2
MOST_INPUTS = 16 + 3 + 2 + 1 + 2 + 6 + 3


@rule
def worth_at(x: Ints, at: int) -> int:
    return x[at + BLUE] + 2 * x[at + RED] + 3 * x[at + GREEN] + 4 * x[at + YELLOW]


@rule
def has_won(x: Ints, seat: int) -> bool:
    """All four colours, or chips worth 15."""
    at = PURSE + 4 * seat
    return worth_at(x, at) >= GOAL or (x[at] > 0 and x[at + 1] > 0 and x[at + 2] > 0 and x[at + 3] > 0)


@rule
def makes(blue: int, red: int, green: int, yellow: int, total: int) -> bool:
    """Can some of these chips be worth exactly the total?"""
    for y in range(yellow + 1):
        for g in range(green + 1):
            left = total - 4 * y - 3 * g
            if left >= 0 and left - 2 * min(red, left // 2) <= blue:
                return True
    return False


@rule
def exchange_wins(x: Ints, seat: int, total: int) -> bool:
    """Does an exchange for chips worth the total give the seat all four colours, or 15?"""
    at = PURSE + 4 * seat
    blue, red = x[at + BLUE] + x[FIELD + BLUE], x[at + RED] + x[FIELD + RED]
    green, yellow = x[at + GREEN] + x[FIELD + GREEN], x[at + YELLOW] + x[FIELD + YELLOW]
    if total >= GOAL:
        return makes(blue, red, green, yellow, total)
    if total < 10 or min(blue, red) < 1 or min(green, yellow) < 1:
        return False
    return makes(blue - 1, red - 1, green - 1, yellow - 1, total - 10)


@rule
def list_inputs(x: Ints, inputs: Any) -> int:
    """List what the network sees of a position; returns the number of inputs."""
    n, in_bag = 0, 0
    for place in range(4):
        colours = 0
        for colour in range(4):
            count = x[4 * place + colour]
            inputs[n] = AT_CHIPS + place * CHIP_INPUTS + STARTS[colour] + count
            n += 1
            colours |= (1 if count > 0 else 0) << colour
        if place < 3:
            inputs[n] = AT_COLOURS + 16 * place + colours
            n += 1
    for colour in range(4):
        in_bag += x[BAG + colour]
    inputs[n] = AT_IN_BAG + in_bag
    n += 1
    for seat in range(2):
        worth, tiles = worth_at(x, PURSE + 4 * seat), 0
        inputs[n] = AT_WORTH + WORTHS * seat + min(worth, GOAL)
        n += 1
        for k in range(3):
            if x[TILES + 3 * seat + k] > 0:
                tiles |= 1 << k
                if exchange_wins(x, seat, worth + k + 1):
                    inputs[n] = AT_WINNING + 3 * seat + k
                    n += 1
        inputs[n] = AT_TILES + 8 * seat + tiles
        n += 1
        if x[TO_ACT] == FIRST_SEAT + seat:
            inputs[n] = AT_TO_ACT + 3 * seat + x[NUMBER + seat] - 1
            n += 1
            need = x[TARGET + seat] - worth - LEAST_NEED
            inputs[n] = AT_NEED + NEEDS * seat + min(max(need, 0), NEEDS - 1)
            n += 1
            if exchange_wins(x, seat, x[TARGET + seat]):
                inputs[n] = AT_WINNING_NOW + seat
                n += 1
    return n
