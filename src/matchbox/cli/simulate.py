"""`matchbox simulate`: play many games of bots and report statistics."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
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
    from matchbox.lab.simulate import Report, TurnOrder

FIGURES = "wins", "95 %", "score", "95 %"
ROWS = (
    ("draw_share", "draws", 4),
    ("cap_share", "stopped at the limit on actions", 4),
    ("mean_decisions", "decisions in a game", 2),
    ("mean_choices", "decisions with a choice", 2),
    ("mean_options", "legal actions at a decision", 2),
)


def add(commands: Commands) -> None:
    parser = add_command(commands, "simulate", run, "Let bots play many games, and print statistics.")
    add_game(parser)
    add_many_games(parser, 1000, "number of games")
    parser.add_argument("--bots", metavar="BOT,...", help=f"a bot for each seat: {BOTS} (default: all random)")
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
            executor_of(arguments),
            lambda done: progress.advance(task, done),
        )
    if arguments.json:
        print_json(report.as_dict())
    else:
        _print_report(game, report)


def _print_report(game: Game, report: Report) -> None:
    rate = report.games_per_second
    speed = f"{report.seconds:.2f} s: {rate:,.{0 if rate >= 10 else 2}f} games/s"
    out().print(f"{counted(report.games, 'game')} of {game.about.name} in {speed}")
    table = figure_table(["seat", "bot"], FIGURES)
    for seat, (bot, cells) in enumerate(zip(report.bots, _cells(report), strict=True)):
        table.add_row(str(seat), bot, *cells)
    print_table(table)
    if not game.about.cooperative:  # all players win together
        _print_turn_order(report)
    table = figure_table(["of all games"], ["", "95 %"])
    for name, label, digits in ROWS:
        table.add_row(label, f"{getattr(report, name):.{digits}f}", in_figures(report.intervals[name], digits))
    for reason, share in sorted(report.reasons.items(), key=lambda item: -item[1]):
        table.add_row(f"ended: {reason}", f"{share:.4f}", in_figures(report.intervals["reasons"][reason], 4))
    print_table(table)


def _print_turn_order(report: Report) -> None:
    """Who begins may decide more than the seat, which alone would hide it where the starting player is drawn."""
    order = report.turn_order
    if order is None:
        out().print("All games begin with a simultaneous choice, so there is no turn order.")
    elif order.starts[0] == report.games:
        out().print("Seat 0 began every game, so the turn order is that of the seats.")
    else:
        table = figure_table(["turn"], FIGURES)
        for place, cells in enumerate(_cells(order)):
            table.add_row(("1st", "2nd", "3rd")[place] if place < 3 else f"{place + 1}th", *cells)
        print_table(table)
        if order.games < report.games:
            out().print(f"The turn order is that of the {counted(order.games, 'game')} that one player begins alone.")


def _cells(figures: Report | TurnOrder) -> Iterator[tuple[str, ...]]:
    """The cells of FIGURES, per seat or per place in turn order."""
    intervals = figures.intervals
    for win, wins, score, scores in zip(
        figures.win_share, intervals["win_share"], figures.mean_score, intervals["mean_score"], strict=True
    ):
        yield f"{win:.4f}", in_figures(wins, 4), f"{score:.2f}", in_figures(scores, 2)
