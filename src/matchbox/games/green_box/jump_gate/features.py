"""Numbers about a position of Jump Gate for a learned evaluation: crates, cards, and crates within reach."""

from __future__ import annotations

from typing import Any

from matchbox.engine import bits, popcount, rule, seat_after, wide

from ..components import TILES
from .rules import MOST, ONE, PLANET, PLANETS, State, evaluate, rounds_to_go

MOST_SEATS = 4
OF_A_SEAT = 10
OF_ALL = 4
COUNT = OF_ALL + MOST_SEATS * OF_A_SEAT


@rule
def features(s: State, seat: int, out: Any) -> None:
    for i in range(COUNT):
        out[i] = 0.0
    for k in range(s.seats):
        of_seat(s, seat_after(s, seat, k), out, OF_ALL + OF_A_SEAT * k)
    mine, theirs = OF_ALL, OF_ALL + OF_A_SEAT
    out[0] = evaluate(s, seat)
    out[1] = 2 * (out[theirs] - out[mine])
    out[2] = out[mine + 1] - out[theirs + 1]
    out[3] = (out[theirs + 2] - out[mine + 2]) / (0.05 + out[theirs + 2] + out[mine + 2])


@rule
def of_seat(s: State, seat: int, out: Any, place: int) -> None:
    crates, cards, kinds, total = popcount(s.crates[seat]), 0, 0, 0
    hits, by_dice, reached = 0, 0, 0
    ship = wide(s.ships[seat])
    for number in range(1, MOST + 1):
        here = wide(s.cards[seat, number])
        cards += here
        kinds += here > 0
        total += here * number
        if here:
            hits += takes(s, seat, ship + number) + takes(s, seat, ship + TILES - number)
    for number in range(1, MOST + 1):
        space = (ship + number) % TILES
        if takes(s, seat, space):
            by_dice += 1
        else:
            if s.track[space] != PLANET:
                space = wide(s.onward[space])
            for card in range(1, MOST + 1):
                if s.cards[seat, card] and (takes(s, seat, space + card) or takes(s, seat, space + TILES - card)):
                    reached += 1
                    break
    out[place] = crates / PLANETS
    out[place + 1] = cards / 9
    out[place + 2] = rounds_to_go(s, seat) / 40
    out[place + 3] = kinds / MOST
    out[place + 4] = total / 25
    out[place + 5] = hits / 4
    out[place + 6] = by_dice / MOST
    out[place + 7] = reached / MOST
    out[place + 8] = 1.0 if crates <= cards else 0.0
    out[place + 9] = 1 / (1 + crates)


@rule
def takes(s: State, seat: int, space: int) -> bool:
    """Does a ship that lands on this space take a crate?"""
    return s.crates[seat] >> bits(space % TILES) & ONE == ONE
