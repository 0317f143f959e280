"""Changes between scenes: moved, turned, appeared and gone pieces."""

from __future__ import annotations

from matchbox.engine import get
from matchbox.scene import Area, Look, Piece, Scene, scene_of
from matchbox.scene.changes import Change, Place, changes


def summary(found: list[Change]) -> list[tuple[str, str, int, Place | None, Place | None]]:
    return [(c.kind, c.piece.colour or str(c.piece.text), c.count, c.start, c.end) for c in found]


def test_equal_pieces_that_disappear_and_appear_have_moved() -> None:
    before = Scene("", [Area("Hand", [Piece("chip", "red", "red", count=3)]), Area("Bag")])
    after = Scene(
        "", [Area("Hand", [Piece("chip", "red", "red")]), Area("Bag", [Piece("chip", "red", "red", count=2)])]
    )
    assert summary(changes(before, after)) == [("moved", "red", 2, Place("Hand"), Place("Bag"))]
    assert changes(before, before) == []


def test_a_piece_moves_between_places_of_a_board() -> None:
    before = Scene("", [Area("Board", [Piece("disc", "X", "black", at=(0, 0))], "grid")])
    after = Scene("", [Area("Board", [Piece("disc", "X", "black", at=(3, 1))], "grid")])
    assert summary(changes(before, after)) == [("moved", "black", 1, Place("Board", (0, 0)), Place("Board", (3, 1)))]


def test_a_card_turns_over_in_its_place() -> None:
    before = Scene("", [Area("Trick", [Piece("card", hidden=True)])])
    after = Scene("", [Area("Trick", [Piece("card", "red A", "red")])])
    assert summary(changes(before, after)) == [("turned", "red", 1, Place("Trick"), Place("Trick"))]


def test_different_pieces_appear_and_disappear() -> None:
    before = Scene("", [Area("A", [Piece("tile", "2", number=2)])])
    after = Scene("", [Area("B", [Piece("tile", "3", number=3)])])
    assert summary(changes(before, after)) == [
        ("gone", "2", 1, Place("A"), None),
        ("appeared", "3", 1, None, Place("B")),
    ]


def test_a_reveal_moves_chips_and_a_tile() -> None:
    game = get("building_blocks_brawl")
    state = game.new(2, 3)

    def seen() -> Scene:
        return scene_of(Look(game, game.view(state, 0), 0, ["Ann", "Bob"], game.legal(state, 0)))

    before = seen()
    for seat, blue in ((0, 2), (1, 1)):
        game.apply(state, seat, game.actions.blocks[0].first + blue * 8)
    found = summary(changes(before, seen()))
    bagged = [(count, end) for kind, name, count, _, end in found if kind == "moved" and name == "blue"]
    assert (2, Place("bag")) in bagged
    assert any(kind == "moved" and end == Place("tiles/0") for kind, _, _, _, end in found)
