"""Liar's Cards: the track, the bids that are legal, and what you hold."""

from __future__ import annotations

from matchbox.engine import States
from matchbox.games.green_box.components import ARROW, BRICKS, DROP, HAMMERS, WHEEL
from matchbox.games.green_box.liars_cards import game
from matchbox.scene import Area, Look, Scene, scene_of
from matchbox.scene.look import Help

from ..helpers import act, start
from .test_rules import OF, deal, one_of


def hands() -> States:
    """Two Drops, which are wild, and one Arrow among six cards."""
    return deal(OF[DROP][:2], one_of(ARROW, WHEEL), one_of(HAMMERS, BRICKS))


def shown(state: States, seat: int, help: Help = "counts") -> Scene:
    legal = [int(a) for a in game.legal(state, seat)] if seat in game.acting(state) else []
    names = ["Ann", "Bob", "Cem", *(f"Bot {n}" for n in range(3, int(state["seats"][0])))]
    return scene_of(Look(game, game.view(state, seat), seat, names, legal, help))


def area(scene: Scene, key: str) -> Area:
    return next(one for one in scene.areas if one.name == key)


def test_the_track_says_what_is_legal() -> None:
    state = hands()
    act(game, state, (0, "bid 2 Bricks"))
    track = area(shown(state, 1), "track")
    tiles = [piece for piece in track.pieces if piece.kind == "tile"]
    assert [str(piece.cost) for piece in tiles] == ["3+", "3+", "3+", "3+", "2+", "2+"]
    assert [piece.turned for piece in tiles] == [True] + [False] * 5  # the wild tile is askew
    (marker,) = [piece for piece in track.pieces if piece.kind == "marker"]
    assert (marker.text, marker.at) == ("2", (3, 0))


def test_a_bid_begins_with_one_more_of_the_last_symbol() -> None:
    state = hands()
    act(game, state, (0, "bid 2 Bricks"))
    scene = shown(state, 1)
    (form,) = scene.forms
    assert str(form.submits[0]) == "Bid 3 Bricks"
    assert form.parts[0].area == "track"
    assert str(scene.why) == "More of any symbol, or 2 of Arrow or Wheel."


def test_you_read_what_you_hold_of_the_bid() -> None:
    state = hands()
    act(game, state, (0, "bid 1 Bricks"), (1, "bid 3 Arrow"), (2, "bid 4 Arrow"))
    hand = area(shown(state, 0), "hand")
    assert str(hand.note) == "You hold 2 of 4 Arrows, 2 wild"
    assert [piece.marked for piece in hand.pieces] == [True, True]
    hidden = area(shown(state, 0, "none"), "hand")
    assert (hidden.note, [piece.marked for piece in hidden.pieces]) == ("", [False, False])


def test_plates_show_lives_and_bids() -> None:
    state = hands()
    act(game, state, (0, "bid 2 Bricks"))
    lines = [str(status.line) for status in shown(state, 1).seats]
    assert lines == ["bids 2 Bricks", "2 cards", "2 cards"]
    assert [status.lives for status in shown(state, 1).seats] == [(2, 5)] * 3


def test_twelve_players_have_a_plate_each_and_bid_on_all_their_cards() -> None:
    state = start(game, 12)
    starter = int(state["starter"][0])
    scene = shown(state, starter)
    assert [status.lives for status in scene.seats] == [(5, 5)] * 12
    assert [str(status.line) for status in scene.seats].count("3 cards") == 11
    assert str(area(scene, "bid").note) == "No bid yet, 36 cards in all hands"
    (form,) = scene.forms
    assert max(form.parts[1].values) == 36
