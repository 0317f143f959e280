"""`matchbox bench`: measure speed."""

from __future__ import annotations

import argparse

from .arguments import Commands, add_command, add_json, between
from .output import err, figure_table, print_broken_games, print_json, print_table, spinner


def add(commands: Commands) -> None:
    text = "Measure the speed of some games, and of other systems where they are installed."
    parser = add_command(commands, "bench", run, text)
    parser.add_argument("--all", action="store_true", help="measure the random moves per second of every game instead")
    rounds = between(1, 1000, "measure at least one round and at most 1000")
    text = "measure N rounds, of which the best counts (default: 5)"
    parser.add_argument("--rounds", type=rounds, default=5, metavar="N", help=text)
    add_json(parser)


def run(arguments: argparse.Namespace) -> None:
    from matchbox.lab import bench

    if arguments.all:
        print_broken_games()
    with spinner("measuring"):
        if arguments.all:
            rows = bench.every_game(arguments.rounds)
        else:
            rows = bench.against_peers(arguments.rounds, err().print)
    if arguments.json:
        print_json([row.as_dict() for row in rows])
        return
    table = figure_table(["measure"], ["Matchbox", "other system", "its figure", "ratio"])
    for row in rows:
        theirs, ratio = (f"{x:,.2f}" if x is not None else "" for x in (row.peer_value, row.ratio))
        table.add_row(row.name, f"{row.ours:,.2f}", row.peer or "", theirs, ratio)
    print_table(table)
