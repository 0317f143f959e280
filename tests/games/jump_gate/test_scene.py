"""Jump Gate: numbered tiles, cards with their ends, and plates."""

from __future__ import annotations

from matchbox.games.green_box.jump_gate import game
from matchbox.scene import Look, Scene, scene_of

from ..telling import NAMES, events, play
from .test_rules import race, rolls
from .test_told import after_rolls, next_rolls


def shown() -> Scene:
    state = race(0)
    rolls(state, 2)
    return scene_of(Look(game, game.view(state, 0), 0, NAMES[:2], game.legal(state, 0)))


def test_every_space_has_the_number_that_prompts_use() -> None:
    scene = shown()
    captions = [str(piece.text) for piece in scene.areas[0].pieces if piece.kind == "edge"]
    assert captions[:3] == ["0", "1", "2 › 14"]
    assert len(captions) == 36
    assert str(scene.prompt) == "You rolled 2 and jumped from 2 to 14. Play a card?"


def test_targets_name_the_card_and_what_it_brings() -> None:
    scene = shown()
    tags = {route.actions[0]: str(route.cost) for route in scene.routes}
    assert tags[2] == "+2"
    assert tags[8] == "−2"
    words = {choice.action: str(choice.text) for choice in scene.commits}
    assert words[8] == "Fly −2 to 12 · crate"
    assert words[2] == "Fly +2, jump to 32"


def test_your_own_turn_without_a_decision_stops_the_table() -> None:
    match = after_rolls(race(33, [3, 12, 13]), 6, 1)
    found = [event.moment for event in events(match, 0) if event.moment]
    assert [str(moment.prize[0].colour) for moment in found] == ["red"]
    assert not [event for event in events(match, 1) if event.moment]


def test_plates_count_crates_and_cards() -> None:
    match = after_rolls(race(0), 2)
    next_rolls(match.position, 1)
    play(match, 0, "anticlockwise number=2")
    scene = scene_of(Look(game, game.view(match.position, 1), 1, NAMES[:2], []))
    assert [(plate.colour, str(plate.line)) for plate in scene.seats] == [
        ("red", "8 cards left"),
        ("green", "9 cards left"),
    ]
