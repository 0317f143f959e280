"""Bots of the match play the game on the table: they see the same as in that game alone, and choose alike."""

from __future__ import annotations

import random

import pytest

from matchbox.bots import make
from matchbox.bots.analysis import planned
from matchbox.bots.levels import LEVELS, SearchBot, searched_game
from matchbox.engine import States, get
from matchbox.engine.compiled import PLAIN
from matchbox.games.british_empire.best_of_three.rules import GAMES, NEXT, ORDERING

match = get("best_of_three")


def positions(cards: int, steps: int = 40) -> list[States]:
    """Positions of a match with these cards, played at random."""
    chance, state, found = random.Random(cards), match.new(seed=cards, cards=str(cards)), []
    for _ in range(steps):
        if state["over"][0]:
            break
        found.append(state.copy())
        seat = chance.choice(match.acting(state))
        match.apply(state, seat, chance.choice(match.legal(state, seat)))
    return found


@pytest.mark.parametrize("cards", range(10))
def test_a_view_of_the_match_contains_the_view_of_its_game(cards: int) -> None:
    for state in positions(cards):
        inner = match.inner(state)
        assert (inner is None) == (state["playing"][0] == ORDERING or state["between"][0] == 1)
        if inner is None:
            continue
        for seat in range(2):
            seen = match.inner(match.view(state, seat))
            assert seen is not None
            assert seen.state.tobytes() == inner.game.view(inner.state, seat).tobytes()
            legal = [inner.offset + action for action in inner.game.legal(inner.state, seat)]
            assert match.legal(state, seat) == legal


def test_every_game_of_the_box_is_found() -> None:
    assert {searched_game(match, state).id for cards in range(10) for state in positions(cards, 60)} >= {
        game.id for game in GAMES
    }


@pytest.mark.skipif(PLAIN, reason="games of searches need compiled code")
def test_a_bot_chooses_as_in_the_game_alone() -> None:
    state = next(state for state in positions(9) if match.inner(state))
    inner = match.inner(state)
    assert inner is not None
    seat = match.acting(state)[0]
    alone = make("casual", 5, inner.game).choose(inner.game, inner.game.view(inner.state, seat), seat)
    assert make("casual", 5, match).choose(match, match.view(state, seat), seat) == inner.offset + alone
    found = SearchBot(LEVELS["casual"], 5).analyse(match, match.view(state, seat), seat)
    assert list(found.actions) == match.legal(state, seat)


def test_a_bot_goes_on_to_the_next_game() -> None:
    state = next(state for state in positions(9, 400) if state["between"][0])
    for seat in range(2):
        view = match.view(state, seat)
        assert searched_game(match, view) is match
        for level in ("random", "novice", "casual"):
            assert make(level, 1, match).choose(match, view, seat) == NEXT


def test_a_bot_can_order_the_games() -> None:
    state = positions(0)[0]
    assert state["playing"][0] == ORDERING
    seat = match.acting(state)[0]
    view = match.view(state, seat)
    assert {make("casual", seed, match).choose(match, view, seat) for seed in range(20)} == set(match.legal(view, seat))


@pytest.mark.skipif(PLAIN, reason="planners need compiled code")
@pytest.mark.full
def test_a_club_bot_plans_the_game_on_the_table() -> None:
    state = next(state for state in positions(9) if match.inner(state))
    inner, seat = match.inner(state), match.acting(state)[0]
    assert inner is not None
    assert inner.game.id == "fifteen_pounds"
    plan = planned(inner.game, inner.state, seat, LEVELS["club"].share, 0)
    assert plan is not None
    found = SearchBot(LEVELS["club"], 5).analyse(match, match.view(state, seat), seat)
    assert (found.values, found.policy) == (plan.values, plan.policy)
