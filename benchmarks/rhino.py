"""Rhino (gtp-rhino) as an opponent in Othello on the 8 x 8 board: python benchmarks/rhino.py -n 20 --levels 1,3

Every opening of random moves is played twice, with the colours exchanged. Rhino uses no opening book. The
table has processor time for each move of our bot, and for each move of Rhino (26 moves a game are assumed). Rhino's
highest level is 5.
"""

from __future__ import annotations

import argparse
import os
import random
import resource
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import fmean

from matchbox import bots
from matchbox.engine import Game, States, get
from matchbox.engine.notation import parse_action
from matchbox.lab.intervals import wilson
from matchbox.lab.line_files import append_line, lines_of

COLOURS = ("B", "W")  # the first player is black


def program() -> str | None:
    """The path of gtp-rhino; Debian installs games outside the usual PATH."""
    return shutil.which("gtp-rhino", path=os.pathsep.join((os.environ.get("PATH", ""), "/usr/games")))


class Rhino:
    """A running process of gtp-rhino."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def __call__(self, command: str) -> str:
        """Send a command and return the answer."""
        assert self._process.stdin
        assert self._process.stdout
        print(command, file=self._process.stdin, flush=True)
        lines = []
        for line in self._process.stdout:
            if line.strip():
                lines.append(line.rstrip())
            elif lines:
                break
        if not lines or not lines[0].startswith("="):
            raise RuntimeError(f"gtp-rhino does not accept {command!r}: {lines}")
        return "\n".join(lines)[1:].strip()


@contextmanager
def running(level: int) -> Iterator[Rhino]:
    found = program()
    if found is None:
        raise SystemExit("gtp-rhino is not installed (Debian, Ubuntu: apt install grhino)")
    command = [found, f"--level={level}", "--book=0", "--rand=0"]
    with subprocess.Popen(command, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        rhino = Rhino(process)
        rhino("boardsize 8")
        try:
            yield rhino
        finally:
            rhino("quit")


def opening(game: Game, seed: int) -> list[int]:
    """Six to eight random moves."""
    choose = random.Random(seed)
    while True:
        state, moves = game.new(seed=seed, board=8), []
        for _ in range(choose.choice((6, 7, 8))):
            seat = game.acting(state)[0]
            moves.append(choose.choice(game.legal(state, seat)))
            game.apply(state, seat, moves[-1])
            if state["over"][0] or len(game.legal(state, game.acting(state)[0])) < 2:
                break
        else:
            return moves


@dataclass(frozen=True)
class Played:
    """A game, as a line of the file has it."""

    bot: str
    level: int  # of Rhino
    opening: int  # its seed
    colour: int  # of our bot
    lead: int  # our pieces minus Rhino's
    pace: float  # seconds of processor time for each of our moves
    their_pace: float  # and for each of Rhino's


def square(game: Game, state: States, action: int) -> str:
    return game.text_of(state, action).removeprefix("place ")


def play(game: Game, rhino: Rhino, bot: bots.Bot, colour: int, seed: int) -> tuple[int, float]:
    """A game from a random opening; our bot has this colour. Our lead, and the seconds for each of our moves."""
    moves = opening(game, seed)
    state, spent = game.new(seed=seed, board=8), []
    black = game.acting(state)[0]
    while not state["over"][0]:
        seat = game.acting(state)[0]
        mine = (seat == black) == (colour == 0)
        sign = COLOURS[seat != black]
        allowed = game.legal(state, seat)
        if square(game, state, allowed[0]) == "pass":  # Rhino passes by itself
            action = allowed[0]
        elif moves:
            action = moves.pop(0)
            rhino(f"play {sign} {square(game, state, action)}")
        elif mine:
            start = time.thread_time()
            action = bot.choose(game, game.view(state, seat), seat)
            spent.append(time.thread_time() - start)
            rhino(f"play {sign} {square(game, state, action)}")
        else:
            action = parse_action(game, state, seat, f"place {rhino(f'genmove {sign}').lower()}")
        game.apply(state, seat, action)
    us = black if colour == 0 else 1 - black
    return int(state["score"][0, us]) - int(state["score"][0, 1 - us]), fmean(spent)


def played(game: Game, name: str, level: int, number: int, first: int) -> Played:
    """A game against a new process of Rhino. Two numbers share an opening."""
    colour, seed = number % 2, first + number // 2
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    with running(level) as rhino:
        lead, pace = play(game, rhino, bots.make(name, number, game), colour, seed)
    theirs = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
    return Played(name, level, seed, colour, lead, pace, theirs / 26)


def row(found: list[Played]) -> str:
    share = fmean(1.0 if one.lead > 0 else 0.5 if one.lead == 0 else 0.0 for one in found)
    low, high = wilson(share, len(found))
    lead, pace, theirs = fmean(x.lead for x in found), fmean(x.pace for x in found), fmean(x.their_pace for x in found)
    return (
        f"| {found[0].bot} | {found[0].level} | {len(found)} | {share:.2f} | {low:.2f} to {high:.2f} | {lead:+.1f} "
        f"| {pace:.2f} | {theirs:.2f} |"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-n", type=int, default=20, help="games for each level (20)")
    parser.add_argument("--bot", default="expert")
    parser.add_argument("--levels", default="1,2,3,4,5", help="of Rhino, 1 to 5")
    parser.add_argument("--first", type=int, default=0, help="seed of the first opening (0)")
    parser.add_argument("--file", type=Path, help="continue from the games in this file, and append new games")
    arguments = parser.parse_args()
    game = get("othellino")
    known: dict[tuple[str, int, int, int], Played] = {}
    for line in lines_of(arguments.file) if arguments.file else ():
        one = Played(**line)
        known[one.bot, one.level, one.opening, one.colour] = one
    print("| bot | Rhino's level | games | share | 95 % | mean lead | s/move | Rhino's s/move |")
    print("|---|---|---|---|---|---|---|---|")
    for level in map(int, arguments.levels.split(",")):
        found = []
        for number in range(arguments.n):
            before = known.get((arguments.bot, level, arguments.first + number // 2, number % 2))
            found.append(before or played(game, arguments.bot, level, number, arguments.first))
            if arguments.file and before is None:
                append_line(arguments.file, asdict(found[-1]))
        print(row(found), flush=True)


if __name__ == "__main__":
    main()
