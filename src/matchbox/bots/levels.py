"""Search bots of four strengths. A level is a number of iterations, so it plays the same on every machine."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from matchbox.engine import Game, States

from . import BotMove
from .analysis import Analysis, BufferCache, analyse, nodes_for, planned
from .learned import Learned, learned_for

FloatArray = npt.NDArray[np.float64]
EXPLORED = 0.1
"""Where choices are simultaneous, moves below this part of the most likely one were only explored."""
DECIDED = 0.002
"""Where all moves differ by less, the result is certain, and only the lead in points is left to play for."""
SURE = 0.999
"""A move with this value has won whenever it was tried."""
TRIED = 0.25
"""It is sure to win if it was tried this often, as a part of the visits of the move that was tried most."""


@dataclass(frozen=True)
class Level:
    """A bot's strength: how long it looks, how well it tells good moves from better ones, and what it never does.

    Weaker levels err as people do: a move that looks nearly as good is chosen nearly as often, and a move that
    gives away more than `limit` is never chosen.
    """

    name: str
    rank: int  # from the weakest level up
    share: float  # of the game's search budget
    least: int  # but at least this number of iterations
    looks: int  # and this number for each legal move
    softness: float  # the mean loss that it does not notice, as a part of the mean loss of all moves
    limit: float  # the most a move may lose by the bot's own analysis; results are from -1 to 1
    timing_error: float  # standard deviation of the moment at which it lets go, in milliseconds
    playout_policy: float = 0.7  # share of playout moves that follow the learnt policy instead of chance

    def iterations(self, game: Game, moves: int = 1, budget: int = 0) -> int:
        """The iterations of a search; `budget` is an expert's, if it is not the game's usual one."""
        return max(int((budget or game.about.search_budget) * self.share), self.least, self.looks * moves)

    def softness_in(self, game: Game) -> float:
        """The softness times the game's own factor for this level."""
        return self.softness * (*game.about.softness, 1.0)[self.rank]


LEVELS = {
    level.name: level
    for level in (
        Level("novice", 0, 1 / 1000, 200, 8, softness=1.0, limit=0.8, timing_error=200),
        Level("casual", 1, 1 / 100, 800, 16, softness=0.4, limit=0.4, timing_error=140),
        Level("club", 2, 1 / 25, 3200, 24, softness=0.1, limit=0.2, timing_error=100),
        Level("expert", 3, 1.0, 3200, 32, softness=0.0, limit=0.0, timing_error=70),
    )
}


class SearchBot:
    """A bot that searches. The same seed gives the same moves.

    A `steady` bot always searches, even if it has a single legal action: its time does not tell what it holds.
    """

    def __init__(
        self,
        level: Level,
        seed: int,
        workers: int = 1,
        buffers: BufferCache | None = None,
        steady: bool = False,
        evaluation: Callable[[Game, States], Learned | None] = learned_for,
    ) -> None:
        self.level, self._workers, self._steady, self._evaluation = level, workers, steady, evaluation
        self._random = np.random.default_rng(seed)
        self._buffers = buffers if buffers is not None else BufferCache()

    def choose(self, game: Game, view: States, seat: int) -> int:
        return self.move(game, view, seat).action

    def move(self, game: Game, view: States, seat: int) -> BotMove:
        """The choice, with the value of the position where the bot had to search."""
        if inner := game.inner(view):
            found = self.move(inner.game, inner.state, seat)
            return found._replace(action=inner.offset + found.action)
        if game.is_match:  # the order of its games favours nobody
            return BotMove(int(self._random.choice(game.legal(view, seat))))
        if (said := game.speak(view[0], seat, lambda: self._ahead(game, view, seat))) is not None:
            return BotMove(said)
        moves = game.moves(view, seat)
        if len(moves) == 1 and not self._steady:
            return BotMove(moves[0])
        analysis, weights = self.weighed(game, view, seat)
        if len(moves) == 1:
            return BotMove(moves[0])
        drawn = int(self._random.choice(analysis.actions, p=weights))
        return BotMove(self._slipped(game, view, seat, drawn), analysis.value, analysis.stake)

    def weighed(self, game: Game, view: States, seat: int) -> tuple[Analysis, FloatArray]:
        """An analysis, and the chance with which this level draws each of its moves."""
        analysis = self.analyse(game, view, seat)
        alone = len(game.acting(view)) == 1
        reluctance = reluctance_of(game, view, seat, analysis) if alone else None
        return analysis, softened(analysis, self.level.softness_in(game), self.level.limit, alone, reluctance)

    def _slipped(self, game: Game, view: States, seat: int, action: int) -> int:
        """The choice, or one beside it where timing decides: no bot is better at that than people."""
        swing = game.swing(view, seat)
        if swing is None:
            return action
        return swing.slipped(action, self._random.random(), self._random.normal(0.0, self.level.timing_error))

    def _ahead(self, game: Game, view: States, seat: int) -> np.void:
        """The view after the moves that the bot has in mind, until it may talk again or it is another seat's turn."""
        after = game.view(view, seat)
        while True:
            game.apply(after, seat, self.analyse(game, after, seat).best)
            if game.acting(after) != [seat] or game.legal(after, seat) != game.moves(after, seat):
                found: np.void = after[0]
                return found

    def analyse(self, game: Game, view: States, seat: int) -> Analysis:
        """Search a position. In a match, the values are those of the game being played."""
        if inner := game.inner(view):
            found = self.analyse(inner.game, inner.state, seat)
            return replace(found, actions=tuple(inner.offset + action for action in found.actions))
        seed = int(self._random.integers(2**62))
        if (plan := planned(game, view, seat, self.level.share, seed)) is not None:
            return plan
        learned = self._evaluation(game, view)
        moves = len(game.moves(view, seat))
        iterations = self.level.iterations(game, moves, learned.iterations if learned else 0)
        buffers = self._buffers.get(game, nodes_for(iterations), self._workers)
        return analyse(
            game, view, seat, iterations, seed, self._workers, buffers, self.level.playout_policy, True, learned
        )


def searched_game(game: Game, view: States) -> Game:
    """The game that a bot searches: in a match, the game being played. To win the match is to win its games."""
    inner = game.inner(view)
    return inner.game if inner else game


def reluctance_of(game: Game, view: States, seat: int, analysis: Analysis) -> FloatArray | None:
    """How reluctant a seat is to play each move, if the game has an opinion on that."""
    if game.reluctance is None:
        return None
    return np.array([game.reluctance(view[0], seat, action) for action in analysis.actions])


def softened(
    analysis: Analysis, softness: float, limit: float, alone: bool, reluctance: FloatArray | None = None
) -> FloatArray:
    """The chance of each move: the search's own policy, made softer for weaker players.

    A weaker player tolerates a loss: any move that loses no more is as good as another. Large tolerances are rare, and
    they are measured by the mean loss of all moves here: where much is at stake, people take more care. Nobody misses a
    move that is sure to win. A move with some reluctance has to be better than the others by that much.
    """
    policy, values, visits = np.array(analysis.policy), np.array(analysis.values), np.array(analysis.visits)
    preferred = analysis.actions.index(analysis.best)
    tried = visits > 0
    if alone and np.ptp(values[tried]) < DECIDED:
        preferred = int(np.where(tried, values, -np.inf).argmax())
    sure = (values >= SURE) & (visits >= TRIED * visits.max())
    if reluctance is not None:
        values = values - reluctance
        if reluctance[preferred] > 0.0:
            preferred = int(np.where(tried, values, -np.inf).argmax())
    chances: FloatArray
    if alone and sure.any():
        chances = (np.arange(len(values)) == np.where(sure, visits, -1).argmax()).astype(float)
        return chances
    if alone:
        chances = (np.arange(len(values)) == preferred).astype(float)
    else:
        chances = np.where(policy < EXPLORED * policy.max(), 0.0, policy)
        chances /= chances.sum()
    losses = np.where(tried, np.maximum(values[preferred] - values, 0.0), np.inf)
    usual = losses[losses < np.inf].mean()
    if softness == 0.0:
        return chances
    if usual == 0.0:  # all moves are as good
        return (losses == 0.0) / (losses == 0.0).sum() if alone else chances
    tolerant = tolerating(losses, softness * usual, limit)
    weight = 1.0 if alone else min(softness, 1.0)
    chances = np.where(losses > limit, 0.0, chances)
    mixed: FloatArray = (1.0 - weight) * chances / chances.sum() + weight * tolerant
    return mixed


def tolerating(losses: FloatArray, usual: float, limit: float) -> FloatArray:
    """The chance of each move for a player who tolerates a loss: exponentially distributed, and cut at the limit."""
    order = np.argsort(losses, kind="stable")
    rising = losses[order]
    within = int((rising <= limit).sum())
    # Between two losses the tolerance allows all moves up to the smaller one, with the same chance.
    reached = np.exp(-rising[:within] / usual)
    parts = reached - np.append(reached[1:], 0.0)
    each = np.cumsum((parts / np.arange(1, within + 1))[::-1])[::-1]
    found = np.zeros(len(losses))
    found[order[:within]] = each / each.sum()
    return found
