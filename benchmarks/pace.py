"""How long does a level think? Processor seconds per choice, at the smallest and the largest table of every game.

python benchmarks/pace.py
python benchmarks/pace.py halma war --level club -n 20

Positions come from games of casual bots: every choice with more than one move has the same chance to be measured.
Prints the mean, the 95th percentile, the number of choices, and the memory of the search buffers in MB.
"""

from __future__ import annotations

import argparse
import time

import numpy as np

from matchbox.bots.analysis import BufferCache
from matchbox.bots.levels import LEVELS, SearchBot
from matchbox.engine import Game, States, games, get
from matchbox.play.match import Match

HEAD = "| game | seats | mean | 95th percentile | choices | MB |\n|---|---|---|---|---|---|"
MOST_GAMES = 40


def positions(game: Game, seats: int, count: int, seed: int) -> list[tuple[States, int]]:
    """Choices of casual games, drawn evenly from all that come up until there are enough games or choices."""
    chance, seen = np.random.default_rng(seed), 0
    found: list[tuple[States, int]] = []
    for number in range(MOST_GAMES):
        match = Match(game, seats)
        match.start(game.template(seats, game.in_turns(game.read_options({}))), seed + number)
        players = [SearchBot(LEVELS["casual"], seat) for seat in range(seats)]
        while not match.over:
            for seat in match.acting():
                view = match.decision_view(seat)
                if len(match.legal(seat)) > 1:
                    seen += 1
                    if len(found) < count:
                        found.append((view.copy(), seat))
                    elif (place := int(chance.integers(seen))) < count:
                        found[place] = (view.copy(), seat)
                match.play(match.step(seat, players[seat].choose(game, view, seat)))
                if match.is_new_decision:
                    break
        if seen >= 2 * count:
            break
    return found


def measure(game: Game, seats: int, level: str, count: int, seed: int) -> str:
    buffers, spent = BufferCache(), []
    bot = SearchBot(LEVELS[level], seed, buffers=buffers)
    choices = positions(game, seats, count, seed)
    bot.choose(game, *choices[0])  # compiles
    for view, seat in choices:
        start = time.process_time()
        bot.choose(game, view, seat)
        spent.append(time.process_time() - start)
    mean, late = np.mean(spent), np.percentile(spent, 95)
    return f"| {game.id} | {seats} | {mean:.2f} | {late:.2f} | {len(spent)} | {buffers.nbytes / 1e6:.0f} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", help="all games if none is named")
    parser.add_argument("--level", default="expert", choices=LEVELS)
    parser.add_argument("-n", type=int, default=12, help="choices at each table (12)")
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    print(HEAD)
    for name in arguments.games or list(games()):
        game = get(name)
        for seats in sorted({game.about.seats[0], game.about.seats[-1]}):
            print(measure(game, seats, arguments.level, arguments.n, arguments.seed), flush=True)


if __name__ == "__main__":
    main()
