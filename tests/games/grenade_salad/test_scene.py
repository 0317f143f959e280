"""Grenade Salad: the camera, the cards, and what a player sees before an attack."""

from __future__ import annotations

from collections import Counter

import pytest

from matchbox.engine import States
from matchbox.games.green_box.components import SYMBOLS
from matchbox.games.green_box.grenade_salad import game
from matchbox.games.green_box.grenade_salad.orders import MOVE, PLAY
from matchbox.scene import Area, Look, Scene, cards_out_of, scene_of
from tests.contract.cases import Case, sampled

from ..helpers import act
from .positions import GREEN, RED, airdrop, position


def shown(state: States, seat: int) -> Scene:
    legal = [int(a) for a in game.legal(state, seat)] if seat in game.acting(state) else []
    return scene_of(Look(game, game.view(state, seat), seat, ["Ann", "Bob", "Cem"], legal))


def area(scene: Scene, key: str) -> Area:
    return next(one for one in scene.areas if one.name == key)


def test_the_camera_frames_your_soldiers_and_those_near_them() -> None:
    state = position([(60, 60)], [(70, 60), (10, 10)], hands=["HDDDD", "WWWWW"])
    assert area(shown(state, RED), "field").focus == (54, 54, 22, 12)


def test_a_throw_frames_the_ring() -> None:
    state = position([(60, 60), (10, 10)], [(70, 60)], hands=["WDDDD", "CCCCC"])
    act(game, state, (RED, "play Wheel"), (RED, "soldier 0"))
    scene = shown(state, RED)
    assert area(scene, "field").focus == (34, 34, 52, 52)
    (aim,) = scene.aims
    assert (aim.origin, aim.reach, aim.blast, str(aim.commit)) == ((60, 60), 20, 20, "Throw")


def test_cards_say_what_they_do_and_wait_for_the_button() -> None:
    state = position([(60, 60)], [(66, 60)], hands=["HBDDD", "WWWWW"])
    scene = shown(state, RED)
    hand = area(scene, "hand").pieces
    assert [str(piece.name) for piece in hand] == ["Map pointer"] * 3 + ["Close combat", "Mine"]
    assert all(piece.effect for piece in hand)
    assert [piece.dimmed for piece in hand] == [False] * 4 + [True]  # no Mine on your own turn
    played = {choice.action for choice in scene.commits}
    assert played == {action for piece in hand for action in piece.actions}
    assert all(PLAY.has(action) for action in played)


def test_a_click_on_a_soldier_begins_its_move() -> None:
    state = position([(60, 60), (20, 20)], [(66, 60)], hands=["HDDDD", "WWWWW"])
    routes = shown(state, RED).routes
    assert [(route.actions[0], route.end) for route in routes] == [(MOVE, (58, 58)), (MOVE, (18, 18))]


def test_a_mine_says_whom_it_kills() -> None:
    state = airdrop("BAAAA", "WWWWW")
    texts = [str(choice.text) for choice in shown(state, GREEN).commits]
    assert texts
    assert all(text.startswith("Mine · kills ") for text in texts)


@pytest.mark.parametrize("seats", game.about.seats)
def test_the_cards_still_out_are_those_of_the_deck_and_of_others_hands(seats: int) -> None:
    for state, _, _ in sampled(Case(game, seats), 23, count=20):
        s = state[0]
        for seat in range(-1, seats):
            out = Counter(int(symbol) for symbol in s.deck[: s.in_deck])
            for other in range(seats):
                if other != seat:
                    out.update({symbol: int(n) for symbol, n in enumerate(s.hand[other])})
            (cards,) = cards_out_of(Look(game, game.view(state, seat), seat, ["Ann"] * seats))
            assert [piece.symbol for piece in cards.pieces] == list(SYMBOLS)
            assert [0 if piece.dimmed else piece.count for piece in cards.pieces] == [out[k] for k in range(6)]
