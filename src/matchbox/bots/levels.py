"""Search bots of four strengths. A level is a number of iterations, so it plays the same on every machine."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from matchbox.engine import Game, States

from .analysis import Analysis, BufferCache, analyse, nodes_for


@dataclass(frozen=True)
class Level:
    """A bot's strength: its share of the game's search budget, its blunder rate and its playouts."""

    name: str
    share: float
    rank: int  # from the weakest level up
    playout_policy: float = 0.0  # share of playout moves that follow the learnt policy instead of chance
    evaluates: bool = False  # cut playouts short with the game's evaluation, if it has one?
    timing_error: float = 0.0  # standard deviation of the moment at which it lets go, in milliseconds

    def iterations(self, game: Game) -> int:
        return max(16, int(game.about.search_budget * self.share))

    def blunder_rate(self, game: Game) -> float:
        """The share of moves chosen at random; an expert has none."""
        return (*game.about.blunder_rates, 0.0)[self.rank]


LEVELS = {
    level.name: level
    for level in (
        Level("novice", 1 / 4000, 0, timing_error=200),
        Level("casual", 1 / 100, 1, playout_policy=0.7, evaluates=True, timing_error=140),
        Level("club", 1 / 25, 2, playout_policy=0.7, evaluates=True, timing_error=100),
        Level("expert", 1.0, 3, playout_policy=0.7, evaluates=True, timing_error=70),
    )
}


class SearchBot:
    """A bot that searches. The same seed gives the same moves.

    A `steady` bot always searches, even if it has a single legal action: its time does not tell what it holds.
    """

    def __init__(
        self, level: Level, seed: int, workers: int = 1, buffers: BufferCache | None = None, steady: bool = False
    ) -> None:
        self.level, self._workers, self._steady = level, workers, steady
        self._random = np.random.default_rng(seed)
        self._buffers = buffers if buffers is not None else BufferCache()

    def choose(self, game: Game, view: States, seat: int) -> int:
        if inner := game.inner(view):
            return inner.offset + self.choose(inner.game, inner.state, seat)
        if game.is_match:  # the order of its games favours nobody
            return int(self._random.choice(game.legal(view, seat)))
        if (said := game.speak(view[0], seat)) is not None:
            return said
        unsearched = self._unsearched(game, view, game.moves(view, seat))
        if unsearched is not None and not self._steady:
            return unsearched
        analysis = self.analyse(game, view, seat)
        if unsearched is not None:
            return unsearched
        if len(game.acting(view)) == 1:
            return self._slipped(game, view, seat, analysis.best)
        return self._slipped(game, view, seat, int(self._random.choice(analysis.actions, p=_pruned(analysis))))

    def _slipped(self, game: Game, view: States, seat: int, action: int) -> int:
        """The choice, or one beside it where timing decides: no bot is better at that than people."""
        swing = game.swing(view, seat)
        if swing is None:
            return action
        return swing.slipped(action, self._random.random(), self._random.normal(0.0, self.level.timing_error))

    def _unsearched(self, game: Game, view: States, legal: list[int]) -> int | None:
        """The only action, or a blunder. A blunder does something, if there is something to do."""
        if len(legal) == 1:
            return legal[0]
        if self._random.random() < self.level.blunder_rate(game):
            context = game.context_of(view)
            busy = [action for action in legal if not game.actions.named(action, context).idle]
            return int(self._random.choice(busy or legal))
        return None

    def analyse(self, game: Game, view: States, seat: int) -> Analysis:
        """Search a position. In a match, the values are those of the game being played."""
        if inner := game.inner(view):
            found = self.analyse(inner.game, inner.state, seat)
            return replace(found, actions=tuple(inner.offset + action for action in found.actions))
        iterations = self.level.iterations(game)
        buffers = self._buffers.get(game, nodes_for(iterations), self._workers)
        seed = int(self._random.integers(2**62))
        return analyse(
            game, view, seat, iterations, seed, self._workers, buffers, self.level.playout_policy, self.level.evaluates
        )


def searched_game(game: Game, view: States) -> Game:
    """The game that a bot searches: in a match, the game being played. To win the match is to win its games."""
    inner = game.inner(view)
    return inner.game if inner else game


def _pruned(analysis: Analysis) -> list[float]:
    """The mixed policy without actions that were only explored, far below the most played action."""
    policy = np.array(analysis.policy)
    policy[policy < 0.1 * policy.max()] = 0.0
    kept: list[float] = (policy / policy.sum()).tolist()
    return kept
