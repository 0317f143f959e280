"""Tunnel Run: numbered tiles in the direction of the run, buttons that say where a pirate will be, and plates."""

from __future__ import annotations

from matchbox.games.green_box.tunnel_run import game
from matchbox.scene import Look, scene_of

from .test_rules import ADVANCED, tunnel

NAMES = ("Ann", "Bob", "Cyd")


def test_a_button_says_where_the_pirate_will_be() -> None:
    state = tunnel([[11, 0, 0], [5, 8, 0], [8, 8, 0]], "Hammers", "", "", **ADVANCED)
    scene = scene_of(Look(game, game.view(state, 0), 0, NAMES, game.legal(state, 0)))
    words = {choice.action: str(choice.text) for choice in scene.commits}
    assert words == {6: "Run to tile 14", 7: "Run to tile 2", 36: "Go back to tile 5 · draw 1 card"}
    assert [(preview.action, list(preview.places)) for preview in scene.previews] == [
        (6, [(15, 1)]),
        (7, [(3, 1)]),
        (36, [(6, 1)]),
    ]


def test_the_button_says_whether_a_turn_is_skipped_or_ended() -> None:
    state = tunnel([[0, 0, 0], [0, 0, 0]], "Drop Drop", "Wheel", **ADVANCED)
    for words in ("Skip your turn", "End your turn"):
        scene = scene_of(Look(game, game.view(state, 0), 0, NAMES, game.legal(state, 0)))
        assert [str(choice.text) for choice in scene.choices] == [words]
        game.apply(state, 0, game.legal(state, 0)[0])


def test_tiles_are_numbered_and_plates_count_pirates() -> None:
    scene = scene_of(Look(game, game.view(game.new(3, 1), 0), 0, NAMES, []))
    captions = [str(piece.text) for piece in scene.areas[0].pieces if piece.kind == "edge"]
    assert captions[:2] == ["start ›", "1 ›"]
    assert captions[-2:] == ["36 ›", "exit"]
    assert [(plate.colour, plate.score, plate.goal) for plate in scene.seats] == [
        ("red", 0, 3),
        ("green", 0, 3),
        ("blue", 0, 3),
    ]
