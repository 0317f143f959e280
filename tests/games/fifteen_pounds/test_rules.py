"""15 Pounds of 4 Cheeses: the worked examples of the page, and the tricky rulings."""

from __future__ import annotations

from itertools import count, product
from typing import Any

import numpy as np
import pytest

from matchbox.engine import States
from matchbox.games.british_empire.fifteen_pounds import game
from matchbox.games.british_empire.fifteen_pounds.rules import (
    ACTED_FIRST,
    ACTION,
    CAP,
    EARLIER,
    FIFTEEN,
    FOUR_COLOURS,
    GRAB,
    HEAVIER,
    HOLD,
    ORDER,
    SET,
    STEAL,
    THEFT,
)

from ..helpers import act, fill, start, texts

Chips = tuple[int, int, int, int]
NOTHING: Chips = (0, 0, 0, 0)
VALUE = np.array([1, 2, 3, 4])


def position(
    first: Chips, second: Chips, field: Chips = NOTHING, bag: Chips | None = None, seed: int = 1, **options: Any
) -> States:
    """A position before choosing tiles, with these chips and the rest in the bag.

    An explicit bag may leave chips out, for tests that do not count them.
    """
    state = start(game, seed=seed, **options)
    rest = np.array([12, 6, 2, 1]) - first - np.array(second) - field
    fill(state, chips=[first, second], field=field, bag=rest if bag is None else bag)
    assert bag is not None or game.conserved(state)
    return state


def play_tiles(state: States, first: int, second: int) -> None:
    act(game, state, (0, f"tile {first}"), (1, f"tile {second}"))


def hold(state: States, first: Chips, second: Chips) -> None:
    for seat, chips in enumerate((first, second)):
        game.apply(state, seat, SET.id(*chips))


def exchanges(state: States, seat: int) -> list[Chips]:
    return [SET.args(a) for a in game.legal(state, seat) if SET.has(a)]  # type: ignore[misc]


def chips_of(state: States, seat: int) -> Chips:
    return tuple(state["chips"][0, seat].tolist())


def field(state: States) -> Chips:
    return tuple(state["field"][0].tolist())


def duel_won_by_coin(seat: int, first: Chips, second: Chips, tile: int) -> States:
    """A position after both held nothing and this seat won the coin."""
    for seed in count():
        state = position(first, second, seed=seed)
        play_tiles(state, tile, tile)
        hold(state, NOTHING, NOTHING)
        assert state["coin"][0] == 1
        if state["winner"][0] == seat:
            return state
    raise AssertionError


def test_e1_an_exchange_turns_a_red_into_blue_and_green() -> None:
    """The first example of the page."""
    state = position((0, 1, 0, 0), NOTHING, (1, 0, 1, 0))
    play_tiles(state, 2, 3)
    assert (1, 0, 1, 0) in exchanges(state, 0)
    act(game, state, (0, "chips blue=1 red=0 green=1 yellow=0"))
    assert chips_of(state, 0) == (1, 0, 1, 0)
    assert field(state) == (0, 1, 0, 0)


def test_e2_an_exchange_gives_a_blue_for_the_yellow() -> None:
    """The second example of the page."""
    state = position((2, 1, 0, 0), NOTHING, (0, 0, 0, 1))
    play_tiles(state, 3, 1)
    assert game.acting(state) == [1]  # the lower number acts first
    act(game, state, (1, "grab"))
    assert (1, 1, 0, 1) in exchanges(state, 0)
    before = field(state)
    game.apply(state, 0, SET.id(1, 1, 0, 1))
    assert chips_of(state, 0) == (1, 1, 0, 1)
    assert field(state) == (before[0] + 1, before[1], before[2], 0)


@pytest.mark.parametrize(
    ("bag", "kept", "left"),
    [
        ((2, 1, 0, 0), (1, 0, 0, 0), (1, 1, 0, 0)),
        ((0, 3, 0, 0), (0, 3, 0, 0), NOTHING),
        ((0, 0, 1, 1), (0, 0, 1, 0), (0, 0, 0, 1)),  # R8: fewer chips than the number
        ((0, 1, 0, 0), (0, 1, 0, 0), NOTHING),  # E9: a single chip always has one colour
        ((1, 1, 0, 1), (1, 0, 0, 0), (0, 1, 0, 1)),
    ],
)
def test_e3_e9_a_grab_keeps_one_colour_or_the_lowest_chip(bag: Chips, kept: Chips, left: Chips) -> None:
    state = position(NOTHING, NOTHING, bag=bag)
    play_tiles(state, 3, 3)
    hold(state, NOTHING, NOTHING)
    seat = int(state["first"][0])
    assert texts(game, state, seat) == ["grab"]
    game.apply(state, seat, GRAB)
    assert chips_of(state, seat) == kept
    assert field(state) == left
    assert tuple(state["drawn"][0, seat].tolist()) == bag
    assert not state["bag"].any()


def test_e4_a_duel_without_chips_only_decides_who_acts_first() -> None:
    state = duel_won_by_coin(1, NOTHING, NOTHING, tile=1)
    assert game.acting(state) == [1]
    assert game.legal(state, 1) == [GRAB]
    game.apply(state, 1, GRAB)
    assert sum(chips_of(state, 1)) == 1
    assert chips_of(state, 0) == field(state) == NOTHING
    assert game.acting(state) == [0]


def test_e5_a_complete_duel() -> None:
    state = position((2, 1, 0, 0), (0, 0, 1, 0))
    play_tiles(state, 2, 2)
    assert state["start_value"][0].tolist() == [4, 3]
    hold(state, (0, 1, 0, 0), NOTHING)
    # the only colour is stolen without a decision, and the held red goes onto the field
    assert state["phase"][0] == ACTION
    assert chips_of(state, 0) == (2, 0, 1, 0)
    assert chips_of(state, 1) == NOTHING
    assert field(state) == (0, 1, 0, 0)
    assert exchanges(state, 0) == [(1, 1, 1, 0)]
    game.apply(state, 0, SET.id(1, 1, 1, 0))
    assert field(state) == (1, 0, 0, 0)
    assert game.legal(state, 1) == [GRAB]  # it needs 5, and the field has one blue


def test_e6_an_exchange_may_change_nothing() -> None:
    state = duel_won_by_coin(0, (3, 0, 0, 0), (0, 1, 0, 0), tile=2)
    assert chips_of(state, 0) == (3, 1, 0, 0)
    assert exchanges(state, 0) == [(3, 1, 0, 0)]
    assert GRAB in game.legal(state, 0)
    bag = state["bag"].copy()
    game.apply(state, 0, SET.id(3, 1, 0, 0))
    assert chips_of(state, 0) == (3, 1, 0, 0)
    assert (state["bag"] == bag).all()


@pytest.mark.parametrize(("tile", "sets"), [(2, [(1, 2, 1, 0)]), (3, [])])
def test_e7_a_held_chip_may_be_stolen(tile: int, sets: list[Chips]) -> None:
    state = position((1, 1, 1, 0), (0, 2, 0, 0))
    play_tiles(state, tile, tile)
    hold(state, (1, 1, 1, 0), (0, 2, 0, 0))
    assert chips_of(state, 0) == chips_of(state, 1) == (0, 1, 0, 0)
    assert field(state) == (1, 1, 1, 0)
    assert game.acting(state) == [0]
    assert exchanges(state, 0) == sets
    assert GRAB in game.legal(state, 0)


def after_exchanges(first: Chips, second: Chips, tiles: tuple[int, int], **options: Any) -> States:
    """Both seats reach these chips by exchange in one round, from a field with all they need."""
    state = position(NOTHING, NOTHING, **options)
    fill(state, field=np.add(first, second), chips=[NOTHING, NOTHING])
    play_tiles(state, *tiles)
    worth = [int(VALUE @ chips) - tile for chips, tile in zip((first, second), tiles, strict=True)]
    fill(state, start_value=worth)
    order = (0, 1) if tiles[0] < tiles[1] else (1, 0)
    for seat in order:
        assert not state["over"][0]  # R17
        game.apply(state, seat, SET.id(*(first, second)[seat]))
    return state


def test_r18_if_both_qualify_the_first_to_act_wins() -> None:
    for tiles, ranks in (((1, 3), [1, 2]), ((3, 1), [2, 1])):
        state = after_exchanges((1, 1, 1, 1), (5, 5, 0, 0), tiles)
        assert state["reason"][0] == ACTED_FIRST
        assert state["score"][0].tolist() == [10, 15]
        assert state["rank"][0].tolist() == ranks


def test_r18_the_winner_of_a_duel_acts_first() -> None:
    state = position((4, 5, 0, 0), (0, 1, 2, 1), bag=(0, 1, 0, 0))  # worth 14 and 12
    play_tiles(state, 1, 1)
    hold(state, NOTHING, (0, 0, 1, 0))
    act(game, state, (1, "steal blue"))  # all four colours, but the green goes onto the field
    game.apply(state, 1, SET.id(1, 1, 2, 1))
    game.apply(state, 0, GRAB)
    assert state["score"][0].tolist() == [15, 13]
    assert state["reason"][0] == ACTED_FIRST
    assert state["rank"][0].tolist() == [2, 1]


def test_e8_the_higher_value_wins_if_the_option_says_so() -> None:
    state = after_exchanges((1, 1, 1, 1), (5, 5, 0, 0), (1, 3), both_complete="value")
    assert state["reason"][0] == HEAVIER
    assert state["score"][0].tolist() == [10, 15]
    assert state["rank"][0].tolist() == [2, 1]


def test_e8_then_equal_values_go_to_the_seat_that_acted_first() -> None:
    for tiles, winner in (((1, 3), 0), ((3, 1), 1)):
        state = after_exchanges((5, 5, 0, 0), (7, 1, 2, 0), tiles, both_complete="value")
        assert state["reason"][0] == EARLIER
        assert state["score"][0].tolist() == [15, 15]
        assert state["rank"][0, winner] == 1


def test_the_only_seat_that_qualifies_wins_with_any_value() -> None:
    state = after_exchanges((1, 1, 1, 1), (6, 4, 0, 0), (2, 3))
    assert state["reason"][0] == FOUR_COLOURS
    assert state["score"][0].tolist() == [10, 14]
    assert state["rank"][0].tolist() == [1, 2]
    state = after_exchanges((1, 1, 1, 0), (11, 2, 0, 0), (2, 3))
    assert state["reason"][0] == FIFTEEN
    assert state["rank"][0].tolist() == [2, 1]


def test_r22_an_action_may_keep_all_chips_if_the_option_allows_it() -> None:
    for no_exchange, more in (("exact", []), ("allowed", [(7, 1, 0, 0)])):
        state = position((7, 1, 0, 0), NOTHING, (1, 0, 0, 0), no_exchange=no_exchange)
        play_tiles(state, 1, 3)
        assert exchanges(state, 0) == [*more, (8, 1, 0, 0)]
        assert game.legal(state, 0)[-1] == GRAB
    before = state.copy()
    game.apply(state, 0, SET.id(7, 1, 0, 0))
    assert chips_of(state, 0) == (7, 1, 0, 0)
    assert (field(state), state["bag"].tolist()) == (field(before), before["bag"].tolist())
    assert game.acting(state) == [1]
    assert exchanges(state, 1) == [NOTHING]  # also without any chips


def test_r22_chips_that_are_worth_enough_are_kept_once() -> None:
    state = position((3, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), no_exchange="allowed")
    play_tiles(state, 2, 2)
    hold(state, (1, 0, 0, 0), NOTHING)
    assert chips_of(state, 0) == (2, 1, 0, 0)  # worth 4, and the target is 5
    assert exchanges(state, 0) == [(0, 1, 1, 0), (2, 0, 1, 0), (2, 1, 0, 0), (3, 1, 0, 0)]
    fill(state, start_value=[2, 2])
    assert sorted(exchanges(state, 0)) == [(1, 0, 1, 0), (2, 1, 0, 0)]


def test_r22_a_seat_that_can_only_keep_its_chips_is_skipped() -> None:
    state = position(NOTHING, (12, 0, 0, 0), (0, 6, 2, 1), no_exchange="allowed")
    play_tiles(state, 1, 2)
    assert game.acting(state) == [1]


def test_e10_action_ids_are_stable() -> None:
    assert SET.id(1, 1, 0, 1) == 52
    assert SET.args(52) == (1, 1, 0, 1)
    assert SET.first == 3
    assert SET.id(12, 6, 2, 1) == 548
    assert [THEFT.id(colour) for colour in range(4)] == [549, 550, 551, 552]
    assert GRAB == 553
    assert game.actions.count == 554
    state = start(game)
    assert game.legal(state, 0) == game.legal(state, 1) == [0, 1, 2]


def test_the_winner_of_a_duel_chooses_the_colour_to_steal() -> None:
    state = position((0, 1, 0, 0), (2, 0, 1, 0))
    play_tiles(state, 1, 1)
    hold(state, (0, 1, 0, 0), (1, 0, 0, 0))
    assert state["phase"][0] == STEAL
    assert texts(game, state, 0) == ["steal blue", "steal green"]
    act(game, state, (0, "green"))
    assert chips_of(state, 0) == (0, 0, 1, 0)  # R5: the theft comes first, then the red goes onto the field
    assert chips_of(state, 1) == (2, 0, 0, 0)
    assert field(state) == (0, 1, 0, 0)
    assert exchanges(state, 0) == [(0, 0, 1, 0)]  # R6: 2 + 1, although its chips are now worth 3


def test_r2_the_coin_is_fair_and_its_winner_steals() -> None:
    wins = [0, 0]
    for seed in range(200):
        state = position((1, 0, 0, 0), (1, 0, 0, 0), seed=seed)
        play_tiles(state, 2, 2)
        hold(state, (1, 0, 0, 0), (1, 0, 0, 0))
        winner = int(state["winner"][0])
        wins[winner] += 1
        assert chips_of(state, winner) == (1, 0, 0, 0)  # stolen; the held chip is on the field
        assert chips_of(state, 1 - winner) == NOTHING
        assert field(state) == (1, 0, 0, 0)
        assert game.acting(state) == [winner]
    assert 70 < wins[0] < 130


def test_r9_a_seat_that_can_do_nothing_is_skipped() -> None:
    state = position(NOTHING, (12, 0, 0, 0), (0, 6, 2, 1))
    play_tiles(state, 1, 2)
    assert state["first"][0] == 0  # but it cannot get a chip worth 1, and the bag is empty
    assert game.acting(state) == [1]
    assert GRAB not in game.legal(state, 1)
    assert all(VALUE @ chips == 14 for chips in exchanges(state, 1))
    game.apply(state, 1, SET.id(12, 1, 0, 0))
    assert state["phase"][0] == ORDER
    assert game.conserved(state)


def test_r9_both_may_be_skipped() -> None:
    state = position((1, 0, 0, 0), (1, 0, 0, 0), bag=NOTHING)
    play_tiles(state, 2, 3)
    assert state["phase"][0] == ORDER  # nobody can act: the next round begins
    assert state["rounds"][0] == 2
    assert game.legal(state, 0) == [0, 2]


def test_r19_tiles_return_after_every_third_round() -> None:
    state = position(NOTHING, NOTHING)
    for number, (first, second) in enumerate([(1, 3), (2, 1), (3, 2)]):
        assert len(game.legal(state, 0)) == len(game.legal(state, 1)) == 3 - number
        play_tiles(state, first, second)
        for _ in range(2):
            seat = game.acting(state)[0]
            game.apply(state, seat, GRAB)
    assert state["rounds"][0] == 4
    assert game.legal(state, 0) == game.legal(state, 1) == [0, 1, 2]


def test_at_the_round_limit_the_higher_value_wins() -> None:
    for blue, ranks in ((3, [1, 2]), (2, [1, 1])):
        state = position((blue, 0, 0, 0), (0, 1, 0, 0), bag=NOTHING)
        fill(state, rounds=60)
        play_tiles(state, 2, 3)
        assert state["reason"][0] == CAP
        assert state["rank"][0].tolist() == ranks
        result = game.result(state)
        assert result is not None
        assert result.capped


def test_choices_are_secret_and_redeals_are_legal() -> None:
    state = position((1, 0, 0, 0), (2, 1, 0, 0))
    act(game, state, (1, "tile 3"))
    assert game.view(state, 1)["chosen"][0].tolist() == [0, 3]
    assert not game.view(state, 0)["chosen"].any()
    dealt = {int(game.redeal(game.view(state, 0), 0, seed)["chosen"][0, 1]) for seed in range(60)}
    assert dealt == {1, 2, 3}
    fill(state, in_hand=[[0, 0, 0, 1], [0, 0, 1, 1]], rounds=2)
    dealt = {int(game.redeal(game.view(state, 0), 0, seed)["chosen"][0, 1]) for seed in range(40)}
    assert dealt == {2, 3}

    state = position((1, 0, 0, 0), (2, 1, 0, 0))
    play_tiles(state, 2, 2)
    game.apply(state, 1, SET.id(2, 1, 0, 0))
    assert not game.view(state, 0)["held"].any()
    hands = {tuple(game.redeal(game.view(state, 0), 0, seed)["held"][0, 1].tolist()) for seed in range(200)}
    assert hands == set(product(range(3), range(2), range(1), range(1)))


def test_random_games_keep_the_invariants() -> None:
    rng = np.random.default_rng(3)
    for seed in range(6):
        state = start(game, seed=seed)
        while not state["over"][0]:
            before = state.copy()
            seat = int(rng.choice(game.acting(state)))
            legal = game.legal(state, seat)
            action = int(rng.choice(legal))
            game.apply(state, seat, action)
            assert state["bag"].sum() <= before["bag"].sum()
            assert len(legal) <= 49
            if before["phase"][0] == ACTION:
                gained = chips_of(state, seat), chips_of(before, seat)
                if action == GRAB:
                    assert 1 <= sum(gained[0]) - sum(gained[1]) <= before["number"][0, seat]
                else:
                    assert VALUE @ gained[0] == before["start_value"][0, seat] + before["number"][0, seat]
            if state["phase"][0] == HOLD:
                assert state["number"][0, 0] == state["number"][0, 1]
            if state["phase"][0] == ORDER and not state["over"][0]:
                for chips in state["chips"][0]:
                    assert VALUE @ chips < 15
                    assert not chips.all()
