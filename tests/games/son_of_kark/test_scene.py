"""Son of Kark: what the table shows."""

from __future__ import annotations

from matchbox.games.green_box.son_of_kark import game
from matchbox.games.green_box.son_of_kark.scene import CELL

from ..helpers import act
from ..seeing import area, seen
from .test_rules import RED, arranged, lay, printed


def test_the_drawn_tile_is_in_the_tray_with_both_faces() -> None:
    scene = seen(game, arranged(2, "Wheel", "Drop", "Arrow", "Bricks"), RED)
    up, down = area(scene, "drawn").pieces
    assert (up.symbol, up.hidden, down.hidden) == ("Arrow", False, True)
    places = [piece for piece in area(scene, "table").pieces if piece.kind == "slot"]
    assert {action for piece in places for action in piece.actions} == {*up.actions, *down.actions}


def test_a_place_for_a_city_says_what_it_would_pay() -> None:
    state = printed("Bricks", "Arrow")
    seat = game.acting(state)[0]
    places = [piece for piece in area(seen(game, state, seat), "table").pieces if piece.kind == "slot"]
    tags = {str(piece.cost) for piece in places if piece.cost}
    assert "+1" in tags
    assert tags <= {f"+{n}" for n in range(7)}
    only_up = [piece for piece in places if len(piece.actions) == 1]
    assert all(not piece.cost for piece in only_up)


def test_the_new_tile_is_marked_and_a_merchant_leaves_the_symbol_in_sight() -> None:
    state = arranged(2, "Wheel", "Drop", "Arrow", "Bricks")
    lay(state, 14, 12, on="centre")
    pieces = area(seen(game, state, RED), "table").pieces
    (new,) = [piece for piece in pieces if piece.last]
    (merchant,) = [piece for piece in pieces if piece.kind == "cube"]
    assert (new.symbol, new.crop, new.span) == ("Arrow", "token", (CELL, CELL))
    assert new.at
    assert merchant.at
    assert all(a > b for a, b in zip(merchant.at, new.at, strict=True))


def test_merchants_are_offered_on_the_tile_and_as_priced_choices() -> None:
    state = arranged(2, "Wheel", "Drop", "Arrow", "Bricks")
    act(game, state, (RED, "place y=12 x=14 face=up"))
    scene = seen(game, state, RED)
    assert [(str(choice.text), str(choice.note)) for choice in scene.choices][:2] == [
        ("No merchant", "keep all 9"),
        ("Market", "1 point now, more with each Arrow"),
    ]
    slots = [piece for piece in area(scene, "table").pieces if piece.kind == "slot"]
    assert {action for piece in slots for action in piece.actions} == {c.action for c in scene.choices[1:]}
    assert {preview.action for preview in scene.previews} == {c.action for c in scene.choices[1:]}


def test_markets_show_their_owner_and_value() -> None:
    state = arranged(2, "Wheel", "Drop", "Arrow", "Bricks")
    lay(state, 14, 12, on="centre")
    (cube,) = [piece for piece in area(seen(game, state, RED), "standings").pieces if piece.number is not None]
    assert (cube.colour, cube.number) == ("red", 1)
    assert str(cube.label).startswith("you get 1 ")
