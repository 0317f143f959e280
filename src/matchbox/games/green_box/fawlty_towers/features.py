"""Numbers about a position of Fawlty Towers for a learned evaluation: scores, sets, towers and cards within reach."""

from __future__ import annotations

from typing import Any

from matchbox.engine import popcount, rule, seat_after, wide

from ..card_sets import OF_SYMBOL
from ..components import BLACK, CARDS, COLOUR, COLOURED, NUMBER, SYMBOL
from .rules import BLOCK, BONUS, COLUMNS, LEVELS, TOWERS, WEIGHT_OF_BLACK, State
from .statics import HALF

MOST_SEATS = 8
OF_A_SEAT = 10
OF_ALL = 10 + 3 * TOWERS
COUNT = OF_ALL + MOST_SEATS * OF_A_SEAT


@rule
def features(s: State, seat: int, out: Any) -> None:
    for i in range(COUNT):
        out[i] = 0.0
    for k in range(s.seats):
        of_seat(s, seat_after(s, seat, k), out, OF_ALL + OF_A_SEAT * k)
    lead = wide(s.score[seat]) - wide(s.score[seat_after(s, seat)])
    few, second = LEVELS, LEVELS
    for column in range(COLUMNS):
        cards = wide(s.cards[column])
        if cards < few:
            few, second = cards, few
        elif cards < second:
            second = cards
    left = (wide(s.in_deck) + 2 * (few + second)) / 40
    out[0] = lead / 30
    out[1] = min(max(lead / 8, -1.0), 1.0)
    out[2] = lead / 15 * (1.0 - left)
    out[3] = wide(s.in_deck) / CARDS
    out[4] = few / LEVELS
    out[5] = second / LEVELS
    best, third = wide(0), wide(0)
    for tower in range(TOWERS):
        place = 10 + 3 * tower
        reach = best_in_reach(s, seat, tower)
        if reach > best:
            best, third = reach, best
        elif reach > third:
            third = reach
        out[place] = wide(s.tall[tower]) / 6
        out[place + 1] = margin(s.x[tower], wide(s.tall[tower]))
        out[place + 2] = margin(s.y[tower], wide(s.tall[tower]))
    out[6] = best / 6
    out[7] = third / 6
    total = 0
    for colour in range(COLOURED):
        total += wide(s.supply[colour])
    out[8] = total / 40
    out[9] = best_open(s, seat) / 6


@rule
def of_seat(s: State, seat: int, out: Any, place: int) -> None:
    out[place] = wide(s.score[seat]) / 40
    out[place + 1] = popcount(s.taken[seat]) / 15
    for symbol in range(6):
        cards = popcount(s.taken[seat] & OF_SYMBOL[symbol])
        out[place + 2 + symbol] = cards / 5
        out[place + 8] += (1.0 if cards == 2 or cards == 4 or cards == 7 else 0.0) / 3
        out[place + 9] += (1.0 if cards == 1 or cards == 3 or cards == 6 else 0.0) / 3


@rule
def gain(s: State, seat: int, card: int) -> int:
    """The points of a card for a seat."""
    cards = popcount(s.taken[seat] & OF_SYMBOL[SYMBOL[card]])
    return NUMBER[card] + BONUS[cards + 1] - BONUS[cards]


@rule
def best_open(s: State, seat: int) -> int:
    """The points of the best card that may be taken now."""
    best, left = wide(0), wide(s.open_cards)
    for place in range(COLUMNS * LEVELS):
        if left >> place & 1:
            best = max(best, gain(s, seat, wide(s.column[place // LEVELS, place % LEVELS])))
    return best


@rule
def best_in_reach(s: State, seat: int, tower: int) -> int:
    """The points of the best card that a tower lets the seat reach, with a cube of a fitting colour on it."""
    best = wide(0)
    for column in range(COLUMNS):
        need, weight, enough = wide(0), wide(0), True
        for level in range(s.cards[column]):
            card = wide(s.column[column, level])
            if not enough or weight >= s.tall[tower]:
                break
            colour = COLOUR[card]
            if colour >= COLOURED or s.supply[colour] > 0:
                best = max(best, gain(s, seat, card))
            if colour == BLACK:
                if s.black_passing == BLOCK:
                    break
                weight += WEIGHT_OF_BLACK
            else:
                weight += 1
                if colour < COLOURED:
                    need += 1 << 8 * colour
                    enough = wide(s.held[tower, colour]) >= (need >> 8 * colour & 255)
    return best


@rule
def margin(x: Any, height: int) -> float:
    """How far a tower is from tipping over along an axis: 1 for a straight one, 0 at the edge."""
    above, least = wide(0), 1.0 * HALF
    for contact in range(height - 1, 0, -1):
        lower, upper = wide(x[contact - 1]), wide(x[contact])
        above += upper
        middle = above / (height - contact)
        room = min(middle - max(lower, upper), min(lower, upper) - middle) + HALF
        least = min(least, room)
    return least / HALF
