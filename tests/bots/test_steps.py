"""Searches where simultaneous choices take several steps, or where there are more choices than iterations."""

from __future__ import annotations

import pytest

from matchbox.bots.analysis import Analysis, analyse
from matchbox.engine import get


@pytest.mark.parametrize("seat", range(4))
def test_every_seat_thinks_about_its_own_first_step(seat: int) -> None:
    """A plan of five steps: those of other seats must not use up the iterations."""
    game = get("all_your_base")
    view = game.view(game.new(4, 1), seat)
    found = analyse(game, view, seat, 16, seed=2)
    assert sum(found.visits) == 16
    assert sum(found.policy) == pytest.approx(1)


def test_among_equally_visited_choices_the_best_one_is_recommended() -> None:
    found = Analysis((3, 5, 9), (1, 1, 1), (-0.5, 0.5, 0.0), (1 / 3, 1 / 3, 1 / 3), 3)
    assert found.best == 5
