"""A game's learned evaluation against bots without it, with the same processor time for each choice.

python benchmarks/learned.py building_blocks_brawl --percent 3 -n 200 --first 9000000

Every seed is played from every seat. The match ends early if it is decided by 2.6 standard errors, or below one half by
one. Prints the share of the games (a draw is half a game), its 95 % interval, and the processor time per choice.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from matchbox.bots.learned import FILE, load
from matchbox.engine import get
from matchbox.lab.gate import gate, timed, without


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--file", type=Path, help="an evaluation elsewhere (default: in the game's folder)")
    parser.add_argument("-n", type=int, default=200, help="most games (200)")
    parser.add_argument("--percent", type=float, default=3.0, help="of an expert's time, for each choice (3)")
    parser.add_argument("--first", type=int, default=9_000_000, help="seed of the first games (9000000)")
    parser.add_argument("--threads", type=int, default=2)
    arguments = parser.parse_args()
    game = get(arguments.game)
    learned = load(arguments.file or game.folder / FILE)
    template = game.template(learned.header["seats"], learned.header["options"])
    timed_here = timed(game, template, learned, 0.05)
    effort = arguments.percent / 100
    verdict = gate(
        game, template, timed_here, arguments.n, effort, arguments.first, arguments.threads, present=without
    )  # fmt: skip
    print(f"{game.id}: seeds from {arguments.first}, {arguments.percent} % of an expert's time: {verdict}")


if __name__ == "__main__":
    main()
