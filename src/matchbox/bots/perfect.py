"""Perfect play for games that have a solver, with an expert's search where the solver has no answer yet."""

from __future__ import annotations

from typing import Any

from matchbox.engine import BadOption, Game, States
from matchbox.engine.registry import companion

from . import BotMove
from .analysis import BufferCache
from .levels import LEVELS, SearchBot


class Perfect:
    """Plays by the game's solver, and like an expert until a position can be solved."""

    def __init__(self, seed: int, game: Game, buffers: BufferCache | None = None) -> None:
        solver = companion(game, "solver")
        if solver is None:
            raise BadOption(f"{game.about.name} is not solved; its strongest bot is expert")
        self._solver: Any = solver.Solver(seed)
        self._expert = SearchBot(LEVELS["expert"], seed, buffers=buffers)

    def choose(self, game: Game, view: States, seat: int) -> int:
        return self.move(game, view, seat).action

    def move(self, game: Game, view: States, seat: int) -> BotMove:
        """The choice, with the expert's estimate where the solver has no answer."""
        if self._solver.solvable(view):
            return BotMove(int(self._solver.choose(game, view, seat)))
        return self._expert.move(game, view, seat)
