"""OPEN: what the table shows."""

from __future__ import annotations

from matchbox.engine import States
from matchbox.games.open.open import game
from matchbox.scene import Look, Scene, scene_of

from ..helpers import act, fill, start
from .test_rules import position


def seen(state: States, seat: int = 0) -> Scene:
    names = ("Ann", "Bob", "Cem")[: int(state["seats"][0])]
    return scene_of(Look(game, game.view(state, seat), seat, names, game.legal(state, seat)))


def test_a_pair_in_the_trick_shows_both_cards_and_its_player() -> None:
    state = position("r10 bA bA r5 | b5 b5", "b10 b10 rA r2 | r3 r4")
    act(game, state, (0, "black-black A"))
    trick = next(area for area in seen(state, 1).areas if area.key == "trick")
    assert [(piece.symbol, piece.colour) for piece in trick.pieces] == [("A", "playing-black")] * 2
    assert str(trick.pieces[0].cost) == "Ann"


def test_open_hands_of_opponents_are_on_the_table() -> None:
    scene = seen(position("r10 bA bA r5 | b5 b5", "b10 b10 rA r2 | r3 r4"))
    hand = next(area for area in scene.areas if area.key == "hand/1")
    assert hand.role == "market"
    assert [piece.hidden for piece in hand.pieces] == [False] * 4 + [True] * 2
    assert [status.goal for status in scene.seats] == [scene.seats[0].goal] * 2


def test_a_bet_is_a_number_of_chips_up_to_all_of_them() -> None:
    state = start(game, 3, advanced="on")
    fill(state, score=[40, 3, 3, 0])
    act(game, state, (0, "guess 0"))
    (form,) = seen(state).forms
    assert list(form.parts[0].values) == list(range(1, 41))
    assert [str(form.submits[0]), str(form.submits[-1])] == ["Bet 1", "Bet 40"]
    assert not seen(state, 1).forms
