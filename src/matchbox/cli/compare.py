"""`matchbox compare`: two variants of a game side by side."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from .arguments import (
    BOTS,
    MOST_GAMES,
    Commands,
    add_command,
    add_executor,
    add_game,
    add_json,
    add_rules_options,
    add_seats,
    add_seconds,
    between,
    executor_of,
    read_options,
    shortened,
    split_names,
)
from .output import compiling, counted, figure_table, in_figures, out, print_json, print_table, progress_bar

if TYPE_CHECKING:
    from matchbox.engine import Game
    from matchbox.lab.compare import Comparison, Row, Side

GAMES = 2000


def add(commands: Commands) -> None:
    text = "Compare two variants of a game: which is fairer, shorter, deeper, luckier?"
    parser = add_command(commands, "compare", run, text)
    add_game(parser)
    for name in ("a", "b"):
        text = (
            f"variant {name.upper()}: an option, or the folder of a version of the game; repeat it for several options"
        )
        parser.add_argument(f"--{name}", action="append", default=[], metavar="NAME=VALUE|DIR", help=text)
    text = "the questions to answer: fairer, shorter, deeper, luckier, easier (default: all that fit the game)"
    parser.add_argument("--ask", metavar="QUESTION,...", help=text)
    parser.add_argument(
        "--bots", metavar="BOT", default="casual", help=f"the bot in every seat: {BOTS} (default: casual)"
    )
    text = "the bot that meets --bots to measure depth (default: the same with four times the search)"
    parser.add_argument("--stronger", metavar="BOT", help=text)
    add_seats(parser)
    count = between(1, MOST_GAMES, f"play at least one game and at most {MOST_GAMES:,}")
    text = f"stop after this number of games with each variant (default: {GAMES:,})"
    parser.add_argument("-n", "--games", type=count, default=GAMES, metavar="N", help=text)
    add_seconds(parser)
    add_executor(parser)
    add_json(parser)
    add_rules_options(parser, "0")


def run(arguments: argparse.Namespace) -> None:
    from matchbox.bots.warm import warm_for
    from matchbox.engine import BadOption, get
    from matchbox.engine.chance import parse_seed
    from matchbox.lab.compare import compare, pair_of
    from matchbox.lab.report.collection import Limits

    game = get(arguments.game)
    a, b = (_side(name, getattr(arguments, name), arguments.option, game) for name in ("a", "b"))
    if (a.game is not game or b.game is not game) and (arguments.processes or arguments.ray is not None):
        raise BadOption("versions in folders work in this process only; leave out --processes and --ray")
    seed = parse_seed(arguments.seed or 0)
    pair = pair_of(a, b, arguments.seats, arguments.bots, arguments.stronger, seed)
    asked = pair.asked(split_names(arguments.ask) if arguments.ask else ())
    bots = {pair.bot, *((pair.stronger,) if pair.stronger and "deeper" in asked else ())}
    with compiling(game):
        for side in pair.sides:
            warm_for(side.game, bots)
    with progress_bar() as progress:
        task = progress.add_task(game.about.name, total=arguments.games)
        found = compare(
            pair,
            Limits(arguments.games, arguments.seconds),
            executor_of(arguments),
            asked,
            lambda games: progress.update(task, completed=games),
        )
    if arguments.json:
        print_json(found.as_dict())
    else:
        _print_comparison(found)


def _side(name: str, given: Sequence[str], shared: Sequence[str], game: Game) -> Side:
    """A variant from the arguments of its side and the options of both."""
    from matchbox.engine import BadOption
    from matchbox.lab.compare import Side
    from matchbox.lab.versions import load_version

    folders = [text for text in given if "=" not in text or _is_package(text)]
    if len(folders) > 1:
        raise BadOption(f"name only one folder with --{name}")
    for text in folders:
        if not _is_package(text):
            raise BadOption(
                f"--{name} {shortened(text)!r}: write NAME=VALUE for an option, or the folder of a version, "
                "which has a file __init__.py"
            )
        game = load_version(Path(text), game)
    own = [text for text in given if text not in folders]
    names = {text.partition("=")[0] for text in own}
    common = [text for text in shared if text.partition("=")[0] not in names]
    return Side(name.upper(), game, read_options(game, [*common, *own]), " ".join(given) or "the usual rules")


def _is_package(text: str) -> bool:
    try:
        return (Path(text) / "__init__.py").is_file()
    except (OSError, ValueError):  # too long for a path, or not one at all
        return False


def _print_comparison(found: Comparison) -> None:
    stronger = f"; {found.stronger} against {found.bot}" if found.stronger else ""
    out().print(
        f"{found.game}, {counted(found.seats, 'player')}, bots: {found.bot}{stronger}. "
        f"{counted(found.games, 'game')} with each variant.",
        soft_wrap=True,
    )
    out().print(f"A: {found.a}\nB: {found.b}", soft_wrap=True)
    for answer in found.answers:
        out().print(answer.text, soft_wrap=True)
    table = figure_table(["measure"], ["A", "B", "B - A", "95 %"])
    for row in found.rows:
        table.add_row(*_cells(row))
    print_table(table)
    out().print(
        "The intervals of differences hold at every look, so they are wider than those of a report.", soft_wrap=True
    )


def _cells(row: Row) -> tuple[str, ...]:
    scale = 100 if row.percent else 1
    low, high = row.difference.low, row.difference.high
    interval = in_figures(None if low is None or high is None else (scale * low, scale * high), 1, "+")
    label = f"{row.label}, %" if row.percent else row.label
    return label, f"{scale * row.a:.1f}", f"{scale * row.b:.1f}", f"{scale * row.difference.value:+.1f}", interval
