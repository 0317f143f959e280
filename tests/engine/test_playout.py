"""Random play notes who begins, and sums that intervals follow from."""

from __future__ import annotations

import numpy as np
import pytest

from matchbox.engine import get
from matchbox.engine.playout import (
    BY_SEAT,
    BY_TURN,
    CHOICES,
    DECISIONS,
    DRAWS,
    MIXED,
    OPTIONS,
    SCORES,
    SQUARES,
    WINS,
    Totals,
    note_game,
    play_many,
)
from matchbox.engine.turns import NOBODY, sole_actor


@pytest.mark.parametrize(("name", "seats"), [("othellino", 2), ("halma", 3)])
def test_a_game_counts_by_seat_and_by_turn_order(name: str, seats: int) -> None:
    """One game at a time: the sums by turn are those by seat, turned to the starting player."""
    game = get(name)
    template = game.template(seats)
    seen = set()
    for seed in range(8):
        (found,) = play_many(game, template, 1, seed)
        starter = int(sole_actor(game.start(template, seed)[0]))
        seen.add(starter)
        assert found.starts.tolist() == [int(seat == starter) for seat in range(16)]
        by_seat, by_turn = found.sums[:, :, :seats]
        assert np.array_equal(by_turn, np.roll(by_seat, -starter, axis=1))
        assert by_seat[WINS].sum() == pytest.approx(1)
        assert np.array_equal(by_seat[SQUARES], by_seat[SCORES] ** 2)
        decisions, choices, options = (int(found.tally[one]) for one in (DECISIONS, CHOICES, OPTIONS))
        assert found.products[[DECISIONS, CHOICES, OPTIONS, MIXED]].tolist() == [
            decisions**2, choices**2, options**2, decisions * options,
        ]  # fmt: skip
    assert len(seen) > 1


def test_a_game_that_begins_with_a_simultaneous_choice_has_no_turn_order() -> None:
    game = get("building_blocks_brawl")
    template = game.template()
    assert sole_actor(game.start(template, 1)[0]) == NOBODY
    (found,) = play_many(game, template, 50, 1)
    assert found.starts.sum() == 0
    assert not found.sums[BY_TURN].any()
    assert found.sums[BY_SEAT, WINS].sum() == pytest.approx(50)


def test_a_shared_win_is_split_and_a_common_defeat_is_nobodys() -> None:
    found = Totals(3)
    note_game(3, (1, 3, 1), (7, -2, 7), 1, 2, 10, 8, 30, *found.arrays)
    assert found.sums[BY_SEAT, WINS, :3].tolist() == [0.5, 0, 0.5]
    assert found.sums[BY_TURN, :, :3].tolist() == [[0.5, 0.5, 0], [7, 7, -2], [49, 49, 4]]
    assert found.tally[DRAWS] == 0
    note_game(3, (2, 2, 2), (1, 1, 1), 2, 0, 5, 5, 9, *found.arrays)
    assert found.sums[BY_SEAT, WINS].sum() == 1
    assert found.starts[:3].tolist() == [1, 0, 1]
    assert found.ends[:3].tolist() == [0, 1, 1]
