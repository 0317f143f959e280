"""PettingZoo's own tests for every game and every number of seats."""

from __future__ import annotations

import copy
import pickle
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from matchbox.engine import BadOption, Game, Illegal, games

pettingzoo = pytest.importorskip("pettingzoo", reason="PettingZoo is not installed (extra: research)")

from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, parallel_seed_test, render_test, seed_test  # noqa: E402
from pettingzoo.utils.conversions import parallel_to_aec  # noqa: E402

from matchbox.adapters.config import is_simultaneous  # noqa: E402
from matchbox.adapters.pettingzoo import Env, Parallel, env, env_id, parallel_env  # noqa: E402
from matchbox.adapters.vector_state import step_games  # noqa: E402
from matchbox.bots.warm import interpret  # noqa: E402
from tests.contract.cases import each_table  # noqa: E402

EXPECTED = (
    "Observation is not a NumPy array",  # it is a dictionary with a mask
    "Observation space for each agent probably should be gymnasium.spaces.box",
    "Action mask numpy array is all zeros",  # of seats that do not act, and after the end
)


@contextmanager
def only_expected_warnings() -> Iterator[None]:
    """PettingZoo's tests only warn about many mistakes. Fail on warnings that are not expected."""
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        yield
    texts = {str(warning.message) for warning in found}
    assert not [text for text in texts if not text.startswith(EXPECTED)]


def test_every_game_is_registered_under_its_version(game: Game) -> None:
    table = pettingzoo.make("aec", f"matchbox/{game.id}", seats=game.about.seats[-1])
    assert str(table) == f"{game.id}_v{game.about.version}"
    assert len(table.possible_agents) == game.about.seats[-1]
    assert (env_id(game) in pettingzoo.parallel_registry) == is_simultaneous(game, game.read_options({}))


@each_table
def test_api(game: Game, seats: int) -> None:
    with only_expected_warnings():
        api_test(env(game, seats))


def test_api_and_seed_in_plain_python(game: Game) -> None:
    """The largest table, without a wait for the compiler."""
    interpret(game)
    game.interpreted.add(step_games.__name__)
    with only_expected_warnings():
        api_test(env(game, game.about.seats[-1]), num_cycles=100)
    seed_test(lambda: env(game, game.about.seats[-1]), num_cycles=20)


def test_api_with_dictionaries(game: Game) -> None:
    with only_expected_warnings():
        api_test(env(game, game.about.seats[-1], observation="dict"), num_cycles=20)


def test_api_with_learners_observations(game: Game) -> None:
    for form in ("flat", "dict"):
        with only_expected_warnings():
            api_test(env(game, game.about.seats[-1], observation=form, scaled=True, relative=True), num_cycles=50)
    if is_simultaneous(game, game.read_options({})):
        with only_expected_warnings():
            parallel_api_test(parallel_env(game, game.about.seats[-1], scaled=True, relative=True), num_cycles=50)


def test_frames() -> None:
    """PettingZoo's test draws every mode, also in a window."""
    pytest.importorskip("resvg_py", reason="nothing here draws pixels (extra: research)")
    from tests.adapters.window_backend import windows

    with windows() as shown:
        render_test(lambda **keywords: env("gold_mine", 3, **keywords))
        assert shown


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda one: pickle.loads(pickle.dumps(one))], ids=["copy", "pickle"])
def test_copies_continue_identically(game: Game, copied: Callable[[Env], Env]) -> None:
    table = env(game, game.about.seats[-1])
    table.reset(seed=2)
    choose, twin = np.random.default_rng(2), table
    for step in range(60):
        if step == 20:
            twin = copied(table)
        seen, reward, over, _, _ = table.last()
        other, other_reward, other_over, _, _ = twin.last()
        assert seen["observation"].tobytes() == other["observation"].tobytes()
        assert seen["action_mask"].tobytes() == other["action_mask"].tobytes()
        assert (reward, over) == (other_reward, other_over)
        if over:
            table.reset()
            if twin is not table:
                twin.reset()
            continue
        action = int(choose.choice(np.flatnonzero(seen["action_mask"])))
        table.step(action)
        if twin is not table:
            twin.step(action)
    assert twin is not table


@each_table
def test_seed(game: Game, seats: int) -> None:
    seed_test(lambda: env(game, seats))


def simultaneous(game: Game) -> None:
    if not is_simultaneous(game, game.read_options({})):
        with pytest.raises(BadOption):
            parallel_env(game)
        pytest.skip("no simultaneous choices")


def test_parallel_api(game: Game) -> None:
    simultaneous(game)
    for seats in game.about.seats:
        with only_expected_warnings():
            parallel_api_test(parallel_env(game, seats))


@pytest.mark.parametrize("illegal", ["lose", "replace"])  # PettingZoo's test ignores the mask
def test_parallel_seed(game: Game, illegal: str) -> None:
    simultaneous(game)
    for seats in game.about.seats:
        parallel_seed_test(lambda seats=seats: parallel_env(game, seats, illegal=illegal))


class Fixed:
    """Always the same game and the same actions: a random game might end before its fourth cycle."""

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> Any:
        for number, agent in enumerate(self.possible_agents):  # type: ignore[attr-defined]
            self.action_space(agent).seed(number)  # type: ignore[attr-defined]
        return super().reset(1 if seed is None else seed, options)  # type: ignore[misc]


class FixedEnv(Fixed, Env): ...


class FixedParallel(Fixed, Parallel): ...


def test_max_cycles(game: Game) -> None:
    """If only some seats act in a cycle, PettingZoo's conversion steps the others without effect."""
    simultaneous(game)
    for seats in game.about.seats:

        def parallel(max_cycles: int, seats: int = seats) -> Parallel:
            return FixedParallel(game, seats, illegal="replace", max_cycles=max_cycles)

        def aec(max_cycles: int, make: Callable[..., Parallel] = parallel) -> Any:
            return parallel_to_aec(make(max_cycles=max_cycles))

        max_cycles_test(SimpleNamespace(parallel_env=parallel, env=aec))


def test_max_cycles_if_every_seat_acts_in_every_cycle() -> None:
    def make(max_cycles: int) -> Any:
        return FixedEnv("building_blocks_brawl", illegal="replace", max_cycles=max_cycles)

    def parallel(max_cycles: int) -> Any:
        return FixedParallel("building_blocks_brawl", illegal="replace", max_cycles=max_cycles)

    max_cycles_test(SimpleNamespace(parallel_env=parallel, env=make))


def test_simultaneous_decision_points_are_declared(game: Game) -> None:
    """Several seats act simultaneously only in games that the adapters treat as simultaneous."""
    if is_simultaneous(game, game.read_options({})):
        return
    for seats in game.about.seats:
        state, choose = game.new(seats, 3), np.random.default_rng(3)
        while not state["over"][0]:
            (seat,) = game.acting(state)
            game.apply(state, seat, int(choose.choice(game.legal(state, seat))))


def test_both_environments_play_the_same_game() -> None:
    """Sequential and simultaneous choices lead to the same states and rewards."""
    sequential, parallel = env("gold_mine", 4), parallel_env("gold_mine", 4)
    sequential.reset(seed=5)
    seen, _ = parallel.reset(seed=5)
    choose = np.random.default_rng(0)
    while parallel.agents:
        acting = [name for name in parallel.agents if seen[name]["action_mask"].any()]
        actions = {name: int(choose.choice(np.flatnonzero(seen[name]["action_mask"]))) for name in acting}
        for name in acting:
            assert sequential.agent_selection == name
            assert sequential.observe(name)["action_mask"].tolist() == seen[name]["action_mask"].tolist()
            sequential.step(actions[name])
        seen, rewards, over, _, _ = parallel.step(actions)
        for name in seen:
            assert sequential.observe(name)["observation"].tolist() == seen[name]["observation"].tolist()
        assert rewards == sequential.rewards
        assert over == sequential.terminations
    assert sorted(rewards.values()) != [0.0] * 4


def test_a_seed_starts_the_same_game_as_new_and_later_games_differ() -> None:
    table = env("backgammon")
    table.reset(seed=11)
    assert table._vector.states.tobytes() == games()["backgammon"].new(seed=11).tobytes()
    starts = [table._vector.states.tobytes()]
    for _ in range(3):
        table.reset()
        starts.append(table._vector.states.tobytes())
    assert len(set(starts)) == 4
    table.reset(seed=11)
    assert table._vector.states.tobytes() == starts[0]


def test_illegal_actions_lose_are_replaced_or_raise() -> None:
    table = env("othellino", illegal="lose")
    table.reset(seed=1)
    agent = table.agent_selection
    table.step(36)  # pass, although there are moves
    assert table.terminations == {"player_0": True, "player_1": True}
    assert table.rewards[agent] == -1.0
    assert sorted(table.rewards.values()) == [-1.0, 0.0]
    assert table.infos[agent] == {"illegal": True}

    table = env("othellino", illegal="replace")
    table.reset(seed=1)
    legal = np.flatnonzero(table.last()[0]["action_mask"])
    other = env("othellino")
    other.reset(seed=1)
    table.step(36)
    other.step(int(legal[0]))
    assert table._vector.states.tobytes() == other._vector.states.tobytes()

    table = env("othellino", illegal="raise")
    table.reset(seed=1)
    before = table._vector.states.tobytes()
    with pytest.raises(Illegal):
        table.step(36)
    assert table._vector.states.tobytes() == before

    both = parallel_env("building_blocks_brawl")
    both.reset(seed=1)
    _, rewards, over, _, infos = both.step({"player_0": -1, "player_1": 0})
    assert rewards == {"player_0": -1.0, "player_1": 0.0}
    assert all(over.values())
    assert "illegal" in infos["player_0"]
    assert "illegal" not in infos["player_1"]


def test_real_time_is_refused_with_a_turn_based_option() -> None:
    with pytest.raises(BadOption, match="timing=clock"):
        env("speed", timing="live")
