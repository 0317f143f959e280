"""Numbers about a position of Halma for a learned evaluation: how far the pieces of each side have come."""

from __future__ import annotations

from typing import Any

from matchbox.engine import rule, seat_after, wide

from .rules import DEPTH, DIRECTIONS, NEXT, OFF, ROWS, TRIANGLE, State, camp_size, evaluate, goal_of

MOST_SEATS = 4
DEPTHS = 23  # diagonals of the largest board
OF_A_SEAT = DEPTHS + 7
OF_ALL = 3
COUNT = OF_ALL + MOST_SEATS * OF_A_SEAT


@rule
def features(s: State, seat: int, out: Any) -> None:
    for i in range(COUNT):
        out[i] = 0.0
    for k in range(s.seats):
        of_seat(s, seat_after(s, seat, k), out, OF_ALL + OF_A_SEAT * k)
    mine, theirs = OF_ALL + DEPTHS, OF_ALL + OF_A_SEAT + DEPTHS
    out[0] = evaluate(s, seat)
    out[1] = 4 * (out[theirs] - out[mine])
    out[2] = out[theirs + 1] - out[mine + 1]


@rule
def of_seat(s: State, seat: int, out: Any, place: int) -> None:
    goal, n = goal_of(s, seat), camp_size(s)
    last = 2 * (ROWS[s.board] - 1)
    total, farthest, second, inside, aside, jumps = 0, 0, 0, 0, 0, 0
    for i in range(n):
        space = wide(s.pieces[seat, i])
        depth = wide(DEPTH[s.board, goal, space])
        out[place + depth] += 0.5
        total += depth
        if depth > farthest:
            farthest, second = depth, farthest
        elif depth > second:
            second = depth
        inside += depth < s.side
        if s.board != TRIANGLE:
            side = wide(DEPTH[s.board, (goal + 1) % 4, space])
            aside += abs(side - last // 2)
        for direction in range(DIRECTIONS):
            over = wide(NEXT[s.board, space, direction])
            if over != OFF and s.standing[over]:
                to = wide(NEXT[s.board, over, direction])
                if to != OFF and s.standing[to] == 0:
                    jumps += max(0, depth - wide(DEPTH[s.board, goal, to]))
    place += DEPTHS
    out[place] = total / (n * last)
    out[place + 1] = farthest / last
    out[place + 2] = second / last
    out[place + 3] = inside / n
    out[place + 4] = aside / (n * last)
    out[place + 5] = jumps / 20
    out[place + 6] = 1.0 if inside >= n - 1 else 0.0
