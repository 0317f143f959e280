"""Temple of Doom: compare plans of a round by playing them on, with small plans for the rounds that follow."""

from __future__ import annotations

from typing import Any

import numpy as np

from matchbox.engine import lowest, reseed, rule, wide

from ..components import TILES
from .beam import PLACE, UNRATED, plan_round
from .rules import end_round, ended, forecast, redeal, strike
from .state import MOST_IN_HAND, STRIKE, State
from .survey import distances, errands_of, lasting, pace_of, worth_of
from .temple import CUBES, FRONT

CANDIDATE = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("result", "i8"),  # the places of the cubes at the end of the round, or the tile to strike
                ("choices", "i8"),  # the set of choices that it can begin with
                ("rating", "f8"),
                ("total", "f8"),  # of the scores of its samples
                ("samples", "i8"),
                ("estimate", "f8"),
                ("is_in", "i8"),
            ],
            align=True,
        ),
    )
)
TRUST = 4.0  # a rating counts as much as this number of samples
STEP_OFF = 0.5  # the cost of a strike on a cube's tile


# --- playing on ---


@rule
def settle(s: State, places: int) -> None:
    """Play all cards, so that the cubes are in these places at the end of the round."""
    for cube in range(CUBES):
        s.at[cube] = places >> PLACE * cube & 63
    for seat in range(s.seats):
        for place in range(MOST_IN_HAND):
            if s.hand[seat, place]:
                s.played |= 1 << wide(s.hand[seat, place])
            s.hand[seat, place] = s.open_hand[seat, place] = 0
        s.filled[seat] = s.told[seat] = 0
    s.points = 0
    forecast(s)


@rule
def rate_strike(s: State, w: Any, t: Any, tile: int) -> float:
    """The worth of the cubes if this tile is struck: those on it have to step off, and the way gets longer."""
    distances(s, s.up & ~(wide(1) << tile), t.away)
    rounds = lasting(s, w)
    pace, errands = pace_of(s, rounds), errands_of(s, rounds)
    total = float(s.score[0])
    for cube in range(CUBES):
        place = wide(s.at[cube])
        if place < TILES or place == FRONT:
            total += worth_of(w, wide(t.away[place]), pace, errands)
            if place == tile:
                total -= STEP_OFF
    return total


@rule
def best_strike(s: State, w: Any, t: Any) -> int:
    rest, found, most = s.targets, lowest(s.targets), UNRATED
    while rest and s.targets & (s.targets - 1):
        tile = lowest(rest)
        rest &= rest - 1
        rating = rate_strike(s, w, t, tile)
        if rating > most:
            most, found = rating, tile
    return found


@rule
def best_of(pool: Any, count: int) -> int:
    best = wide(0)
    for i in range(count):
        if pool[i].rating > pool[best].rating:
            best = i
    return best


@rule
def play_on(s: State, w: Any, t: Any, rounds: int, width: int, pools: Any, index: Any) -> float:
    """Play on for some rounds; return the score, or what the last plan promises."""
    while not s.over:
        if s.phase == STRIKE:
            strike(s, best_strike(s, w, t))
            continue
        pool = pools[plan_round(s, w, t, width, pools, index)]
        found = best_of(pool, wide(t.plans))
        rounds -= 1
        if rounds == 0:
            return float(pool[found].rating)
        settle(s, wide(pool[found].places))
        if not ended(s):
            end_round(s)
    return float(s.score[0])


# --- candidates ---


@rule
def add_candidate(found: Any, count: int, result: int, choices: int, rating: float) -> int:
    one = found[count]
    one.result, one.choices, one.rating, one.estimate = result, choices, rating, rating
    one.total, one.samples, one.is_in = 0.0, 0, 1
    return count + 1


@rule
def choose_candidates(pool: Any, size: int, most: int, found: Any) -> int:
    """Take the best plans, and the best one of every choice that these leave out."""
    everything, covered, count = wide(0), wide(0), wide(0)
    for i in range(size):
        everything |= wide(pool[i].choices)
    while covered != everything or count < min(most, size):
        only = everything if count < most else everything & ~covered
        best = wide(-1)
        for i in range(size):
            if pool[i].choices & only and (best < 0 or pool[i].rating > pool[best].rating):
                best = i
        plan = pool[best]
        covered |= wide(plan.choices)
        count = add_candidate(found, count, wide(plan.places), wide(plan.choices), float(plan.rating))
        plan.rating = UNRATED
    return count


@rule
def candidates(s: State, w: Any, t: Any, width: int, most: int, found: Any, pools: Any, index: Any) -> int:
    """Find the candidates of a position: the best plans of the round, or the tiles to strike."""
    if s.phase != STRIKE:
        pool = pools[plan_round(s, w, t, width, pools, index)]
        return choose_candidates(pool, wide(t.plans), most, found)
    count, rest = wide(0), wide(s.targets)
    while rest:
        tile = lowest(rest)
        rest &= rest - 1
        count = add_candidate(found, count, tile, 1 << count, rate_strike(s, w, t, tile))
    return count


@rule
def begin_future(s: State, result: int, seat: int, key: Any, number: int) -> None:
    """Carry out a candidate. Chance after it is that of this number."""
    is_strike = s.phase == STRIKE
    if not is_strike:
        settle(s, result)
    reseed(s, key, number)
    redeal(s, seat)
    if is_strike:
        strike(s, result)
    elif not ended(s):
        end_round(s)


@rule
def compare(
    states: Any, w: Any, t: Any, seat: int, found: Any, count: int, samples: int, rounds: int, width: int,
    key: Any, first: int, pools: Any, index: Any,
) -> int:  # fmt: skip
    """Play the candidates of record 0 on and return the best one. The worse half drops out, again and again.

    All are played on in the same futures.
    """
    stages, left, drawn, offset = wide(1), count, wide(0), 0.0
    while 1 << stages < count:
        stages += 1
    while left > 1 and samples > 0:
        each = max(samples // (stages * left), 1)
        for i in range(count):
            one = found[i]
            for number in range(drawn, drawn + each * wide(one.is_in)):
                states[1] = states[0]
                begin_future(states[1], wide(one.result), seat, key, first + number)
                one.total += play_on(states[1], w, t, rounds, width, pools, index)
                one.samples += 1
            if drawn == 0:
                offset += (one.total / one.samples - one.rating) / count
        drawn += each
        for i in range(count):
            one = found[i]
            one.estimate = (TRUST * (one.rating + offset) + one.total) / (TRUST + one.samples)
        for _ in range(left // 2):
            found[extreme(found, count, -1.0)].is_in = 0
        left -= left // 2
    return extreme(found, count, 1.0)


@rule
def extreme(found: Any, count: int, sign: float) -> int:
    """Of the candidates still in, the best (sign 1) or the worst (sign -1)."""
    best = wide(-1)
    for i in range(count):
        if found[i].is_in and (best < 0 or sign * found[i].estimate > sign * found[best].estimate):
            best = i
    return best
