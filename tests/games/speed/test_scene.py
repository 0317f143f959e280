"""Speed: the hand below the piles, and what a race shows."""

from __future__ import annotations

from matchbox.engine import States
from matchbox.games.green_box.speed import game
from matchbox.scene import Look, Scene, scene_of
from matchbox.scene.look import Help

from .test_rules import ONE, RED_DROP_1, ZERO, Decks, begin, some


def race(**options: str) -> States:
    decks: Decks = (some(5, 1, 2, *ZERO, *ONE), [])
    return begin([1, ZERO[0]], [2, *ONE[:2]], (RED_DROP_1, 30), decks, **options)


def shown(state: States, seat: int, help: Help = "counts") -> Scene:
    legal = [int(a) for a in game.legal(state, seat)] if seat in game.acting(state) else []
    return scene_of(Look(game, game.view(state, seat), seat, ["Ann", "Bob"], legal, help))


def test_the_hand_is_below_the_piles() -> None:
    (table,) = shown(race(timing="live"), 0).areas
    assert [piece.at for piece in table.pieces] == [(1, 0), (3, 0), (0, 2), (2, 2), (4, 2)]
    assert [piece.kind for piece in table.pieces] == ["card"] * 4 + ["slot"]
    assert table.pieces[4].actions  # the empty place draws


def test_a_race_does_not_show_what_fits_unless_the_table_helps() -> None:
    state = race(timing="live")
    (table,) = shown(state, 0).areas
    assert [piece.tries for piece in table.pieces] == [(), (), (0, 1), (2, 3), ()]
    assert [piece.try_ends for piece in table.pieces] == [(0, 2), (1, 3), (), (), ()]
    for helped in (shown(state, 0, "odds"), shown(race(timing="clock"), 0), shown(state, -1)):
        (table,) = helped.areas
        assert not any(piece.tries or piece.try_ends for piece in table.pieces)


def test_the_opponent_sees_backs() -> None:
    (table,) = shown(race(timing="live"), 1).areas
    assert not any(piece.hidden for piece in table.pieces)  # your own hand
    view = scene_of(Look(game, game.view(race(timing="live"), -1), -1, ["Ann", "Bob"]))
    assert [piece.hidden for piece in view.areas[0].pieces] == [False] * 2 + [True] * 2 + [False]


def test_rules_are_shown_before_the_start() -> None:
    assert len(shown(race(timing="live"), 0).ready) == 3
    assert [str(status.unit) for status in shown(race(timing="live"), 0).seats] == ["left"] * 2
