"""Arranged tiles, for the pictures of the rules pages."""

from __future__ import annotations

from collections.abc import Sequence

from matchbox.engine import States


def stack(state: States, tiles: Sequence[int]) -> None:
    """The deck: these tiles, the next one first."""
    state["deck"][0] = [*reversed(tiles), *[0] * (7 - len(tiles))]
    state["in_deck"][0] = [0, *(tiles.count(number) for number in (1, 2, 3))]
