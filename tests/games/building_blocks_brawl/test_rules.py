"""Building Blocks Brawl: the worked examples of the page, and the tricky rulings."""

from __future__ import annotations

from typing import Any

import pytest

from matchbox.engine import States
from matchbox.games.british_empire.building_blocks_brawl import game
from matchbox.games.british_empire.building_blocks_brawl.rules import HOLD, LAST_CLAIM, NO_CLAIM

from ..helpers import act, fill, start


def deal(*order: int, **options: Any) -> States:
    """A game with tiles in this order, then the rest in any order."""
    state = start(game, **options)
    rest = [1, 1, 2, 2, 2, 3, 3]
    for tile in order:
        rest.remove(tile)
    upcoming = [*order, *rest]
    first, later = upcoming[0], upcoming[1:]
    fill(state, deck=[*reversed(later), 0], field=[0, first == 1, first == 2, first == 3])
    state["in_deck"][0] = [0, *(later.count(n) for n in (1, 2, 3))]
    assert game.conserved(state)
    return state


def hold(state: States, first: tuple[int, int, int], second: tuple[int, int, int]) -> None:
    for seat, (blue, red, green) in enumerate((first, second)):
        act(game, state, (seat, f"hold blue={blue} red={red} green={green}"))


def test_e2_the_printed_game_ends_36_to_35() -> None:
    """The example of the page."""
    state = deal(1, 2, 3, 3, 2, 2, 1)
    hold(state, (1, 0, 0), (0, 0, 0))
    assert state["claimed"][0, 0].tolist() == [0, 1, 0, 0]
    hold(state, (0, 0, 0), (2, 0, 0))
    hold(state, (0, 1, 1), (0, 2, 0))
    assert state["chips"][0].tolist() == [[5, 2, 0], [4, 3, 1]]  # the loser takes the reds back
    hold(state, (0, 2, 0), (2, 2, 0))
    assert state["chips"][0].tolist() == [[5, 2, 0], [2, 1, 1]]
    hold(state, (1, 0, 0), (1, 0, 0))  # a tie, then the third 2
    result = game.result(state)
    assert result is not None
    assert result.scores == (36, 35)
    assert result.winners == (0,)
    assert state["aside"][0].tolist() == [0, 0, 2, 0]


@pytest.mark.parametrize(("tie_tile", "claimed"), [("carry", [0, 1, 0, 1]), ("discard", [0, 1, 0, 0])])
def test_e3_a_tie_carries_or_discards_the_tile(tie_tile: str, claimed: list[int]) -> None:
    state = deal(3, 1, tie_tile=tie_tile)
    hold(state, (2, 0, 0), (0, 1, 0))
    hold(state, (3, 0, 0), (0, 0, 0))
    assert state["claimed"][0, 0].tolist() == claimed


def test_e4_equal_products_go_to_the_last_claimer() -> None:
    state = deal(3, 2, 1, 1, 2, 2)
    hold(state, (4, 0, 0), (0, 0, 0))  # seat 0: 3 for 4 chips
    hold(state, (0, 0, 0), (2, 0, 0))  # seat 1: 2
    hold(state, (2, 0, 0), (0, 0, 0))  # seat 0: 1; chips worth 9, tiles 4
    hold(state, (0, 0, 0), (1, 0, 0))  # seat 1: 1; chips worth 12, tiles 3
    hold(state, (0, 0, 0), (0, 0, 0))
    result = game.result(state)
    assert result is not None
    assert result.scores == (36, 36)
    assert result.ranks == (2, 1)
    assert state["reason"][0] == LAST_CLAIM


def test_e5_zero_to_zero_goes_to_the_last_claimer() -> None:
    state = deal(1, 2, 2, 2)
    hold(state, (6, 3, 1), (0, 0, 0))
    for _ in range(2):
        hold(state, (0, 0, 0), (0, 0, 0))  # seat 0 owns nothing but still takes part (R14)
    result = game.result(state)
    assert result is not None
    assert result.scores == (0, 0)
    assert result.winners == (0,)


def test_e6_no_claim_is_a_draw() -> None:
    state = deal(2, 2, 2)
    hold(state, (0, 0, 0), (0, 0, 0))
    hold(state, (0, 0, 0), (0, 0, 0))
    result = game.result(state)
    assert result is not None
    assert result.ranks == (1, 1)
    assert state["reason"][0] == NO_CLAIM
    assert state["ply"][0] == 4


def test_e7_action_ids_are_stable() -> None:
    assert HOLD.id(2, 1, 1) == 19
    assert HOLD.args(19) == (2, 1, 1)
    state = start(game)
    assert game.legal(state, 0) == list(range(56))


def test_a_hand_stays_secret_until_both_have_chosen() -> None:
    state = start(game)
    act(game, state, (0, "hold 2 1 1"))
    assert game.view(state, 0)["held"][0, 0].tolist() == [2, 1, 1]
    assert not game.view(state, 1)["held"].any()
    act(game, state, (1, "hold 0 0 0"))
    assert game.view(state, 1)["shown"][0, 0].tolist() == [2, 1, 1]


def test_a_game_has_two_to_six_rounds() -> None:
    for order, rounds in (((2, 2, 2), 2), ((1, 1, 3, 3, 2, 2, 2), 6)):
        state = deal(*order)
        for number in range(rounds):
            assert not state["over"][0], number
            hold(state, (0, 0, 0), (0, 0, 0))
        assert state["over"][0]
