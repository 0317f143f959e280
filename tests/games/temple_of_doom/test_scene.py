"""Temple of Doom: what the table shows."""

from __future__ import annotations

import random

import pytest

from matchbox.engine import SPECTATOR
from matchbox.games.green_box.temple_of_doom import game
from matchbox.games.green_box.temple_of_doom.scene import forecast
from matchbox.games.green_box.temple_of_doom.state import CARD, LEAVE, MOVE, STRIKE, TILE
from matchbox.games.green_box.temple_of_doom.temple import FRONT

from ..helpers import act, start
from ..seeing import area, seen
from .test_rules import ALL, RED_HAMMERS_2, RED_WHEEL_1, show, temple

RED_ARROW, BLACK_DROP = 7, 46  # a Relic and a Temple card


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("unmatched", ["stay", "discard"])
def test_the_forecast_names_the_tiles_that_flip(seed: int, unmatched: str) -> None:
    """Tiles marked for sure flip whatever the round leader chooses, and no others than the marked ones."""
    rng = random.Random(seed)
    state = start(game, 3, seed=seed, unmatched=unmatched)
    compared = 0
    while not state["over"][0]:
        (seat,) = game.acting(state)
        phase = int(state[0].phase)
        game.apply(state, seat, int(rng.choice(list(game.legal(state, seat)))))
        if phase == STRIKE or int(state[0].phase) != STRIKE:
            continue
        ending = state.copy()  # all cards are played, and no tile has flipped yet
        ending["phase"][0] = CARD
        sure, maybe = forecast(ending[0])
        up = int(state[0].up)
        while int(state[0].phase) == STRIKE and not state["over"][0]:
            (seat,) = game.acting(state)
            game.apply(state, seat, int(rng.choice(list(game.legal(state, seat)))))
        if state["over"][0]:
            break
        flipped = up & ~int(state[0].up)
        assert sure & ~flipped == 0
        assert flipped & ~(sure | maybe) == 0
        compared += 1
    assert compared


def test_threats_and_ticks() -> None:
    state = temple(RED_WHEEL_1, up=[t for t in ALL if t], flipped=[0], seats=2, red1=10, blue1=0)
    show(state, relics=[RED_ARROW], cards=[BLACK_DROP])
    scene = seen(game, state, 0)
    assert [piece.safe for piece in area(scene, "relics").pieces] == [True]
    assert [piece.threat for piece in area(scene, "cards").pieces] == ["sure"]
    tiles = [piece for piece in area(scene, "temple").pieces if piece.kind == "tile"]
    assert [piece.threat for piece in tiles if piece.colour == "brown"] == ["now"]
    assert {piece.symbol for piece in tiles if piece.threat in ("sure", "maybe")} == {"Drop"}


def test_the_score_is_common() -> None:
    scene = seen(game, start(game, 3), 1)
    assert scene.shared
    assert (scene.shared.score, str(scene.shared.line)) == (-18, "above 0 wins")
    assert all(status.score is None for status in scene.seats)


def test_two_cubes_of_a_colour_on_a_place_are_one_pile() -> None:
    scene = seen(game, start(game, 2), 0)
    cubes = [piece for piece in area(scene, "temple").pieces if piece.kind == "cube"]
    assert [(piece.colour, piece.count) for piece in cubes] == [
        ("red", 2),
        ("green", 2),
        ("blue", 2),
        ("yellow", 2),
    ]


def test_saved_relics_are_on_the_table() -> None:
    state = temple(RED_WHEEL_1, seats=2)
    assert all(each.key != "collected" for each in seen(game, state, 0).areas)
    show(state, relics=[RED_ARROW], collected=[6, 43])
    for viewer in (0, 1, SPECTATOR):
        saved = area(seen(game, state, viewer), "collected").pieces
        assert [(piece.colour, piece.symbol) for piece in saved] == [("red", "Wheel"), ("white", "Drop")]


def test_a_tile_that_one_cube_can_reach_takes_one_click() -> None:
    """A Wheel card with a red border: red goes anywhere, the others only onto a Wheel."""
    state = temple(RED_WHEEL_1, red1=0, red2=0, green1=9, blue1=10, yellow1=FRONT)
    act(game, state, (0, "play a"))
    scene = seen(game, state, 0)
    routes = {route.actions[-1] - TILE.first: route for route in scene.routes}
    assert set(routes) == {
        1,
        6,
    }  # two red cubes on one tile are the same; from the Front, all cubes reach the Wheel on 5
    assert list(routes[6].actions) == [MOVE.first, TILE.first + 6]
    tile = next(p for p in area(scene, "temple").pieces if p.kind == "tile" and p.at == routes[6].end)
    assert tile.actions == ()
    for action in routes[6].actions:
        game.apply(state, 0, action)
    assert state["at"][0, 0] == 6


def test_the_way_out_takes_one_click() -> None:
    state = temple(RED_HAMMERS_2, red1=34)
    act(game, state, (0, "play a"))
    assert [list(route.actions) for route in seen(game, state, 0).routes if route.actions[-1] == LEAVE] == [
        [MOVE.first, LEAVE]
    ]
