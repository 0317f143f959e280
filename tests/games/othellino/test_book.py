"""The opening book of perfect play, and perfect play from the start."""

from __future__ import annotations

import numpy as np
import pytest

from matchbox import bots
from matchbox.engine import States
from matchbox.games.green_box.othellino import game
from matchbox.games.green_box.othellino.book import FILE, canonical, entries, known, position_of
from matchbox.games.green_box.othellino.solver import SOLVABLE, Solver
from tests.games.othellino.test_solver import JIT, empties, random_position

PROVEN = 4  # the second player wins by this many pieces


def follow(seed: int) -> States:
    """The last position of the book as the second player against random moves."""
    choose, state = np.random.default_rng(seed), game.new(seed=seed)
    first, last = game.acting(state)[0], state
    while empties(state) > SOLVABLE[6]:
        seat = game.acting(state)[0]
        if seat == first:
            game.apply(state, seat, int(choose.choice(game.legal(state, seat))))
            continue
        found = known(state)
        if found is None:
            break
        last = state.copy()
        game.apply(state, seat, found.action)
    return last


def test_the_book_knows_the_proof() -> None:
    state = game.new(seed=0)
    first = known(state)
    assert first
    assert first.value == -PROVEN
    for action in game.legal(state, game.acting(state)[0]):  # all first moves are images of each other
        after = state.copy()
        game.apply(after, game.acting(state)[0], action)
        reply = known(after)
        assert reply
        assert reply.value == PROVEN
        assert reply.action in game.legal(after, game.acting(after)[0])


def test_entries_are_canonical_and_legal() -> None:
    assert len(entries()) > 20
    for (own, other), found in entries().items():
        assert canonical((own, other))[0] == (own, other)
        assert own & other == 0
        assert not (own | other) >> found.action & 1
    assert FILE.stat().st_size < 100_000


def test_a_position_and_its_images_share_an_entry() -> None:
    state = random_position(1, 29)
    own, other = position_of(state)
    turned = [sum(1 << (6 * (i % 6) + 5 - i // 6) for i in range(36) if pieces >> i & 1) for pieces in (own, other)]
    assert canonical((turned[0], turned[1]))[0] == canonical((own, other))[0]


@pytest.mark.skipif(not JIT, reason="too slow in plain Python")
def test_values_never_fall_below_the_proof_for_the_second_player() -> None:
    for seed in range(20):
        state = follow(seed)
        found = known(state)
        assert found
        assert found.value >= PROVEN
        assert found.action in game.legal(state, game.acting(state)[0])


@pytest.mark.full
@pytest.mark.skipif(not JIT, reason="too slow in plain Python")
def test_the_solver_agrees_with_the_book() -> None:
    solver = Solver(megabytes=128)
    for seed in range(4):
        state = follow(seed)
        found = known(state)
        assert found
        assert solver.best(game, state, game.acting(state)[0])[1] == found.value


@pytest.mark.full
@pytest.mark.skipif(not JIT, reason="too slow in plain Python")
def test_perfect_is_never_worse_than_the_proof_as_second_player() -> None:
    for seed in range(3):
        state = game.new(seed=seed)
        first = game.acting(state)[0]
        players = {first: bots.make("random", seed, game), 1 - first: bots.make("perfect", seed, game)}
        while not state["over"][0]:
            seat = game.acting(state)[0]
            game.apply(state, seat, players[seat].choose(game, game.view(state, seat), seat))
        assert int(state["score"][0, 1 - first]) - int(state["score"][0, first]) >= PROVEN
