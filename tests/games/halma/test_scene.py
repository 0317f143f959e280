"""Halma: a piece and its end are two clicks, and plates say how far everybody is."""

from __future__ import annotations

import random

import pytest

from matchbox.engine import States
from matchbox.games.green_box.halma import game
from matchbox.games.green_box.halma.rules import PIECE
from matchbox.play.match import Match
from matchbox.scene import Look, Route, Scene, scene_of

from ..helpers import match_at
from ..telling import events

NAMES = ("Ann", "Bob", "Cem", "Dora")


def shown(state: States, seat: int) -> Scene:
    seats = int(state["seats"][0])
    return scene_of(Look(game, game.view(state, seat), seat, NAMES[:seats], game.legal(state, seat)))


def follow(match: Match, seat: int, route: Route) -> None:
    """Play a route as the page does: every action that is legal when it is due."""
    for action in route.actions:
        if seat in match.acting() and action in game.legal(match.position, seat):
            for step in match.plan_move(seat, int(action)):
                match.play(step)


@pytest.mark.parametrize(
    ("seats", "options"), [(2, {}), (4, {}), (3, {"board": "triangle"}), (2, {"goal_lock": "on", "board": "6"})]
)
def test_every_route_ends_where_it_says(seats: int, options: dict[str, str]) -> None:
    rng = random.Random(seats)
    match = match_at(game, game.new(seats, 3, **options))
    for _ in range(25):
        (seat,) = match.acting()
        scene = shown(match.position, seat)
        assert match.position["phase"][0] == PIECE
        assert {route.actions[0] for route in scene.routes} == set(game.legal(match.position, seat))
        for route in rng.sample(list(scene.routes), min(6, len(scene.routes))):
            trial = match_at(game, match.position.copy())
            turn = int(trial.position["turns"][0])
            follow(trial, seat, route)
            assert int(trial.position["turns"][0]) > turn
            after = scene_of(Look(game, game.view(trial.position, seat), seat, NAMES[:seats], []))
            moved = [piece.at for piece in after.areas[0].pieces if piece.kind == "cube" and piece.last]
            assert moved == [route.end]
        follow(match, seat, rng.choice(list(scene.routes)))
        if not match.acting():
            break


def test_choosing_a_piece_is_no_main_event() -> None:
    match = match_at(game, game.new(2, 3))
    (seat,) = match.acting()
    follow(match, seat, shown(match.position, seat).routes[0])
    told = [event for event in events(match, seat) if event.kind != "round"]
    assert [event.kind for event in told if not event.minor] == ["move"]


def test_plates_count_the_pieces_at_home() -> None:
    scene = shown(game.new(2, 3), 0)
    assert [(plate.colour, plate.score, str(plate.unit)) for plate in scene.seats] == [
        ("red", 0, "of 10"),
        ("green", 0, "of 10"),
    ]
