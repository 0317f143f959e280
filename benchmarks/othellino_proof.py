"""Prove the value of Othellino's start on one core: python benchmarks/othellino_proof.py [--megabytes 256]"""

from __future__ import annotations

import argparse
import sys
import time

from matchbox.engine import get
from matchbox.games.green_box.othellino.solver import Solver, prove_start


def warm() -> None:
    """Compile everything before timing: solve a position that is nearly full."""
    game = get("othellino")
    state = game.new(seed=0)
    while sum(int(pieces).bit_count() for pieces in state["pieces"][0]) < 20:
        seat = game.acting(state)[0]
        game.apply(state, seat, game.legal(state, seat)[0])
    Solver(megabytes=1).solve(game, state)


def main() -> None:
    parser = argparse.ArgumentParser(description="Prove the value of the 6 x 6 start.")
    parser.add_argument("--megabytes", type=int, default=256, help="memory limit of the transposition table (256)")
    megabytes = parser.parse_args().megabytes
    warm()
    began = time.perf_counter()

    def progress(nodes: int, lower: int, upper: int) -> None:
        seconds = time.perf_counter() - began
        text = f"\r{seconds:5.0f} s  {nodes / 1e6:7.0f} M positions  value {lower:+d} to {upper:+d} "
        print(text, end="", file=sys.stderr, flush=True)

    proof = prove_start(progress, megabytes)
    print(file=sys.stderr)
    winner = "the first player wins" if proof.value > 0 else "the second player wins" if proof.value < 0 else "a draw"
    print(f"value      {proof.value:+d} for the first player: {winner} with best play")
    print(f"seconds    {proof.seconds:.1f}")
    print(f"positions  {proof.nodes:,}")
    print(f"per second {proof.nodes / proof.seconds / 1e6:.1f} M")
    print(f"line       {' '.join(text.removeprefix('place ') for text in proof.line)}")


if __name__ == "__main__":
    main()
