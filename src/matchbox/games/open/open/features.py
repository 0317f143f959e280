"""Numbers about a position of OPEN for a learned evaluation: scores, hands, the trick and the guesses."""

from __future__ import annotations

from typing import Any

from matchbox.engine import rule, seat_after, wide

from ..components import BLACK, FOLLOWING, RANKS
from .rules import LIMIT
from .state import FACE_DOWN, FACE_UP, GUESS, State

MOST_SEATS = 4
OF_A_SEAT = 14
OF_ALL = 9
COUNT = OF_ALL + MOST_SEATS * OF_A_SEAT


@rule
def features(s: State, seat: int, out: Any) -> None:
    for i in range(COUNT):
        out[i] = 0.0
    for k in range(s.seats):
        of_seat(s, seat, seat_after(s, seat, k), out, OF_ALL + OF_A_SEAT * k)
    mine, theirs = OF_ALL, OF_ALL + OF_A_SEAT
    limit = LIMIT[s.advanced, s.seats]
    lead = wide(s.score[seat]) - wide(s.score[seat_after(s, seat)])
    out[0] = min(max(lead / limit, -2.0), 2.0)
    out[1] = 1.0 if s.phase != GUESS else 0.0
    out[2] = out[mine + 4] - out[theirs + 4]
    out[3] = wide(s.value) / 11
    out[4] = wide(s.reds)
    out[5] = wide(s.blacks) / 2
    out[6] = (1.0 if s.last == seat else -1.0) if s.value else 0.0
    out[7] = wide(s.gone) / 3
    out[8] = 1.0 if s.dealer == seat else -1.0


@rule
def of_seat(s: State, looking: int, seat: int, out: Any, place: int) -> None:
    opens, plays, high, low, pairs, triples, best = 0, 0, 0, 0, 0, 0, 0
    follows = 0
    for rank in range(RANKS):
        reds = wide(s.face[seat, rank]) + wide(s.concealed[seat, rank])
        blacks = wide(s.face[seat, BLACK + rank]) + wide(s.concealed[seat, BLACK + rank])
        opens += wide(s.face[seat, rank]) + wide(s.face[seat, BLACK + rank])
        if reds + blacks:
            plays += 1
            best = rank
            high += rank >= 7
            low += rank < 3
            pairs += reds + blacks == 2
            triples += reds + blacks == 3
            if reds >= s.reds and blacks >= s.blacks and FOLLOWING[s.value] >> rank & 1:
                follows += 1
    limit = LIMIT[s.advanced, s.seats]
    out[place] = min(wide(s.score[seat]) / limit, 3.0)
    out[place + 1] = min(max(limit - wide(s.score[seat]), 0), 4) / 4
    out[place + 2] = opens / FACE_UP
    out[place + 3] = wide(s.backs[seat]) / FACE_DOWN
    out[place + 4] = plays / 6
    out[place + 5] = high / 3
    out[place + 6] = low / 3
    out[place + 7] = pairs / 2
    out[place + 8] = triples
    out[place + 9] = best / RANKS
    out[place + 10] = min(follows, 3) / 3 if s.value else 0.0
    out[place + 11] = 1.0 if wide(s.passed) >> seat & 1 else 0.0
    out[place + 12] = 1.0 if s.place[seat] == 1 else 0.0
    if wide(s.guessed) >> seat & 1:
        named = wide(s.guess[seat]) - 1
        if named == seat:
            out[place + 13] = 1.0
        elif named == looking or seat == looking:
            out[place + 13] = -1.0
