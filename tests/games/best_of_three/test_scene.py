"""Best of Three: the table."""

from __future__ import annotations

from matchbox.games.british_empire.best_of_three import game
from matchbox.play.match import Match
from matchbox.scene import Look, Scene, scene_of

from ..helpers import match_at
from ..telling import NAMES, reads
from .test_rules import begin
from .test_told import later


def table(match: Match, seat: int) -> Scene:
    legal = match.legal(seat) if seat in match.acting() else ()
    return scene_of(Look(game, game.view(match.position, seat), seat, NAMES[:2], legal))


def test_the_cards_show_where_the_match_stands() -> None:
    scene = table(later(9, 1), 0)
    (cards,) = [area.pieces for area in scene.areas if area.key == "match"]
    assert [reads(card.label) for card in cards] == [
        "1: 15 Pounds, won by Bob",
        "2: Blocks Brawl, now",
        "3: Holmes, later",
    ]
    assert reads(scene.round) == "Game 2 · Round 1"
    assert scene.rules == "building_blocks_brawl#a-round"


def test_the_table_is_that_of_the_game_inside() -> None:
    scene = table(match_at(game, begin(9)), 0)
    assert [reads(choice.text) for choice in scene.commits] == ["Play the 1", "Play the 2", "Play the 3"]
    assert {choice.action for choice in scene.commits} == set(game.legal(begin(9), 0))
    assert [status.goal for status in scene.seats] == [15, 15]
