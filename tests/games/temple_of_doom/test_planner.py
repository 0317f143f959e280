"""Temple of Doom: bots plan the round."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from matchbox.bots import make
from matchbox.bots.analysis import planned
from matchbox.engine import States
from matchbox.games.green_box.temple_of_doom import game
from matchbox.games.green_box.temple_of_doom.beam import PLACE, PLAN, plan_round, room_for, slots_for
from matchbox.games.green_box.temple_of_doom.planner import Effort, analyse, weighed
from matchbox.games.green_box.temple_of_doom.survey import SURVEY, WEIGHTS
from matchbox.games.green_box.temple_of_doom.temple import KILLED, OUTSIDE, RELIC

from ..helpers import act, start
from .test_rules import (
    BLACK_ARROW_2,
    BLACK_WHEEL_1,
    CUBES,
    GREEN_HAMMERS_1,
    RED_HAMMERS_2,
    RED_WHEEL_1,
    WHITE_DROP_1,
    YELLOW_DROP_1,
    deck,
    members,
    show,
    temple,
)

RED_ARROW = 7  # a Relic
OUT: dict[str, Any] = dict.fromkeys(CUBES, OUTSIDE)
GONE: dict[str, Any] = dict.fromkeys(CUBES, KILLED)
COLLECTED = deck(RELIC)
EXPERT, CLUB = Effort.of(1.0), Effort.of(1 / 25)


def choice(state: States, effort: Effort = CLUB, seed: int = 0) -> str:
    """The choice of the seat on turn, as text."""
    seat = game.acting(state)[0]
    return game.text_of(state, weighed(game, game.view(state, seat), seat, effort, seed).best)


def turn(state: States, effort: Effort = CLUB) -> list[str]:
    """Play the rest of the round by plan."""
    rounds, found = int(state["rounds"][0]), []
    while not state["over"][0] and state["phase"][0] != 3 and state["rounds"][0] == rounds:
        found.append(choice(state, effort))
        act(game, state, (game.acting(state)[0], found[-1]))
    return found


# --- plans follow the rules ---


def sorted_places(at: list[int]) -> tuple[int, ...]:
    """The places of the cubes; two of a colour count as equal."""
    return tuple(place for cube in range(0, 8, 2) for place in sorted(at[cube : cube + 2]))


def ends(state: States, seat: int = 0) -> Iterator[tuple[int, ...]]:
    """All ends of the round by the rules."""
    rounds = int(state["rounds"][0])
    for action in game.moves(state, seat):
        after = state.copy()
        game.apply(after, seat, action)
        if after["phase"][0] == 3 or after["over"][0] or after["rounds"][0] != rounds:
            yield sorted_places(after["at"][0].tolist())
        else:
            yield from ends(after, game.acting(after)[0])


def planned_ends(state: States) -> dict[int, set[tuple[int, ...]]]:
    """All ends of the round by plan, for each choice at its start."""
    width, found = 2000, np.zeros(1, SURVEY)
    pools = np.zeros((2, room_for(width)), PLAN)
    index = np.zeros(slots_for(room_for(width)), np.int32)
    pool = pools[plan_round(state[0], WEIGHTS, found[0], width, pools, index)][: int(found["plans"][0])]
    result: dict[int, set[tuple[int, ...]]] = {}
    for plan in pool:
        at = sorted_places([int(plan["places"]) >> PLACE * cube & 63 for cube in range(8)])
        for number in members(plan["choices"]):
            result.setdefault(number, set()).add(at)
    return result


def check_ends(state: States) -> None:
    seat = game.acting(state)[0]
    by_rules = {}
    for number, action in enumerate(game.moves(state, seat)):
        after = state.copy()
        game.apply(after, seat, action)
        done = after["phase"][0] == 3 or after["over"][0]
        by_rules[number] = {sorted_places(after["at"][0].tolist())} if done else set(ends(after, game.acting(after)[0]))
    assert planned_ends(state) == by_rules


@pytest.mark.parametrize("may_waste", ["no", "yes"])
def test_plans_end_where_the_rules_allow(may_waste: str) -> None:
    cubes = {**GONE, "red1": 12, "red2": 7, "yellow1": 34, "blue1": 17, "blue2": 17}
    state = temple(RED_HAMMERS_2, YELLOW_DROP_1, may_waste=may_waste, **cubes)
    check_ends(state)
    act(game, state, (0, "play a"))
    check_ends(state)
    act(game, state, (0, "move red1"))
    check_ends(state)
    act(game, state, (0, "tile 13"))
    check_ends(state)
    act(game, state, (0, "move red2"))
    check_ends(state)


def test_points_that_no_cube_can_use_lapse_in_plans() -> None:
    check_ends(temple(BLACK_ARROW_2, RED_WHEEL_1, **{**GONE, "red1": 35, "blue1": 33}))


def test_hands_alternate_in_plans() -> None:
    state = temple(RED_WHEEL_1, WHITE_DROP_1, seats=2, **{**GONE, "red1": 7, "green1": 17})
    state["hand"][0, 1, 0] = GREEN_HAMMERS_1
    state["filled"][0, 1] = 1
    check_ends(state)


# --- choices that anybody would make ---


@pytest.mark.parametrize("effort", [CLUB, EXPERT], ids=["club", "expert"])
def test_the_step_that_wins_is_taken(effort: Effort) -> None:
    state = temple(RED_WHEEL_1, **{**GONE, "red1": 34, "blue1": 3})
    show(state, collected=COLLECTED)
    assert turn(state, effort) == ["play a", "move red1", "outside"]
    assert state["score"][0, 0] == 1


def test_the_card_that_gets_a_cube_out_is_not_wasted_on_another() -> None:
    state = temple(WHITE_DROP_1, **{**GONE, "red1": 34, "blue1": 7, "green1": 0})
    show(state, collected=COLLECTED)
    act(game, state, (0, "play a"))
    assert turn(state) == ["move red1", "outside"]


@pytest.mark.parametrize("effort", [CLUB, EXPERT], ids=["club", "expert"])
def test_a_cube_leaves_a_tile_that_falls(effort: Effort) -> None:
    up = [tile for tile in range(36) if tile != 25]
    state = temple(RED_WHEEL_1, up=up, flipped=[25], **{**OUT, "red1": 25, "red2": 24, "blue1": 28})
    show(state, collected=COLLECTED[:16])
    turn(state, effort)
    assert KILLED not in state["at"][0]


def test_a_cube_steps_onto_the_symbol_of_a_relic() -> None:
    state = temple(RED_WHEEL_1, red1=11, green1=7, blue1=8)
    show(state, relics=[RED_ARROW])
    turn(state)
    assert members(state["collected"][0]) == [RED_ARROW]


def test_the_leader_spares_the_tile_of_a_cube() -> None:
    state = temple(BLACK_WHEEL_1, up=[34, 35], **{**GONE, "red1": 34})
    show(state, cards=[45], collected=COLLECTED)  # black: no tile with its symbol, so any
    turn(state)
    assert state["phase"][0] == 3
    assert state["at"][0, 0] == 35  # by the only card
    assert choice(state) == "tile 34"


# --- the analysis ---


@pytest.mark.parametrize(("seats", "seed"), [(1, 3), (3, 4), (5, 5)])
def test_every_move_of_a_game_has_a_value(seats: int, seed: int) -> None:
    state = start(game, seats, seed, may_waste="yes")
    random = np.random.default_rng(seed)
    phases = set()
    while not state["over"][0]:
        seat = game.acting(state)[0]
        found = analyse(game, game.view(state, seat), seat, 1 / 100, seed)
        assert found.actions == tuple(game.moves(state, seat))
        assert sum(found.policy) == 1.0 == max(found.policy)
        assert found.values[found.policy.index(1.0)] == max(found.values)
        assert all(-1.0 <= value <= 1.0 for value in found.values)
        assert min(found.visits) > 0
        phases.add(int(state["phase"][0]))
        game.apply(state, seat, int(random.choice(game.moves(state, seat))))
    assert phases == {0, 1, 2, 3}


def test_hidden_cards_do_not_matter() -> None:
    state = start(game, 3, 8)
    seat = game.acting(state)[0]
    other = game.redeal(game.view(state, seat), seat, 99)
    assert (other["hand"] != state["hand"]).any()
    assert planned(game, state, seat, 1 / 4, 5) == planned(game, other, seat, 1 / 4, 5)


def test_the_same_seed_gives_the_same_analysis() -> None:
    view = game.view(start(game, 1, 8), 0)
    assert analyse(game, view, 0, 1.0, 5) == analyse(game, view, 0, 1.0, 5)
    assert analyse(game, view, 0, 1.0, 5) != analyse(game, view, 0, 1.0, 6)


@pytest.mark.parametrize("seed", range(3))
def test_club_wins_gentle_games(seed: int) -> None:
    state = start(game, 1, seed, unmatched="discard", layout="easy")
    bot = make("club", seed, game)
    while not state["over"][0]:
        game.apply(state, 0, bot.choose(game, game.view(state, 0), 0))
    assert state["score"][0, 0] > 0
