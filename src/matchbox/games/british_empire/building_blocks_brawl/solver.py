"""Building Blocks Brawl solved: an equilibrium and its value in every position that can arise.

Between two rounds everything is public, so each round is a matrix game. Backward induction solves the rounds
from the last to the first and averages over the next tile. The value of a position depends on

- the tiles turned up so far, by number, and the total of the tiles on the field (the pot),
- both claimed totals and both purses,
- the last claimer, but only while the products are equal: any later claim changes it.

A purse has the same number as the bid that spends all of it, so subtracting a bid from a purse is plain
subtraction. Bids of equal value differ only once they are paid. The solver keeps the one that leaves the best
purse, so the payoff matrices are at most 16 by 16 and the solution stays exact.
"""

from __future__ import annotations

import functools
import os
import threading
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from matchbox.engine import NOBODY, BadOption, BadState, Game, Ints, States, entry_point, rule, wide

from ..components import NUMBERS, TILES_OF
from ..matrix_game import Floats, equilibrium, gap
from . import game
from .rules import DISCARD, HOLD, State, worth

TIE_TILE: tuple[str, ...] = State.fields["tie_tile"].values
ROUNDS = 6
PURSES = HOLD.size
BIDS = 16  # values 0..15
SUMS = 13  # claimed totals 0..12: at most 1 + 1 + 2 + 2 + 3 + 3
DRAWN = 27  # values of `drawn`, which encodes the tiles turned up: at most two of each number
STEP = np.array([0, 1, 3, 9])  # added to `drawn` by one more tile of a number
ROUNDING = 1e-12  # smaller differences are rounding errors
EMPTY, FIRST, SECOND = wide(0), wide(0), wide(1)  # an empty pot; the last claimer, seen from the first seat


NUMBER_OF = {tuple(map(int, chips.values())): bid for bid, _, chips in game.actions.everything({})}
"""Number of a bid or purse, by its blue, red and green chips."""


def _bids() -> tuple[Ints, Ints, Ints]:
    """Value of every bid, the bids that each purse allows in ascending order, and their number."""
    plain: Any = getattr(worth, "py_func", worth)  # avoids compiling at import
    chip_sets = list(NUMBER_OF)
    values = np.array([plain(chips) for chips in chip_sets])
    allowed, counts = np.zeros((PURSES, PURSES), np.int64), np.zeros(PURSES, np.int64)
    for purse, owned in enumerate(chip_sets):
        found = [bid for bid, held in enumerate(chip_sets) if all(h <= o for h, o in zip(held, owned, strict=True))]
        counts[purse] = len(found)
        allowed[purse, : len(found)] = found
    return values, allowed, counts


WORTH, ALLOWED, ALLOWED_COUNT = _bids()
FULL = PURSES - 1


# --- the index of positions ---


class PositionGroup(NamedTuple):
    """Positions that differ only in the purses and the last claimer."""

    drawn: int  # tiles turned up, encoded with STEP
    pot: int  # total of the tiles on the field
    first: int  # total claimed by the first seat
    second: int


def purse_count(claimed: int) -> int:
    """Number of possible purses of a seat; without a claim it still owns all its chips."""
    return PURSES if claimed else 1


@dataclass(frozen=True)
class PositionIndex:
    layers: tuple[tuple[PositionGroup, ...], ...]  # by number of tiles turned up
    base: Ints  # first offset of a group, by its four fields; -1 if it cannot arise
    count: int


def _discards(tie_tile: str) -> bool:
    if tie_tile not in TIE_TILE:
        raise BadOption(f"option tie_tile={tie_tile}: choose one of {', '.join(TIE_TILE)}")
    return tie_tile == TIE_TILE[DISCARD]


@functools.cache
def position_index(discard: bool) -> PositionIndex:
    """Index all groups that can arise, found by playing forward."""
    layers: list[tuple[PositionGroup, ...]] = [()]
    between = {PositionGroup(0, 0, 0, 0)}
    for _ in range(ROUNDS):
        turned = {
            PositionGroup(b.drawn + int(STEP[number]), b.pot + number, b.first, b.second)
            for b in between
            for number in range(1, NUMBERS)
            if b.drawn // STEP[number] % 3 < 2
        }
        layers.append(tuple(sorted(turned)))
        between = {b._replace(pot=0, first=b.first + b.pot) for b in turned}
        between |= {b._replace(pot=0, second=b.second + b.pot) for b in turned}
        between |= {b._replace(pot=0) if discard else b for b in turned}
    base = np.full((DRAWN, SUMS, SUMS, SUMS), -1, np.int64)
    count = 0
    for group in (group for layer in layers for group in layer):
        base[group] = count
        count += purse_count(group.first) * purse_count(group.second) * 2
    return PositionIndex(tuple(layers), base, count)


@rule
def offset_of(base: Ints, drawn: int, pot: int, first: int, second: int, purse: int, other: int, last: int) -> int:
    """Offset of a position in the table of values."""
    offset = purse if first > 0 else 0
    if second > 0:
        offset = offset * PURSES + other
    return wide(base[drawn, pot, first, second]) + offset * 2 + last


# --- one position, seen from its first seat ---


@rule
def result(first: int, second: int, purse: int, other: int, last: int) -> float:
    """Payoff of the first seat at the end: 1 for a win, -1 for a loss, 0 for a draw."""
    lead = first * WORTH[purse] - second * WORTH[other]
    if lead != 0:
        return 1.0 if lead > 0 else -1.0
    if first + second == 0:
        return 0.0
    return 1.0 if last == FIRST else -1.0


@rule
def expected_value(
    values: Floats, base: Ints, drawn: int, pot: int, first: int, second: int, purse: int, other: int, last: int
) -> float:
    """Expected value for the first seat after a round, before the next tile is turned up."""
    total, tiles = 0.0, wide(0)
    for number in range(1, NUMBERS):
        seen = drawn // STEP[number] % 3
        left = wide(TILES_OF[number]) - seen
        tiles += left
        if number == 2 and left == 1:
            total += result(first, second, purse, other, last)  # the third 2
        elif left > 0:
            offset = offset_of(base, drawn + STEP[number], pot + number, first, second, purse, other, last)
            total += left * values[offset]
    return total / tiles


@rule
def best_bids(
    values: Floats, base: Ints, drawn: int, pot: int, first: int, second: int, purse: int, other: int, seat: int,
    bids: Ints, wins: Floats,
) -> int:  # fmt: skip
    """Write a seat's best bid of each value to `bids` and the payoff of winning with it to `wins`; return how many.

    Bids are in ascending value, and payoffs are those of the first seat. Among equally good bids, the one
    with the fewest small chips is kept.
    """
    owned = purse if seat == 0 else other
    sign = 1.0 if seat == 0 else -1.0
    best, found = np.empty(BIDS), np.empty(BIDS, np.int64)
    for value in range(BIDS):
        found[value] = -1
    for k in range(ALLOWED_COUNT[owned]):
        bid = ALLOWED[owned, k]
        value = WORTH[bid]
        if seat == 0:
            then = expected_value(values, base, drawn, EMPTY, first + pot, second, purse - bid, other, FIRST)
        else:
            then = expected_value(values, base, drawn, EMPTY, first, second + pot, purse, other - bid, SECOND)
        if found[value] < 0 or sign * then > sign * best[value] + ROUNDING:
            found[value], best[value] = bid, then
    n = wide(0)
    for value in range(BIDS):
        if found[value] >= 0:
            bids[n], wins[n] = found[value], best[value]
            n += 1
    return n


@entry_point
def solve_round(
    values: Floats, base: Ints, discard: bool, drawn: int, pot: int, first: int, second: int, purse: int, other: int,
    last: int, bids: Ints, wins: Floats, strategies: Floats, counts: Ints, tied: Floats, largest_gap: Floats,
) -> float:  # fmt: skip
    """Solve one round and return its value for the first seat.

    Row s of `bids`, `wins` and `strategies` holds the bids of seat s, the payoffs of winning with them and
    their probabilities. A bid of 0 never wins, so its entry in `wins` is never read.
    """
    for seat in range(2):
        counts[seat] = best_bids(values, base, drawn, pot, first, second, purse, other, seat, bids[seat], wins[seat])
    tied[0] = expected_value(values, base, drawn, EMPTY if discard else pot, first, second, purse, other, last)
    rows, columns = counts[0], counts[1]
    payoffs, tableau = np.empty((BIDS, BIDS)), np.empty((BIDS + 1, BIDS + 1))
    labels = np.empty(2 * BIDS, np.int64)
    for i in range(rows):
        for j in range(columns):
            lead = WORTH[bids[0, i]] - WORTH[bids[1, j]]
            payoffs[i, j] = tied[0] if lead == 0 else wins[0, i] if lead > 0 else wins[1, j]
    value = equilibrium(payoffs, rows, columns, strategies[0], strategies[1], tableau, labels)
    largest_gap[0] = max(largest_gap[0], gap(payoffs, rows, columns, strategies[0], strategies[1]))
    return value


# --- all positions ---


@entry_point
def solve_group(values: Floats, base: Ints, discard: bool, drawn: int, pot: int, first: int, second: int) -> float:
    """Solve all positions of a group and its mirror image with the seats swapped; return the largest gap."""
    bids, counts = np.empty((2, BIDS), np.int64), np.empty(2, np.int64)
    wins, strategies = np.empty((2, BIDS)), np.empty((2, BIDS))
    tied, largest_gap = np.empty(1), np.zeros(1)
    for purse in range(0 if first > 0 else FULL, PURSES):
        for other in range(0 if second > 0 else FULL, PURSES):
            if first == second and purse < other:
                continue
            level = first * WORTH[purse] == second * WORTH[other]
            value = 0.0
            for last in range(2):
                if last == 0 or (level and first > 0):
                    value = solve_round(
                        values, base, discard, drawn, pot, first, second, purse, other, last,
                        bids, wins, strategies, counts, tied, largest_gap,
                    )  # fmt: skip
                values[offset_of(base, drawn, pot, second, first, other, purse, 1 - last)] = -value
                values[offset_of(base, drawn, pot, first, second, purse, other, last)] = value
    return float(largest_gap[0])


@entry_point
def best_response_group(
    guaranteed: Floats, values: Floats, base: Ints, discard: bool, drawn: int, pot: int, first: int, second: int
) -> float:
    """Write the payoff of the first seat's strategy against a best response, for all positions of a group.

    Return the largest loss compared with the value. The second seat may make every legal bid, not only
    those the solver keeps.
    """
    bids, counts = np.empty((2, BIDS), np.int64), np.empty(2, np.int64)
    wins, strategies, after = np.empty((2, BIDS)), np.empty((2, BIDS)), np.empty(BIDS)
    tied, largest_gap = np.empty(1), np.zeros(1)
    loss = -np.inf
    for purse in range(0 if first > 0 else FULL, PURSES):
        for other in range(0 if second > 0 else FULL, PURSES):
            for last in range(2):
                value = solve_round(
                    values, base, discard, drawn, pot, first, second, purse, other, last,
                    bids, wins, strategies, counts, tied, largest_gap,
                )  # fmt: skip
                for i in range(counts[0]):
                    left = purse - bids[0, i]
                    after[i] = expected_value(guaranteed, base, drawn, EMPTY, first + pot, second, left, other, FIRST)
                draw = expected_value(
                    guaranteed, base, drawn, EMPTY if discard else pot, first, second, purse, other, last
                )
                least = np.inf
                for k in range(ALLOWED_COUNT[other]):
                    bid = ALLOWED[other, k]
                    left = other - bid
                    beaten = expected_value(guaranteed, base, drawn, EMPTY, first, second + pot, purse, left, SECOND)
                    earned = 0.0
                    for i in range(counts[0]):
                        lead = WORTH[bids[0, i]] - WORTH[bid]
                        earned += strategies[0, i] * (draw if lead == 0 else after[i] if lead > 0 else beaten)
                    least = min(least, earned)
                guaranteed[offset_of(base, drawn, pot, first, second, purse, other, last)] = least
                loss = max(loss, value - least)
    return loss


@dataclass(frozen=True)
class Solution:
    """The value of every position for its first seat, for one value of the option."""

    tie_tile: str
    values: Floats
    gap: float  # largest difference between the guarantees of both strategies in a round

    @property
    def discard(self) -> bool:
        return _discards(self.tie_tile)

    @property
    def index(self) -> PositionIndex:
        return position_index(self.discard)


def build(tie_tile: str, tiles: int = 1) -> Solution:
    """Solve the game from its last round back to the round with this many tiles turned up."""
    discard = _discards(tie_tile)
    index = position_index(discard)
    values = np.full(index.count, np.nan)
    largest = 0.0
    for layer in index.layers[: tiles - 1 : -1]:
        for group in layer:
            if group.first >= group.second:
                largest = max(largest, solve_group(values, index.base, discard, *group))
    return Solution(tie_tile, values, largest)


def exploitability(tie_tile: str, tiles: int = 0) -> float:
    """Expected gain of a best response against the strategy; a win counts +1, a loss -1.

    From the start (`tiles` 0), or the maximum over all positions with at least this many tiles turned up.
    The best response is computed independently of the solution: in every position it tries all legal bids
    against the mixed strategy and continues with its own best play.
    """
    losses = _losses(tie_tile)
    return max(losses[tiles:]) if tiles else losses[0]


@functools.cache
def _losses(tie_tile: str) -> tuple[float, ...]:
    """The largest loss by number of tiles turned up; entry 0 is the loss over the whole game."""
    solution = solution_of(tie_tile)
    index = solution.index
    guaranteed = np.full(index.count, np.nan)

    def loss(group: PositionGroup) -> float:
        return best_response_group(guaranteed, solution.values, index.base, solution.discard, *group)

    losses: list[float] = []
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for layer in index.layers[:0:-1]:
            losses.append(float(max(pool.map(loss, layer))))
    start = expected_value(guaranteed, index.base, 0, 0, 0, 0, FULL, FULL, 0)  # by symmetry the game is worth 0
    return (0.0 - float(start), *reversed(losses))


_solving = threading.Lock()


def solution_of(tie_tile: str) -> Solution:
    """The solved game, cached: the first call takes about a second once the code is compiled."""
    with _solving:
        return _solution_of(tie_tile)


@functools.cache
def _solution_of(tie_tile: str) -> Solution:
    return build(tie_tile)


def warm() -> None:
    """Compile what the bot calls, by solving the last rounds."""
    tie_tile = TIE_TILE[0]
    build(tie_tile, len(position_index(_discards(tie_tile)).layers) - 1)


# --- the bot ---


@dataclass(frozen=True)
class PositionKey:
    """The public position, seen from one seat."""

    tie_tile: str
    group: PositionGroup
    purse: int
    other: int
    last: int


@dataclass(frozen=True)
class SolvedRound:
    """A solved round, seen from one seat."""

    value: float
    mine: dict[int, float]  # probabilities of the seat's bids
    theirs: dict[int, float]  # probabilities of the opponent's bids
    beaten: dict[int, float]  # value if the opponent wins with this bid
    tied: float  # value after equal bids


class Solver:
    """Plays an equilibrium strategy, which no opponent can exploit.

    It reads public fields only and ignores whether a seat has already chosen.
    """

    def __init__(self, seed: int | np.random.Generator) -> None:
        self._choose = np.random.default_rng(seed)

    def solvable(self, view: States) -> bool:
        """True: every position is solved."""
        return True

    def choose(self, game: Game, view: States, seat: int) -> int:
        """Sample a bid from the policy."""
        policy = self.policy(game, view, seat)
        return int(self._choose.choice(list(policy), p=list(policy.values())))

    def value(self, game: Game, view: States, seat: int) -> float:
        """Expected payoff of the seat if both play optimally: 1 for a win, -1 for a loss."""
        if view["over"][0]:
            mine, theirs = (int(view["rank"][0, s]) for s in (seat, 1 - seat))
            return float((mine < theirs) - (mine > theirs))
        position = _position(game, view, seat)
        solution = solution_of(position.tie_tile)
        offset = offset_of(solution.index.base, *position.group, position.purse, position.other, position.last)
        return float(solution.values[offset]) + 0.0

    def policy(self, game: Game, view: States, seat: int) -> dict[int, float]:
        """Probability of each bid, without the bids of probability 0."""
        return dict(_solved(_position(game, view, seat)).mine)

    def values(self, game: Game, view: States, seat: int) -> dict[int, float]:
        """Expected payoff of each legal bid against the opponent's optimal strategy."""
        position = _position(game, view, seat)
        solved = _solved(position)
        solution, group = solution_of(position.tie_tile), position.group
        found: dict[int, float] = {}
        for bid in ALLOWED[position.purse, : ALLOWED_COUNT[position.purse]].tolist():
            claimed = group.first + group.pot
            wins = expected_value(
                solution.values, solution.index.base, group.drawn, 0, claimed, group.second,
                position.purse - bid, position.other, FIRST,
            )  # fmt: skip
            found[bid] = 0.0
            for reply, probability in solved.theirs.items():
                lead = WORTH[bid] - WORTH[reply]
                found[bid] += probability * (solved.tied if lead == 0 else wins if lead > 0 else solved.beaten[reply])
        return found


def _position(of: Game, view: States, seat: int) -> PositionKey:
    if of.id != game.id:
        raise BadState(f"this solver plays {game.about.name}, not {of.about.name}")
    if view["over"][0]:
        raise BadState("the game is over: there is nothing to bid")
    s = view[0]
    drawn = sum(int(STEP[n]) * (int(TILES_OF[n]) - int(s["in_deck"][n])) for n in range(1, NUMBERS))
    pot, first, second = (_sum(tiles) for tiles in (s["field"], s["claimed"][seat], s["claimed"][1 - seat]))
    purse, other = (NUMBER_OF[tuple(int(n) for n in s["chips"][who])] for who in (seat, 1 - seat))
    tie_tile = TIE_TILE[int(s["tie_tile"])]
    index = position_index(_discards(tie_tile))
    in_range = all(0 <= n < size for n, size in zip((drawn, pot, first, second), index.base.shape, strict=True))
    spent = [claimed == 0 and owned != FULL for claimed, owned in ((first, purse), (second, other))]
    if not in_range or index.base[drawn, pot, first, second] < 0 or any(spent):
        raise BadState("this position cannot arise in play")
    last = int(s["last_claimer"])
    group = PositionGroup(drawn, pot, first, second)
    return PositionKey(tie_tile, group, purse, other, 0 if last in (NOBODY, seat) else 1)


def _sum(tiles: Iterable[int]) -> int:
    return sum(number * int(count) for number, count in enumerate(tiles))


@functools.lru_cache(maxsize=4096)
def _solved(position: PositionKey) -> SolvedRound:
    solution = solution_of(position.tie_tile)
    bids, counts = np.empty((2, BIDS), np.int64), np.empty(2, np.int64)
    wins, strategies = np.empty((2, BIDS)), np.empty((2, BIDS))
    tied, largest_gap = np.empty(1), np.zeros(1)
    value = solve_round(
        solution.values, solution.index.base, solution.discard, *position.group,
        position.purse, position.other, position.last, bids, wins, strategies, counts, tied, largest_gap,
    )  # fmt: skip
    mine, theirs = (
        {int(bids[seat, i]): float(strategies[seat, i]) for i in range(counts[seat]) if strategies[seat, i]}
        for seat in range(2)
    )
    beaten = {int(bids[1, j]): float(wins[1, j]) for j in range(counts[1])}
    return SolvedRound(float(value) + 0.0, mine, theirs, beaten, float(tied[0]))
