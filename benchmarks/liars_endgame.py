"""The end of Liar's Cards: the planner against the common search, from rounds in which two players have few lives.

python benchmarks/liars_endgame.py --search club -n 400

Random moves lead to each round: in turn a life each, or two lives against one. Both players play it from both sides.
"""

from __future__ import annotations

import argparse

import numpy as np

from matchbox.bots import Bot
from matchbox.bots.levels import LEVELS, SearchBot
from matchbox.bots.search_only import SearchOnlyBot
from matchbox.engine import States, get
from matchbox.lab.intervals import wilson

SEATS = 3
ENDINGS = ([0, 1, 2], [0, 1, 1])  # lives in ascending order
game = get("liars_cards")


def ending(number: int) -> States:
    """The start of a round with few lives."""
    seed = 1000 * number
    while True:
        seed += 1
        state, random = game.new(SEATS, seed), np.random.default_rng(seed)
        while not state["over"][0]:
            lives = sorted(state["cubes"][0, :SEATS].tolist())
            if lives == ENDINGS[number % 2] and state["bid"][0] < 0:
                return state
            seat = game.acting(state)[0]
            game.apply(state, seat, int(random.choice(game.legal(state, seat))))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--search", default="club", choices=LEVELS)
    parser.add_argument("-n", type=int, default=400, help="endings, each played twice (400)")
    arguments = parser.parse_args()
    wins = 0
    for number in range(arguments.n):
        begun = ending(number)
        left = [seat for seat in range(SEATS) if begun["cubes"][0, seat]]
        for mine, theirs in (left, left[::-1]):
            players: dict[int, Bot] = {
                mine: SearchBot(LEVELS["expert"], number),
                theirs: SearchOnlyBot(LEVELS[arguments.search], number + 1),
            }
            state = begun.copy()
            while not state["over"][0]:
                seat = game.acting(state)[0]
                game.apply(state, seat, players[seat].choose(game, game.view(state, seat), seat))
            wins += int(state["rank"][0, mine] < state["rank"][0, theirs])
    low, high = wilson(wins / (2 * arguments.n), 2 * arguments.n)
    print(f"planner against search {arguments.search}: {wins / (2 * arguments.n):.3f} ({low:.3f} to {high:.3f})")


if __name__ == "__main__":
    main()
