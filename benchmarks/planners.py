"""A game's planner against the common search, both seats of every seed.

python benchmarks/planners.py gaze_into_the_abyss --level expert --search club -n 200 --first 5000
python benchmarks/planners.py gaze_into_the_abyss --level club --random -n 40

The planner plays at --level, the search at --search without the planner. Prints the share of decided games, its 95 %
interval, the draws, and the processor time per choice of each side. With --stop it ends after 20 games or more as soon
as the interval excludes one half; looking after every pair of games makes such an interval somewhat too narrow.
"""

from __future__ import annotations

import argparse
import time

from matchbox.bots import Bot, make
from matchbox.bots.levels import LEVELS, SearchBot
from matchbox.bots.search_only import SearchOnlyBot
from matchbox.engine import Game, get
from matchbox.lab.intervals import wilson
from matchbox.play.match import Match

LEAST = 20


def play(game: Game, players: list[Bot], seed: int, spent: list[list[float]]) -> int:
    """The difference of the ranks: positive if the first player came off better."""
    match = Match(game, 2)
    match.start(game.template(2), seed)
    while not match.over:
        for seat in match.acting():
            view = match.decision_view(seat)
            start = time.thread_time()
            action = players[seat].choose(game, view, seat)
            if len(match.legal(seat)) > 1:
                spent[seat].append(time.thread_time() - start)
            match.play(match.step(seat, action))
            if match.is_new_decision:
                break
    ranks = match.position["rank"][0]
    return int(ranks[1]) - int(ranks[0])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--level", default="expert", choices=LEVELS)
    parser.add_argument("--search", default="club", choices=LEVELS)
    parser.add_argument("--random", action="store_true", help="against random moves instead")
    parser.add_argument("-n", type=int, default=100, help="games (100)")
    parser.add_argument("--first", type=int, default=0, help="seed of the first pair of games")
    parser.add_argument("--seconds", type=float, default=1e9, help="stop after this processor time")
    parser.add_argument("--stop", action="store_true", help="stop when the interval excludes one half")
    arguments = parser.parse_args()
    game = get(arguments.game)
    wins = losses = draws = 0
    mine: list[float] = []
    theirs: list[float] = []
    begun = time.process_time()
    for number in range(arguments.n):
        seed, place = arguments.first + number // 2, number % 2
        other = (
            make("random", seed, game) if arguments.random else SearchOnlyBot(LEVELS[arguments.search], 2 * seed + 1)
        )
        players: list[Bot] = [SearchBot(LEVELS[arguments.level], 2 * seed), other]
        spent = [mine, theirs]
        lead = play(game, players[::-1] if place else players, seed, spent[::-1] if place else spent)
        lead = -lead if place else lead
        wins, losses, draws = wins + (lead > 0), losses + (lead < 0), draws + (lead == 0)
        low, high = wilson(wins / max(1, wins + losses), wins + losses)
        settled = arguments.stop and number + 1 >= LEAST and place == 1 and (low > 0.5 or high < 0.5)
        if settled or time.process_time() - begun > arguments.seconds:
            break
    opponent = "random" if arguments.random else f"search {arguments.search}"
    print(
        f"{game.id}: planner {arguments.level} against {opponent}, seeds from {arguments.first}: "
        f"{wins / max(1, wins + losses):.3f} ({low:.3f} to {high:.3f}) of {wins + losses} decided games, "
        f"{draws} draws; "
        f"{sum(mine) / len(mine):.4f} s and {sum(theirs) / len(theirs):.4f} s per choice"
    )


if __name__ == "__main__":
    main()
