"""Grenade Salad: the steps of a game in sentences."""

from __future__ import annotations

from matchbox.engine import SPECTATOR
from matchbox.games.green_box.grenade_salad import game

from ..helpers import match_at
from ..telling import events, play, sentences
from .positions import BLUE, GREEN, RED, airdrop, position


def test_close_combat_and_a_sniper_name_the_victim() -> None:
    match = match_at(game, position([(60, 60)], [(66, 60), (100, 60)], hands=["HADDD", "WWWWW"]))
    play(match, RED, "play Hammers", "play Arrow")
    assert sentences(match, GREEN) == [
        "Ann plays Close combat.",
        "Ann kills a green soldier in the middle in close combat.",
        "Ann plays a Sniper.",
        "Ann shoots a green soldier in the east.",
    ]
    assert sentences(match, RED)[1] == "You kill a green soldier in the middle in close combat."


def test_a_grenade_tells_the_dead_of_every_player() -> None:
    match = match_at(game, position([(52, 48), (10, 10)], [(68, 50)], [(72, 62)], hands=["WDDDD", "CCCCC", "DDDDD"]))
    play(match, RED, "play Wheel", "soldier 0", "dx 14", "dy 10")
    assert sentences(match, GREEN)[2:] == [
        "Ann aims the Grenade.",
        "Ann throws a Grenade and kills 2 soldiers.",
        "You lose 1 soldier.",
        "Cem loses 1 soldier.",
    ]
    moment = next(event.moment for event in events(match, SPECTATOR) if event.moment)
    assert moment.title.told(["Ann", "Bob", "Cem"], 0) == "You throw a Grenade"  # type: ignore[union-attr]
    assert str(moment.why) == "2 soldiers fall: 1 green, 1 blue."
    assert moment.picture is not None
    assert [piece.colour for piece in moment.picture.pieces if piece.threat] == ["green", "blue"]


def test_answers_about_mines_stay_secret_until_one_explodes() -> None:
    match = match_at(game, airdrop("BAAAA", "WWWWW"))
    play(match, GREEN, "mine 1")
    assert sentences(match, GREEN) == ["You want to set off a Mine in the middle."]
    assert sentences(match, RED) == sentences(match, SPECTATOR) == ["Bob has chosen."]
    play(match, BLUE, "decline")
    assert sentences(match, RED, 1) == [
        "Bob sets off a Mine in the middle and kills 2 soldiers.",
        "You lose 2 soldiers.",
    ]
    assert sentences(match, BLUE, 1)[0] == "You play no Mine."
    assert events(match, RED, 1)[0].moment is not None


def test_declined_mines_are_told_together() -> None:
    match = match_at(game, airdrop("BAAAA", "WWWWW"))
    play(match, GREEN, "decline")
    play(match, BLUE, "decline")
    assert sentences(match, RED) == ["Bob has chosen.", "Nobody plays a Mine."]
    assert sentences(match, GREEN) == ["You play no Mine.", "Nobody plays a Mine."]


def test_only_the_player_who_draws_reads_the_cards() -> None:
    match = match_at(game, position([(60, 60)], [(20, 20)], hands=["DHHHH", "WWWWW"], deck="AB"))
    play(match, RED, "play Drop", "x 100", "y 100")
    play(match, GREEN, "decline")
    first = len(match.log)
    play(match, RED, "end")
    assert sentences(match, RED, first) == ["You end your turn.", "You draw: Sniper."]
    assert sentences(match, GREEN, first) == ["Ann ends the turn.", "Ann draws 1 card."]
