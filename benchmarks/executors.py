"""What does it cost to play games elsewhere? Games per second of each executor, as parts of those of one thread.

python benchmarks/executors.py
python benchmarks/executors.py war -n 24 --bots casual --ray

First games of bots, which search for most of their time and release the interpreter lock. Then tasks of random games of
growing length: the smallest task for which a worker elsewhere pays.
"""

from __future__ import annotations

import argparse
import functools
import os
import time
from collections.abc import Callable
from typing import Any

from matchbox.engine import Game, get
from matchbox.engine.playout import Totals, play_chunk
from matchbox.lab.executors import Executor, Processes, Ray, Threads
from matchbox.lab.simulate import simulate

CHUNK_GAMES = (1, 4, 16, 64, 256, 1024)


def seconds_of(work: Callable[[], Any]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def play_tasks(executor: Executor, game: Game, games: int, tasks: int) -> None:
    """Play this number of tasks, each of `games` random games."""
    for _ in executor.run(functools.partial(_task, game, games), range(tasks)):
        pass


def _task(game: Game, games: int, number: int) -> Totals:
    return play_chunk(game, game.template(), games, number, 0)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("game", nargs="?", default="jump_gate")
    parser.add_argument("-n", type=int, default=64, help="games of bots (default: 64)")
    parser.add_argument("--bots", default="casual")
    parser.add_argument("--ray", action="store_true", help="measure Ray, too")
    arguments = parser.parse_args()
    cores = os.cpu_count() or 1
    executors: dict[str, Executor] = {"1 thread": Threads(1), f"{cores} threads": Threads(), "processes": Processes()}
    if arguments.ray:
        executors["Ray"] = Ray()
    game = get(arguments.game)
    players = [arguments.bots] * game.about.seats[0]

    print(f"| executor | {arguments.n} games of {arguments.bots} bots, s | speed-up |\n|---|---|---|")
    alone = 0.0
    for name, executor in executors.items():
        simulate(game, 2 * cores, players=players, executor=executor)  # compile, and start the workers
        spent = seconds_of(functools.partial(simulate, game, arguments.n, players=players, seed=1, executor=executor))
        alone = alone or spent
        print(f"| {name} | {spent:.2f} | {alone / spent:.2f} |")

    print(f"\n| random games in a task | {' | '.join(executors)} |\n|---|{'---|' * len(executors)}")
    for games in CHUNK_GAMES:
        tasks = max(200, 4000 // games)
        alone, row = 0.0, []
        for executor in executors.values():
            spent = seconds_of(functools.partial(play_tasks, executor, game, games, tasks))
            alone = alone or spent
            row.append(f"{alone / spent:.2f}")
        print(f"| {games} | {' | '.join(row)} |")


if __name__ == "__main__":
    main()
