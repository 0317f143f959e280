"""`matchbox games`: list the games, or describe one with its options."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from .arguments import Commands, add_command, add_json
from .output import out, print_broken_games, print_json, print_table

if TYPE_CHECKING:
    from matchbox.engine import Game
    from matchbox.scene.options import Variant


def add(commands: Commands) -> None:
    command = add_command(commands, "games", run, "List the games, or describe one with its options.")
    command.add_argument("game", nargs="?", metavar="GAME", help="describe this game")
    add_json(command)


def run(arguments: argparse.Namespace) -> None:
    from matchbox.engine import games, get

    print_broken_games()
    if arguments.game:
        game = get(arguments.game)
        if arguments.json:
            print_json(_describe(game))
        else:
            _print_game(game)
    elif arguments.json:
        print_json([_describe(game) for game in games().values()])
    else:
        _print_table()


def _describe(game: Game) -> dict[str, Any]:
    from matchbox.bots.measured import ratings_of
    from matchbox.scene.options import variants_of

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
        "ratings": ratings_of(game),
        "options": {name: _describe_option(game, name, variant) for name, variant in variants_of(game).items()},
    }


def _describe_option(game: Game, name: str, variant: Variant) -> dict[str, Any]:
    from matchbox.scene.options import in_words

    option = game.options[name]
    custom = {"custom": option.custom.noun} if option.custom else {}
    words = {"label": in_words(variant.label), "text": in_words(variant.text)}
    labels = [in_words(value.label) for value in variant.values.values()]
    return {**words, "values": list(option.values), "labels": labels, "default": option.default, **custom}


def _print_game(game: Game) -> None:
    """What the box says, and every option with the words to type."""
    from matchbox.bots.measured import ratings_of
    from matchbox.scene import summary_of
    from matchbox.scene.options import in_words, variants_of

    about, summary = game.about, summary_of(game)
    _print(f"{about.name}: {about.kind}")
    _print(f"{about.box}, by {about.designers}. {game.allowed_seats}, {about.minutes} minutes.")
    if summary:
        _print(f"\nGoal: {summary.goal}\nYour turn: {summary.turn}\nThe end: {summary.end}")
    if found := ratings_of(game):
        levels = ", ".join(f"{name} {rating}" for name, rating in found.items())
        _print(f"\nBots: {levels}. With 100 points more, a bot does better in about 64 % of games.")
    if game.options:
        _print(f"\nOptions, as in `matchbox play {game.id} --option NAME=VALUE`:")
    for name, variant in variants_of(game).items():
        _print(f"\n{name}: {in_words(variant.label)}. {in_words(variant.text)}")
        field = game.options[name]
        for value, words in variant.values.items():
            usual = " (usual)" if value == field.default else ""
            _print(f"  {value}{usual}: {in_words(words.label)}. {in_words(words.text)}".rstrip())
        if field.custom:
            _print(f"  or a file with a custom {field.custom.noun}")


def _print_table() -> None:
    from rich.table import Column, Table

    for box, members in games_by_box().items():
        figures = [Column(name, no_wrap=True) for name in ("game", "players", "min", "weight")]
        table = Table(*figures, Column("kind", overflow="fold"), title=box, title_justify="left")
        for game in members:
            about = game.about
            table.add_row(game.id, game.seat_range, about.minutes, "●" * about.complexity, about.kind)
        print_table(table)


def games_by_box() -> dict[str, list[Game]]:
    from matchbox.engine import games

    boxes: dict[str, list[Game]] = {}
    for game in games().values():
        boxes.setdefault(game.about.box, []).append(game)
    return boxes


def _print(text: str) -> None:
    out().print(text, soft_wrap=True)
