"""Null-window search of the endgame solver: is a position worth at least `beta` to the player on turn?

The upper part of the tree uses an explicit stack of frames; solver_endgame.py searches the last plies. Shallow searches
with the learned evaluation order the moves (midgame.py). A transposition table lets later searches reuse the results of
earlier ones.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from matchbox.engine import Ints, bits, entry_point, lowest, popcount, rule, wide

from .evaluation import DISC, Evaluation
from .midgame import INFINITY, UNKNOWN, insert, new_frames, search
from .rules import NONE, ONE
from .solver_bitboard import flips, legal_squares
from .solver_endgame import WORST, difference, odd_quarters, solve_endgame
from .solver_ordering import fast_move_score
from .solver_sharing import SHARED, Team, begin, end, new_teams, put_off
from .solver_stability import most
from .table import (
    HIGHEST,
    LOWEST,
    NO_SQUARE,
    NOTHING,
    hash_of,
    look_up,
    lower_of,
    new_table,
    square_of,
    store,
    upper_of,
)

# Thresholds by the number of empty squares. Measured; none of them is sharp.
ENDGAME = 6  # up to here solver_endgame.py takes over
STORED = 8  # from here on positions go into the table
PROBED = 14  # from here on the successors are looked up before any is searched (enhanced transposition cutoff)
EVALUATED = 14  # from here on shallow searches order the moves, not only the opponent's mobility
ORDERING_DEPTH = np.array([0] * 14 + [1] * 3 + [2] * 3 + [3] * 3 + [4] * 42)  # plies of these, after the move itself
HOPELESS = 6  # a move this much below what is asked needs no closer estimate
ODD = 6  # how much a square in a quarter with an odd number of empty squares counts, where mobility orders the moves
REPLY = 100  # how much a reply of the opponent counts against a move, beside its evaluation
NO_LIMIT = 1 << 62


class Memory(NamedTuple):
    """The memory of a search, kept between searches."""

    table: Any
    frames: Any
    shallow_table: Any  # of the searches that order the moves
    shallow_frames: Any
    nodes: Ints  # positions visited
    shallow_nodes: Ints
    team: Team


def new_memories(megabytes: int, threads: int) -> list[Memory]:
    """Memory for each of several threads that share a search, with tables of at most the given size together."""
    table = new_table(0.75 * megabytes)
    return [
        Memory(
            table,
            new_frames(),
            new_table(0.25 * megabytes / threads),
            new_frames(),
            np.zeros(1, np.int64),
            np.zeros(1, np.int64),
            team,
        )
        for team in new_teams(threads)
    ]


def new_memory(megabytes: int) -> Memory:
    """Memory for a single thread."""
    return new_memories(megabytes, 1)[0]


@rule(counted=False)
def expand(f: Any, m: Memory, ev: Evaluation, age: int) -> int:
    """Return a bound if the table or the endgame gives it; otherwise list the moves, best first, and return UNKNOWN."""
    own, other, beta, table = f.own, f.other, wide(f.beta), m.table
    empty = ev.area & ~(own | other)
    empties = popcount(empty)
    if empties <= ENDGAME:
        return solve_endgame(own, other, empty, beta, m.nodes)
    m.nodes[0] += 1
    f.best, f.square, f.hash, f.depth, f.next, f.count = WORST, NO_SQUARE, NONE, empties, 0, 0
    left = legal_squares(own, other, empty)
    if left == NONE:
        if legal_squares(other, own, empty) == NONE:
            return difference(own, other)
        insert(f, wide(0), NO_SQUARE, NONE)  # a pass
        return UNKNOWN
    first, odd = NO_SQUARE, odd_quarters(empty)
    if empties >= STORED:
        f.hash = hash_of(own, other)
        known = look_up(table, own, other, f.hash)
        if known != NOTHING:
            if lower_of(known) >= beta:
                return lower_of(known)
            if upper_of(known) < beta:
                return upper_of(known)
            first = square_of(known)
    if popcount(ev.area) - 2 * popcount(other) < beta:  # even if all pieces of the opponent were stable
        bound = most(own, other, ev.area)
        if bound < beta:
            return bound
    while left != NONE:
        square = lowest(left)
        left &= left - ONE
        flipped = flips(own, other, square)
        bit = ONE << bits(square)
        mine, theirs = own | flipped | bit, other ^ flipped
        key = wide(0)
        if empties >= PROBED:
            known = look_up(table, theirs, mine, hash_of(theirs, mine))
            if known != NOTHING:
                if -upper_of(known) >= beta:
                    return -upper_of(known)
                if -lower_of(known) < beta:
                    key = -INFINITY  # known to fail: last
        if square == first:
            key = INFINITY
        elif empties >= EVALUATED:
            key -= REPLY * popcount(legal_squares(theirs, mine, empty ^ bit)) + search(
                theirs, mine, -INFINITY, DISC * (HOPELESS - beta), wide(ORDERING_DEPTH[empties]),
                ev, m.shallow_table, m.shallow_frames, m.shallow_nodes, NO_LIMIT, age,
            )  # fmt: skip
        else:
            key += fast_move_score(theirs, mine, ev.area, bit) + (ODD if bit & odd != NONE else 0)
        insert(f, key, square, flipped)
    f.fresh = f.count
    return UNKNOWN


@rule(counted=False)
def finished(frames: Any, level: int, m: Memory) -> tuple[int, int]:
    """The first level whose position another thread has finished, and its bound. Leaves the levels below it.

    The present level and UNKNOWN if there is none.
    """
    for i in range(level + 1):
        f = frames[i]
        if f.hash != NONE:
            known = look_up(m.table, f.own, f.other, f.hash)
            if known != NOTHING and (lower_of(known) >= f.beta or upper_of(known) < f.beta):
                for k in range(i + 1, level + 1):
                    end(wide(frames[k].depth), m.team)
                return i, lower_of(known) if lower_of(known) >= f.beta else upper_of(known)
    return level, UNKNOWN


@rule(counted=False)
def null_window(own: int, other: int, beta: int, ev: Evaluation, m: Memory, age: int) -> int:
    """Is the position worth at least `beta` to `own`, whose turn it is?

    The result is a fail-soft bound of the value: a lower bound if it is at least `beta`, otherwise an upper bound.
    """
    level, frames, team = wide(0), m.frames, m.team
    frames[0].own, frames[0].other, frames[0].beta = own, other, beta
    empties = popcount(ev.area & ~(own | other))
    team.news[team.me] = 0
    begin(own, other, empties, team)
    value = expand(frames[0], m, ev, age)
    while level > 0 or value == UNKNOWN:
        if value == UNKNOWN:  # descend by the next move
            f, g = frames[level], frames[level + 1]
            shares = f.depth > SHARED
            if shares:
                if team.news[team.me] != 0:
                    team.news[team.me] = 0
                    level, value = finished(frames, level, m)
                    continue
                put_off(f, wide(f.depth) - 1, team)
            flipped, square = f.flipped[f.next], wide(f.squares[f.next])
            f.next += 1
            g.own, g.other, g.beta = f.other ^ flipped, f.own | flipped, 1 - f.beta
            if square != NO_SQUARE:
                g.other |= ONE << bits(square)
                if shares:
                    begin(g.own, g.other, wide(f.depth) - 1, team)
            level += 1
            value = expand(g, m, ev, age)
        else:  # return to the parent with the value of its latest move
            level -= 1
            f = frames[level]
            if f.depth > SHARED:
                end(wide(f.depth) - 1, team)
            if -value > f.best:
                f.best, f.square = -value, f.squares[f.next - 1]
            value = UNKNOWN
            if f.best >= f.beta or f.next == f.count:
                value = wide(f.best)
                if f.hash != NONE:
                    lower, upper = (value, HIGHEST) if value >= f.beta else (LOWEST, value)
                    store(m.table, f, wide(f.depth), lower, upper, age)
    end(empties, team)
    return value


@entry_point(counted=False)
def bound_of(own: int, other: int, beta: int, ev: Evaluation, m: Memory, age: int) -> int:
    """`null_window` for calls from Python."""
    return null_window(own, other, beta, ev, m, age)


@rule(counted=False)
def exact_value(own: int, other: int, expected: int, ev: Evaluation, m: Memory, age: int) -> int:
    """The value of a position, by null windows around the expected value. Odd values are rare, so step by two."""
    lower, upper, beta = wide(-64), wide(64), expected
    while lower < upper:
        value = null_window(own, other, beta, ev, m, age)
        if value >= beta:
            lower = value
            beta = min(lower + 2, upper)
        else:
            upper = value
            beta = max(upper - 1, lower + 1)
    return lower
