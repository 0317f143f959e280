"""Numbers about a position of Tunnel Run for a learned evaluation: places in the tunnel and where hands lead."""

from __future__ import annotations

from typing import Any

from matchbox.engine import rule, seat_after, wide

from .rules import EXIT, MOST_PIRATES, State, ahead, behind

MOST_SEATS = 4
OF_A_SEAT = 11
OF_ALL = 6
COUNT = OF_ALL + MOST_SEATS * OF_A_SEAT


@rule
def features(s: State, seat: int, out: Any) -> None:
    for i in range(COUNT):
        out[i] = 0.0
    for k in range(s.seats):
        of_seat(s, seat_after(s, seat, k), out, OF_ALL + OF_A_SEAT * k)
    mine, theirs = OF_ALL, OF_ALL + OF_A_SEAT
    out[0] = 3 * (out[mine] - out[theirs])
    out[1] = min(max(8 * (out[mine] - out[theirs]), -1.0), 1.0)
    out[2] = out[mine + 1] - out[theirs + 1]
    out[3] = out[mine + 3] - out[theirs + 3]
    out[4] = wide(s.done) / 3
    out[5] = min(wide(s.turns) / 200, 1.0)


@rule
def of_seat(s: State, seat: int, out: Any, place: int) -> None:
    crew = wide(s.crew)
    total, last, second, first = 0, EXIT, EXIT, 0
    best, second_best, home, exits, back = 0, 0, 0, 0, 0
    for pirate in range(crew):
        at = wide(s.at[seat, pirate])
        total += at
        if at < last:
            last, second = at, last
        elif at < second:
            second = at
        if at < EXIT:
            first = max(first, at)
            furthest = at
            for symbol in range(6):
                if s.cards[seat, symbol]:
                    to = ahead(s, at, symbol)
                    furthest = max(furthest, to)
                    if to - at > best:
                        best, second_best = to - at, best
                    elif to - at > second_best:
                        second_best = to - at
                    exits += to == EXIT
            home += furthest - at
            place_behind = behind(s, at)
            if place_behind:
                back = max(back, wide(s.crowd[place_behind]))
    kinds = 0
    for symbol in range(6):
        kinds += s.cards[seat, symbol] > 0
    out[place] = total / (crew * EXIT)
    out[place + 1] = wide(s.score[seat]) / crew
    out[place + 2] = home / (crew * EXIT)
    out[place + 3] = best / 12
    out[place + 4] = second_best / 12
    out[place + 5] = last / EXIT
    out[place + 6] = second / EXIT
    out[place + 7] = first / EXIT
    out[place + 8] = wide(s.held[seat]) / MOST_PIRATES
    out[place + 9] = kinds / 4
    out[place + 10] = back / 3 if s.mode else exits / 4
