"""Bots that always search, to compare a game's planner with the common search."""

from __future__ import annotations

from matchbox.engine import Game, States

from .analysis import Analysis, analyse, nodes_for
from .levels import SearchBot


class SearchOnlyBot(SearchBot):
    """A bot of a level that never asks a planner."""

    def analyse(self, game: Game, view: States, seat: int) -> Analysis:
        seed = int(self._random.integers(2**62))
        iterations = self.level.iterations(game, len(game.moves(view, seat)))
        buffers = self._buffers.get(game, nodes_for(iterations), self._workers)
        return analyse(game, view, seat, iterations, seed, self._workers, buffers, self.level.playout_policy, True)
