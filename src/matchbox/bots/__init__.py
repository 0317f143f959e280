"""Players made of code. A bot is given a view, never a state."""

from __future__ import annotations

from typing import Protocol

import numpy as np

from matchbox.engine import BadOption, Game, States


class Bot(Protocol):
    """Chooses one of the legal actions of a seat, from what that seat sees."""

    def choose(self, game: Game, view: States, seat: int) -> int: ...


class Random:
    """Every legal action is as likely as every other."""

    def __init__(self, seed: int) -> None:
        self._choose = np.random.default_rng(seed)

    def choose(self, game: Game, view: States, seat: int) -> int:
        return int(self._choose.choice(game.legal(view, seat)))


NAMES = ("random", "novice", "casual", "club", "expert", "perfect")


def make(name: str, seed: int, game: Game) -> Bot:
    """A bot by name, for a game."""
    if name not in NAMES:
        raise BadOption(f"there is no bot {name!r}; choose one of {', '.join(NAMES)}")
    if name == "random":
        return Random(seed)
    if name == "perfect":
        from .perfect import Perfect

        return Perfect(seed, game)
    from .levels import LEVELS, Thinker

    return Thinker(LEVELS[name], seed)
