"""Train the networks by games against themselves.

At first a position learns from the positions that follow it in its game and from the result (temporal differences).
Then it learns the mean over all 21 rolls, each played as well as the networks know: this takes longer for each
position, but no luck of the dice is left in it.

In some games a gammon counts, in the others only the win: an input tells the networks which. Some games begin with
random turns, so that the networks see positions that good players avoid.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from matchbox.bots.network import BATCH, fit, layers_of, learner_of
from matchbox.engine import entry_point, rule, wide

from .board import copy_board, find_plays, turn_board
from .inputs import ODDS, ROOM, describe
from .outlook import Desk, Networks, add_reversed, best_play, look_ahead, new_desk, new_networks, save
from .rules import OFF, START

LONGEST = 400  # turns; longer games teach only as far as they went
RULES = 1  # version of the rules and inputs that the weights belong to
RING = 400_000  # positions with looked-ahead odds that are learnt again and again
SCORES = np.array([[[2, 0, 0, 0, 0, -1]] * 2, [[2 / 3, 1 / 3, 1 / 3, -1 / 3, -1 / 3, -1 / 3]] * 2])
"""The stakes of a single game for wins only, and of one where gammons count."""


@dataclass(frozen=True)
class Course:
    """How long to learn, and how. The shares say how much of the games each part takes."""

    games: int
    labels: int  # positions that look ahead, after the games
    seed: int = 0
    wide_units: int = 96
    batch: int = 200  # games between two lessons
    gammons: float = 0.35  # share of games in which gammons count
    strange: float = 0.2  # share of games that begin with random turns
    fast: float = 2e-3  # the rate of learning at the beginning,
    slow: float = 1e-4  # and at the end of the games
    last: float = 4.5e-5  # and at the end of all


def train(games: int, seed: int, out: Path, progress: Callable[[str], None]) -> None:
    """Train networks by this number of games, then by three positions for every two games; write them to a file."""
    course = Course(games, 3 * games // 2, seed, batch=min(Course.batch, max(20, games // 10)))
    lesson = Lesson(course)
    lesson.play(progress)
    lesson.look(progress)
    lesson.write(out)


class Lesson:
    """Networks that learn."""

    def __init__(self, course: Course) -> None:
        self.course = course
        self.random = np.random.default_rng(course.seed)
        self.nets = new_networks(course.wide_units, seed=course.seed)
        self.desk = new_desk(self.nets)
        self._learners = [learner_of(net) for net in self.nets]
        self._layers = [layers_of(net) for net in self.nets]
        self._slopes = [layers_of(net) for net in self.nets]
        self.misses = [0.0, 0.0]
        self.labels = 0

    def play(self, progress: Callable[[str], None]) -> None:
        """Learn from games."""
        done, course = 0, self.course
        while done < course.games:
            part = done / course.games
            follow = 0.8 - 0.4 * min(1.0, 4 * part)  # lambda: how much the rest of the game counts
            rate = course.fast * (course.slow / course.fast) ** part
            boards, counted, targets = self.games(course.batch, follow)
            self.learn(boards, counted, targets, rate)
            done += course.batch
            if done // course.batch % 50 == 0:
                progress(f"{done} games, misses {self.misses[0]:.5f} {self.misses[1]:.5f}")

    def look(self, progress: Callable[[str], None]) -> None:
        """Learn from looking ahead, positions of a ring again and again while new ones replace the oldest."""
        course = self.course
        ring = np.zeros((RING, 2, 26), np.int8)
        counted, targets = np.zeros(RING, np.float32), np.zeros((RING, ODDS), np.float32)
        while self.labels < course.labels:
            boards, flags, _ = self.games(course.batch, 0.0)
            some = self.random.permutation(len(boards))[: len(boards) // 3]
            boards, flags = boards[some], flags[some]
            found = np.zeros((len(boards), ODDS), np.float32)
            label(self.nets, boards, flags, SCORES, self.desk, found)
            places = (self.labels + np.arange(len(boards))) % RING
            ring[places], counted[places], targets[places] = boards, flags, found
            self.labels += len(boards)
            rate = course.slow * (course.last / course.slow) ** (self.labels / course.labels)
            again = self.random.integers(0, min(self.labels, RING), 5 * len(boards))
            self.learn(ring[again], counted[again], targets[again], rate)
            progress(f"{self.labels} labels, misses {self.misses[0]:.5f} {self.misses[1]:.5f}")

    def games(self, count: int, follow: float) -> tuple[Any, Any, Any]:
        """Play games; returns their positions, whether gammons counted, and what to learn."""
        course, random = self.course, self.random
        dice = random.integers(1, 7, (count, LONGEST, 2), np.int8)
        flags = (random.random(count) < course.gammons).astype(np.float32)
        chance = np.where(random.random(count) < course.strange, random.integers(1, 9, count), 0)
        picks = random.random((count, 8)).astype(np.float32)
        boards = np.zeros((count * LONGEST // 4, 2, 26), np.int8)
        counted, targets = np.zeros(len(boards), np.float32), np.zeros((len(boards), ODDS), np.float32)
        n = play_games(
            self.nets, dice, flags, chance, picks, follow, SCORES, self.desk, np.zeros((LONGEST + 1, ODDS)), boards,
            counted, targets,
        )  # fmt: skip
        return boards[:n], counted[:n], targets[:n]

    def learn(self, boards: Any, flags: Any, targets: Any, rate: float) -> None:
        size = len(boards)
        lists, strengths = np.zeros((size, ROOM), np.int32), np.zeros((size, ROOM), np.float32)
        counts, races = np.zeros(size, np.int32), np.zeros(size, np.bool_)
        list_inputs(boards, flags, lists, strengths, counts, races)
        for which, net in enumerate(self.nets):
            order = self.random.permutation(np.flatnonzero(races == bool(which)))
            if len(order) >= BATCH:
                miss = fit(
                    net, self._learners[which], self._layers[which], self._slopes[which], rate,
                    lists, strengths, counts, 2 * targets - 1, order,
                )  # fmt: skip
                self.misses[which] = 0.95 * self.misses[which] + 0.05 * miss if self.misses[which] else miss

    def write(self, out: Path) -> None:
        command = f"train(games={self.course.games}, seed={self.course.seed})"
        misses = [round(miss, 5) for miss in self.misses]
        save(out, self.nets, {"rules": RULES, "command": command, "course": asdict(self.course), "misses": misses})


@rule
def set_up(board: Any) -> None:
    for side in range(2):
        for space in range(26):
            board[side, space] = 0
        for k in range(len(START)):
            board[side, START[k, 0]] = START[k, 1]


@entry_point
def play_games(
    nets: Networks, dice: Any, flags: Any, strange: Any, picks: Any, follow: float, scores: Any, desk: Desk,
    outlooks: Any, boards: Any, counted: Any, targets: Any,
) -> int:  # fmt: skip
    """Play games without looking ahead; returns the number of positions.

    The target of a position is the mean of the odds one turn later, by the networks and by its own target, seen from
    the other side. `follow` is the weight of the latter.
    """
    n, board = 0, desk.boards[3]
    for game in range(len(dice)):
        set_up(board)
        first = n
        stakes = scores[1 if flags[game] > 0 else 0]
        for turn in range(dice.shape[1]):
            if n == len(boards):
                break
            a, b = wide(dice[game, turn, 0]), wide(dice[game, turn, 1])
            a, b = min(a, b), max(a, b)
            if turn == 0 and a == b:
                continue
            if turn < strange[game]:
                found = find_plays(board, a, b, 4 if a == b else 1, 0 if a == b else 1, desk.root)
                chosen = min(found - 1, int(picks[game, turn] * found))
            else:
                copy_board(boards[n], board)
                counted[n] = flags[game]
                chosen = best_play(
                    nets, board, a, b, flags[game], stakes, 0, desk, desk.root, outlooks[n - first], desk.odds[0]
                )
                n += 1
            turn_board(board, desk.root.boards[chosen])
            if board[1, OFF] == 15:
                break
        total = desk.odds[1]
        for at in range(n - 1, first - 1, -1):
            after = outlooks[at - first]  # the odds of the opponent after this turn
            if at == n - 1:
                for k in range(ODDS):
                    total[k] = after[k]
            for k in range(ODDS):
                after[k] = follow * total[k] + (1.0 - follow) * after[k]
                total[k] = 0.0
            add_reversed(total, 1.0, after)
            for k in range(ODDS):
                targets[at, k] = total[k]
    return n


@entry_point
def label(nets: Networks, boards: Any, flags: Any, scores: Any, desk: Desk, targets: Any) -> None:
    """The odds of positions over all next rolls."""
    for i in range(len(boards)):
        stakes = scores[1 if flags[i] > 0 else 0]
        look_ahead(nets, boards[i], flags[i], stakes, 0, desk, desk.answers, desk.odds[2])
        for k in range(ODDS):
            targets[i, k] = desk.odds[2, k]


@entry_point
def list_inputs(boards: Any, flags: Any, lists: Any, strengths: Any, counts: Any, races: Any) -> None:
    for i in range(len(boards)):
        counts[i], races[i] = describe(boards[i], flags[i], lists[i], strengths[i])
