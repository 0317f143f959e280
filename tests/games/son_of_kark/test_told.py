"""Son of Kark: the steps of a game in sentences."""

from __future__ import annotations

from matchbox.engine import SPECTATOR
from matchbox.games.green_box.son_of_kark import game

from ..helpers import fill, match_at
from ..telling import NAMES, events, play, sentences
from .test_rules import BLUE, GREEN, RED, arranged, city, lay, printed


def test_only_its_player_knows_a_face_down_tile() -> None:
    match = match_at(game, arranged(2, "Wheel", "Drop", "Wheel", "Hammers"))
    play(match, RED, "place y=12 x=14 face=down", "merchant centre")
    assert sentences(match, RED) == [
        "You found a city on a face-down Wheel.",
        "You put a merchant in the city.",
    ]
    others = ["Ann founds a city.", "Ann puts a merchant in the city."]
    assert sentences(match, GREEN) == sentences(match, SPECTATOR) == others


def test_a_market_opens_and_grows() -> None:
    match = match_at(game, arranged(2, "Wheel", "Drop", "Arrow", "Arrow", "Bricks"))
    play(match, RED, "place y=12 x=14 face=up", "merchant centre")
    play(match, GREEN, "place y=12 x=15 face=up", "merchant none")
    assert sentences(match, RED) == [
        "You add Arrow to the market.",
        "You open the Arrow market.",
        "Bob adds Arrow to the market.",
        "Your Arrow market is now worth 2 points.",
        "Bob puts no merchant on it.",
    ]


def test_a_market_taken_over_pays_its_owner() -> None:
    state = printed("Bricks", "Arrow")
    lay(state, 10, 12)
    match = match_at(game, state)
    play(match, GREEN, "place y=14 x=14 face=up", "merchant centre")
    assert sentences(match, RED, 1) == [
        "Bob takes over the Arrow market from you.",
        "You get 4 points for the Arrow market.",
    ]
    assert sentences(match, GREEN, 1)[0] == "You take over the Arrow market from Ann."
    assert sentences(match, BLUE, 1)[0] == "Bob takes over the Arrow market from Ann."
    moment = events(match, BLUE, 1)[0].moment
    assert moment is not None
    assert str(moment.why) == "4 Arrow tiles on the table"
    assert [(side.seat, side.value, str(side.verdict)) for side in moment.sides] == [
        (GREEN, None, "new owner"),
        (RED, 4, "paid off"),
    ]


def test_a_complete_city_pays() -> None:
    state = city("Hammers", "Bricks", "Circles", "Wheel", "Arrow", "Drop")
    for x, y in ((13, 13), (14, 13), (15, 12), (14, 11)):
        lay(state, x, y)
    match = match_at(game, state)
    play(match, GREEN, "place y=11 x=15 face=up", "merchant none")
    assert sentences(match, RED) == [
        "Bob adds Arrow to the market.",
        "Bob puts no merchant on it.",
        "Your city has all six symbols around it and pays 6 points.",
    ]


def test_a_crossroad_tells_its_influence() -> None:
    match = match_at(game, printed("Arrow", "Drop"))
    play(match, RED, "place y=14 x=14 face=up", "merchant NW")
    assert sentences(match, GREEN) == [
        "Ann adds Arrow to the market.",
        "Ann's Arrow market is now worth 4 points.",
        "Ann puts a merchant on a crossroad for influence: Drop +1, Arrow +3.",
    ]


def test_the_last_tile_tells_all_points() -> None:
    state = city("Hammers", "Bricks")
    fill(state, left=0)
    match = match_at(game, state)
    play(match, GREEN, "place y=13 x=13 face=up", "merchant none")
    told = events(match, RED, 1)
    assert [event.text.told(NAMES, RED) for event in told] == [
        "Bob puts no merchant on it.",
        "The last tile is on the table: all markets, cities and crossroads are scored.",
        "You have 2 points: 0 for markets, 2 for cities, 0 for crossroads.",
        "Bob has 0 points: 0 for markets, 0 for cities, 0 for crossroads.",
        "You win (most points after the last tile).",
    ]
    moment = told[1].moment
    assert moment is not None
    assert [(side.value, side.won) for side in moment.sides] == [(2, True), (0, False)]
