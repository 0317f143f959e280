"""Backgammon: a dice race with fifteen cubes per player, on a board marked by twelve cards.

Green Box of Games, by Jørgen Brunborg-Næss. Gammons, the doubling cube, matches and the
Crawford rule are common options. Each action moves one cube.
page.md lists the rulings (R1, R2, ...).

Each player counts the spaces in the direction of their own movement: bar 0, spaces 1-24,
borne off 25. My space s is the opponent's space 25 - s.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from matchbox.engine import (
    SEATS,
    Actions,
    Base,
    Ints,
    Reasons,
    derived,
    finish_with,
    i1,
    is_acting,
    lowest,
    option,
    popcount,
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

BAR, OFF = 0, 25
START = np.array([(1, 2), (12, 5), (17, 3), (19, 5)], np.int64)  # space, cubes
NOT_HOME = (1 << 19) - 1  # bar and spaces 1-18
MOST_TURNS = 2000
MOST_LOST = 8  # rolls without a move that the record keeps
HIGHEST_CUBE = 64
MIDDLE = -1  # cube_owner while both players may double
MOVE, OFFER, ANSWER = range(3)  # phase
BEFORE, NOW, AFTER = range(3)  # crawford_game


@record(seats=2)
class State(Base):
    """`score` holds the points of the match."""

    phase = public(u1, high=ANSWER)
    cubes = public(u1[SEATS, 26], high=15)
    mine = public(u4[SEATS], high=(1 << 26) - 1)  # bit s: the seat has cubes on its space s (0 = bar)
    blocked = public(u4[SEATS], high=(1 << 26) - 1)  # bit s: the opponent has two or more cubes on the seat's space s
    can = public(u4[2], high=(1 << 25) - 1, free=True)  # by die: spaces from which it may be played now
    dice = public(u1[2], high=6, free=True)  # lower, higher
    left = public(u1[2], high=4, free=True)  # plays left of each die; doubles count on the first
    turns = public(u2, high=MOST_TURNS, free=True)
    cube_value = public(u1, high=HIGHEST_CUBE, free=True)
    cube_owner = public(i1, low=MIDDLE, high=SEATS - 1, free=True)
    crawford_game = public(u1, high=AFTER, free=True)
    trail = derived(u1[4, 2], high=OFF)  # the moves of the last turn that had any: from and to, as the mover counts
    steps = derived(u1, high=4)  # the length of the trail
    mover = derived(u1, high=SEATS - 1)  # whose trail it is
    lost = derived(u1[MOST_LOST, 2], high=6)  # rolls without a move since the last decision, in order
    losses = derived(u1, high=MOST_LOST)  # their number, as far as they are kept
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
GAMMON = reasons("gammon: the loser has borne off no cubes")
BACKGAMMON = reasons("backgammon: the loser has a cube on the bar or in the winner's home")
DROPPED = reasons("the opponent dropped the double")
CAP = reasons("turn limit reached: lower pip count", cap=True)


@rule
def setup(s: State) -> None:
    begin_game(s)


@rule
def begin_game(s: State) -> None:
    """Set up the cubes. The player with the higher opening die starts and plays both numbers (R9)."""
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
    s.steps = 0
    first, second = roll(s), roll(s)
    while first == second:
        first, second = roll(s), roll(s)
    starter = 0 if first > second else 1
    set_dice(s, first, second)
    find_moves(s, starter)
    move_phase(s, starter)


# --- actions ---


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
    s.losses = 0
    if s.phase == MOVE:
        space, die = MOVES.args(action)
        move_cube(s, seat, space, die)
        keep_trail(s, seat, space, min(space + die, OFF))
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
    """Start this seat's turn; skip turns that offer no decision."""
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
    """Roll the dice; return whether the seat has a legal move."""
    a, b = roll(s), roll(s)
    set_dice(s, a, b)
    if not find_moves(s, seat):
        if s.losses < MOST_LOST:
            s.lost[s.losses, 0], s.lost[s.losses, 1] = s.dice[0], s.dice[1]
            s.losses += 1
        return False
    move_phase(s, seat)
    return True


@rule
def keep_trail(s: State, seat: int, start: int, end: int) -> None:
    """Remember a move; the first of a turn begins a new trail."""
    if s.left[0] + s.left[1] == (4 if s.dice[0] == s.dice[1] else 2):
        s.steps = 0
    s.trail[s.steps, 0], s.trail[s.steps, 1] = start, end
    s.steps += 1
    s.mover = seat


@rule
def set_dice(s: State, a: int, b: int) -> None:
    s.dice[0], s.dice[1] = min(a, b), max(a, b)
    s.left[0], s.left[1] = (4, 0) if a == b else (1, 1)


@rule
def move_phase(s: State, seat: int) -> None:
    s.phase = MOVE
    turn_to(s, seat)


# --- moves ---


@rule
def find_moves(s: State, seat: int) -> bool:
    """Store the moves that start a play of maximal length (R1, R2); return whether there are any.

    With doubles, or with one number left, no move can shorten the rest of the play.
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
    """The spaces from which a cube may move by this number, as bits."""
    if mine & 1:  # R3: enter first
        return 0 if blocked >> die & 1 else 1
    found = mine & ~(blocked >> die) & ((1 << (25 - die)) - 1)
    if mine & NOT_HOME == 0:
        exact = 1 << (25 - die)
        if mine & exact:
            found |= exact
        elif mine & (exact - 1) == 0:  # R6: no cube is farther away, so the farthest may leave
            found |= mine & -mine
    return found


@rule
def keeping(s: State, seat: int, found: int, die: int, other: int) -> int:
    """The moves in `found`, by one die, that leave a legal move for the other die."""
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
    """Move a cube, hit a blot, and keep the bit sets consistent with the counts."""
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
    """The pip count of a seat; a cube on the bar counts 25."""
    total = 0
    for space in range(OFF):
        total += wide(s.cubes[seat, space]) * (25 - space)
    return total


@rule
def win(s: State, seat: int, points: int, reason: int) -> None:
    """Score a game, then end the match or start the next game."""
    s.score[seat] += points
    if s.score[seat] >= s.match:
        finish_with(s, seat, reason)
        return
    if s.crawford_game == NOW:
        s.crawford_game = AFTER
    elif s.crawford_game == BEFORE and s.crawford != 0 and s.score[seat] == s.match - 1:
        s.crawford_game = NOW
    begin_game(s)


# --- evaluation ---


AVERAGE_ROLL = 49 / 6
SIX = (1 << 6) - 1
HITS = np.array([0, 11, 20, 27, 32, 35, 36], np.float64) / 36  # P(a roll shows at least one of n numbers)

# Weights from self-play: a logistic regression of the winner on the positions of 47,000 games by a player that took
# the best position after each roll. Features that explained little were dropped.
RACE = 0.56  # pip lead in a pure race; worth more the fewer pips are left
WASTE, WASTE_LAST = 1.96, 1.15  # pips wasted in bearing off, per cube, and extra per cube on the last space
WASTE_ROLL = 3.6  # pips wasted by the next roll
LEAD = 3.96  # pip lead as a share of all pips left, while there is contact
TEMPO = -0.07  # having the next roll is worth slightly less than its pips
LOSS = -0.014  # expected pips a blot loses to the next roll
DANGER = -0.0265  # chance of being hit, per point made in the opponent's home
WALL = 0.0076  # points made among the six in front of the opponent's last cube, squared
SHUT = 0.0355  # per home point made and opposing cube on the bar
FINE = 0.048  # points made on 20 and 21
STACKED = -0.0295  # per home cube beyond the second on its space
DEEP = -0.046  # per cube on the last two spaces


@rule
def evaluate(s: State, seat: int) -> float:
    """The value of the current game for a seat: -1 is lost, 1 is won."""
    roller = 0 if is_acting(s, 0) else 1
    to_play = AVERAGE_ROLL
    if s.phase == MOVE:
        to_play = float(wide(s.left[0]) * wide(s.dice[0]) + wide(s.left[1]) * wide(s.dice[1]))
    elif s.phase == ANSWER:
        roller = 1 - roller
    waiting = 1 - roller
    first, second = pips(s, roller), pips(s, waiting)
    lead = second - first + to_play
    if lowest(wide(s.mine[0])) + lowest(wide(s.mine[1])) > OFF:  # no contact left: a race
        lead += waste(s, waiting) - waste(s, roller) - WASTE_ROLL
        value = RACE * lead / math.sqrt(first + second + 4)
    else:
        value = LEAD * lead / (first + second + 30) + TEMPO
        value += structure(s, roller, False) - structure(s, waiting, True)
    value = math.tanh(value)
    return value if seat == roller else -value


@rule
def waste(s: State, seat: int) -> float:
    """Expected pips wasted in bearing off."""
    return WASTE * (15 - wide(s.cubes[seat, OFF])) + WASTE_LAST * wide(s.cubes[seat, 24])


@rule
def structure(s: State, seat: int, waiting: bool) -> float:
    """The value of a seat's points, prime and blots."""
    mine, yours = wide(s.mine[seat]), wide(s.mine[1 - seat])
    made = wide(s.blocked[1 - seat])  # counted from the opponent's side, so my home is 1-6
    wall = popcount(made >> (lowest(yours) + 1) & SIX)
    value = WALL * wall * wall + SHUT * popcount(made >> 1 & SIX) * wide(s.cubes[1 - seat, BAR])
    value += FINE * popcount(made >> 4 & 3)
    for space in range(19, 25):
        value += STACKED * max(0, wide(s.cubes[seat, space]) - 2)
    value += DEEP * (wide(s.cubes[seat, 23]) + wide(s.cubes[seat, 24]))
    shots, loss, left = 0, 0.0, mine & ~1  # all but the bar
    while left:
        space = lowest(left)
        left &= left - 1
        if s.cubes[seat, space] == 1:
            direct = (yours << 6) >> (25 - space) & SIX  # opposing cubes one to six spaces away
            shots |= direct
            loss += HITS[popcount(direct)] * space
    value += DANGER * HITS[popcount(shots)] * popcount(wide(s.blocked[seat]) >> 1 & SIX)
    return value + LOSS * loss if waiting else value  # the roller can still move blots to safety


# --- knowledge and checks ---


@rule
def redeal(s: State, seat: int) -> None:
    """Only future dice are hidden."""


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
    return popcount(s.cube_value) == 1 and (s.cube_value == 1) == (s.cube_owner == MIDDLE)


def bound(seats: int, options: Mapping[str, Any]) -> int:
    """At most four moves and two cube actions per turn; the 10 allows for void games."""
    return MOST_TURNS * 6 * (2 * options["match"] + 10)
