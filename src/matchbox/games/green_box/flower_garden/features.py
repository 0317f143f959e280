"""Numbers about a position of Flower Garden for a learned evaluation: flowers, beds in hand, the end."""

from __future__ import annotations

from typing import Any

from matchbox.engine import lowest, popcount, rule, seat_after, wide

from ..components import CARDS, COLOUR, CUBES_OF_A_COLOUR, NUMBER, SYMBOL
from .state import FLOWERS, SLOTS, State

MOST_SEATS = 5
OF_A_SEAT = 13
OF_ALL = 9
COUNT = OF_ALL + MOST_SEATS * OF_A_SEAT


@rule
def features(s: State, seat: int, out: Any) -> None:
    for i in range(COUNT):
        out[i] = 0.0
    for k in range(s.seats):
        of_seat(s, seat_after(s, seat, k), out, OF_ALL + OF_A_SEAT * k)
    lowest_stock, second = CUBES_OF_A_COLOUR, CUBES_OF_A_COLOUR
    for colour in range(FLOWERS):
        stock = wide(s.stock[colour])
        if stock < lowest_stock:
            lowest_stock, second = stock, lowest_stock
        elif stock < second:
            second = stock
    left = wide(s.in_deck) / CARDS + (1.0 if s.emptied == 0 else 0.0)
    lead = wide(s.score[seat]) - wide(s.score[seat_after(s, seat)])
    sooner = max(1.0 - second / 10, 1.0 - left)
    out[0] = lead / 20
    out[1] = min(max(lead / 5, -1.0), 1.0)
    out[2] = lead / 10 * max(sooner, 0.0)
    out[3] = lowest_stock / CUBES_OF_A_COLOUR
    out[4] = second / CUBES_OF_A_COLOUR
    out[5] = left
    out[6] = max(sooner, 0.0)
    out[7] = wide(s.played) / 3
    out[8] = 1.0 if second < 3 else 0.0


@rule
def of_seat(s: State, seat: int, out: Any, place: int) -> None:
    total, planted, most = 0, 0, 0
    for colour in range(FLOWERS):
        here = wide(s.flowers[seat, colour])
        total += here
        planted += wide(s.planted[seat, colour])
        most = max(most, here)
        out[place + 6 + colour] = here / 6
    best, fillable, row, numbers = 0, 0, 0, 0
    left = s.hand[seat]
    while left:
        card = lowest(left)
        left &= left - 1
        number, symbol = NUMBER[card], SYMBOL[card]
        numbers += number
        here = wide(s.flowers[seat, COLOUR[card]]) if COLOUR[card] < FLOWERS else most
        if here >= number:
            best = max(best, number)
            fillable += number
        for slot in range(SLOTS):
            if s.lows[symbol, slot] == 0:
                break
            if number <= s.lows[symbol, slot]:
                row = max(row, 1 + popcount(s.shop[symbol, slot]))
    out[place] = wide(s.score[seat]) / 20
    out[place + 1] = planted / 20
    out[place + 2] = total / 10
    out[place + 3] = best / 6
    out[place + 4] = min(fillable, total) / 10
    out[place + 5] = row / 5
    out[place + 10] = wide(s.held[seat]) / 6
    out[place + 11] = numbers / 20
    out[place + 12] = most / 6
