"""Best of Three: the table."""

from __future__ import annotations

from matchbox.games.british_empire.best_of_three import game
from matchbox.play.match import Match
from matchbox.scene import Area, Look, Scene, scene_of

from ..helpers import match_at
from ..telling import NAMES, make_moves, reads
from .test_rules import begin
from .test_told import before_the_third_2, later


def table(match: Match, seat: int) -> Scene:
    legal = match.legal(seat) if seat in match.acting() else ()
    return scene_of(Look(game, game.view(match.position, seat), seat, NAMES[:2], legal))


def area_of(scene: Scene, key: str) -> Area:
    (found,) = [area for area in scene.areas if area.key == key]
    return found


def ended(*moves: tuple[int, str], claimed: int = 1) -> Match:
    """Building Blocks Brawl has ended as the second game; Bob has won the first."""
    match = later(9, 1)
    before_the_third_2(match, claimed)
    make_moves(match, (0, "hold 0 0 0"), (1, "hold 0 0 0"), *moves)
    return match


def test_a_finished_game_stays_on_its_table_with_its_reason_and_points() -> None:
    match = ended()
    scene = table(match, 0)
    assert scene.pause
    assert reads(scene.prompt) == "You win Building Blocks Brawl and take its card."
    assert reads(scene.why) == ("Reason: higher product of tiles and chips. Game cards: you 1, Bob 1; two cards win.")
    assert [reads(choice.text) for choice in scene.choices] == ["Next: Holmes"]
    assert [choice.action for choice in scene.choices] == game.legal(match.position, 0)
    points = [reads(piece.text) for piece in area_of(scene, "points").pieces]
    assert points[:2] == ["You", "Bob"]
    assert points[-3:] == ["Tiles × chips", "30", "0"]
    assert reads(area_of(scene, "match").pieces[1].label) == "2: Building Blocks Brawl, won by you"
    assert [status.score for status in scene.seats] == [30, 0]
    assert scene.rules == "building_blocks_brawl#a-round"
    assert reads(table(match, 1).prompt) == "Ann wins Building Blocks Brawl and takes its card."


def test_a_player_who_goes_on_waits_at_the_finished_table() -> None:
    match = ended((0, "next"))
    scene = table(match, 0)
    assert reads(scene.prompt) == "You win Building Blocks Brawl and take its card. Waiting for Bob."
    assert scene.pause
    assert not scene.choices
    assert area_of(scene, "points").pieces == area_of(table(ended(), 0), "points").pieces
    assert len(table(match, 1).choices) == 1


def test_a_drawn_game_is_played_again() -> None:
    scene = table(ended(claimed=0), 1)
    assert reads(scene.prompt) == "A draw: Building Blocks Brawl is played again."
    assert [reads(choice.text) for choice in scene.choices] == ["Play Blocks Brawl again"]
    again = table(ended((0, "next"), (1, "next"), claimed=0), 1)
    assert reads(area_of(again, "match").note) == "played again after a draw"


def test_the_match_ends_on_the_table_of_its_last_game() -> None:
    match = later(9, 0)
    before_the_third_2(match, 1)
    make_moves(match, (0, "hold 0 0 0"), (1, "hold 0 0 0"))
    scene = table(match, 1)
    assert match.over
    assert not scene.pause
    assert not scene.choices
    assert area_of(scene, "points").pieces
    assert [(status.score, status.goal) for status in scene.seats] == [(2, 2), (0, 2)]
    assert [(reads(row.label), row.values) for row in scene.tally] == [
        ("15 Pounds of 4 Cheeses", [1, 0]),
        ("Building Blocks Brawl", [1, 0]),
    ]


def test_cards_with_a_fixed_place_are_there_before_the_order_is_chosen() -> None:
    scene = table(match_at(game, begin(0)), 0)
    places = area_of(scene, "match").pieces
    assert [(piece.kind, piece.at) for piece in places] == [
        ("slot", (0, 0)),
        ("slot", (1, 0)),
        ("slot", (2, 0)),
        ("card", (2, 0)),
    ]
    assert places[-1].name == "Holmes vs Moriarty"
    drawn = area_of(scene, "drawn").pieces
    assert [(piece.text, piece.name) for piece in drawn] == [
        ("1–3", "Gaze into the Abyss"),
        ("1–3", "Futakotamagawa Fireworks Festival"),
    ]
    assert [reads(choice.text) for choice in scene.choices] == [
        "Gaze, Fireworks Festival, Holmes",
        "Fireworks Festival, Gaze, Holmes",
    ]
    middle = area_of(table(match_at(game, begin(2)), 0), "match").pieces[-1]
    assert (middle.name, middle.at) == ("Building Blocks Brawl", (1, 0))


def test_the_cards_show_where_the_match_stands() -> None:
    scene = table(later(9, 1), 0)
    cards = area_of(scene, "match").pieces
    assert [reads(card.label) for card in cards] == [
        "1: 15 Pounds of 4 Cheeses, won by Bob",
        "2: Building Blocks Brawl, now",
        "3: Holmes vs Moriarty, later",
    ]
    assert [card.text for card in cards] == ["1", "2", "3"]
    assert reads(scene.round) == "Game 2 · Round 1"
    assert scene.rules == "building_blocks_brawl#a-round"


def test_the_table_is_that_of_the_game_inside() -> None:
    scene = table(match_at(game, begin(9)), 0)
    assert [reads(choice.text) for choice in scene.commits] == ["Play the 1", "Play the 2", "Play the 3"]
    assert {choice.action for choice in scene.commits} == set(game.legal(begin(9), 0))
    assert [status.goal for status in scene.seats] == [15, 15]
