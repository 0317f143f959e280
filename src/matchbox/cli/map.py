"""`matchbox map`: check, show and start custom maps."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from .arguments import Commands, add_command, add_file, add_game, add_seats, read_text
from .output import BAD_INPUT, players_of

if TYPE_CHECKING:
    from matchbox.engine import CustomOption, Game


def add(commands: Commands) -> None:
    parser = add_command(commands, "map", run, "Check a custom map, show it, or print an example.")
    actions = parser.add_subparsers(dest="map_command", required=True, metavar="ACTION")
    for name, text in (("check", "List the rules that a map breaks, and where."), ("show", "Draw a map.")):
        sub = actions.add_parser(name, help=text, description=text)
        add_file(sub, "a map")
        sub.add_argument("--game", metavar="GAME", help="the game of the map, if its first line does not name it")
    text = "Print an example map to edit."
    example = actions.add_parser("example", help=text, description=text)
    add_game(example)
    add_seats(example)


def run(arguments: argparse.Namespace) -> int:
    from matchbox.engine import get

    if arguments.map_command == "example":
        return _print_example(get(arguments.game), arguments.seats)
    text = read_text(arguments.file)
    game = get(arguments.game or _game_named_in(text))
    custom = _custom_map(game)
    values = custom.read(text)
    if arguments.map_command == "check":
        return _check(game, custom, values)
    sys.stdout.write(custom.draw(values))
    return 0


def _print_example(game: Game, seats: int | None) -> int:
    from matchbox.engine import BadOption

    if seats is not None and seats not in game.about.seats:
        raise BadOption(f"{game.about.name} is for {players_of(game)}, not {seats}")
    sys.stdout.write(_custom_map(game).example(seats or game.about.seats[0]))
    return 0


def _custom_map(game: Game) -> CustomOption:
    """The reader of a game's custom maps."""
    from matchbox.engine import BadOption

    for option in game.options.values():
        if option.custom:
            return option.custom
    raise BadOption(f"{game.about.name} accepts no custom maps; these games do: {', '.join(_games_with_maps())}")


def _games_with_maps() -> list[str]:
    from matchbox.engine import games

    return [game.id for game in games().values() if any(option.custom for option in game.options.values())]


def _game_named_in(text: str) -> str:
    """The game that the first line of a map names."""
    from matchbox.engine import Unreadable, broken_games

    first = next((line for line in (line.partition("#")[0].strip() for line in text.splitlines()) if line), "")
    known = _games_with_maps()
    if first not in known and first not in broken_games():
        raise Unreadable(f"name the game in the first line of the map ({', '.join(known)}), or use --game")
    return first


def _check(game: Game, custom: CustomOption, values: Sequence[int]) -> int:
    """Print the findings for the number of players that fits best."""
    found = {seats: custom.findings(values, seats) for seats in game.about.seats}
    fits = [seats for seats, findings in found.items() if not any(finding.fatal for finding in findings)]
    nearest = min(found, key=lambda seats: sum(finding.fatal for finding in found[seats]))
    for finding in found[fits[0] if fits else nearest]:
        print(f"{'wrong' if finding.fatal else 'note'}: {finding.text}")
    if not fits:
        print(f"cannot be used for {game.about.name}")
        return BAD_INPUT
    players = f"{' or '.join(map(str, fits))} player{'' if fits == [1] else 's'}"
    print(f"good for {game.about.name} with {players}")
    return 0
