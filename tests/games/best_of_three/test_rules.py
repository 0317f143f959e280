"""Best of Three: orders, cards, replays, the first Holmes, and the games inside the match."""

from __future__ import annotations

import random
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
    FIELDS,
    FIREWORKS,
    GAMES,
    GAZE,
    HOLMES,
    OFFSET,
    ORDERING,
    POUNDS,
    end_game,
)
from matchbox.games.british_empire.components import SCREENED

from ..helpers import act, fill, start, texts

LETTERS = {GAZE: "G", FIREWORKS: "F", POUNDS: "C", BRAWL: "B", HOLMES: "H"}


def begin(draw: int, choice: int | None = None, **options: Any) -> States:
    state = start(game, cards=str(draw), chooser="seat0", **options)
    if choice is not None:
        game.apply(state, 0, choice)
    return state


def order(state: States) -> str:
    return "".join(LETTERS[int(g)] for g in state["order"][0])


def finish_game(state: States, winner: int) -> None:
    """End the game on the table with this winner, or with a draw."""
    ranks = [1, 1] if winner == NOBODY else [1 if seat == winner else 2 for seat in range(2)]
    fill(state[FIELDS[int(state["playing"][0])]], over=1, acting=0, rank=ranks)
    end_game(state[0], winner)


def go_on(state: States) -> None:
    """Both players go on to the next game."""
    act(game, state, (0, "next"), (1, "next"))


def played(state: States, playing: int) -> States:
    """The match after random moves, until this game is over or, with 0, the match."""
    chance = random.Random(1)
    while not state["over"][0] and not (playing and state["between"][0] and state["playing"][0] == playing):
        seat = chance.choice(game.acting(state))
        game.apply(state, seat, chance.choice(game.legal(state, seat)))
    return state


def win(state: States, *winners: int) -> None:
    """End games in turn with these winners, and go on after each of them unless the match is over."""
    for winner in winners:
        finish_game(state, winner)
        if not state["over"][0]:
            go_on(state)


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


def test_the_first_example_of_the_page_one_game_has_a_fixed_place() -> None:
    ann, bob = 0, 1
    state = begin(0)  # Gaze, the Fireworks Festival and Holmes
    assert texts(game, state, ann) == ["first gaze", "first fireworks"]
    act(game, state, (ann, "first gaze"))
    assert order(state) == "GFH"
    win(state, bob)
    assert state["playing"][0] == FIREWORKS
    win(state, ann)
    assert state["score"][0].tolist() == [1, 1]
    assert state["playing"][0] == HOLMES
    assert state["holmes_game"]["holmes_seat"][0] == ann
    win(state, ann)
    result = game.result(state)
    assert result is not None
    assert result.scores == (2, 1)
    assert result.winners == (ann,)


def test_the_second_example_of_the_page_nothing_to_choose() -> None:
    ann = 0
    state = begin(5)  # Gaze, Building Blocks Brawl and 15 Pounds
    assert order(state) == "CBG"
    assert state["playing"][0] == POUNDS
    win(state, ann)
    assert state["playing"][0] == BRAWL
    win(state, ann)
    result = game.result(state)
    assert result is not None
    assert result.scores == (2, 0)
    assert result.winners == (ann,)
    assert state["winners"][0].tolist() == [ann, ann, NOBODY]
    assert state["playing"][0] == BRAWL  # the last game stays on the table; Gaze is not played


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
    state = begin(2, 0, first_announcer="seat1", tie_tile="discard", purses="screened")
    assert state["gaze"]["yellow"][0] == 1
    assert state["gaze"]["purses"][0] == SCREENED
    win(state, 0)
    assert state["brawl"]["tie_tile"][0] == 1
    assert state["brawl"]["purses"][0] == SCREENED
    state = begin(6, copying="imitating", shortfall="everything", both_complete="value", no_exchange="allowed")
    assert [state["pounds"][name][0] for name in ("both_complete", "no_exchange", "purses")] == [1, 1, 0]
    win(state, 0)
    win(state, 1)
    assert [state["holmes_game"][name][0] for name in ("copying", "shortfall", "announce")] == [1, 1, 0]


def test_r15_a_finished_game_stays_on_the_table_until_both_players_go_on() -> None:
    state = played(begin(0, 0), GAZE)
    assert state["gaze"]["over"][0] == 1
    assert (state["between"][0], state["playing"][0], state["position"][0]) == (1, GAZE, 0)
    assert sum(state["score"][0]) == 1
    assert game.acting(state) == [0, 1]
    assert texts(game, state, 0) == texts(game, state, 1) == ["next"]
    assert match.inner(state) is None
    shown = state["gaze"].tobytes()
    act(game, state, (1, "next"))
    assert game.acting(state) == [0]
    assert state["gaze"].tobytes() == shown
    act(game, state, (0, "next"))
    assert (state["between"][0], state["playing"][0], state["position"][0]) == (0, FIREWORKS, 1)
    assert state["gaze"].tobytes() == bytes(state["gaze"].nbytes)
    assert game.conserved(state)


@pytest.mark.parametrize("draw", range(10))
def test_the_last_game_of_a_match_stays_on_the_table(draw: int) -> None:
    state = played(begin(draw, None if draw > 2 else 0), 0)
    assert state["over"][0] == 1
    assert state["between"][0] == 0
    assert state[FIELDS[int(state["playing"][0])]]["over"][0] == 1
    assert game.conserved(state)


def test_a_game_has_its_usual_options_in_the_match() -> None:
    for number, field in enumerate(FIELDS[1:]):
        draw = next(draw for draw, games in enumerate(DRAWS) if number + 1 in games)
        state = begin(draw, None if draw > 2 else 0)
        while state["playing"][0] != number + 1:
            win(state, 0 if state["score"][0, 1] else 1)
        usual, chosen = GAMES[number].read_options({}), game.options_of(state)
        expected = {name: chosen.get(name, value) for name, value in usual.items()}
        assert GAMES[number].options_of(state[field]) == expected


def test_one_generator_serves_the_whole_match() -> None:
    """R13: the second game continues the generator of the first."""
    state = begin(5)
    rng = np.random.default_rng(2)
    while not state["between"][0]:
        before = state.copy()
        seat = game.acting(state)[0]
        action = int(rng.choice(game.legal(state, seat)))
        game.apply(state, seat, action)
    go_on(state)
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
