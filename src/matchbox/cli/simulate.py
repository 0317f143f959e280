"""`matchbox simulate`: play many games of bots and report statistics."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from .arguments import (
    BOTS,
    Commands,
    add_command,
    add_game,
    add_json,
    add_many_games,
    add_rules_options,
    read_options,
    split_names,
)
from .output import compiling, counted, out, print_json, progress_bar

if TYPE_CHECKING:
    from matchbox.engine import Game
    from matchbox.lab.simulate import Report


def add(commands: Commands) -> None:
    parser = add_command(commands, "simulate", run, "Play many games between bots and report statistics.")
    add_game(parser)
    add_many_games(parser, 1000, "number of games")
    parser.add_argument("--bots", metavar="BOT,...", help=f"a bot for each seat: {BOTS} (default: random in all)")
    add_json(parser)
    add_rules_options(parser, "0")


def run(arguments: argparse.Namespace) -> None:
    from matchbox.engine import get
    from matchbox.engine.chance import parse_seed
    from matchbox.lab.simulate import simulate

    game = get(arguments.game)
    options = read_options(game, arguments.option)
    players = split_names(arguments.bots) if arguments.bots else []
    with compiling(game):
        game.new(arguments.seats, 0, **options)
    with progress_bar() as progress:
        task = progress.add_task(game.about.name, total=arguments.games)
        report = simulate(
            game,
            arguments.games,
            arguments.seats,
            options,
            parse_seed(arguments.seed or 0),
            players,
            arguments.threads,
            lambda done: progress.advance(task, done),
        )
    if arguments.json:
        print_json(report.as_dict())
    else:
        _print_report(game, report)


def _print_report(game: Game, report: Report) -> None:
    from rich.table import Table

    speed = f"{report.seconds:.2f} s: {report.games_per_second:,.0f} games/s"
    out().print(f"{counted(report.games, 'game')} of {game.about.name} in {speed}")
    table = Table("seat", "bot", "win share", "mean score")
    for seat, (bot, share, score) in enumerate(zip(report.bots, report.win_share, report.mean_score, strict=True)):
        table.add_row(str(seat), bot, f"{share:.4f}", f"{score:.2f}")
    out().print(table)
    out().print(f"draws {report.draw_share:.4f}, stopped at the limit on actions {report.cap_share:.4f}")
    out().print(f"{report.mean_decisions:.2f} decisions per game, {report.mean_options:.2f} legal actions per decision")
    out().print("games by how they ended:")
    for reason, share in sorted(report.reasons.items(), key=lambda item: -item[1]):
        out().print(f"  {share:.4f}  {reason}")
