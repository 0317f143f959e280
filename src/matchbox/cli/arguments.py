"""Arguments that several commands share, and reading the files and options they name."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matchbox.engine import Game
    from matchbox.lab.executors import Executor

Commands = Any
"""What `add_subparsers` returns; argparse has no public name for it."""

LEVELS = "random, novice, casual, club, expert, perfect"
"""The names of the bots for help texts, which must not load the bots."""
BOTS = f"{LEVELS}, or your own as module:attribute"

MOST_GAMES, MOST_THREADS = 1_000_000_000, 256

Run = Callable[[argparse.Namespace], int | None]


def add_command(commands: Commands, name: str, run: Run, text: str) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = commands.add_parser(name, help=text, description=text)
    parser.set_defaults(run=run)
    return parser


# --- declaring arguments ---


def at_least(least: int, message: str) -> Callable[[str], int]:
    """An argument type: a whole number that is not below `least`."""
    return _number(least, None, message)


def between(least: int, most: int, message: str) -> Callable[[str], int]:
    return _number(least, most, message)


def _number(least: int, most: int | None, message: str) -> Callable[[str], int]:
    def read(text: str) -> int:
        try:
            number = int(text)
        except ValueError:
            raise argparse.ArgumentTypeError(f"{shortened(text)!r} is not a whole number") from None
        if number < least or (most is not None and number > most):
            raise argparse.ArgumentTypeError(message)
        return number

    return read


def shortened(text: str) -> str:
    """A text for an error message: long ones without their middle."""
    return text if len(text) <= 60 else f"{text[:40]}...{text[-10:]}"


def add_game(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help="the id of a game, as `matchbox games` lists it")


def add_rules_options(parser: argparse.ArgumentParser, seed: str) -> None:
    """`--option` and `--seed`, for commands that start games. `seed` is the default in words."""
    text = "choose a variant of the rules; VALUE may be a path to a file for options that accept custom text"
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help=text)
    text = f"a number, 64 hexadecimal digits or any text; the same seed brings the same chance (default: {seed})"
    parser.add_argument("--seed", metavar="SEED", help=text)


def add_many_games(parser: argparse.ArgumentParser, default: int, text: str) -> None:
    """Arguments of commands that let bots play many games."""
    count = between(1, MOST_GAMES, f"play at least one game and at most {MOST_GAMES:,}")
    parser.add_argument("-n", "--games", type=count, default=default, metavar="N", help=f"{text} (default: {default})")
    add_seats(parser)
    add_executor(parser)


def add_executor(parser: argparse.ArgumentParser) -> None:
    """Where the games of a study are played. The figures are the same everywhere."""
    count = between(1, MOST_THREADS, f"use at least one thread and at most {MOST_THREADS}")
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--threads", type=count, metavar="N", help="play in N threads (default: one per core)")
    where.add_argument("--processes", type=count, metavar="N", help="play in N processes on this machine")
    text = "play on the Ray cluster at ADDRESS; without ADDRESS, start one here (extra: ray)"
    where.add_argument("--ray", nargs="?", const="", metavar="ADDRESS", help=text)


def executor_of(arguments: argparse.Namespace) -> Executor:
    from matchbox.engine.cache import writable_folder
    from matchbox.lab.executors import Processes, Ray, Threads

    writable_folder()  # processes use that of this one; if it is not the usual one, it says so once
    if arguments.ray is not None:
        return Ray(arguments.ray or None)
    return Processes(arguments.processes) if arguments.processes else Threads(arguments.threads)


def add_seats(parser: argparse.ArgumentParser) -> None:
    seats = at_least(1, "choose at least one seat")
    parser.add_argument("--seats", type=seats, metavar="N", help="number of seats (default: the fewest allowed)")


def add_seconds(parser: argparse.ArgumentParser) -> None:
    seconds = between(1, 10**7, "play for one second or more")
    parser.add_argument("--seconds", type=seconds, metavar="N", help="stop after N seconds")


def add_seat(parser: argparse.ArgumentParser, text: str) -> None:
    parser.add_argument("--seat", type=at_least(0, "choose a seat from 0 up"), metavar="N", help=text)


def add_file(parser: argparse.ArgumentParser, text: str) -> None:
    parser.add_argument("file", metavar="FILE", type=Path, help=f"{text}, or - for standard input")


def add_json(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print a JSON document")


# --- reading what they name ---


def read_text(file: Path) -> str:
    """The text of a file, or of standard input for `-`."""
    from matchbox.engine import Unreadable

    is_stdin = str(file) == "-"
    try:
        return sys.stdin.read() if is_stdin else file.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise Unreadable("standard input is not text" if is_stdin else f"{file} is not a text file") from None


def check_writable(file: Path) -> None:
    """Fail now rather than after the work whose result goes to this file."""
    file.open("a").close()


def read_options(game: Game, given: Sequence[str]) -> dict[str, Any]:
    """The options of a game from `NAME=VALUE` arguments."""
    from matchbox.engine import BadOption

    pairs = [text.partition("=") for text in given]
    names = [name for name, _, _ in pairs]
    for name, equals, _ in pairs:
        if not equals:
            raise BadOption(f"write --option {name}=VALUE")
        if names.count(name) > 1:
            raise BadOption(f"write --option {name}=VALUE only once; it is given {names.count(name)} times")
    return game.read_options({name: _option_value(game, name, value) for name, _, value in pairs})


def _option_value(game: Game, name: str, value: str) -> str:
    field = game.options.get(name)
    accepts_file = field is not None and field.is_custom(value)
    return read_text(Path(value)) if accepts_file and _is_file(value) else value


def _is_file(value: str) -> bool:
    try:
        return Path(value).is_file()
    except (OSError, ValueError):  # too long for a file name, or not one at all
        return False


def split_names(text: str) -> list[str]:
    return [name.strip() for name in text.split(",")]
