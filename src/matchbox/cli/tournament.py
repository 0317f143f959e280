"""`matchbox tournament`: a round robin between bots."""

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
    from matchbox.lab.tournament import Tournament


def add(commands: Commands) -> None:
    parser = add_command(commands, "tournament", run, "Let bots play each other in every seat and rank them.")
    add_game(parser)
    bots = "novice,casual,club"
    text = f"the bots that take part, of {BOTS} (default: {bots})"
    parser.add_argument("--bots", metavar="BOT,...", default=bots, help=text)
    add_many_games(parser, 60, "least number of games; rounded up so that each bot plays each seat equally often")
    add_json(parser)
    add_rules_options(parser, "0")


def run(arguments: argparse.Namespace) -> None:
    from matchbox.engine import get
    from matchbox.engine.chance import parse_seed
    from matchbox.lab.tournament import line_ups, tournament

    game = get(arguments.game)
    options = read_options(game, arguments.option)
    names = split_names(arguments.bots)
    seats = int(game.template(arguments.seats, options)["seats"][0])
    total = len(line_ups(names, seats, arguments.games))
    with compiling(game):
        game.new(seats, 0, **options)
    with progress_bar() as progress:
        task = progress.add_task(game.about.name, total=total)
        found = tournament(
            game,
            names,
            arguments.games,
            seats,
            options,
            parse_seed(arguments.seed or 0),
            arguments.threads,
            lambda done: progress.advance(task, done),
        )
    if arguments.json:
        print_json(found.as_dict())
    else:
        _print_standings(game, found)


def _print_standings(game: Game, found: Tournament) -> None:
    from rich.table import Table

    title = f"{game.about.name}, {counted(found.games, 'game')}"
    table = Table("bot", "games", "mean return", "mean score", "rating", title=title)
    for row in found.standings:
        rating = "" if row.rating is None else f"{row.rating:.1f}"
        table.add_row(row.bot, str(row.games), f"{row.mean_return:+.3f}", f"{row.mean_score:.2f}", rating)
    out().print(table)
    for pair in found.pairs:
        interval = f"95 % interval {pair.low:.3f} to {pair.high:.3f}"
        out().print(f"{pair.bot} beats {pair.other}: {pair.score:.3f} ({interval}, {counted(pair.games, 'game')})")
