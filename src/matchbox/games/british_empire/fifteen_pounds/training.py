"""Teaches the evaluation of 15 Pounds by playing against itself.

Each round is solved with some random hands for its duels; the positions that follow are judged by what has been learned
so far. A position's target mixes the solved values from there on with the result of the game, up to the first choice
made out of curiosity.

`python -m matchbox.games.british_empire.fifteen_pounds.training` writes `rounds.npz` in some minutes.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from matchbox.bots.network import Network, fit, layers_of, learner_of, new_network
from matchbox.engine import Ints, entry_point, rule
from matchbox.engine.playout import noise_of, pick, stir

from ..components import CHIPS
from ..matrix_game import Floats
from .evaluation import (
    BAG,
    FIRST_SEAT,
    INPUTS,
    MOST_INPUTS,
    MOST_SETS,
    NOBODY,
    NUMBER,
    PURSE,
    SIZE,
    TARGET,
    TILES,
    TO_ACT,
    has_won,
    list_inputs,
    worth_at,
)
from .moves import (
    close_round,
    exchange,
    grab,
    has_action,
    lay,
    list_draws,
    reveal,
    sign_of,
    steal,
)
from .rounds import (
    Duel,
    Judge,
    best_of,
    fill_tiles,
    first_options,
    first_value,
    judge_of,
    second_options,
    solve_duel,
    solve_tiles,
)

FILE = Path(__file__).with_name("rounds.npz")
GENERATIONS, GAMES = 24, 1500
HANDS = 4  # of each seat in a duel of training
EPOCHS, KEPT = 2, 6  # over the positions of the last generations
LASTING = 0.8  # how much of a target comes from later positions
CURIOSITY = 0.08  # share of choices that are random
MOST_ROUNDS = 40
MOST_POSITIONS = 2 * MOST_ROUNDS + 1
HALF = 1 << 31


@rule
def draw_hands(x: Ints, seat: int, hands: Ints, noise: int) -> int:
    """Nothing, everything, and some random hands of a seat; returns the noise."""
    for k in range(HANDS):
        for colour in range(4):
            owned = x[PURSE + 4 * seat + colour]
            noise = stir(noise)
            hands[k, colour] = 0 if k == 0 else owned if k == 1 else pick(noise, owned + 1)
    return noise


@rule
def draw(chances: Floats, n: int, noise: int) -> int:
    point = pick(noise, HALF) / HALF
    for k in range(n):
        point -= chances[k]
        if point < 0.0:
            return k
    for k in range(n - 1, 0, -1):  # rounding errors left the point at 1
        if chances[k] > 0.0:
            return k
    return 0


@rule
def is_curious(noise: int) -> bool:
    return pick(noise, HALF) < CURIOSITY * HALF


@rule
def best_index(values: Floats, n: int, seat: int) -> int:
    best = best_of(values, n, seat)
    for k in range(n):
        if values[k] == best:
            return k
    return n - 1


@rule
def act(x: Ints, seat: int, is_first: bool, judge: Judge, values: Floats, noise: int) -> tuple[int, bool]:
    """The best action of a seat, or a random one; returns the noise, and whether the action was random."""
    n = first_options(x, seat, False, judge, values) if is_first else second_options(x, seat, judge, values)
    depth = 0 if is_first else 1
    best = best_index(values, n + 2, seat)
    noise = stir(noise)
    curious = is_curious(noise)
    if curious:
        noise = stir(noise)
        other = pick(noise, n + 2)
        if abs(values[other]) < 1.5:
            best = other
    if abs(values[best]) > 1.5:
        return noise, False
    if best < n:
        exchange(x, seat, judge.sets[depth, best])
    elif best == n + 1:
        outcomes = list_draws(x, seat, judge.draws[depth], judge.chances[depth])
        noise = stir(noise)
        grab(x, seat, judge.draws[depth, draw(judge.chances[depth], outcomes, noise)])
    return noise, curious


@rule
def choose_tiles(x: Ints, matrix: Floats, noise: int) -> tuple[int, int, int, bool, float]:
    """The noise, both tiles, whether they are random, and the value of the round."""
    row, column = np.empty(3), np.empty(3)
    value = solve_tiles(x, matrix, row, column)
    noise = stir(noise)
    curious = is_curious(noise)
    if curious:
        for k in range(3):
            row[k], column[k] = float(x[TILES + k]), float(x[TILES + 3 + k])
        tiles = row.sum()
        for k in range(3):
            row[k] /= tiles
            column[k] /= tiles
    noise = stir(noise)
    i = draw(row, 3, noise)
    noise = stir(noise)
    return noise, i + 1, draw(column, 3, noise) + 1, curious, value


@rule
def fight(x: Ints, mine: Ints, theirs: Ints, judge: Judge, noise: int) -> tuple[int, int]:
    """Both seats hold one of their hands, and the winner steals and lays its hand; returns the noise and the winner."""
    won, lost, p, q = np.empty(HANDS), np.empty(HANDS), np.empty(HANDS), np.empty(HANDS)
    solve_duel(x, mine, HANDS, theirs, HANDS, False, judge, won, lost, p, q)
    noise = stir(noise)
    i = draw(p, HANDS, noise)
    noise = stir(noise)
    j = draw(q, HANDS, noise)
    lead = worth_at(mine[i], 0) - worth_at(theirs[j], 0)
    noise = stir(noise)
    winner = 0 if lead > 0 else 1 if lead < 0 else pick(noise, 2)
    hand = mine[i] if winner == 0 else theirs[j]
    best, stolen = -2.0, -1
    y = np.empty(SIZE, np.int64)
    for colour in range(4):
        if x[PURSE + 4 * (1 - winner) + colour] > 0:
            y[:] = x
            steal(y, winner, colour)
            lay(y, winner, hand)
            value = sign_of(winner) * first_value(y, winner, False, judge)
            if value > best:
                best, stolen = value, colour
    if stolen >= 0:
        steal(x, winner, stolen)
    lay(x, winner, hand)
    return noise, winner


@rule
def begin(x: Ints) -> None:
    x[:] = 0
    for colour in range(4):
        x[BAG + colour] = CHIPS[colour]
    close_round(x)


@entry_point
def play_games(games: int, noise: int, judge: Judge, positions: Any, targets: Any) -> tuple[int, float]:
    """Play games; writes their positions and targets, and returns how many, and the mean number of rounds."""
    found, rounds = 0, 0
    x, y = np.zeros(SIZE, np.int64), np.zeros(SIZE, np.int64)
    mine, theirs = np.zeros((HANDS, 4), np.int64), np.zeros((HANDS, 4), np.int64)
    duel = Duel(mine, theirs, np.zeros(HANDS), np.zeros(HANDS), np.zeros(HANDS), np.zeros(HANDS))
    matrix, options = np.zeros((3, 3)), np.zeros(MOST_SETS + 8)
    values, cut = np.zeros(MOST_POSITIONS), np.zeros(MOST_POSITIONS, np.bool_)
    for _ in range(games):
        begin(x)
        length, over, result = 0, False, 0.0
        for _ in range(MOST_ROUNDS):
            rounds += 1
            noise = draw_hands(x, 0, mine, noise)
            noise = draw_hands(x, 1, theirs, noise)
            fill_tiles(x, HANDS, HANDS, False, judge, duel, matrix)
            noise, first_tile, second_tile, curious, value = choose_tiles(x, matrix, noise)
            positions[found + length] = x
            values[length], cut[length] = value, curious
            length += 1
            reveal(x, first_tile, second_tile, y)
            x[:] = y
            first = 0 if first_tile < second_tile else 1
            if first_tile == second_tile:
                noise, first = fight(x, mine, theirs, judge, noise)
            noise, curious = act(x, first, True, judge, options, noise)
            cut[length - 1] |= curious
            if not has_won(x, first) and has_action(x, 1 - first):
                x[TO_ACT] = FIRST_SEAT + 1 - first
                positions[found + length] = x
                n = second_options(x, 1 - first, judge, options)
                values[length] = best_of(options, n + 2, 1 - first)
                noise, cut[length] = act(x, 1 - first, False, judge, options, noise)
                length += 1
            close_round(x)
            if has_won(x, 0) or has_won(x, 1):
                winner = first if has_won(x, first) else 1 - first
                over, result = True, sign_of(winner)
                break
        target = result
        for k in range(length - 1, -1, -1):
            last = k == length - 1 and not over
            target = values[k] if cut[k] or last else LASTING * target + (1.0 - LASTING) * values[k]
            targets[found + k] = target
        found += length
        if found + MOST_POSITIONS > len(targets):
            break
    return found, rounds / games


@rule
def turned(x: Ints, y: Ints) -> None:
    """Copy a position, seen from the other seat."""
    y[:] = x
    for seat in range(2):
        for colour in range(4):
            y[PURSE + 4 * seat + colour] = x[PURSE + 4 * (1 - seat) + colour]
        for k in range(3):
            y[TILES + 3 * seat + k] = x[TILES + 3 * (1 - seat) + k]
        y[NUMBER + seat], y[TARGET + seat] = x[NUMBER + 1 - seat], x[TARGET + 1 - seat]
    if x[TO_ACT] != NOBODY:
        y[TO_ACT] = 3 - x[TO_ACT]


@entry_point
def list_samples(positions: Any, targets: Any, n: int, noise: int, lists: Any, counts: Any, wanted: Any) -> None:
    """The inputs of positions, each seen from a random seat: the game is the same for both."""
    y = np.zeros(SIZE, np.int64)
    for k in range(n):
        noise = stir(noise)
        swaps = pick(noise, 2) == 1
        if swaps:
            turned(positions[k], y)
        else:
            y[:] = positions[k]
        counts[k] = list_inputs(y, lists[k])
        wanted[k, 0] = -targets[k] if swaps else targets[k]


def learn(generations: int, games: int, seed: int = 0, report: bool = False) -> Network:
    """Learn the evaluation from nothing."""
    net = new_network(INPUTS, 1, 48, 24, seed)
    learner, layers, slopes = learner_of(net), layers_of(net), layers_of(net)
    room = games * MOST_POSITIONS // 2
    positions, targets = np.zeros((room, SIZE), np.int64), np.zeros(room)
    kept: list[tuple[Ints, Floats]] = []
    random = np.random.default_rng(seed)
    for generation in range(generations):
        n, length = play_games(games, noise_of(seed, generation), judge_of(net), positions, targets)
        kept = [*kept, (positions[:n].copy(), targets[:n].copy())][-KEPT:]
        seen, aims = (np.concatenate(parts) for parts in zip(*kept, strict=True))
        lists, counts = np.zeros((len(aims), MOST_INPUTS), np.int32), np.zeros(len(aims), np.int32)
        strengths, wanted = np.ones((len(aims), MOST_INPUTS), np.float32), np.zeros((len(aims), 1), np.float32)
        rate = 2e-3 * (1.0 - generation / generations) + 1e-4
        for epoch in range(EPOCHS):
            noise = noise_of(seed + 1, EPOCHS * generation + epoch)
            list_samples(seen, aims, len(aims), noise, lists, counts, wanted)
            order = random.permutation(len(aims))
            loss = fit(net, learner, layers, slopes, rate, lists, strengths, counts, wanted, order)
        if report:
            print(f"generation {generation}: {n} positions, {length:.1f} rounds a game, error {loss:.4f}", flush=True)
    return net


def load() -> Network:
    """The network in the file."""
    with np.load(FILE) as file:
        return Network(*(np.ascontiguousarray(file[name], np.float32) for name in Network._fields))


if __name__ == "__main__":
    learned = learn(GENERATIONS, GAMES, report=True)
    np.savez_compressed(FILE, **{name: part.astype(np.float16) for name, part in learned._asdict().items()})
