"""Obvious moves in OPEN."""

from __future__ import annotations

from matchbox.engine import States, get
from tests.games.helpers import act
from tests.games.open import test_rules as cards

from .position import CASUAL, Obvious


def two_alike() -> States:
    """Seat 0 leads with two black fives: together they go out."""
    return cards.position("b5 b5", "b6 b7 b8 r2", guesses=[0, 0])


def last_card() -> States:
    """Seat 1 may follow with its last card."""
    state = cards.position("b3 r2 r8", "b9", guesses=[0, 0])
    act(get("open"), state, (0, "black 3"))
    return state


OBVIOUS = [
    Obvious("open", "two equal cards go out together", two_alike, lambda t: t.moves == ["black-black 5"]),
    Obvious("open", "the last card goes out", last_card, lambda t: t.moves == ["black 9"], seat=1, from_level=CASUAL),
]
