"""States from outside are refused, or run in bounds: as plain Python, which checks every index."""

from __future__ import annotations

import gc

import numpy as np
import pytest
from numba.core.dispatcher import Dispatcher

from matchbox.engine import BadState, Game, MatchboxError, States, games
from matchbox.engine.checked import checked
from matchbox.engine.positions import check_state, parse_position, print_position

from .cases import Case, random_walk
from .fuzz import fuzzed

MUTANTS = 30


@pytest.fixture(params=games())
def game(request: pytest.FixtureRequest) -> Game:
    return games()[request.param]


def test_a_fuzzed_state_is_refused_or_runs_in_bounds(game: Game) -> None:
    """Every number is within its range, but the numbers do not fit together."""
    before = compiled_for_records()
    refused = 0
    for number, state in enumerate(fuzzed(game, 1, MUTANTS)):
        seat = number % int(state["seats"][0])
        text = print_position(game, game.view(state, seat), seat) if number % 5 == 0 else print_position(game, state)
        try:
            play(*parse_position(text), seed=number)
        except MatchboxError:
            refused += 1
    assert 0 < refused < MUTANTS
    assert compiled_for_records() == before  # compiled code has seen none of them


def play(game: Game, state: States, seed: int) -> None:
    choose = np.random.default_rng(seed)
    for _ in range(10):
        acting = game.acting(state)
        if not acting:
            return
        legal = game.legal(state, acting[0])
        if not legal:
            return
        game.apply(state, acting[0], int(choose.choice(legal)))


def compiled_for_records() -> int:
    """The number of compiled functions that have been called with a record."""
    rules = [function for function in gc.get_objects() if issubclass(type(function), Dispatcher)]  # no weak proxies
    return sum("Record" in str(signature) for function in rules for signature in function.overloads)


def test_numbers_outside_the_ranges_are_refused(game: Game) -> None:
    whole = checked(game)
    for name, field in game.State.fields.items():
        if field.visible == "inside" or name == "seats":  # another number of seats may be as good
            continue
        state = whole.new(seed=1)
        low, high = field.range_for(int(state["seats"][0]))
        bounds = np.iinfo(field.code)
        for wrong in (low - 1, high + 1):
            if bounds.min <= wrong <= bounds.max:
                state[name] = wrong
                with pytest.raises(MatchboxError):
                    check_state(whole, state)


def test_states_of_the_game_pass(game: Game) -> None:
    """Full states and views, from the first to the last."""
    whole = checked(game)
    for state, seat, _ in random_walk(Case(whole, game.about.seats[0]), 3, 30):
        check_state(whole, state)
        check_state(whole, whole.view(state, seat), seat)
        check_state(whole, whole.view(state), -1)


def test_a_state_that_the_rules_cannot_handle_is_reported() -> None:
    """In range, and all pieces add up; but the set of legal actions offers a place beyond the display."""
    game = checked(games()["gauntlet"])
    state = game.new(seed=1)
    state["choices"] = 1 << 16
    read = parse_position(print_position(game, state))[1]
    with pytest.raises(BadState, match="this is not a position of The Gauntlet: index 16 is out of bounds"):
        play(game, read, 1)
