"""The value of every round of Gaze into the Abyss, solved from the last tile back to the first.

Everything is public between two rounds, so a round's value depends on the tiles left in the deck, the tile on the
field, both scores and the division of the chips: 211 x 624 positions, seen from the seat with the yellow chip. A claim
leads to a later stage. A round without a claim leads to the same stage with other chips, so each stage is solved again
and again until its values stay the same. The round limit is left out: hardly a game gets there.

`python -m matchbox.games.british_empire.gaze_into_the_abyss.solution` writes `solution.npz` in some six minutes.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np

from matchbox.engine import Ints

from ..components import NUMBERS, TILES_OF
from ..tile_race import GOAL
from .rounds import BLUES, FIRST, GREENS, NOBODY, REDS, SECOND, SPLITS, Floats, mirrored, solve_round


def owned(split: int) -> int:
    """The number of chips of the seat that sees this division."""
    return split // (REDS * REDS * GREENS) + split // (REDS * REDS) % GREENS + split // REDS % REDS


FILE = Path(__file__).with_name("solution.npz")
SCALE = 20_000  # the file stores values as whole numbers of this part of 1
MOST_HANDS, MOST_CHIPS = BLUES * GREENS * REDS, 17
DRAFT, ITERATIONS = 25, 50  # iterations of the first sweep over a stage, and of the later ones
SETTLED, MOST_SWEEPS = 0.03, 6  # a stage is done when no value changes by more
NO_HANDS = np.zeros(0)
MIRROR = np.array([mirrored(split) for split in range(SPLITS)])
BY_CHIPS = np.tanh(0.1 * np.array([owned(split) - owned(mirrored(split)) for split in range(SPLITS)]))  # a first guess
BY_REDS = np.array(sorted(range(SPLITS), key=lambda split: (split % REDS + split // REDS % REDS, split)))
"""All divisions of the chips; those with fewer reds come first, because reds are spent."""


class Stage(NamedTuple):
    """The public position apart from the chips, seen from the seat with the yellow chip."""

    deck: tuple[int, int, int]  # tiles left, by number
    tile: int  # on the field
    score: int
    other_score: int

    @property
    def swapped(self) -> Stage:
        return self._replace(score=self.other_score, other_score=self.score)


def drawn(deck: tuple[int, int, int], score: int, other_score: int) -> Iterator[tuple[float, Stage]]:
    """The stages after the next tile, with their chances."""
    for number in range(1, NUMBERS):
        if deck[number - 1]:
            left = [n - (k == number - 1) for k, n in enumerate(deck)]
            yield deck[number - 1] / sum(deck), Stage((left[0], left[1], left[2]), number, score, other_score)


@functools.cache
def stages() -> dict[Stage, int]:
    """All stages that can arise, numbered; a stage comes after those that it leads to, and beside its mirror image."""
    full = int(TILES_OF[1]), int(TILES_OF[2]), int(TILES_OF[3])
    found: set[Stage] = set()
    new = {stage for _, stage in drawn(full, 0, 0)}
    while new:
        found |= new
        claims = (
            claimed
            for stage in new
            for claimed in (
                stage._replace(score=stage.score + stage.tile),
                stage._replace(other_score=stage.other_score + stage.tile),
            )
            if max(claimed.score, claimed.other_score) < GOAL
        )
        reached = {stage for c in claims for _, stage in drawn(c.deck, c.score, c.other_score)}
        new = (reached | {stage.swapped for stage in reached}) - found
    order = sorted(found, key=lambda x: (sum(x.deck), x.deck, x.tile, sorted(x[2:]), x.score))
    return {stage: k for k, stage in enumerate(order)}


def after_claims(values: Floats, stage: Stage) -> Floats:
    """Row c: the value for the seat with the yellow chip once `c` has claimed, by the division of the chips after it.

    The yellow chip changes sides, so the next round is seen from the other seat.
    """
    after = np.zeros((3, SPLITS))
    after[NOBODY] = -values[stages()[stage.swapped], MIRROR]
    for winner, mine, theirs in ((FIRST, stage.tile, 0), (SECOND, 0, stage.tile)):
        score, other_score = stage.score + mine, stage.other_score + theirs
        if score >= GOAL or other_score >= GOAL:
            after[winner] = 1.0 if winner == FIRST else -1.0
        else:
            for chance, following in drawn(stage.deck, other_score, score):
                after[winner] -= chance * values[stages()[following], MIRROR]
    return after


@dataclass(frozen=True)
class Round:
    """Memory for a solved round; `solve` fills it."""

    hands: Ints
    starts: Ints
    other_hands: Ints
    other_starts: Ints
    plans: Floats
    answers: Floats
    plan_values: Floats
    answer_values: Floats

    @classmethod
    def empty(cls) -> Round:
        hands = [np.zeros((MOST_HANDS, 4), np.int64) for _ in range(2)]
        starts = [np.zeros(MOST_CHIPS + 2, np.int64) for _ in range(2)]
        first = [np.zeros((MOST_HANDS, MOST_CHIPS)) for _ in range(2)]
        second = [np.zeros((MOST_CHIPS, MOST_HANDS, MOST_CHIPS)) for _ in range(2)]
        return cls(hands[0], starts[0], hands[1], starts[1], first[0], second[0], first[1], second[1])

    def solve(self, split: int, after: Floats, iterations: int, fixed: Floats = NO_HANDS) -> tuple[float, float]:
        """The value for the seat with the yellow chip, and the gap between the guarantees of both strategies."""
        return solve_round(
            split, after, iterations, fixed, self.hands, self.starts, self.other_hands, self.other_starts,
            self.plans, self.answers, self.plan_values, self.answer_values,
        )  # fmt: skip


def sweep(values: Floats, stage: Stage, iterations: int, memory: Round) -> float:
    """Solve every division of a stage once; returns the largest change."""
    row, change = values[stages()[stage]], 0.0
    after = after_claims(values, stage)
    level = stage.score == stage.other_score
    for split in BY_REDS.tolist():
        value, _ = memory.solve(split, after, iterations)
        change = max(change, abs(value - row[split]))
        row[split] = value
        if level:  # the stage leads to itself: later divisions use the new value
            after[NOBODY, MIRROR[split]] = -value
    return change


def nearest(stage: Stage, solved: int) -> int | None:
    """The number of the stage most like this one, among those already solved: with the same scores, or nearly."""
    before = list(stages())[:solved]
    if not before:
        return None
    return min(range(solved), key=lambda k: sum(abs(x - y) for x, y in zip(before[k][1:], stage[1:], strict=True)))


def build(report: bool = False) -> Floats:
    """The value of every position for the seat with the yellow chip."""
    values, memory = np.zeros((len(stages()), SPLITS)), Round.empty()
    for stage, k in stages().items():
        if stage.score > stage.other_score:
            continue  # done with its mirror image
        start = nearest(stage, k)
        values[k] = values[start] if start is not None else BY_CHIPS
        values[stages()[stage.swapped]] = -values[k, MIRROR]
        pair = [stage] if stage == stage.swapped else [stage, stage.swapped]
        for number in range(MOST_SWEEPS):
            iterations = ITERATIONS if number else DRAFT
            change = max(sweep(values, each, iterations, memory) for each in pair)
            if change < SETTLED:
                break
        if report:
            print(k, *stage, f"{number + 1} sweeps, last change {change:.4f}", flush=True)
    return values


@functools.cache
def load() -> Floats:
    """The values in the file."""
    with np.load(FILE) as file:
        return np.asarray(file["values"], np.float64) / SCALE


if __name__ == "__main__":
    np.savez_compressed(FILE, values=np.rint(build(report=True) * SCALE).astype(np.int16))
