"""Records of tables can be verified, and no change to them goes unnoticed."""

from __future__ import annotations

import pytest

from matchbox.engine import Illegal, get
from matchbox.engine.notation import parse_game, print_game
from matchbox.play.table import BEGIN, TIME, SeatSetup, Table, TableSetup
from matchbox.server import fairness
from matchbox.server.records import record_of


def played(name: str, most: int = 1000, **options: int | str) -> Table:
    game = get(name)
    people = [SeatSetup("person", "Ann", "", "ab"), *[SeatSetup("person", "Bob")] * (game.about.seats[0] - 1)]
    setup = TableSetup("t1", name, game.about.version, game.read_options(options), fairness.new_secret(), 0, people)
    table = Table(setup, game)
    table.apply(table.event(0, BEGIN))
    while not table.over and len(table.steps) < most:
        seat = table.acting()[-1]
        action = table.legal(seat)[0]
        relies = table.game.relies(table.position, action)
        steps = table.plan_act(seat, len(table.decisions[seat]), action, relies, at=10_000)
        for event, step in zip(table.act_events(steps, 0), steps, strict=True):
            table.apply(event, step)
    return table


def test_a_printed_record_parses_to_the_same_record() -> None:
    table = played("othellino")
    text = print_game(record_of(table))
    record = parse_game(text)
    assert record.table == "t1"
    assert record.nonces == ["ab", ""]
    assert record.secret == table.setup.secret
    assert record.actions == [(step.seat, step.action) for step in table.steps]
    assert print_game(record) == text


@pytest.mark.parametrize(
    ("old", "new", "wrong"),
    [
        ("table t1", "table t2", "does not match the secret"),
        ("nonce 0 ab", "nonce 0 ac", "does not match the secret"),
        ("nonce 0 ab", "nonce 1 ab", "does not match the secret"),
        ("secret ", "secret 00", "commitment"),
        ("commitment ", "commitment 0", "commitment"),
        ("seed ", "seed 0", "does not match the secret"),
    ],
)
def test_a_changed_record_does_not_verify(old: str, new: str, wrong: str) -> None:
    text = print_game(record_of(played("othellino")))
    assert old in text
    with pytest.raises(Illegal, match=wrong):
        parse_game(text.replace(old, new))


def test_a_record_contains_the_time_limit() -> None:
    table = played("speed", 5, timing="live")
    table.apply(table.event(10, TIME))
    assert table.over
    text = print_game(record_of(table))
    assert "\ntime\n" in text
    record = parse_game(text)
    assert record.times == [5]
    assert record.result == table.game.result(table.state) if table.state is not None else False
    assert print_game(record) == text


def test_replaying_events_gives_the_same_table() -> None:
    table = played("gaze_into_the_abyss", 20)
    again = Table(table.setup, table.game)
    again.apply(again.event(0, BEGIN))
    for step in table.steps:
        again.apply(again.act_events([step], 0)[0])
    assert again.state is not None
    assert table.state is not None
    assert again.state.tobytes() == table.state.tobytes()
    assert again.log == table.log
    assert again.decisions == table.decisions
