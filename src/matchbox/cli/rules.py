"""`matchbox rules`: show the rules page of a game."""

from __future__ import annotations

import argparse
import sys

from .arguments import Commands, add_command, add_game
from .output import out


def add(commands: Commands) -> None:
    add_game(add_command(commands, "rules", run, "Show the rules of a game."))


def run(arguments: argparse.Namespace) -> None:
    from matchbox.engine import get
    from matchbox.terminal.rules_page import drawn_page

    page = drawn_page(get(arguments.game))
    if not out().is_terminal:
        sys.stdout.write(page)
        return
    from rich.markdown import Markdown

    with out().pager(styles=True):
        out().print(Markdown(page))
