"""OpenSpiel's values of late positions of Building Blocks Brawl, compared with those of our solver.

The rules alone make the game trees: every pair of bids, then every tile that may come. OpenSpiel finds the value by
counterfactual regret minimisation; our solver uses linear programs, from the last round back to the first.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import count, product
from typing import Any

import numpy as np
import pytest

from matchbox.bots.analysis import analyse
from matchbox.engine import States, get
from matchbox.engine.playout import utility
from matchbox.games.british_empire.building_blocks_brawl.solver import Solver

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed (extra: research)")

game = get("building_blocks_brawl")
MOST = 3000  # leaves of a tree
POSITIONS = 8


def after(state: States, bids: tuple[int, int]) -> list[tuple[int, States]]:
    """The state after two bids for every tile that may come next, with the number of such tiles."""
    tiles = [int(n) for n in state["in_deck"][0]]
    found = []
    for tile in (number for number, left in enumerate(tiles) if left):
        then = state.copy()
        rest = [n for n, left in enumerate(tiles) for _ in range(left - (n == tile))]
        then["deck"][0, : len(rest) + 1] = [*rest, tile]  # the last tile is on top
        for seat, bid in enumerate(bids):
            game.apply(then, seat, bid)
        found.append((tiles[tile], then))
    return found


def pairs(state: States) -> Iterator[tuple[int, int]]:
    yield from product(game.legal(state, 0), game.legal(state, 1))


def leaves(state: States, most: int) -> int:
    """The number of leaves of a position's tree; counting stops above `most`."""
    if state["over"][0]:
        return 1
    total = 0
    for bids in pairs(state):
        for _, then in after(state, bids):
            total += leaves(then, most - total)
            if total > most:
                return total
    return total


def tree(state: States, rounds: Iterator[int], outcomes: Iterator[int]) -> Iterator[str]:
    """A position in Gambit's format: seat 0 bids, seat 1 bids without seeing it, a tile comes."""
    if state["over"][0]:
        won = float(game.compiled(utility.__name__)(state[0], 0))
        yield f't "" {next(outcomes)} "" {{ {won} {-won} }}'
        return
    mine, yours = (" ".join(f'"{bid}"' for bid in game.legal(state, seat)) for seat in (0, 1))
    here = next(rounds)
    yield f'p "" 1 {here} "" {{ {mine} }} 0'
    for bid in game.legal(state, 0):
        yield f'p "" 2 {here} "" {{ {yours} }} 0'
        for other in game.legal(state, 1):
            then = after(state, (bid, other))
            tiles = sum(weight for weight, _ in then)
            odds = " ".join(f'"{k}" {weight}/{tiles}' for k, (weight, _) in enumerate(then))
            yield f'c "" {here} "" {{ {odds} }} 0'
            for _, following in then:
                yield from tree(following, rounds, outcomes)


@cache
def late_positions() -> list[States]:
    """Positions of random games in which both seats have a choice and the tree is small."""
    found: list[States] = []
    for seed in range(400):
        choose, state = np.random.default_rng(seed), game.new(2, seed, tie_tile=("carry", "discard")[seed % 2])
        while not state["over"][0]:
            choices = [len(game.legal(state, seat)) for seat in (0, 1)]
            if min(choices) > 2 and choices[0] * choices[1] < 150 and 60 < leaves(state, MOST) <= MOST:
                found.append(state.copy())
                break
            for seat in (0, 1):
                game.apply(state, seat, int(choose.choice(game.legal(state, seat))))
        if len(found) == POSITIONS:
            return found
    raise AssertionError("too few small positions")


def expected(state: Any, policy: Any) -> float:
    """The expected result of the first player if both follow a policy."""
    if state.is_terminal():
        return float(state.returns()[0])
    if state.is_chance_node():
        shares = state.chance_outcomes()
    else:
        shares = policy.action_probabilities(state).items()
    return float(sum(share * expected(state.child(action), policy) for action, share in shares if share))


@pytest.mark.parametrize("k", [0, *(pytest.param(k, marks=pytest.mark.full) for k in range(1, POSITIONS))])
def test_openspiel_finds_the_solvers_values(k: int) -> None:
    state = late_positions()[k]
    text = "\n".join(['EFG 2 R "late" { "0" "1" } ""', *tree(state, count(1), count(1))]) + "\n"
    theirs = pyspiel.load_efg_game(text)
    cfr = pyspiel.CFRPlusSolver(theirs)
    gap = np.inf
    for _ in range(40):
        for _ in range(50):
            cfr.evaluate_and_update_policy()
        policy = cfr.average_policy()
        gap = pyspiel.nash_conv(theirs, policy)
        if gap < 2e-3:
            break
    assert gap < 1e-2
    value = expected(theirs.new_initial_state(), policy)
    for seat, sign in ((0, 1), (1, -1)):
        assert Solver(0).value(game, game.view(state, seat), seat) == pytest.approx(sign * value, abs=gap + 1e-9)


def payoffs(state: States) -> np.ndarray:
    """The round as a payoff matrix of seat 0, with perfect play afterwards."""
    solver = Solver(0)
    rows, columns = (game.legal(state, seat) for seat in (0, 1))
    matrix = np.zeros((len(rows), len(columns)))
    for (i, bid), (j, other) in product(enumerate(rows), enumerate(columns)):
        then = after(state, (bid, other))
        worth = [weight * solver.value(game, game.view(following, 0), 0) for weight, following in then]
        matrix[i, j] = sum(worth) / sum(weight for weight, _ in then)
    return matrix


@pytest.mark.full
def test_a_larger_search_budget_makes_the_policy_harder_to_exploit() -> None:
    """A perfect opponent gains little from the search's policy in one round, and less after more iterations."""
    taken: dict[int, list[float]] = {50: [], 20_000: []}
    for state in late_positions():
        matrix, view = payoffs(state), game.view(state, 0)
        value = Solver(0).value(game, view, 0)
        for iterations, losses in taken.items():
            policy = np.array(analyse(game, view, 0, iterations, seed=1, playout_policy=0.7).policy)
            losses.append(value - float((policy @ matrix).min()))
            assert losses[-1] > -1e-9  # no policy guarantees more than the value
    few, many = (float(np.mean(losses)) for losses in taken.values())
    assert many < 0.1
    assert many < 0.5 * few
