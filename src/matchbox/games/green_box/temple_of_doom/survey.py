"""Temple of Doom: the survey of a round, which bots make before they plan it.

It says where cards lead, what cubes match, and what all that is worth in points of the final score.
"""

from __future__ import annotations

from math import exp
from typing import Any

import numpy as np

from matchbox.engine import Ints, lowest, popcount, rule, seat_after, wide

from ..components import COLOUR, NUMBER, SYMBOL, TILES, WHITE
from .state import CARD, MOST_IN_HAND, SHOWN_RELICS, STEP, State
from .talk import reach
from .temple import ALL_TILES, CUBES, DECK, EXIT, FRONT, OUTSIDE, STARTING_ROW, WAYS, cards_a_round

MOST_CARDS = 12  # in all hands, with the card being played
MOST_CHOICES = 16
PLACES = 40
FAR = 12  # steps to the exit, where there is no way
DEPTHS = 3  # a set of 21 Relics and Temple cards in three parts of 7 bits
PART = 7
UP_TO_PART = (1 << PART) - 1
ALL_CUBES, ANYWHERE = wide(0xFF), wide(ALL_TILES | EXIT)

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
