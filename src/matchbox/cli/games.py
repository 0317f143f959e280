"""`matchbox games`: list the games."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from .arguments import Commands, add_command, add_json
from .output import out, print_broken_games, print_json

if TYPE_CHECKING:
    from matchbox.engine import Game
    from matchbox.engine.record import Field


def add(commands: Commands) -> None:
    add_json(add_command(commands, "games", run, "List the games."))


def run(arguments: argparse.Namespace) -> None:
    from matchbox.engine import games

    print_broken_games()
    if arguments.json:
        print_json([_describe(game) for game in games().values()])
    else:
        _print_table()


def _describe(game: Game) -> dict[str, Any]:
    about = game.about
    return {
        "id": game.id,
        "name": about.name,
        "box": about.box,
        "designers": about.designers,
        "seats": [about.seats[0], about.seats[-1]],
        "minutes": about.minutes,
        "complexity": about.complexity,
        "kind": about.kind,
        "version": about.version,
        "actions": game.actions.count,
        "options": {name: _describe_option(option) for name, option in game.options.items()},
    }


def _describe_option(option: Field) -> dict[str, Any]:
    custom = {"custom": option.custom.noun} if option.custom else {}
    return {"values": list(option.values), "default": option.default, **custom}


def _print_table() -> None:
    from rich.table import Column, Table

    table = Table(Column("game", no_wrap=True), "players", "minutes", "complexity", "kind", "box")
    for box, members in games_by_box().items():
        table.add_section()
        for game in members:
            about = game.about
            table.add_row(game.id, game.seat_range, about.minutes, "●" * about.complexity, about.kind, box)
    out().print(table)


def games_by_box() -> dict[str, list[Game]]:
    from matchbox.engine import games

    boxes: dict[str, list[Game]] = {}
    for game in games().values():
        boxes.setdefault(game.about.box, []).append(game)
    return boxes
