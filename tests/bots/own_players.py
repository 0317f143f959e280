"""Players for the tests: a function, an object, a class with a seed, and some that are wrong."""

from __future__ import annotations

import random
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
