"""Numbers about a position of Building Blocks Brawl for a learned evaluation: products, prices and tiles to come."""

from __future__ import annotations

import math
from typing import Any

from matchbox.engine import rule, wide

from ..components import BLUE, GREEN, RED, count, sum_of
from .rules import SCALE, State, evaluate, tiles_to_come, worth

MOST = 15  # the value of all chips of a seat
OF_A_SEAT = 15
OF_ALL = 22
COUNT = OF_ALL + 2 * OF_A_SEAT


@rule
def features(s: State, seat: int, out: Any) -> None:
    other = 1 - seat
    pot, to_come = wide(sum_of(s.field)), tiles_to_come(s)
    mine, theirs = wide(worth(s.chips[seat])), wide(worth(s.chips[other]))
    have, has = wide(sum_of(s.claimed[seat])), wide(sum_of(s.claimed[other]))
    lead = have * mine - has * theirs
    out[0] = lead / 40
    out[1] = math.tanh(lead / SCALE)
    out[2] = evaluate(s, seat)
    out[3] = math.tanh(((have + pot) * mine - has * theirs) / SCALE)
    out[4] = math.tanh((have * mine - (has + pot) * theirs) / SCALE)
    out[5] = (mine - theirs) / MOST
    out[6] = (mine - theirs) / (mine + theirs + 1)
    out[7] = (have - has) / 6
    out[8] = pot / 6
    out[9] = to_come / 12
    out[10] = wide(s.in_deck[1]) / 2
    out[11] = (wide(s.in_deck[2]) - 1) / 2
    out[12] = wide(s.in_deck[3]) / 2
    out[13] = 1 / count(s.in_deck) if s.in_deck[2] == 1 else 0.0
    out[14] = 1.0 if s.last_claimer == seat else -1.0 if s.last_claimer == other else 0.0
    out[15] = math.tanh((to_come * (mine - theirs) + lead) / SCALE)
    of_seat(s, seat, out, OF_ALL)
    of_seat(s, other, out, OF_ALL + OF_A_SEAT)
    last = 1.0 if count(s.in_deck) == 1 else 0.0  # no tile follows but the third 2
    ahead = lead > 0 or (lead == 0 and s.last_claimer == seat)
    behind = lead < 0 or (lead == 0 and s.last_claimer == other)
    out[16] = 1.0 if ahead else -1.0 if behind else 0.0
    more = most_to_pay(s, seat) - most_to_pay(s, other)
    out[17] = min(max(more / 4, -2.0), 2.0)
    out[18] = 1.0 if more > 0 else -1.0 if more < 0 else 0.0
    out[19] = last * out[16]
    out[20] = last * out[17]
    out[21] = last * out[18]


@rule
def of_seat(s: State, seat: int, out: Any, place: int) -> None:
    other = 1 - seat
    pot = wide(sum_of(s.field))
    purse, opposing = wide(worth(s.chips[seat])), wide(worth(s.chips[other]))
    tiles, against = wide(sum_of(s.claimed[seat])), wide(sum_of(s.claimed[other]))
    sure = min(purse, opposing + 1)  # the price of a bid that nobody can beat, if the seat has so much
    out[place] = purse / MOST
    out[place + 1] = tiles / 6
    out[place + 2] = tiles * purse / 40
    out[place + 3] = wide(s.chips[seat, BLUE]) / 6
    out[place + 4] = wide(s.chips[seat, RED]) / 3
    out[place + 5] = wide(s.chips[seat, GREEN])
    out[place + 6] = 1.0 if purse > opposing else 0.0
    out[place + 7] = pot * purse / ((tiles + pot) * MOST)  # the price that leaves the product as it is
    out[place + 8] = math.tanh(((tiles + pot) * (purse - sure) - against * opposing) / SCALE)
    out[place + 9] = math.tanh(((tiles + pot) * (purse - purse // 3) - against * opposing) / SCALE)
    out[place + 10] = 1.0 if tiles > 0 else 0.0
    price = most_to_pay(s, seat)
    out[place + 11] = max(price, -4) / 8
    out[place + 12] = 1.0 if price > opposing else 0.0  # a bid that nobody can beat keeps the lead
    out[place + 13] = min(max(price - opposing, -6), 6) / 6
    out[place + 14] = min(max(price, 0), 2) / 2


@rule
def most_to_pay(s: State, seat: int) -> int:
    """The highest price for the field that leaves the seat ahead; negative if even a free field would not."""
    other = 1 - seat
    tiles = wide(sum_of(s.claimed[seat])) + wide(sum_of(s.field))
    against = wide(sum_of(s.claimed[other])) * wide(worth(s.chips[other]))
    return wide(worth(s.chips[seat])) - (against + tiles - 1) // tiles
