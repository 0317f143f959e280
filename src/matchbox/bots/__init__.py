"""Bots. A bot gets a view, never the full state."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import numpy as np

from matchbox.engine import BadOption, Game, States

if TYPE_CHECKING:
    from .analysis import BufferCache


class Bot(Protocol):
    """Chooses one of a seat's legal actions from the seat's view."""

    def choose(self, game: Game, view: States, seat: int) -> int: ...


class Random:
    """Chooses among the legal moves with equal probability. It does not talk."""

    def __init__(self, seed: int) -> None:
        self._random = np.random.default_rng(seed)

    def choose(self, game: Game, view: States, seat: int) -> int:
        return int(self._random.choice(game.moves(view, seat)))


NAMES = ("random", "novice", "casual", "club", "expert", "perfect")


def make(name: str, seed: int, game: Game, buffers: BufferCache | None = None, steady: bool = False) -> Bot:
    """A bot by name, for a game. Bots of one thread may share a buffer cache. `steady`: see `SearchBot`."""
    if name not in NAMES:
        raise BadOption(f"there is no bot {name!r}; choose one of {', '.join(NAMES)}")
    if name == "random":
        return Random(seed)
    if name == "perfect":
        from .perfect import Perfect

        return Perfect(seed, game, buffers)
    from .levels import LEVELS, SearchBot

    return SearchBot(LEVELS[name], seed, buffers=buffers, steady=steady)
