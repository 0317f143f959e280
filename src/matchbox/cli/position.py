"""`matchbox position`: draw a printed position and list the legal actions."""

from __future__ import annotations

import argparse
import os
import shutil
import sys
from typing import TYPE_CHECKING

from .arguments import Commands, add_command, add_file, add_seat, read_text
from .output import counted

if TYPE_CHECKING:
    from matchbox.engine import Game, States

WHOLE = None
"""In place of a seat: a position with nothing hidden."""


def add(commands: Commands) -> None:
    parser = add_command(commands, "position", run, "Draw a position and list the legal actions.")
    add_file(parser, "a position, as `matchbox replay --position` prints it")
    add_seat(parser, "show what this seat sees, and only its actions (default: everything in the position)")


def run(arguments: argparse.Namespace) -> None:
    """Scenes call rules, too. Without compiled code no number of a position can reach other memory."""
    if "numba" not in sys.modules:
        os.environ["NUMBA_DISABLE_JIT"] = "1"
    from matchbox.engine import SPECTATOR, MatchboxError, Unreadable
    from matchbox.engine.positions import parse_view

    game, state, shown_to = parse_view(read_text(arguments.file))
    if arguments.seat is None:
        viewer = SPECTATOR if shown_to is WHOLE else shown_to
        listed = game.acting(state)
    else:
        viewer, listed = arguments.seat, [arguments.seat]
        game.view(state, viewer)
        if not _shows(game, shown_to, viewer):
            raise Unreadable(f"this position does not contain everything that seat {viewer} sees")
    try:
        lines = [_drawn(game, state, viewer)]
        lines += [_actions(game, state, seat) for seat in listed if _shows(game, shown_to, seat)]
    except MatchboxError:
        raise
    except (ArithmeticError, LookupError, TypeError, ValueError) as error:  # numbers that no game leads to
        raise Unreadable(f"this is not a position of {game.about.name}: {error}") from None
    print("\n".join(lines))


def _shows(game: Game, shown_to: int | None, seat: int) -> bool:
    """Does the position contain everything that a seat sees?"""
    if shown_to is WHOLE:
        return True
    masks = game.State.masks
    return not (masks[seat] & ~masks[shown_to]).any()


def _drawn(game: Game, state: States, viewer: int) -> str:
    from matchbox.scene import Look, scene_of
    from matchbox.scene.plain_text import print_scene

    names = [f"Seat {seat}" for seat in range(int(state["seats"][0]))]
    view = game.view(state, viewer)
    return print_scene(scene_of(Look(game, view, viewer, names, game.legal(view, viewer))), names)


def _actions(game: Game, state: States, seat: int) -> str:
    from matchbox.terminal.menu import print_menu

    actions = [game.text_of(state, action) for action in game.legal(state, seat)]
    if not actions:
        return f"\nSeat {seat} has no legal action."
    menu = print_menu(actions, shutil.get_terminal_size().columns)
    return f"\nSeat {seat} has {counted(len(actions), 'legal action')}:\n{menu}"
