"""Othellino: the steps of a game in sentences."""

from __future__ import annotations

from matchbox.games.green_box.othellino import game

from ..telling import entry, played
from .test_rules import lay, x_first


def test_a_piece_is_told_with_the_pieces_it_flips() -> None:
    match = played(game, x_first(), (0, "place c2"))
    assert entry(match, 0) == ["Ann plays c2 and flips 1 piece."]
    assert entry(match, 0, 0) == ["You play c2 and flip 1 piece."]
    icon = match.told(0, 1)[0].icon
    assert icon is not None
    assert (icon.text, icon.colour) == ("X", "black")


def test_a_corner_and_a_forced_pass() -> None:
    match = played(game, lay([".OX...", "......", "......", "......", "......", "XXO..."], seat=0), (0, "place a1"))
    assert entry(match, 0, 1) == ["Ann takes the corner a1 and flips 1 piece."]
    assert entry(match, 1, 1)[0] == "You cannot flip anything and pass."
    assert entry(match, 1, 0)[0] == "Bob cannot flip anything and passes."
    assert match.told(1, 0)[0].forced


def test_the_end_has_a_count() -> None:
    match = played(game, lay(["......", ".OOX..", "......", "......", "......", "......"], seat=0), (0, "place a2"))
    assert entry(match, 0, 1) == [
        "Ann plays a2 and flips 2 pieces.",
        "You have no pieces left.",
        "The final count is 4 to 0.",
        "Ann wins (neither player can move: the player with more pieces wins).",
    ]
    assert entry(match, 0)[1] == "Bob has no pieces left."


def test_a_free_opening_flips_nothing() -> None:
    match = played(game, x_first(opening="free", board=8), (0, "place d4"))
    assert entry(match, 0) == ["Ann plays d4."]
    assert entry(match, 0, 0) == ["You play d4."]
