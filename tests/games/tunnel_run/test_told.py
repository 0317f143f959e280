"""Tunnel Run: the steps of a game in sentences."""

from __future__ import annotations

from matchbox.engine import SPECTATOR
from matchbox.games.green_box.tunnel_run import game

from ..helpers import fill, match_at
from ..telling import events, play, sentences
from .test_rules import ADVANCED, THREE, deal, stuck, tunnel


def test_a_pirate_skips_an_occupied_tile() -> None:
    state = tunnel([[0, 0, 0], [2, 0, 0]], THREE, THREE)
    deal(state, "Wheel")
    match = match_at(game, state)
    play(match, 0, "forward symbol=Hammers pirate=0")
    shared = [
        "Ann plays Hammers and sends a pirate from the entrance to tile 8.",
        "The pirate skips 1 occupied Hammers tile.",
    ]
    assert sentences(match, 1) == sentences(match, SPECTATOR) == shared
    assert sentences(match, 0) == [
        "You play Hammers and send a pirate from the entrance to tile 8.",
        "The pirate skips 1 occupied Hammers tile.",
        "You draw Wheel.",
    ]


def test_a_pirate_gets_out() -> None:
    match = match_at(game, tunnel([[33, 0, 0], [0, 0, 0]], THREE, THREE))
    play(match, 0, "forward symbol=Hammers pirate=0")
    assert sentences(match, 1) == ["Ann plays Hammers and gets a pirate out: 1 of 3 is safe."]
    assert events(match, 1)[0].kind == "score"


def test_only_the_owner_learns_the_card_drawn_for_going_back() -> None:
    state = tunnel([[11, 9, 0], [5, 0, 0], [8, 8, 8]], "", "", "", **ADVANCED)
    deal(state, "Arrow")
    match = match_at(game, state)
    play(match, 0, "back pirate=0")
    assert sentences(match, 0) == [
        "You send a pirate back from tile 11 to join 1 pirate on tile 9.",
        "You draw Arrow.",
    ]
    others = ["Ann sends a pirate back from tile 11 to join 1 pirate on tile 9.", "Ann draws 1 card."]
    assert sentences(match, 1) == sentences(match, SPECTATOR) == others


def test_an_empty_pile_is_shuffled() -> None:
    state = tunnel([[0, 0, 0], [0, 0, 0]], THREE, THREE)
    deal(state)
    match = match_at(game, state)
    play(match, 0, "forward symbol=Drop pirate=0")
    assert sentences(match, 1)[1:] == ["The discard pile is shuffled into a new draw pile."]


def test_when_everybody_is_stuck_everybody_draws() -> None:
    match = match_at(game, stuck())
    play(match, 0, "forward symbol=Drop pirate=0")
    assert sentences(match, SPECTATOR) == [
        "Ann plays Drop and sends a pirate from the entrance to tile 1.",
        "Bob has no move and passes.",
        "Ann has no move and passes.",
        "Everybody has passed, so everybody draws a card.",
    ]
    assert sentences(match, 1)[1] == "You have no move and pass."
    assert sentences(match, 1)[-1].startswith("You draw ")


def test_a_skipped_turn_is_told() -> None:
    match = match_at(game, tunnel([[0, 0], [0, 0]], "Drop", "Wheel", **ADVANCED))
    play(match, 0, "end_turn")
    assert sentences(match, 0) == ["You skip your turn."]
    assert sentences(match, 1) == sentences(match, SPECTATOR) == ["Ann skips the turn."]


def test_a_third_pass_draws_a_card() -> None:
    state = tunnel([[30, 20], [10, 0]], "Drop Drop Drop Drop Drop Drop", "", stuck=[0, 2, 0, 0], **ADVANCED)
    fill(state, going_back=3)
    deal(state, "Wheel", "Wheel")
    match = match_at(game, state)
    play(match, 0, "back pirate=0", "end_turn")
    assert sentences(match, 1, 1) == [
        "Ann ends the turn.",
        "You pass for the third time and draw a card.",
        "You draw Wheel.",
    ]
    assert sentences(match, 0, 1) == ["You end your turn.", "Bob passes for the third time and draws a card."]
