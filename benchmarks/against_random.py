"""Does a level lose to random moves in any setting? Every number of seats and every option value of every game.

python benchmarks/against_random.py
python benchmarks/against_random.py war gauntlet --level casual -n 40

The bot takes each seat in turn against random players. A setting ends early when its interval is entirely above one
half. Prints the settings where the lower end of the 95 % interval is not: of the share of decided games with two seats,
of the mean share of opponents outranked with more. Co-operative games compare the score with that of random players
from the same seed. Looking after every game makes the intervals somewhat too narrow.
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from statistics import fmean, stdev
from typing import Any

from matchbox.bots.levels import LEVELS
from matchbox.engine import BadOption, Game, games, get
from matchbox.lab.intervals import wilson
from matchbox.lab.matches import play_match

LEAST = 6  # games before a setting may end


@dataclass(frozen=True)
class Setting:
    game: Game
    seats: int
    options: dict[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        return " ".join([self.game.id, str(self.seats), *(f"{name}={value}" for name, value in self.options.items())])

    def play(self, level: str, number: int) -> float | None:
        """The share of opponents outranked, 0 to 1, ties counting half; None if two players draw."""
        template = self.game.template(self.seats, self.options)
        if self.game.about.cooperative:
            both = [play_match(self.game, template, [who] * self.seats, number) for who in (level, "random")]
            mine, theirs = (played.result.scores[0] for played in both)
            return 0.5 * ((mine > theirs) + (mine >= theirs))
        place = number % self.seats
        table = [level if seat == place else "random" for seat in range(self.seats)]
        ranks = play_match(self.game, template, table, number).result.ranks
        if self.seats == 2 and ranks[0] == ranks[1]:
            return None
        return fmean(
            0.5 * ((rank > ranks[place]) + (rank >= ranks[place])) for seat, rank in enumerate(ranks) if seat != place
        )


def settings(game: Game) -> Iterator[Setting]:
    """Every number of seats, and every value of an option with the fewest and with the most seats that allow it."""
    for seats in game.about.seats:
        yield Setting(game, seats)
    for name, option in game.options.items():
        for value in option.values:
            if value != option.default:
                allowed = [seats for seats in game.about.seats if is_allowed(game, seats, {name: value})]
                for seats in sorted({*allowed[:1], *allowed[-1:]}):
                    yield Setting(game, seats, {name: value})


def is_allowed(game: Game, seats: int, options: dict[str, Any]) -> bool:
    try:
        game.template(seats, options)
    except BadOption:
        return False
    return True


def interval(seats: int, shares: list[float]) -> tuple[float, float]:
    if seats == 2 or len(set(shares)) < 2:
        return wilson(fmean(shares), len(shares)) if shares else (0.0, 1.0)
    reach = 1.96 * stdev(shares) / math.sqrt(len(shares))
    return fmean(shares) - reach, fmean(shares) + reach


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", help="all games if none is named")
    parser.add_argument("--level", default="novice", choices=LEVELS)
    parser.add_argument("-n", type=int, default=20, help="most games per setting (20)")
    parser.add_argument("--first", type=int, default=0, help="seed of the first game")
    parser.add_argument("--seconds", type=float, default=1e9, help="start no further setting after this processor time")
    arguments = parser.parse_args()
    tried, played, weak = 0, 0, 0
    for name in arguments.games or list(games()):
        for setting in settings(get(name)):
            if time.process_time() > arguments.seconds:
                print(f"stopped before {setting}")
                return
            shares: list[float] = []
            for number in range(arguments.first, arguments.first + arguments.n):
                share = setting.play(arguments.level, number)
                shares += [] if share is None else [share]
                low, high = interval(setting.seats, shares)
                played += 1
                if len(shares) >= LEAST and low > 0.5:
                    break
            tried += 1
            if low <= 0.5:
                weak += 1
                print(f"{setting}: {fmean(shares or [0.5]):.2f} ({low:.2f} to {high:.2f}, {len(shares)})", flush=True)
        print(f"{name}: {time.process_time():.0f} s, {tried} settings, {played} games, {weak} not proved", flush=True)


if __name__ == "__main__":
    main()
