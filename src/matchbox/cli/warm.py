"""`matchbox warm`: compile games before their first use."""

from __future__ import annotations

import argparse

from .arguments import Commands, add_command
from .output import print_broken_games, progress_bar


def add(commands: Commands) -> None:
    parser = add_command(commands, "warm", run, "Compile games before their first use, so that bots answer at once.")
    text = "ids of games, as `matchbox games` lists them (default: all games)"
    parser.add_argument("game", metavar="GAME", nargs="*", help=text)
    text = "also compile what PettingZoo, Gymnasium and OpenSpiel environments need"
    parser.add_argument("--adapters", action="store_true", help=text)


def run(arguments: argparse.Namespace) -> None:
    from matchbox.adapters.warm import warm_environments
    from matchbox.bots.warm import warm_many
    from matchbox.engine import games, get
    from matchbox.engine.cache import check_writable

    check_writable()
    names = [get(name).id for name in arguments.game]
    if not names:
        print_broken_games()
        names = list(games())
    with progress_bar() as progress:
        task = progress.add_task("compiling", total=len(names))
        for name, seconds in warm_many(names, *[warm_environments] * arguments.adapters):
            progress.advance(task)
            progress.console.print(f"{name} ready in {seconds:.1f} s")
