"""Teaches the evaluation of Futakotamagawa Fireworks by playing against itself.

Each round is solved as a matrix game with some random hands of both seats; the next positions are judged by what has
been learned so far. A position's target mixes the values of the rounds from there on with the result of the game.

`python -m matchbox.games.british_empire.futakotamagawa_fireworks.training` writes `rounds.npz` in a few minutes.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from matchbox.bots.network import Network, fit, layers_of, learner_of, new_network
from matchbox.engine import Ints, entry_point, rule
from matchbox.engine.playout import noise_of, pick, stir

from ..components import CHIPS, NUMBERS, TILES_OF
from ..matrix_game import Floats, equilibrium
from ..tile_race import GOAL
from .rounds import (
    DECK,
    INPUTS,
    LAST,
    LYING,
    MOST_INPUTS,
    NOBODY,
    OTHER_PURSE,
    OTHER_SCORE,
    PURSE,
    SCORE,
    SIZE,
    TILES,
    Judge,
    claim,
    fill_matrix,
    list_inputs,
    pence_at,
    place,
    value_of,
)

FILE = Path(__file__).with_name("rounds.npz")
GENERATIONS, GAMES = 24, 1500
HANDS = 10  # of each seat in a round of training
EPOCHS, KEPT = 2, 6  # over the positions of the last generations
LASTING = 0.8  # how much of a target comes from later rounds
CURIOSITY = 0.1  # share of choices that are random
MOST_ROUNDS = 60
HALF = 1 << 31


@rule
def turn_up(x: Ints, slot: int, noise: int) -> None:
    """Put a random tile of the deck into a slot."""
    tiles = x[DECK + 1] + x[DECK + 2] + x[DECK + 3]
    at = pick(noise, tiles)
    for number in range(1, NUMBERS):
        if at >= 0:
            at -= x[DECK + number]
            if at < 0:
                x[DECK + number] -= 1
                x[TILES + slot] = number


@rule
def draw_hands(x: Ints, seat: int, hands: Ints, noise: int) -> int:
    """Some random hands of a seat, the empty one first; returns the noise."""
    for k in range(HANDS):
        for colour in range(3):
            noise = stir(noise)
            hands[k, colour] = pick(noise, x[3 * seat + colour] + 1) if k > 0 else 0
    return noise


@rule
def draw(chances: Floats, n: int, noise: int) -> int:
    point = pick(noise, HALF) / HALF
    for k in range(n):
        point -= chances[k]
        if point < 0.0:
            return k
    return n - 1


@rule
def turned(x: Ints, y: Ints, seats: bool, slots: bool) -> None:
    """Copy a position, seen from the other seat, or with its slots swapped."""
    for colour in range(3):
        for seat in range(2):
            y[3 * seat + colour] = x[3 * (1 - seat if seats else seat) + colour]
        for slot in range(2):
            y[LYING + 3 * slot + colour] = x[LYING + 3 * (1 - slot if slots else slot) + colour]
    for slot in range(2):
        y[TILES + slot] = x[TILES + (1 - slot if slots else slot)]
    for number in range(NUMBERS):
        y[DECK + number] = x[DECK + number]
    for seat in range(2):
        y[SCORE + seat] = x[SCORE + (1 - seat if seats else seat)]
    y[LAST] = 3 - x[LAST] if seats and x[LAST] != NOBODY else x[LAST]


@entry_point
def play_games(games: int, noise: int, judge: Judge, positions: Any, targets: Any) -> tuple[int, float]:
    """Play games; writes their positions and targets, and returns how many, and the mean number of rounds."""
    found, rounds = 0, 0
    x = np.zeros(SIZE, np.int64)
    mine, theirs = np.zeros((HANDS, 3), np.int64), np.zeros((HANDS, 3), np.int64)
    side = 2 * HANDS
    matrix, row, column = np.empty((side, side)), np.empty(side), np.empty(side)
    tableau, labels = np.empty((side + 1, side + 1)), np.empty(2 * side, np.int64)
    values = np.empty(MOST_ROUNDS + 1)
    for _ in range(games):
        x[:] = 0
        for colour in range(3):
            x[PURSE + colour] = x[OTHER_PURSE + colour] = CHIPS[colour] // 2
        for number in range(1, NUMBERS):
            x[DECK + number] = TILES_OF[number]
        for slot in range(2):
            noise = stir(noise)
            turn_up(x, slot, noise)
        length = 0
        over = False
        while not over and length < MOST_ROUNDS:
            noise = draw_hands(x, 0, mine, noise)
            noise = draw_hands(x, 1, theirs, noise)
            fill_matrix(x, mine, HANDS, theirs, HANDS, judge, matrix)
            values[length] = equilibrium(matrix, side, side, row, column, tableau, labels)
            positions[found + length] = x
            length += 1
            noise = stir(noise)
            first = draw(row, side, noise)
            noise = stir(noise)
            second = draw(column, side, noise)
            noise = stir(noise)
            if pick(noise, HALF) < CURIOSITY * HALF:
                noise = stir(noise)
                first = pick(noise, side)
            noise = stir(noise)
            if pick(noise, HALF) < CURIOSITY * HALF:
                noise = stir(noise)
                second = pick(noise, side)
            slot, other_slot = first % 2, second % 2
            if slot != other_slot:
                place(x, 0, slot, mine[first // 2])
                place(x, 1, other_slot, theirs[second // 2])
            else:
                lead = pence_at(mine[first // 2], 0) - pence_at(theirs[second // 2], 0)
                if lead != 0:
                    if lead > 0:
                        claim(x, 0, slot, mine[first // 2])
                    else:
                        claim(x, 1, slot, theirs[second // 2])
                    if x[SCORE] < GOAL and x[OTHER_SCORE] < GOAL:
                        noise = stir(noise)
                        turn_up(x, slot, noise)
            chips = 0
            for k in range(TILES):
                chips += x[k]
            over = chips == 0 or x[SCORE] >= GOAL or x[OTHER_SCORE] >= GOAL
        target = value_of(x, judge)
        for k in range(length - 1, -1, -1):
            target = LASTING * target + (1.0 - LASTING) * values[k]
            targets[found + k] = target
        found += length
        rounds += length
        if found + MOST_ROUNDS > len(targets):
            break
    return found, rounds / games


@entry_point
def list_samples(
    positions: Any, targets: Any, n: int, noise: int, lists: Any, strengths: Any, counts: Any, wanted: Any
) -> None:
    """The inputs of positions, each turned at random: the game is the same for both seats and both slots."""
    y = np.zeros(SIZE, np.int64)
    for k in range(n):
        noise = stir(noise)
        way = pick(noise, 4)
        turned(positions[k], y, way % 2 == 1, way >= 2)
        counts[k] = list_inputs(y, lists[k], strengths[k])
        wanted[k, 0] = -targets[k] if way % 2 == 1 else targets[k]


def judge_of(net: Network) -> Judge:
    return Judge(net, layers_of(net), np.zeros(MOST_INPUTS, np.int32), np.zeros(MOST_INPUTS, np.float32))


def learn(generations: int, games: int, seed: int = 0, report: bool = False) -> Network:
    """Learn the evaluation from nothing."""
    net = new_network(INPUTS, 1, 48, 24, seed)
    learner, layers, slopes = learner_of(net), layers_of(net), layers_of(net)
    room = games * MOST_ROUNDS // 2
    positions, targets = np.zeros((room, SIZE), np.int64), np.zeros(room)
    kept: list[tuple[Ints, Floats]] = []
    random = np.random.default_rng(seed)
    for generation in range(generations):
        n, length = play_games(games, noise_of(seed, generation), judge_of(net), positions, targets)
        kept = [*kept, (positions[:n].copy(), targets[:n].copy())][-KEPT:]
        seen, aims = (np.concatenate(parts) for parts in zip(*kept, strict=True))
        lists, strengths = np.zeros((len(aims), MOST_INPUTS), np.int32), np.zeros((len(aims), MOST_INPUTS), np.float32)
        counts, wanted = np.zeros(len(aims), np.int32), np.zeros((len(aims), 1), np.float32)
        rate = 2e-3 * (1.0 - generation / generations) + 1e-4
        for epoch in range(EPOCHS):
            list_samples(
                seen, aims, len(aims), noise_of(seed + 1, EPOCHS * generation + epoch), lists, strengths, counts, wanted
            )
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
