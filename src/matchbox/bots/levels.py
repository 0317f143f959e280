"""Bots of graded strength. A level is a number of iterations, so it plays alike on every machine."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from matchbox.engine import Game, States

from .analysis import Analysis, Room, analyse


@dataclass(frozen=True)
class Level:
    """How hard a bot thinks, as a share of what the game's expert does, and how often it does not think at all."""

    name: str
    share: float
    place: int  # from the lowest level up
    habit: float = 0.0  # share of playout choices that follow what went well before
    judges: bool = False  # does it break playouts off and evaluate, where the game knows how?

    def iterations(self, game: Game) -> int:
        return max(16, int(game.about.thinking * self.share))

    def slips(self, game: Game) -> float:
        """How often it moves without thinking; an expert never does."""
        return (*game.about.slips, 0.0)[self.place]


LEVELS = {
    level.name: level
    for level in (
        Level("novice", 1 / 4000, 0),
        Level("casual", 1 / 100, 1, habit=0.7, judges=True),
        Level("club", 1 / 25, 2, habit=0.7, judges=True),
        Level("expert", 1.0, 3, habit=0.7, judges=True),
    )
}


class Thinker:
    """A bot that searches. It plays the same from the same seed."""

    def __init__(self, level: Level, seed: int, workers: int = 1) -> None:
        self.level, self._workers = level, workers
        self._choose = np.random.default_rng(seed)
        self._rooms: dict[tuple[str, int], list[Room]] = {}

    def choose(self, game: Game, view: States, seat: int) -> int:
        legal = game.legal(view, seat)
        if len(legal) == 1:
            return legal[0]
        if self._choose.random() < self.level.slips(game):
            return int(self._choose.choice(legal))
        analysis = self.analyse(game, view, seat)
        if len(game.acting(view)) == 1:
            return analysis.best
        return int(self._choose.choice(analysis.actions, p=_pruned(analysis)))

    def analyse(self, game: Game, view: States, seat: int) -> Analysis:
        iterations = self.level.iterations(game)
        rooms = self._rooms.setdefault((game.id, iterations), [])
        seed = int(self._choose.integers(2**62))
        return analyse(game, view, seat, iterations, seed, self._workers, rooms, self.level.habit, self.level.judges)


def _pruned(analysis: Analysis) -> list[float]:
    """The mixed policy without what was only tried out: actions far below the most played one."""
    policy = np.array(analysis.policy)
    policy[policy < 0.1 * policy.max()] = 0.0
    kept: list[float] = (policy / policy.sum()).tolist()
    return kept
