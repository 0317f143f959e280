"""Best of Three: orders, cards, replays, the first Holmes, and the games inside the match."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

from matchbox.engine import NOBODY, States
from matchbox.games.british_empire.best_of_three import game
from matchbox.games.british_empire.best_of_three import rules as match
from matchbox.games.british_empire.best_of_three.rules import (
    BRAWL,
    DRAWS,
    EQUAL_CARDS,
    FIREWORKS,
    GAMES,
    GAZE,
    HOLMES,
    OFFSET,
    ORDERING,
    POUNDS,
    end_game,
)

from ..helpers import act, start, texts

LETTERS = {GAZE: "G", FIREWORKS: "F", POUNDS: "C", BRAWL: "B", HOLMES: "H"}


def begin(draw: int, choice: int | None = None, **options: Any) -> States:
    state = start(game, cards=str(draw), chooser="seat0", **options)
    if choice is not None:
        game.apply(state, 0, choice)
    return state


def order(state: States) -> str:
    return "".join(LETTERS[int(g)] for g in state["order"][0])


def win(state: States, *winners: int) -> None:
    """End the running games in turn with these winners."""
    for winner in winners:
        end_game(state[0], winner)


@pytest.mark.parametrize(
    ("draw", "orders"),
    list(enumerate([["GFH", "FGH"], ["CGF", "CFG"], ["GBF", "FBG"], "CGH", "GBH", "CBG", "CFH", "FBH", "CBF", "CBH"])),
)
def test_each_draw_has_its_orders(draw: int, orders: Any) -> None:
    if isinstance(orders, str):
        assert order(begin(draw)) == orders
    else:
        assert texts(game, begin(draw), 0) == ["first gaze", "first fireworks"]
        assert [order(begin(draw, choice)) for choice in (0, 1)] == orders


def test_e1_the_winner_of_the_second_game_starts_as_holmes() -> None:
    state = begin(0, 0)
    win(state, 1, 0)
    assert state["playing"][0] == HOLMES
    assert state["holmes_game"]["holmes_seat"][0] == 0
    win(state, 0)
    result = game.result(state)
    assert result is not None
    assert result.scores == (2, 1)
    assert result.winners == (0,)


def test_e2_two_cards_end_the_match() -> None:
    state = begin(5)
    win(state, 0, 0)
    result = game.result(state)
    assert result is not None
    assert result.scores == (2, 0)
    assert state["winners"][0].tolist() == [0, 0, NOBODY]


def test_e4_a_drawn_game_is_replayed() -> None:
    state = begin(7)
    win(state, 0, NOBODY)
    assert (state["playing"][0], state["position"][0], state["replayed"][0]) == (BRAWL, 1, 1)
    win(state, 1)
    assert state["score"][0].tolist() == [1, 1]
    assert state["holmes_game"]["holmes_seat"][0] == 1
    assert state["replayed"][0] == 0


@pytest.mark.parametrize(("last", "scores", "ranks"), [(0, (1, 1), (1, 1)), (1, (0, 2), (2, 1))])
def test_e5_nobody_gets_the_card_of_a_game_drawn_twice(
    last: int, scores: tuple[int, int], ranks: tuple[int, int]
) -> None:
    state = begin(9)
    win(state, 1, NOBODY, NOBODY)
    assert state["holmes_game"]["holmes_seat"][0] == 1  # R7: the winner of the first game
    win(state, last)
    result = game.result(state)
    assert result is not None
    assert (result.scores, result.ranks) == (scores, ranks)
    assert (state["reason"][0] == EQUAL_CARDS) == (last == 0)


def test_r7_r8_without_a_winner_a_coin_decides_who_is_holmes_and_a_replay_keeps_it() -> None:
    seen = set()
    for seed in range(20):
        state = start(game, seed=seed, cards="9")
        win(state, NOBODY, NOBODY, NOBODY, NOBODY)
        role = int(state["role"][0])
        seen.add(role)
        win(state, NOBODY)
        assert state["playing"][0] == HOLMES
        assert state["holmes_game"]["first_holmes"][0] == role
    assert seen == {1, 2}


def test_an_option_fixes_the_first_holmes() -> None:
    state = begin(4, holmes="seat1")
    win(state, 0, 1)
    assert state["holmes_game"]["holmes_seat"][0] == 1
    state = begin(4, holmes="seat0")
    win(state, 0, 1)
    assert state["holmes_game"]["holmes_seat"][0] == 0


def test_e6_draws_are_equally_likely_and_a_coin_picks_the_chooser() -> None:
    draws, pickers = Counter[int](), Counter[int]()
    for seed in range(1000):
        state = start(game, seed=seed)
        draws[int(state["draw"][0])] += 1
        if state["playing"][0] == ORDERING:
            pickers[int(state["picker"][0])] += 1
            assert game.acting(state) == [int(state["picker"][0])]
    assert set(draws) == set(range(10))
    assert min(draws.values()) > 65
    assert set(pickers) == {0, 1}
    assert sum(pickers.values()) == sum(draws[d] for d in (0, 1, 2))
    assert all(sum(g in draw for draw in DRAWS) == 6 for g in LETTERS)


def test_an_option_draws_the_order() -> None:
    seen = {order(start(game, seed=seed, cards="0", chooser="random_order")) for seed in range(20)}
    assert seen == {"GFH", "FGH"}


def test_inner_action_ids_are_shifted_by_two() -> None:
    assert OFFSET == 2
    assert game.actions.count == 556
    state = begin(5)
    inner = GAMES[POUNDS - 1]
    assert game.legal(state, 0) == [a + 2 for a in inner.legal(state["pounds"], 0)]
    assert texts(game, state, 0) == ["pounds.tile number=1", "pounds.tile number=2", "pounds.tile number=3"]
    act(game, state, (0, "tile 3"), (1, "pounds.tile 2"))
    assert state["pounds"]["number"][0].tolist() == [3, 2]


def test_options_are_passed_to_the_games() -> None:
    state = begin(2, 0, first_announcer="seat1", tie_tile="discard")
    assert state["gaze"]["yellow"][0] == 1
    win(state, 0)
    assert state["brawl"]["tie_tile"][0] == 1


def test_a_finished_game_is_cleared() -> None:
    state = begin(0, 0)
    win(state, 1)
    assert state["gaze"].tobytes() == bytes(state["gaze"].nbytes)
    assert game.conserved(state)


def test_one_generator_serves_the_whole_match() -> None:
    """R13: the second game continues the generator of the first."""
    state = begin(5)
    rng = np.random.default_rng(2)
    while state["playing"][0] == POUNDS:
        before = state.copy()
        seat = game.acting(state)[0]
        action = int(rng.choice(game.legal(state, seat)))
        game.apply(state, seat, action)
    used = 16 * (int(before["pounds"]["block"][0]) - 1) + int(before["pounds"]["used"][0])
    assert state["playing"][0] == BRAWL
    after = 16 * (int(state["brawl"]["block"][0]) - 1) + int(state["brawl"]["used"][0])
    assert after >= used + 6  # the shuffle of seven tiles
    assert state["brawl"]["key"].tolist() == state["key"].tolist()


def test_views_hide_what_the_inner_game_hides() -> None:
    state = begin(5)
    act(game, state, (0, "tile 3"))
    assert game.view(state, 0)["pounds"]["chosen"][0].tolist() == [3, 0]
    assert not game.view(state, 1)["pounds"]["chosen"].any()
    assert not game.view(state, 0)["pounds"]["key"].any()
    assert match.context(state) == {"playing": "pounds"}
