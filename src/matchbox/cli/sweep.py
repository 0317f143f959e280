"""`matchbox sweep`: a table of figures over a grid of options."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .arguments import (
    BOTS,
    MOST_GAMES,
    Commands,
    add_command,
    add_executor,
    add_game,
    add_json,
    add_seats,
    add_seconds,
    between,
    check_writable,
    executor_of,
    read_options,
    split_names,
)
from .output import compiling, counted, figure_table, out, print_json, print_table, progress_bar

if TYPE_CHECKING:
    from matchbox.engine import Game
    from matchbox.lab.figures import Figure
    from matchbox.lab.report.measures import Measure
    from matchbox.lab.sweep import Sweep
    from matchbox.lab.trials import Trial, Trials

GAMES = 100


def add(commands: Commands) -> None:
    parser = add_command(commands, "sweep", run, "Measure a game with every combination of some option values.")
    add_game(parser)
    add_values(parser, "the values of an option; NAME alone stands for all that it lists")
    text = "what to measure: seat (the first player's wins), minutes, choices, luck, skill, draws, stake, ..."
    parser.add_argument("--measure", metavar="NAME,...", help=text)
    add_trials(parser, GAMES, "games of each study of a setting")
    parser.add_argument("--out", type=Path, metavar="FILE", help="write the table to a CSV file")
    add_json(parser)


def add_values(parser: argparse.ArgumentParser, text: str) -> None:
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE,...", help=text)


def add_trials(parser: argparse.ArgumentParser, games: int, text: str) -> None:
    """Arguments of commands that let bots try settings."""
    parser.add_argument(
        "--bots", metavar="BOT", default="casual", help=f"the bot in every seat: {BOTS} (default: casual)"
    )
    stronger = "the bot that meets --bots to measure skill (default: the same with four times the search)"
    parser.add_argument("--stronger", metavar="BOT", help=stronger)
    add_seats(parser)
    count = between(1, MOST_GAMES, f"play at least one game and at most {MOST_GAMES:,}")
    parser.add_argument("-n", "--games", type=count, default=games, metavar="N", help=f"{text} (default: {games})")
    add_seconds(parser)
    parser.add_argument("--seed", metavar="SEED", help="a number, 64 hexadecimal digits or any text (default: 0)")
    add_executor(parser)


def read_values(game: Game, given: Sequence[str]) -> dict[str, list[Any]]:
    """The values of options from `NAME=VALUE,...` arguments."""
    from matchbox.engine import BadOption

    found: dict[str, list[Any]] = {}
    for text in given:
        name, equals, values = text.partition("=")
        if name in found:
            raise BadOption(f"write --option {name}=VALUE,... only once, with all its values")
        if not equals:
            game.read_options({name: game.options[name].default} if name in game.options else {name: ""})
            found[name] = list(game.options[name].values)
        else:
            read = [read_options(game, [f"{name}={value}"])[name] for value in split_names(values)]
            found[name] = list(dict.fromkeys(read))
    return found


def run(arguments: argparse.Namespace) -> None:
    from matchbox.bots.warm import warm_for
    from matchbox.engine import BadOption, get
    from matchbox.engine.chance import parse_seed
    from matchbox.lab.sweep import MAIN, MAIN_TOGETHER, sweep
    from matchbox.lab.trials import trials_of

    game = get(arguments.game)
    values = read_values(game, arguments.option)
    if not values:
        known = ", ".join(game.options) or "none"
        raise BadOption(f"name the options to try: --option NAME=VALUE,... (options of {game.about.name}: {known})")
    if arguments.out:
        check_writable(arguments.out)
    names = split_names(arguments.measure) if arguments.measure else None
    main = MAIN_TOGETHER if game.about.cooperative else MAIN
    seed = parse_seed(arguments.seed or 0)
    trials = trials_of(game, arguments.seats, arguments.bots, arguments.stronger, names or main, seed, bool(names))
    with compiling(game):
        warm_for(game, trials.bots)
    with progress_bar() as progress:
        task = progress.add_task(game.about.name, total=None)
        found = sweep(
            trials,
            values,
            arguments.games,
            executor_of(arguments),
            arguments.seconds,
            lambda done, total: progress.update(task, completed=done, total=total),
        )
    if arguments.out:
        found.write_csv(arguments.out)
    if arguments.json:
        print_json(found.as_dict())
    else:
        _print_sweep(found)


def _print_sweep(found: Sweep) -> None:
    print_head(found.trials, sum(row.games for row in found.rows))
    print_trials(found.trials, found.rows)
    from matchbox.lab.trials import in_words

    for one in found.skipped:
        out().print(f"skipped {in_words(one.options)}: {one.reason}", soft_wrap=True)


def print_head(trials: Trials, games: int) -> None:
    stronger = f"; {trials.measures['skill'].label}" if "skill" in trials.measures else ""
    about = f"{trials.game.about.name}, {counted(trials.seats, 'player')}, bots: {trials.bot}{stronger}."
    out().print(f"{about} {counted(games, 'game')}.", soft_wrap=True)


def print_trials(trials: Trials, rows: Sequence[Trial]) -> None:
    """A table of trials: every figure with half its 95 % interval."""
    from matchbox.lab.trials import in_words

    measures = trials.measures
    table = figure_table(["setting"], [f"{name}, %" if one.percent else name for name, one in measures.items()])
    for row in rows:
        table.add_row(in_words(row.options), *(in_cell(row.figures[name], one) for name, one in measures.items()))
    print_table(table)


def in_cell(figure: Figure, measure: Measure) -> str:
    """A figure with the longer side of its interval: `12.3 ±0.4`."""
    if not figure.groups:
        return "-"
    scale, (value, low, high, _) = 100 if measure.percent else 1, figure
    if low is None or high is None:
        return f"{scale * value:.1f}"
    return f"{scale * value:.1f} ±{scale * max(value - low, high - value):.1f}"
