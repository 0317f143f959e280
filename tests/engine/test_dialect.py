"""Helpers for rules: sets, decks and seats."""

from __future__ import annotations

import numpy as np

from matchbox.engine import Base, lift, nth, record, seat_after, write_set


@record(seats=4)
class State(Base):
    """Only the fields of every state."""


def test_sets_are_appended_in_ascending_order() -> None:
    out = np.full(8, -1, np.int32)
    assert write_set(out, 0, 100, 1 | 1 << 3 | 1 << 62) == 3
    assert write_set(out, 3, 0, 1 << 7) == 4
    assert write_set(out, 4, 0, 0) == 4
    assert out.tolist() == [100, 103, 162, 7, -1, -1, -1, -1]
    assert [int(nth(1 | 1 << 3 | 1 << 62, n)) for n in range(3)] == [0, 3, 62]


def test_a_lifted_card_leaves_0() -> None:
    deck = np.array([7, 200, 9], np.uint8)
    assert lift(deck, 1) == 200
    assert deck.tolist() == [7, 0, 9]


def test_the_seat_after_the_last_is_the_first() -> None:
    states = np.zeros(1, State.dtype)
    states["seats"] = 3
    s = states[0]
    assert [int(seat_after(s, seat)) for seat in range(3)] == [1, 2, 0]
    assert [int(seat_after(s, 1, steps)) for steps in (-2, -1, 0, 4)] == [2, 0, 1, 2]
