"""The opening book of perfect play, and perfect play from the start."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import numpy as np
import pytest

from matchbox import bots
from matchbox.engine import States
from matchbox.games.green_box.othellino import game
from matchbox.games.green_box.othellino.book import FILE, Known, canonical, entries, known, position_of
from matchbox.games.green_box.othellino.solver import SOLVABLE, Solver
from tests.games.othellino.test_solver import JIT, empties, random_position

PROVEN = 4  # the second player wins by this many pieces


def after(state: States, action: int) -> States:
    following = state.copy()
    game.apply(following, game.acting(state)[0], action)
    return following


def replies(state: States, seat: int) -> Iterator[States]:
    """The positions with this seat on turn again, whatever its opponent does; at once if it is on turn."""
    if state["over"][0] or game.acting(state)[0] == seat:
        yield state
        return
    for action in game.legal(state, 1 - seat):
        yield from replies(after(state, action), seat)


@cache
def tree(side: int) -> list[tuple[States, Known, list[States]]]:
    """All positions of a side that follows the book, the entries, and the positions of its next turn.

    Side 0 moves first. Positions above the solver's reach only.
    """
    start = game.new(seed=0)
    seat = game.acting(start)[0] if side == 0 else 1 - game.acting(start)[0]
    found, seen, left = [], set(), list(replies(start, seat))
    while left:
        state = left.pop()
        place = canonical(position_of(state))[0]
        if state["over"][0] or empties(state) <= SOLVABLE[6] or place in seen:
            continue
        seen.add(place)
        entry = known(state)
        assert entry, f"the book lacks a position with {empties(state)} empty squares"
        following = list(replies(after(state, entry.action), seat))
        found.append((state, entry, following))
        left += following
    return found


def random_end(side: int, seed: int) -> tuple[States, Known]:
    """A position of the book whose next turn the solver reaches."""
    last = [(state, entry) for state, entry, following in tree(side) if empties(following[0]) <= SOLVABLE[6]]
    return last[int(np.random.default_rng(seed).integers(len(last)))]


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


@pytest.mark.parametrize("side", [0, 1])
def test_the_book_has_a_legal_move_for_all_positions_of_each_side(side: int) -> None:
    found = tree(side)
    assert max(empties(state) for state, _, _ in found) == 32 - side
    assert min(empties(state) for state, _, _ in found) == SOLVABLE[6] + 1 + (side == (SOLVABLE[6] & 1))
    for state, entry, _ in found:
        assert entry.action in game.legal(state, game.acting(state)[0])


@pytest.mark.parametrize(("side", "proven"), [(0, -PROVEN), (1, PROVEN)])
def test_a_value_is_the_least_that_a_reply_leaves(side: int, proven: int) -> None:
    inner = 0
    for _, entry, following in tree(side):
        assert entry.value >= proven
        values = [found.value for state in following if empties(state) > SOLVABLE[6] and (found := known(state))]
        if len(values) == len(following):
            inner += 1
            assert min(values) == entry.value
    assert inner >= 3


@pytest.mark.full
@pytest.mark.skipif(not JIT, reason="too slow in plain Python")
@pytest.mark.parametrize("side", [0, 1])
def test_the_solver_agrees_with_the_book(side: int) -> None:
    solver = Solver(megabytes=128)
    for seed in range(2):
        state, entry = random_end(side, seed)
        seat = game.acting(state)[0]
        assert solver.best(game, state, seat)[1] == entry.value
        assert -solver.solve(game, after(state, entry.action)) == entry.value


def lead_of_first(names: tuple[str, str], seed: int) -> int:
    """Play a game between two levels; returns the lead of the first player."""
    state = game.new(seed=seed)
    first = game.acting(state)[0]
    players = {seat: bots.make(names[seat != first], seed, game) for seat in range(2)}
    while not state["over"][0]:
        seat = game.acting(state)[0]
        game.apply(state, seat, players[seat].choose(game, game.view(state, seat), seat))
    return int(state["score"][0, first]) - int(state["score"][0, 1 - first])


@pytest.mark.full
@pytest.mark.skipif(not JIT, reason="too slow in plain Python")
def test_perfect_is_never_worse_than_the_proof() -> None:
    for seed in range(2):
        assert lead_of_first(("random", "perfect"), seed) <= -PROVEN
        assert lead_of_first(("perfect", "random"), seed) >= -PROVEN


@pytest.mark.full
@pytest.mark.skipif(not JIT, reason="too slow in plain Python")
def test_perfect_against_perfect_ends_as_proven() -> None:
    assert lead_of_first(("perfect", "perfect"), 0) == -PROVEN
