"""Observed games replay exactly, tell what the bots saw, and do not depend on where they are played."""

from __future__ import annotations

import json

from matchbox.engine import get
from matchbox.lab.executors import Processes, Threads
from matchbox.lab.observed import Deal, observe, observed_of

DEALS = [Deal(seed, ("casual", "novice"), repeat) for seed in (5, 6) for repeat in (0, 1)]


def test_an_observed_game_replays_to_its_result() -> None:
    game = get("gold_mine")
    template = game.template(2)
    for found in observe(game, template, DEALS, Threads(2)):
        final = found.record(game, template).final()
        assert game.result(final) == found.record(game, template).result
        assert all(action in legal for action, legal in zip(found.actions, found.legal, strict=True))
        assert all(stake is None or stake >= 0.0 for stake in found.stakes)
        assert any(stake for stake in found.stakes)


def test_a_line_of_a_file_is_the_same_game() -> None:
    game = get("gold_mine")
    for found in observe(game, game.template(2), DEALS[:1], Threads(1)):
        assert observed_of(json.loads(json.dumps(found.as_line()))) == found
    assert observed_of({"seed": 5}) is None


def test_a_repeated_deal_is_thought_over_anew() -> None:
    game = get("gold_mine")
    first, again, _, _ = observe(game, game.template(2), DEALS, Threads(2))
    assert first.seed == again.seed
    assert first.actions != again.actions


def test_processes_observe_the_same_games() -> None:
    game = get("gold_mine")
    template = game.template(2)
    assert list(observe(game, template, DEALS, Processes(2))) == list(observe(game, template, DEALS, Threads(1)))
