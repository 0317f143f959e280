"""Do the mistakes that reviews name hold? Each is evaluated again with ten times the budget and another seed.

python benchmarks/mistakes.py othellino gold_mine gaze_into_the_abyss war -n 20
python benchmarks/mistakes.py war -n 20 --iterations 300 --deals 3       (as the server reviews a game of usual length)

Reviews the choices in games between bots of a level. A mistake holds if the better move that the review names is still
better than the played one, by at least half of the least cost that a review names. A planner has no iterations: it gets
ten times an expert's effort, or in open games without chance an expert's effort for each reply to both moves. (Planners
with a fixed greatest effort, as in Backgammon, cannot be checked so.)
The 95 % interval is a bootstrap over games, because the mistakes of one game are not independent.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

from matchbox.bots.analysis import SearchBuffers
from matchbox.bots.review import (
    WORTH_A_LOOK,
    Evaluator,
    after_action,
    decision_points,
    is_certain,
    position_value,
)
from matchbox.engine import Game, States, get
from matchbox.engine.notation import Record
from matchbox.lab.line_files import append_line, lines_of
from matchbox.lab.matches import play_match
from matchbox.play.match import Match

TIMES = 10
EXPERT = 1.0  # effort of a planner
ANOTHER_SEED = 900_000
FITS = 2000
HEAD = """| game | games | choices | mistakes | still mistakes | mean cost | again | seconds |
|---|---|---|---|---|---|---|---|"""


@dataclass(frozen=True)
class Mistake:
    """A choice that a review calls a mistake, as a line of the file has it."""

    cost: float
    cost_again: float  # with ten times the budget

    @property
    def holds(self) -> bool:
        return self.cost_again >= WORTH_A_LOOK / 2


@dataclass(frozen=True)
class Reviewed:
    """The mistakes of a game, as a line of the file has them."""

    game: str
    setting: str
    seed: int
    choices: int
    mistakes: list[Mistake]
    seconds: float


def recorded(game: Game, level: str, seed: int) -> Record:
    """A game between bots of a level."""
    template = game.template()
    matches: list[Match] = []

    def watch(match: Match, seat: int) -> None:
        matches[:] = [match]

    play_match(game, template, [level] * int(template["seats"][0]), seed, watch=watch)
    record = Record(game, int(template["seats"][0]), game.options_of(template), seed)
    record.actions = [(step.seat, step.action) for step in matches[0].steps]
    return record


def choices_of(record: Record) -> Iterator[tuple[int, States, int, int]]:
    """The number, the view, the seat and the action of every choice."""
    for _, point, steps, _ in decision_points(record):
        for number, seat, action in steps:
            view = point.decision_view(seat)
            point.note(seat, action, view)
            if len(record.game.moves(view, seat)) > 1:
                yield number, view, seat, action


def mistakes_of(game: Game, level: str, seed: int, iterations: int, deals: int, setting: str) -> Reviewed:
    start = time.thread_time()
    record, table = recorded(game, level, seed), game.template()
    reviewer = Evaluator(game, table, iterations, deals)
    again = Evaluator(game, table, TIMES * iterations, deals, ANOTHER_SEED)
    found, choices = [], 0
    for number, view, seat, action in choices_of(record):
        choices += 1
        best, cost = reviewer.best(view, seat, action, number)
        if best == action:
            continue
        found.append(Mistake(cost.mean, cost_again(game, again, view, seat, best, action, number)))
    return Reviewed(game.id, setting, seed, choices, found, time.thread_time() - start)


def cost_again(game: Game, again: Evaluator, view: States, seat: int, best: int, played: int, seed: int) -> float:
    """The cost of a mistake by ten times the effort."""
    values = again.plan_values(view, seat, seed, TIMES)
    if values is None:
        return again.difference(view, seat, best, played).mean
    if game.open and all(is_certain(game, view, seat, one) for one in (best, played)):
        worths = [after_replies(game, after_action(game, view, seat, one), seat, seed) for one in (best, played)]
        return worths[0] - worths[1]
    return values[best] - values[played]


def after_replies(game: Game, state: States, seat: int, seed: int) -> float:
    """The value of a position by a planner that looks at every reply with an expert's effort."""
    buffers = SearchBuffers(game, 4096)
    if state["over"][0]:
        return position_value(game, state, seat, 1, seed, buffers, EXPERT)
    mover = game.acting(state)[0]
    after = [after_action(game, game.view(state, mover), mover, reply) for reply in game.moves(state, mover)]
    worths = [position_value(game, one, seat, 1, seed, buffers, EXPERT) for one in after]
    return max(worths) if mover == seat else min(worths)


def interval(reviewed: list[Reviewed]) -> tuple[float, float]:
    """The 95 % interval of the share that holds: random weights of games, and half a mistake of either kind."""
    held = np.array([sum(one.holds for one in game.mistakes) for game in reviewed], float)
    all_of_them = np.array([len(game.mistakes) for game in reviewed], float)
    chance = np.random.default_rng(0)
    weights = chance.exponential(size=(FITS, len(reviewed)))
    more = chance.gamma(0.5, size=(2, FITS))
    low, high = np.quantile((weights @ held + more[0]) / (weights @ all_of_them + more.sum(axis=0)), (0.025, 0.975))
    return float(low), float(high)


def row(name: str, reviewed: list[Reviewed]) -> str:
    mistakes = [one for game in reviewed for one in game.mistakes]
    choices, seconds = sum(game.choices for game in reviewed), sum(game.seconds for game in reviewed)
    head = f"| {name} | {len(reviewed)} | {choices} | {len(mistakes)} |"
    if not mistakes:
        return f"{head} - | - | - | {seconds:.0f} |"
    share = sum(one.holds for one in mistakes) / len(mistakes)
    low, high = interval(reviewed)
    costs = [float(np.mean(column)) for column in zip(*((one.cost, one.cost_again) for one in mistakes), strict=True)]
    return f"{head} {share:.2f} ({low:.2f} to {high:.2f}) | {costs[0]:.3f} | {costs[1]:.3f} | {seconds:.0f} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="+")
    parser.add_argument("-n", type=int, default=20, help="games to review (20)")
    parser.add_argument("--level", default="casual", help="of the bots that play (casual)")
    parser.add_argument("--iterations", type=int, default=600, help="of a review's searches (600)")
    parser.add_argument("--deals", type=int, default=6, help="of a review (6)")
    parser.add_argument("--first", type=int, default=3_000_000, help="seed of the first game (3000000)")
    parser.add_argument("--file", type=Path, help="continue from the games in this file, and append new games")
    arguments = parser.parse_args()
    setting = f"{arguments.level} {arguments.iterations} {arguments.deals} {WORTH_A_LOOK}"
    print(HEAD)
    for name in arguments.games:
        game = get(name)
        known: dict[int, Reviewed] = {}
        for line in lines_of(arguments.file) if arguments.file else ():
            if (line["game"], line["setting"]) == (name, setting):
                known[line["seed"]] = Reviewed(**{**line, "mistakes": [Mistake(**one) for one in line["mistakes"]]})
        for seed in range(arguments.first, arguments.first + arguments.n):
            if seed not in known:
                known[seed] = mistakes_of(game, arguments.level, seed, arguments.iterations, arguments.deals, setting)
                if arguments.file:
                    append_line(arguments.file, asdict(known[seed]))
        print(row(name, [known[seed] for seed in range(arguments.first, arguments.first + arguments.n)]), flush=True)


if __name__ == "__main__":
    main()
