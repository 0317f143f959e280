"""`matchbox play`: play at the terminal, as text or full screen."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from .arguments import BOTS, Commands, add_command, add_rules_options, check_writable, read_options, split_names
from .extras import SCREEN, check_installed
from .games import games_by_box
from .output import out, players_of, print_broken_games

if TYPE_CHECKING:
    from matchbox.engine import Game


def add(commands: Commands) -> None:
    text = "Play at the terminal. Without GAME, choose a game from the lobby."
    parser = add_command(commands, "play", run, text)
    parser.add_argument("game", metavar="GAME", nargs="?", help="the id of a game, as `matchbox games` lists it")
    seats = f"the player in each seat: you, or a bot ({BOTS}), such as you,casual (default: you and random bots)"
    parser.add_argument("--seats", metavar="NAME,...", help=seats)
    parser.add_argument("--app", action="store_true", help="play full screen")
    parser.add_argument("--hint", action="store_true", help="show a strong player's choices before each of your moves")
    parser.add_argument("--save", metavar="FILE", type=Path, help="write the record of the game to FILE")
    add_rules_options(parser, "a new one")


def run(arguments: argparse.Namespace) -> None:
    from matchbox.bots.warm import interpret
    from matchbox.engine import games

    for game in games().values():  # at the speed of people nothing but a bot's search needs compiling
        interpret(game)
    if arguments.app or _is_bare(arguments):
        _open_app(arguments)
    else:
        _play_as_text(arguments)


def _is_bare(arguments: argparse.Namespace) -> bool:
    """`matchbox play` without arguments, in a terminal, opens the app."""
    given = (arguments.game, arguments.seats, arguments.seed, arguments.save, arguments.option, arguments.hint)
    return not any(given) and sys.stdin.isatty() and sys.stdout.isatty()


def _open_app(arguments: argparse.Namespace) -> None:
    from matchbox.engine import BadOption, get
    from matchbox.engine.folders import data_folder

    if arguments.hint or arguments.save:
        message = "leave out --hint and --save with --app: press h for a hint; a game that you leave is kept"
        raise BadOption(message)
    check_installed(SCREEN, "playing full screen", "; or play as text: matchbox play GAME")
    from matchbox.terminal.app import LocalSetup, MatchboxApp

    setup = None
    if arguments.game is not None:
        game = get(arguments.game)
        setup = LocalSetup(game, _players(arguments, game), read_options(game, arguments.option), arguments.seed)
    else:
        print_broken_games()
    MatchboxApp(data_folder() / "left.txt", setup).run()


def _play_as_text(arguments: argparse.Namespace) -> None:
    from matchbox.engine import get
    from matchbox.engine.notation import print_game
    from matchbox.terminal.session import Session

    game = get(arguments.game) if arguments.game is not None else _choose_game()
    if game is None:
        return
    if arguments.game is None:
        _choose_setup(arguments, game)
    options = read_options(game, arguments.option)
    if arguments.save:
        check_writable(arguments.save)
    session = Session(game, _players(arguments, game), options, arguments.seed, input, print, arguments.hint)
    out().print(f"{game.about.name}, by {game.about.designers}. Type 'help' for help.", soft_wrap=True)
    try:
        session.run()
    finally:
        if arguments.save:
            arguments.save.write_text(print_game(session.local_game.record), encoding="utf-8")
    if arguments.save:
        out().print(f"Saved to {arguments.save}. `matchbox replay {arguments.save}` shows it again.", soft_wrap=True)


def _players(arguments: argparse.Namespace, game: Game) -> list[str]:
    if arguments.seats:
        return split_names(arguments.seats)
    return _you_and_bots(game.about.seats[0])


def _you_and_bots(seats: int) -> list[str]:
    return ["you"] + ["random"] * (seats - 1)


# --- the lobby ---


def _choose_game() -> Game | None:
    """Choose a game by typing its number or id; None to leave."""
    from matchbox.engine import MatchboxError, get

    print_broken_games()
    boxes = games_by_box()
    listed = [game for members in boxes.values() for game in members]
    for box, members in boxes.items():
        out().print(f"\n{box}", style="bold")
        for game in members:
            about = game.about
            line = f"{listed.index(game) + 1:3}  {about.name}  ({players_of(game)}, {about.minutes} min, {about.kind})"
            out().print(line)
    while text := _ask("\nWhich game? (number or name, empty to leave) "):
        if text.isdecimal() and 1 <= int(text) <= len(listed):
            return listed[int(text) - 1]
        try:
            return get(text)
        except MatchboxError as error:
            out().print(str(error), soft_wrap=True)
    return None


def _choose_setup(arguments: argparse.Namespace, game: Game) -> None:
    """Choose the number of players and the options, unless the command line has them."""
    if arguments.seats is None and len(game.about.seats) > 1:
        arguments.seats = ",".join(_you_and_bots(_choose_seats(game)))
    if game.options and not arguments.option:
        arguments.option = _choose_options(game)


def _choose_seats(game: Game) -> int:
    fewest = game.about.seats[0]
    while True:
        text = _ask(f"How many players, {game.seat_range}? ({fewest}) ") or str(fewest)
        if text.isdecimal() and int(text) in game.about.seats:
            return int(text)
        out().print(f"{game.about.name} is for {players_of(game)}.")


def _choose_options(game: Game) -> list[str]:
    from matchbox.engine import MatchboxError
    from matchbox.scene.options import in_words, variants_of

    for name, variant in variants_of(game).items():
        option = game.options[name]
        values = " ".join(f"[{value}]" if value == option.default else str(value) for value in option.values)
        custom = f" or a file with a custom {option.custom.noun}" if option.custom else ""
        out().print(f"  {name}: {values}{custom}")
        out().print(f"    {in_words(variant.label)}. {in_words(variant.text)}", soft_wrap=True)
    out().print(f"  `matchbox games {game.id}` explains every value.")
    while True:
        given = _ask("Options, such as name=value other=value? (Enter for the usual rules) ").split()
        try:
            read_options(game, given)
        except MatchboxError as error:
            out().print(str(error), soft_wrap=True)
        else:
            return given


def _ask(text: str) -> str:
    try:
        return input(text).strip()
    except EOFError:
        return ""
