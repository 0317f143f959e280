"""`matchbox report`: a game in figures, sentences and charts, as a page and as data."""

from __future__ import annotations

import argparse
import shlex
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

from .arguments import (
    BOTS,
    MOST_GAMES,
    Commands,
    add_command,
    add_executor,
    add_game,
    add_rules_options,
    add_seats,
    between,
    executor_of,
    read_options,
    split_names,
)
from .output import compiling, counted, out, print_error, progress_bar

if TYPE_CHECKING:
    from matchbox.lab.report.make import Report

DEFAULT_BOTS = "casual,club"
DEFAULT_SECONDS = 240
PARTS = 100
"""Of the progress bar."""


def add(commands: Commands) -> None:
    text = "Let bots play a game, and write a page about how fair, long, deep, lucky and tense it is."
    parser = add_command(commands, "report", run, text)
    add_game(parser)
    add_seats(parser)
    text = f"the bots that play: {BOTS} (default: {DEFAULT_BOTS})"
    parser.add_argument("--bots", nargs="+", metavar="BOT", default=[DEFAULT_BOTS], help=text)
    count = between(1, MOST_GAMES, f"play at least one game and at most {MOST_GAMES:,}")
    text = "play about N games for each question; the same N and seed give the same figures"
    parser.add_argument("--games", type=count, metavar="N", help=text)
    seconds = between(1, 10**7, "use 1 second or more")
    text = f"play for T seconds, including those of earlier runs (default: {DEFAULT_SECONDS}, or no limit with --games)"
    parser.add_argument("--seconds", type=seconds, metavar="T", help=text)
    text = "the folder of the report; a stopped report continues from the games in it (default: GAME-report)"
    parser.add_argument("--out", type=Path, metavar="DIR", help=text)
    add_executor(parser)
    add_rules_options(parser, "0")


def run(arguments: argparse.Namespace) -> None:
    from datetime import UTC, datetime

    from matchbox.engine import get
    from matchbox.engine.chance import parse_seed
    from matchbox.lab.report.collection import Limits
    from matchbox.lab.report.make import GAMES, prepare, report_of, write_report
    from matchbox.lab.report.plan import settings_of

    game = get(arguments.game)
    options = read_options(game, arguments.option)
    levels = [name for text in arguments.bots for name in split_names(text)]
    settings = settings_of(game, arguments.seats, options, levels, parse_seed(arguments.seed or 0))
    seconds = arguments.seconds or (None if arguments.games else DEFAULT_SECONDS)
    limits = Limits(arguments.games, seconds)
    folder = arguments.out or Path(f"{game.id}-report")
    command, executor = _command(arguments, folder), executor_of(arguments)
    with compiling(game):
        collection = prepare(settings, folder)
    try:
        with progress_bar() as progress:
            task = progress.add_task(game.about.name, total=PARTS)
            collection.collect(limits, executor, lambda done: progress.update(task, completed=round(PARTS * done)))
    except KeyboardInterrupt:
        kept = counted(collection.total(), "game")
        print_error(f"stopped; {kept} are in {folder / GAMES}. To continue: {command}")
        raise
    report = report_of(settings, collection)
    write_report(report, folder, command, datetime.now(UTC).date().isoformat())
    _print_report(report, folder)


def _print_report(report: Report, folder: Path) -> None:
    from matchbox.lab.report.make import DATA, PAGE, REPLAYS

    document, files = report.document, {one.name: folder / REPLAYS / one.file for one in report.replays}
    out().print(f"{counted(document.games, 'game')} of {document.name}")
    for question, sayings in groupby(report.sayings, lambda saying: saying.question):
        out().print(f"\n{question}")
        for saying in sayings:
            out().print(f"  {saying.text}", soft_wrap=True)
            if saying.replay:
                out().print(f"    matchbox replay {shlex.quote(str(files[saying.replay]))}", soft_wrap=True)
    if not report.sayings:
        out().print("There are too few games to say anything; play more of them with --seconds or --games.")
    out().print()
    for name in (PAGE, DATA):
        out().print(f"  {folder / name}", soft_wrap=True)


def _command(arguments: argparse.Namespace, folder: Path) -> str:
    """The command that makes this report, and goes on with it."""
    words = ["matchbox", "report", arguments.game, "--bots", *arguments.bots]
    for name in ("seats", "games", "seconds", "seed"):
        if (value := getattr(arguments, name)) is not None:
            words += [f"--{name}", str(value)]
    for option in arguments.option:
        words += ["--option", option]
    return shlex.join([*words, "--out", str(folder)])
