"""Moves that are taken back."""

from __future__ import annotations

import numpy as np
import pytest

from matchbox.engine import Illegal, get
from matchbox.play.match import Match, Refused
from matchbox.play.table import UNDO, Clock

from .test_table import move, started


def begun(game: str, seats: int, seed: int = 3, **options: str | int) -> Match:
    match = Match(get(game), seats)
    match.start(get(game).template(seats, options), seed)
    return match


def play(match: Match, seat: int, action: int) -> None:
    for step in match.plan_move(seat, action):
        match.play(step)


def test_a_move_is_taken_back_with_everything_that_follows_from_it() -> None:
    match = begun("othellino", 2)
    play(match, *first_move(match))
    (seat,) = match.acting()
    before, chosen = match.position.tobytes(), len(match.decisions[seat])
    play(match, *first_move(match))
    assert match.position.tobytes() != before
    match.take_back(match.plan_take_back(seat), seat)
    assert match.position.tobytes() == before
    assert len(match.steps) == 1
    assert match.acting() == (seat,)
    assert len(match.decisions[seat]) == chosen + 1  # numbers of decisions are never used twice
    assert match.told(len(match.log) - 1, 5)[0].text.told(["Ann", "Bob"]) == "Bob takes the last move back."
    play(match, *first_move(match))
    assert [entry.step for entry in match.log] == [1, 0, 1, 2]


def first_move(match: Match) -> tuple[int, int]:
    seat = match.acting()[0]
    return seat, match.legal(seat)[0]


def test_an_illegal_step_is_refused() -> None:
    match = begun("othellino", 2)
    (seat,) = match.acting()
    with pytest.raises(Illegal, match="is not legal now"):
        match.step(seat, next(action for action in range(36) if action not in match.legal(seat)))


def test_only_the_player_who_acted_last_takes_back() -> None:
    match = begun("othellino", 2)
    (seat,) = match.acting()
    with pytest.raises(Refused, match="you have not moved"):
        match.plan_take_back(seat)
    play(match, *first_move(match))
    with pytest.raises(Refused, match="another player has acted"):
        match.plan_take_back(1 - seat)
    play(match, *first_move(match))
    with pytest.raises(Refused, match="another player has acted"):
        match.plan_take_back(seat)


def test_a_turn_of_several_choices_is_taken_back_choice_by_choice() -> None:
    match = begun("halma", 2)
    choose = np.random.default_rng(1)
    states = []
    (seat,) = match.acting()
    while match.acting() == (seat,):
        states.append(match.position.tobytes())
        play(match, seat, int(choose.choice(match.legal(seat))))
    assert states
    while states:
        match.take_back(match.plan_take_back(seat), seat)
        assert match.position.tobytes() == states.pop()
    assert not match.steps


def test_chance_cannot_be_taken_back() -> None:
    match = begun("jump_gate", 2)
    seat, action = first_move(match)
    play(match, seat, action)
    with pytest.raises(Refused, match="chance has decided"):
        match.plan_take_back(seat)


def test_a_secret_choice_is_taken_back_until_the_other_has_chosen() -> None:
    match = begun("building_blocks_brawl", 2)
    assert match.acting() == (0, 1)
    play(match, 0, match.legal(0)[1])
    assert match.chosen() == (0,)
    count = match.plan_take_back(0)
    assert not match.showing(count).anything()
    match.take_back(count, 0)
    assert match.acting() == (0, 1)
    assert match.chosen() == ()
    play(match, 0, match.legal(0)[0])
    play(match, 1, match.legal(1)[0])
    with pytest.raises(Refused, match="another player has acted"):
        match.plan_take_back(0)
    count = match.plan_take_back(1)  # the bids are on the table now
    assert match.showing(count).anything()
    revealed = [str(entry.text) for entry in match.log if not entry.secret and entry.step]
    assert len(revealed) == 2  # the bid that was taken back stays secret
    assert match.log[0].secret


def test_a_card_that_was_shown_cannot_be_taken_back() -> None:
    match = begun("son_of_kark", 2)
    choose = np.random.default_rng(2)
    shown = 0
    while not match.over and not shown:
        seat = match.acting()[0]
        play(match, seat, int(choose.choice(match.legal(seat))))
        if not match.over and match.may_take_back(seat):
            shown += match.showing(match.plan_take_back(seat)).anything()
    assert shown


def test_a_table_replays_a_move_that_was_taken_back() -> None:
    table = started("othellino", clock=Clock(seconds=10, increment=2))
    (seat,) = table.acting()
    move(table, seat, table.legal(seat)[0], at=4000)
    assert table.remaining(seat, 4000) == 8000
    assert table.may_undo(seat)
    assert not table.may_undo(1 - seat)
    with pytest.raises(Refused, match="the game has gone on"):
        table.plan_undo(seat, 2)
    table.apply(table.event(5000, UNDO, seat, steps=table.plan_undo(seat, 1)))
    assert table.acting() == (seat,)
    assert table.remaining(seat, 5000) == 6000  # without the increment
    assert table.remaining(1 - seat, 5000) == 9000
    assert not table.may_undo(seat)
