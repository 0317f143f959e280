"""`matchbox replay`: show a recorded game again and check it."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from .arguments import Commands, add_command, add_file, add_seat, at_least, read_text
from .output import counted

if TYPE_CHECKING:
    from matchbox.engine.notation import Record


def add(commands: Commands) -> None:
    parser = add_command(commands, "replay", run, "Show a recorded game position by position, and check every action.")
    add_file(parser, "the record of a game")
    add_seat(parser, "show what this seat sees (default: what a spectator sees)")
    number = at_least(0, "choose a position from 0 up")
    text = "print only position N, as text for `matchbox position`: all of it, or what --seat sees"
    parser.add_argument("--position", type=number, metavar="N", help=text)


def run(arguments: argparse.Namespace) -> None:
    from matchbox.engine import Unreadable
    from matchbox.engine.notation import parse_game

    record = parse_game(read_text(arguments.file))
    if record.seed is None:
        raise Unreadable("this record has only the commitment to its seed; replay it when the seed is published")
    if arguments.position is not None:
        _print_position(record, arguments.position, arguments.seat)
    else:
        _print_game(record, arguments.seat)


def _print_position(record: Record, number: int, seat: int | None) -> None:
    from matchbox.engine import BadOption
    from matchbox.engine.positions import print_position

    if number > len(record.actions):
        raise BadOption(f"there is no position {number}; choose a position from 0 to {len(record.actions)}")
    game = record.game
    state = next(state for i, (_, _, state) in enumerate(record.replay()) if i == number)
    print(print_position(game, state if seat is None else game.view(state, seat), seat), end="")


def _print_game(record: Record, seat: int | None) -> None:
    from matchbox.engine import SPECTATOR
    from matchbox.scene import Look, scene_of
    from matchbox.scene.plain_text import print_scene

    game = record.game
    viewer = SPECTATOR if seat is None else seat
    names = [f"Seat {seat}" for seat in range(record.seats)]
    for number, (actor, action, state) in enumerate(record.replay()):
        view = game.view(state, viewer)
        scene = scene_of(Look(game, view, viewer, names, game.legal(view, viewer)))
        print(f"\n--- {number} ---\n{print_scene(scene, names)}")
        if actor >= 0:
            print(f"{names[actor]}: {game.text_of(state, action)}")
    ending = "" if record.result else " The game is not over."
    print(f"\n{counted(len(record.actions), 'action')} checked.{ending}")
