"""Temple of Doom: plan a round. A beam search finds the best places for the cubes at its end.

Within a round only two things change: the places of the cubes, and the cards still to play. Both fit in a number each,
so different orders of the same steps meet in one plan. Plans advance point by point; all hands are known. A plan
remembers with which of the choices at its start it can begin.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from matchbox.engine import lowest, popcount, rule, wide

from ..components import NUMBER
from .state import CARD, CUBE, STEP, State
from .survey import ALL_CUBES, ANYWHERE, DEPTHS, MOST_CARDS, MOST_CHOICES, PART, UP_TO_PART, survey
from .temple import CUBES

PLACE = 6  # bits of a cube's place in a plan
UNRATED = -1e9
NOTHING = wide(-1)  # instead of a phase: the plan has begun

PLAN = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("places", "i8"),  # of the cubes
                ("left", "i8"),  # cards left, and above them the number + 1 of a card with a second point to use
                ("choices", "i8"),  # the set of choices that it can begin with
                ("rating", "f8"),
            ],
            align=True,
        ),
    )
)
SECOND = MOST_CARDS  # bits below the number of a card with a second point


@rule
def rate(t: Any, places: int, left: int, is_end: int) -> float:
    """The rating of a plan: cubes by their places, matched cards, cards nearly matched."""
    total, found, near = t.sure, wide(0), wide(0)
    rest = places
    for cube in range(CUBES):
        place = rest & 63
        rest >>= PLACE
        total += t.worth[place]
        found |= t.matches[cube >> 1, place]
        near |= t.near[cube >> 1, place]
    near &= ~found
    for part in range(DEPTHS):
        total += t.gain[part, found & UP_TO_PART] + t.hope[is_end, part, near & UP_TO_PART]
        found >>= PART
        near >>= PART
    return total + t.white * popcount(left & t.whites)


@rule
def moved(places: int, cube: int, to: int) -> int:
    """The places after a step. Of two cubes of a colour the one further on is always the second."""
    shift = PLACE * (cube & ~1)
    other = places >> PLACE * (cube ^ 1) & 63
    low, high = min(to, other), max(to, other)
    return places & ~(wide(0xFFF) << shift) | low << shift | high << shift + PLACE


@rule
def places_of(s: State) -> int:
    """The places of the cubes in one number."""
    places = wide(0)
    for cube in range(CUBES):
        places |= wide(s.at[cube]) << PLACE * cube
    return places


@rule
def room_for(width: int) -> int:
    """The size of a pool: plans wait here until the best are known."""
    return 8 * width + 64


@rule
def slots_for(room: int) -> int:
    """The size of the index of a pool."""
    slots = wide(2)
    while slots < 2 * room:
        slots *= 2
    return slots


@rule
def slot_of(pool: Any, index: Any, slots: int, places: int, left: int) -> int:
    """The slot of a plan in the index (a hash table), used or free."""
    mixed = places % 999999937 * 524287 + left * 86028121
    slot = (mixed ^ mixed >> 17) & (slots - 1)
    while index[slot] and (pool[index[slot] - 1].places != places or pool[index[slot] - 1].left != left):
        slot = (slot + 1) & (slots - 1)
    return slot


@rule
def push(t: Any, pool: Any, index: Any, places: int, left: int, choices: int, is_end: int) -> None:
    """Add a plan, or its choices to the same plan found before. A poor plan counts only as the best of a choice."""
    rating = rate(t, places, left, is_end)
    is_best, rest = False, choices
    while rest:
        choice = lowest(rest)
        rest &= rest - 1
        if rating > t.best[choice]:
            t.best[choice] = rating
            is_best = True
    if rating <= t.least and not is_best:
        return
    room = room_for(wide(t.width))
    slot = slot_of(pool, index, slots_for(room), places, left)
    if index[slot]:
        pool[index[slot] - 1].choices |= choices
        return
    plan = pool[t.plans]
    plan.places, plan.left, plan.choices, plan.rating = places, left, choices, rating
    t.plans += 1
    index[slot] = t.plans
    if t.plans == room:
        prune(t, pool)
        build_index(t, pool, index)


@rule
def build_index(t: Any, pool: Any, index: Any) -> None:
    slots = slots_for(room_for(wide(t.width)))
    for i in range(slots):
        index[i] = 0
    for i in range(t.plans):
        index[slot_of(pool, index, slots, wide(pool[i].places), wide(pool[i].left))] = i + 1


@rule
def prune(t: Any, pool: Any) -> None:
    """Keep the best plans, and the best one of each choice. Later plans must not be worse than those."""
    if t.plans <= t.width:
        return
    low, high, above = bounds(pool, wide(t.plans), wide(t.width))
    t.least = low
    kept, covered = wide(0), wide(0)
    for i in range(t.plans):
        rating = pool[i].rating
        keeps = rating > high
        if not keeps and rating >= low and above < t.width:
            keeps = True
            above += 1
        rest = wide(pool[i].choices) & ~covered
        while rest:
            choice = lowest(rest)
            rest &= rest - 1
            if rating >= t.best[choice]:
                covered |= 1 << choice
                keeps = True
        if keeps:
            pool[kept] = pool[i]
            kept += 1
    t.plans = kept


@rule
def bounds(pool: Any, size: int, n: int) -> tuple[float, float, int]:
    """Bounds of the n-th best rating, found by halving, and the number of ratings above the upper bound."""
    low, high = pool[0].rating, pool[0].rating
    for i in range(size):
        low, high = min(low, pool[i].rating), max(high, pool[i].rating)
    above = wide(0)
    for _ in range(14):
        middle, count = (low + high) / 2, wide(0)
        for i in range(size):
            count += pool[i].rating > middle
        if count > n:
            low = middle
        else:
            high, above = middle, count
    return low, high, above


@rule
def advance(t: Any, plan: Any, by: int, pool: Any, index: Any, is_end: int) -> None:
    """Push all plans that go on from a plan by one point. At the start, `by` is the phase: it says what is chosen."""
    places, left = wide(plan.places), wide(plan.left)
    hand = left & (1 << SECOND) - 1
    is_second = left != hand
    cards = wide(1) << (left >> SECOND) - 1 if is_second else hand & wide(t.turn[popcount(hand)])
    only, goal = (wide(t.only), wide(t.goal)) if by != NOTHING else (ALL_CUBES, ANYWHERE)
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        after = hand & ~(1 << card)
        if t.double >> card & 1 and not is_second:
            after |= card + 1 << SECOND
        is_stuck = True
        for cube in range(CUBES + 1):  # the last one: no cube moves
            place = places >> PLACE * cube & 63
            if cube == CUBES:
                goals = wide(is_stuck or (t.may_waste and by != STEP))
            else:
                goals = wide(t.reach[card, cube >> 1, place])
                is_stuck = is_stuck and goals == 0
                is_twin = cube & 1 and places >> PLACE * (cube - 1) & 63 == place
                goals = goals & goal if only >> cube & 1 and not is_twin else wide(0)
            while goals:
                to = lowest(goals)
                goals &= goals - 1
                choices = wide(plan.choices)
                if by == CARD:
                    choices = 1 << card
                elif by == CUBE:
                    choices = 1 << popcount(only & (1 << cube) - 1)
                elif by == STEP:
                    choices = 1 << popcount(goal & (1 << to) - 1)
                then = moved(places, cube, to) if cube < CUBES else places
                push(t, pool, index, then, after, choices, is_end)


@rule
def plan_round(s: State, w: Any, t: Any, width: int, pools: Any, index: Any) -> int:
    """Plan the rest of a round; the plans are left in the pool with the returned number, `t.plans` of them."""
    survey(s, w, t)
    t.width = width
    left, points = (1 << wide(t.cards)) - 1, wide(t.cards) + popcount(t.double)
    if s.phase != CARD and s.points < NUMBER[s.card]:  # a point of the card is used
        left += (wide(t.cards) << SECOND) - (1 << wide(t.cards) - 1)
        points -= 1
    old, new, count, by = wide(0), wide(1), wide(1), wide(s.phase)
    start = pools[old, 0]
    start.places, start.left, start.choices = places_of(s), left, 0
    while points > 0:
        points -= 1
        t.plans, t.least = 0, UNRATED
        for choice in range(MOST_CHOICES):
            t.best[choice] = UNRATED
        build_index(t, pools[new], index)
        for i in range(count):
            advance(t, pools[old, i], by, pools[new], index, 1 if points == 0 else 0)
        prune(t, pools[new])
        count, by = wide(t.plans), NOTHING
        old, new = new, old
    return old
