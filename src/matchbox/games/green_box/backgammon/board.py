"""A small board for fast play: all the ways to play a roll.

A board is two rows of 26 counts, first for the player who moves or is about to roll, then for the opponent. Each row
counts the spaces in its player's own direction, as the rules do: bar 0, spaces 1 to 24, borne off 25.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from matchbox.engine import lowest, rule, wide

from .rules import OFF, sources

MOST_PLAYS = 3072  # more than any roll has
ROLLS = np.array([(a, b) for a in range(1, 7) for b in range(a, 7)], np.int64)
CHANCES = np.array([1 if a == b else 2 for a, b in ROLLS.tolist()], np.float64) / 36
# A board's key is the sum of these numbers over all its cubes. They are small enough that no sum overflows.
KEYS = np.random.default_rng(26).integers(1 << 30, 1 << 57, (2, 26))


class Plays(NamedTuple):
    """The boards after all different plays of a roll, and memory to find them. The mover's row is still the first."""

    boards: Any  # int8[MOST_PLAYS, 2, 26]
    keys: Any
    work: Any  # the boards on the way
    waiting: Any  # by number of moves: spaces still to move from
    mine: Any  # by number of moves: spaces with cubes of the mover
    work_keys: Any
    found: Any  # the number of boards, and the rank of the longest play


def new_plays() -> Plays:
    return Plays(
        np.zeros((MOST_PLAYS, 2, 26), np.int8), np.zeros(MOST_PLAYS, np.int64), np.zeros((5, 2, 26), np.int8),
        np.zeros(5, np.int64), np.zeros(5, np.int64), np.zeros(5, np.int64), np.zeros(2, np.int64),
    )  # fmt: skip


@rule
def copy_board(to: Any, board: Any) -> None:
    for side in range(2):
        for space in range(26):
            to[side, space] = board[side, space]


@rule
def turn_board(to: Any, board: Any) -> None:
    """The same board as the opponent sees it."""
    for side in range(2):
        for space in range(26):
            to[side, space] = board[1 - side, space]


@rule
def key_of(board: Any) -> int:
    key = 0
    for side in range(2):
        for space in range(26):
            key += wide(board[side, space]) * wide(KEYS[side, space])
    return key


@rule
def occupied(board: Any, side: int, least: int) -> int:
    """The spaces where a side has at least this number of cubes, as bits in its own direction; never those off."""
    found = 0
    for space in range(OFF):
        if board[side, space] >= least:
            found |= 1 << space
    return found


@rule
def blocks(board: Any, side: int) -> int:
    """The spaces, in a side's own direction, that the opponent's cubes block."""
    found = 0
    for space in range(1, OFF):
        if board[1 - side, 25 - space] >= 2:
            found |= 1 << space
    return found


@rule
def step(board: Any, space: int, die: int) -> int:
    """Move a cube of the first row and hit; returns the change of the key."""
    to = min(space + die, OFF)
    board[0, space] -= 1
    board[0, to] += 1
    change = wide(KEYS[0, to]) - wide(KEYS[0, space])
    if to < OFF and board[1, 25 - to] == 1:
        board[1, 25 - to] = 0
        board[1, 0] += 1
        change += wide(KEYS[1, 0]) - wide(KEYS[1, 25 - to])
    return change


@rule
def find_plays(board: Any, low: int, high: int, lows: int, highs: int, plays: Plays) -> int:
    """All different boards at the end of a turn, with these numbers of plays left of each die; doubles are all low.

    The rules allow only plays of the greatest length, and if that is one of two dice, only with the higher one. A board
    that cannot move stays as it is.
    """
    plays.found[0] = plays.found[1] = 0
    both = lows > 0 and highs > 0
    for order in range(2 if both else 1):
        first = high if highs and order == 0 else low
        then = first
        if both:
            then = low if order == 0 else high
        if lows + highs:
            extend(board, first, then, 2 if both else lows + highs, not both, plays)
    if plays.found[0] == 0:
        copy_board(plays.boards[0], board)
        plays.keys[0] = key_of(board)
        plays.found[0] = 1
    return wide(plays.found[0])


@rule
def extend(board: Any, first: int, then: int, most: int, rising: bool, plays: Plays) -> None:
    """Add the plays that begin with one number and go on with another, up to `most` moves.

    Where all numbers are equal, the moves can be sorted, so each begins no farther back than the one before.
    """
    blocked = blocks(board, 0)
    depth = 0
    copy_board(plays.work[0], board)
    plays.work_keys[0] = key_of(board)
    plays.mine[0] = occupied(board, 0, 1)
    plays.waiting[0] = sources(wide(plays.mine[0]), blocked, first)
    while depth >= 0:
        left = wide(plays.waiting[depth])
        if left == 0:
            depth -= 1
            continue
        space = lowest(left)
        plays.waiting[depth] = left & (left - 1)
        die = first if depth == 0 else then
        after = plays.work[depth + 1]
        copy_board(after, plays.work[depth])
        plays.work_keys[depth + 1] = plays.work_keys[depth] + step(after, space, die)
        mine = wide(plays.mine[depth])
        if after[0, space] == 0:
            mine ^= 1 << space
        if space + die < OFF:
            mine |= 1 << (space + die)
        depth += 1
        plays.mine[depth] = mine
        following = 0
        if depth < most and mine:
            following = sources(mine, blocked, then)
        if following == 0:
            rank = 2 * depth + (1 if first >= then else 0) if depth == 1 else 2 * depth
            keep(after, wide(plays.work_keys[depth]), rank, plays)
            depth -= 1
        else:
            if rising:  # a shorter list of places to go on from, but never shorter plays after all
                following &= ~((1 << space) - 1)
            plays.waiting[depth] = following
            if following == 0:
                depth -= 1


@rule
def keep(board: Any, key: int, rank: int, plays: Plays) -> None:
    """Keep a board unless it is known or its play is too short."""
    if rank < plays.found[1]:
        return
    if rank > plays.found[1]:
        plays.found[0], plays.found[1] = 0, rank
    n = wide(plays.found[0])
    for k in range(n):
        if plays.keys[k] == key:
            return
    if n < MOST_PLAYS:
        copy_board(plays.boards[n], board)
        plays.keys[n] = key
        plays.found[0] = n + 1
