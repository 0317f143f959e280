"""Othellino: targets say how many pieces flip, and plates count pieces."""

from __future__ import annotations

from matchbox.games.green_box.othellino import game
from matchbox.scene import Look, Text, scene_of

from ..telling import NAMES, last, moment, played
from .test_rules import lay, x_first


def test_targets_say_how_many_pieces_flip() -> None:
    state = x_first()
    legal = game.legal(state, 0)
    scene = scene_of(Look(game, game.view(state, 0), 0, NAMES[:2], legal))
    tags = [piece.cost for piece in scene.areas[0].pieces if piece.actions]
    assert tags == ["1"] * len(legal)
    assert [len(preview.places) for preview in scene.previews] == [1] * len(legal)
    quiet = scene_of(Look(game, game.view(state, 0), 0, NAMES[:2], legal, "none"))
    assert not any(piece.cost for piece in quiet.areas[0].pieces)


def test_plates_and_tally_count_pieces() -> None:
    match = played(game, x_first(), (0, "place c2"))
    scene = scene_of(Look(game, game.view(match.position, 1), 1, NAMES[:2], []))
    assert [(plate.colour, plate.score) for plate in scene.seats] == [("black", 4), ("white", 1)]
    assert str(scene.round) == "Move 2"
    assert [piece.at for piece in scene.areas[0].pieces if piece.last] == [(3, 2)]


def test_a_pass_and_the_end_stop_the_table() -> None:
    match = played(game, lay([".OX...", "......", "......", "......", "......", "XXO..."], seat=0), (0, "place a1"))
    found = match.told(1, 1)[0].moment
    assert found is not None
    assert isinstance(found.title, Text)
    assert found.title.told(NAMES, 1) == "You cannot flip anything"
    over = played(game, lay(["......", ".OOX..", "......", "......", "......", "......"], seat=0), (0, "place a2"))
    assert last(over, 0)[2] == "The final count is 4 to 0."
    assert [(side.value, side.won) for side in moment(over).sides] == [(4, True), (0, False)]
