"""Players for the tests: a function, an object, a class with a seed, and some that are wrong."""

from __future__ import annotations

import os
import random
import time
from typing import Any

from matchbox.engine import Game, States


def lowest(game: Game, view: States, seat: int) -> int:
    return game.legal(view, seat)[0]


def illegal(game: Game, view: States, seat: int) -> int:
    return 9999


def words(game: Game, view: States, seat: int) -> Any:
    return "c4"


class Dice:
    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def choose(self, game: Game, view: States, seat: int) -> int:
        return self._random.choice(game.legal(view, seat))


class Highest:
    def choose(self, game: Game, view: States, seat: int) -> int:
        return game.legal(view, seat)[-1]


highest = Highest()
number = 7


def raising(game: Game, view: States, seat: int) -> int:
    raise ValueError("I am lost")


def hanging(game: Game, view: States, seat: int) -> int:
    time.sleep(1000)
    return 0


def crashing(game: Game, view: States, seat: int) -> int:
    os._exit(1)


class Counting:
    """Remembers how often it chose, as a player with a plan does."""

    def __init__(self) -> None:
        self._count = 0

    def choose(self, game: Game, view: States, seat: int) -> int:
        legal = game.legal(view, seat)
        self._count += 1
        return legal[self._count % len(legal)]
