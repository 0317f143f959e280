"""Halma: race your pieces to the opposite corner by jumping over any piece.

Green Box of Games, by Jørgen Brunborg-Næss. A piece steps to a neighbouring space or makes a
chain of jumps over other pieces. The first player with all pieces in the opposite camp wins.
There are four board sizes and a triangle for three. page.md lists the rulings (R1, R2, ...).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from matchbox.engine import (
    NOBODY,
    SEATS,
    Actions,
    BadOption,
    Base,
    Ints,
    Reasons,
    bits,
    derived,
    empty_from,
    finish,
    lowest,
    option,
    public,
    record,
    rule,
    seat_after,
    turn_to,
    u1,
    u2,
    u8,
    wide,
    write_set,
)

from ..boards import (
    SQUARE_DIRECTIONS,
    SQUARE_STEPS,
    TRIANGLE_DIRECTIONS,
    TRIANGLE_STEPS,
    distances,
    names,
    neighbours,
    square,
    triangle,
)
from ..first_player import check_first, first_of, first_player

# --- boards: four squares and the triangle, in the order of the option's values ---

BOARDS = ("6", "8", "10", "12", "triangle")
TRIANGLE = 4
ROWS = (6, 8, 10, 12, 8)
SPACES = [triangle(ROWS[board]) if board == TRIANGLE else square(ROWS[board]) for board in range(5)]
OFF = 144  # beyond the edge
DIRECTIONS = 8

USUAL_SIDE = (3, 4, 4, 5, 3)  # of a camp, by board
MOST_SIDE = (3, 4, 5, 5, 3)  # two camps on an edge never overlap (R14)
MOST_PIECES = 15
LATE_ROUND = (20, 30, 50, 70, 30)  # first round in which squatters count (R7)
MOST_ROUNDS = 200


def depths(board: int) -> list[list[int]]:
    """By corner, clockwise from the lower left (triangle: from the top): the diagonals between it and each space."""
    last = ROWS[board] - 1
    if board == TRIANGLE:
        found = [[i, last - j, j + last - i] for i, j in SPACES[board]]
    else:
        found = [[last - r + c, r + c, r + last - c, last - r + last - c] for r, c in SPACES[board]]
    rows = [[space[corner] if corner < len(space) else OFF for space in found] for corner in range(4)]
    return [row + [OFF] * (OFF + 1 - len(row)) for row in rows]


_WAYS = [neighbours(SPACES[board], TRIANGLE_STEPS if board == TRIANGLE else SQUARE_STEPS, OFF) for board in range(5)]
NEXT = np.array(_WAYS, np.uint8)  # by board, space and direction
DEPTH = np.array([depths(board) for board in range(5)], np.uint8)  # by board, corner and space: 0 is the tip
TO_TIP = np.array(
    [[distances(_WAYS[board], int(DEPTH[board, corner].argmin()), OFF) for corner in range(4)] for board in range(5)],
    np.int64,
)
# A chain changes both coordinates by even numbers, so a pair of rows and columns identifies a space within it.
PAIR = np.array(
    [[r // 2 * 6 + c // 2 for r, c in SPACES[board]] + [0] * (OFF + 1 - len(SPACES[board])) for board in range(5)],
    np.uint64,
)

LATE, ALWAYS, NEVER = range(3)  # squatters
PIECE, MOVE, CHAIN = range(3)  # phase
WALL = 255

ONE = bits(1)


@record(seats=4)
class State(Base):
    """`score` is the number of the seat's pieces in its goal."""

    phase = public(u1, high=CHAIN)
    standing = public(u1[OFF + 1])  # by space: seat + 1 of the piece on it, 0 if empty; WALL beyond the edge
    pieces = public(u1[SEATS, MOST_PIECES], high=OFF)  # the spaces of a seat's pieces, ascending
    filled = public(u1[4], high=MOST_PIECES)  # occupied spaces of the camp in each corner
    side = public(u1, high=5)  # of the camps
    turns = public(u2, free=True)  # completed turns
    start = public(u1, high=OFF, free=True)  # where the moving piece started its turn
    mover = public(u1, high=OFF, free=True)  # where it is now
    visited = public(u8, free=True)  # spaces visited in this chain, as pairs of rows and columns (R5)
    ways = public(u2, high=(1 << 2 * DIRECTIONS) - 1)  # moves of the chosen piece: bits 0-7 steps, 8-15 jumps
    trail = derived(u1[36], high=OFF)  # the spaces of the last mover, in order
    steps = derived(u1, high=36)  # the length of the trail
    board = option(*BOARDS, default="10")
    camp = option("by_board", "2", "3", "4", "5")
    squatters = option("late", "always", "never")
    goal_lock = option("off", "on")
    first = option(*first_of(4))


STEP, JUMP = wide(144), wide(152)  # first ids; add the direction
actions = Actions()
for _board, _name in enumerate(BOARDS):
    _directions = TRIANGLE_DIRECTIONS if _board == TRIANGLE else SQUARE_DIRECTIONS
    actions.block("piece", when={"board": _name}, space=names(SPACES[_board]))
    actions.block("step", when={"board": _name}, first=int(STEP), direction=_directions)
    actions.block("jump", when={"board": _name}, first=int(JUMP), direction=_directions)
STOP = actions.single("stop")

reasons = Reasons()
ARRIVED = reasons("all pieces in the goal")
FULL = reasons("the goal is full, counting squatters")
STUCK = reasons("nobody can move: more pieces in the goal, then the shorter distance")
CAP = reasons("round limit reached: more pieces in the goal, then the shorter distance", cap=True)


@rule
def setup(s: State) -> None:
    s.side = s.camp + 1 if s.camp > 0 else USUAL_SIDE[s.board]
    s.standing[OFF] = WALL
    for seat in range(s.seats):
        home, n = home_of(s, seat), 0
        for space in range(OFF):
            if in_camp(s, home, space):
                s.standing[space] = seat + 1
                s.pieces[seat, n] = space
                n += 1
        s.filled[home] = n
    turn_to(s, first_player(s))  # R17


@rule
def home_of(s: State, seat: int) -> int:
    """The corner where a seat starts."""
    return 2 * wide(seat) if s.seats == 2 else wide(seat)


@rule
def goal_of(s: State, seat: int) -> int:
    """The opposite corner, or the next one clockwise on the triangle (R13)."""
    home = home_of(s, seat)
    return (home + 1) % 3 if s.board == TRIANGLE else (home + 2) % 4


@rule
def in_camp(s: State, corner: int, space: int) -> bool:
    return DEPTH[s.board, corner, space] < s.side


@rule
def camp_size(s: State) -> int:
    """The number of spaces in a camp, and of pieces per seat."""
    return wide(s.side) * (wide(s.side) + 1) // 2


# --- actions ---


@rule
def legal(s: State, seat: int, out: Ints) -> int:
    n = 0
    if s.phase == PIECE:
        for i in range(camp_size(s)):
            space = wide(s.pieces[seat, i])
            if movable(s, seat, space):
                out[n] = space
                n += 1
        return n
    n = write_set(out, n, STEP, wide(s.ways))
    if s.phase == CHAIN:  # R2
        out[n] = STOP
        n += 1
    return n


@rule
def apply(s: State, seat: int, action: int) -> None:
    if s.phase == PIECE:
        s.start = s.mover = s.trail[0] = action
        s.steps = 1
        s.visited = ONE << PAIR[s.board, action]
        s.ways = moves_of(s, seat, action, action)
        s.phase = MOVE
        return
    s.ways = 0
    if action < JUMP:  # R3
        move_to(s, seat, NEXT[s.board, s.mover, action - STEP])
    elif action < STOP:
        d = action - JUMP
        move_to(s, seat, NEXT[s.board, NEXT[s.board, s.mover, d], d])
        s.visited |= ONE << PAIR[s.board, s.mover]
        s.ways = further_jumps(s, seat)
    if s.ways:
        s.phase = CHAIN
    else:
        end_turn(s, seat)


# --- moving ---


@rule
def movable(s: State, seat: int, space: int) -> bool:
    """Does this piece have a move? Most have a free neighbour, so that cheap test comes first."""
    if not s.goal_lock:
        ways = NEXT[s.board, space]
        for d in range(DIRECTIONS):
            if s.standing[ways[d]] == 0:
                return True
    return moves_of(s, seat, space, space) != 0


@rule
def moves_of(s: State, seat: int, space: int, start: int) -> int:
    """Moves from a space for a piece that started its turn on `start`: bits 0-7 steps, 8-15 jumps (R4, R6)."""
    ways, goal = NEXT[s.board], goal_of(s, seat)
    locked = s.goal_lock != 0 and in_camp(s, goal, start)  # R9
    found = 0
    for d in range(DIRECTIONS):
        land, move = ways[space, d], 1 << d
        if s.standing[land] != 0:
            land, move = ways[land, d], 256 << d
        if s.standing[land] == 0 and (not locked or in_camp(s, goal, land)):
            found |= move
    return found


@rule
def further_jumps(s: State, seat: int) -> int:
    """Jumps of the moving piece to spaces it has not visited this turn (R5)."""
    found = 0
    jumps = moves_of(s, seat, wide(s.mover), wide(s.start)) >> 8
    while jumps:
        d = lowest(jumps)
        jumps &= jumps - 1
        land = NEXT[s.board, NEXT[s.board, s.mover, d], d]
        if s.visited >> PAIR[s.board, land] & ONE != ONE:
            found |= 256 << d
    return found


@rule
def move_to(s: State, seat: int, space: int) -> None:
    """Move the chosen piece to a space; keep `pieces` sorted and the counts up to date."""
    old = wide(s.mover)
    s.standing[old] = 0
    s.standing[space] = seat + 1
    goal = goal_of(s, seat)
    s.score[seat] += int(in_camp(s, goal, space)) - int(in_camp(s, goal, old))
    for corner in range(4):
        s.filled[corner] = wide(s.filled[corner]) + int(in_camp(s, corner, space)) - int(in_camp(s, corner, old))
    row, i = s.pieces[seat], 0
    while row[i] != old:
        i += 1
    while i + 1 < camp_size(s) and row[i + 1] < space:
        row[i] = row[i + 1]
        i += 1
    while i > 0 and row[i - 1] > space:
        row[i] = row[i - 1]
        i -= 1
    row[i] = space
    s.mover = space
    s.trail[s.steps] = space
    s.steps += 1


# --- the end of a turn, and of the game ---


@rule
def end_turn(s: State, seat: int) -> None:
    """Pass the turn to the next player who can move (R15)."""
    s.phase = PIECE
    for _ in range(s.seats):
        if ended(s, seat):
            return
        seat = seat_after(s, seat)
        if can_move(s, seat):
            turn_to(s, seat)
            return
    end_game(s, NOBODY, STUCK)


@rule
def can_move(s: State, seat: int) -> bool:
    for i in range(camp_size(s)):
        if movable(s, seat, wide(s.pieces[seat, i])):
            return True
    return False


@rule
def ended(s: State, seat: int) -> bool:
    """Count a completed turn of this seat; return whether it ends the game (R16, R20)."""
    number = wide(s.turns) // wide(s.seats) + 1
    s.turns += 1
    counted = s.squatters == ALWAYS or (s.squatters == LATE and number >= LATE_ROUND[s.board])
    for i in range(s.seats):
        player = seat_after(s, seat, i)
        if s.score[player] == camp_size(s):
            end_game(s, player, ARRIVED)
            return True
        if counted and s.score[player] > 0 and s.filled[goal_of(s, player)] == camp_size(s):  # R7, R8
            end_game(s, player, FULL)
            return True
    if s.turns == MOST_ROUNDS * wide(s.seats):
        end_game(s, NOBODY, CAP)
        return True
    return False


@rule
def end_game(s: State, winner: int, reason: int) -> None:
    """Rank the winner first, then by pieces in the goal, then by the shorter distance; ties share a rank."""
    finish(s, reason)
    for seat in range(s.seats):
        better = 0
        for other in range(s.seats):
            ahead = wide(s.score[other]) - s.score[seat]
            if ahead == 0:
                ahead = way_to_go(s, seat) - way_to_go(s, other)
            if seat != winner and (other == winner or ahead > 0):
                better += 1
        s.rank[seat] = better + 1


@rule
def way_to_go(s: State, seat: int) -> int:
    """Steps from all pieces of a seat to the tip of its goal, on an empty board."""
    total = 0
    for i in range(camp_size(s)):
        total += TO_TIP[s.board, goal_of(s, seat), s.pieces[seat, i]]
    return total


# --- evaluation ---


FAR_AHEAD = 40.0  # diagonals


@rule
def evaluate(s: State, seat: int) -> float:
    """The lead over the opponents in diagonals still to cross: -1 is far behind, 1 is far ahead.

    Counted in diagonals, not steps, because only a full goal minimises them.
    """
    total = 0.0
    for other in range(s.seats):
        lead = 0
        for i in range(camp_size(s)):
            lead += wide(DEPTH[s.board, goal_of(s, other), s.pieces[other, i]])
            lead -= wide(DEPTH[s.board, goal_of(s, seat), s.pieces[seat, i]])
        total += max(-1.0, min(1.0, lead / FAR_AHEAD))
    return total / (wide(s.seats) - 1)


# --- knowledge and checks ---


@rule
def redeal(s: State, seat: int) -> None:
    """Nothing is hidden."""


@rule
def conserved(s: State) -> bool:
    """Each piece has its own space, and lists, counts and the moves of the chosen piece match the board."""
    seat, ways = (lowest(wide(s.acting)) if s.acting else wide(0)), wide(0)
    if s.phase == MOVE:
        ways = moves_of(s, seat, wide(s.mover), wide(s.start))
    elif s.phase == CHAIN:
        ways = further_jumps(s, seat)
    if s.ways != ways:
        return False
    occupied = 0
    for space in range(OFF):
        occupied += s.standing[space] > 0
    for corner in range(4):
        n = 0
        for space in range(OFF):
            n += s.standing[space] > 0 and in_camp(s, corner, space)
        if n != s.filled[corner]:
            return False
    for seat in range(s.seats):
        arrived = 0
        for i in range(camp_size(s)):
            space = wide(s.pieces[seat, i])
            if s.standing[space] != seat + 1 or (i > 0 and s.pieces[seat, i - 1] >= space):
                return False
            arrived += in_camp(s, goal_of(s, seat), space)
        if arrived != s.score[seat] or not empty_from(s.pieces[seat], camp_size(s)):
            return False
    return occupied == camp_size(s) * wide(s.seats) and s.standing[OFF] == WALL


def check(seats: int, options: Mapping[str, Any]) -> None:
    board = BOARDS.index(options["board"])
    if board == TRIANGLE and seats != 3:
        raise BadOption("board=triangle is for 3 players")
    if options["camp"] != "by_board" and int(options["camp"]) > MOST_SIDE[board]:
        raise BadOption(f"board={options['board']} allows camp={MOST_SIDE[board]} at most, not camp={options['camp']}")
    check_first(seats, options)
