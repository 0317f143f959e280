"""Temple of Doom: plan a round. A beam search finds the best places for the cubes at its end.

Within a round only two things change: the places of the cubes, and the cards still to play. Both fit in a number each,
so different orders of the same steps meet in one plan. Plans advance point by point; all hands are known. A plan
remembers with which of the choices at its start it can begin.

Ratings are in points of the final score: see `survey`.
"""

from __future__ import annotations

from math import exp
from typing import Any

import numpy as np

from matchbox.engine import Ints, lowest, popcount, rule, seat_after, wide

from ..components import COLOUR, NUMBER, SYMBOL, TILES, WHITE
from .state import CARD, CUBE, MOST_IN_HAND, SHOWN_RELICS, STEP, State
from .talk import reach
from .temple import ALL_TILES, CUBES, DECK, EXIT, FRONT, OUTSIDE, STARTING_ROW, WAYS, cards_a_round

MOST_CARDS = 12  # in all hands, with the card being played
MOST_CHOICES = 16
PLACES = 40
PLACE = 6  # bits of a cube's place in a plan
FAR = 12  # steps to the exit, where there is no way
DEPTHS = 3  # a set of 21 Relics and Temple cards in three parts of 7 bits
PART = 7
UP_TO_PART = (1 << PART) - 1
ALL_CUBES, ANYWHERE = wide(0xFF), wide(ALL_TILES | EXIT)
UNRATED = -1e9
NOTHING = wide(-1)  # instead of a phase: the plan has begun

SURVEY = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("reach", "i8", (MOST_CARDS, 4, PLACES)),  # where a point of a card leads a cube, by colour and place
                ("turn", "i8", (MOST_CARDS + 1,)),  # the cards of the seat that plays next, by number of cards left
                ("matches", "i8", (4, PLACES)),  # Relics and Temple cards that a cube matches, by colour and place
                ("near", "i8", (4, PLACES)),  # those that it can match with one more step
                ("worth", "f8", (PLACES,)),  # of a cube at the end of the round
                ("gain", "f8", (DEPTHS, UP_TO_PART + 1)),  # of matched cards
                ("hope", "f8", (2, DEPTHS, UP_TO_PART + 1)),  # of near ones: during the round, and at its end
                ("away", "i8", (PLACES,)),  # steps to the exit
                ("only", "i8"),  # at the start: the cubes that may move
                ("goal", "i8"),  # and where to
                ("double", "i8"),  # cards with two points
                ("whites", "i8"),
                ("white", "f8"),  # worth of a white card kept during the round
                ("cards", "i8"),  # number of cards, the one being played included
                ("sure", "f8"),  # points that are certain
                ("may_waste", "i8"),
                ("width", "i8"),  # number of plans to keep
                ("plans", "i8"),  # number of plans in the pool
                ("best", "f8", (MOST_CHOICES,)),  # rating of each choice
                ("least", "f8"),  # rating of a plan worth keeping
            ],
            align=True,
        ),
    )
)
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

# Weights of a rating. Found by evolution: 10,000s of games alone by the rulebook, with nine and with eight rows.
WEIGHTS = np.array(
    [
        0.353,  # strikes in a round for each Temple card,
        2.045,  # and besides
        0.885,  # part of a cube's steps that lead it on
        1.514,  # steps by which luck changes that
        0.047,  # cost of each step to the exit
        0.112,  # worth of a cube in the temple, for each round that the temple lasts
        0.106,  # worth of a cube Outside, above its point
        0.867,  # worth of a Relic collected
        0.355,  # of a Relic nearly matched during the round,
        0.093,  # and at its end
        0.356,  # part of a Temple card's cost that is saved if it is nearly matched during the round,
        0.111,  # and at its end
        0.071,  # cost of a Temple card that strikes,
        0.221,  # for a tile of the last row above that,
        0.054,  # and for each round that the temple lasts
        0.122,  # worth of a white card kept during the round
    ]
)
(
    STRIKES_A_CARD, STRIKES, PACE, SLACK, WAY, STAY_IN, OUT, RELIC, NEAR_RELIC, NEAR_RELIC_AT_END,
    NEAR_TEMPLE, NEAR_TEMPLE_AT_END, STRIKE_COST, STRIKE_ROW, STRIKE_EARLY, WHITE_CARD,
) = range(len(WEIGHTS))  # fmt: skip


# --- the survey of a round ---


@rule
def survey(s: State, w: Any, t: Any) -> None:
    """Fill the tables for a position in which cards are played: where cards lead, and what places are worth."""
    seat, n = lowest(wide(s.acting)), wide(0)
    t.double = t.whites = 0
    for i in range(s.seats):
        other = seat_after(s, seat, i) if i else seat
        for place in range(MOST_IN_HAND):
            if wide(s.filled[other]) >> place & 1:
                add_card(s, t, n, wide(s.hand[other, place]))
                n += 1
    plan_turns(s, t, seat, n)
    t.only, t.goal = ALL_CUBES, ANYWHERE
    if s.phase != CARD:
        add_card(s, t, n, wide(s.card))
        n += 1
        t.turn[n] = 1 << n - 1
        t.only = s.movable
    if s.phase == STEP:
        t.only = 1 << wide(s.mover)
        t.goal = reach(s, wide(s.card), wide(s.mover), wide(s.at[s.mover]))
    t.cards = n
    t.may_waste = s.may_waste
    rate_places(s, w, t)
    rate_cards(s, w, t)


@rule
def add_card(s: State, t: Any, i: int, card: int) -> None:
    for colour in range(4):
        for place in range(FRONT + 1):
            t.reach[i, colour, place] = reach(s, card, 2 * colour, wide(place))
        t.reach[i, colour, FRONT + 1] = 0
    if NUMBER[card] == 2:
        t.double |= 1 << i
    if COLOUR[card] == WHITE:
        t.whites |= 1 << i


@rule
def plan_turns(s: State, t: Any, seat: int, hands: int) -> None:
    """Find whose cards come next for every number of cards left; the cards of `seat` have the first numbers."""
    left = hands
    taken = wide(0)
    other = seat if s.phase == CARD else seat_after(s, seat)
    while left > 0:
        ahead = (other - seat) % wide(s.seats)
        first = wide(0)
        for i in range(ahead):
            first += popcount(s.filled[(seat + i) % wide(s.seats)])
        count = popcount(s.filled[other])
        if count > taken >> 4 * other & 15:
            t.turn[left] = ((1 << count) - 1) << first
            taken += 1 << 4 * other
            left -= 1
        other = seat_after(s, other)
    t.turn[0] = 0


@rule
def distances(s: State, up: int, away: Ints) -> None:
    """Steps to the exit from every place over these tiles."""
    for place in range(PLACES):
        away[place] = FAR
    away[OUTSIDE] = 0
    edge, steps, left = EXIT, wide(0), up
    while edge:
        steps += 1
        found = 0
        rest = left
        while rest:
            tile = lowest(rest)
            rest &= rest - 1
            if WAYS[s.layout, tile] & edge:
                found |= 1 << tile
                away[tile] = min(steps, FAR)
        left &= ~found
        edge = found
        if found & STARTING_ROW and away[FRONT] == FAR:
            away[FRONT] = min(steps + 1, FAR)


@rule
def lasting(s: State, w: Any) -> float:
    """A guess at the number of rounds that the temple will last after this one."""
    return popcount(s.up) / (w[STRIKES_A_CARD] * s.shown + w[STRIKES])


@rule
def worth_of(w: Any, away: int, pace: float, errands: float) -> float:
    """The worth of a cube in the temple: its chance to get out, and what it may do before."""
    chance = 1.0 / (1.0 + exp((away - w[PACE] * pace) / w[SLACK])) if away < FAR else 0.0
    return chance - w[WAY] * away + w[STAY_IN] * errands


@rule
def errands_of(s: State, rounds: float) -> float:
    """The number of rounds in which a cube may help to collect Relics: two in a round, while there are any."""
    return min(rounds, 6.0, (DECK - popcount(s.collected)) / 2.0)


@rule
def pace_of(s: State, rounds: float) -> float:
    """The number of steps that each cube in play can hope for."""
    cubes = 0
    for cube in range(CUBES):
        cubes += s.at[cube] < TILES or s.at[cube] == FRONT
    return rounds * cards_a_round(s.seats) * 4.0 / (3.0 * max(cubes, 1))


@rule
def rate_places(s: State, w: Any, t: Any) -> None:
    distances(s, s.up, t.away)
    rounds = lasting(s, w)
    pace, errands = pace_of(s, rounds), errands_of(s, rounds)
    for place in range(PLACES):
        t.worth[place] = 0.0
        if place == FRONT or (place < TILES and s.up >> place & 1):
            t.worth[place] = worth_of(w, wide(t.away[place]), pace, errands)
    t.worth[OUTSIDE] = 1.0 + w[OUT]
    t.sure = float(popcount(s.collected) - DECK)
    t.white = w[WHITE_CARD]


@rule
def rate_cards(s: State, w: Any, t: Any) -> None:
    """The cards that cubes match, and what that is worth: Relics first, then Temple cards."""
    for colour in range(4):
        for place in range(PLACES):
            t.matches[colour, place] = t.near[colour, place] = 0
    for part in range(DEPTHS):
        t.gain[part, 0] = t.hope[0, part, 0] = t.hope[1, part, 0] = 0.0
    rounds = lasting(s, w)
    for i in range(DEPTHS * PART):
        card = wide(0)
        if i < SHOWN_RELICS:
            card = wide(s.relics[i])
        elif i - SHOWN_RELICS < s.shown:
            card = wide(s.temple[i - SHOWN_RELICS])
        goals = s.up & s.tiles[SYMBOL[card]]
        gain, hope, hope_at_end = 0.0, 0.0, 0.0
        if i < SHOWN_RELICS and card:
            gain, hope, hope_at_end = w[RELIC], w[NEAR_RELIC], w[NEAR_RELIC_AT_END]
        elif i >= SHOWN_RELICS and i - SHOWN_RELICS < s.shown:
            row = lowest(goals) / TILES if goals else 1.0
            gain = w[STRIKE_COST] + w[STRIKE_ROW] * row + w[STRIKE_EARLY] * rounds
            hope, hope_at_end = w[NEAR_TEMPLE] * gain, w[NEAR_TEMPLE_AT_END] * gain
        else:
            goals = 0
        for colour in range(4):
            if COLOUR[card] == colour or COLOUR[card] == WHITE:
                mark_goals(s, t, colour, goals, wide(1) << i)
        half, bit = i // PART, 1 << i % PART
        for low in range(bit):
            t.gain[half, low | bit] = t.gain[half, low] + gain
            t.hope[0, half, low | bit] = t.hope[0, half, low] + hope
            t.hope[1, half, low | bit] = t.hope[1, half, low] + hope_at_end


@rule
def mark_goals(s: State, t: Any, colour: int, goals: int, bit: int) -> None:
    """Note that a cube of this colour matches a card on any of these tiles."""
    for place in range(FRONT + 1):
        if place < TILES and goals >> place & 1:
            t.matches[colour, place] |= bit
        if WAYS[s.layout, place] & goals:
            t.near[colour, place] |= bit


# --- plans ---


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
