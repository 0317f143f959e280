"""Solve a small setting of a game with OpenSpiel, and measure how far our bots are from its equilibrium.

python examples/equilibrium.py round
python examples/equilibrium.py cavern --iterations 10,100,1000 --levels casual,club

- round: a single round of Gaze into the Abyss with three chips for each player
- rounds: two such rounds
- cavern: Gold Mine with six cards for two players

Their histories are few enough to visit them all. Counterfactual regret minimisation (CFR) plays them against each
other, and its mean strategy comes ever closer to an equilibrium. Exploitability says how close: what a player gains on
average by the best answer to the strategy, where a game is worth from -1 to 1. In an equilibrium it is 0.

Needs OpenSpiel: pip install 'matchbox-games[research]'
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from typing import Any

import pyspiel

from matchbox.adapters.openspiel import load
from matchbox.adapters.openspiel_tree import LevelStrategy, Tree, uniform

GAZE = {"chips_each": "three", "first_announcer": "seat0"}
SETTINGS: dict[str, tuple[str, dict[str, Any]]] = {
    "round": ("gaze_into_the_abyss", {**GAZE, "most_rounds": 1}),
    "rounds": ("gaze_into_the_abyss", {**GAZE, "most_rounds": 2}),
    "cavern": ("gold_mine", {"mine": "small"}),
}
SOLVERS = {
    "CFR": pyspiel.CFRSolver,
    "CFR+": pyspiel.CFRPlusSolver,
    "MCCFR": lambda game: pyspiel.ExternalSamplingMCCFRSolver(game, 1),
}
TRAVERSALS = 100  # of MCCFR that count as an iteration: each visits only the outcomes that it draws


def solved(tree: Tree, name: str, stops: list[int]) -> Iterator[tuple[int, float]]:
    """Run an algorithm, and yield the exploitability of its mean strategy after these numbers of iterations."""
    solver = SOLVERS[name](tree.game)
    done = 0
    for stop in stops:
        while done < stop:
            if name == "MCCFR":
                for _ in range(TRAVERSALS):
                    solver.run_iteration()
            else:
                solver.evaluate_and_update_policy()
            done += 1
        yield done, tree.exploitability(solver.average_policy())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("setting", choices=SETTINGS, nargs="?", default="round")
    parser.add_argument("--iterations", default="10,100,1000")
    parser.add_argument("--solvers", default=",".join(SOLVERS))
    parser.add_argument("--levels", default="novice,casual,club")
    parser.add_argument("--searches", type=int, default=10, help="searches of a level in every view")
    arguments = parser.parse_args()

    started = time.perf_counter()
    name, options = SETTINGS[arguments.setting]
    game = load(name, 2, chance="explicit", **options)
    tree = Tree(game)
    print(f"{tree.histories} histories, {tree.ends} ends, {len(tree.sets)} information sets", end="")
    print(f" ({time.perf_counter() - started:.0f} s)")

    print(f"a random player: {tree.exploitability(tree.policy(uniform)):.4f}")
    for solver in filter(None, arguments.solvers.split(",")):
        started = time.perf_counter()
        for iterations, found in solved(tree, solver, [int(n) for n in arguments.iterations.split(",")]):
            print(f"{solver}, {iterations} iterations: {found:.4f} ({time.perf_counter() - started:.1f} s)", flush=True)
    for level in filter(None, arguments.levels.split(",")):
        started = time.perf_counter()
        found = tree.exploitability(tree.policy(LevelStrategy(game, level, arguments.searches)))
        print(f"{level}: {found:.4f} ({time.perf_counter() - started:.0f} s)", flush=True)


if __name__ == "__main__":
    main()
