"""`matchbox map`: maps of one's own, checked, drawn and begun."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from .engine import BadOption, Game, Own, Unreadable, games, get
from .resources import read_text

UNFIT = 2  # the exit code of bad input


def add_map(parser: argparse.ArgumentParser) -> None:
    parts = parser.add_subparsers(dest="part", required=True, metavar="PART")
    for part, text in (("check", "Say which rules a map breaks, and where."), ("show", "Draw a map.")):
        sub = parts.add_parser(part, help=text, description=text)
        sub.add_argument("file", metavar="FILE", type=Path)
        sub.add_argument("--game", metavar="GAME", help="whose map it is, if its first line does not say")
    text = "Print a map to begin with."
    sub = parts.add_parser("example", help=text, description=text)
    sub.add_argument("game", metavar="GAME")
    sub.add_argument("--seats", type=int, metavar="K", help="for so many players (the fewest the game allows)")


def _own(game: Game) -> Own:
    """How a game reads maps of one's own."""
    for option in game.options.values():
        if option.own:
            return option.own
    raise BadOption(f"{game.about.name} takes no maps of one's own; these do: {', '.join(_with_maps())}")


def _with_maps() -> list[str]:
    return [game.id for game in games().values() if any(option.own for option in game.options.values())]


def map_command(arguments: argparse.Namespace) -> int:
    if arguments.part == "example":
        game = get(arguments.game)
        seats = arguments.seats if arguments.seats in game.about.seats else None
        if seats is None and arguments.seats is not None:
            raise BadOption(f"{game.about.name} is for {game.seat_range} players, not {arguments.seats}")
        sys.stdout.write(_own(game).example(seats or game.about.seats[0]))
        return 0
    text = read_text(arguments.file)
    game = get(arguments.game or _named_in(text))
    own = _own(game)
    values = own.read(text)
    if arguments.part == "show":
        sys.stdout.write(own.draw(values))
        return 0
    return _check_map(game, own, values)


def _named_in(text: str) -> str:
    """The game that a map's first line names."""
    first = next((line for line in (line.partition("#")[0].strip() for line in text.splitlines()) if line), "")
    if first not in _with_maps():
        raise Unreadable(f"begin the map with a line that names its game ({', '.join(_with_maps())}), or use --game")
    return first


def _check_map(game: Game, own: Own, values: Sequence[int]) -> int:
    """Print what there is to say; UNFIT if the map fits no number of players."""
    found = {seats: own.findings(values, seats) for seats in game.about.seats}
    fits = [seats for seats, findings in found.items() if not any(finding.fatal for finding in findings)]
    nearest = min(found, key=lambda seats: sum(finding.fatal for finding in found[seats]))
    for finding in found[fits[0] if fits else nearest]:
        print(f"{'wrong' if finding.fatal else 'note'}: {finding.text}")
    players = " or ".join(map(str, fits))
    print(f"good for {game.about.name} with {players} players" if fits else f"cannot be used for {game.about.name}")
    return 0 if fits else UNFIT
