"""Plays Building Blocks Brawl by solving the round on the table as a matrix game, with learned values after it.

Between two rounds everything is public, so a round has a payoff for each pair of bids. Equal bids leave the tiles, and
otherwise the payoff depends on the higher bid alone: it is the mean value over the next tile, by a network that has
learnt the exact values of the solver (`value.npz`). The level `perfect` asks the solver instead.
"""

from __future__ import annotations

import functools
from dataclasses import replace
from typing import Any

import numpy as np

from matchbox.bots.analysis import Analysis
from matchbox.bots.inputs import list_inputs
from matchbox.bots.learned import FILE, Judge, Learned, layout_of, load
from matchbox.bots.mixed import mixed
from matchbox.bots.network import forward
from matchbox.engine import Game, Ints, States, entry_point, rule, wide

from ..components import NUMBERS, sum_of
from ..matrix_game import Floats, solve
from . import game as this_game
from .features import features
from .judgement import consider
from .rules import DISCARD, HOLD, State, move_field, worth

LEAST_SHARE = 0.04  # weaker levels search
SEARCH_MEANWHILE = True  # weaker levels search anyway
UNLIKELY = 1e-9


def analyse(game: Game, view: States, seat: int, share: float, seed: int) -> Analysis | None:
    learned = evaluation()
    if share < LEAST_SHARE or learned is None or not fits(game, view, learned):
        return None
    mine, theirs = bids_of(view, seat), bids_of(view, 1 - seat)
    wins, losses, tied = outcomes(learned, view, seat, mine, theirs)
    moves = [int(HOLD.id(*bid[:3])) for bid in mine.tolist()]
    sensible = considered(view, seat, moves)
    rows, columns = best_of_each(mine, wins), best_of_each(theirs, -losses)
    rows = [k for k in rows if moves[k] in sensible]
    matrix = payoffs(mine[rows], theirs[columns], wins[rows], losses[columns], tied)
    _, row, column, _ = solve(matrix)
    weights = np.zeros(len(mine))
    weights[rows] = np.where(row < UNLIKELY, 0.0, row)
    values = payoffs(mine, theirs[columns], wins, losses[columns], tied) @ column
    found = mixed(moves, weights, values, matrix.size, seed)
    return replace(
        found,
        visits=tuple(count if move in sensible else 0 for move, count in zip(moves, found.visits, strict=True)),
        values=tuple(value if move in sensible else -1.0 for move, value in zip(moves, found.values, strict=True)),
    )


def considered(view: States, seat: int, moves: list[int]) -> set[int]:
    """The bids that are worth a thought: a won game must not tempt anybody to pay more than needed."""
    out = np.array(moves, np.int64)
    return set(out[: consider(view[0], seat, out, len(moves))].tolist())


@functools.cache
def evaluation() -> Learned | None:
    """The learned values, if there is a file for these rules."""
    path = this_game.folder / FILE
    if not path.exists():
        return None
    learned = load(path)
    made_for = learned.header["version"], learned.header["layout"], int(learned.plan.sizes[3])
    return learned if made_for == (this_game.about.version, layout_of(this_game), this_game.feature_count) else None


def fits(game: Game, view: States, learned: Learned) -> bool:
    """Was it made for these rules? Screens change nothing: the record has the chips behind them."""
    return bool(learned.header["options"]["tie_tile"] == game.options_of(view)["tie_tile"])


def bids_of(view: States, seat: int) -> Ints:
    """The seat's bids in the order of the actions: blue, red and green chips, and the value."""
    blue, red, green = (int(n) for n in view["chips"][0, seat])
    bids = [(b, r, g, b + 2 * r + 3 * g) for b in range(blue + 1) for r in range(red + 1) for g in range(green + 1)]
    return np.array(bids, np.int64)


def best_of_each(bids: Ints, worths: Floats) -> list[int]:
    """The best bid of each value for its seat, by rising value."""
    best: dict[int, int] = {}
    for k, value in enumerate(bids[:, 3].tolist()):
        if value not in best or worths[k] > worths[best[value]]:
            best[value] = k
    return [best[value] for value in sorted(best)]


def payoffs(mine: Ints, theirs: Ints, wins: Floats, losses: Floats, tied: float) -> Floats:
    """The payoff of each bid against each bid of the opponent."""
    lead = mine[:, 3][:, None] - theirs[:, 3][None, :]
    found: Floats = np.where(lead > 0, wins[:, None], np.where(lead < 0, losses[None, :], tied))
    return found


def outcomes(learned: Learned, view: States, seat: int, mine: Ints, theirs: Ints) -> tuple[Floats, Floats, float]:
    """The value for a seat if each of its bids claims the tiles, if each of the opponent's does, and after a tie."""
    states = np.repeat(view, 2)
    judge = learned.judge(states[1:])
    wins, losses, tied = np.zeros(len(mine)), np.zeros(len(theirs)), np.zeros(1)
    evaluate_round(states, judge, seat, mine, theirs, wins, losses, tied)
    return wins, losses, float(tied[0])


@entry_point
def evaluate_round(
    states: Any, judge: Judge, seat: int, mine: Ints, theirs: Ints, wins: Floats, losses: Floats, tied: Floats
) -> None:
    """Write the values for a seat after each possible claim. State 1 is work space, which the judge reads."""
    s = states[1]
    for claimer in range(2):
        bids, values = (mine, wins) if claimer == seat else (theirs, losses)
        for k in range(len(bids)):
            states[1] = states[0]
            for colour in range(3):
                s.chips[claimer, colour] -= bids[k, colour]
            move_field(s, s.claimed[claimer])
            s.last_claimer = claimer
            value = value_of_next(s, judge)
            values[k] = value if seat == 0 else -value
    states[1] = states[0]
    if s.tie_tile == DISCARD:
        move_field(s, s.aside)
    value = value_of_next(s, judge)
    tied[0] = value if seat == 0 else -value


@rule
def value_of_next(s: State, judge: Judge) -> float:
    """The mean value for seat 0 over the next tile. Leaves the state as it was."""
    total, tiles = 0.0, wide(0)
    for number in range(1, NUMBERS):
        left = wide(s.in_deck[number])
        tiles += left
        if number == 2 and left == 1:
            total += result(s)  # the third 2
        elif left > 0:
            s.in_deck[number] -= 1
            s.field[number] += 1
            n = list_inputs(judge.raw, wide(3), wide(0), judge.plan, judge.inputs)
            features(s, wide(0), judge.strengths)
            forward(judge.net, judge.inputs, judge.strengths, n, judge.layers)
            total += left * judge.layers.values[0]
            s.in_deck[number] += 1
            s.field[number] -= 1
    return total / tiles


@rule
def result(s: State) -> float:
    """The payoff of seat 0 if the game ended now."""
    lead = sum_of(s.claimed[0]) * worth(s.chips[0]) - sum_of(s.claimed[1]) * worth(s.chips[1])
    if lead != 0:
        return 1.0 if lead > 0 else -1.0
    return 1.0 if s.last_claimer == 0 else -1.0 if s.last_claimer == 1 else 0.0


def warm() -> None:
    """Compile what a choice needs."""
    analyse(this_game, this_game.new(seed=0), 0, 1.0, 0)
