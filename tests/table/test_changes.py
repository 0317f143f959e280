"""Changes between scenes: what a page animates, and nothing that the scenes do not show."""

from __future__ import annotations

from matchbox.engine import get
from matchbox.table.changes import Change, Place, changes
from matchbox.table.scene import Area, Look, Piece, Scene, scene_of


def told(found: list[Change]) -> list[tuple[str, str, int, Place | None, Place | None]]:
    return [(c.kind, c.piece.colour or str(c.piece.text), c.count, c.start, c.end) for c in found]


def test_what_leaves_one_place_and_comes_to_another_has_moved() -> None:
    before = Scene("", [Area("Hand", [Piece("chip", "red", "red", count=3)]), Area("Bag")])
    after = Scene(
        "", [Area("Hand", [Piece("chip", "red", "red")]), Area("Bag", [Piece("chip", "red", "red", count=2)])]
    )
    assert told(changes(before, after)) == [("moved", "red", 2, Place("Hand"), Place("Bag"))]
    assert changes(before, before) == []


def test_on_a_board_places_count() -> None:
    before = Scene("", [Area("Board", [Piece("disc", "X", "black", at=(0, 0))], "grid")])
    after = Scene("", [Area("Board", [Piece("disc", "X", "black", at=(3, 1))], "grid")])
    assert told(changes(before, after)) == [("moved", "black", 1, Place("Board", (0, 0)), Place("Board", (3, 1)))]


def test_a_card_turned_over_at_its_place() -> None:
    before = Scene("", [Area("Trick", [Piece("card", hidden=True)])])
    after = Scene("", [Area("Trick", [Piece("card", "red A", "red")])])
    assert told(changes(before, after)) == [("turned", "red", 1, Place("Trick"), Place("Trick"))]


def test_what_comes_and_goes() -> None:
    before = Scene("", [Area("A", [Piece("tile", "2", number=2)])])
    after = Scene("", [Area("B", [Piece("tile", "3", number=3)])])
    assert told(changes(before, after)) == [
        ("gone", "2", 1, Place("A"), None),
        ("appeared", "3", 1, None, Place("B")),
    ]


def test_a_reveal_in_a_real_game() -> None:
    game = get("building_blocks_brawl")
    state = game.new(2, 3)

    def seen() -> Scene:
        return scene_of(Look(game, game.view(state, 0), 0, ["Ann", "Bob"], game.legal(state, 0)))

    before = seen()
    for seat, blue in ((0, 2), (1, 1)):
        game.apply(state, seat, game.actions.blocks[0].first + blue * 8)
    found = told(changes(before, seen()))
    assert ("moved", "blue", 2, Place("chips/0"), Place("Bag")) in found
    assert any(kind == "moved" and end == Place("tiles/0") for kind, _, _, _, end in found)
