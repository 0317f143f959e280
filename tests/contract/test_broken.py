"""The contract finds broken games."""

from __future__ import annotations

from .cases import Case
from .forced import telling_moves
from .mines import broken, game


def test_a_forced_move_that_tells_a_hand_is_found() -> None:
    found = [text for seed in range(4) for text in telling_moves(Case(broken, 2), seed)]
    assert "broken_mines-2: 'decline' in phase 0 tells what seat 0 holds" in found
    assert not any(text for seed in range(4) for text in telling_moves(Case(game, 2), seed))
