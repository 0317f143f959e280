"""Othellino played out to the last move: exact values, perfect choices, and the proof of the start.

A search answers one question at a time: is this position worth at least so many pieces
to the player in turn? Two answers side by side are the exact value. What was found is
kept in a table, so that later questions start from the answers to earlier ones. The
upper part of the tree is walked with a stack of frames, its last six plies by one
function for each number of empty squares: nothing calls itself.

Values are differences of pieces at the end, own minus other; empty squares count for
nobody, as in the rules. Squares are bits of the full board, as in the rules.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as NotYet
from dataclasses import dataclass
from typing import Any

import numpy as np

from matchbox.boxes.green_box.othellino import BOARD6, BOARD8, NONE, ONE, PLACE, bit_of
from matchbox.engine import Game, Illegal, Ints, States, bits, get, lowest, popcount, rule, wide
from matchbox.engine.rules import specialise

from .lines import places, turns

UNKNOWN = wide(-1000)  # not a value: the position has been unfolded, look at its moves
WORST = wide(-99)  # below every value
NO_SQUARE = wide(-1)

# Depths, by the number of empty squares. Measured; none of them is sharp.
FEW = 6  # up to here squares are tried in the order of parity alone
KEPT = 8  # from here on positions are kept in the table
LOOKED_UP = 14  # ... and the positions after every move are looked up before any is searched
GUESSED = 14  # ... and moves are ordered by a guess at their values, not only by the replies they leave
GUESS_DEPTH = np.array([0] * 14 + [1] * 2 + [2] * 2 + [3] * 4 + [4] * 43)  # moves ahead, beyond the one in question


# --- the board ---


def _quarters() -> Any:
    """For each square the quarter of the board it lies in (on the small board 3 x 3 of it)."""
    return np.array([0x0F0F0F0F << (4 * (q % 8 > 3) + 32 * (q > 31)) for q in range(64)], np.uint64)


def _kinds(size: int) -> list[int]:
    """Sets of squares that are worth about the same: see the names below."""
    kinds = [0] * 6
    edge = (8 - size) // 2
    for row in range(size):
        for column in range(size):
            near, far = sorted((min(row, size - 1 - row), min(column, size - 1 - column)))
            kind = min(far, 2) if near == 0 else 2 + min(far, 2) if near == 1 else 5
            kinds[kind] |= 1 << (8 * (row + edge) + column + edge)
    return kinds


CORNER, BESIDE, MIDDLE, DIAGONAL, RING, INSIDE = range(6)  # BESIDE and MIDDLE: edge; DIAGONAL and RING: second row
KINDS = np.array([_kinds(6), _kinds(8)], np.uint64)
QUARTER_OF = _quarters()
Q0, Q1, Q2, Q3 = (bits(0x0F0F0F0F << shift) for shift in (0, 4, 32, 36))
EIGHT = bits(8)


@rule
def around(squares: int) -> int:
    """The squares and all their neighbours. On the full board rows join at the edges: good enough to order moves."""
    squares |= (squares << ONE) | (squares >> ONE)
    return squares | (squares << EIGHT) | (squares >> EIGHT)


@rule
def difference(own: int, other: int) -> int:
    return popcount(own) - popcount(other)


@rule
def odd_quarters(empty: int) -> int:
    """The quarters with an odd number of empty squares: who moves there first tends to move there last."""
    odd = NONE
    if popcount(empty & Q0) & 1:
        odd |= Q0
    if popcount(empty & Q1) & 1:
        odd |= Q1
    if popcount(empty & Q2) & 1:
        odd |= Q2
    if popcount(empty & Q3) & 1:
        odd |= Q3
    return odd


# --- the last few squares: at least `beta`? ---


@rule
def one(own: int, other: int, square: int) -> int:
    """The value with one empty square left."""
    turned = popcount(turns(own, other, square))
    if turned > 0:
        return difference(own, other) + 2 * turned + 1
    turned = popcount(turns(other, own, square))
    if turned > 0:
        return difference(own, other) - 2 * turned - 1
    return difference(own, other)


@rule
def two(own: int, other: int, empty: int, odd: int, beta: int, nodes: Ints) -> int:
    """Two empty squares; the arguments of `few`."""
    a, b = lowest(empty), lowest(empty & (empty - ONE))
    best, sign = WORST, wide(1)
    for _ in range(2):
        nodes[0] += 1
        turned = turns(own, other, a)
        if turned != NONE:
            nodes[0] += 1
            best = -one(other ^ turned, own | turned | (ONE << bits(a)), b)
            if best >= beta:
                return sign * best
        turned = turns(own, other, b)
        if turned != NONE:
            nodes[0] += 1
            best = max(best, -one(other ^ turned, own | turned | (ONE << bits(b)), a))
        if best != WORST:
            return sign * best
        own, other, beta, sign = other, own, 1 - beta, -sign  # a pass
    return difference(own, other)


def fewer(own: int, other: int, empty: int, odd: int, beta: int, nodes: Ints) -> int:  # type: ignore[empty-body]
    """In a copy of `few`: the same with one empty square less."""


def few(own: int, other: int, empty: int, odd: int, beta: int, nodes: Ints) -> int:
    """A bound of the value: at least `beta` from below, or less than `beta` from above. Odd quarters first."""
    best, sign = WORST, wide(1)
    for _ in range(2):
        nodes[0] += 1
        for part in range(2):
            left = empty & (odd if part == 0 else ~odd)
            while left != NONE:
                square = lowest(left)
                left &= left - ONE
                turned = turns(own, other, square)
                if turned == NONE:
                    continue
                bit = ONE << bits(square)
                rest = odd ^ QUARTER_OF[square]
                value = -fewer(other ^ turned, own | turned | bit, empty ^ bit, rest, 1 - beta, nodes)
                if value > best:
                    best = value
                    if value >= beta:
                        return sign * best
        if best != WORST:
            return sign * best
        own, other, beta, sign = other, own, 1 - beta, -sign  # a pass
    return difference(own, other)


three = specialise(few, "3", __file__, fewer=two)
four = specialise(few, "4", __file__, fewer=three)
five = specialise(few, "5", __file__, fewer=four)
six = specialise(few, "6", __file__, fewer=five)


@rule
def at_most_six(own: int, other: int, empty: int, beta: int, nodes: Ints) -> int:
    odd = odd_quarters(empty)
    count = popcount(empty)
    if count == 6:
        return wide(six(own, other, empty, odd, beta, nodes))
    if count == 5:
        return wide(five(own, other, empty, odd, beta, nodes))
    if count == 4:
        return wide(four(own, other, empty, odd, beta, nodes))
    if count == 3:
        return wide(three(own, other, empty, odd, beta, nodes))
    if count == 2:
        return two(own, other, empty, odd, beta, nodes)
    nodes[0] += 1
    return one(own, other, lowest(empty)) if count == 1 else difference(own, other)


# --- guesses, to search the best move first ---


@rule
def anchored(own: int, corners: int, edges: int) -> int:
    """How many pieces along the edges hang together with an own corner: they are never turned again."""
    held = own & corners
    if held == NONE:
        return wide(0)
    for _ in range(5):
        held |= ((held << ONE) | (held >> ONE) | (held << EIGHT) | (held >> EIGHT)) & own & edges
    return popcount(held)


@rule
def estimate(own: int, other: int, area: int) -> int:
    """Very roughly ten times the value; weights after a linear fit to solved positions of 12 to 18 empty squares."""
    kinds = KINDS[1 if area == BOARD8 else 0]
    empty = area & ~(own | other)
    corners = kinds[CORNER]
    edges = corners | kinds[BESIDE] | kinds[MIDDLE]
    lost = around(empty & corners)  # squares that help the other to an empty corner
    diagonal, beside, ring = kinds[DIAGONAL] & lost, kinds[BESIDE] & lost, kinds[RING]
    return (
        9 * (popcount(places(own, other, empty)) - popcount(places(other, own, empty)))
        + 23 * (anchored(own, corners, edges) - anchored(other, corners, edges))
        + 9 * difference(own & corners, other & corners)
        - 25 * difference(own & diagonal, other & diagonal)
        - 18 * difference(own & beside, other & beside)
        - 5 * difference(own & ring, other & ring)
    )


SURE = wide(10_000_000)  # beyond every guess
FINAL = 10_000  # a finished game outweighs every estimate


@rule
def guess_0(own: int, other: int, area: int, alpha: int, beta: int) -> int:
    return estimate(own, other, area)


def guess_less(own: int, other: int, area: int, alpha: int, beta: int) -> int:  # type: ignore[empty-body]
    """In a copy of `guess`: the same one move less deep."""


def guess(own: int, other: int, area: int, alpha: int, beta: int) -> int:
    """The estimate after some more moves of best play."""
    empty = area & ~(own | other)
    best, sign = -SURE, wide(1)
    left = places(own, other, empty)
    if left == NONE:
        left = places(other, own, empty)
        if left == NONE:
            return FINAL * difference(own, other)
        own, other, alpha, beta, sign = other, own, -beta, -alpha, wide(-1)
    while left != NONE:
        square = lowest(left)
        left &= left - ONE
        turned = turns(own, other, square)
        value = -guess_less(other ^ turned, own | turned | (ONE << bits(square)), area, -beta, -alpha)
        best, alpha = max(best, value), max(alpha, value)
        if best >= beta:
            break
    return sign * best


guess_1 = specialise(guess, "1", __file__, guess_less=guess_0)
guess_2 = specialise(guess, "2", __file__, guess_less=guess_1)
guess_3 = specialise(guess, "3", __file__, guess_less=guess_2)
guess_4 = specialise(guess, "4", __file__, guess_less=guess_3)


@rule
def promise(own: int, other: int, area: int, depth: int) -> int:
    """How good the position looks to the player who has just moved: `other`."""
    replies = popcount(places(own, other, area & ~(own | other)))
    if depth == 1:
        value = wide(guess_1(own, other, area, -SURE, SURE))
    elif depth == 2:
        value = wide(guess_2(own, other, area, -SURE, SURE))
    elif depth == 3:
        value = wide(guess_3(own, other, area, -SURE, SURE))
    else:
        value = wide(guess_4(own, other, area, -SURE, SURE))
    return -value - 8 * replies


@rule
def quick_promise(own: int, other: int, area: int, placed: int) -> int:
    """The same near the end, where few replies count most; `placed` is the move's square."""
    corners = KINDS[1 if area == BOARD8 else 0, CORNER]
    empty = area & ~(own | other)
    replies = places(own, other, empty)
    value = -16 * popcount(replies) - 24 * popcount(replies & corners) - 4 * popcount(around(other) & empty)
    return value + 24 if placed & corners != NONE else value


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


# --- from Python ---

SOLVABLE = {6: 22, 8: 18}
"""Most empty squares of a position that is solved in about two seconds, for each board."""

Progress = Callable[[int, int, int], None]
"""Told about once a second: positions visited so far, and the value's bounds."""


@dataclass(frozen=True)
class Proof:
    """The value of the start for the player who begins, and a game in which both play perfectly."""

    value: int
    seconds: float
    nodes: int
    line: tuple[str, ...]


class Solver:
    """Plays perfectly where few enough squares are empty.

    Values are the difference of pieces at the end, own minus other, when both play best.
    The table takes at most the given megabytes and serves all later calls; one thread at a time.
    """

    def __init__(self, seed: int = 0, megabytes: int = 64) -> None:
        """All solvers are given a seed; this one has no use for it."""
        entries = 1 << ((megabytes << 20) // ENTRY.itemsize).bit_length() - 1
        self._table = np.zeros(entries, ENTRY)
        self._frames = np.zeros(2 * 64, FRAME)
        self._nodes = np.zeros(1, np.int64)
        self._age = 0

    @property
    def nodes(self) -> int:
        """Positions visited so far."""
        return int(self._nodes[0])

    @property
    def table_bytes(self) -> int:
        return int(self._table.nbytes)

    def solvable(self, view: States) -> bool:
        """Can the position be solved in about two seconds?"""
        board = int(view["board"][0])
        empties = board * board - sum(int(pieces).bit_count() for pieces in view["pieces"][0])
        return view["phase"][0] == PLACE and not view["over"][0] and empties <= SOLVABLE[board]

    def solve(self, game: Game, view: States) -> int:
        """The value for the seat to act."""
        self._tick()
        return self._value(game, view, _actor(game, view), 0)

    def values(self, game: Game, view: States, seat: int) -> dict[int, int]:
        """The value of every legal action of the seat."""
        self._tick()
        found: dict[int, int] = {}
        for action, after in _moves(game, view, seat):
            found[action] = self._value(game, after, seat, max(found.values(), default=0))
        return found

    def choose(self, game: Game, view: States, seat: int) -> int:
        """The first of the best actions."""
        moves = list(_moves(game, view, seat))
        if len(moves) == 1:
            return moves[0][0]
        self._tick()
        if view["phase"][0] != PLACE:
            values = {action: self._value(game, after, seat, 0) for action, after in moves}
            return max(values, key=lambda action: values[action])
        best = self._value(game, view, seat, 0)
        return next(action for action, after in moves if self._reaches(game, after, seat, best))

    def _tick(self) -> None:
        """What earlier calls found may now be overwritten."""
        self._age = self._age % 255 + 1

    def _bound(self, view: States, seat: int, beta: int) -> int:
        """Of the value for a seat in turn, as `bound` has it."""
        own, other = view["pieces"][0, seat], view["pieces"][0, 1 - seat]
        area = BOARD8 if view["board"][0] == 8 else BOARD6
        return int(bound(own, other, beta, area, self._table, self._frames, self._nodes, self._age))

    def _value(self, game: Game, view: States, seat: int, expected: int) -> int:
        """The value for a seat, in turn or not, of a game running or over; fastest if near what is expected."""
        if view["over"][0]:
            return int(view["score"][0, seat]) - int(view["score"][0, 1 - seat])
        actor = _actor(game, view)
        if actor != seat:
            return -self._value(game, view, actor, -expected)
        if view["phase"][0] != PLACE:
            return max(self._value(game, after, seat, expected) for _, after in _moves(game, view, seat))
        value = expected
        for _, lower, upper in self._narrow(view, seat, expected):
            value = lower if lower == upper else value
        return value

    def _narrow(self, view: States, seat: int, expected: int) -> Iterator[tuple[int, int, int]]:
        """Ask until the bounds meet; (question, lower, upper) after each. Odd values are rare: steps of two."""
        upper = int(view["board"][0]) ** 2
        lower, beta = -upper, expected
        while lower < upper:
            answer = self._bound(view, seat, beta)
            if answer >= beta:
                lower = answer
            else:
                upper = answer
            yield beta, lower, upper
            beta = min(lower + 2, upper) if answer >= beta else max(upper - 1, lower + 1)

    def _reaches(self, game: Game, view: States, seat: int, value: int) -> bool:
        """Is the position worth at least this to the seat, in turn or not?"""
        if view["over"][0]:
            return self._value(game, view, seat, value) >= value
        if _actor(game, view) == seat:
            return self._bound(view, seat, value) >= value
        return self._bound(view, 1 - seat, 1 - value) <= -value

    def best_line(self, game: Game, view: States, value: int) -> Iterator[int]:
        """Actions of perfect play from a position whose value for the seat to act is known."""
        state, seat = view.copy(), _actor(game, view)
        while not state["over"][0]:
            actor = _actor(game, state)
            own, other = state["pieces"][0, actor], state["pieces"][0, 1 - actor]
            first = int(remembered(self._table, own, other))
            wanted = value if actor == seat else -value
            moves = list(_moves(game, state, actor))
            moves.sort(key=lambda move: int(move[1]["last"][0]) != first)  # the table's own move is the likeliest
            action, state = next(move for move in moves if self._reaches(game, move[1], actor, wanted))
            yield action


def _actor(game: Game, view: States) -> int:
    acting = game.acting(view)
    if not acting:
        raise Illegal("the game is over: there is nothing to solve")
    return acting[0]


def _moves(game: Game, view: States, seat: int) -> Iterator[tuple[int, States]]:
    """Every legal action of a seat and the position after it."""
    allowed = game.legal(view, seat)
    if not allowed:
        raise Illegal(f"seat {seat} is not to act now")
    for action in allowed:
        after = view.copy()
        game.apply(after, seat, action)
        yield action, after


def prove_start(progress: Progress = lambda nodes, lower, upper: None, megabytes: int = 256) -> Proof:
    """The exact value of the 6 x 6 start, proved without any knowledge of the opening.

    The board turned by half and mirrored along its diagonals shows the four first moves to be
    one and the same; the position after one of them is searched.
    """
    game = get("othellino")
    start = game.new(seed=0, board=6)
    seat = _actor(game, start)
    moves = list(_moves(game, start, seat))
    assert all(_same(moves[0][1], after) for _, after in moves)
    action, after = moves[0]
    solver = Solver(megabytes=megabytes)
    solver._tick()
    lower, upper = -36, 36
    began = time.perf_counter()
    with ThreadPoolExecutor(1) as pool:
        steps = solver._narrow(after, 1 - seat, 1)  # the first question: does the second player win?
        while lower < upper:
            step = pool.submit(next, steps)
            while not _done(step):
                progress(solver.nodes, -upper, -lower)
            _, lower, upper = step.result()
            progress(solver.nodes, -upper, -lower)
    seconds, nodes = time.perf_counter() - began, solver.nodes
    line = [action, *solver.best_line(game, after, lower)]
    return Proof(-lower, seconds, nodes, tuple(game.text_of(start, action) for action in line))


def _done(step: Future[Any]) -> bool:
    try:
        step.result(timeout=1)
    except NotYet:
        return False
    return True


def _same(a: States, b: States) -> bool:
    """Does turning or mirroring the board make one position of the other?"""
    return _squares(a) in _images(_squares(b))


def _squares(view: States) -> tuple[tuple[int, ...], ...]:
    """Rows of squares: 1 and 2 for the pieces of the two seats."""
    first, second = (int(pieces) for pieces in view["pieces"][0])
    size = int(view["board"][0])
    cells = [int(bit_of(index, size)) for index in range(size * size)]
    signs = [(first >> bit & 1) + 2 * (second >> bit & 1) for bit in cells]
    return tuple(tuple(signs[size * row : size * (row + 1)]) for row in range(size))


def _images(rows: tuple[tuple[int, ...], ...]) -> Iterator[tuple[tuple[int, ...], ...]]:
    """The eight ways to look at a board."""
    for _ in range(4):
        rows = tuple(zip(*rows[::-1], strict=True))
        yield rows
        yield rows[::-1]
