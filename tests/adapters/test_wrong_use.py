"""Environments refuse wrong arguments, as batches do, and change nothing then."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

pytest.importorskip("gymnasium", reason="Gymnasium is not installed (extra: research)")
pytest.importorskip("pettingzoo", reason="PettingZoo is not installed (extra: research)")

from matchbox.adapters.gymnasium import Env, VectorEnv
from matchbox.adapters.pettingzoo import env, parallel_env
from matchbox.engine import BadOption


@pytest.mark.parametrize(
    "use",
    [
        lambda: VectorEnv(4, "othellino").step(np.zeros(4, np.int64)),
        lambda: VectorEnv(4, "othellino", seat=0).step(np.zeros(4, np.int64)),
        lambda: VectorEnv(4, "othellino").action_masks(),
        lambda: VectorEnv(4, "othellino").render(),
        lambda: Env("othellino").step(0),
        lambda: Env("othellino").action_masks(),
        lambda: Env("othellino").render(),
        lambda: env("othellino").step(0),
        lambda: env("othellino").render(),
        lambda: parallel_env("gold_mine").step({"player_0": 0, "player_1": 0}),
    ],
)
def test_an_environment_has_to_be_reset_first(use: Callable[[], Any]) -> None:
    with pytest.raises(BadOption, match=r"call reset\(\) first"):
        use()


@pytest.mark.parametrize(
    ("wrong", "advice"),
    [
        (lambda right: right[:3], r"give 4 actions, one for each game, not an array of shape \(3,\)"),
        (lambda right: right[:1], "give 4 actions"),
        (lambda right: right[0], "give 4 actions"),
        (lambda right: right[None], "give 4 actions"),
        (lambda right: right + 0.7, "whole numbers of 64 bits, not in an array of type float64"),
        (lambda right: right * np.nan, "type float64"),
        (lambda right: right > 0, "type bool"),
        (lambda right: right.astype(str), "whole numbers"),
        (lambda right: None, "whole numbers"),
    ],
)
def test_a_vector_refuses_actions_that_are_not_a_number_for_each_game(wrong: Any, advice: str) -> None:
    tables = VectorEnv(4, "othellino", illegal="replace")
    seen, _ = tables.reset(seed=1)
    right, before = seen["action_mask"].argmax(axis=1), tables._vector.states.tobytes()
    with pytest.raises(BadOption, match=advice):
        tables.step(wrong(right))
    assert tables._vector.states.tobytes() == before
    tables.step(right.tolist())


@pytest.mark.parametrize("wrong", [19.5, np.array([19]), None, "19", True, 1 << 70])
def test_a_single_environment_refuses_actions_that_are_not_a_number(wrong: Any) -> None:
    table = Env("othellino")
    table.reset(seed=1)
    with pytest.raises(BadOption, match="give"):
        table.step(wrong)
    if wrong is not None:  # of agents whose game is over
        agents = env("othellino")
        agents.reset(seed=1)
        with pytest.raises(BadOption, match="give"):
            agents.step(wrong)
        together = parallel_env("gold_mine")
        together.reset(seed=1)
        if not isinstance(wrong, np.ndarray):
            with pytest.raises(BadOption, match="give the action of player_1 in whole numbers"):
                together.step({"player_0": 0, "player_1": wrong})


@pytest.mark.parametrize(
    "wrong", [{"num_envs": 0}, {"num_envs": 2.5}, {"num_envs": "3"}, {"num_envs": 3, "threads": 0}]
)
def test_sizes_and_threads_are_checked(wrong: dict[str, Any]) -> None:
    with pytest.raises(BadOption, match="choose a whole number from 1 on"):
        VectorEnv(game="othellino", **wrong)


def test_integers_of_numpy_are_sizes() -> None:
    tables = VectorEnv(np.int64(3), "othellino", threads=np.int32(1))  # type: ignore[arg-type]
    assert tables.reset(seed=1)[0]["action_mask"].shape == (3, 65)
