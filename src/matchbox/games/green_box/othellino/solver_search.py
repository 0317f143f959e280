"""Null-window search of the endgame solver: is a position worth at least `beta` to the player on turn?

The upper part of the tree uses an explicit stack of frames; solver_endgame.py searches the last plies.
A transposition table lets later searches reuse the results of earlier ones.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from matchbox.engine import Ints, bits, entry_point, lowest, popcount, rule, wide

from .rules import NONE, ONE
from .solver_bitboard import flips, legal_squares
from .solver_endgame import WORST, difference, solve_endgame
from .solver_ordering import INFINITY, fast_move_score, move_score

UNKNOWN = wide(-1000)  # not a value: the node has been expanded, search its moves
NO_SQUARE = wide(-1)

# Thresholds by the number of empty squares. Measured; none of them is sharp.
ENDGAME = 6  # up to here solver_endgame.py takes over
STORED = 8  # from here on positions go into the table
PROBED = 14  # from here on the successors are looked up before any is searched (enhanced transposition cutoff)
EVALUATED = 14  # from here on shallow searches order the moves, not only the opponent's mobility
ORDERING_DEPTH = np.array([0] * 14 + [1] * 2 + [2] * 2 + [3] * 4 + [4] * 43)  # plies of these, after the move itself


# --- the transposition table ---

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
                ("age", "u1"),  # of the latest call that stored it
            ],
            align=True,
        ),
    )
)
LOW, HALF, SPREAD = bits(0xFFFFFFFF), bits(32), bits(29)
K0, K1, K2, K3 = bits(0x9E3779B1), bits(0x85EBCA77), bits(0xC2B2AE3D), bits(0x27D4EB2F)


@rule
def slot_of(table: Any, own: int, other: int) -> int:
    """The hash slot of a position, which is stored here or in slot ^ 1. Products of halves never overflow."""
    x = ((own & LOW) * K0) ^ ((own >> HALF) * K1) ^ ((other & LOW) * K2) ^ ((other >> HALF) * K3)
    x ^= x >> SPREAD
    x = ((x & LOW) * K1) ^ ((x >> HALF) * K0)
    x ^= x >> SPREAD
    return wide(x & bits(len(table) - 1))


@rule
def probe(table: Any, own: int, other: int, slot: int) -> int:
    """The index of a position's entry, or -1."""
    if table[slot].own == own and table[slot].other == other:
        return slot
    slot ^= 1
    if table[slot].own == own and table[slot].other == other:
        return slot
    return wide(-1)


@rule
def store(table: Any, f: Any, age: int) -> None:
    """Store the bound of a frame's position. Among entries of the current call the bigger tree stays."""
    slot = wide(f.slot)
    at = probe(table, f.own, f.other, slot)
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


@entry_point
def stored_move(table: Any, own: int, other: int) -> int:
    """The square of the best known move, or -1."""
    at = probe(table, own, other, slot_of(table, own, other))
    return wide(table[at].square) if at >= 0 else NO_SQUARE


# --- the search ---

MOST_MOVES = 60  # the most empty squares
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
                ("slot", "i8"),  # in the table; -1 if not stored
                ("empties", "i8"),
                ("next", "i8"),
                ("count", "i8"),
                ("keys", "i8", MOST_MOVES),
                ("squares", "i8", MOST_MOVES),
                ("flipped", "u8", MOST_MOVES),
            ]
        ),
    )
)


@rule
def insert(f: Any, key: int, square: int, flipped: int) -> None:
    """Insert a move after all moves with at least its score."""
    k = wide(f.count)
    while k > 0 and f.keys[k - 1] < key:
        f.keys[k], f.squares[k], f.flipped[k] = f.keys[k - 1], f.squares[k - 1], f.flipped[k - 1]
        k -= 1
    f.keys[k], f.squares[k], f.flipped[k] = key, square, flipped
    f.count += 1


@rule
def expand(f: Any, table: Any, area: int, nodes: Ints) -> int:
    """Return a bound if the table or the endgame gives it; otherwise list the moves, best first, and return UNKNOWN."""
    own, other, beta = f.own, f.other, wide(f.beta)
    empty = area & ~(own | other)
    empties = popcount(empty)
    if empties <= ENDGAME:
        return solve_endgame(own, other, empty, beta, nodes)
    nodes[0] += 1
    f.best, f.square, f.slot, f.empties, f.next, f.count = WORST, NO_SQUARE, -1, empties, 0, 0
    left = legal_squares(own, other, empty)
    if left == NONE:
        if legal_squares(other, own, empty) == NONE:
            return difference(own, other)
        insert(f, wide(0), NO_SQUARE, NONE)  # a pass
        return UNKNOWN
    first = NO_SQUARE
    if empties >= STORED:
        f.slot = slot_of(table, own, other)
        at = probe(table, own, other, wide(f.slot))
        if at >= 0:
            if table[at].lower >= beta:
                return wide(table[at].lower)
            if table[at].upper < beta:
                return wide(table[at].upper)
            first = wide(table[at].square)
    while left != NONE:
        square = lowest(left)
        left &= left - ONE
        flipped = flips(own, other, square)
        bit = ONE << bits(square)
        mine, theirs = own | flipped | bit, other ^ flipped
        key = wide(0)
        if empties >= PROBED:
            at = probe(table, theirs, mine, slot_of(table, theirs, mine))
            if at >= 0:
                if -wide(table[at].upper) >= beta:
                    return -wide(table[at].upper)
                if -wide(table[at].lower) < beta:
                    key = -INFINITY  # known to fail: last
        if square == first:
            key = INFINITY
        elif empties >= EVALUATED:
            key += move_score(theirs, mine, area, wide(ORDERING_DEPTH[empties]))
        else:
            key += fast_move_score(theirs, mine, area, bit)
        insert(f, key, square, flipped)
    return UNKNOWN


@entry_point
def null_window(own: int, other: int, beta: int, area: int, table: Any, frames: Any, nodes: Ints, age: int) -> int:
    """Is the position worth at least `beta` to `own`, whose turn it is?

    The result is a fail-soft bound of the value: a lower bound if it is at least `beta`, otherwise an upper bound.
    """
    level = wide(0)
    frames[0].own, frames[0].other, frames[0].beta = own, other, beta
    value = expand(frames[0], table, area, nodes)
    while level > 0 or value == UNKNOWN:
        if value == UNKNOWN:  # descend by the next move
            f, g = frames[level], frames[level + 1]
            flipped, square = f.flipped[f.next], wide(f.squares[f.next])
            f.next += 1
            g.own, g.other, g.beta = f.other ^ flipped, f.own | flipped, 1 - f.beta
            if square != NO_SQUARE:
                g.other |= ONE << bits(square)
            level += 1
            value = expand(g, table, area, nodes)
        else:  # return to the parent with the value of its latest move
            level -= 1
            f = frames[level]
            if -value > f.best:
                f.best, f.square = -value, f.squares[f.next - 1]
            value = UNKNOWN
            if f.best >= f.beta or f.next == f.count:
                value = wide(f.best)
                if f.slot >= 0:
                    store(table, f, age)
    return value
