"""War 2.0: what the table shows."""

from __future__ import annotations

from matchbox.engine import States
from matchbox.games.green_box.war import game
from matchbox.games.green_box.war.rules import ATTACK, STAY
from matchbox.scene import Piece, Scene

from ..helpers import act
from ..seeing import area, seen
from .test_rules import KARI, OLA, beaten, position, rest


def on_map(scene: Scene, number: int) -> Piece:
    (tile,) = [piece for piece in area(scene, "map").pieces if piece.kind == "tile" and piece.number == number]
    return tile


def attack() -> States:
    """Kari may attack Ola on a Wheel tile with three units against two."""
    far = rest(0, 2)
    state = position(far[0], {14: 3}, far[2], {15: 2, 21: 1}, turn=KARI)
    act(game, state, (KARI, "card b"))
    return state


def test_one_click_on_a_target_attacks_it_with_the_strongest_tile() -> None:
    routes = {route.end: route for route in seen(game, attack(), KARI).routes}
    scene = seen(game, attack(), KARI)
    place = on_map(scene, 15).at
    assert place
    route = routes[place]
    assert list(route.actions) == [ATTACK, 14, 15]
    assert str(route.cost) == "3 : 2"


def test_a_card_in_a_fight_says_what_it_makes_and_waits_for_the_button() -> None:
    state = attack()
    act(game, state, (KARI, "attack"), (KARI, "tile 14"), (KARI, "tile 15"))
    scene = seen(game, state, OLA)
    assert str(scene.prompt) == "Kari attacks you: which card do you play?"
    assert "A card with Wheel adds 1." in str(scene.why)
    notes = {str(preview.note) for preview in scene.previews}
    assert {"2 + 1 + 1 = 4", "2 + 2 = 4"} <= notes
    assert {str(choice.text) for choice in scene.commits} >= {"Play the 1 for 4", "Play the 2 for 4"}
    assert all(on_map(scene, number).marked for number in (14, 15))
    assert str(on_map(scene, 15).cost) == "3 : 2"


def test_cards_have_the_colour_of_their_owners_units() -> None:
    scene = seen(game, position({0: 2}, {29: 2}, {10: 2}), 0)
    colours = {status.seat: status.colour for status in scene.seats}
    for each in scene.areas:
        if each.seat is not None:
            assert {piece.colour for piece in each.pieces} == {colours[each.seat]} or not each.pieces


def test_a_beaten_defender_chooses_between_empty_tiles_and_staying() -> None:
    state = beaten(35)
    scene = seen(game, state, OLA)
    lost = f"{state[0].clash[7]} to {state[0].clash[4]}"
    assert str(scene.prompt) == f"You lost the fight, {lost}: do your units flee from the Wheel in the middle?"
    assert str(scene.why) == "Click an empty tile and all of them go there; Kari may then take this one. Or stay."
    (stay,) = scene.choices
    assert (str(stay.text), stay.action, str(stay.note)) == ("Stay with 2", STAY, "You keep the tile.")
    assert not any(on_map(scene, n).marked for n in range(36))  # only ways out stand out
    assert [n for n in range(36) if on_map(scene, n).actions] == [8, 9, 16, 20, 21]
    assert not seen(game, state, KARI).choices


def test_units_that_must_flee_have_no_button_to_stay() -> None:
    for state in (beaten(9, 16), beaten(35, flight="forced")):
        scene = seen(game, state, OLA)
        assert str(scene.prompt).endswith("where do your units flee from the Wheel in the middle?")
        assert not scene.choices
