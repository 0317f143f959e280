"""The ladder of bots: each level against the one below, in every game.

python benchmarks/ladder.py -n 100 --levels random,novice,casual,club othellino gold_mine
"""

from __future__ import annotations

import argparse
import time
from itertools import pairwise

from matchbox.engine import games, get
from matchbox.lab.matches import play_match
from matchbox.lab.tournament import wilson


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", help="all if none is named")
    parser.add_argument("-n", type=int, default=100, help="games a pair of levels")
    parser.add_argument("--levels", default="random,novice,casual,club,expert")
    parser.add_argument("--seats", type=int, help="the fewest the game allows")
    arguments = parser.parse_args()
    print("| game | seats | level | below | games | share of decided games | 95 % | mean score | s/game |")
    print("|---|---|---|---|---|---|---|---|---|")
    for name in arguments.games or list(games()):
        for below, level in pairwise(arguments.levels.split(",")):
            print(rung(name, level, below, arguments.n, arguments.seats), flush=True)


def rung(name: str, level: str, below: str, count: int, seats: int | None) -> str:
    """One row: the higher level takes each seat in turn, the lower one has the others."""
    game = get(name)
    template = game.template(seats)
    seats = int(template["seats"][0])
    wins = losses = 0
    scores: dict[str, list[int]] = {level: [], below: []}
    start = time.perf_counter()
    for number in range(count):
        table = [below] * seats
        place = number % seats
        table[place] = level
        if game.about.cooperative:  # all of one level, in turns
            table = [level if number % 2 else below] * seats
        result = play_match(game, template, table, number // seats).result
        for seat, who in enumerate(table):
            scores[who].append(result.scores[seat])
        others = [rank for seat, rank in enumerate(result.ranks) if seat != place]
        if others and result.ranks[place] != min(others):
            wins += result.ranks[place] < min(others)
            losses += result.ranks[place] > min(others)
    seconds = (time.perf_counter() - start) / count
    decided = wins + losses
    means = " / ".join(f"{sum(s) / len(s):.1f}" if s else "-" for s in scores.values())
    share = wins / decided if decided else 0.0
    low, high = wilson(share, decided)
    shown = f"{share:.2f} | {low:.2f}-{high:.2f}" if decided else "- | -"
    return f"| {name} | {seats} | {level} | {below} | {count} | {shown} | {means} | {seconds:.2f} |"


if __name__ == "__main__":
    main()
