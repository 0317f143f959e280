"""Numbers about a position of The Gauntlet for a learned evaluation: the way to go, life, movement and hands."""

from __future__ import annotations

from typing import Any

from matchbox.engine import popcount, rule, seat_after, wide

from ..components import NUMBER, SYMBOL
from .rules import evaluate, position_value
from .state import FIRE, HAND, HEAL, LIFE, MOST_TURNS, SHIELD, STEPS, SWORDS, State, targets_of
from .track import START

MOST_SEATS = 4
OF_A_SEAT = 16
OF_ALL = 8
COUNT = OF_ALL + MOST_SEATS * OF_A_SEAT


@rule
def features(s: State, seat: int, out: Any) -> None:
    for i in range(COUNT):
        out[i] = 0.0
    for k in range(s.seats):
        of_seat(s, seat_after(s, seat, k), out, OF_ALL + OF_A_SEAT * k)
    other = seat_after(s, seat)
    lead = position_value(s, seat) - position_value(s, other)
    out[0] = evaluate(s, seat)
    out[1] = min(max(lead / 3, -1.0), 1.0)
    out[2] = wide(s.turns) / MOST_TURNS
    out[3] = wide(s.number) / STEPS
    out[4] = popcount(targets_of(s, seat)) / 2
    out[5] = wide(s.allowance) / 6
    out[6] = wide(s.movement) / 6
    out[7] = 1.0 if s.active == seat else -1.0


@rule
def of_seat(s: State, seat: int, out: Any, place: int) -> None:
    total, shields, swords, heals, fires = 0, 0, 0, 0, 0
    for i in range(HAND):
        held = wide(s.hand[seat, i])
        if held:
            total += NUMBER[held - 1]
            shields += SYMBOL[held - 1] == SHIELD
            swords += SYMBOL[held - 1] == SWORDS
            heals += SYMBOL[held - 1] == HEAL
            fires += SYMBOL[held - 1] == FIRE
    planned, guarded = 0, 0
    for i in range(STEPS + 1):
        held = wide(s.plan[seat, i])
        if held:
            planned += 1
            guarded += SYMBOL[held - 1] == SHIELD
    at = wide(s.at[seat])
    way = wide(s.way[at])
    out[place] = way / 20
    out[place + 1] = wide(s.life[seat]) / LIFE
    out[place + 2] = 1.0 if s.life[seat] == 1 else 0.0
    out[place + 3] = 1.0 if s.downed[seat] else 0.0
    out[place + 4] = 1.0 if s.finished[seat] else 0.0
    out[place + 5] = wide(s.points[seat]) / 6
    out[place + 6] = wide(s.held[seat]) / HAND
    out[place + 7] = total / 15
    out[place + 8] = shields / 2
    out[place + 9] = swords / 2
    out[place + 10] = heals / 2
    out[place + 11] = fires / 2
    out[place + 12] = planned / STEPS
    out[place + 13] = guarded / 2
    out[place + 14] = wide(s.hits[at]) / 2 if at < START else 0.0
    out[place + 15] = 1.0 if way <= 6 else 0.0
