"""Othellino: the steps of a game in sentences."""

from __future__ import annotations

from matchbox.engine import SPECTATOR, States
from matchbox.games.green_box.othellino import game
from matchbox.play.match import Match

from ..helpers import match_at
from .test_rules import lay, x_first

NAMES = ("Ann", "Bob")


def played(state: States, *moves: tuple[int, str]) -> Match:
    """A game from a position, with these moves."""
    match = match_at(game, state)
    for seat, move in moves:
        for step in match.plan_move(seat, move):
            match.play(step)
    return match


def sentences(match: Match, number: int, viewer: int = SPECTATOR) -> list[str]:
    return [event.text.told(NAMES, viewer) for event in match.told(number, viewer)]


def test_a_piece_is_told_with_the_pieces_it_flips() -> None:
    match = played(x_first(), (0, "place c2"))
    assert sentences(match, 0) == ["Ann plays c2 and flips 1 piece."]
    assert sentences(match, 0, 0) == ["You play c2 and flip 1 piece."]
    icon = match.told(0, 1)[0].icon
    assert icon is not None
    assert (icon.text, icon.colour) == ("X", "black")


def test_a_corner_and_a_forced_pass() -> None:
    match = played(lay([".OX...", "......", "......", "......", "......", "XXO..."], seat=0), (0, "place a1"))
    assert sentences(match, 0, 1) == ["Ann takes the corner a1 and flips 1 piece."]
    assert sentences(match, 1, 1)[0] == "You cannot flip anything and pass."
    assert sentences(match, 1, 0)[0] == "Bob cannot flip anything and passes."
    assert match.told(1, 0)[0].forced


def test_the_end_has_a_count() -> None:
    match = played(lay(["......", ".OOX..", "......", "......", "......", "......"], seat=0), (0, "place a2"))
    assert sentences(match, 0, 1) == [
        "Ann plays a2 and flips 2 pieces.",
        "You have no pieces left.",
        "The final count is 4 to 0.",
        "Ann wins (neither player can move: the player with more pieces wins).",
    ]
    assert sentences(match, 0)[1] == "Bob has no pieces left."


def test_a_free_opening_flips_nothing() -> None:
    match = played(x_first(opening="free", board=8), (0, "place d4"))
    assert sentences(match, 0) == ["Ann plays d4."]
    assert sentences(match, 0, 0) == ["You play d4."]
