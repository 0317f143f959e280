"""A search of limited depth with the learned evaluation: alpha-beta with null windows, on an explicit stack.

Where a shallower search is far outside the window, the deeper search is left out (`Evaluation.margins`).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from matchbox.engine import Ints, bits, entry_point, lowest, popcount, rule, wide

from .evaluation import DEEPEST, DISC, Evaluation, evaluate
from .rules import NONE, ONE
from .solver_bitboard import flips, legal_squares
from .table import (
    HIGHEST,
    LOWEST,
    NO_SQUARE,
    NOTHING,
    depth_of,
    hash_of,
    look_up,
    lower_of,
    square_of,
    store,
    upper_of,
)

UNKNOWN = wide(-40_000)  # not a value: the node has been opened, search its moves
STOPPED = wide(-50_000)  # not a value: the nodes are used up
INFINITY = wide(20_000)  # beyond every value
STORED = 3  # from this depth on positions go into the table
EVALUATED = 4  # from this depth on the evaluation orders the moves, not only the opponent's mobility
REPLY = 16  # how much a reply of the opponent counts against a move, when the evaluation orders the moves
SHALLOWER = np.array([0, 0, 0, 1, 2, 1, 2, 3, 4, 3, 4, 5, 6, 5, 6, 7])  # the depth that margins compare with
MOST_MOVES = 60  # the most empty squares

NO_PROBE, LOW_PROBE, HIGH_PROBE = range(3)
FRAME = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("own", "u8"),
                ("other", "u8"),
                ("alpha", "i8"),  # raised by moves
                ("floor", "i8"),  # alpha at first
                ("beta", "i8"),
                ("best", "i8"),
                ("square", "i8"),  # of the best move
                ("depth", "i8"),
                ("hash", "u8"),  # for the table; NONE if not stored
                ("probe", "i8"),  # a shallower search of the same position comes first
                ("limit", "i8"),  # what that search has to reach
                ("again", "i8"),  # the latest move beat alpha: search it again with the whole window
                ("next", "i8"),
                ("count", "i8"),
                ("fresh", "i8"),  # moves from here on have been put off (solver_sharing.py)
                ("keys", "i8", MOST_MOVES),
                ("squares", "i8", MOST_MOVES),
                ("flipped", "u8", MOST_MOVES),
            ]
        ),
    )
)


def new_frames() -> Any:
    """A stack for one search: every move and a pass after each, and the shallower searches."""
    return np.zeros(3 * 64, FRAME)


@rule
def insert(f: Any, key: int, square: int, flipped: int) -> None:
    """Insert a move after all moves with at least its score."""
    k = wide(f.count)
    while k > 0 and f.keys[k - 1] < key:
        f.keys[k], f.squares[k], f.flipped[k] = f.keys[k - 1], f.squares[k - 1], f.flipped[k - 1]
        k -= 1
    f.keys[k], f.squares[k], f.flipped[k] = key, square, flipped
    f.count += 1


@rule(counted=False)
def last_ply(own: int, other: int, beta: int, ev: Evaluation, nodes: Ints) -> int:
    """The best evaluation after one move, or the first that reaches beta."""
    empty = ev.area & ~(own | other)
    left, sign = legal_squares(own, other, empty), wide(1)
    if left == NONE:
        left = legal_squares(other, own, empty)
        if left == NONE:
            return DISC * (popcount(own) - popcount(other))
        own, other, beta, sign = other, own, INFINITY, wide(-1)
    best = -INFINITY
    while left != NONE and best < beta:
        square = lowest(left)
        left &= left - ONE
        flipped = flips(own, other, square)
        best = max(best, -evaluate(other ^ flipped, own | flipped | (ONE << bits(square)), ev))
        nodes[0] += 1
    return sign * best


@rule(counted=False)
def open_node(f: Any, table: Any, ev: Evaluation, nodes: Ints) -> int:
    """Return a value if it is at hand; otherwise prepare a shallower search or list the moves, and return UNKNOWN."""
    own, other, depth = f.own, f.other, wide(f.depth)
    nodes[0] += 1
    if depth <= 0:
        return evaluate(own, other, ev)
    if depth == 1:
        return last_ply(own, other, wide(f.beta), ev, nodes)
    f.floor, f.best, f.square, f.hash, f.probe, f.again = f.alpha, -INFINITY, NO_SQUARE, NONE, NO_PROBE, 0
    if depth >= STORED:
        f.hash = hash_of(own, other)
        known = look_up(table, own, other, f.hash)
        if known != NOTHING:
            f.square = square_of(known)
            if depth_of(known) >= depth:
                lower, upper = lower_of(known), upper_of(known)
                if lower >= f.beta or lower == upper:
                    return lower
                if upper <= f.alpha:
                    return upper
        if depth < DEEPEST and f.beta - f.alpha == 1:
            margin = wide(ev.margins[ev.stage_of[popcount(ev.area & ~(own | other))], depth])
            if margin > 0:
                now = evaluate(own, other, ev)
                if now >= f.beta:
                    f.probe, f.limit = HIGH_PROBE, f.beta + margin
                else:
                    f.probe, f.limit = LOW_PROBE, f.alpha - margin
                return UNKNOWN
    return list_moves(f, ev)


@rule(counted=False)
def list_moves(f: Any, ev: Evaluation) -> int:
    """List the moves of a node, the most promising first. Returns the value if the game is over."""
    own, other, first = f.own, f.other, wide(f.square)
    empty = ev.area & ~(own | other)
    f.next, f.count, f.square = 0, 0, NO_SQUARE
    left = legal_squares(own, other, empty)
    if left == NONE:
        if legal_squares(other, own, empty) == NONE:
            return DISC * (popcount(own) - popcount(other))
        insert(f, wide(0), NO_SQUARE, NONE)  # a pass
        return UNKNOWN
    while left != NONE:
        square = lowest(left)
        left &= left - ONE
        flipped = flips(own, other, square)
        bit = ONE << bits(square)
        mine, theirs = own | flipped | bit, other ^ flipped
        if square == first:
            key = INFINITY
        else:
            key = -REPLY * popcount(legal_squares(theirs, mine, empty ^ bit))
            if f.depth >= EVALUATED:
                key -= evaluate(theirs, mine, ev)
        insert(f, key, square, flipped)
    return UNKNOWN


@rule(counted=False)
def search(
    own: int, other: int, alpha: int, beta: int, depth: int,
    ev: Evaluation, table: Any, frames: Any, nodes: Ints, most: int, age: int,
) -> int:  # fmt: skip
    """The value for `own`, whose turn it is, after `depth` more moves; a bound if it is outside the window.

    Returns STOPPED once `nodes` has counted up to `most`.
    """
    level = wide(0)
    r = frames[0]
    r.own, r.other, r.alpha, r.beta, r.depth = own, other, alpha, beta, depth
    value = open_node(r, table, ev, nodes)
    while level > 0 or value == UNKNOWN:
        f = frames[level]
        if value == UNKNOWN:  # descend
            g = frames[level + 1]
            if f.probe != NO_PROBE:
                g.own, g.other, g.depth = f.own, f.other, SHALLOWER[f.depth]
                g.alpha, g.beta = f.limit, f.limit + 1
                if f.probe == HIGH_PROBE:
                    g.alpha, g.beta = f.limit - 1, f.limit
            else:
                flipped, square = f.flipped[f.next], wide(f.squares[f.next])
                g.own, g.other, g.depth = f.other ^ flipped, f.own | flipped, f.depth
                if square != NO_SQUARE:
                    g.other |= ONE << bits(square)
                    g.depth = f.depth - 1
                g.beta = -f.alpha
                g.alpha = -f.beta if f.next == 0 or f.again else -f.alpha - 1
                f.next += 1
            if nodes[0] >= most:
                return STOPPED
            level += 1
            value = open_node(g, table, ev, nodes)
            continue
        level -= 1  # return to the parent
        f = frames[level]
        if f.probe != NO_PROBE:
            cut = value >= f.limit if f.probe == HIGH_PROBE else value <= f.limit
            if cut:
                value = wide(f.beta) if f.probe == HIGH_PROBE else wide(f.alpha)
            else:
                f.probe = NO_PROBE
                value = list_moves(f, ev)
            continue
        value = -value
        if not f.again and f.next > 1 and f.alpha < value < f.beta and f.beta - f.alpha > 1:
            f.again, f.next = 1, f.next - 1
            value = UNKNOWN
            continue
        f.again = 0
        if value > f.best:
            f.best, f.square = value, f.squares[f.next - 1]
            f.alpha = max(wide(f.alpha), value)
        value = UNKNOWN
        if f.best >= f.beta or f.next == f.count:
            value = wide(f.best)
            if f.hash != NONE:
                lower = value if value > f.floor else LOWEST
                upper = value if value < f.beta else HIGHEST
                store(table, f, wide(f.depth), lower, upper, age)
    return value


@entry_point(counted=False)
def search_position(
    own: int, other: int, alpha: int, beta: int, depth: int,
    ev: Evaluation, table: Any, frames: Any, nodes: Ints, most: int, age: int,
) -> int:  # fmt: skip
    """`search` for calls from Python."""
    return search(own, other, alpha, beta, depth, ev, table, frames, nodes, most, age)
