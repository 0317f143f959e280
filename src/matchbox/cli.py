"""The `matchbox` command."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.markdown import Markdown
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Column, Table

from . import __version__
from .engine import BadOption, Game, MatchboxError, Unreadable, games, get
from .engine.record import Field
from .maps import add_map, map_command
from .resources import read_text
from .server.cli import add_serve, add_verify

BAD_INPUT = 2
out = Console(highlight=False)
err = Console(stderr=True, highlight=False)


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; 0 if all went well, 2 if the input was bad."""
    arguments = _parser().parse_args(argv)
    try:
        code: int = arguments.run(arguments) or 0
    except (MatchboxError, OSError) as error:
        err.print(f"[red]matchbox:[/red] {error}", markup=True, soft_wrap=True)
        return BAD_INPUT
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:  # the reader of a pipe has left
        return 0
    return code


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="matchbox", description="Small tabletop games, to play and to study.")
    parser.add_argument("--version", action="version", version=f"matchbox {__version__}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")

    def command(name: str, run: Any, text: str) -> argparse.ArgumentParser:
        sub = commands.add_parser(name, help=text, description=text)
        sub.set_defaults(run=run)
        return sub

    listing = command("games", list_games, "List the games.")
    listing.add_argument("--json", action="store_true", help="print one JSON document")

    rules = command("rules", show_rules, "Show the rules of a game.")
    rules.add_argument("game", metavar="GAME")

    play = command("play", play_game, "Play at the terminal; without a game, choose one from the lobby.")
    play.add_argument("game", metavar="GAME", nargs="?")
    play.add_argument("--seats", metavar="you,random", help="who sits where: you, or a bot")
    play.add_argument("--app", action="store_true", help="full screen, also the lobby")
    play.add_argument("--hint", action="store_true", help="say before every choice what a strong player thinks")
    play.add_argument("--save", metavar="FILE", type=Path, help="write the record of the game there")
    _game_arguments(play)

    simulate = command("simulate", simulate_games, "Play many games of bots and sum them up.")
    simulate.add_argument("game", metavar="GAME")
    simulate.add_argument("-n", "--games", type=int, default=1000, metavar="N", help="how many games (1000)")
    simulate.add_argument("--seats", type=int, metavar="K", help="how many seats (the fewest the game allows)")
    simulate.add_argument("--bots", metavar="a,b,...", help="a bot for each seat (all random)")
    simulate.add_argument("--threads", type=int, metavar="T", help="threads (one a core)")
    simulate.add_argument("--json", action="store_true", help="print one JSON document")
    _game_arguments(simulate)

    contest = command("tournament", run_tournament, "Let bots meet each other in every seat.")
    contest.add_argument("game", metavar="GAME")
    contest.add_argument("--bots", metavar="a,b,...", default="novice,casual,club", help="who takes part")
    contest.add_argument("-n", "--games", type=int, default=60, metavar="N", help="at least so many games (60)")
    contest.add_argument("--seats", type=int, metavar="K", help="how many seats (the fewest the game allows)")
    contest.add_argument("--threads", type=int, metavar="T", help="threads (one a core)")
    contest.add_argument("--json", action="store_true", help="print one JSON document")
    _game_arguments(contest)

    replay = command("replay", replay_game, "Replay a recorded game and check it.")
    replay.add_argument("file", metavar="FILE", type=Path)
    replay.add_argument("--seat", type=int, help="through the eyes of this seat (a spectator)")

    look = command("review", review_game, "Look a finished game over: costly choices, and luck.")
    look.add_argument("file", metavar="FILE", type=Path)
    look.add_argument("--iterations", type=int, default=600, metavar="N", help="search per position (600)")
    look.add_argument("--svg", metavar="FILE", type=Path, help="write the value graph there")
    look.add_argument("--json", action="store_true", help="print one JSON document")

    add_map(command("map", map_command, "Check, show or begin a map of your own."))

    serve = command("serve", serve_tables, "Serve tables to browsers and programs.")
    add_serve(serve)

    verify = command("verify", verify_game, "Check the record of a game: was chance fair, was every action legal?")
    add_verify(verify)

    warm = command("warm", warm_games, "Compile games ahead of their first use.")
    warm.add_argument("game", metavar="GAME", nargs="*", help="all games if none is named")

    bench = command("bench", run_bench, "Measure speed, beside other systems where they are installed.")
    bench.add_argument("--all", action="store_true", help="moves per second of every game instead")
    bench.add_argument("--rounds", type=int, default=5, help="rounds to take the best of (5)")
    bench.add_argument("--json", action="store_true", help="print one JSON document")
    return parser


def _game_arguments(parser: argparse.ArgumentParser) -> None:
    text = "a variant of the rules; v may be a file where one can write one's own (map=FILE)"
    parser.add_argument("--option", action="append", default=[], metavar="k=v", help=text)
    parser.add_argument("--seed", metavar="N", help="a number, 64 hexadecimal digits or any text")


def _options(game: Game, given: list[str]) -> dict[str, Any]:
    pairs = [text.partition("=") for text in given]
    for name, equals, _ in pairs:
        if not equals:
            raise BadOption(f"write --option {name}=VALUE")
    return game.read_options({name: _value(game, name, value) for name, _, value in pairs})


def _value(game: Game, name: str, value: str) -> str:
    """An option's value as given; where texts of one's own are taken it may be the name of a file."""
    field = game.options.get(name)
    is_file = field is not None and field.is_own(value) and Path(value).is_file()
    return read_text(Path(value)) if is_file else value


@contextmanager
def _compiling(game: Game) -> Iterator[None]:
    with err.status(f"getting {game.about.name} ready (the first time on a machine takes some seconds)"):
        yield


def _progress() -> Progress:
    bar = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    return Progress(*bar, console=err, transient=True)


def print_json(document: Any) -> None:
    sys.stdout.write(json.dumps(document, indent=2) + "\n")


# --- games, rules ---


def _summary(game: Game) -> dict[str, Any]:
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
        "options": {name: _option_summary(option) for name, option in game.options.items()},
    }


def _option_summary(option: Field) -> dict[str, Any]:
    own = {"own": option.own.noun} if option.own else {}
    return {"values": list(option.values), "default": option.default, **own}


def list_games(arguments: argparse.Namespace) -> None:
    if arguments.json:
        print_json([_summary(game) for game in games().values()])
        return
    table = Table(Column("game", no_wrap=True), "players", "minutes", "complexity", "kind", "box")
    for box, members in _by_box().items():
        table.add_section()
        for game in members:
            about = game.about
            table.add_row(game.id, game.seat_range, about.minutes, "●" * about.complexity, about.kind, box)
    out.print(table)


def _by_box() -> dict[str, list[Game]]:
    boxes: dict[str, list[Game]] = {}
    for game in games().values():
        boxes.setdefault(game.about.box, []).append(game)
    return boxes


def show_rules(arguments: argparse.Namespace) -> None:
    from .resources import rules_page

    page = rules_page(get(arguments.game))
    if out.is_terminal:
        with out.pager(styles=True):
            out.print(Markdown(page))
    else:
        sys.stdout.write(page)


# --- play, replay ---


def play_game(arguments: argparse.Namespace) -> None:
    from .engine.notation import print_game
    from .table.session import Session

    if arguments.app or _fits_the_app(arguments):
        _open_app(arguments)
        return
    if arguments.game is None:
        if (chosen := _lobby(arguments)) is None:
            return
        game = chosen
    else:
        game = get(arguments.game)
    options = _options(game, arguments.option)
    players = [name.strip() for name in arguments.seats.split(",")] if arguments.seats else _default_seats(game)
    with _compiling(game):
        session = Session(game, players, options, arguments.seed, input, print, arguments.hint)
    out.print(f"[bold]{game.about.name}[/bold], by {game.about.designers}. Type 'help' when in doubt.", soft_wrap=True)
    record = session.run()
    if arguments.save:
        arguments.save.write_text(print_game(record), encoding="utf-8")
        out.print(f"Saved as {arguments.save}; `matchbox replay {arguments.save}` shows it again.", soft_wrap=True)


def _fits_the_app(arguments: argparse.Namespace) -> bool:
    """`matchbox play` alone, in a terminal."""
    given = (arguments.game, arguments.seats, arguments.seed, arguments.save)
    plain = not any(given) and not arguments.option and not arguments.hint
    return plain and sys.stdin.isatty() and sys.stdout.isatty()


def _open_app(arguments: argparse.Namespace) -> None:
    from .resources import data_folder

    if arguments.hint or arguments.save:
        raise BadOption("the app gives hints by the key h and keeps a game you leave: no --hint, no --save with --app")
    from .table.app import MatchboxApp, Plan

    plan = None
    if arguments.game is not None:
        game = get(arguments.game)
        players = [name.strip() for name in arguments.seats.split(",")] if arguments.seats else _default_seats(game)
        plan = Plan(game, players, _options(game, arguments.option), arguments.seed)
    MatchboxApp(data_folder() / "left.txt", plan).run()


def _default_seats(game: Game) -> list[str]:
    return ["you"] + ["random"] * (game.about.seats[0] - 1)


def _lobby(arguments: argparse.Namespace) -> Game | None:
    """Choose a game and a number of players by typing."""
    listed = [game for members in _by_box().values() for game in members]
    number = 0
    for box, members in _by_box().items():
        out.print(f"\n[bold]{box}[/bold]")
        for game in members:
            number += 1
            about = game.about
            out.print(f"{number:3}  {about.name}  ({game.seat_range} players, {about.minutes} min, {about.kind})")
    while True:
        text = _question("\nWhich game? (number or name, empty to leave) ")
        if not text:
            return None
        try:
            game = listed[int(text) - 1] if text.isdecimal() and 1 <= int(text) <= len(listed) else get(text)
            break
        except MatchboxError as error:
            out.print(str(error), soft_wrap=True)
    if arguments.seats is None and len(game.about.seats) > 1:
        while True:
            text = _question(f"How many players, {game.seat_range}? ({game.about.seats[0]}) ") or str(
                game.about.seats[0]
            )
            if text.isdecimal() and int(text) in game.about.seats:
                arguments.seats = ",".join(["you"] + ["random"] * (int(text) - 1))
                break
            out.print(f"{game.about.name} is for {game.seat_range} players")
    for name, option in game.options.items():
        values = " ".join(f"[{v}]" if v == option.default else str(v) for v in option.values)
        own = f" or a file with your own {option.own.noun}" if option.own else ""
        out.print(f"  option {name}: {values}{own}", markup=False)
    while game.options and not arguments.option:
        given = _question("Options, such as name=value other=value? (Enter for the usual rules) ").split()
        try:
            _options(game, given)
        except MatchboxError as error:
            out.print(str(error), soft_wrap=True)
            continue
        arguments.option = given
        break
    return game


def _question(text: str) -> str:
    try:
        return input(text).strip()
    except EOFError:
        return ""


def replay_game(arguments: argparse.Namespace) -> None:
    from .engine import SPECTATOR
    from .engine.notation import parse_game
    from .table.scene import Look, scene_of
    from .table.terminal import print_scene

    record = parse_game(read_text(arguments.file))
    game = record.game
    seat = SPECTATOR if arguments.seat is None else arguments.seat
    names = [f"Seat {seat}" for seat in range(record.seats)]
    if record.seed is None:
        raise Unreadable("this record holds only the commitment to its seed; replay it when the seed is published")
    game.view(game.new(record.seats, record.seed, **record.options), seat)
    for number, (actor, action, state) in enumerate(record.replay()):
        view = game.view(state, seat)
        print(
            f"\n--- {number} ---\n{print_scene(scene_of(Look(game, view, seat, names, game.legal(view, seat))), names)}"
        )
        if actor >= 0:
            print(f"{names[actor]}: {game.text_of(state, action)}")
    print(f"\n{len(record.actions)} actions checked." + ("" if record.result else " The game is not over."))


def review_game(arguments: argparse.Namespace) -> None:
    from .bots.review import review
    from .engine.notation import parse_game

    record = parse_game(read_text(arguments.file))
    if record.result is None:
        raise Unreadable("this game is not over; finish it before it is reviewed")
    if arguments.iterations < 1:
        raise BadOption("a review needs at least one iteration")
    with _compiling(record.game):
        record.final()
    with _progress() as progress:
        task = progress.add_task("reviewing", total=len(record.actions))
        found = review(record, arguments.iterations, progress=lambda done: progress.advance(task, done))
    if arguments.svg:
        arguments.svg.write_text(found.svg(), encoding="utf-8")
    if arguments.json:
        print_json(found.as_dict())
        return
    for seat in range(found.seats):
        print(f"Seat {seat}  {found.sparkline(seat)}")
        print(f"  rank {record.result.ranks[seat]}, choices cost {found.lost(seat):.2f}, luck {found.luck[seat]:+.2f}")
        for choice in found.costliest(seat):
            print(f"  action {choice.number}: {choice.played} cost {choice.cost:.2f}; better: {choice.best}")


# --- serve, verify ---


def serve_tables(arguments: argparse.Namespace) -> None:
    from .server.cli import serve

    serve(arguments)


def verify_game(arguments: argparse.Namespace) -> None:
    from .server.cli import verify

    verify(arguments)


# --- simulate, warm, bench ---


def simulate_games(arguments: argparse.Namespace) -> None:
    from .engine.chance import parse_seed
    from .lab.simulate import simulate

    game = get(arguments.game)
    options = _options(game, arguments.option)
    players = [name.strip() for name in arguments.bots.split(",")] if arguments.bots else []
    with _compiling(game):
        game.new(arguments.seats, 0, **options)
    with _progress() as progress:
        task = progress.add_task(game.about.name, total=arguments.games)
        report = simulate(
            game,
            arguments.games,
            arguments.seats,
            options,
            parse_seed(arguments.seed or 0),
            players,
            arguments.threads,
            lambda done: progress.advance(task, done),
        )
    if arguments.json:
        print_json(report.as_dict())
        return
    out.print(
        f"{report.games:,} games of {game.about.name} in {report.seconds:.2f} s: {report.games_per_second:,.0f} games/s"
    )
    table = Table("seat", "bot", "win share", "mean score")
    for seat, (bot, share, score) in enumerate(zip(report.bots, report.win_share, report.mean_score, strict=True)):
        table.add_row(str(seat), bot, f"{share:.4f}", f"{score:.2f}")
    out.print(table)
    out.print(
        f"draws {report.draw_share:.4f}, ended by the cap {report.cap_share:.4f}; "
        f"{report.mean_decisions:.2f} decisions a game with {report.mean_options:.2f} options each",
    )
    for reason, share in sorted(report.reasons.items(), key=lambda item: -item[1]):
        out.print(f"  {share:.4f}  {reason}")


def run_tournament(arguments: argparse.Namespace) -> None:
    from .engine.chance import parse_seed
    from .lab.tournament import line_ups, tournament

    game = get(arguments.game)
    options = _options(game, arguments.option)
    names = [name.strip() for name in arguments.bots.split(",")]
    seats = int(game.template(arguments.seats, options)["seats"][0])
    with _compiling(game):
        game.new(seats, 0, **options)
    with _progress() as progress:
        task = progress.add_task(game.about.name, total=len(line_ups(names, seats, arguments.games)))
        found = tournament(
            game,
            names,
            arguments.games,
            seats,
            options,
            parse_seed(arguments.seed or 0),
            arguments.threads,
            lambda done: progress.advance(task, done),
        )
    if arguments.json:
        print_json(found.as_dict())
        return
    table = Table(
        "bot", "games", "mean return", "mean score", "rating", title=f"{game.about.name}, {found.games} games"
    )
    for row in found.standings:
        rating = "" if row.rating is None else f"{row.rating:.1f}"
        table.add_row(row.bot, str(row.games), f"{row.mean_return:+.3f}", f"{row.mean_score:.2f}", rating)
    out.print(table)
    for pair in found.pairs:
        interval = f"{pair.low:.2f}-{pair.high:.2f}"
        out.print(f"{pair.bot} before {pair.other}: {pair.score:.3f} ({interval}, {pair.games} games)")


def warm_games(arguments: argparse.Namespace) -> None:
    from .warm import warm_many

    names = [get(name).id for name in arguments.game] or list(games())
    with _progress() as progress:
        task = progress.add_task("compiling", total=len(names))
        for name, seconds in warm_many(names):
            progress.advance(task)
            progress.console.print(f"{name} ready in {seconds:.1f} s")


def run_bench(arguments: argparse.Namespace) -> None:
    from .lab import bench

    with err.status("measuring"):
        rows = bench.every_game(arguments.rounds) if arguments.all else bench.against_peers(arguments.rounds, err.print)
    if arguments.json:
        print_json([row.as_dict() for row in rows])
        return
    table = Table(Column("what", no_wrap=True), "ours", "peer", "peer's", "ratio")
    for row in rows:
        theirs, ratio = (f"{x:,.2f}" if x is not None else "" for x in (row.peer_value, row.ratio))
        table.add_row(row.name, f"{row.ours:,.2f}", row.peer or "", theirs, ratio)
    out.print(table)


if __name__ == "__main__":
    sys.exit(main())
