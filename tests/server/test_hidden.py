"""What is sent to a viewer holds nothing that the viewer may not know: dealt anew, the bytes are the same."""

from __future__ import annotations

import random

import pytest

from matchbox.engine import SPECTATOR, games
from matchbox.server import fairness
from matchbox.server.messages import Pictures
from matchbox.server.peek import peek
from matchbox.server.tables import BEGIN, SeatSetup, Setup, Table

MOMENTS = 12


def fresh(name: str, seats: int) -> Table:
    game = games()[name]
    people = [SeatSetup("person", f"P{seat}") for seat in range(seats)]
    setup = Setup("t", name, game.about.version, game.read_options({}), fairness.new_secret(), 0, people)
    table = Table(setup, game)
    table.apply(table.event(0, BEGIN))
    return table


def messages(table: Table, seat: int) -> list[bytes]:
    pictures = Pictures(table)
    pictures.turn(0, b"{}", 0)
    return [pictures.message(seat, form, fresh=True) for form in ("scene", "plain")]


@pytest.mark.parametrize("name", sorted(games()))
def test_messages_hold_nothing_hidden(name: str) -> None:
    seats = games()[name].about.seats[0]
    table = fresh(name, seats)
    chance = random.Random(name)
    looked = 0
    while not table.over and looked < MOMENTS:
        if chance.random() < 0.5:
            looked += 1
            for seat in range(seats):
                compare(table, seat, seat)
                compare(table, SPECTATOR, seat)  # who sees only what every seat sees: any seat's deal will do
        seat = chance.choice(table.acting())
        steps = table.plan_act(seat, len(table.own[seat]), chance.choice(table.legal(seat)), None)
        for event, step in zip(table.act_events(steps, 0), steps, strict=True):
            table.apply(event, step)
    assert looked


def compare(table: Table, viewer: int, seat: int) -> None:
    """The viewer's messages, now and with everything that the seat cannot see dealt anew."""
    assert table.state is not None
    state, numbers, legals = table.state, table.numbers, table._legals
    true = messages(table, viewer)
    for seed in range(3):
        other = table.game.redeal(table.game.view(state, seat), seat, seed)
        table._stand(other, peek(table.game).numbers(other), {})
        try:
            assert messages(table, viewer) == true
        finally:
            table._stand(state, numbers, legals)
