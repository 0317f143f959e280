"""Numbers about a position of War 2.0 for a learned evaluation: scores, units, cards, frontiers and the fight."""

from __future__ import annotations

from typing import Any

from matchbox.engine import lowest, popcount, rule, seat_after, wide

from ..components import NUMBER, SYMBOLS
from .state import FIGHT, FLIGHT, FOLLOW, REINFORCEMENT, UNITS, State, occupied, points_of

MOST_SEATS = 4
OF_A_SEAT = 16
OF_ALL = 14
COUNT = OF_ALL + MOST_SEATS * OF_A_SEAT


@rule
def features(s: State, seat: int, out: Any) -> None:
    turn = wide(s.turn)
    mine = 1.0 if turn == seat else -1.0
    other = seat_after(s, seat)
    lead = points_of(s, seat) - points_of(s, other)
    out[0] = lead / 10
    out[1] = min(max(lead, -3), 3) / 3
    out[2] = lead / 5 if s.closing else 0.0
    out[3] = mine
    out[4] = mine * wide(s.left) / 3
    out[5] = mine * wide(s.points) / 3 if s.phase >= REINFORCEMENT else 0.0
    out[6] = mine if s.reinforced else 0.0
    out[7] = 1.0 if s.closing else 0.0
    out[8] = 1.0 if s.closing and wide(s.final) >> seat & 1 else 0.0
    out[9] = 1.0 if s.closing and wide(s.final) >> other & 1 else 0.0
    fighting = s.phase == FIGHT or s.phase == FLIGHT or s.phase == FOLLOW
    out[10] = mine if fighting else 0.0
    out[11] = mine * (wide(s.units[s.source]) - wide(s.units[s.target])) / 4 if s.phase == FIGHT else 0.0
    out[12] = mine * wide(s.units[s.source]) / 4 if fighting else 0.0
    out[13] = wide(s.placed) / 12
    for k in range(MOST_SEATS):
        place = OF_ALL + OF_A_SEAT * k
        if k < wide(s.seats):
            of_seat(s, seat_after(s, seat, k), out, place)
        else:
            for i in range(OF_A_SEAT):
                out[place + i] = 0.0


@rule
def of_seat(s: State, seat: int, out: Any, place: int) -> None:
    held = s.held[seat]
    enemies = occupied(s) & ~held
    different, sets, missing = 0, 0, wide(0)
    for symbol in range(len(SYMBOLS)):
        here = s.alike[symbol] & held
        different += here != 0
        sets += here != 0 and here == s.alike[symbol]
        if here == 0:
            missing |= s.alike[symbol]
    near, single, threatened, safe, tallest = wide(0), 0, 0, 0, 0
    edge = 0
    left = held
    while left:
        tile = lowest(left)
        left &= left - 1
        near |= s.near[tile]
        units = wide(s.units[tile])
        single += units == 1
        tallest = max(tallest, units)
        foes, strongest = s.near[tile] & enemies, 0
        safe += foes == 0
        while foes:
            strongest = max(strongest, wide(s.units[lowest(foes)]))
            foes &= foes - 1
        if strongest:
            edge += min(max(units - strongest, -3), 3)
            threatened += strongest > units
    hand, total, highest = wide(s.hand[seat]), 0, 0
    while hand:
        number = wide(NUMBER[lowest(hand)])
        total += number
        highest = max(highest, number)
        hand &= hand - 1
    tiles = popcount(held)
    out[place] = tiles / 8
    out[place + 1] = different / 6
    out[place + 2] = sets / 2
    out[place + 3] = (UNITS - wide(s.reserve[seat])) / 10
    out[place + 4] = wide(s.reserve[seat]) / 10
    out[place + 5] = popcount(wide(s.hand[seat])) / 6
    out[place + 6] = total / 12
    out[place + 7] = highest / 6
    out[place + 8] = wide(s.added[seat]) / 3
    out[place + 9] = single / 6
    out[place + 10] = threatened / 4
    out[place + 11] = safe / 6
    out[place + 12] = edge / 6
    out[place + 13] = tallest / 5
    out[place + 14] = popcount(near & missing & ~enemies & ~held) / 4
    out[place + 15] = popcount(near & s.tiles & ~enemies & ~held) / 6
