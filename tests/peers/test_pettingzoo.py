"""PettingZoo's own tests, for every game and every number of seats."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from matchbox.engine import BadOption, Game, Illegal, games

pettingzoo = pytest.importorskip("pettingzoo", reason="PettingZoo is not installed (extra: research)")

from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, parallel_seed_test, seed_test  # noqa: E402
from pettingzoo.utils.conversions import parallel_to_aec  # noqa: E402

from matchbox.adapters.pettingzoo import Env, Parallel, env, env_id, parallel_env  # noqa: E402
from matchbox.adapters.setting import is_simultaneous  # noqa: E402

EXPECTED = (
    "Observation is not a NumPy array",  # it has a mask beside it
    "Observation space for each agent probably should be gymnasium.spaces.box",
    "Action mask numpy array is all zeros",  # of who is not asked, and after the end
)


@contextmanager
def no_surprises() -> Iterator[None]:
    """PettingZoo's tests warn of much that they let pass; here only of what is meant."""
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        yield
    told = {str(warning.message) for warning in found}
    assert not [text for text in told if not text.startswith(EXPECTED)]


def test_every_game_is_registered_under_its_version(game: Game) -> None:
    table = pettingzoo.make("aec", f"matchbox/{game.id}", seats=game.about.seats[-1])
    assert str(table) == f"{game.id}_v{game.about.version}"
    assert len(table.possible_agents) == game.about.seats[-1]
    assert (env_id(game) in pettingzoo.parallel_registry) == is_simultaneous(game, game.read_options({}))


def test_api(game: Game) -> None:
    for seats in game.about.seats:
        with no_surprises():
            api_test(env(game, seats))
    with no_surprises():
        api_test(env(game, game.about.seats[-1], observation="dict"), num_cycles=20)


def test_seed(game: Game) -> None:
    for seats in game.about.seats:
        seed_test(lambda seats=seats: env(game, seats))


def simultaneous(game: Game) -> None:
    if not is_simultaneous(game, game.read_options({})):
        with pytest.raises(BadOption):
            parallel_env(game)
        pytest.skip("no simultaneous choices")


def test_parallel_api(game: Game) -> None:
    simultaneous(game)
    for seats in game.about.seats:
        with no_surprises():
            parallel_api_test(parallel_env(game, seats))


@pytest.mark.parametrize("illegal", ["lose", "replace"])  # the test looks at no mask
def test_parallel_seed(game: Game, illegal: str) -> None:
    simultaneous(game)
    for seats in game.about.seats:
        parallel_seed_test(lambda seats=seats: parallel_env(game, seats, illegal=illegal))


class Fixed:
    """The same game and the same actions every time: by chance a game might end before its fourth cycle."""

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> Any:
        for number, agent in enumerate(self.possible_agents):  # type: ignore[attr-defined]
            self.action_space(agent).seed(number)  # type: ignore[attr-defined]
        return super().reset(1 if seed is None else seed, options)  # type: ignore[misc]


class FixedEnv(Fixed, Env): ...


class FixedParallel(Fixed, Parallel): ...


def test_max_cycles(game: Game) -> None:
    """Where a cycle asks only some seats, PettingZoo's conversion steps the others idly."""
    simultaneous(game)
    for seats in game.about.seats:

        def parallel(max_cycles: int, seats: int = seats) -> Parallel:
            return FixedParallel(game, seats, illegal="replace", max_cycles=max_cycles)

        def aec(max_cycles: int, make: Callable[..., Parallel] = parallel) -> Any:
            return parallel_to_aec(make(max_cycles=max_cycles))

        max_cycles_test(SimpleNamespace(parallel_env=parallel, env=aec))


def test_max_cycles_where_every_cycle_asks_everybody() -> None:
    def make(max_cycles: int) -> Any:
        return FixedEnv("building_blocks_brawl", illegal="replace", max_cycles=max_cycles)

    def parallel(max_cycles: int) -> Any:
        return FixedParallel("building_blocks_brawl", illegal="replace", max_cycles=max_cycles)

    max_cycles_test(SimpleNamespace(parallel_env=parallel, env=make))


def test_simultaneous_moments_are_declared(game: Game) -> None:
    """Several seats are asked at once only where the adapters expect it."""
    if is_simultaneous(game, game.read_options({})):
        return
    for seats in game.about.seats:
        state, choose = game.new(seats, 3), np.random.default_rng(3)
        while not state["over"][0]:
            (seat,) = game.acting(state)
            game.apply(state, seat, int(choose.choice(game.legal(state, seat))))


def test_both_kinds_play_the_same_game() -> None:
    """What is chosen one after another comes to the same as what is chosen at once."""
    one, other = env("gold_mine", 4), parallel_env("gold_mine", 4)
    one.reset(seed=5)
    seen, _ = other.reset(seed=5)
    choose = np.random.default_rng(0)
    while other.agents:
        asked = [name for name in other.agents if seen[name]["action_mask"].any()]
        actions = {name: int(choose.choice(np.flatnonzero(seen[name]["action_mask"]))) for name in asked}
        for name in asked:
            assert one.agent_selection == name
            assert one.observe(name)["action_mask"].tolist() == seen[name]["action_mask"].tolist()
            one.step(actions[name])
        seen, rewards, over, _, _ = other.step(actions)
        for name in seen:
            assert one.observe(name)["observation"].tolist() == seen[name]["observation"].tolist()
        assert rewards == one.rewards
        assert over == one.terminations
    assert sorted(rewards.values()) != [0.0] * 4


def test_a_seed_starts_the_very_game_and_later_ones_differ() -> None:
    table = env("backgammon")
    table.reset(seed=11)
    assert table._rows.states.tobytes() == games()["backgammon"].new(seed=11).tobytes()
    starts = [table._rows.states.tobytes()]
    for _ in range(3):
        table.reset()
        starts.append(table._rows.states.tobytes())
    assert len(set(starts)) == 4
    table.reset(seed=11)
    assert table._rows.states.tobytes() == starts[0]


def test_illegal_actions_have_a_defined_result() -> None:
    table = env("othellino", illegal="lose")
    table.reset(seed=1)
    agent = table.agent_selection
    table.step(36)  # pass, though there are moves
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
    assert table._rows.states.tobytes() == other._rows.states.tobytes()

    table = env("othellino", illegal="raise")
    table.reset(seed=1)
    before = table._rows.states.tobytes()
    with pytest.raises(Illegal):
        table.step(36)
    assert table._rows.states.tobytes() == before

    both = parallel_env("building_blocks_brawl")
    both.reset(seed=1)
    _, rewards, over, _, infos = both.step({"player_0": -1, "player_1": 0})
    assert rewards == {"player_0": -1.0, "player_1": 0.0}
    assert all(over.values())
    assert "illegal" in infos["player_0"]
    assert "illegal" not in infos["player_1"]


def test_real_time_is_refused_with_the_way_out() -> None:
    with pytest.raises(BadOption, match="timing=clock"):
        env("speed", timing="live")
