"""Observed games replay exactly, tell what the bots saw, and do not depend on where they are played."""

from __future__ import annotations

import functools
import json
from collections.abc import Iterator, Sequence

from matchbox.engine import get
from matchbox.lab.executors import Executor, Processes, Threads
from matchbox.lab.observed import Deal, ObservedGame, observe_deal, observed_of

DEALS = [Deal(seed, ("casual", "novice"), repeat) for seed in (5, 6) for repeat in (0, 1)]


def observed(executor: Executor, deals: Sequence[Deal] = DEALS) -> Iterator[ObservedGame]:
    game = get("gold_mine")
    return executor.run(functools.partial(observe_deal, game, game.template(2)), deals)


def test_an_observed_game_replays_to_its_result() -> None:
    game = get("gold_mine")
    template = game.template(2)
    for found in observed(Threads(2)):
        final = found.record(game, template).final()
        assert game.result(final) == found.record(game, template).result
        assert all(action in legal for action, legal in zip(found.actions, found.legal, strict=True))
        assert all(stake is None or stake >= 0.0 for stake in found.stakes)
        assert any(stake for stake in found.stakes)


def test_a_line_of_a_file_is_the_same_game() -> None:
    for found in observed(Threads(1), DEALS[:1]):
        assert observed_of(json.loads(json.dumps(found.as_line()))) == found
    assert observed_of({"seed": 5}) is None


def test_a_repeated_deal_is_thought_over_anew() -> None:
    first, again, _, _ = observed(Threads(2))
    assert first.seed == again.seed
    assert first.actions != again.actions


def test_processes_observe_the_same_games() -> None:
    assert list(observed(Processes(2))) == list(observed(Threads(1)))
