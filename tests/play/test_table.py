"""A table without a server: events in, state, log and clocks out."""

from __future__ import annotations

import random

import msgspec
import pytest

from matchbox.engine import BadState, Game, get
from matchbox.play.match import Refused
from matchbox.play.table import (
    ABANDON,
    ACT,
    AWAY,
    BACK,
    BEGIN,
    BOT,
    LATE,
    LEFT,
    PAUSE,
    RESUME,
    SIT,
    UNDO,
    Clock,
    Event,
    SeatSetup,
    Table,
    TableSetup,
)
from tests.contract import mines


def table_of(game: str | Game, seats: list[SeatSetup] | None = None, clock: Clock | None = None) -> Table:
    game = get(game) if isinstance(game, str) else game
    seats = seats or [SeatSetup("person", "Ann"), SeatSetup("person", "Bob")]
    setup = TableSetup("t1", game.id, game.about.version, game.read_options({}), "00" * 32, 0, seats, clock=clock)
    return Table(setup, game)


def started(game: str | Game, seats: list[SeatSetup] | None = None, clock: Clock | None = None) -> Table:
    table = table_of(game, seats, clock)
    table.apply(table.event(0, BEGIN))
    return table


def move(table: Table, seat: int, action: int, at: int = 0) -> None:
    steps = table.plan_act(seat, len(table.decisions[seat]), action, None)
    for event, step in zip(table.act_events(steps, at), steps, strict=True):
        table.apply(event, step)


def test_a_table_is_full_when_the_last_open_seat_is_taken() -> None:
    table = table_of("othellino", [SeatSetup("person", "Ann"), SeatSetup("open")])
    assert not table.full
    with pytest.raises(Refused, match="has not started"):
        table.plan_act(0, 0, 0, None)
    table.apply(table.event(5, SIT, 1, name="Bob", nonce="ab"))
    assert table.full
    assert table.nonces == ["", "ab"]


def test_a_table_refuses_moves_out_of_turn_and_out_of_order() -> None:
    table = started("othellino")
    (seat,) = table.acting()
    action = table.legal(seat)[0]
    with pytest.raises(Refused, match="wait for your turn"):
        table.plan_act(1 - seat, 0, action, None)
    with pytest.raises(Refused, match="too far ahead"):
        table.plan_act(seat, 1, action, None)
    with pytest.raises(Refused, match="is not legal now"):
        table.plan_act(seat, 0, next(a for a in range(36) if a not in table.legal(seat)), None)
    move(table, seat, action)
    assert table.decisions[seat] == [action]
    assert table.is_repeat(seat, 0, action)
    assert table.is_repeat(seat, 0, table.log[0].text)  # type: ignore[arg-type]
    assert not table.is_repeat(seat, 1, action)
    with pytest.raises(Refused, match="decision 0 already"):
        table.plan_act(seat, 0, action, None)


def test_a_stored_action_that_is_not_legal_never_reaches_the_rules() -> None:
    table = started("othellino")
    (seat,) = table.acting()
    illegal = next(action for action in range(36) if action not in table.legal(seat))
    for who, action in ((seat, illegal), (1 - seat, table.legal(seat)[0]), (99, 0), (seat, 10**9)):
        damaged = started("othellino")
        with pytest.raises(BadState, match="event 1 of table t1 is not legal"):
            damaged.apply(Event(1, 0, ACT, who, action))


def test_secret_entries_are_revealed_with_the_last_choice() -> None:
    table = started("building_blocks_brawl")
    move(table, 0, table.legal(0)[0])
    assert (table.acting(), table.chosen()) == ((1,), (0,))
    assert table.log[0].secret
    assert table.decision_view(1)["acting"][0] == 0b11, "the view of seat 1 hides that seat 0 has chosen"
    sent = len(table.log)
    move(table, 1, table.legal(1)[0])
    assert not any(entry.secret for entry in table.log[:2])
    assert [number for number, _ in table.log_since(sent)][:2] == [0, 1], "the revealed entry is sent again"


def test_a_forced_move_is_asked_where_a_missing_pause_would_tell_a_hand() -> None:
    for game, played in ((mines.game, 0), (mines.broken, mines.ROUNDS)):
        table = started(game)
        assert table.state is not None
        table.state["mine"] = 0  # all moves are forced, but nobody else knows that
        assert len(table.forced()) == played


def test_a_forced_move_that_everybody_knows_is_played_for_the_seat() -> None:
    table = started("liars_cards", [SeatSetup("person", name) for name in ("Ann", "Bob", "Cy")])
    (seat,) = table.acting()
    move(table, seat, table.legal(seat)[-1])  # the highest bid, before which nobody can call
    assert [step.text for step in table.steps][1:] == ["liar"]


def test_a_bot_plays_for_a_player_who_leaves_until_they_return() -> None:
    table = started("othellino")
    (seat,) = table.acting()
    table.apply(table.event(1, BOT, seat, level="novice", why=LEFT))
    with pytest.raises(Refused, match="a bot plays for this seat"):
        table.plan_act(seat, 0, table.legal(seat)[0], None)
    assert table.plan_choice(seat, 0, table.legal(seat)[0], None)
    table.apply(table.event(2, BACK, seat))
    move(table, seat, table.legal(seat)[0])
    assert [entry.seat for entry in table.log] == [seat] * 3


def test_only_the_clock_of_the_acting_seat_runs() -> None:
    table = started("othellino", clock=Clock(seconds=10, increment=2))
    (seat,) = table.acting()
    assert table.remaining(seat, 3000) == 7000
    assert table.remaining(1 - seat, 3000) == 10_000
    move(table, seat, table.legal(seat)[0], at=4000)
    assert table.remaining(seat, 9000) == 8000
    assert table.remaining(1 - seat, 5000) == 9000


@pytest.mark.parametrize("why", [LEFT, AWAY])
def test_leaving_does_not_stop_the_clock(why: str) -> None:
    table = started("othellino", clock=Clock(seconds=10, increment=2))
    (seat,) = table.acting()
    table.apply(table.event(1000, BOT, seat, level="novice", why=why))
    assert table.remaining(seat, 3000) == 7000
    steps = table.plan_choice(seat, 0, table.legal(seat)[0], None)
    table.apply_all(table.act_events(steps[:1], 4000))
    assert table.remaining(seat, 9000) == 8000, "the bot has used 4 of 10 seconds and earned 2"
    table.apply(table.event(5000, BACK, seat))
    assert table.remaining(seat, 9000) == 8000, "leaving gives no time back"


def test_the_clock_of_a_seat_that_ran_out_of_time_is_over() -> None:
    table = started("othellino", clock=Clock(seconds=10))
    (seat,) = table.acting()
    table.apply(table.event(1000, BOT, seat, level="club", why=LEFT))
    assert table.seats[seat].claimed
    table.apply(table.event(10_000, BOT, seat, level="casual", why=LATE))
    assert table.seats[seat].since is None
    assert not table.seats[seat].claimed, "nobody comes back after running out of time"
    assert len(table.log) == 2


def at_a_pause(at: int) -> Table:
    """A table with clocks at which a game of a match ends at this time."""
    table, chance = started("best_of_three", clock=Clock(seconds=1000, increment=2)), random.Random(3)
    while not table.is_pause:
        seat = chance.choice(table.acting())
        move(table, seat, chance.choice(table.legal(seat)), at)
    return table


def test_no_clock_runs_while_players_look_at_a_finished_game() -> None:
    table = at_a_pause(5000)
    left = [table.remaining(seat, 5000) for seat in range(2)]
    assert table.timed
    assert [table.remaining(seat, 25_000) for seat in range(2)] == left
    assert table.deadline == 5000 + PAUSE
    move(table, 1, table.legal(1)[0], at=6000)
    assert table.deadline == 5000 + PAUSE, "the slower player gets no more time"
    move(table, 0, table.legal(0)[0], at=7000)
    assert not table.is_pause
    assert table.deadline is None
    running = [seat for seat in range(2) if table.seats[seat].since == 7000]
    assert running == list(table.acting())


def test_the_table_ends_a_pause_for_players_who_do_not() -> None:
    table = at_a_pause(0)
    assert table.deadline == PAUSE
    for waiting in ((0, 1), (1,)):
        assert table.acting() == waiting
        (step,) = table.plan_end_of_pause()
        assert (step.seat, step.text) == (waiting[0], "next")
        table.apply(table.act_events([step], PAUSE)[0], step)
    assert table.plan_end_of_pause() == []
    assert all(seat.kind == "person" for seat in table.seats), "nobody loses a seat by looking"


def test_a_break_of_the_server_does_not_shorten_a_pause() -> None:
    table = at_a_pause(1000)
    table.apply(table.event(61_000, RESUME, since=2000))
    assert table.deadline == 1000 + PAUSE + 59_000


def test_taking_back_the_end_of_a_pause_costs_no_time() -> None:
    table = at_a_pause(0)
    left = table.remaining(0, 0)
    move(table, 0, table.legal(0)[0], at=1000)
    table.apply(table.event(2000, UNDO, 0, steps=table.plan_undo(0, len(table.steps))))
    assert table.acting() == (0, 1)
    assert table.remaining(0, 2000) == left


def test_a_table_without_clocks_waits_as_long_as_players_look() -> None:
    table = started("best_of_three")
    chance = random.Random(3)
    while not table.is_pause:
        seat = chance.choice(table.acting())
        move(table, seat, chance.choice(table.legal(seat)))
    assert table.deadline is None
    assert not table.timed


def test_the_creator_fills_free_seats() -> None:
    ann, bob, free = SeatSetup("person", "Ann"), SeatSetup("open"), SeatSetup("open")
    table = table_of("liars_cards", [ann, bob, free])
    table.apply(table.event(1, SIT, 1, name="Bob", nonce=""))
    assert [table.may_fill(seat) for seat in (0, 1)] == [True, False]
    assert table_of("othellino", [bob, free]).may_fill(1), "a creator without a seat leaves it to everybody"


def test_setups_from_before_hints_were_an_option_can_be_read() -> None:
    old = b'{"id":"t1","game":"othellino","version":1,"options":{},"secret":"00","created":0,"seats":[]}'
    assert msgspec.json.decode(old, type=TableSetup).hints


def test_an_abandoned_table_is_over() -> None:
    table = started("othellino")
    table.apply(table.event(1, ABANDON, 0))
    assert table.over
    assert table.acting() == ()
    with pytest.raises(Refused, match="the game is over"):
        table.plan_act(0, 0, 0, None)


def test_setups_from_before_a_table_chose_its_help_have_the_default() -> None:
    setup = table_of("othellino").setup
    stored = msgspec.json.encode(setup)
    assert b"help" not in stored
    assert msgspec.json.decode(stored, type=TableSetup).help == "counts"
    more = msgspec.structs.replace(setup, help="odds")
    assert msgspec.json.decode(msgspec.json.encode(more), type=TableSetup).help == "odds"
