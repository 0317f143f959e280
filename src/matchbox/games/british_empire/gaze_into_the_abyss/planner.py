"""Plays Gaze into the Abyss by solving the round on the table, with the solved values of the rounds that may follow.

Everything that a round depends on is public. So both hands, the announcement and the answer come from the same
solution, found again for each choice: a bot announces what its own plan for the hand it holds says.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass, replace

import numpy as np

from matchbox.bots.analysis import Analysis
from matchbox.bots.mixed import mixed
from matchbox.engine import Game, States

from ..components import BLUE, GREEN, RED
from .rounds import SPLITS, Floats, mirrored, split_of
from .rules import ANNOUNCE, HOLD, HOLDING, TEN
from .solution import Round, Stage, after_claims, load, owned

ITERATIONS, LEAST_ITERATIONS = 1000, 40  # of an expert, and of everybody who plans
LEAST_SHARE = 0.01  # a novice searches: its mistakes are those of somebody who looks less far
LAST_ROUNDS = 6  # so near to the last round, the solved values do not hold
STRAY = 1e-3  # smaller parts of a policy are left over from the first iterations
UNLIKELY = 1e-6  # a hand that the plan never holds
SEARCH_MEANWHILE = True  # a novice searches anyway


@dataclass(frozen=True)
class Plan:
    """A seat's part of a solved round: the chance and the value of each hand, and of each announcement with it."""

    hands: dict[tuple[int, ...], int]  # blue, red and green chips -> row
    chances: Floats  # [hand]
    values: Floats
    says: Floats  # [heard - 1, hand, announcement - 1]: the chance together with the hand
    say_values: Floats


def analyse(game: Game, view: States, seat: int, share: float, seed: int) -> Analysis | None:
    s = view[0]
    if share < LEAST_SHARE or s["chips_each"] != TEN or s["rounds"] > s["most_rounds"] - LAST_ROUNDS:
        return None
    first = int(s["yellow"])
    iterations = max(int(ITERATIONS * share), LEAST_ITERATIONS)
    plan = plan_of(stage_of(s, first), split_from(s, first), seat == first, iterations)
    moves = game.moves(view, seat)
    possible = np.full(len(moves), True)
    if s["phase"] == HOLDING:
        rows = [plan.hands[tuple(map(int, HOLD.args(action)))] for action in moves]
        weights, values = plan.chances[rows], plan.values[rows]
    else:
        hand = plan.hands[tuple(int(n) for n in s["held"][seat])]
        heard = max(int(s["announced"][1 - seat]) - 1, 0)
        if heard >= len(plan.says):
            return None  # behind screens the opponent has announced more chips than there can be
        says, say_values = plan.says[heard, hand], plan.say_values[heard, hand]
        said = np.array([int(ANNOUNCE.args(action)[0]) - 1 for action in moves])
        possible = said < len(says)  # not more chips than the opponent owns, where screens hide their number
        row = np.minimum(said, len(says) - 1)
        weights, values = np.where(possible, says[row], 0.0), np.where(possible, say_values[row], -1.0)
    weights = np.where(weights < STRAY * weights.sum(), 0.0, weights)
    found = mixed(moves, weights if weights.sum() > UNLIKELY else 0.0 * weights, values, iterations, seed)
    return replace(found, visits=tuple(np.where(possible, found.visits, 0).tolist()))


def stage_of(s: np.void, first: int) -> Stage:
    deck = tuple(int(n) for n in s["in_deck"][1:])
    return Stage((deck[0], deck[1], deck[2]), int(s["tile"]), int(s["score"][first]), int(s["score"][1 - first]))


def split_from(s: np.void, first: int) -> int:
    mine = s["chips"][first]
    return split_of(int(mine[BLUE]), int(mine[GREEN]), int(mine[RED]), int(s["chips"][1 - first][RED]))


@functools.lru_cache(maxsize=64)
def plan_of(stage: Stage, split: int, is_first: bool, iterations: int) -> Plan:
    """A seat's plan for the round. Values are those of its own best play against the opponent's plan."""
    memory = Round.empty()
    memory.solve(split, after_claims(load(), stage), iterations)
    n, m = owned(split), owned(mirrored(split))
    hands, starts, count = (
        (memory.hands, memory.starts, n) if is_first else (memory.other_hands, memory.other_starts, m)
    )
    found = int(starts[count + 1])
    if is_first:
        says, values = memory.plans[None, :found, : max(m, 1)], memory.plan_values[None, :found, : max(m, 1)]
        heard = np.ones((1, 1, 1))
    else:
        says, values = (x[: max(m, 1), :found, : max(n, 1)] for x in (memory.answers, memory.answer_values))
        heard = memory.plans[: int(memory.starts[n + 1]), : max(m, 1)].sum(axis=0)[:, None, None]
    return Plan(
        {(int(h[BLUE]), int(h[RED]), int(h[GREEN])): row for row, h in enumerate(hands[:found])},
        says[0].sum(axis=1), values.max(axis=2).sum(axis=0), says.copy(), values / heard,
    )  # fmt: skip


def warm() -> None:
    """Compile the solver of a round."""
    Round.empty().solve(0, np.zeros((3, SPLITS)), 1)
