"""Perfect play, where a game is solved: `solvers/<game id>.py`, with an expert for what it leaves open."""

from __future__ import annotations

import importlib
import importlib.util
from typing import Any

from matchbox.engine import BadOption, Game, States

from .levels import LEVELS, Thinker


class Perfect:
    """Plays by a game's solver; until a position can be solved, like an expert."""

    def __init__(self, seed: int, game: Game) -> None:
        module = f"{__package__}.solvers.{game.id}"
        if importlib.util.find_spec(module) is None:
            raise BadOption(f"{game.about.name} is not solved: its strongest bot is expert")
        self._solver: Any = importlib.import_module(module).Solver(seed)
        self._expert = Thinker(LEVELS["expert"], seed)

    def choose(self, game: Game, view: States, seat: int) -> int:
        if self._solver.solvable(view):
            return int(self._solver.choose(game, view, seat))
        return self._expert.choose(game, view, seat)
