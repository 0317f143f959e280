"""Temple of Doom: compare plans of a round by playing them on, with small plans for the rounds that follow."""

from __future__ import annotations

from typing import Any

from matchbox.engine import lowest, popcount, reseed, rule, wide

from ..components import TILES
from .beam import CHOICES, PLACE, PLACES_AT, SIZE, distances, lasting, pace_of, plan_round, worth_of
from .rules import end_round, ended, forecast, redeal, strike
from .state import MOST_IN_HAND, STRIKE, State
from .temple import CUBES, FRONT

# A candidate: the places of the cubes at the end of the round, or the tile to strike; the choices that it begins with.
RESULT, BEGINS = range(2)
COLUMNS = 5
RATING, TOTAL, SAMPLES, ESTIMATE, IS_IN = range(COLUMNS)  # of a candidate: its rating, and the results of playing on
TRUST = 4.0  # a rating counts as much as this number of samples
USED = -1e9  # instead of a rating
STEP_OFF = 0.5  # the cost of a strike on a cube's tile
TO_THE_END = wide(100)  # rounds


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
    pace = pace_of(s, rounds)
    total = float(s.score[0])
    for cube in range(CUBES):
        place = wide(s.at[cube])
        if place < TILES or place == FRONT:
            total += worth_of(w, wide(t.away[place]), rounds, pace)
            if place == tile:
                total -= STEP_OFF
    return total


@rule
def best_strike(s: State, w: Any, t: Any) -> int:
    rest, found, most = s.targets, lowest(s.targets), USED
    while rest and s.targets & (s.targets - 1):
        tile = lowest(rest)
        rest &= rest - 1
        rating = rate_strike(s, w, t, tile)
        if rating > most:
            most, found = rating, tile
    return found


@rule
def best_of(ratings: Any, count: int) -> int:
    best = wide(0)
    for i in range(count):
        if ratings[i] > ratings[best]:
            best = i
    return best


@rule
def play_on(
    s: State, w: Any, t: Any, rounds: int, width: int, pools: Any, ratings: Any, index: Any, info: Any, best: Any
) -> float:
    """Play on for some rounds; return the score, or what the last plan promises."""
    while not s.over:
        if s.phase == STRIKE:
            strike(s, best_strike(s, w, t))
            continue
        pool = pools[plan_round(s, w, t, width, pools, ratings, index, info, best)]
        found = best_of(ratings, wide(info[SIZE]))
        rounds -= 1
        if rounds == 0:
            return float(ratings[found])
        settle(s, wide(pool[found, PLACES_AT]))
        if not ended(s):
            end_round(s)
    return float(s.score[0])


# --- candidates ---


@rule
def add_candidate(plans: Any, sums: Any, count: int, result: int, begins: int, rating: float) -> int:
    plans[count, RESULT], plans[count, BEGINS] = result, begins
    sums[count, RATING], sums[count, TOTAL], sums[count, SAMPLES] = rating, 0.0, 0.0
    sums[count, ESTIMATE], sums[count, IS_IN] = rating, 1.0
    return count + 1


@rule
def choose_candidates(pool: Any, ratings: Any, size: int, most: int, plans: Any, sums: Any) -> int:
    """Take the best plans, and the best one of every choice that these leave out."""
    everything, covered, count = wide(0), wide(0), wide(0)
    for i in range(size):
        everything |= wide(pool[i, CHOICES])
    while covered != everything or count < min(most, size):
        only = everything if count < most else everything & ~covered
        found = wide(-1)
        for i in range(size):
            if pool[i, CHOICES] & only and (found < 0 or ratings[i] > ratings[found]):
                found = i
        covered |= wide(pool[found, CHOICES])
        count = add_candidate(
            plans, sums, count, wide(pool[found, PLACES_AT]), wide(pool[found, CHOICES]), float(ratings[found])
        )
        ratings[found] = USED
    return count


@rule
def candidates(
    s: State, w: Any, t: Any, width: int, most: int, plans: Any, sums: Any,
    pools: Any, ratings: Any, index: Any, info: Any, best: Any,
) -> int:  # fmt: skip
    """Find the candidates of a position: the best plans of the round, or the tiles to strike."""
    if s.phase != STRIKE:
        pool = pools[plan_round(s, w, t, width, pools, ratings, index, info, best)]
        return choose_candidates(pool, ratings, wide(info[SIZE]), most, plans, sums)
    count, rest = wide(0), wide(s.targets)
    while rest:
        tile = lowest(rest)
        rest &= rest - 1
        count = add_candidate(plans, sums, count, tile, 1 << count, rate_strike(s, w, t, tile))
    return count


@rule
def follow(s: State, result: int) -> None:
    """Carry out a candidate."""
    if s.phase == STRIKE:
        strike(s, result)
        return
    settle(s, result)
    if not ended(s):
        end_round(s)


@rule
def compare(
    states: Any, w: Any, t: Any, seat: int, count: int, samples: int, rounds: int, width: int, key: Any, first: int,
    plans: Any, sums: Any, pools: Any, ratings: Any, index: Any, info: Any, best: Any,
) -> int:  # fmt: skip
    """Play the candidates of record 0 on and return the best one. The worse half drops out, again and again."""
    stages = wide(1)
    while 1 << stages < count:
        stages += 1
    offset, drawn = 0.0, wide(0)
    left = count
    while left > 1 and samples > 0:
        each = max(samples // (stages * left), 1)
        for i in range(count):
            for sample in range(drawn, drawn + each if sums[i, IS_IN] > 0.0 else drawn):
                states[1] = states[0]
                s = states[1]
                if s.phase != STRIKE:
                    settle(s, wide(plans[i, RESULT]))
                reseed(s, key, first + sample)
                redeal(s, seat)
                if s.phase == STRIKE:
                    strike(s, wide(plans[i, RESULT]))
                elif not ended(s):
                    end_round(s)
                sums[i, TOTAL] += play_on(s, w, t, rounds, width, pools, ratings, index, info, best)
                sums[i, SAMPLES] += 1.0
        if drawn == 0:
            for i in range(count):
                offset += (sums[i, TOTAL] / sums[i, SAMPLES] - sums[i, RATING]) / count
        drawn += each
        for i in range(count):
            rating = sums[i, RATING] + offset
            sums[i, ESTIMATE] = (TRUST * rating + sums[i, TOTAL]) / (TRUST + sums[i, SAMPLES])
        for _ in range(left // 2):
            drop_worst(sums, count)
        left -= left // 2
    found = wide(-1)
    for i in range(count):
        if sums[i, IS_IN] > 0.0 and (found < 0 or sums[i, ESTIMATE] > sums[found, ESTIMATE]):
            found = i
    return found


@rule
def drop_worst(sums: Any, count: int) -> None:
    worst = wide(-1)
    for i in range(count):
        if sums[i, IS_IN] > 0.0 and (worst < 0 or sums[i, ESTIMATE] < sums[worst, ESTIMATE]):
            worst = i
    sums[worst, IS_IN] = 0.0
