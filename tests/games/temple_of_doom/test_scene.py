"""Temple of Doom: what the table shows."""

from __future__ import annotations

import random

import pytest

from matchbox.games.green_box.temple_of_doom import game
from matchbox.games.green_box.temple_of_doom.rules import CARD, STRIKE
from matchbox.games.green_box.temple_of_doom.scene import forecast

from ..helpers import start
from ..seeing import area, seen
from .test_rules import ALL, RED_WHEEL_1, show, temple

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
