"""Building Blocks Brawl solved: optimal play and its value in every position that can arise.

Between two rounds everything is public, so the game is a chain of matrix games, solved from the last
round back to the first; the next tile is averaged over. What a position is worth depends on

- the tiles turned up so far, by number, and the sum that lies on the field (the pot),
- the two sums claimed and the two purses,
- who claimed last, and this only while the products are equal: any later claim decides it anew.

A purse has the number of the bid that would spend all of it, so that a bid taken from a purse is a plain
difference. Bids of equal value do the same until they are paid; of these only the one that leaves the best
purse is needed, which keeps the matrices within 16 by 16 and everything exact.
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

from matchbox.boxes.british_empire.building_blocks_brawl import DISCARD, HOLD, State, game, worth
from matchbox.boxes.british_empire.components import NUMBERS, TILES_OF
from matchbox.engine import NOBODY, BadOption, BadState, Game, Ints, States, rule, wide

from .matrix_game import Floats, equilibrium, gap

TIE_TILE: tuple[str, ...] = State.fields["tie_tile"].values
ROUNDS = 6
PURSES = HOLD.size
BIDS = 16  # values 0..15
SUMS = 13  # no seat claims more than 1 + 1 + 2 + 2 + 3 + 3
DRAWS = 27  # tiles turned up while the game runs: up to two of each number
STEP = np.array([0, 1, 3, 9])  # how one more tile of a number changes the number of a draw
NOTHING = 1e-12  # differences that are only rounding
EMPTY, FIRST, SECOND = wide(0), wide(0), wide(1)  # a cleared field; who claimed last, as the first seat counts


NUMBER_OF = {tuple(map(int, chips.values())): bid for bid, _, chips in game.actions.everything({})}
"""A bid or purse by its blue, red and green chips."""


def _bids() -> tuple[Ints, Ints, Ints]:
    """Value of every bid, the bids a purse allows in ascending order, and how many."""
    plain: Any = getattr(worth, "py_func", worth)  # nothing is compiled at import
    parts = list(NUMBER_OF)
    values = np.array([plain(part) for part in parts])
    allowed, counts = np.zeros((PURSES, PURSES), np.int64), np.zeros(PURSES, np.int64)
    for purse, owned in enumerate(parts):
        found = [bid for bid, held in enumerate(parts) if all(h <= o for h, o in zip(held, owned, strict=True))]
        counts[purse] = len(found)
        allowed[purse, : len(found)] = found
    return values, allowed, counts


WORTH, ALLOWED, ALLOWED_COUNT = _bids()
FULL = PURSES - 1


# --- where the value of a position is kept ---


class Block(NamedTuple):
    """Positions that differ only in the purses and in who claimed last."""

    drawn: int
    pot: int
    first: int
    second: int


def purses(claimed: int) -> int:
    """How many purses a seat can have: without a claim it still owns everything."""
    return PURSES if claimed else 1


@dataclass(frozen=True)
class Layout:
    layers: tuple[tuple[Block, ...], ...]  # by number of tiles turned up
    base: Ints  # where a block begins, by its four numbers; -1 for those that never arise
    count: int


def _discards(tie_tile: str) -> bool:
    if tie_tile not in TIE_TILE:
        raise BadOption(f"option tie_tile={tie_tile}: choose one of {', '.join(TIE_TILE)}")
    return tie_tile == TIE_TILE[DISCARD]


@functools.cache
def layout(discard: bool) -> Layout:
    """All blocks that can arise, found by playing forward."""
    layers: list[tuple[Block, ...]] = [()]
    between = {Block(0, 0, 0, 0)}
    for _ in range(ROUNDS):
        turned = {
            Block(b.drawn + int(STEP[number]), b.pot + number, b.first, b.second)
            for b in between
            for number in range(1, NUMBERS)
            if b.drawn // STEP[number] % 3 < 2
        }
        layers.append(tuple(sorted(turned)))
        between = {b._replace(pot=0, first=b.first + b.pot) for b in turned}
        between |= {b._replace(pot=0, second=b.second + b.pot) for b in turned}
        between |= {b._replace(pot=0) if discard else b for b in turned}
    base = np.full((DRAWS, SUMS, SUMS, SUMS), -1, np.int64)
    count = 0
    for block in (block for layer in layers for block in layer):
        base[block] = count
        count += purses(block.first) * purses(block.second) * 2
    return Layout(tuple(layers), base, count)


@rule
def place(base: Ints, drawn: int, pot: int, first: int, second: int, purse: int, other: int, last: int) -> int:
    at = purse if first > 0 else 0
    if second > 0:
        at = at * PURSES + other
    return wide(base[drawn, pot, first, second]) + at * 2 + last


# --- one position, seen by its first seat ---


@rule
def result(first: int, second: int, purse: int, other: int, last: int) -> float:
    """The end as the first seat sees it: 1 won, -1 lost, 0 drawn."""
    lead = first * WORTH[purse] - second * WORTH[other]
    if lead != 0:
        return 1.0 if lead > 0 else -1.0
    if first + second == 0:
        return 0.0
    return 1.0 if last == FIRST else -1.0


@rule
def outlook(
    values: Floats, base: Ints, drawn: int, pot: int, first: int, second: int, purse: int, other: int, last: int
) -> float:
    """What the first seat can expect after a round, before the next tile is turned up."""
    total, tiles = 0.0, wide(0)
    for number in range(1, NUMBERS):
        seen = drawn // STEP[number] % 3
        left = wide(TILES_OF[number]) - seen
        tiles += left
        if number == 2 and left == 1:
            total += result(first, second, purse, other, last)  # the third 2
        elif left > 0:
            at = place(base, drawn + STEP[number], pot + number, first, second, purse, other, last)
            total += left * values[at]
    return total / tiles


@rule
def best_bids(
    values: Floats, base: Ints, drawn: int, pot: int, first: int, second: int, purse: int, other: int, seat: int,
    bids: Ints, wins: Floats,
) -> int:  # fmt: skip
    """The bids worth considering for a seat, one for each value, and what winning with them leads to.

    Bids are written in ascending value, outcomes as the first seat sees them; how many. Of bids as good as
    each other the one with the fewest small chips is taken.
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
            then = outlook(values, base, drawn, EMPTY, first + pot, second, purse - bid, other, FIRST)
        else:
            then = outlook(values, base, drawn, EMPTY, first, second + pot, purse, other - bid, SECOND)
        if found[value] < 0 or sign * then > sign * best[value] + NOTHING:
            found[value], best[value] = bid, then
    n = wide(0)
    for value in range(BIDS):
        if found[value] >= 0:
            bids[n], wins[n] = found[value], best[value]
            n += 1
    return n


@rule
def solve_round(
    values: Floats, base: Ints, discard: bool, drawn: int, pot: int, first: int, second: int, purse: int, other: int,
    last: int, bids: Ints, wins: Floats, mixes: Floats, counts: Ints, tied: Floats, errors: Floats,
) -> float:  # fmt: skip
    """Solve one round; its value for the first seat.

    Row s of `bids`, `wins` and `mixes` tells the bids of seat s, what they win and how often to make them.
    A bid of 0 wins nothing: its `wins` is never read.
    """
    for seat in range(2):
        counts[seat] = best_bids(values, base, drawn, pot, first, second, purse, other, seat, bids[seat], wins[seat])
    tied[0] = outlook(values, base, drawn, EMPTY if discard else pot, first, second, purse, other, last)
    rows, columns = counts[0], counts[1]
    payoffs, tableau = np.empty((BIDS, BIDS)), np.empty((BIDS + 1, BIDS + 1))
    labels = np.empty(2 * BIDS, np.int64)
    for i in range(rows):
        for j in range(columns):
            lead = WORTH[bids[0, i]] - WORTH[bids[1, j]]
            payoffs[i, j] = tied[0] if lead == 0 else wins[0, i] if lead > 0 else wins[1, j]
    value = equilibrium(payoffs, rows, columns, mixes[0], mixes[1], tableau, labels)
    errors[0] = max(errors[0], gap(payoffs, rows, columns, mixes[0], mixes[1]))
    return value


# --- all positions ---


@rule
def solve_block(values: Floats, base: Ints, discard: bool, drawn: int, pot: int, first: int, second: int) -> float:
    """Solve all positions of a block, and its mirror image with the seats exchanged; the largest gap."""
    bids, counts = np.empty((2, BIDS), np.int64), np.empty(2, np.int64)
    wins, mixes = np.empty((2, BIDS)), np.empty((2, BIDS))
    tied, errors = np.empty(1), np.zeros(1)
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
                        bids, wins, mixes, counts, tied, errors,
                    )  # fmt: skip
                values[place(base, drawn, pot, second, first, other, purse, 1 - last)] = -value
                values[place(base, drawn, pot, first, second, purse, other, last)] = value
    return float(errors[0])


@rule
def floor_block(
    floors: Floats, values: Floats, base: Ints, discard: bool, drawn: int, pot: int, first: int, second: int
) -> float:
    """The least that the first seat's strategy earns against any play of the second, for all positions of a block.

    The largest loss against the value. The second seat may make every bid, not only the good ones.
    """
    bids, counts = np.empty((2, BIDS), np.int64), np.empty(2, np.int64)
    wins, mixes, after = np.empty((2, BIDS)), np.empty((2, BIDS)), np.empty(BIDS)
    tied, errors = np.empty(1), np.zeros(1)
    loss = -np.inf
    for purse in range(0 if first > 0 else FULL, PURSES):
        for other in range(0 if second > 0 else FULL, PURSES):
            for last in range(2):
                value = solve_round(
                    values, base, discard, drawn, pot, first, second, purse, other, last,
                    bids, wins, mixes, counts, tied, errors,
                )  # fmt: skip
                for i in range(counts[0]):
                    left = purse - bids[0, i]
                    after[i] = outlook(floors, base, drawn, EMPTY, first + pot, second, left, other, FIRST)
                draw = outlook(floors, base, drawn, EMPTY if discard else pot, first, second, purse, other, last)
                least = np.inf
                for k in range(ALLOWED_COUNT[other]):
                    bid = ALLOWED[other, k]
                    left = other - bid
                    beaten = outlook(floors, base, drawn, EMPTY, first, second + pot, purse, left, SECOND)
                    earned = 0.0
                    for i in range(counts[0]):
                        lead = WORTH[bids[0, i]] - WORTH[bid]
                        earned += mixes[0, i] * (draw if lead == 0 else after[i] if lead > 0 else beaten)
                    least = min(least, earned)
                floors[place(base, drawn, pot, first, second, purse, other, last)] = least
                loss = max(loss, value - least)
    return loss


@dataclass(frozen=True)
class Table:
    """The value of every position for its first seat, under one value of the option."""

    tie_tile: str
    values: Floats
    gap: float  # the largest difference between what the two strategies of a round guarantee

    @property
    def discard(self) -> bool:
        return _discards(self.tie_tile)

    @property
    def layout(self) -> Layout:
        return layout(self.discard)


def build(tie_tile: str, tiles: int = 1) -> Table:
    """Solve the game from its last round back to the one in which this many tiles have been turned up."""
    discard = _discards(tie_tile)
    plan = layout(discard)
    values = np.full(plan.count, np.nan)
    worst = 0.0
    for layer in plan.layers[: tiles - 1 : -1]:
        for block in layer:
            if block.first >= block.second:
                worst = max(worst, solve_block(values, plan.base, discard, *block))
    return Table(tie_tile, values, worst)


def exploitability(tie_tile: str, tiles: int = 0) -> float:
    """How much a perfect adversary can take from the strategy, in expectation; a game is won +1 or lost -1.

    From the start (`tiles` 0), or the worst over all positions with at least so many tiles turned up.
    The adversary is computed by itself: for every position the best of all its bids against the mixed
    strategy, with what follows valued by its own best play.
    """
    losses = _losses(tie_tile)
    return max(losses[tiles:]) if tiles else losses[0]


@functools.cache
def _losses(tie_tile: str) -> tuple[float, ...]:
    """The largest loss by number of tiles turned up; in place 0 that of the whole game."""
    known = table(tie_tile)
    plan = known.layout
    floors = np.full(plan.count, np.nan)

    def floor(block: Block) -> float:
        return floor_block(floors, known.values, plan.base, known.discard, *block)

    losses: list[float] = []
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for layer in plan.layers[:0:-1]:
            losses.append(float(max(pool.map(floor, layer))))
    start = outlook(floors, plan.base, 0, 0, 0, 0, FULL, FULL, 0)  # by symmetry the game is worth 0
    return (0.0 - float(start), *reversed(losses))


_building = threading.Lock()


def table(tie_tile: str) -> Table:
    """The solved game: a second's work at the first call, once compiled, and then kept."""
    with _building:
        return _table(tie_tile)


@functools.cache
def _table(tie_tile: str) -> Table:
    return build(tie_tile)


# --- the player ---


@dataclass(frozen=True)
class Position:
    """What both seats know, seen by one of them."""

    tie_tile: str
    block: Block
    purse: int
    other: int
    last: int


@dataclass(frozen=True)
class Round:
    """A solved round, seen by one seat: its own bids, the other's, and what comes of them."""

    value: float
    mine: dict[int, float]  # how often to make each bid
    theirs: dict[int, float]
    beaten: dict[int, float]  # what the seat can expect when the other wins with this bid
    tied: float


class Solver:
    """Plays an equilibrium: in expectation nobody takes anything from it.

    It reads public fields only. A seat that has chosen already is treated as if it had not.
    """

    def __init__(self, seed: int | np.random.Generator) -> None:
        self._choose = np.random.default_rng(seed)

    def solvable(self, view: States) -> bool:
        """Every position is."""
        return True

    def choose(self, game: Game, view: States, seat: int) -> int:
        """A bid drawn from the policy."""
        policy = self.policy(game, view, seat)
        return int(self._choose.choice(list(policy), p=list(policy.values())))

    def value(self, game: Game, view: States, seat: int) -> float:
        """What the seat can expect when both play optimally: 1 won, -1 lost."""
        if view["over"][0]:
            mine, theirs = (int(view["rank"][0, s]) for s in (seat, 1 - seat))
            return float((mine < theirs) - (mine > theirs))
        return _solved(_position(game, view, seat)).value

    def policy(self, game: Game, view: States, seat: int) -> dict[int, float]:
        """How often to make each bid; bids that are never made are left out."""
        return dict(_solved(_position(game, view, seat)).mine)

    def values(self, game: Game, view: States, seat: int) -> dict[int, float]:
        """What each legal bid is worth against the other seat's optimal strategy."""
        position = _position(game, view, seat)
        solved = _solved(position)
        known, block = table(position.tie_tile), position.block
        found: dict[int, float] = {}
        for bid in ALLOWED[position.purse, : ALLOWED_COUNT[position.purse]].tolist():
            claimed = block.first + block.pot
            wins = outlook(
                known.values, known.layout.base, block.drawn, 0, claimed, block.second,
                position.purse - bid, position.other, FIRST,
            )  # fmt: skip
            found[bid] = 0.0
            for reply, share in solved.theirs.items():
                lead = WORTH[bid] - WORTH[reply]
                found[bid] += share * (solved.tied if lead == 0 else wins if lead > 0 else solved.beaten[reply])
        return found


def _position(of: Game, view: States, seat: int) -> Position:
    if of.id != game.id:
        raise BadState(f"this solver plays {game.about.name}, not {of.about.name}")
    if view["over"][0]:
        raise BadState("the game is over: there is nothing to bid")
    s = view[0]
    drawn = sum(int(STEP[n]) * (int(TILES_OF[n]) - int(s["in_deck"][n])) for n in range(1, NUMBERS))
    pot, first, second = (_sum(tiles) for tiles in (s["field"], s["claimed"][seat], s["claimed"][1 - seat]))
    purse, other = (NUMBER_OF[tuple(int(n) for n in s["chips"][who])] for who in (seat, 1 - seat))
    tie_tile = TIE_TILE[int(s["tie_tile"])]
    plan = layout(_discards(tie_tile))
    known = all(0 <= n < size for n, size in zip((drawn, pot, first, second), plan.base.shape, strict=True))
    spent = [claimed == 0 and owned != FULL for claimed, owned in ((first, purse), (second, other))]
    if not known or plan.base[drawn, pot, first, second] < 0 or any(spent):
        raise BadState("this position cannot arise in play")
    last = int(s["last_claimer"])
    return Position(tie_tile, Block(drawn, pot, first, second), purse, other, 0 if last in (NOBODY, seat) else 1)


def _sum(tiles: Iterable[int]) -> int:
    return sum(number * int(count) for number, count in enumerate(tiles))


@functools.lru_cache(maxsize=4096)
def _solved(position: Position) -> Round:
    known = table(position.tie_tile)
    bids, counts = np.empty((2, BIDS), np.int64), np.empty(2, np.int64)
    wins, mixes = np.empty((2, BIDS)), np.empty((2, BIDS))
    tied, errors = np.empty(1), np.zeros(1)
    value = solve_round(
        known.values, known.layout.base, known.discard, *position.block, position.purse, position.other, position.last,
        bids, wins, mixes, counts, tied, errors,
    )  # fmt: skip
    mine, theirs = (
        {int(bids[seat, i]): float(mixes[seat, i]) for i in range(counts[seat]) if mixes[seat, i]} for seat in range(2)
    )
    beaten = {int(bids[1, j]): float(wins[1, j]) for j in range(counts[1])}
    return Round(float(value) + 0.0, mine, theirs, beaten, float(tied[0]))
