"""GNU Backgammon as an opponent and a reference: python benchmarks/gnubg.py -n 20 --bots casual,club,expert

Single games for wins only (a match to one point), on our board with our dice. GNU Backgammon looks `--plies` ahead. It
also measures how much equity (1 won, -1 lost) each play of a bot loses against the best play. That says more than the
result of a few games. With `--match` it plays matches with gammons and the cube, and rates plays and decisions about
the cube that the bots suggest.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

from matchbox import bots
from matchbox.engine import Game, States, get
from matchbox.games.green_box.backgammon.rules import DOUBLE, DROP, MOVE, OFFER, ROLL, TAKE
from matchbox.lab.intervals import wilson

MARK = "matchbox:"
BAR, OFF = 25, 0  # GNU Backgammon counts points down to 1
PLAYERS, CUBES = 2, 15
UNCLEAR = 0.25  # a decision about the cube counts if its two answers are closer than this
Board = tuple[tuple[int, ...], tuple[int, ...]]
"""The cubes of the player on turn and of the opponent, each by its own spaces: 0 is the bar, 25 is off the board."""


def program() -> str | None:
    """The path of GNU Backgammon; Debian installs games outside the usual PATH."""
    return shutil.which("gnubg", path=os.pathsep.join((os.environ.get("PATH", ""), "/usr/games")))


@dataclass(frozen=True)
class Play:
    after: Board
    equity: float  # for the player who makes it


class Gnubg:
    """A running process of GNU Backgammon."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def plays(self, board: Board, dice: tuple[int, int], **match: Any) -> list[Play]:
        """Every way to play a roll, best first; empty if no move is possible. `match` is as in `match_of`."""
        mine, yours = (cubes[24::-1] for cubes in board)
        found = self._request({"board": [yours, mine], "dice": dice, **match})
        return [Play(played(board, text), equity) for text, equity in found]

    def doubling(self, board: Board, **match: Any) -> tuple[float, float, float]:
        """The equity of the player about to roll: without a double, doubled and taken, doubled and dropped."""
        mine, yours = (cubes[24::-1] for cubes in board)
        kept, taken, dropped = self._request({"board": [yours, mine], **match})
        return kept, taken, dropped

    def _request(self, position: dict[str, Any]) -> Any:
        assert self._process.stdin
        assert self._process.stdout
        print(json.dumps(position), file=self._process.stdin, flush=True)
        for line in self._process.stdout:
            if MARK in line:
                return json.loads(line.split(MARK, 1)[1])
        raise RuntimeError("GNU Backgammon has stopped")


@contextmanager
def running(plies: int = 0, match: int = 1) -> Iterator[Gnubg]:
    found = program()
    if found is None:
        raise SystemExit("GNU Backgammon is not installed (Debian, Ubuntu: apt install gnubg)")
    with tempfile.TemporaryDirectory() as home:  # it writes settings there
        command = [found, "-t", "-q", "-p", str(Path(__file__).with_name("gnubg_side.py"))]
        process = subprocess.Popen(
            command, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            env={**os.environ, "HOME": home},
        )  # fmt: skip
        assert process.stdin
        print(json.dumps({"plies": plies, "match": match}), file=process.stdin, flush=True)
        try:
            yield Gnubg(process)
        finally:
            process.kill()
            process.communicate()


def played(board: Board, text: str) -> Board:
    """The board after a play such as `bar/21* 13/7(2)`."""
    mine, yours = (list(cubes) for cubes in board)
    for part in text.split():
        form = re.fullmatch(r"([^(]+)(?:\((\d)\))?", part)
        assert form, text
        stops = [BAR if s == "bar" else OFF if s == "off" else int(s) for s in form[1].replace("*", "").split("/")]
        for _ in range(int(form[2] or 1)):
            mine[25 - stops[0]] -= 1
            mine[25 - stops[-1]] += 1
        for stop in stops[1:]:
            if stop != OFF and yours[stop] == 1:  # the opponent's space with this number is the same point
                yours[stop] -= 1
                yours[0] += 1
    return tuple(mine), tuple(yours)


def board_of(state: States, seat: int) -> Board:
    mine, yours = (tuple(int(n) for n in state["cubes"][0, player]) for player in (seat, 1 - seat))
    return mine, yours


def match_of(state: States, seat: int) -> dict[str, Any]:
    """The score and the cube as GNU Backgammon wants them: player 1 is on turn."""
    owner = int(state["cube_owner"][0])
    return {
        "score": [int(state["score"][0, 1 - seat]), int(state["score"][0, seat])],
        "cube": [
            int(state["cube_value"][0]),
            owner if owner < 0 else int(owner == seat),
            int(state["crawford_game"][0] == 1),
        ],
    }


def moves_to(game: Game, state: States, seat: int, goal: Board) -> list[int]:
    """Moves that lead to this board at the end of the turn."""
    waiting: list[tuple[States, list[int]]] = [(state, [])]
    while waiting:
        here, moves = waiting.pop()
        if moves and (here["over"][0] or here["turns"][0] != state["turns"][0]):
            if board_of(here, seat) == goal or (goal[0][25] == CUBES and not same_game(state, here)):
                return moves
            continue
        for action in game.legal(here, seat):
            after = here.copy()
            game.apply(after, seat, action)
            waiting.append((after, [*moves, action]))
    raise RuntimeError(f"no moves from {board_of(state, seat)} to {goal}")


@dataclass(frozen=True)
class Single:
    won: bool
    lost: list[float]  # equity lost in each turn with a choice
    cube: list[float] = field(default_factory=list)  # and in each decision about the cube that is not clear


def single(game: Game, gnubg: Gnubg, bot: bots.Bot, place: int, seed: int, against: bool = True) -> Single:
    """A game against GNU Backgammon. With `against=False` it plays both sides, and the bot only suggests plays."""
    state, lost = game.new(PLAYERS, seed), []
    while not state["over"][0]:
        seat, turn = game.acting(state)[0], state["turns"][0]
        plays = gnubg.plays(board_of(state, seat), (int(state["dice"][0, 0]), int(state["dice"][0, 1])))
        after = state
        if seat == place:
            after = state.copy()
            while not after["over"][0] and after["turns"][0] == turn:
                game.apply(after, seat, bot.choose(game, game.view(after, seat), seat))
            if len(plays) > 1:
                worth = {play.after: play.equity for play in plays}
                lost.append(plays[0].equity - worth[board_of(after, seat)])
        if seat != place or not against:
            after = state
            for action in moves_to(game, state, seat, plays[0].after):
                game.apply(after, seat, action)
        state = after
    return Single(int(state["rank"][0, place]) == 1, lost)


def suggested(game: Game, gnubg: Gnubg, bot: bots.Bot, seed: int, length: int) -> Single:
    """A match with gammons and the cube that GNU Backgammon plays alone; the bot only suggests."""
    state = game.new(PLAYERS, seed, gammons="on", cube="on", match=length)
    lost, cube = [], []
    while not state["over"][0]:
        seat, turn, phase = game.acting(state)[0], state["turns"][0], state["phase"][0]
        match, dice = match_of(state, seat), (int(state["dice"][0, 0]), int(state["dice"][0, 1]))
        if phase == MOVE:
            plays = gnubg.plays(board_of(state, seat), dice, **match)
            if len(plays) > 1:
                after = state.copy()
                while not after["over"][0] and after["turns"][0] == turn and after["phase"][0] == MOVE:
                    game.apply(after, seat, bot.choose(game, game.view(after, seat), seat))
                if same_game(state, after):
                    worth = {play.after: play.equity for play in plays}
                    lost.append(plays[0].equity - worth[board_of(after, seat)])
            for action in moves_to(game, state, seat, plays[0].after):
                game.apply(state, seat, action)
            continue
        roller = seat if phase == OFFER else 1 - seat
        kept, taken, dropped = gnubg.doubling(board_of(state, roller), **match_of(state, roller))
        values = {ROLL: kept, DOUBLE: min(taken, dropped), TAKE: -taken, DROP: -dropped}
        legal = game.legal(state, seat)
        best = max(legal, key=lambda action: values[action])
        if abs(values[legal[0]] - values[legal[1]]) < UNCLEAR:
            cube.append(values[best] - values[bot.choose(game, game.view(state, seat), seat)])
        game.apply(state, seat, best)
    return Single(int(state["rank"][0, 0]) == 1, lost, cube)


def same_game(before: States, after: States) -> bool:
    """Whether the cubes of the board after a turn still belong to the same game of the match."""
    return not after["over"][0] and bool((before["score"] == after["score"]).all())


def mean(values: list[float]) -> str:
    """A mean with its 95 % interval."""
    spread = 1.96 * stdev(values) / len(values) ** 0.5 if len(values) > 1 else 0.0
    return f"{fmean(values):.4f} ± {spread:.4f} | {len(values)}" if values else "- | 0"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-n", type=int, default=20, help="games per bot (20)")
    parser.add_argument("--bots", default="random,novice,casual,club,expert")
    parser.add_argument("--plies", type=int, default=0, help="how far GNU Backgammon looks ahead (0)")
    parser.add_argument(
        "--alone", action="store_true", help="GNU Backgammon plays both sides and rates the plays that the bots suggest"
    )
    parser.add_argument(
        "--match",
        type=int,
        default=1,
        help="points of a match with gammons and the cube, which GNU Backgammon plays alone",
    )
    parser.add_argument("--seed", type=int, default=0, help="of the first game (0)")
    arguments = parser.parse_args()
    game = get("backgammon")
    print("| bot | games | won | 95 % | equity lost per turn | turns | per decision about the cube | decisions |")
    print("|---|---|---|---|---|---|---|---|")
    with running(arguments.plies, arguments.match) as gnubg:
        for name in arguments.bots.split(","):
            found = []
            for number in range(arguments.n):
                bot = bots.make(name, random.Random(number).randrange(2**62), game)
                seed = arguments.seed + number // PLAYERS
                if arguments.match > 1:
                    found.append(suggested(game, gnubg, bot, arguments.seed + number, arguments.match))
                else:
                    found.append(single(game, gnubg, bot, number % PLAYERS, seed, not arguments.alone))
            share = sum(game_result.won for game_result in found) / len(found)
            low, high = wilson(share, len(found))
            won = f"{share:.3f} | {low:.3f} to {high:.3f}"
            if arguments.alone or arguments.match > 1:
                won = "- | -"
            lost, cube = ([x for one in found for x in getattr(one, part)] for part in ("lost", "cube"))
            print(f"| {name} | {len(found)} | {won} | {mean(lost)} | {mean(cube)} |", flush=True)


if __name__ == "__main__":
    main()
