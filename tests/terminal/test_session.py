"""The text table: commands and moves."""

from __future__ import annotations

import random

from matchbox.engine import get
from matchbox.games.green_box.halma.rules import STOP
from matchbox.terminal.session import Session


def test_stop_is_a_move_where_the_menu_offers_it() -> None:
    """In Halma it ends a row of jumps; elsewhere it is a command."""
    chance = random.Random(3)
    session = Session(get("halma"), ["you", "you"], {"board": 6}, 1, input, print)
    table = session.local_game
    seat = table.next_seat()
    assert session._answer(seat, table.legal(seat), "stop") is None
    while STOP not in table.legal(seat):
        table.act(seat, chance.choice(table.legal(seat)))
        seat = table.next_seat()
    assert session._answer(seat, table.legal(seat), "stop") == STOP


def first_screen(game: str) -> str:
    """What the plain terminal prints before the first answer of a table of two."""
    lines: list[str] = []

    def leave(prompt: str) -> str:
        if "press Enter" in prompt:
            return ""
        raise EOFError

    Session(get(game), ["you", "you"], {}, 1, leave, lines.append).run()
    return "\n".join(lines)


def test_the_menu_says_what_a_short_action_means() -> None:
    assert "guess seat=0  (Yourself)" in first_screen("open")
    assert "move space=1 die=" in first_screen("backgammon")
    assert "  (point 24: 2 of " in first_screen("backgammon")


def test_the_menu_does_not_say_things_twice() -> None:
    screen = first_screen("flower_garden")
    assert "shop  (" not in screen
    assert "discard  (Exchange)" in screen


def test_the_table_shows_how_the_players_stand() -> None:
    screen = first_screen("gold_mine")
    assert "You 1: 0 points, holds " in screen
