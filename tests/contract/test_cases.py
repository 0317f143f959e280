"""The contract's cases cover every number of seats and every option value of every game."""

from __future__ import annotations

from collections.abc import Sequence

from matchbox.engine import games

from .cases import Case, cases_of, packed_cases_of


def test_packed_cases_leave_out_no_seats_and_no_option_value() -> None:
    for game in games().values():
        alone, packed = (list(cases(game)) for cases in (cases_of, packed_cases_of))
        assert {case.seats for case in packed if not case.options} == set(game.about.seats)
        assert changes(packed) == changes([case for case in alone if len(case.options) == 1])


def changes(cases: Sequence[Case]) -> set[tuple[str, str]]:
    return {(name, str(value)) for case in cases for name, value in case.options.items()}
