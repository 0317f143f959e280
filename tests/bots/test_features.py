"""Features of games for learned evaluations: bounded numbers that depend on nothing hidden from everybody."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest

from matchbox.bots.inputs import sample_of
from matchbox.engine import Game, States, games, get

LARGEST = 6.0
WITH_FEATURES = [game.id for game in games().values() if game.feature_count]


def features_of(game: Game, state: States, seat: int) -> npt.NDArray[np.float32]:
    room = np.full(game.feature_count + 1, np.nan, np.float32)
    game.rule("features")(state[0], seat, room)
    assert np.isnan(room[-1])  # nothing beyond what the game has announced
    return room[:-1]


@pytest.mark.parametrize("name", WITH_FEATURES)
@pytest.mark.parametrize("most", [False, True])
def test_features_are_bounded_and_tell_positions_apart(name: str, most: bool) -> None:
    game = get(name)
    seats = game.about.seats[-1 if most else 0]
    states = sample_of(game, seats, {}, games=2)
    found = []
    for i in range(0, len(states), max(1, len(states) // 40)):
        for seat in range(seats):
            found.append(features_of(game, states[i : i + 1], seat))
            assert np.isfinite(found[-1]).all()
            assert np.abs(found[-1]).max() <= LARGEST
    assert len(np.unique(np.array(found[::seats]), axis=0)) > len(found) / seats / 12  # rounds have several choices


@pytest.mark.parametrize("name", WITH_FEATURES)
def test_features_contain_nothing_that_nobody_sees(name: str) -> None:
    game = get(name)
    states = sample_of(game, game.about.seats[0], {}, games=1)
    hidden = [field for field, declared in game.State.fields.items() if declared.visible not in ("public", "owner")]
    for i in range(0, len(states), max(1, len(states) // 20)):
        state = states[i : i + 1].copy()
        before = features_of(game, state, 0)
        for field in hidden:
            state[field] = 1
        assert features_of(game, state, 0).tolist() == before.tolist()
