"""`matchbox rate`: one scale of ratings for the bots of each game."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from .arguments import MOST_THREADS, Commands, add_command, add_seats, at_least, between, split_names
from .output import compiling, figure_table, in_figures, out, print_json, print_table, progress_bar

if TYPE_CHECKING:
    from matchbox.engine import Game
    from matchbox.lab.ratings import Scale

LEVELS = "random,novice,casual,club,expert"
FIRST_SEED = 1_000_000


def add(commands: Commands) -> None:
    parser = add_command(commands, "rate", run, "Let the levels of bots play each other, and rate them on one scale.")
    parser.add_argument("games", nargs="+", metavar="GAME", help="ids of games, as `matchbox games` lists them")
    text = f"the levels to rate, from the weakest up (default: {LEVELS}, and perfect where a game is solved)"
    parser.add_argument("--levels", metavar="LEVEL,...", help=text)
    most = between(0, 100_000, "play 0 to 100,000 games")
    text = "play at most N games of each pair of levels (default: 400); 0 only fits the games in the file"
    parser.add_argument("-n", "--games", dest="most", type=most, default=400, metavar="N", help=text)
    text = "core minutes for each game, including those in the file (default: 10); experts take longest"
    parser.add_argument("--minutes", type=at_least(0, "use 0 minutes or more"), default=10, metavar="T", help=text)
    text = f"the first seed (default: {FIRST_SEED}); use other seeds to tune bots"
    parser.add_argument(
        "--seed", type=between(0, 2**60, "choose a seed from 0 to 2**60"), default=FIRST_SEED, help=text
    )
    text = "add every game to this file, and continue from the games in it (default: ratings.jsonl)"
    parser.add_argument("--file", type=Path, default=Path("ratings.jsonl"), metavar="FILE", help=text)
    threads = between(1, MOST_THREADS, f"use at least one thread and at most {MOST_THREADS}")
    parser.add_argument("--threads", type=threads, default=1, metavar="N", help="number of threads (default: 1)")
    add_seats(parser)
    text = "print a JSON document for each game and keep nothing (default: keep ratings.json in the game's folder)"
    parser.add_argument("--json", action="store_true", help=text)


def run(arguments: argparse.Namespace) -> None:
    from matchbox.engine import get

    for game in [get(name) for name in arguments.games]:
        _rate(game, arguments)


def _rate(game: Game, arguments: argparse.Namespace) -> None:
    from datetime import UTC, datetime

    from matchbox.bots.measured import RATINGS, write_measured
    from matchbox.engine.registry import has_companion
    from matchbox.lab.rating_games import RatedGame, RatingGames
    from matchbox.lab.ratings import scale_of

    perfect = ["perfect"] if has_companion(game, "solver") else []
    levels = split_names(arguments.levels) if arguments.levels else [*split_names(LEVELS), *perfect]
    played = RatingGames(game, levels, arguments.seats, arguments.seed, arguments.file)
    if arguments.most:
        with compiling(game):
            played.prepare()
        with progress_bar() as progress:
            task = progress.add_task(game.about.name, total=60 * arguments.minutes)

            def show(one: RatedGame) -> None:
                progress.update(task, completed=round(played.seconds), description=f"{game.id} {one.line_up[0]}")

            played.play(arguments.most, 60 * arguments.minutes, arguments.threads, show)
    scale = scale_of(played)
    document = scale.document(played, _command(game, levels, arguments), datetime.now(UTC).date().isoformat())
    if arguments.json:
        print_json({"game": game.id, **document})
    else:
        write_measured(game, RATINGS, document)
        _print_scale(game, scale)


def _print_scale(game: Game, scale: Scale) -> None:
    out().print(f"{game.about.name}, {scale.minutes:.1f} minutes of a core")
    table = figure_table(["level"], ["rating", "95 %", "games"])
    for name, row in scale.levels.items():
        table.add_row(name, f"{row.rating:.0f}", in_figures((row.low, row.high), 0), str(row.games))
    print_table(table)
    table = figure_table(["level", "over"], ["score", "95 %", "games"])
    for pair in scale.pairs:
        table.add_row(
            pair.level, pair.below, f"{pair.score:.3f}", in_figures((pair.low, pair.high), 3), str(pair.games)
        )
    print_table(table)


def _command(game: Game, levels: list[str], arguments: argparse.Namespace) -> str:
    """The command that plays the same games again, as far as time allows."""
    seats = ["--seats", str(arguments.seats)] if arguments.seats else []
    limits = ["-n", str(arguments.most), "--minutes", str(arguments.minutes), "--seed", str(arguments.seed)]
    return " ".join(["matchbox", "rate", game.id, "--levels", ",".join(levels), *limits, *seats])
