"""The moves of 15 Pounds on a position as `evaluation` lists it, as the rules make them."""

from __future__ import annotations

from matchbox.engine import Ints, rule, wide

from ..components import BLUE, GREEN, RED, YELLOW
from ..matrix_game import Floats
from .evaluation import BAG, FIELD, NO_EXCHANGE, NOBODY, NUMBER, PURSE, TARGET, TILES, TO_ACT, makes, worth_at
from .rules import ALLOWED


@rule
def reveal(x: Ints, first: int, second: int, y: Ints) -> None:
    """Copy a position; both seats put a tile aside, and their targets are known."""
    y[:] = x
    y[TILES + first - 1] -= 1
    y[TILES + 3 + second - 1] -= 1
    y[NUMBER], y[NUMBER + 1] = first, second
    for seat in range(2):
        y[TARGET + seat] = worth_at(x, PURSE + 4 * seat) + y[NUMBER + seat]


@rule
def sign_of(seat: int) -> float:
    return 1.0 if seat == 0 else -1.0


@rule
def list_exchanges(x: Ints, seat: int, sets: Ints) -> int:
    """All sets that the seat may own after an exchange, without the one that it owns now (R22)."""
    at, total, n = PURSE + 4 * seat, x[TARGET + seat], wide(0)
    for blue in range(min(total, x[at + BLUE] + x[FIELD + BLUE]) + 1):
        for red in range(min((total - blue) // 2, x[at + RED] + x[FIELD + RED]) + 1):
            for green in range(x[at + GREEN] + x[FIELD + GREEN] + 1):
                left = total - blue - 2 * red - 3 * green
                if left == 0 or (left == 4 and x[at + YELLOW] + x[FIELD + YELLOW] > 0):
                    sets[n, BLUE], sets[n, RED], sets[n, GREEN], sets[n, YELLOW] = blue, red, green, left // 4
                    n += 1
    return n


@rule
def may_keep(x: Ints, seat: int) -> bool:
    """May the seat keep its chips, although they are not worth its target (R22)?"""
    return x[NO_EXCHANGE] == ALLOWED and worth_at(x, PURSE + 4 * seat) != x[TARGET + seat]


@rule
def exchange(x: Ints, seat: int, wanted: Ints) -> None:
    at = PURSE + 4 * seat
    for colour in range(4):
        x[FIELD + colour] += x[at + colour] - wanted[colour]
        x[at + colour] = wanted[colour]


@rule
def ways(n: int, k: int) -> int:
    """The number of ways to draw up to three of n chips."""
    if k == 0:
        return wide(1)
    if k == 1:
        return wide(n)
    return n * (n - 1) // 2 if k == 2 else n * (n - 1) * (n - 2) // 6


@rule
def list_draws(x: Ints, seat: int, draws: Ints, chances: Floats) -> int:
    """All chips that a grab may draw, with their chances; none if the bag is empty."""
    in_bag = x[BAG] + x[BAG + 1] + x[BAG + 2] + x[BAG + 3]
    drawn, n = min(x[NUMBER + seat], in_bag), wide(0)
    if drawn == 0:
        return n
    all_ways = ways(in_bag, drawn)
    for blue in range(min(drawn, x[BAG + BLUE]) + 1):
        for red in range(min(drawn - blue, x[BAG + RED]) + 1):
            for green in range(min(drawn - blue - red, x[BAG + GREEN]) + 1):
                yellow = drawn - blue - red - green
                if yellow <= x[BAG + YELLOW]:
                    draws[n, BLUE], draws[n, RED], draws[n, GREEN], draws[n, YELLOW] = blue, red, green, yellow
                    found = ways(x[BAG + BLUE], blue) * ways(x[BAG + RED], red) * ways(x[BAG + GREEN], green)
                    chances[n] = found / all_ways
                    n += 1
    return n


@rule
def grab(x: Ints, seat: int, draw: Ints) -> None:
    """Keep all chips if they share a colour, else one of the lowest."""
    total, kept = draw[0] + draw[1] + draw[2] + draw[3], False
    for colour in range(4):
        n = draw[colour]
        if n > 0:
            keep = 0 if kept else n if n == total else 1
            kept = True
            x[BAG + colour] -= n
            x[PURSE + 4 * seat + colour] += keep
            x[FIELD + colour] += n - keep


@rule
def close_round(x: Ints) -> None:
    """Leave the numbers of the round behind; hands without tiles take all of them back."""
    x[NUMBER] = x[NUMBER + 1] = x[TARGET] = x[TARGET + 1] = 0
    x[TO_ACT] = NOBODY
    if x[TILES] + x[TILES + 1] + x[TILES + 2] == 0:
        for k in range(6):
            x[TILES + k] = 1


@rule
def has_action(x: Ints, seat: int) -> bool:
    if x[BAG] + x[BAG + 1] + x[BAG + 2] + x[BAG + 3] > 0 or x[NO_EXCHANGE] == ALLOWED:
        return True
    at = PURSE + 4 * seat
    blue, red = x[at + BLUE] + x[FIELD + BLUE], x[at + RED] + x[FIELD + RED]
    green, yellow = x[at + GREEN] + x[FIELD + GREEN], x[at + YELLOW] + x[FIELD + YELLOW]
    return makes(blue, red, green, yellow, x[TARGET + seat])


@rule
def list_hands(x: Ints, seat: int, hands: Ints) -> int:
    """All hands of a seat, in the order of the action ids."""
    at, n = PURSE + 4 * seat, wide(0)
    for blue in range(x[at + BLUE] + 1):
        for red in range(x[at + RED] + 1):
            for green in range(x[at + GREEN] + 1):
                for yellow in range(x[at + YELLOW] + 1):
                    hands[n, BLUE], hands[n, RED], hands[n, GREEN], hands[n, YELLOW] = blue, red, green, yellow
                    n += 1
    return n


@rule
def steal(x: Ints, winner: int, colour: int) -> None:
    x[PURSE + 4 * winner + colour] += 1
    x[PURSE + 4 * (1 - winner) + colour] -= 1


@rule
def lay(x: Ints, winner: int, hand: Ints) -> None:
    for colour in range(4):
        x[PURSE + 4 * winner + colour] -= hand[colour]
        x[FIELD + colour] += hand[colour]
