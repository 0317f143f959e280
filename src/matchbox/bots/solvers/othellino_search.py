"""Exact bounds of positions of Othellino: is one worth at least so many pieces to the player in turn?

The upper part of the tree is walked with a stack of frames, its end by othellino_end.py. What was found is
kept in a table, so that later questions start from the answers to earlier ones.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from matchbox.boxes.green_box.othellino import NONE, ONE
from matchbox.engine import Ints, bits, lowest, popcount, rule, wide

from .othellino_end import WORST, at_most_six, difference
from .othellino_guess import SURE, promise, quick_promise
from .othellino_lines import places, turns

UNKNOWN = wide(-1000)  # not a value: the position has been unfolded, look at its moves
NO_SQUARE = wide(-1)

# Depths, by the number of empty squares. Measured; none of them is sharp.
FEW = 6  # up to here squares are tried in the order of parity alone
KEPT = 8  # from here on positions are kept in the table
LOOKED_UP = 14  # ... and the positions after every move are looked up before any is searched
GUESSED = 14  # ... and moves are ordered by a guess at their values, not only by the replies they leave
GUESS_DEPTH = np.array([0] * 14 + [1] * 2 + [2] * 2 + [3] * 4 + [4] * 43)  # moves ahead, beyond the one in question


# --- the table of what is known ---

ENTRY = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("own", "u8"),
                ("other", "u8"),
                ("lower", "i1"),
                ("upper", "i1"),
                ("square", "i1"),  # of the best move
                ("empties", "i1"),
                ("age", "u1"),  # of the latest call that used it
            ],
            align=True,
        ),
    )
)
LOW, HALF, SPREAD = bits(0xFFFFFFFF), bits(32), bits(29)
K0, K1, K2, K3 = bits(0x9E3779B1), bits(0x85EBCA77), bits(0xC2B2AE3D), bits(0x27D4EB2F)


@rule
def slot_of(table: Any, own: int, other: int) -> int:
    """Where a position may lie: here or in the neighbour (slot ^ 1). Products of halves never overflow."""
    x = ((own & LOW) * K0) ^ ((own >> HALF) * K1) ^ ((other & LOW) * K2) ^ ((other >> HALF) * K3)
    x ^= x >> SPREAD
    x = ((x & LOW) * K1) ^ ((x >> HALF) * K0)
    x ^= x >> SPREAD
    return wide(x & bits(len(table) - 1))


@rule
def find(table: Any, own: int, other: int, slot: int) -> int:
    """The place of a position, or -1."""
    if table[slot].own == own and table[slot].other == other:
        return slot
    slot ^= 1
    if table[slot].own == own and table[slot].other == other:
        return slot
    return wide(-1)


@rule
def keep(table: Any, f: Any, age: int) -> None:
    """Note what was found about a frame's position. Of the present call's entries the bigger tree stays."""
    slot = wide(f.slot)
    at = find(table, f.own, f.other, slot)
    if at < 0:
        at = slot
        here, there = table[slot], table[slot ^ 1]
        if here.age == age and (there.age != age or there.empties < here.empties):
            at = slot ^ 1
        e = table[at]
        e.own, e.other, e.lower, e.upper, e.empties = f.own, f.other, -64, 64, f.empties
    e = table[at]
    if f.best >= f.beta:
        e.lower = max(wide(e.lower), wide(f.best))
    else:
        e.upper = min(wide(e.upper), wide(f.best))
    e.square, e.age = f.square, age


@rule
def remembered(table: Any, own: int, other: int) -> int:
    """The square of the best move as far as known, or -1."""
    at = find(table, own, other, slot_of(table, own, other))
    return wide(table[at].square) if at >= 0 else NO_SQUARE


# --- the search ---

MOST_MOVES = 60  # as many squares as can be empty
FRAME = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("own", "u8"),
                ("other", "u8"),
                ("beta", "i8"),
                ("best", "i8"),
                ("square", "i8"),  # of the best move
                ("slot", "i8"),  # in the table; -1 if not kept
                ("empties", "i8"),
                ("next", "i8"),
                ("count", "i8"),
                ("keys", "i8", MOST_MOVES),
                ("squares", "i8", MOST_MOVES),
                ("turned", "u8", MOST_MOVES),
            ]
        ),
    )
)


@rule
def insert(f: Any, key: int, square: int, turned: int) -> None:
    """Put a move behind all that promise as much."""
    k = wide(f.count)
    while k > 0 and f.keys[k - 1] < key:
        f.keys[k], f.squares[k], f.turned[k] = f.keys[k - 1], f.squares[k - 1], f.turned[k - 1]
        k -= 1
    f.keys[k], f.squares[k], f.turned[k] = key, square, turned
    f.count += 1


@rule
def unfold(f: Any, table: Any, area: int, nodes: Ints) -> int:
    """The bound of a frame's position if it is known or near the end; else its moves, best first, and UNKNOWN."""
    own, other, beta = f.own, f.other, wide(f.beta)
    empty = area & ~(own | other)
    empties = popcount(empty)
    if empties <= FEW:
        return at_most_six(own, other, empty, beta, nodes)
    nodes[0] += 1
    f.best, f.square, f.slot, f.empties, f.next, f.count = WORST, NO_SQUARE, -1, empties, 0, 0
    left = places(own, other, empty)
    if left == NONE:
        if places(other, own, empty) == NONE:
            return difference(own, other)
        insert(f, wide(0), NO_SQUARE, NONE)  # a pass
        return UNKNOWN
    first = NO_SQUARE
    if empties >= KEPT:
        f.slot = slot_of(table, own, other)
        at = find(table, own, other, wide(f.slot))
        if at >= 0:
            if table[at].lower >= beta:
                return wide(table[at].lower)
            if table[at].upper < beta:
                return wide(table[at].upper)
            first = wide(table[at].square)
    while left != NONE:
        square = lowest(left)
        left &= left - ONE
        turned = turns(own, other, square)
        bit = ONE << bits(square)
        mine, theirs = own | turned | bit, other ^ turned
        key = wide(0)
        if empties >= LOOKED_UP:
            at = find(table, theirs, mine, slot_of(table, theirs, mine))
            if at >= 0:
                if -wide(table[at].upper) >= beta:
                    return -wide(table[at].upper)
                if -wide(table[at].lower) < beta:
                    key = -SURE  # known to fail: last
        if square == first:
            key = SURE
        elif empties >= GUESSED:
            key += promise(theirs, mine, area, wide(GUESS_DEPTH[empties]))
        else:
            key += quick_promise(theirs, mine, area, bit)
        insert(f, key, square, turned)
    return UNKNOWN


@rule
def bound(own: int, other: int, beta: int, area: int, table: Any, frames: Any, nodes: Ints, age: int) -> int:
    """Is the position worth at least `beta` to `own`, whose turn it is?

    The answer bounds the value: from below if it is at least `beta`, else from above.
    """
    level = wide(0)
    frames[0].own, frames[0].other, frames[0].beta = own, other, beta
    value = unfold(frames[0], table, area, nodes)
    while level > 0 or value == UNKNOWN:
        if value == UNKNOWN:  # down, by the next move
            f, g = frames[level], frames[level + 1]
            turned, square = f.turned[f.next], wide(f.squares[f.next])
            f.next += 1
            g.own, g.other, g.beta = f.other ^ turned, f.own | turned, 1 - f.beta
            if square != NO_SQUARE:
                g.other |= ONE << bits(square)
            level += 1
            value = unfold(g, table, area, nodes)
        else:  # up, with the value of the move made last
            level -= 1
            f = frames[level]
            if -value > f.best:
                f.best, f.square = -value, f.squares[f.next - 1]
            value = UNKNOWN
            if f.best >= f.beta or f.next == f.count:
                value = wide(f.best)
                if f.slot >= 0:
                    keep(table, f, age)
    return value
