"""Inputs and outputs of the networks: cubes on spaces, pips, blots and shots, primes and the way out.

A position is seen by the player about to roll. Most inputs are absent, so a position is a list of inputs with their
strengths. The outputs are odds: five chances of this player to win, to win a gammon, to win a backgammon, to lose a
gammon, to lose a backgammon. A backgammon is also a gammon, and a gammon is also a win.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from matchbox.engine import lowest, popcount, rule, wide

from .board import CHANCES, ROLLS
from .rules import NOT_HOME, OFF

ONE = np.float32(1.0)
CUBES = 2 * 25 * 4  # by side and space: one cube, two or more, three or more, how many more
OWN = 20  # figures of each side
GAMMONS = CUBES + 2 * OWN  # what a gammon counts beyond a single win
LEAD = GAMMONS + 1
INPUTS = LEAD + 2
ROOM = 80  # more than a position can have
ODDS = 5
WIN, GAMMON, BACKGAMMON, LOSE_GAMMON, LOSE_BACKGAMMON = range(ODDS)
SIX, TWELVE = (1 << 6) - 1, (1 << 12) - 1
BOARD = (1 << 25) - 2  # spaces 1-24
FIRST_HOME = (1 << 7) - 2  # spaces 1-6, the opponent's home


def ways_out() -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
    """For every pattern of blocks on the next twelve spaces: the mean advance of a cube, and its chance to get past."""
    pattern = np.arange(1 << 12)

    def is_free(distance: int) -> npt.NDArray[np.bool_]:
        return pattern >> (distance - 1) & 1 == 0 if distance <= 12 else np.ones(len(pattern), np.bool_)

    last = np.zeros(len(pattern), np.int64)  # the farthest block
    for distance in range(1, 13):
        last[~is_free(distance)] = distance
    advance, past = np.zeros(len(pattern)), np.zeros(len(pattern))
    for (a, b), chance in zip(ROLLS.tolist(), CHANCES.tolist(), strict=True):
        far = np.zeros(len(pattern), np.int64)
        if a == b:
            goes_on = np.ones(len(pattern), np.bool_)
            for moves in range(1, 5):
                goes_on &= is_free(moves * a)
                far[goes_on] = moves * a
        else:
            far[is_free(a)] = a
            far[is_free(b)] = b
            far[(is_free(a) | is_free(b)) & is_free(a + b)] = a + b
        advance += chance * far
        past += chance * ((far > last) & (far > 0))
    return (advance / 8).astype(np.float32), past.astype(np.float32)


ADVANCE, PAST = ways_out()


@rule
def describe(board: Any, gammons: Any, inputs: Any, strengths: Any) -> tuple[int, bool]:
    """List the inputs of a board, seen by its first row; returns their number, and whether it is a race.

    `gammons` is the weight of a gammon in choosing plays, from 0 to 1. In a race the sides have passed each other.
    """
    n, mine, made, facing, pips = list_cubes(board, 0, inputs, strengths, 0)
    n, yours, their_made, their_facing, their_pips = list_cubes(board, 1, inputs, strengths, n)
    race = mine == 0 or yours == 0 or lowest(mine) + lowest(yours) > OFF
    if not race:
        n = figures(board, 0, mine, yours, made, facing, their_facing, inputs, strengths, n)
        n = figures(board, 1, yours, mine, their_made, their_facing, facing, inputs, strengths, n)
    lead = their_pips - pips
    inputs[n], strengths[n] = LEAD, np.float32(lead / 40)
    n += 1
    if lead > 0:
        inputs[n], strengths[n] = LEAD + 1, np.float32(lead / 40)
        n += 1
    if gammons > 0:
        inputs[n], strengths[n] = GAMMONS, np.float32(gammons)
        n += 1
    return n, race


@rule
def list_cubes(board: Any, side: int, inputs: Any, strengths: Any, n: int) -> tuple[int, int, int, int, int]:
    """Add the cubes of one side and its distances.

    Returns the number of inputs so far; the side's spaces, and those with two or more cubes, as bits in its own
    direction; the latter in the opponent's direction; and its pips.
    """
    mine, made, facing, pips, outside, back = 0, 0, 0, 0, 0, 0
    for space in range(OFF):
        count = wide(board[side, space])
        if count == 0:
            continue
        mine |= 1 << space
        pips += count * (25 - space)
        if space < 19:
            outside += count * (19 - space)
        if space < 7:
            back += count
        at = (side * 25 + space) * 4
        inputs[n], strengths[n] = at if count == 1 else at + 1, ONE
        n += 1
        if count > 1:
            made |= 1 << space
            if space:
                facing |= 1 << (25 - space)
        if count > 2:
            inputs[n], strengths[n] = at + 2, ONE
            n += 1
        if count > 3:
            inputs[n], strengths[n] = at + 3, np.float32((count - 3) * 0.5)
            n += 1
    at, off = CUBES + OWN * side, wide(board[side, OFF])
    n = add(inputs, strengths, n, at, pips / 150)
    n = add(inputs, strengths, n, at + 1, outside / 80)
    n = add(inputs, strengths, n, at + 2, off / 10)
    n = add(inputs, strengths, n, at + 3, 1.0 if off > 0 else 0.0)
    n = add(inputs, strengths, n, at + 4, back / 4)
    return n, mine, made, facing, pips


@rule
def figures(
    board: Any,
    side: int,
    mine: int,
    yours: int,
    made: int,
    facing: int,
    blocked: int,
    inputs: Any,
    strengths: Any,
    n: int,
) -> int:
    """Add the shots, primes and ways out of one side; returns the number of inputs so far.

    `mine` and `made` are in the side's own direction, `yours` and `facing` (the same points) in the opponent's: there
    the side's home is 1-6. `blocked` has the opponent's points in the side's direction.
    """
    at = CUBES + OWN * side
    blots = mine & ~made & BOARD
    hits, loss = shots(blots, yours, facing, wide(board[1 - side, 0]))
    n = add(inputs, strengths, n, at + 5, hits)
    n = add(inputs, strengths, n, at + 6, loss / 8)
    last = lowest(mine)
    ahead = blocked >> (last + 1) & TWELVE
    n = add(inputs, strengths, n, at + 7, float(ADVANCE[ahead]))
    n = add(inputs, strengths, n, at + 8, float(PAST[ahead]))
    others = mine & (mine - 1)
    second = lowest(others) if others else last
    n = add(inputs, strengths, n, at + 9, float(PAST[blocked >> (second + 1) & TWELVE]))
    wall = popcount(facing >> (lowest(yours) + 1) & SIX)
    n = add(inputs, strengths, n, at + 10, wall / 6)
    n = add(inputs, strengths, n, at + 11, max(0, wall - 3) / 3)
    runs, prime = facing, 0
    while runs:
        runs &= runs >> 1
        prime += 1
    n = add(inputs, strengths, n, at + 12, max(0, prime - 2) / 4)
    home, their_bar = popcount(facing & FIRST_HOME), wide(board[1 - side, 0])
    n = add(inputs, strengths, n, at + 13, home / 6)
    if their_bar:
        n = add(inputs, strengths, n, at + 14, home * home / 36)
        n = add(inputs, strengths, n, at + 15, home * home * (their_bar - 1) / 36)
    n = add(inputs, strengths, n, at + 16, popcount(blots >> 19) / 2)
    n = add(inputs, strengths, n, at + 17, popcount(blots & FIRST_HOME) / 2)
    passed = 0
    for space in range(max(1, 26 - lowest(yours)), OFF):
        passed += wide(board[side, space])
    n = add(inputs, strengths, n, at + 18, passed / 8)
    return add(inputs, strengths, n, at + 19, 1.0 if mine & NOT_HOME == 0 else 0.0)


@rule
def add(inputs: Any, strengths: Any, n: int, which: int, strength: float) -> int:
    if strength == 0.0:
        return n
    inputs[n], strengths[n] = which, np.float32(strength)
    return n + 1


@rule
def shots(blots: int, yours: int, made: int, bar: int) -> tuple[float, float]:
    """The chance that the opponent's next roll hits one of these blots, and the pips lost on average.

    The blots are in their owner's direction, all else in the opponent's: the opponent's cubes, and the points that are
    closed. With a cube on the bar, the opponent enters before any other cube moves.
    """
    targets = 0
    while blots:
        targets |= 1 << (25 - lowest(blots))
        blots &= blots - 1
    if targets == 0:
        return 0.0, 0.0
    free, others = ~made, yours & ~1
    chance, loss = 0.0, 0.0
    for k in range(len(ROLLS)):
        a, b = wide(ROLLS[k, 0]), wide(ROLLS[k, 1])
        reach, moves = yours, 4  # of doubles
        first, second = yours << a & free, yours << b & free
        if bar:
            first, second = 1 << a & free, 1 << b & free
            reach, moves = others | first, 4 - bar if first else 0
        hits = (first | second) & targets
        if a == b:
            for _ in range(moves):
                reach = reach << a & free
                hits |= reach & targets
        elif bar == 0:
            hits |= (first << b | second << a) & targets
        elif bar == 1:
            if first:
                hits |= (others | first) << b & targets
            if second:
                hits |= (others | second) << a & targets
        if hits:
            chance += CHANCES[k]
            loss += CHANCES[k] * (25 - lowest(hits))
    return chance, loss
