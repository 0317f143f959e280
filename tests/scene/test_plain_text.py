"""A scene as text: what the plain terminal and programs see of it."""

from __future__ import annotations

from matchbox.engine import get
from matchbox.scene import Area, Look, Piece, Scene, SeatStatus, TallyRow, scene_of
from matchbox.scene.model import Shared
from matchbox.scene.plain_text import print_scene

NAMES = ["Ann", "Bob"]


def lines(*areas: Area) -> list[str]:
    return print_scene(Scene("Go on.", areas), NAMES).splitlines()[: -len(["", "Go on."])]


def test_chips_that_are_not_there_are_counted_as_none() -> None:
    chips = [Piece("chip", name, count=n) for name, n in (("blue", 7), ("green", 0), ("yellow", 1))]
    assert "Not seen yet: 7 blue, no green, yellow" in lines(Area("Not seen yet", chips))[0]


def test_used_pieces_are_in_round_brackets() -> None:
    tiles = Area("Tiles", [Piece("tile", "1", dimmed=True), Piece("tile", "2"), Piece("chip", "green", dimmed=True)])
    basket = Area("", [Piece("slot", "basket", at=(0, 0)), Piece("cube", "red", "red", at=(0, 0), dimmed=True)], "grid")
    assert lines(tiles, basket) == ["Tiles: (1) [2] (green),", "  basket (red)"]


def test_scores_and_lives_are_printed() -> None:
    plates = [
        SeatStatus(0, score=3, goal=12, line="Holmes"),
        SeatStatus(1, score=1, lives=(0, 5), out=True, says="I can bring red onto Drop."),
    ]
    text = print_scene(Scene("Go on.", seats=plates, round="Round 2", why="Your turn is short."), NAMES)
    ann, bob = "Ann: 3 of 12 points, Holmes", 'Bob: 1 point, 0 of 5 lives, "I can bring red onto Drop.", out'
    assert text.splitlines() == ["Round 2", "", ann, bob, "", "", "", "Go on.", "Your turn is short."]


def test_a_common_score_and_the_sources_of_points_are_printed() -> None:
    scene = Scene("Go on.", shared=Shared(-3, "relics", "above 0 wins"), tally=[TallyRow("Cavern 1", [4, 0])])
    text = print_scene(scene, NAMES)
    assert "Score: -3 relics, above 0 wins" in text
    assert "Cavern 1: Ann 4, Bob 0" in text


def test_every_column_of_a_board_has_its_own_width() -> None:
    pieces = [Piece("square", "a long one", at=(0, 0)), *(Piece("square", "x", at=(i, 1)) for i in range(3))]
    assert lines(Area("", pieces, "grid")) == ["  a long one · ·", "      x      x x"]


def test_columns_and_rows_inside_wider_pieces_are_left_out() -> None:
    wide = [Piece("card", name, at=(5 * i, 0), span=(5, 7)) for i, name in enumerate("ab")]
    assert lines(Area("", [*wide, Piece("card", "c", at=(10, 0))], "grid")) == ["  a b c"]
    assert lines(Area("", [Piece("card", "a", at=(0, 0)), Piece("card", "b", at=(2, 0))], "grid")) == ["  a · b"]


def test_pieces_in_one_place_are_counted_unless_a_caption_does_it() -> None:
    red, gold = Piece("cube", "red", at=(0, 0)), Piece("cube", "gold", at=(0, 0))
    assert lines(Area("", [red, red, red], "grid")) == ["  3red"]
    assert lines(Area("", [Piece("edge", "2 gold on the cards", at=(0, 0)), gold, gold], "grid")) == [
        "  2 gold on the cards"
    ]


def test_a_numbered_tile_shows_the_first_letters_of_its_symbol() -> None:
    tiles = [Piece("tile", "1", symbol="Wheel", at=(0, 0)), Piece("line", at=(0, 0), to=(1, 0), marked=True)]
    assert lines(Area("", [*tiles, Piece("tile", "2", at=(1, 0))], "grid")) == ["  1Wh 2"]


def test_a_blank_tile_that_falls_is_seen() -> None:
    tiles = [Piece("tile", at=(0, 0), threat="now"), Piece("cube", "red", "red", at=(0, 0)), Piece("tile", at=(1, 0))]
    assert lines(Area("", tiles, "grid")) == ["  ! red ·"]


def test_cards_without_a_text_are_named() -> None:
    """Relics and Temple cards show no number: their words are those for screen readers."""
    game = get("temple_of_doom")
    state = game.new(2, 1)
    text = print_scene(scene_of(Look(game, game.view(state, 0), 0, NAMES, game.legal(state, 0))), NAMES)
    relics = next(line for line in text.splitlines() if " relics: " in line)
    assert "[]" not in text
    assert sum(word in relics for word in ("red", "green", "blue", "yellow", "white")) >= 1


def test_flowers_are_told_by_their_colours() -> None:
    game = get("flower_garden")
    state = game.new(2, 1)
    text = print_scene(scene_of(Look(game, game.view(state, 0), 0, NAMES, game.legal(state, 0))), NAMES)
    assert "Flowers left: 20 red flowers, 20 green flowers, 20 blue flowers, 20 yellow flowers," in text
    assert "basket (red) (green) (blue) (yellow)" in text
