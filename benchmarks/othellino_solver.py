"""Time the solver of Othellino: python benchmarks/othellino_solver.py --empties 24,25,26 -n 10

The positions come from games of random and of casual players on the 6 x 6 board. The table has seconds for a best move
with its exact value, as `perfect` finds it, always with empty memory. They are processor seconds of the thread that
asks: those of a clock on an idle machine, because the threads that share a search end together.
"""

from __future__ import annotations

import argparse
import time
from statistics import fmean, median

from matchbox import bots
from matchbox.engine import Game, States, get
from matchbox.games.green_box.othellino.solver import THREADS, Solver, warm

PLAYERS = ("random", "casual")


def empties(state: States) -> int:
    return 36 - sum(int(pieces).bit_count() for pieces in state["pieces"][0])


def position(game: Game, player: str, left: int, seed: int) -> States:
    """A position of a game between two such players, with a choice for the player on turn."""
    while True:
        state, sides = game.new(seed=seed), [bots.make(player, 2 * seed + side, game) for side in range(2)]
        while not state["over"][0] and empties(state) > left:
            seat = game.acting(state)[0]
            game.apply(state, seat, sides[seat].choose(game, game.view(state, seat), seat))
        if not state["over"][0] and len(game.legal(state, game.acting(state)[0])) > 1:
            return state
        seed += 1_000_000


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--empties", default="24,25,26", help="numbers of empty squares")
    parser.add_argument("-n", type=int, default=10, help="positions of each kind (10)")
    parser.add_argument("--first", type=int, default=0, help="seed of the first position (0)")
    parser.add_argument("--players", default=",".join(PLAYERS))
    parser.add_argument("--threads", type=int, default=THREADS, help=f"that share a search ({THREADS})")
    parser.add_argument("--verbose", action="store_true", help="a line for each position")
    arguments = parser.parse_args()
    game = get("othellino")
    warm()
    Solver(megabytes=1).best(game, state := position(game, "random", 12, 0), game.acting(state)[0])
    print("| empty squares | after | positions | median s | mean s | worst s | M nodes | M nodes/s |")
    print("|---|---|---|---|---|---|---|---|")
    for left in map(int, arguments.empties.split(",")):
        for player in arguments.players.split(","):
            seconds, nodes = [], []
            for number in range(arguments.n):
                state = position(game, player, left, arguments.first + number)
                solver, began = Solver(threads=arguments.threads), time.thread_time()
                action, value = solver.best(game, state, game.acting(state)[0])
                seconds.append(time.thread_time() - began)
                nodes.append(solver.nodes / 1e6)
                if arguments.verbose:
                    text = game.text_of(state, action)
                    print(f"  {number}: {text}, {value:+d}, {seconds[-1]:.2f} s, {nodes[-1]:.1f} M", flush=True)
            print(
                f"| {left} | {player} play | {arguments.n} | {median(seconds):.2f} | {fmean(seconds):.2f} "
                f"| {max(seconds):.2f} | {fmean(nodes):.1f} | {sum(nodes) / sum(seconds):.1f} |",
                flush=True,
            )


if __name__ == "__main__":
    main()
