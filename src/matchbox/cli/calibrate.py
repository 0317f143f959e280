"""`matchbox calibrate`: compare the values of hints and reviews with the results of games."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from .arguments import MOST_THREADS, Commands, add_command, add_seats, at_least, between
from .output import compiling, figure_table, in_figures, out, print_json, print_table, progress_bar

if TYPE_CHECKING:
    from matchbox.bots.calibration import Use
    from matchbox.engine import Game
    from matchbox.lab.calibration import Calibration, Sampler

FIRST_SEED = 2_000_000


def add(commands: Commands) -> None:
    text = "Compare the chances in hints and reviews with results, and correct them."
    parser = add_command(commands, "calibrate", run, text)
    parser.add_argument("games", nargs="+", metavar="GAME", help="ids of games, as `matchbox games` lists them")
    count = between(0, 1_000_000, "play 0 to 1,000,000 games")
    text = "play N games of each, and sample one choice from each game (default: 2000); 0 only fits the file"
    parser.add_argument("-n", "--games", dest="count", type=count, default=2000, metavar="N", help=text)
    parser.add_argument("--level", default="casual", help="the bots that play (default: casual)")
    text = "at most T core minutes for each game, including those in the file (default: no limit)"
    parser.add_argument("--minutes", type=at_least(1, "use at least a minute"), metavar="T", help=text)
    text = f"the first seed (default: {FIRST_SEED}); use other seeds to tune bots"
    parser.add_argument(
        "--seed", type=between(0, 2**60, "choose a seed from 0 to 2**60"), default=FIRST_SEED, help=text
    )
    text = "add every sample to this file, and continue from the samples in it (default: calibration.jsonl)"
    parser.add_argument("--file", type=Path, default=Path("calibration.jsonl"), metavar="FILE", help=text)
    threads = between(1, MOST_THREADS, f"use at least one thread and at most {MOST_THREADS}")
    parser.add_argument("--threads", type=threads, default=1, metavar="N", help="number of threads (default: 1)")
    add_seats(parser)
    text = "print a JSON document for each game and keep nothing (default: keep calibration.json in the game's folder)"
    parser.add_argument("--json", action="store_true", help=text)


def run(arguments: argparse.Namespace) -> None:
    from matchbox.engine import get

    for game in [get(name) for name in arguments.games]:
        _calibrate(game, arguments)


def _calibrate(game: Game, arguments: argparse.Namespace) -> None:
    from datetime import UTC, datetime

    from matchbox.bots.measured import CALIBRATION, write_measured
    from matchbox.lab.calibration import USES, Sampler, calibrate, document

    sampler = Sampler(game, arguments.level, arguments.seats, arguments.seed, arguments.file)
    if arguments.count:
        with compiling(game):
            sampler.prepare()
        with progress_bar() as progress:
            task = progress.add_task(game.about.name, total=arguments.count)
            seconds = 60.0 * arguments.minutes if arguments.minutes else float("inf")
            sampler.play(
                arguments.count, seconds, arguments.threads, lambda done: progress.update(task, completed=done)
            )
    found = {use: calibrate(sampler.samples, use, game.about.cooperative) for use in USES}
    kept = document(sampler, found, _command(game, arguments), datetime.now(UTC).date().isoformat())
    if arguments.json:
        print_json({"game": game.id, **kept})
    else:
        write_measured(game, CALIBRATION, kept)
        _print_calibration(game, sampler, found)


def _print_calibration(game: Game, sampler: Sampler, found: dict[Use, Calibration]) -> None:
    title = f"{game.about.name}, {len(sampler.samples):,} games, {sampler.seconds / 60:.1f} minutes of a core"
    for use, one in found.items():
        out().print(f"{title}: {use}s")
        table = figure_table([], ["predicted", "result", "95 %", "games"])
        for row in one.bins:
            cells = f"{row.predicted:.3f}", f"{row.result:.3f}", in_figures((row.low, row.high), 3)
            table.add_row(*cells, str(row.games))
        print_table(table)
        slope = f"slope {one.slope:.2f} ({one.slope_low:.2f} to {one.slope_high:.2f}), bias {one.bias:+.2f}"
        out().print(
            f"{slope}; error {one.error:.3f}, corrected {one.error_corrected:.3f}, by chance {one.error_by_chance:.3f}"
        )


def _command(game: Game, arguments: argparse.Namespace) -> str:
    """The command that takes the same samples again."""
    seats = ["--seats", str(arguments.seats)] if arguments.seats else []
    limits = ["-n", str(arguments.count), "--level", arguments.level, "--seed", str(arguments.seed)]
    return " ".join(["matchbox", "calibrate", game.id, *limits, *seats])
