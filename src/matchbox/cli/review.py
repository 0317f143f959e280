"""`matchbox review`: find the costly moves and the luck in a finished game."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from .arguments import Commands, add_command, add_file, add_json, between, check_writable, read_text
from .output import compiling, print_json, progress_bar

if TYPE_CHECKING:
    from matchbox.bots.review import Review
    from matchbox.engine import Result


def add(commands: Commands) -> None:
    parser = add_command(commands, "review", run, "Review a finished game: costly moves, and luck.")
    add_file(parser, "the record of a finished game")
    iterations = between(1, 1_000_000_000, "use at least one iteration and at most 1,000,000,000")
    text = "search iterations per position (default: 600)"
    parser.add_argument("--iterations", type=iterations, default=600, metavar="N", help=text)
    parser.add_argument("--svg", metavar="FILE", type=Path, help="write a graph of the evaluation to FILE")
    add_json(parser)


def run(arguments: argparse.Namespace) -> None:
    from matchbox.bots.review import review
    from matchbox.engine import Unreadable
    from matchbox.engine.notation import parse_game

    record = parse_game(read_text(arguments.file))
    if record.result is None:
        raise Unreadable("this game is not over; finish it before you review it")
    if arguments.svg:
        check_writable(arguments.svg)
    with compiling(record.game):
        record.final()
    with progress_bar() as progress:
        task = progress.add_task("reviewing", total=len(record.actions))
        found = review(record, arguments.iterations, progress=lambda done: progress.advance(task, done))
    if arguments.svg:
        arguments.svg.write_text(found.svg(), encoding="utf-8")
    if arguments.json:
        print_json(found.as_dict())
    else:
        _print_review(found, record.result)


def _print_review(found: Review, result: Result) -> None:
    print("Values run from -1, the worst result, to +1, the best. The graph shows each seat's value over the game.")
    print("The standard error over deals follows ±. A cost within two of them counts as 0. Planners have none.")
    for seat in range(found.seats):
        print(f"\nSeat {seat}  {found.sparkline(seat)}")
        lost = _with_error(found.lost(seat), found.lost_error(seat))
        print(f"  place {result.ranks[seat]}, moves cost {lost}, luck {found.luck[seat]:+.2f}")
        for choice in found.costliest(seat):
            cost = _with_error(choice.cost, choice.error)
            print(f"  action {choice.number}: {choice.played} cost {cost}; better: {choice.best}")


def _with_error(value: float, error: float) -> str:
    return f"{value:.2f} ± {error:.2f}" if error else f"{value:.2f}"
