"""Numbers about a position of Grenade Salad for a learned evaluation: soldiers, reserves, hands, and attacks."""

from __future__ import annotations

from typing import Any

from matchbox.engine import lowest, popcount, rule, seat_after, wide

from ..components import ARROW, BRICKS, CARDS, CIRCLES, DROP, HAMMERS, WHEEL
from .geometry import BLAST, TILE, is_close
from .orders import A_TURN, HAND
from .state import ALIVE, QUIET_ROUNDS, SOLDIERS, State

MOST_SEATS = 4
OF_A_SEAT = 20
OF_ALL = 12
COUNT = OF_ALL + MOST_SEATS * OF_A_SEAT
MANY = 20  # points that decide a game


@rule
def features(s: State, seat: int, out: Any) -> None:
    for i in range(COUNT):
        out[i] = 0.0
    for k in range(s.seats):
        of_seat(s, seat_after(s, seat, k), out, OF_ALL + OF_A_SEAT * k)
    mine, theirs = OF_ALL, OF_ALL + OF_A_SEAT
    left = wide(s.in_deck) / CARDS
    lead = (wide(s.score[seat]) - wide(s.score[seat_after(s, seat)])) / MANY
    out[0] = lead
    out[1] = min(max(3 * lead, -1.0), 1.0)
    out[2] = lead * (1.0 - left)
    out[3] = left
    out[4] = out[mine + 2] - out[theirs + 2]
    out[5] = out[mine + 15] - out[theirs + 15]
    out[6] = 1.0 if s.active == seat else -1.0
    out[7] = out[6] * (A_TURN - wide(s.cards)) / A_TURN
    out[8] = out[6] * (1 - wide(s.moved))
    out[9] = wide(s.quiet) / (QUIET_ROUNDS * wide(s.seats))
    out[10] = wide(s.passes) / wide(s.seats)
    out[11] = wide(s.concerns) / 3 * out[6]


@rule
def of_seat(s: State, seat: int, out: Any, place: int) -> None:
    """The soldiers and hand of a seat, what it can hit, and what can hit it."""
    alive = wide(s.alive[seat])
    bunched, close, reach, best, near = 0, 0, 0, 0, 0
    for other in range(s.seats):
        left = wide(s.alive[other])
        while left:
            target = lowest(left)
            left &= left - 1
            x, y = wide(s.x[other, target]), wide(s.y[other, target])
            within, friends, can_throw = 0, 0, False
            touched = False
            mine = alive
            while mine:
                soldier = lowest(mine)
                mine &= mine - 1
                at_x, at_y = wide(s.x[seat, soldier]), wide(s.y[seat, soldier])
                across, down = abs(at_x - x), abs(at_y - y)
                friends += across <= BLAST and down <= BLAST
                if other != seat:
                    away = across * across + down * down
                    can_throw |= away <= TILE * TILE
                    within |= away <= 4 * TILE * TILE
                    touched |= is_close(at_x, at_y, x, y)
            if other == seat:
                bunched = max(bunched, friends)
                continue
            close += touched
            near += within
            if can_throw:
                reach += 1
                best = max(best, in_square(s, other, x, y) - friends)
    numbers = wide(0)
    for symbol in range(6):
        numbers += wide(s.hand[seat, symbol])
    reserve = SOLDIERS - wide(s.entered[seat])
    out[place] = popcount(alive) / SOLDIERS
    out[place + 1] = reserve / SOLDIERS
    coming = min(reserve, wide(s.hand[seat, DROP]) + (3 * wide(s.hand[seat, CIRCLES]) if s.in_deck > 0 else 0))
    out[place + 2] = ALIVE * coming / MANY
    out[place + 3] = wide(s.kills[seat]) / 10
    out[place + 4] = wide(s.hand[seat, DROP]) / 2
    out[place + 5] = wide(s.hand[seat, CIRCLES]) / 2
    out[place + 6] = wide(s.hand[seat, HAMMERS]) / 2
    out[place + 7] = wide(s.hand[seat, ARROW]) / 2
    out[place + 8] = wide(s.hand[seat, WHEEL]) / 2
    out[place + 9] = wide(s.hand[seat, BRICKS]) / 2
    out[place + 10] = numbers / HAND
    out[place + 11] = bunched / 4
    out[place + 12] = close / 3
    out[place + 13] = reach / 5
    out[place + 14] = best / 3
    hits = min(wide(s.hand[seat, WHEEL]), 1) * max(best, 0) + min(wide(s.hand[seat, HAMMERS]), close)
    out[place + 15] = (ALIVE + 1) * (hits + wide(s.hand[seat, ARROW])) / MANY
    out[place + 16] = 1.0 if alive == 0 else 0.0
    out[place + 17] = near / 10
    out[place + 18] = min(wide(s.hand[seat, HAMMERS]), close) / 2
    out[place + 19] = min(wide(s.hand[seat, WHEEL]), 1) * best / 3


@rule
def in_square(s: State, seat: int, x: int, y: int) -> int:
    """The soldiers of a seat in a blast around this point."""
    found, left = 0, wide(s.alive[seat])
    while left:
        soldier = lowest(left)
        left &= left - 1
        found += abs(wide(s.x[seat, soldier]) - x) <= BLAST and abs(wide(s.y[seat, soldier]) - y) <= BLAST
    return found
