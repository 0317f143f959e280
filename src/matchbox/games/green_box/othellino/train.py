"""Learn the evaluation from self-play: python -m matchbox.games.green_box.othellino.train

Games begin with random moves. Then both sides search a few moves ahead with the evaluation of the generation before,
and the solver finishes the game. The value of the position where it takes over is what all positions before it are
worth. A position near the end is worth its own exact value.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from matchbox.engine import bits, entry_point, lowest, popcount, rule, wide

from .evaluation import DEEPEST, DISC, EXTRAS, FILE, STAGE_ENDS, STAGES, Evaluation, new_evaluation
from .midgame import INFINITY, SHALLOWER, new_frames, search, search_position
from .patterns import LANES, patterns_of
from .rules import NONE, O_START, ONE, X_START
from .solver_bitboard import flips, legal_squares
from .solver_search import NO_LIMIT, Memory, exact_value, new_memory
from .table import new_table

Progress = Callable[[str], None]
SAMPLE = np.dtype((np.record, np.dtype([("own", "u8"), ("other", "u8"), ("empties", "i8"), ("value", "i8")])))
RANDOM_MOVES = {6: (2, 10), 8: (4, 16)}  # at the beginning of a game
SOLVED = {6: 12, 8: 10}  # empty squares from which on a position has its exact value
GENERATIONS = ((0.1, 1), (0.2, 2), (0.3, 3), (0.4, 3))  # the part of the games that each plays, and how far it looks
PASSES = 6  # through the samples of the latest two generations
RATES = (0.25, 0.02)  # of learning, in the first and the last pass
BYTE = bits(255)
OVERLAP = 2  # empty squares by which the samples of neighbouring stages overlap


# --- self-play ---


@rule
def best_square(own: int, other: int, depth: int, ev: Evaluation, m: Memory, age: int) -> int:
    """The best move by a search; there is one."""
    left = legal_squares(own, other, ev.area & ~(own | other))
    best, chosen = -INFINITY, wide(-1)
    while left != NONE:
        square = lowest(left)
        left &= left - ONE
        flipped = flips(own, other, square)
        value = -search(
            other ^ flipped, own | flipped | (ONE << bits(square)), -INFINITY, -best, depth - 1,
            ev, m.shallow_table, m.shallow_frames, m.shallow_nodes, NO_LIMIT, age,
        )  # fmt: skip
        if value > best or chosen < 0:
            best, chosen = value, square
    return chosen


@entry_point
def play_games(noise: Any, least: int, most: int, depth: int, solved: int, ev: Evaluation, m: Memory, out: Any) -> int:
    """Play a game for every row of `noise`; writes the samples to `out` and returns how many there are."""
    n = wide(0)
    for game in range(len(noise)):
        own, other, drawn, start = X_START, O_START, wide(0), n
        at_random = least + wide(noise[game, 0] * (most - least + 1))
        age, known = 1 + game % 255, False
        while True:
            empty = ev.area & ~(own | other)
            left = legal_squares(own, other, empty)
            if left == NONE:
                own, other = other, own
                left = legal_squares(own, other, empty)
                if left == NONE:
                    break
            drawn += 1
            if drawn <= at_random:
                for _ in range(wide(noise[game, drawn] * popcount(left))):
                    left &= left - ONE
                square = lowest(left)
            else:
                s, empties = out[n], popcount(empty)
                s.own, s.other, s.empties = own, other, empties
                n += 1
                if empties <= solved:
                    s.value = exact_value(own, other, wide(0), ev, m, age)
                    if not known:
                        known = True
                        settle(out, start, n - 1)
                square = best_square(own, other, depth, ev, m, age)
            flipped = flips(own, other, square)
            own, other = other ^ flipped, own | flipped | (ONE << bits(square))
        if not known:  # the game ended early: its samples do not count
            n = start
    return n


@rule
def settle(out: Any, start: int, last: int) -> None:
    """Every sample of a game is worth what its last one is, from the view of the player on turn."""
    own = out[last].own
    for i in range(last - 1, start - 1, -1):
        after_pass = own & out[i].own != NONE  # otherwise the turn changes, and the pieces of `own` were the opponent's
        out[i].value = out[i + 1].value if after_pass else -out[i + 1].value
        own = out[i].own


# --- regression ---


@entry_point
def fit(
    samples: Any, order: Any, low: int, high: int, rate: float, weights: Any,
    ev: Evaluation, shared: Any, row: Any,
) -> float:  # fmt: skip
    """One pass of gradient descent through the samples of a stage; returns the mean squared error before each step."""
    loss, seen = 0.0, 0
    extra = len(weights) - EXTRAS
    for at in order:
        s = samples[at]
        if s.empties < low or s.empties > high:
            continue
        for lane in range(LANES):
            row[lane] = 0
        for line in range(8):
            mine, yours = wide(s.own >> bits(8 * line) & BYTE), wide(s.other >> bits(8 * line) & BYTE)
            for lane in range(LANES):
                row[lane] += wide(ev.parts[line, mine, lane]) + 2 * wide(ev.parts[line, yours, lane])
        empty = ev.area & ~(s.own | s.other)
        mobility = popcount(legal_squares(s.own, s.other, empty)) - popcount(legal_squares(s.other, s.own, empty))
        turn = extra + 1 + (s.empties & 1)
        value = weights[extra] * mobility + weights[turn]
        for lane in range(LANES):
            code = wide(shared[ev.base[lane] + row[lane]])
            row[lane] = code
            if code > 0:
                value += weights[code - 1]
            elif code < 0:
                value -= weights[-code - 1]
        miss = s.value - value
        loss += miss * miss
        seen += 1
        step = rate * miss / LANES
        for lane in range(LANES):
            code = row[lane]
            if code > 0:
                weights[code - 1] += step
            elif code < 0:
                weights[-code - 1] -= step
        weights[extra] += 0.01 * step * mobility
        weights[turn] += 0.1 * step
    return loss / max(seen, 1)


def stage_range(size: int, stage: int) -> tuple[int, int]:
    """The fewest and the most empty squares of a stage's samples."""
    ends = (-1, *STAGE_ENDS[size], 64)
    return ends[stage] + 1 - OVERLAP, ends[stage + 1] + OVERLAP


def learn(size: int, samples: Any, free: npt.NDArray[Any], random: np.random.Generator, progress: Progress) -> None:
    """Fit the free weights of all stages to the samples."""
    ev, shared = new_evaluation(size, free), patterns_of(size).shared
    row = np.zeros(LANES, np.int64)
    for number in range(PASSES):
        rate = RATES[0] * (RATES[1] / RATES[0]) ** (number / (PASSES - 1))
        order = random.permutation(len(samples))
        losses = [
            fit(samples, order, *stage_range(size, stage), rate, free[stage], ev, shared, row)
            for stage in range(STAGES)
        ]
        progress(f"board {size}, pass {number + 1}: squared error {', '.join(f'{loss:.1f}' for loss in losses)}")


# --- what searches with it are worth ---

MEASURED = 8  # the deepest search that is measured; deeper ones count as this one
POSITIONS = 250  # for each stage
DEVIATIONS = 1.4  # of the difference to a shallower search: the margin


def measure(size: int, samples: Any, free: npt.NDArray[Any]) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
    """How far shallower searches are off, and how steeply the result depends on a value: [stage, depth] each.

    The expected result of a value of v pieces, from -1 to 1, is tanh(v * slope).
    """
    margins, slopes = np.zeros((STAGES, DEEPEST), np.int64), np.zeros((STAGES, DEEPEST))
    ev, table, frames, nodes = new_evaluation(size, free), new_table(16), new_frames(), np.zeros(1, np.int64)
    ends = (-1, *STAGE_ENDS[size], 64)
    for stage in range(STAGES):
        inside = samples[(samples["empties"] > ends[stage]) & (samples["empties"] <= ends[stage + 1])]
        inside = inside[:: max(1, len(inside) // POSITIONS)]
        found = np.zeros((len(inside), MEASURED + 1))
        for i, s in enumerate(inside):
            for depth in range(1, MEASURED + 1):
                age = 1 + (i * MEASURED + depth) % 255
                found[i, depth] = search_position(
                    s["own"], s["other"], -INFINITY, INFINITY, depth, ev, table, frames, nodes, NO_LIMIT, age
                )
        for depth in range(1, DEEPEST):
            known = min(depth, MEASURED - (MEASURED - depth) % 2)
            slopes[stage, depth] = _slope(found[:, known] / DISC, np.sign(inside["value"]))
            if SHALLOWER[depth]:
                missed = found[:, known] - found[:, SHALLOWER[known]]
                margins[stage, depth] = max(1, round(DEVIATIONS * float(np.sqrt(np.mean(missed**2)))))
    slopes[:, 0] = slopes[:, 1]
    return margins, slopes


def _slope(values: npt.NDArray[Any], results: npt.NDArray[Any]) -> float:
    """The slope that predicts the results best."""
    tried = np.geomspace(0.01, 2.0, 100)
    misses = [float(np.mean((np.tanh(values * slope) - results) ** 2)) for slope in tried]
    return float(tried[int(np.argmin(misses))])


# --- the command ---


def train(games: int, seed: int, out: Path, progress: Progress = print) -> None:
    """Learn both boards from this number of games each, and write the evaluation."""
    arrays: dict[str, Any] = {}
    figures: dict[str, Any] = {}
    for size in (6, 8):
        random = np.random.default_rng([seed, size])
        free = np.zeros((STAGES, patterns_of(size).free + EXTRAS))
        free[:, -EXTRAS] = 1.0  # before it has learned anything, mobility counts
        kept: list[Any] = []
        for number, (part, depth) in enumerate(GENERATIONS):
            count = int(games * part)
            samples = np.zeros(count * 64, SAMPLE)
            noise, ev, memory = random.random((count, 64)), new_evaluation(size, free), new_memory(4)
            n = play_games(noise, *RANDOM_MOVES[size], depth, SOLVED[size], ev, memory, samples)
            progress(f"board {size}, generation {number + 1}: {count} games, {n} samples")
            kept = [*kept[-1:], samples[:n]]
            learn(size, np.concatenate(kept), free, random, progress)
        fresh = kept[-1]
        margins, slopes = measure(size, fresh[random.permutation(len(fresh))[:20_000]], free)
        arrays |= {f"board{size}": free.astype(np.float16), f"margins{size}": margins.astype(np.int16)}
        arrays[f"slopes{size}"] = slopes.astype(np.float16)
        figures[f"samples, board {size}"] = len(fresh)
    command = f"python -m matchbox.games.green_box.othellino.train --games {games} --seed {seed}"
    header = {"rules": 1, "command": command, "games": games, "seed": seed, "figures": figures}
    np.savez_compressed(out, header=np.array(json.dumps(header)), **arrays)
    progress(f"{out}: {out.stat().st_size} bytes")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=100_000, help="games for each board (100000)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=FILE)
    arguments = parser.parse_args()
    train(arguments.games, arguments.seed, arguments.out, lambda text: print(text, flush=True))


if __name__ == "__main__":
    main()
