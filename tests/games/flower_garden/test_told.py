"""Flower Garden: the steps of a game in sentences."""

from __future__ import annotations

from matchbox.engine import SPECTATOR
from matchbox.games.green_box.components import card_name
from matchbox.games.green_box.flower_garden import game
from matchbox.play.match import Match

from ..helpers import match_at
from ..telling import sentences
from .test_rules import FIVE, garden


def play(match: Match, seat: int, *moves: int | str) -> None:
    """Actions of a seat: cards by number, others by name."""
    for move in moves:
        for step in match.plan_move(seat, f"card {card_name(move)}" if isinstance(move, int) else move):
            match.play(step)


def shopping() -> Match:
    """The example of the rules page: Ann has taken two yellow flowers."""
    match = match_at(game, garden([11, 27, 28, 0, 5, 6], [49, 1, 2, 18, 19, 20]))
    play(match, 0, "shop", 11, 27)
    return match


def test_a_row_is_sold_for_flowers() -> None:
    match = shopping()
    shared = [
        "Ann goes to the shop.",
        "Ann starts a row with green Wheel 3.",
        "Ann adds yellow Wheel 1: the row has 2 cards.",
        "Ann takes 2 yellow flowers.",
    ]
    assert sentences(match, 1) == sentences(match, SPECTATOR) == [*shared, "Ann draws 2 cards."]


def test_only_the_owner_learns_the_cards_drawn() -> None:
    match = shopping()
    assert sentences(match, 0)[-2:] == ["You take 2 yellow flowers.", "You draw black Wheel 5, black Arrow 6."]
    for viewer in (1, SPECTATOR):
        assert not any("black" in sentence for sentence in sentences(match, viewer))


def test_a_number_twice_clears_the_row() -> None:
    match = shopping()
    first = len(match.log)
    play(match, 1, "shop", 49, "row slot=0", "colour red")
    assert sentences(match, 0, first) == [
        "Bob goes to the shop.",
        "Bob brings black Wheel 1 to the shop.",
        "Bob adds black Wheel 1: the row has 3 cards.",
        "Bob takes 3 red flowers.",
        "The row shows the 1 twice and is cleared.",
        "Bob draws 1 card.",
    ]
    first = len(match.log)
    play(match, 0, "garden")  # only one bed is possible
    assert sentences(match, 1, first)[0] == "Ann plants 2 yellow flowers on yellow Arrow 2 and has 2 points."
    assert sentences(match, 0, first)[0] == "You plant 2 yellow flowers on yellow Arrow 2 and have 2 points."


def test_flowers_sell_out() -> None:
    match = match_at(game, garden([4, 0, 2, 3, 5, 6], [1, 8], rows=[FIVE[1:]], flowers=[[0, 0, 0, 0], [18, 0, 0, 0]]))
    play(match, 0, "shop", 4, "row slot=0")
    assert sentences(match, 1, 2) == [
        "Ann adds red Arrow 1: the row has 5 cards.",
        "Ann takes 2 red flowers.",
        "The red flowers are sold out. The game ends when another colour is.",
        "Ann draws 1 card.",
    ]


def test_discards_and_the_piles() -> None:
    match = match_at(game, garden([0, 5], [1, 8], pile=1))
    play(match, 0, "discard", 0, 5)
    assert sentences(match, 1) == [
        "Ann starts to discard.",
        "Ann discards red Drop 1.",
        "Ann discards red Hammers 2.",
        "Ann draws 2 cards.",
        "The draw pile runs out. The game ends when it runs out 1 more time.",
        "The discard pile is shuffled into a new draw pile.",
    ]


def test_a_white_bed_waits_for_its_colour() -> None:
    match = match_at(game, garden([38, 28, 46], [1, 8], flowers=[[3, 0, 2, 0]]))
    play(match, 0, "garden", 46, "colour blue")
    assert sentences(match, 1)[:3] == [
        "Ann goes to the garden.",
        "Ann plays black Drop 2 as a bed.",
        "Ann plants 2 blue flowers on black Drop 2 and has -1 points.",
    ]
