"""Tests of one game go to one worker."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize("game", ["halma", "jump_gate"])
def test_a_test_of_a_game_is_in_its_group(game: str, request: pytest.FixtureRequest) -> None:
    if not getattr(request.config.option, "loadgroup", False):
        pytest.skip("there is a single process, or one game")
    assert request.node.nodeid.endswith(f"@{game}")
