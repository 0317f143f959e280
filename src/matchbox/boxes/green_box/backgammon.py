"""Backgammon: the dice race, on twelve cards with fifteen cubes a player.

Green Box of Games, by Jørgen Brunborg-Næss; gammons, doubling cube, matches and the
Crawford rule are options of common practice. One action moves one cube.
Rulings (R1, R2, ...) stand in docs/rules/backgammon.md.

Each player counts the spaces in the own direction: bar 0, spaces 1-24, borne off 25.
My space s is the opponent's space 25 - s.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from matchbox.engine import (
    SEATS,
    About,
    Actions,
    Base,
    Game,
    Ints,
    Reasons,
    finish_with,
    i1,
    lowest,
    option,
    public,
    record,
    roll,
    rule,
    turn_to,
    u1,
    u2,
    u4,
    wide,
)

from .components import BOX, DESIGNERS

about = About(
    id="backgammon",
    name="Backgammon",
    box=BOX,
    designers=DESIGNERS,
    seats=range(2, 3),
    minutes="15",
    complexity=1,
    kind="dice race, full information",
    thinking=300_000,
)

BAR, OFF = 0, 25
START = np.array([(1, 2), (12, 5), (17, 3), (19, 5)], np.int64)  # space, cubes
NOT_HOME = (1 << 19) - 1  # bar and spaces 1-18
MOST_TURNS = 2000
HIGHEST_CUBE = 64
MIDDLE = -1  # the doubling cube's owner at the start
MOVE, OFFER, ANSWER = range(3)  # phase
BEFORE, NOW, AFTER = range(3)  # crawford_game


@record(seats=2)
class State(Base):
    """`score` holds the points of the match."""

    cubes = public(u1[SEATS, 26])
    mine = public(u4[SEATS])  # bit s: own cubes on space s (0 = bar)
    blocked = public(u4[SEATS])  # bit s: two or more opposing cubes on my space s
    can = public(u4[2])  # spaces from which each die may be played now
    dice = public(u1[2])  # lower, higher
    left = public(u1[2])  # how often each may still be played; doubles are counted on the first
    turns = public(u2)
    cube_value = public(u1)
    cube_owner = public(i1)
    crawford_game = public(u1)
    gammons = option("off", "on")
    cube = option("off", "on")
    match = option(*range(1, 26, 2))
    crawford = option("off", "on", default="on")


actions = Actions()
MOVES = actions.block("move", space=25, die=range(1, 7))
ROLL = actions.single("roll")
DOUBLE = actions.single("double")
TAKE = actions.single("take")
DROP = actions.single("drop")

reasons = Reasons()
SINGLE = reasons("all cubes borne off")
GAMMON = reasons("gammon: the loser has borne off none")
BACKGAMMON = reasons("backgammon: the loser has a cube on the bar or in the winner's home")
DROPPED = reasons("the double was dropped")
CAP = reasons("turn limit: lower pip count", cap=True)


@rule
def setup(s: State) -> None:
    begin_game(s)


@rule
def begin_game(s: State) -> None:
    """Cubes on their starting spaces; the higher of two dice begins and plays both (R9)."""
    for seat in range(2):
        for space in range(26):
            s.cubes[seat, space] = 0
        s.mine[seat] = 0
        s.blocked[seat] = 0
    for seat in range(2):
        for k in range(len(START)):
            space = START[k, 0]
            s.cubes[seat, space] = START[k, 1]
            s.mine[seat] = wide(s.mine[seat]) | 1 << space
            s.blocked[1 - seat] = wide(s.blocked[1 - seat]) | 1 << (25 - space)
    s.cube_value = 1
    s.cube_owner = MIDDLE
    s.turns = 1
    first, second = roll(s), roll(s)
    while first == second:
        first, second = roll(s), roll(s)
    starter = 0 if first > second else 1
    lay_dice(s, first, second)
    find_moves(s, starter)
    ask_move(s, starter)


# --- choices ---


@rule
def legal(s: State, seat: int, out: Ints) -> int:
    if s.phase == OFFER:
        out[0], out[1] = ROLL, DOUBLE
        return 2
    if s.phase == ANSWER:
        out[0], out[1] = TAKE, DROP
        return 2
    low, high = wide(s.can[0]), wide(s.can[1])
    n, spaces = 0, low | high
    while spaces:
        space = lowest(spaces)
        spaces &= spaces - 1
        if low >> space & 1:
            out[n] = MOVES.id(space, wide(s.dice[0]))
            n += 1
        if high >> space & 1:
            out[n] = MOVES.id(space, wide(s.dice[1]))
            n += 1
    return n


@rule
def apply(s: State, seat: int, action: int) -> None:
    if s.phase == MOVE:
        space, die = MOVES.args(action)
        move_cube(s, seat, space, die)
        s.left[0 if die == s.dice[0] else 1] -= 1
        if s.cubes[seat, OFF] == 15:
            bear_off_win(s, seat)
        elif s.left[0] + s.left[1] == 0 or not find_moves(s, seat):
            begin_turn(s, 1 - seat)
    elif action == DOUBLE:
        s.phase = ANSWER
        turn_to(s, 1 - seat)
    elif action == DROP:
        win(s, 1 - seat, wide(s.cube_value), DROPPED)
    else:
        roller = seat
        if action == TAKE:
            s.cube_value *= 2
            s.cube_owner = seat
            roller = 1 - seat
        if not roll_dice(s, roller):
            begin_turn(s, 1 - roller)


# --- turns ---


@rule
def begin_turn(s: State, seat: int) -> None:
    """This seat's turn, or the next one that has anything to decide."""
    while True:
        s.turns += 1
        if s.turns > MOST_TURNS:
            end_by_cap(s)
            return
        if may_double(s, seat):
            s.phase = OFFER
            turn_to(s, seat)
            return
        if roll_dice(s, seat):
            return
        seat = 1 - seat


@rule
def may_double(s: State, seat: int) -> bool:
    """R11, R15."""
    owned = s.cube_owner == MIDDLE or s.cube_owner == seat
    return s.cube != 0 and owned and s.cube_value < HIGHEST_CUBE and s.crawford_game != NOW


@rule
def roll_dice(s: State, seat: int) -> bool:
    """Roll; can this seat move at all?"""
    a, b = roll(s), roll(s)
    lay_dice(s, a, b)
    if not find_moves(s, seat):
        return False
    ask_move(s, seat)
    return True


@rule
def lay_dice(s: State, a: int, b: int) -> None:
    s.dice[0], s.dice[1] = min(a, b), max(a, b)
    s.left[0], s.left[1] = (4, 0) if a == b else (1, 1)


@rule
def ask_move(s: State, seat: int) -> None:
    s.phase = MOVE
    turn_to(s, seat)


# --- moves ---


@rule
def find_moves(s: State, seat: int) -> bool:
    """Note the moves that belong to a play of maximal length (R1, R2); are there any?

    With doubles or a single number left, a move never shortens the rest of the play.
    """
    mine, blocked = wide(s.mine[seat]), wide(s.blocked[seat])
    low = sources(mine, blocked, wide(s.dice[0])) if s.left[0] else 0
    high = sources(mine, blocked, wide(s.dice[1])) if s.left[1] else 0
    if s.left[0] and s.left[1]:
        both_low = keeping(s, seat, low, wide(s.dice[0]), wide(s.dice[1]))
        both_high = keeping(s, seat, high, wide(s.dice[1]), wide(s.dice[0]))
        if both_low | both_high:
            low, high = both_low, both_high
        elif high:
            low = 0
    s.can[0], s.can[1] = low, high
    return low | high != 0


@rule
def sources(mine: int, blocked: int, die: int) -> int:
    """Bits of the spaces from which one cube may move by this number."""
    if mine & 1:  # R3: enter first
        return 0 if blocked >> die & 1 else 1
    found = mine & ~(blocked >> die) & ((1 << (25 - die)) - 1)
    if mine & NOT_HOME == 0:
        exact = 1 << (25 - die)
        if mine & exact:
            found |= exact
        elif mine & (exact - 1) == 0:  # R6: nobody is farther away, so the farthest may leave
            found |= mine & -mine
    return found


@rule
def keeping(s: State, seat: int, found: int, die: int, other: int) -> int:
    """Of the moves `found` by one die, those after which the other die can still be played."""
    mine, blocked = wide(s.mine[seat]), wide(s.blocked[seat])
    keep, left = 0, found
    while left:
        space = lowest(left)
        left &= left - 1
        after = mine ^ 1 << space if s.cubes[seat, space] == 1 else mine
        if space + die < OFF:
            after |= 1 << (space + die)
        if sources(after, blocked, other):
            keep |= 1 << space
    return keep


@rule
def move_cube(s: State, seat: int, space: int, die: int) -> None:
    """Move one cube and hit a blot; keeps the bit sets in step with the counts."""
    other = 1 - seat
    to = min(space + die, OFF)
    s.cubes[seat, space] -= 1
    if s.cubes[seat, space] == 0:
        s.mine[seat] = wide(s.mine[seat]) ^ 1 << space
    if s.cubes[seat, space] == 1 and space != BAR:
        s.blocked[other] = wide(s.blocked[other]) ^ 1 << (25 - space)
    s.cubes[seat, to] += 1
    if to == OFF:
        return
    s.mine[seat] = wide(s.mine[seat]) | 1 << to
    if s.cubes[seat, to] == 2:
        s.blocked[other] = wide(s.blocked[other]) | 1 << (25 - to)
    if s.cubes[other, 25 - to] == 1:
        s.cubes[other, 25 - to] = 0
        s.cubes[other, BAR] += 1
        s.mine[other] = (wide(s.mine[other]) ^ 1 << (25 - to)) | 1


# --- the end of a game and of the match ---


@rule
def bear_off_win(s: State, seat: int) -> None:
    points, reason = 1, SINGLE
    if s.gammons and s.cubes[1 - seat, OFF] == 0:
        points, reason = 2, GAMMON
        for space in range(BAR, 7):
            if s.cubes[1 - seat, space] > 0:
                points, reason = 3, BACKGAMMON
    win(s, seat, points * wide(s.cube_value), reason)


@rule
def end_by_cap(s: State) -> None:
    first, second = pips(s, 0), pips(s, 1)
    if first == second:
        begin_game(s)
    else:
        win(s, 0 if first < second else 1, 1, CAP)


@rule
def pips(s: State, seat: int) -> int:
    """How far a player's cubes still have to go; the bar counts 25."""
    total = 0
    for space in range(OFF):
        total += s.cubes[seat, space] * (25 - space)
    return total


@rule
def win(s: State, seat: int, points: int, reason: int) -> None:
    """Score a game; the match is over, or the next game begins."""
    s.score[seat] += points
    if s.score[seat] >= s.match:
        finish_with(s, seat, reason)
        return
    if s.crawford_game == NOW:
        s.crawford_game = AFTER
    elif s.crawford_game == BEFORE and s.crawford != 0 and s.score[seat] == s.match - 1:
        s.crawford_game = NOW
    begin_game(s)


# --- how a running game stands ---


FAR_AHEAD = 60.0  # pips


@rule
def evaluate(s: State, seat: int) -> float:
    """The lead in the race: far behind is -1, far ahead 1."""
    lead = (pips(s, 1 - seat) - pips(s, seat)) / FAR_AHEAD
    return max(-1.0, min(1.0, lead))


# --- knowledge and checks ---


@rule
def redeal(s: State, seat: int) -> None:
    """Nothing is hidden but the dice to come."""


@rule
def conserved(s: State) -> bool:
    for seat in range(2):
        total = mine = blocks = 0
        for space in range(26):
            total += s.cubes[seat, space]
            if 0 < space < OFF and s.cubes[seat, space] > 0 and s.cubes[1 - seat, 25 - space] > 0:
                return False
            if space < OFF and s.cubes[seat, space] > 0:
                mine |= 1 << space
            if 0 < space < OFF and s.cubes[seat, space] > 1:
                blocks |= 1 << (25 - space)
        if total != 15 or mine != s.mine[seat] or blocks != s.blocked[1 - seat]:
            return False
    return True


def bound(seats: int, options: Mapping[str, Any]) -> int:
    """At most four moves and two cube actions a turn, every game decided but for void ones."""
    return MOST_TURNS * 6 * (2 * options["match"] + 10)


game = Game(
    about,
    State,
    actions,
    reasons,
    setup=setup,
    legal=legal,
    apply=apply,
    redeal=redeal,
    conserved=conserved,
    bound=bound,
    evaluate=evaluate,
    foresight=8,
)
