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
