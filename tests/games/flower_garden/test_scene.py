"""Flower Garden: what the table offers and explains."""

from __future__ import annotations

from matchbox.engine import States
from matchbox.games.green_box.components import card_name
from matchbox.games.green_box.flower_garden import game
from matchbox.games.green_box.flower_garden.rules import GARDEN
from matchbox.scene import Area, Look, Scene, scene_of

from ..helpers import act
from .test_rules import FIVE, garden


def seen(state: States, seat: int = 0) -> Scene:
    names = ("Ann", "Bob", "Cem")[: int(state["seats"][0])]
    return scene_of(Look(game, game.view(state, seat), seat, names, game.legal(state, seat)))


def area(scene: Scene, key: str) -> Area:
    return next(area for area in scene.areas if area.key == key)


def test_the_question_names_only_what_is_possible() -> None:
    bare = seen(garden([0, 5], [1, 8]))
    assert str(bare.prompt) == "Shop, or exchange cards?"
    one = seen(garden([0, 5], [1, 8], flowers=[[1, 0, 0, 0]]))
    assert str(one.prompt) == "Plant 1 red, or shop?"
    assert [str(choice.text) for choice in one.choices] == ["Shop", "Plant 1 red", "Exchange"]


def test_cards_in_hand_tell_what_they_can_do() -> None:
    scene = seen(garden([0, 4], [1, 8], rows=[FIVE[1:]], flowers=[[1, 0, 0, 0]]))
    tags = {str(piece.text): str(piece.cost) for piece in area(scene, "hand").pieces}
    assert tags == {card_name(0): "plant", card_name(4): "plant"}
    scene = seen(garden([4, 5], [1, 8], rows=[FIVE[1:]]))
    tags = {str(piece.text): str(piece.cost) for piece in area(scene, "hand").pieces}
    assert tags == {card_name(4): f"+{len(FIVE)}", card_name(5): "+1"}


def test_a_row_is_one_target() -> None:
    state = garden([4, 0, 2], [1, 8], rows=[FIVE[1:]])
    act(game, state, (0, "shop"), (0, f"card {card_name(4)}"))
    targets = [piece for piece in area(seen(state), "shop").pieces if piece.actions]
    assert [str(piece.text) for piece in targets] == [f"+{len(FIVE)}", "new +1"]
    assert all(piece.span == (7, 1) for piece in targets)


def test_the_end_tells_the_sources_of_points() -> None:
    state = garden([0, 5], [1, 8], flowers=[[3, 0, 0, 0], [0, 2, 0, 0]])
    state["over"] = 1
    rows = seen(state).tally
    assert [str(row.label) for row in rows][-1] == "Unplanted"
    assert list(rows[-1].values) == [-3, -2]


def test_the_garden_has_its_places_from_the_beginning() -> None:
    """Beds and their flowers fill places that are there before: nothing moves when a bed comes."""
    state = garden([0, 5], [1, 8], flowers=[[1, 0, 0, 0]])
    empty = area(seen(state), "garden")
    assert {piece.kind for piece in empty.pieces[:5]} == {"slot"}
    game.apply(state, 0, int(GARDEN))
    full = area(seen(state), "garden")
    assert full.size == empty.size
    assert {piece.at for piece in full.pieces} == {piece.at for piece in empty.pieces}
    assert [(piece.kind, piece.colour) for piece in full.pieces if piece.at == (0, 0)][1:] == [("cube", "red")]


def test_the_basket_keeps_a_place_for_every_colour() -> None:
    pieces = area(seen(garden([0, 5], [1, 8], flowers=[[2, 0, 0, 0]])), "garden").pieces
    basket = next(piece for piece in pieces if str(piece.label) == "Your basket")
    assert str(basket.text) == "basket −2"
    assert [(piece.colour, piece.count, piece.dimmed) for piece in pieces if piece.at == basket.at][1:] == [
        ("red", 2, False),
        ("green", 1, True),
        ("blue", 1, True),
        ("yellow", 1, True),
    ]
