"""`matchbox export`: play games of bots and write every decision to Parquet files."""

from __future__ import annotations

import argparse
from pathlib import Path

from .arguments import (
    BOTS,
    Commands,
    add_command,
    add_game,
    add_many_games,
    add_rules_options,
    executor_of,
    read_options,
    split_names,
)
from .output import compiling, counted, out, progress_bar


def add(commands: Commands) -> None:
    text = "Let bots play, and write every decision to Parquet files, for analysis and training."
    parser = add_command(commands, "export", run, text)
    add_game(parser)
    add_many_games(parser, 1000, "number of games")
    parser.add_argument("--bots", metavar="BOT,...", help=f"a bot for each seat: {BOTS} (default: all random)")
    text = "the file for the decisions (default: GAME.parquet); the games and the schema go to files beside it"
    parser.add_argument("--out", type=Path, metavar="FILE", help=text)
    add_rules_options(parser, "0")


def run(arguments: argparse.Namespace) -> None:
    from matchbox.engine import get
    from matchbox.engine.chance import parse_seed
    from matchbox.lab.export import prepare
    from matchbox.lab.parquet import write

    game = get(arguments.game)
    options = read_options(game, arguments.option)
    players = split_names(arguments.bots) if arguments.bots else []
    export = prepare(game, arguments.games, arguments.seats, options, parse_seed(arguments.seed or 0), players)
    with compiling(game):
        game.start(export.config.template, 0)
    with progress_bar() as progress:
        task = progress.add_task(game.about.name, total=arguments.games)
        files = write(
            export,
            arguments.out or Path(f"{game.id}.parquet"),
            executor_of(arguments),
            lambda done: progress.advance(task, done),
        )
    out().print(f"{counted(arguments.games, 'game')} of {game.about.name}", soft_wrap=True)
    for path in files.all():
        out().print(f"  {path}", soft_wrap=True)
