"""Checked games: the same rules as plain Python, which checks every index.

Compiled rules trust their state. A state from outside may break what they rely on, even if each of its numbers
is within its range. A checked game never runs compiled code, so such a state raises BadState and cannot
reach other memory. It is slow: for reading, showing and trying a position, not for searching it.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np

from .compiled import plain
from .errors import BadState, MatchboxError
from .game import Game


@functools.cache
def checked(game: Game) -> Game:
    """The checked copy of a game. States go back and forth between the two."""
    return CheckedGame(game)


class CheckedGame(Game):
    def __init__(self, game: Game) -> None:
        self.__dict__.update(game.__dict__)
        self.interpreted, self._direct = set(), {}
        self._compiled_game = game
        self._time_up = self._guarded(plain(game._time_up)) if game._time_up else None

    def compiled(self, name: str) -> Any:
        return self._guarded(plain(self._compiled_game.compiled(name)))

    def specialised(self, function: Callable[..., Any]) -> Any:
        return self._guarded(plain(self._compiled_game.specialised(function)))

    def rule(self, name: str) -> Any:
        return self._guarded(plain(self._compiled_game.rule(name)))

    def _guarded(self, function: Callable[..., Any]) -> Callable[..., Any]:
        def call(*arguments: Any) -> Any:
            try:
                with np.errstate(all="ignore"):
                    return function(*arguments)
            except MatchboxError:
                raise
            except (ArithmeticError, LookupError, ValueError) as error:  # numbers that no game leads to
                raise BadState(f"this is not a position of {self.about.name}: {error}") from None

        return call
