"""Speed: how a table keeps the time of a race."""

from __future__ import annotations

import pytest

from matchbox.engine import States
from matchbox.games.green_box.speed import game
from matchbox.games.green_box.speed.rules import DRAW, PLAY
from matchbox.games.green_box.speed.state import FITS
from matchbox.play.match import Refused
from matchbox.play.table import BEGIN, COUNTDOWN, MISS, RESUME, Missed, SeatSetup, Table, TableSetup
from matchbox.scene import Look, Text, missed

from .test_rules import ONE, RED_DROP_1, STRANGE, ZERO, Decks, begin, some

START = 1000
OPEN = START + COUNTDOWN


def table_at(state: States) -> Table:
    """A table in a race that goes on from this state."""
    people = [SeatSetup("person", "Ann"), SeatSetup("person", "Bob")]
    setup = TableSetup("t1", game.id, 1, game.options_of(state), "00", 0, people)
    table = Table(setup, game)
    table.apply(table.event(START, BEGIN))
    table.start_at(state)
    return table


def act(table: Table, seat: int, action: int, at: int) -> None:
    relies = game.relies(table.position, action)
    steps = table.plan_act(seat, len(table.decisions[seat]), action, relies, at)
    for event, step in zip(table.act_events(steps, at), steps, strict=True):
        table.apply(event, step)


def race() -> States:
    """Ann's first card fits and her second one does not. Bob has three cards that do not fit."""
    decks: Decks = (some(5, 1, *ZERO, *ONE, *STRANGE), [])
    return begin([1, ZERO[0]], ONE, (RED_DROP_1, 30), decks, timing="live")


def test_moves_count_after_the_countdown() -> None:
    table = table_at(race())
    action = table.legal(0)[0]
    with pytest.raises(Refused, match="too early"):
        act(table, 0, action, OPEN - 1)
    act(table, 0, action, OPEN)
    assert len(table.steps) == 1


def test_a_wrong_card_is_a_miss_and_an_empty_place_is_not() -> None:
    table = table_at(race())
    wrong = int(PLAY.id(1, 0))
    assert wrong not in table.legal(0)
    with pytest.raises(Missed):
        act(table, 0, wrong, OPEN)
    table.apply(table.event(OPEN, MISS, 0))
    assert (table.seats[0].stopped, table.seats[1].stopped) == (OPEN + 1500, 0)
    for action in (wrong, int(DRAW)):
        with pytest.raises(Refused, match="not yet") as refused:
            act(table, 0, action, OPEN + 1499)
        assert not isinstance(refused.value, Missed)
    with pytest.raises(Refused, match="is not legal") as refused:
        act(table, 0, int(PLAY.id(2, 0)), OPEN + 1500)  # there is no card
    assert not isinstance(refused.value, Missed)
    act(table, 0, int(DRAW), OPEN + 1500)


def test_a_break_of_the_server_does_not_shorten_a_stop() -> None:
    table = table_at(race())
    table.apply(table.event(OPEN, MISS, 0))
    table.apply(table.event(OPEN + 9000, RESUME, since=OPEN + 500))
    assert table.seats[0].stopped == OPEN + 9000 + 1000
    assert table.opens == OPEN + 8500


def test_a_deadlock_is_a_pause() -> None:
    """Ann plays her only card that fits: nobody can play or draw, and the piles are shuffled."""
    fits = next(card for card in STRANGE[2:] if int(FITS[RED_DROP_1]) >> card & 1)
    decks: Decks = ([], some(5, *ZERO, *ONE, *STRANGE))
    table = table_at(begin([fits, *ZERO[:2]], ONE, (RED_DROP_1, 30), decks, timing="live"))
    act(table, 0, int(PLAY.id(0, 0)), OPEN + 100)
    assert table.position["deadlocks"][0] == 1
    assert table.opens == OPEN + 100 + 1500
    seat = next(seat for seat in range(2) if table.legal(seat)[0] < DRAW)
    with pytest.raises(Refused, match="too early"):
        act(table, seat, table.legal(seat)[0], OPEN + 1599)
    act(table, seat, table.legal(seat)[0], OPEN + 1600)


def test_every_game_of_a_match_has_a_countdown() -> None:
    state = begin([RED_DROP_1 + 1], [2, 3, 4], (RED_DROP_1, 30), ([], some(5, 1, 2, 3, 4)), timing="live", best_of=3)
    table = table_at(state)
    action = next(a for a in table.legal(0) if PLAY.has(a))
    act(table, 0, action, OPEN + 5000)
    assert table.position["score"][0].tolist() == [1, 0]
    assert (table.began, table.opens) == (OPEN + 5000, OPEN + 5000 + COUNTDOWN)
    assert table.deadline == table.opens + 600_000
    with pytest.raises(Refused, match="too early"):
        act(table, 1, table.legal(1)[0], OPEN + 5001)


def told(state: States, action: int) -> str:
    text = missed(Look(game, game.view(state, 0), 0, ["Ann", "Bob"], game.legal(state, 0)), action)
    assert isinstance(text, Text)
    return str(text)


def test_a_miss_says_why() -> None:
    state = race()
    assert told(state, int(PLAY.id(1, 0))).endswith(" is on a pile.")
    one = next(card for card in range(54) if (int(FITS[RED_DROP_1]) >> card & 1) > (int(FITS[30]) >> card & 1))
    state["hand"][0, 0, 1] = one
    assert told(state, int(PLAY.id(1, 1))).startswith("No number, symbol or colour of the ")
    assert not told(state, int(PLAY.id(1, 1))).endswith(" is on a pile.")
