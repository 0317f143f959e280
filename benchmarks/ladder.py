"""The ladder of bots: each level against the level below, in every game.

python benchmarks/ladder.py -n 200 --levels random,novice,casual,club othellino gold_mine
python benchmarks/ladder.py -n 100 --level-pairs expert:club,club:novice --file ladder.jsonl
python benchmarks/ladder.py -n 0 --file ladder.jsonl     (prints the table of the games in the file)

A rung is a pair of levels in one game. It takes at least 20 and at most -n games, and ends when the 95 % interval is
entirely above or below the goal. With --file every game is appended as a line of JSON, and a later run continues from
there. Games of levels with different settings do not count.

The goal of the higher level is 65 % of the decided games with two seats, a better rank than the mean of the others with
more seats, and a higher score than the lower level from the same seeds in co-operative games.
"""

from __future__ import annotations

import argparse
import json
import math
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import pairwise
from pathlib import Path
from statistics import fmean, stdev

from matchbox.bots.levels import LEVELS
from matchbox.engine import Game, games, get
from matchbox.lab.matches import play_match
from matchbox.lab.tournament import wilson

LEAST = 20  # games before a rung may be settled
SHARE = 0.65  # of decided games, with two seats
HEAD = """| game | seats | level | below | games | share of decided | lead | 95 % | goal met | s/choice |
|---|---|---|---|---|---|---|---|---|---|"""


@dataclass(frozen=True)
class Trial:
    """One game between neighbouring levels. In a co-operative game each level plays the same seed."""

    rung: str  # the game, its seats, and the settings of both levels
    number: int
    lead: float  # how far the higher level was ahead: in ranks, in co-operative games in points
    pace: float  # seconds per choice of the higher level


@dataclass(frozen=True)
class Rung:
    game: Game
    seats: int
    level: str
    below: str
    first: int = 0  # seed

    @property
    def name(self) -> str:
        return (
            f"{self.game.id}/{self.seats} {self._setting(self.level)} > {self._setting(self.below)} from {self.first}"
        )

    def _setting(self, name: str) -> str:
        level = LEVELS.get(name)
        if level is None:
            return name
        parts = (level.iterations(self.game), level.looks, f"{level.softness_in(self.game):.2f}", level.limit)
        return f"{name}({','.join(map(str, parts))})"

    def play(self, number: int) -> Trial:
        """The higher level takes each seat in turn; the lower level has the other seats."""
        template = self.game.template(self.seats)
        if self.game.about.cooperative:
            seed = self.first + number
            mine, theirs = (play_match(self.game, template, [who] * self.seats, seed) for who in self._both)
            lead = float(mine.result.scores[0] - theirs.result.scores[0])
            return Trial(self.name, number, lead, fmean(mine.pace))
        place = number % self.seats
        table = [self.level if seat == place else self.below for seat in range(self.seats)]
        played = play_match(self.game, template, table, self.first + number // self.seats)
        others = fmean(rank for seat, rank in enumerate(played.result.ranks) if seat != place)
        return Trial(self.name, number, others - played.result.ranks[place], played.pace[place])

    @property
    def _both(self) -> tuple[str, str]:
        return self.level, self.below


@dataclass(frozen=True)
class Verdict:
    share: float | None  # of decided games, with two seats
    lead: float  # mean
    low: float  # 95 % interval of the share, else of the lead
    high: float
    goal: float

    @property
    def settled(self) -> bool:
        return self.low > self.goal or self.high < self.goal

    def __str__(self) -> str:
        met = "yes" if self.low > self.goal else "no" if self.high < self.goal else "open"
        share = "-" if self.share is None else f"{self.share:.2f}"
        return f"{share} | {self.lead:+.2f} | {self.low:.2f} to {self.high:.2f} | {met}"


def judge(rung: Rung, leads: Sequence[float]) -> Verdict:
    mean = fmean(leads) if leads else 0.0
    if rung.seats == 2 and not rung.game.about.cooperative:
        decided = [lead for lead in leads if lead]
        share = sum(lead > 0 for lead in decided) / len(decided) if decided else 0.5
        return Verdict(share, mean, *wilson(share, len(decided)), SHARE)
    reach = 1.96 * stdev(leads) / math.sqrt(len(leads)) if len(leads) > 1 else math.inf
    return Verdict(None, mean, mean - reach, mean + reach, 0.0)


def climb(rung: Rung, known: dict[str, dict[int, Trial]], most: int) -> Iterator[Trial]:
    """Play the games that are missing to settle a rung; yields every new trial."""
    trials = known.setdefault(rung.name, {})
    number = 0
    while number < most and not (number >= LEAST and judge(rung, [trials[k].lead for k in range(number)]).settled):
        for _ in range(rung.seats):  # every seat once
            if number not in trials:
                trials[number] = rung.play(number)
                yield trials[number]
            number += 1


def row(rung: Rung, trials: dict[int, Trial]) -> str:
    verdict = judge(rung, [trial.lead for trial in trials.values()])
    pace = fmean(trial.pace for trial in trials.values())
    return f"| {rung.game.id} | {rung.seats} | {rung.level} | {rung.below} | {len(trials)} | {verdict} | {pace:.3f} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", help="all games if none is named")
    parser.add_argument("-n", type=int, default=100, help="most games per pair of levels (100)")
    parser.add_argument("--levels", default="random,novice,casual,club,expert", help="in ascending order")
    parser.add_argument("--level-pairs", help="instead: higher:lower,...")
    parser.add_argument("--seats", type=int, help="number of seats (default: the fewest the game allows)")
    parser.add_argument(
        "--first", type=int, default=0, help="seed of the first game (0); use other seeds than for tuning"
    )
    parser.add_argument("--file", type=Path, help="continue from the games in this file, and append new games")
    parser.add_argument("--json", action="store_true", help="print a line of JSON per rung instead of a table")
    arguments = parser.parse_args()
    if arguments.level_pairs:
        pairs = [tuple(pair.split(":")) for pair in arguments.level_pairs.split(",")]
    else:
        pairs = [(level, below) for below, level in pairwise(arguments.levels.split(","))]
    known: dict[str, dict[int, Trial]] = {}
    if arguments.file and arguments.file.exists():
        for line in arguments.file.read_text(encoding="utf-8").splitlines():
            trial = Trial(**json.loads(line))
            known.setdefault(trial.rung, {})[trial.number] = trial
    if not arguments.json:
        print(HEAD)
    for level, below in pairs:
        for name in arguments.games or list(games()):
            game = get(name)
            rung = Rung(game, int(game.template(arguments.seats)["seats"][0]), level, below, arguments.first)
            for trial in climb(rung, known, arguments.n):
                if arguments.file:
                    with arguments.file.open("a", encoding="utf-8") as file:
                        print(json.dumps(asdict(trial)), file=file)
            trials = known[rung.name]
            if arguments.json and trials:
                verdict = judge(rung, [trial.lead for trial in trials.values()])
                found = {"game": name, "seats": rung.seats, "level": level, "below": below, "games": len(trials)}
                print(json.dumps(found | asdict(verdict)), flush=True)
            elif trials:
                print(row(rung, trials), flush=True)


if __name__ == "__main__":
    main()
