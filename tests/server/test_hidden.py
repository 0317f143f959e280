"""Messages hold nothing that their viewer may not know: a new deal of hidden fields gives the same bytes."""

from __future__ import annotations

import random

import numpy as np
import pytest

from matchbox.engine import SPECTATOR, games
from matchbox.engine.layout import layout_of
from matchbox.play.table import BEGIN, SeatSetup, Table, TableSetup
from matchbox.server import fairness
from matchbox.server.state_messages import StateMessages

POSITIONS = 12


def new_table(name: str, seats: int) -> Table:
    game = games()[name]
    people = [SeatSetup("person", f"P{seat}") for seat in range(seats)]
    setup = TableSetup("t", name, game.about.version, game.read_options({}), fairness.new_secret(), 0, people)
    table = Table(setup, game)
    table.apply(table.event(0, BEGIN))
    return table


def messages(table: Table, seat: int) -> list[bytes]:
    builder = StateMessages(table)
    builder.prepare(0, b"{}", 0)
    return [builder.message(seat, format, full=True) for format in ("scene", "plain")]


@pytest.mark.parametrize("name", sorted(games()))
def test_messages_hold_nothing_hidden(name: str) -> None:
    seats = games()[name].about.seats[0]
    table = new_table(name, seats)
    chance = random.Random(name)
    compared = 0
    while not table.over and compared < POSITIONS:
        if chance.random() < 0.5:
            compared += 1
            for seat in range(seats):
                compare(table, seat, seat)
                compare(table, SPECTATOR, seat)  # a spectator sees only what every seat sees
        seat = chance.choice(table.acting())
        steps = table.plan_act(seat, len(table.decisions[seat]), chance.choice(table.legal(seat)), None)
        for event, step in zip(table.act_events(steps, 0), steps, strict=True):
            table.apply(event, step)
    assert compared


def compare(table: Table, viewer: int, seat: int) -> None:
    """The viewer's messages are the same if everything hidden from the seat is dealt again."""
    assert table.state is not None
    state, header, legal = table.state, table.header, table._legal_cache
    true = messages(table, viewer)
    for seed in range(3):
        other = table.game.redeal(table.game.view(state, seat), seat, seed)
        for start, end in layout_of(table.game)._generators:  # whether chance has decided something is no secret
            other.view(np.uint8)[start:end] = state.view(np.uint8)[start:end]
        table._set_state(other, layout_of(table.game).header(other), {})
        try:
            assert messages(table, viewer) == true
        finally:
            table._set_state(state, header, legal)
