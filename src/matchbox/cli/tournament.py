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
    executor_of,
    read_options,
    split_names,
)
from .output import compiling, counted, figure_table, in_figures, out, print_json, print_table, progress_bar

if TYPE_CHECKING:
    from matchbox.engine import Game
    from matchbox.lab.tournament import Tournament


def add(commands: Commands) -> None:
    parser = add_command(commands, "tournament", run, "Let bots play each other in every seat and rank them.")
    add_game(parser)
    bots = "novice,casual,club"
    text = f"the bots that take part: {BOTS} (default: {bots})"
    parser.add_argument("--bots", metavar="BOT,...", default=bots, help=text)
    add_many_games(parser, 60, "number of games, rounded up so that each bot plays each seat equally often")
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
            executor_of(arguments),
            lambda done: progress.advance(task, done),
        )
    if arguments.json:
        print_json(found.as_dict())
    else:
        _print_standings(game, found)


def _print_standings(game: Game, found: Tournament) -> None:
    out().print(f"{game.about.name}, {counted(found.games, 'game')}")
    table = figure_table(["bot"], ["return", "95 %", "score", "95 %", "games"])
    for row in found.standings:
        intervals = in_figures(row.intervals["mean_return"], 3, "+"), in_figures(row.intervals["mean_score"], 2)
        cells = f"{row.mean_return:+.3f}", intervals[0], f"{row.mean_score:.2f}", intervals[1]
        table.add_row(row.bot, *cells, str(row.games))
    print_table(table)
    if found.skipped:
        out().print(f"No ratings: {found.skipped}.")
        return
    table = figure_table(["bot"], ["rating", "95 %"])
    for row in sorted(found.standings, key=lambda row: -(row.rating or 0)):
        interval = "fixed" if row.bot == found.anchor else in_figures(row.intervals["rating"], 0)
        table.add_row(row.bot, f"{row.rating:.0f}", interval)
    print_table(table)
    table = figure_table(["bot", "against"], ["points", "95 %", "games"])
    for pair in found.pairs:
        table.add_row(pair.bot, pair.other, f"{pair.score:.3f}", in_figures((pair.low, pair.high), 3), str(pair.games))
    print_table(table)
