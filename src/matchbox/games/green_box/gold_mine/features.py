"""Numbers about a position of Gold Mine for a learned evaluation: gold banked and carried, and the danger."""

from __future__ import annotations

from typing import Any

from matchbox.engine import lowest, popcount, rule, seat_after, wide

from ..components import NUMBER, SYMBOL
from .rules import COLLAPSE, ROUNDS, State, cards_of, open_of, rounds_of, turned_up

MOST_SEATS = 8
OF_A_SEAT = 5
OF_ALL = 11
COUNT = OF_ALL + MOST_SEATS * OF_A_SEAT


@rule
def features(s: State, seat: int, out: Any) -> None:
    for i in range(COUNT):
        out[i] = 0.0
    tense = 0
    for symbol in range(6):
        if open_of(s, symbol) == COLLAPSE - 1:
            tense |= 1 << symbol
    unseen = cards_of(s) & ~turned_up(s)
    cards, bad, gold = max(popcount(unseen), 1), 0, 0
    while unseen:
        card = lowest(unseen)
        unseen &= unseen - 1
        if tense >> SYMBOL[card] & 1:
            bad += 1
        else:
            gold += NUMBER[card]
    inside = max(popcount(wide(s.inside)), 1)
    left = (rounds_of(s) - 1 - wide(s.number)) / (ROUNDS - 1)
    best, richest = wide(0), wide(0)
    for k in range(1, s.seats):
        other = seat_after(s, seat, k)
        best = max(best, wide(s.score[other]))
        richest = max(richest, wide(s.score[other]) + wide(s.carried[other]))
    lead = wide(s.score[seat]) - best
    full_lead = wide(s.score[seat]) + wide(s.carried[seat]) - richest
    out[0] = lead / 15
    out[1] = full_lead / 15
    out[2] = min(max(lead / 4, -1.0), 1.0)
    out[3] = min(max(full_lead / 4, -1.0), 1.0)
    out[4] = bad / cards
    out[5] = gold / cards / inside
    out[6] = gold / cards / inside - bad / cards * wide(s.carried[seat])
    out[7] = wide(s.left) / 4
    out[8] = left
    out[9] = lead / 8 * (1.0 - left)
    out[10] = popcount(tense) / 3
    for k in range(s.seats):
        other, place = seat_after(s, seat, k), OF_ALL + OF_A_SEAT * k
        is_inside = wide(s.inside) >> other & 1 > 0
        out[place] = wide(s.score[other]) / 20
        out[place + 1] = wide(s.carried[other]) / 10
        out[place + 2] = 1.0 if is_inside else 0.0
        out[place + 3] = wide(s.carried[other]) / 10 * bad / cards
        out[place + 4] = bad / cards if is_inside else 0.0
