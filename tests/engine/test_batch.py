"""Batches refuse what would damage their games, and sample, list and observe as single games do."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from matchbox.engine import BadOption, BadState, Illegal, MatchboxError, get
from matchbox.engine.batch import Batch
from matchbox.engine.playout import noise_of, noises_of


def running(size: int = 4, **keywords: Any) -> Batch:
    batch = get("othellino").batch(size, **keywords)
    batch.reset(seed=1)
    return batch


def contents(batch: Batch) -> bytes:
    parts = batch.states, batch.final, batch.mask, batch.actor, batch.reward, batch.done
    return b"".join(part.tobytes() for part in parts)


@pytest.mark.parametrize(
    ("wrong", "advice"),
    [
        (lambda right: right[:3], "give 4 actions, one for each game"),
        (lambda right: right[:, None], r"not an array of shape \(4, 1\)"),
        (lambda right: right[0], "one for each game"),
        (lambda right: [], "whole numbers"),
        (lambda right: right.astype(float), "whole numbers of 64 bits, not in an array of type float64"),
        (lambda right: right.astype(bool), "type bool"),
        (lambda right: [str(action) for action in right], "whole numbers"),
        (lambda right: [*right[:3], -1], "game 3: there is no action -1; ids run from 0 to 64"),
        (lambda right: [*right[:3], 65], "game 3: there is no action 65"),
        (lambda right: np.array([*right[:3], 1 << 63], np.uint64), "game 3: there is no action"),
        (lambda right: [right[0], 14, *right[2:]], r"game 1: 'place c3' \(action 14\) is not legal now"),
    ],
)
def test_wrong_actions_are_refused_and_change_nothing(wrong: Any, advice: str) -> None:
    batch = running()
    before = contents(batch)
    with pytest.raises(MatchboxError, match=advice):
        batch.step(wrong(batch.mask.argmax(axis=1)))
    assert contents(batch) == before
    batch.step(batch.mask.argmax(axis=1))


def test_whole_numbers_of_any_type_are_actions() -> None:
    ends = set()
    for kind in (np.int64, np.int32, np.uint8, list):
        batch = running()
        actions = batch.mask.argmax(axis=1)
        batch.step(actions.tolist() if kind is list else actions.astype(kind))
        batch.step(np.repeat(batch.mask.argmax(axis=1), 2)[::2])
        ends.add(contents(batch))
    assert len(ends) == 1


def test_a_batch_has_to_be_reset_first() -> None:
    batch = get("othellino").batch(4)
    uses = [lambda: batch.step([0] * 4), batch.sample, batch.legal, batch.afterstates, batch.observe, batch.refresh]
    for use in uses:
        with pytest.raises(BadOption, match="call reset"):
            use()


@pytest.mark.parametrize("wrong", [{"size": 0}, {"size": 2.5}, {"size": 4, "threads": 0}, {"size": 4, "threads": None}])
def test_sizes_and_threads_are_checked(wrong: dict[str, Any]) -> None:
    with pytest.raises(BadOption, match="choose a whole number from 1 on"):
        get("othellino").batch(**wrong)


def test_written_states_need_a_refresh() -> None:
    """A state that somebody wrote is played from only when the batch has looked at it."""
    batch, game = running(), get("othellino")
    start = game.copy(batch.states[:1])
    batch.step(batch.sample())
    batch.states[2] = start[0]
    with pytest.raises(BadState, match=r"game 2 .* call refresh\(\)"):
        batch.step(batch.mask.argmax(axis=1))
    batch.refresh()
    (seat,) = game.acting(start)
    assert batch.actor[2] == seat
    assert np.flatnonzero(batch.mask[2]).tolist() == game.legal(start, seat)
    batch.step(batch.mask.argmax(axis=1))
    game.apply(start, seat, game.legal(start, seat)[0])
    assert batch.states[2:3].tobytes() == start.tobytes()


def test_a_mask_that_somebody_changed_does_not_make_actions_legal() -> None:
    batch = running()
    actions = batch.sample()
    batch.mask[:] = 1
    before = batch.states.tobytes()
    with pytest.raises(MatchboxError):
        batch.step(np.full(4, 14))
    assert batch.states.tobytes() == before
    batch.step(actions)
    assert batch.mask.sum() < 60


def test_finished_games_and_other_tables_do_not_refresh() -> None:
    batch, game = running(), get("othellino")
    over = game.new(seed=1)
    while seats := game.acting(over):
        game.apply(over, seats[0], game.legal(over, seats[0])[0])
    batch.states[1] = over[0]
    with pytest.raises(BadState, match="row 1 is not a running game with 2 seats"):
        batch.refresh()
    mine = get("gold_mine").batch(3, 4)
    mine.reset(1)
    mine.states[2] = get("gold_mine").new(5, seed=1)[0]
    with pytest.raises(BadState, match="row 2 is not a running game with 4 seats"):
        mine.refresh()


def test_the_last_state_of_a_finished_game_can_be_observed() -> None:
    batch, game = running(8), get("othellino")
    single = [game.new(seed=1 + i) for i in range(8)]
    while not batch.done.any():
        actions = batch.sample()
        batch.step(actions)
        for state, action in zip(single, actions.tolist(), strict=True):
            game.apply(state, game.acting(state)[0], action)
    for row in np.flatnonzero(batch.done).tolist():
        result = game.result(batch.final[row : row + 1])
        assert result == game.result(single[row])
        assert result is not None
        seen = batch.observe(1, batch.final)[row]
        assert seen.tobytes() == batch.encoder.one(single[row].view(np.uint8).reshape(1, -1), 1).tobytes()
        pieces = batch.encoder.split(seen)
        assert pieces["over"] == 1
        assert tuple(pieces["score"].tolist()) == result.scores
    assert not batch.final[~batch.done.astype(bool)]["over"].any()


def test_observations_are_of_the_actor_of_a_seat_or_of_a_seat_for_each_game() -> None:
    batch = running()
    seats = np.array([0, 1, 1, 0])
    mixed = batch.observe(seats)
    for seat in (0, 1):
        whole = batch.observe(seat)
        assert np.array_equal(whole[seats == seat], mixed[seats == seat])
        assert not np.array_equal(whole[seats != seat], mixed[seats != seat])
    assert np.array_equal(batch.observe(), batch.observe(batch.actor))
    some = batch.observe(0, batch.afterstates(), pieces=["pieces"])
    assert some.shape == (len(batch.legal().actions), 128)


@pytest.mark.parametrize(
    ("arguments", "advice"),
    [
        ({"seats": 2}, "choose seats from 0 to 1"),
        ({"seats": -1}, "choose seats from 0 to 1"),
        ({"seats": [0, 1]}, "one for each of the 4 states"),
        ({"seats": 0.0}, "whole numbers"),
        ({"states": np.zeros(4, get("othellino").State.dtype)}, "say which seats"),
        ({"seats": 0, "states": np.zeros(4, get("halma").State.dtype)}, "give states of Othellino"),
        ({"pieces": ["cards"]}, "no observation piece 'cards'"),
    ],
)
def test_wrong_questions_for_observations_are_refused(arguments: dict[str, Any], advice: str) -> None:
    with pytest.raises(BadOption, match=advice):
        running().observe(**arguments)


def test_samples_are_legal_uniform_and_of_the_seed() -> None:
    batch = get("othellino").batch(4000, opening="diagonal")
    batch.reset(seed=3)
    actions = batch.sample()
    assert batch.mask[np.arange(4000), actions].all()
    found = np.bincount(actions[batch.actor == 0], minlength=65)
    assert np.count_nonzero(found) == 4
    assert found[found > 0].min() > 0.8 * found.sum() / 4
    assert not np.array_equal(batch.sample(), actions)
    batch.reset(seed=3)
    assert np.array_equal(batch.sample(), actions)


def test_noise_comes_in_arrays_as_it_does_alone() -> None:
    for seed in (0, 7, 1 << 200 | 12345):
        assert noises_of(seed, 5).tolist() == [int(noise_of(seed, i)) for i in range(5)]


def test_an_unchecked_batch_still_refuses_arrays_that_do_not_fit() -> None:
    """Checking them costs next to nothing; without it, a short array would be read past its end."""
    batch = get("othellino").batch(4, checked=False)
    with pytest.raises(BadOption, match="call reset"):
        batch.step([0] * 4)
    batch.reset(seed=1)
    for wrong, advice in (([19], "give 4 actions"), ([19.0] * 4, "whole numbers")):
        with pytest.raises(BadOption, match=advice):
            batch.step(wrong)


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda one: pickle.loads(pickle.dumps(one))], ids=["copy", "pickle"])
def test_copies_of_a_batch_continue_identically(copied: Callable[[Batch], Batch]) -> None:
    batch = running(1100, threads=2)
    batch.step(batch.sample())
    twin = copied(batch)
    for _ in range(3):
        for one in (batch, twin):
            one.step(one.sample())
        assert contents(batch) == contents(twin)
        assert np.array_equal(batch.observe(), twin.observe())


def test_a_batch_says_what_it_is() -> None:
    assert repr(running()) == "<Batch of 4 games of Othellino for 2>"
    assert repr(get("othellino")) == "<Game othellino>"


def test_an_illegal_action_of_an_unchecked_batch_is_not_looked_for() -> None:
    """Only an action that the rules happen to survive: the others would damage the process."""
    batch = running(checked=False)
    batch.step(np.full(4, 64))
    assert batch.states["ply"].tolist() == [1] * 4
    with pytest.raises(Illegal):
        running().step(np.full(4, 64))
