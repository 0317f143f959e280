"""Numbers about a position of Son of Kark for a learned evaluation: points made and pending, merchants, crossroads."""

from __future__ import annotations

from typing import Any

from matchbox.engine import rule, seat_after, wide

from ..components import TILES
from .rules import AWARDS, KINDS, State, around, has_city, laid_by

MOST_SEATS = 4
OF_A_SEAT = 9
OF_ALL = 7 + 3 * KINDS
COUNT = OF_ALL + MOST_SEATS * OF_A_SEAT


@rule
def features(s: State, seat: int, out: Any) -> None:
    seats = wide(s.seats)
    for i in range(COUNT):
        out[i] = 0.0
    for age in range(2, s.laid):
        if s.merchant[age]:
            k = (laid_by(s, age) - seat + seats) % seats
            place = OF_ALL + OF_A_SEAT * k
            if has_city(s, age):
                symbols, tiles = around(s, age)
                out[place + 3] += symbols / 10
                out[place + 4] += 1 / 4
                out[place + 5] += (8 - tiles) / 10
    for symbol in range(6):
        out[7 + 2 * KINDS + symbol] = wide(s.shown[symbol]) / 6
        if s.market[symbol]:
            place = OF_ALL + OF_A_SEAT * ((laid_by(s, wide(s.market[symbol])) - seat + seats) % seats)
            out[place + 1] += wide(s.shown[symbol]) / 10
            out[place + 2] += (6 - wide(s.shown[symbol])) / 10
            out[place + 6] += 1 / 4
    for kind in range(KINDS):
        mine, most, sharing = wide(s.influence[seat, kind]), wide(0), 0
        for k in range(seats):
            influence = wide(s.influence[seat_after(s, seat, k), kind])
            if influence > most:
                most, sharing = influence, 0
            sharing += influence == most and most > 0
        best = wide(0)
        for k in range(1, seats):
            best = max(best, wide(s.influence[seat_after(s, seat, k), kind]))
        out[7 + kind] = min(max(mine - best, -4), 4) / 4
        out[7 + KINDS + kind] = most / 4
        for k in range(seats):
            if most > 0 and s.influence[seat_after(s, seat, k), kind] == most:
                out[OF_ALL + OF_A_SEAT * k + 7] += AWARDS[sharing] / 10
    for k in range(seats):
        other, place = seat_after(s, seat, k), OF_ALL + OF_A_SEAT * k
        out[place] = wide(s.score[other]) / 20
        out[place + 8] = wide(s.stock[other]) / 5
    done = wide(s.laid) / TILES
    lead = worth(out, 0) - worth(out, 1)
    out[0] = lead
    out[1] = lead * done
    out[2] = min(max(3 * lead, -1.0), 1.0)
    out[3] = done
    out[4] = 1.0 if s.left == 0 else 0.0
    out[5] = 1.0 if s.places else 0.0
    out[6] = min(max(6 * lead, -1.0), 1.0) if s.left <= 4 else 0.0


@rule
def worth(out: Any, k: int) -> float:
    """The points of a seat if the game ended now, in tens."""
    place = OF_ALL + OF_A_SEAT * k
    return 2 * out[place] + out[place + 1] + out[place + 3] + out[place + 7]
