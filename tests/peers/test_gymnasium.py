"""Gymnasium's checks of our environments, and its SyncVectorEnv compared with our VectorEnv."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest

from matchbox.engine import BadOption, Game, Illegal, States, get

gymnasium = pytest.importorskip("gymnasium", reason="Gymnasium is not installed (extra: research)")

from gymnasium.utils.env_checker import check_env, data_equivalence  # noqa: E402
from gymnasium.vector import AutoresetMode, SyncVectorEnv  # noqa: E402
from gymnasium.wrappers.vector import RecordEpisodeStatistics  # noqa: E402

from matchbox.adapters.gymnasium import Env, League, VectorEnv, env_id  # noqa: E402


def chosen(mask: Any, choose: np.random.Generator) -> Any:
    """A legal action for every row."""
    return (choose.random(mask.shape) * mask).argmax(axis=-1)


def test_check_env(game: Game) -> None:
    for seats in game.about.seats:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            check_env(gymnasium.make(env_id(game), seats=seats, seat=seats - 1).unwrapped, skip_render_check=True)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(gymnasium.make(env_id(game), observation="dict", illegal="replace").unwrapped, skip_render_check=True)


CHANGED: dict[str, Any] = {"scaled": True, "relative": True}


def test_check_env_of_learners_observations(game: Game) -> None:
    for form in ("flat", "dict"):
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            check_env(gymnasium.make(env_id(game), observation=form, **CHANGED).unwrapped, skip_render_check=True)


def test_check_env_with_opponents_and_frames() -> None:
    """Gymnasium draws every mode of an environment that has one."""
    pytest.importorskip("resvg_py", reason="nothing here draws pixels (extra: research)")
    from tests.adapters.window_backend import windows

    keywords: dict[str, Any] = {"opponents": ["novice", League(["random", lowest])], "seats": 3, **CHANGED}
    with warnings.catch_warnings(), windows() as shown:
        warnings.simplefilter("error")
        check_env(gymnasium.make("matchbox/gold_mine-v1", **keywords).unwrapped)
        assert shown


def lowest(seen: Any, random: np.random.Generator) -> Any:
    return seen["action_mask"].argmax(axis=-1)


def test_masks_under_the_name_that_other_libraries_look_for() -> None:
    table = gymnasium.make("matchbox/othellino-v1")
    seen, _ = table.reset(seed=1)
    assert table.get_wrapper_attr("action_masks")().tolist() == (seen["action_mask"] == 1).tolist()
    tables = VectorEnv(4, "othellino")
    seen, _ = tables.reset(seed=1)
    assert tables.action_masks().dtype == np.bool_
    assert tables.action_masks().tolist() == (seen["action_mask"] == 1).tolist()


@pytest.mark.parametrize("mode", [AutoresetMode.SAME_STEP, AutoresetMode.NEXT_STEP], ids=lambda mode: mode.value)
def test_a_vector_equals_gymnasiums_vector_of_single_games(game: Game, mode: AutoresetMode) -> None:
    """Observations, rewards, ends, masks and final observations are identical, also in later games."""
    choose = np.random.default_rng(3)
    for seats in (game.about.seats[0], game.about.seats[-1]):
        keywords: dict[str, Any] = {"seats": seats, "seat": seats - 1, "illegal": "replace"}
        ours = gymnasium.make_vec(env_id(game), num_envs=3, autoreset_mode=mode, **keywords)
        theirs = SyncVectorEnv([lambda: Env(game, **keywords)] * 3, autoreset_mode=mode)  # noqa: B023
        assert ours.metadata["autoreset_mode"] == mode
        assert ours.action_space == theirs.action_space
        assert ours.observation_space == theirs.observation_space
        seen, info = ours.reset(seed=5)
        other, other_info = theirs.reset(seed=5)
        ends = 0
        for _ in range(120):
            assert data_equivalence(seen, other, exact=True)
            assert seen in ours.observation_space
            assert data_equivalence(info["action_mask"], seen["action_mask"], exact=True)
            if "final_obs" in info:
                assert data_equivalence(info["final_obs"], other_info["final_obs"], exact=True)
                assert info["_final_obs"].tolist() == other_info["_final_obs"].tolist()
                scores = info["final_info"]["score"][:, seats - 1] * info["_final_obs"]
                assert scores.tolist() == other_info["final_info"]["score"].tolist()
            actions = chosen(seen["action_mask"], choose)
            seen, rewards, over, cut, info = ours.step(actions)
            other, other_rewards, other_over, other_cut, other_info = theirs.step(actions)
            assert rewards.tolist() == pytest.approx(other_rewards.tolist())
            assert over.tolist() == other_over.tolist()
            assert cut.tolist() == other_cut.tolist() == [False] * 3
            ends += over.sum()
            if ends > 4:
                break
        ours.close()


def test_a_vector_of_all_seats_steps_like_single_games(game: Game) -> None:
    choose = np.random.default_rng(4)
    for seats in game.about.seats:
        tables = VectorEnv(4, game, seats)
        seen, info = tables.reset(seed=9)
        states: list[States] = [game.new(seats, 9 + i) for i in range(4)]
        numbers = [1] * 4
        for _ in range(40):
            actions = chosen(seen["action_mask"], choose)
            actors = info["actor"].copy()
            for i, state in enumerate(states):
                assert actors[i] == game.acting(state)[0]
                assert np.flatnonzero(seen["action_mask"][i]).tolist() == game.legal(state, int(actors[i]))
                game.apply(state, int(actors[i]), int(actions[i]))
            seen, rewards, over, _, info = tables.step(actions)
            for i, state in enumerate(states):
                result = game.result(state)
                assert over[i] == (result is not None)
                assert rewards[i] == info["rewards"][i, actors[i]]
                if result:
                    assert info["final_info"]["rank"][i, :seats].tolist() == list(result.ranks)
                    if not game.about.cooperative:
                        assert info["rewards"][i].sum() == pytest.approx(0, abs=1e-6)
                    states[i] = game.new(seats, 9 + i + (numbers[i] << 32))
                    numbers[i] += 1
                assert tables._vector.states[i].tobytes() == states[i].tobytes()


def test_gymnasiums_wrappers_work() -> None:
    tables = RecordEpisodeStatistics(VectorEnv(16, "gold_mine", 3, seat=1))
    seen, _ = tables.reset(seed=1)
    choose, lengths = np.random.default_rng(0), []
    for _ in range(60):
        seen, _, over, _, info = tables.step(chosen(seen["action_mask"], choose))
        if over.any():
            lengths += info["episode"]["l"][over].tolist()
    assert len(lengths) > 16
    assert min(lengths) > 0


def test_the_next_step_overwrites_arrays_only_without_copy() -> None:
    choose = np.random.default_rng(0)
    for copy in (True, False):
        tables = VectorEnv(8, "othellino", copy=copy)
        first, _ = tables.reset(seed=1)
        kept = first["observation"].copy()
        second, *_ = tables.step(chosen(first["action_mask"], choose))
        assert (first["observation"] == kept).all() == copy
        assert np.shares_memory(first["observation"], second["observation"]) != copy


def test_illegal_actions_lose_are_replaced_or_raise() -> None:
    table = Env("othellino", illegal="lose")
    table.reset(seed=2)
    _, reward, over, cut, info = table.step(36)  # pass, although there are moves
    assert (reward, over, cut, info["illegal"]) == (-1.0, True, False, True)
    with pytest.raises(BadOption, match="reset"):
        table.step(0)

    table = Env("othellino", illegal="raise")
    table.reset(seed=2)
    with pytest.raises(Illegal):
        table.step(36)

    tables = VectorEnv(3, "othellino")
    seen, info = tables.reset(seed=2)
    actions = chosen(seen["action_mask"], np.random.default_rng(0))
    actions[1] = -7
    loser = info["actor"][1]
    seen, rewards, ended, _, info = tables.step(actions)
    assert rewards.tolist() == [0.0, -1.0, 0.0]
    assert ended.tolist() == info["illegal"].tolist() == [False, True, False]
    assert info["rewards"][1, 1 - loser] == 0.0
    assert tables._vector.states[1].tobytes() == get("othellino").new(seed=3 + (1 << 32)).tobytes()

    tables = VectorEnv(3, "othellino", illegal="raise")
    tables.reset(seed=2)
    with pytest.raises(Illegal, match="game 0"):
        tables.step(np.full(3, 36))

    ours, other = VectorEnv(3, "othellino", illegal="replace"), VectorEnv(3, "othellino")
    seen, _ = ours.reset(seed=2)
    other.reset(seed=2)
    ours.step(np.full(3, 1000))  # the next legal action from 1000 % 65
    first = [next(a for a in np.roll(np.arange(65), -(1000 % 65)) if mask[a]) for mask in seen["action_mask"]]
    other.step(np.array(first))
    assert ours._vector.states.tobytes() == other._vector.states.tobytes()


def test_bots_play_the_other_seats() -> None:
    """A searching bot usually beats a random learner, and repeats its moves with the same seed."""
    won, seen_twice = 0.0, []
    for _ in range(2):
        table = Env("gold_mine", 2, seat=1, opponents="novice")
        choose = np.random.default_rng(1)
        seen, _ = table.reset(seed=6)
        trace = []
        for _ in range(12):
            over = False
            while not over:
                seen, reward, over, _, info = table.step(int(chosen(seen["action_mask"], choose)))
                trace.append(seen["observation"].tobytes())
            won += reward
            assert {"rank", "score", "reason"} <= info.keys()
            seen, _ = table.reset()
        seen_twice.append(trace)
    assert seen_twice[0] == seen_twice[1]
    assert won < 0
    with pytest.raises(BadOption, match="give 2 opponents, one per other seat, not 1"):
        Env("gold_mine", 3, opponents=["novice"])
    with pytest.raises(BadOption, match="give 1 opponent, one per other seat, not 2"):
        Env("gold_mine", 2, opponents=["novice", "novice"])
    with pytest.raises(BadOption, match="there is no seat 5"):
        Env("gold_mine", 3, seat=5)
