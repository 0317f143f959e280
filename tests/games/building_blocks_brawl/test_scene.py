"""Building Blocks Brawl: the table."""

from __future__ import annotations

from matchbox.engine import SPECTATOR
from matchbox.games.british_empire.building_blocks_brawl import game
from matchbox.play.match import Match
from matchbox.scene import Area, Look, Scene, scene_of

from ..helpers import match_at
from ..telling import NAMES, make_moves, moment, reads
from .test_rules import deal


def table(match: Match, seat: int) -> Scene:
    legal = match.legal(seat) if seat in match.acting() else ()
    return scene_of(Look(game, game.view(match.position, seat), seat, NAMES[:2], legal))


def area(scene: Scene, key: str) -> Area:
    (found,) = [area for area in scene.areas if area.key == key]
    return found


def test_the_deck_tells_which_tile_ends_the_game() -> None:
    deck = area(table(match_at(game, deal(3)), 0), "deck")
    assert reads(deck.note) == "6 tiles to come. The last 2 ends the game."
    match = match_at(game, deal(2, 2))
    make_moves(match, (0, "hold 1 0 0"), (1, "hold 0 0 0"))
    deck = area(table(match, 0), "deck")
    assert [piece.number for piece in deck.pieces if piece.marked] == [2]


def test_a_tile_set_aside_is_drawn_and_a_tie_of_nothing_is_shown() -> None:
    match = match_at(game, deal(1, 3, tie_tile="discard"))
    make_moves(match, (0, "hold 0 0 0"), (1, "hold 0 0 0"))
    assert [piece.number for piece in area(table(match, 0), "aside").pieces] == [1]
    shown = moment(match)
    assert reads(shown.title) == "Both hands are empty: nobody claims the 1."
    assert reads(shown.why) == "Nobody pays. The tile is put aside for good."


def test_plates_show_tiles_times_chips() -> None:
    match = match_at(game, deal(3, 1))
    make_moves(match, (0, "hold 1 2 0"), (1, "hold 0 0 0"))
    status = table(match, 1).seats[0]
    assert (status.score, reads(status.line)) == (30, "3 × 10 left")


def test_the_tally_shows_both_factors_and_the_product() -> None:
    match = match_at(game, deal(2, 2, 2))
    make_moves(match, (0, "hold 1 0 0"), (1, "hold 0 0 0"), (0, "hold 0 0 0"), (1, "hold 2 0 0"))
    rows = [(reads(row.label), list(row.values), row.total) for row in table(match, 0).tally]
    assert rows == [
        ("Tiles claimed", [2, 2], False),
        ("Chips left", [14, 13], False),
        ("Tiles × chips", [28, 26], True),
    ]


def test_a_screen_hides_the_second_factor() -> None:
    match = match_at(game, deal(3, 1, purses="screened"))
    make_moves(match, (0, "hold 1 2 0"), (1, "hold 0 0 0"))
    scene = table(match, 1)
    assert [(status.score, reads(status.line)) for status in scene.seats] == [(None, "3 × ? left"), (0, "0 × 15 left")]
    assert [piece.hidden for piece in area(scene, "chips/0").pieces] == [True]
    assert (area(scene, "bag").pieces, reads(area(scene, "bag").note)) == ((), "Paid chips go into the bag")
    assert [status.score for status in table(match, 0).seats] == [30, None]


def test_all_tiles_that_nobody_gets_are_on_the_table() -> None:
    match = match_at(game, deal(1, 3, 2, tie_tile="discard"))
    assert reads(area(table(match, 0), "aside").note) == "nothing yet"
    for _ in range(2):
        make_moves(match, (0, "hold 0 0 0"), (1, "hold 0 0 0"))
    for viewer in (SPECTATOR, 0, 1):
        keys = [area.key for area in table(match, viewer).areas]
        assert keys.index("aside") < keys.index("bag")  # the last areas are the first to leave a small window
        aside = area(table(match, viewer), "aside")
        assert ([piece.number for piece in aside.pieces], reads(aside.note)) == ([1, 3], "nobody gets them")
