"""Environments of a game in which the learner may never get a turn."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

pytest.importorskip("gymnasium", reason="Gymnasium is not installed (extra: research)")

from gymnasium.utils.env_checker import data_equivalence
from gymnasium.vector import AutoresetMode

from matchbox.adapters.gymnasium import Env, VectorEnv
from matchbox.bots import Random
from matchbox.engine import parts

from .coin import game


def test_a_game_without_a_turn_for_the_learner_is_skipped() -> None:
    """Half of the games end before seat 1 acts. It wins every game in which it acts."""
    for mode in (AutoresetMode.SAME_STEP, AutoresetMode.NEXT_STEP):
        tables = VectorEnv(64, game, seat=1, autoreset_mode=mode)
        seen, _ = tables.reset(seed=0)
        for _ in range(20):
            assert seen["action_mask"].all()
            seen, rewards, over, _, _ = tables.step(np.zeros(64, np.int64))
            assert (rewards == 1).all()
            assert over.all()
            if mode == AutoresetMode.NEXT_STEP:
                assert not seen["action_mask"].any()
                seen, rewards, over, _, _ = tables.step(np.zeros(64, np.int64))
                assert not rewards.any()
                assert not over.any()
    for opponent in ("random", Random(1)):
        table = Env(game, seat=1, opponents=opponent)
        for number in range(20):
            seen, _ = table.reset(seed=number)
            assert seen["action_mask"].all()
            assert table.step(0)[1:3] == (1.0, True)


@pytest.mark.parametrize("opponents", ["random", lambda seen, random: seen["action_mask"].argmax(axis=1)])
def test_threads_change_no_result(opponents: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parts, "SMALLEST_PART", 5)  # otherwise so few games are left to one thread
    vectors = [VectorEnv(64, "othellino", seat=0, opponents=opponents, threads=threads) for threads in (1, 2, 3)]
    found = [vector.reset(seed=1) for vector in vectors]
    for _ in range(40):
        seen, info = found[0]
        for other, other_info in found[1:]:
            assert data_equivalence(seen, other, exact=True)
            assert data_equivalence(info, other_info, exact=True)
        stepped = [vector.step(seen["action_mask"].argmax(axis=1)) for vector in vectors]
        assert len({(reward.tobytes(), over.tobytes()) for _, reward, over, _, _ in stepped}) == 1
        found = [(one[0], one[4]) for one in stepped]
