"""What points are worth in a match, and when to double, take and drop.

The chance to win a match between equal players follows from the points of a usual game (`POINTS`), game by game from
the end of the match backwards. Once the leader needs a single point and the Crawford game is over, the other player
doubles at once, so every game counts at least two.

The cube's value lies between two simple cases. A dead cube never turns again: the chance to win the match is a straight
line between losing and winning the game. A live cube turns exactly where the opponent may as well drop: the line bends
there. A real cube is worth three quarters of the way from the dead to the live one.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from matchbox.engine import States

from .inputs import BACKGAMMON, GAMMON, LOSE_BACKGAMMON, LOSE_GAMMON, ODDS, WIN
from .rules import AFTER, BEFORE, HIGHEST_CUBE, MIDDLE, NOW

Floats = npt.NDArray[np.float64]
LIVE = 0.75  # how much of the live cube's value a cube has
GAMMON_SHARE = 0.26  # of all games, where both play for the usual score
# Chances of the points of a game: without and with gammons; without and with the cube.
POINTS = {
    (0, 0): {1: 1.0},
    (1, 0): {1: 1 - GAMMON_SHARE, 2: GAMMON_SHARE - 0.01, 3: 0.01},
    (0, 1): {1: 0.44, 2: 0.46, 4: 0.1},
    (1, 1): {1: 0.38, 2: 0.36, 4: 0.22, 8: 0.04},
}


@cache
def chance_after_crawford(need: int, gammons: int, cube: int) -> float:
    """The chance of a player who needs these points against one who needs a single point and may be doubled."""
    if need <= 0:
        return 1.0
    stake, share = 1 + cube, GAMMON_SHARE if gammons else 0.0
    plain = chance_after_crawford(need - stake, gammons, cube)
    return 0.5 * ((1 - share) * plain + share * chance_after_crawford(need - 2 * stake, gammons, cube))


@cache
def chance_in_crawford(need: int, gammons: int, cube: int) -> float:
    """The same in the Crawford game, without the cube."""
    share = GAMMON_SHARE if gammons else 0.0
    plain = chance_after_crawford(need - 1, gammons, cube)
    return 0.5 * ((1 - share) * plain + share * chance_after_crawford(need - 2, gammons, cube))


@cache
def match_chance(mine: int, yours: int, gammons: int, cube: int, crawford: int, phase: int) -> float:
    """The chance to win the match before a game, from the points that both players still need.

    `phase` says whether the next game comes before, is or comes after the Crawford game.
    """
    if mine <= 0 or yours <= 0:
        return 1.0 if mine <= 0 else 0.0
    if mine == yours:
        return 0.5
    if min(mine, yours) == 1:
        behind = chance_in_crawford if phase == NOW else chance_after_crawford
        chance = behind(max(mine, yours), gammons, cube)
        return chance if mine > yours else 1 - chance
    total = 0.0
    for points, share in POINTS[gammons, cube].items():
        for left, right in ((mine - points, yours), (mine, yours - points)):
            following = NOW if crawford and min(left, right) == 1 else phase
            total += 0.5 * share * match_chance(left, right, gammons, cube, crawford, following)
    return total


@dataclass(frozen=True)
class Score:
    """The score of a match, seen by one player."""

    mine: int  # points to go
    yours: int
    gammons: int
    cube: int
    crawford: int
    phase: int

    @classmethod
    def of(cls, view: States, seat: int) -> Score:
        mine, yours = (int(view["match"][0]) - int(view["score"][0, who]) for who in (seat, 1 - seat))
        gammons, cube, crawford, phase = (
            int(view[name][0]) for name in ("gammons", "cube", "crawford", "crawford_game")
        )
        return cls(mine, yours, gammons, cube, crawford, phase)

    @property
    def reversed(self) -> Score:
        return Score(self.yours, self.mine, self.gammons, self.cube, self.crawford, self.phase)

    def after(self, points: int) -> float:
        """The chance to win the match after winning these points, or losing them if they are negative."""
        mine, yours = self.mine - max(points, 0), self.yours - max(-points, 0)
        phase = self.phase
        if phase == NOW:
            phase = AFTER
        elif phase == BEFORE and self.crawford and min(mine, yours) == 1:
            phase = NOW
        return match_chance(mine, yours, self.gammons, self.cube, self.crawford, phase)

    def stakes(self, cube: int) -> Floats:
        """What each of the odds adds to the result, for the player and for the opponent, if the cube stays as it is."""
        most = 3 if self.gammons else 1
        win = [2 * self.after(cube * min(k, most)) - 1 for k in (1, 2, 3)]
        lose = [2 * self.after(-cube * min(k, most)) - 1 for k in (1, 2, 3)]
        return np.array(
            [
                (win[0] - lose[0], win[1] - win[0], win[2] - win[1], lose[1] - lose[0], lose[2] - lose[1], lose[0]),
                (win[0] - lose[0], lose[0] - lose[1], lose[1] - lose[2], win[0] - win[1], win[1] - win[2], -win[0]),
            ]
        )


def gammon_weight(stakes: Floats) -> float:
    """The weight of a gammon in choosing plays: 1 where it counts as much as a second win."""
    return float(np.clip((stakes[0, GAMMON] - stakes[0, LOSE_GAMMON]) / stakes[0, WIN], 0.0, 1.0))


class Cube:
    """Chances to win the match with the cube, for a player about to roll and given odds."""

    def __init__(self, score: Score, odds: Any) -> None:
        self._score = score
        self._win = float(np.clip(odds[WIN], 1e-6, 1 - 1e-6))
        self._odds = [float(odds[k]) for k in range(ODDS)]

    def _won(self, cube: int) -> float:
        """The mean chance after winning the game, with the usual part of gammons."""
        return self._mean(cube, self._odds[GAMMON] / self._win, self._odds[BACKGAMMON] / self._win)

    def _lost(self, cube: int) -> float:
        lose = 1 - self._win
        return self._mean(-cube, self._odds[LOSE_GAMMON] / lose, self._odds[LOSE_BACKGAMMON] / lose)

    def _mean(self, points: int, gammon: float, backgammon: float) -> float:
        if not self._score.gammons:
            return self._score.after(points)
        single, double, triple = (self._score.after(k * points) for k in (1, 2, 3))
        return (1 - gammon) * single + (gammon - backgammon) * double + backgammon * triple

    def _turns(self, cube: int, need: int) -> bool:
        """Whether a player who needs these points can gain by turning this cube."""
        return cube < need and cube < HIGHEST_CUBE and self._score.phase != NOW

    def _take_point(self, cube: int) -> float:
        """The chance to win the game from which the player takes a double of this cube."""
        end, value = 1.0, self._won(2 * cube)
        if self._turns(2 * cube, self._score.mine):
            end, value = self._cash_point(2 * cube), self._score.after(2 * cube)
        return _crossing(self._lost(2 * cube), end, value, self._score.after(-cube))

    def _cash_point(self, cube: int) -> float:
        """The chance to win the game from which the opponent drops a double of this cube."""
        end, value = 1.0, self._lost(2 * cube)
        if self._turns(2 * cube, self._score.yours):
            end, value = 1 - self._take_point(2 * cube), self._score.after(-2 * cube)
        return 1 - _crossing(self._won(2 * cube), end, value, self._score.after(cube))

    def kept(self, cube: int, mine: bool, yours: bool) -> float:
        """The chance to win the match if nobody doubles now; says who may double later."""
        lost, won = self._lost(cube), self._won(cube)
        dead = lost + self._win * (won - lost)
        points = [(0.0, lost), (1.0, won)]
        if yours and self._turns(cube, self._score.yours):
            points.insert(1, (self._take_point(cube), self._score.after(-cube)))
        if mine and self._turns(cube, self._score.mine):
            points.insert(-1, (self._cash_point(cube), self._score.after(cube)))
        places, values = zip(*points, strict=True)
        live = float(np.interp(self._win, np.maximum.accumulate(places), values))
        return (1 - LIVE) * dead + LIVE * live

    def before_double(self, cube: int, mine: bool, yours: bool) -> float:
        """The chance to win the match of a player who may double now if the cube is theirs or in the middle."""
        kept = self.kept(cube, mine, yours)
        if not mine or cube >= HIGHEST_CUBE or self._score.phase == NOW or not self._score.cube:
            return kept
        return max(kept, min(self.kept(2 * cube, False, True), self._score.after(cube)))


def _crossing(start: float, end: float, value: float, wanted: float) -> float:
    """Where a line from `start` at 0 to `value` at `end` reaches the wanted height."""
    if value == start:
        return end
    return float(np.clip((wanted - start) / (value - start), 0.0, 1.0)) * end


def owners(view: States, seat: int) -> tuple[bool, bool]:
    """Whether the player and the opponent may turn the cube."""
    owner = int(view["cube_owner"][0])
    on = bool(view["cube"][0])
    return on and owner in (MIDDLE, seat), on and owner in (MIDDLE, 1 - seat)
