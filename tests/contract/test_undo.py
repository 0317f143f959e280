"""A choice is taken back without a trace, and only if nobody has learnt anything from it."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from matchbox.engine import SPECTATOR
from matchbox.play.match import Match
from matchbox.play.step import Step

from .cases import ALL, Case

LIMIT = 25  # moves of a random game
DEALS = 6


def moves(case: Case, match: Match) -> Iterator[int]:
    """Play random moves; yields the seat of each."""
    choose = np.random.default_rng(7)
    match.start(case.game.template(case.seats, case.options), 11)
    for _ in range(LIMIT):
        if match.over:
            return
        seat = int(choose.choice(match.acting()))
        for step in match.plan_move(seat, int(choose.choice(match.legal(seat)))):
            match.play(step)
        yield seat


def situation(match: Match) -> tuple[object, ...]:
    """Everything that the next choices depend on."""
    acting = match.acting()
    views = [match.decision_view(seat).tobytes() for seat in acting]
    return match.position.tobytes(), acting, match.chosen(), [match.legal(seat) for seat in acting], views


def tells(case: Case, match: Match, number: int, step: Step) -> bool:
    """Has somebody learnt more from a step than its action? Uses other deals than `Showing`."""
    game, before = case.game, match.state_after(number)
    for viewer in range(SPECTATOR + 1, case.seats):
        if step.secret and viewer != step.seat:
            continue
        view, seen = game.view(before, viewer), game.view(step.after, viewer).tobytes()
        for deal in range(DEALS):
            other = game.redeal(view, viewer, 1_000_000 + deal)
            if step.action not in game.legal(other, step.seat):
                return True
            game.apply(other, step.seat, step.action)
            if game.view(other, viewer).tobytes() != seen:
                return True
    return False


@pytest.mark.parametrize("case", ALL)
def test_a_choice_is_taken_back_only_if_it_has_shown_nothing(case: Case) -> None:
    match = Match(case.game, case.seats)
    before: tuple[object, ...] = ()
    for seat in moves(case, match):
        if match.may_take_back(seat):
            count = match.plan_take_back(seat)
            if not match.showing(count).anything():
                first, undone = len(match.steps) - count, match.steps[-count:]
                assert not any(tells(case, match, first + number, step) for number, step in enumerate(undone))
                after = situation(match)
                match.take_back(count, seat)
                if before:
                    assert situation(match) == before
                for step in undone:
                    match.play(step)
                assert situation(match) == after
        before = situation(match) if not match.over else ()
