"""Bots beat random moves at the smallest table of every game; `benchmarks/against_random.py` tries all tables."""

from __future__ import annotations

from statistics import fmean
from typing import Any

import pytest
from benchmarks.against_random import Setting, interval, is_allowed, settings

from matchbox.engine import Game, games, get

TABLES = [Setting(game, game.about.seats[0]) for game in games().values()]
PLAYED = 10


@pytest.mark.full
@pytest.mark.parametrize("setting", TABLES, ids=str)
def test_casual_beats_random(setting: Setting) -> None:
    """Four of five games with two players; with more, as large a part of the opponents."""
    shares: list[float] = []
    for number in range(PLAYED):
        share = setting.play("casual", number)
        shares += [] if share is None else [share]
        if sum(shares) >= 0.8 * PLAYED:  # whatever the other games bring
            break
    assert fmean(shares) >= 0.8


def test_every_number_of_seats_and_every_option_value_is_tried() -> None:
    for game in games().values():
        found = list(settings(game))
        assert {setting.seats for setting in found} == set(game.about.seats)
        for name, option in game.options.items():
            tried = {setting.options.get(name, option.default) for setting in found}
            assert all(value in tried or not allowed(game, {name: value}) for value in option.values)


def allowed(game: Game, options: dict[str, Any]) -> bool:
    """Some values need another option as well."""
    return any(is_allowed(game, seats, options) for seats in game.about.seats)


def test_a_share_counts_ties_half_and_leaves_out_draws_of_two() -> None:
    brawl = Setting(get("building_blocks_brawl"), 2)
    assert {brawl.play("novice", number) for number in range(4)} <= {0.0, 1.0, None}
    assert interval(2, [1.0] * 6)[0] > 0.5
    low, high = interval(3, [1.0, 0.5, 1.0, 0.5])
    assert low < 0.75 < high
