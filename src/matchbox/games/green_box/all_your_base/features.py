"""Numbers about a position of All Your Base for a learned evaluation: points made and pending, stations, hands."""

from __future__ import annotations

from typing import Any

from matchbox.engine import lowest, popcount, rule, seat_after, wide

from ..components import COLOUR, COLOURED, NUMBER, SYMBOL, WHITE
from .state import MATCH, TURNS, WAVES, State, worth

MOST_SEATS = 6
OF_A_SEAT = 12
OF_ALL = 8
COUNT = OF_ALL + MOST_SEATS * OF_A_SEAT


@rule
def features(s: State, seat: int, out: Any) -> None:
    for i in range(COUNT):
        out[i] = 0.0
    for k in range(s.seats):
        of_seat(s, seat_after(s, seat, k), out, OF_ALL + OF_A_SEAT * k)
    mine, theirs = OF_ALL, OF_ALL + OF_A_SEAT
    done = (wide(s.wave) * TURNS + wide(s.turn)) / (WAVES * TURNS)
    out[0] = out[mine] - out[theirs]
    out[1] = out[0] + 0.5 * (out[mine + 1] - out[theirs + 1])
    out[2] = min(max(2 * out[1], -1.0), 1.0)
    out[3] = done
    out[4] = wide(s.turn) / TURNS
    out[5] = 1.0 if s.wave == WAVES - 1 else 0.0
    out[6] = out[1] * done
    out[7] = 1.0 if s.lead == seat else 0.0


@rule
def of_seat(s: State, seat: int, out: Any, place: int) -> None:
    points, cubes, armed, later, gain, kinds = 0, 0, 0, 0, 0, 0
    deepest = 0
    for spot in range(s.built[seat]):
        now = wide(worth(s, seat, spot))
        points += now
        armed += s.software[seat, spot] > 0
        kinds |= 1 << wide(s.station[seat, spot])
        most, total = 0, 0
        for colour in range(COLOURED):
            here = wide(s.cubes[seat, spot, colour])
            most = max(most, here)
            total += here
        cubes += total
        later += MATCH * most
        deepest = max(deepest, total)
        best, hand = now, wide(s.hand[seat])
        while hand:
            card = lowest(hand)
            hand &= hand - 1
            if SYMBOL[card] == s.station[seat, spot]:
                reached = NUMBER[card]
                if COLOUR[card] < COLOURED:
                    reached += MATCH * wide(s.cubes[seat, spot, COLOUR[card]])
                elif COLOUR[card] == WHITE:
                    reached += MATCH * total
                best = max(best, reached)
        gain += best - now
    numbers, hand = 0, wide(s.hand[seat])
    while hand:
        numbers += NUMBER[lowest(hand)]
        hand &= hand - 1
    out[place] = wide(s.score[seat]) / 40
    out[place + 1] = points / 20
    out[place + 2] = gain / 20
    out[place + 3] = later / 20
    out[place + 4] = cubes / 10
    out[place + 5] = wide(s.built[seat]) / 6
    out[place + 6] = armed / 6
    out[place + 7] = popcount(kinds) / 6
    out[place + 8] = deepest / 5
    out[place + 9] = numbers / 20
    out[place + 10] = later / 20 * (WAVES - 1 - wide(s.wave))
    out[place + 11] = wide(s.built[seat]) / 6 * (WAVES - 1 - wide(s.wave))
