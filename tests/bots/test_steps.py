"""Searches with simultaneous choices of several steps, or with more choices than iterations."""

from __future__ import annotations

import pytest

from matchbox.bots.analysis import Analysis, analyse
from matchbox.engine import get


@pytest.mark.full
@pytest.mark.parametrize("seat", range(4))
def test_the_search_spends_its_iterations_on_the_first_step_of_its_seat(seat: int) -> None:
    """Plans have five steps; those of other seats must not use up the iterations."""
    game = get("all_your_base")
    view = game.view(game.new(4, 1), seat)
    found = analyse(game, view, seat, 16, seed=2)
    assert sum(found.visits) == 16
    assert sum(found.policy) == pytest.approx(1)


def test_the_value_breaks_ties_between_equally_visited_actions() -> None:
    found = Analysis((3, 5, 9), (1, 1, 1), (-0.5, 0.5, 0.0), (1 / 3, 1 / 3, 1 / 3), 3)
    assert found.best == 5
