"""`matchbox train`: learn an evaluation of a game, and keep it if it beats the present bots."""

from __future__ import annotations

import argparse
from pathlib import Path

from .arguments import Commands, add_command, add_game, add_rules_options, add_seats, at_least, between, read_options
from .output import compiling, out, progress_bar

MOST_GAMES = 100_000_000
SAVE_EVERY = 60  # seconds
PATIENCE = 16
NUMBERS = (
    "iterations", "random", "taught", "trust", "stray", "burst", "reuse", "width", "steps", "practice", "patience",
)  # fmt: skip
"""Options of the command that decide what is learnt."""


def add(commands: Commands) -> None:
    parser = add_command(commands, "train", run, "Learn an evaluation of a game; bots use it if it beats them.")
    add_game(parser)
    count = between(1000, MOST_GAMES, f"learn from at least 1,000 games and at most {MOST_GAMES:,}")
    parser.add_argument("-n", "--games", type=count, default=20_000, metavar="N", help="games to learn from (20000)")
    parser.add_argument(
        "--iterations", type=at_least(8, "search at least 8 iterations"), default=80, metavar="N",
        help="search iterations for each choice of these games (80)",
    )  # fmt: skip
    parser.add_argument(
        "--random", type=at_least(0, "start with 0 random games or more"), default=2000, metavar="N",
        help="the first N games are of random moves (2000)",
    )  # fmt: skip
    parser.add_argument(
        "--taught", type=at_least(0, "use 0 or more games of the present bots"), default=0, metavar="N",
        help="the next N games are played by the search without the network (0)",
    )  # fmt: skip
    parser.add_argument("--exact", action="store_true", help="learn the values of the game's solver")
    parser.add_argument(
        "--trust", type=between(0, 100, "trust what came later by 0 to 100 percent"), default=90, metavar="P",
        help="weight of the later course of a game, against the value of the search (90 percent)",
    )  # fmt: skip
    parser.add_argument(
        "--stray", type=between(0, 100, "stray by 0 to 100 percent"), default=4, metavar="P",
        help="share of choices that begin a burst of random moves (4 percent)",
    )  # fmt: skip
    parser.add_argument(
        "--burst", type=at_least(1, "a burst has a move or more"), default=1, metavar="N",
        help="moves in such a burst (1); as many as --steps show the network the positions after its playouts",
    )  # fmt: skip
    parser.add_argument(
        "--reuse", type=between(1, 100, "learn from a sample 1 to 100 times"), default=3, metavar="N",
        help="times that the network learns from each sample (3)",
    )  # fmt: skip
    parser.add_argument(
        "--width", type=between(4, 256, "use 4 to 256 units"), default=32, metavar="N",
        help="units of the network's first layer (32); the second has half of them",
    )  # fmt: skip
    parser.add_argument(
        "--steps", type=between(0, 200, "play 0 to 200 moves"), default=10, metavar="N",
        help="moves of a playout before the network evaluates, in bots that use it (10)",
    )  # fmt: skip
    parser.add_argument(
        "--practice", type=between(0, 200, "play 0 to 200 moves"), default=0, metavar="N",
        help="the same moves in the games to learn from (0)",
    )  # fmt: skip
    parser.add_argument(
        "--patience", type=at_least(1, "wait for at least 1 visit"), default=PATIENCE, metavar="N",
        help=f"visits after simultaneous choices before the tree grows ({PATIENCE}); many where a round tells enough",
    )  # fmt: skip
    parser.add_argument(
        "--features-only", action="store_true", help="read only the game's features, not all fields of its record"
    )
    parser.add_argument(
        "--resume", type=Path, metavar="FILE",
        help="save the training here once a minute, and continue from this file if it exists",
    )  # fmt: skip
    parser.add_argument(
        "--gate", type=at_least(0, "play 0 games or more"), default=400, metavar="N",
        help="play at most N games against the present bots (400); 0 keeps the evaluation without a match",
    )  # fmt: skip
    parser.add_argument(
        "--percent", type=between(1, 100, "choose 1 to 100 percent of an expert's time"), default=10, metavar="P",
        help="percent of an expert's time that both sides have for a choice in these games (10)",
    )  # fmt: skip
    parser.add_argument("--out", type=Path, metavar="FILE", help="its file (default: in the game's folder)")
    parser.add_argument(
        "--threads", type=at_least(1, "use at least 1 thread"), default=2, metavar="N",
        help="threads for the games (2); the result is the same with any number",
    )  # fmt: skip
    add_seats(parser)
    add_rules_options(parser, "1")


def run(arguments: argparse.Namespace) -> int:
    import time

    from matchbox.bots.learned import FILE
    from matchbox.engine import get
    from matchbox.engine.chance import parse_seed
    from matchbox.lab.gate import Verdict, gate, timed
    from matchbox.lab.training import Recipe, Trainer, header_of, save

    game = get(arguments.game)
    options = read_options(game, arguments.option)
    recipe = Recipe(
        arguments.games,
        first=arguments.random,
        taught=arguments.taught,
        iterations=arguments.iterations,
        trust=arguments.trust / 100,
        stray=arguments.stray / 100,
        burst=arguments.burst,
        reuse=float(arguments.reuse),
        wide=arguments.width,
        narrow=arguments.width // 2,
        declared=not arguments.features_only,
        steps=arguments.steps,
        practice=arguments.practice,
        patience=arguments.patience,
        exact=arguments.exact,
        seed=parse_seed(arguments.seed or 1) % 2**31,
    )
    with compiling(game):
        trainer = Trainer(game, arguments.seats, options, recipe, arguments.threads)
    kept: Path | None = arguments.resume
    if kept and kept.exists():
        trainer.resume(kept)
    began, saved = time.process_time() - trainer.seconds, time.monotonic()
    with progress_bar() as progress:
        task = progress.add_task(f"{game.about.name}: learning", total=recipe.games, completed=trainer.played)
        for games in trainer.run():
            progress.update(task, advance=games, description=f"{game.about.name}: error {trainer.loss:.3f}")
            trainer.seconds = time.process_time() - began
            if kept and time.monotonic() > saved + SAVE_EVERY:
                trainer.save(kept)
                saved = time.monotonic()
    if kept:
        trainer.save(kept)
    learned = timed(game, trainer.template, trainer.learned, 0.05)
    verdict = None
    if arguments.gate:
        with progress_bar() as progress:
            task = progress.add_task("against the present bots", total=arguments.gate)

            def show(done: int, found: Verdict) -> None:
                progress.update(task, completed=done, description=f"share {found.share:.2f}")

            effort = arguments.percent / 100
            verdict = gate(
                game, trainer.template, learned, arguments.gate, effort, threads=arguments.threads, progress=show
            )
    header = header_of(game, trainer, verdict, _command(arguments))
    if verdict and not verdict.passed:
        if arguments.out:
            save(arguments.out, learned, header)
        out().print(f"Bots stay as they are: the new evaluation won {verdict}.", highlight=False)
        return 1
    path: Path = arguments.out or game.folder / FILE
    save(path, learned, header)
    out().print(f"{path}: {f'won {verdict}' if verdict else 'not tried'}.", highlight=False)
    return 0


def _command(arguments: argparse.Namespace) -> str:
    """The command that makes the same evaluation again."""
    parts = ["matchbox", "train", arguments.game, "-n", str(arguments.games)]
    for name in NUMBERS:
        parts += [f"--{name}", str(getattr(arguments, name))]
    if arguments.exact:
        parts += ["--exact"]
    if arguments.features_only:
        parts += ["--features-only"]
    if arguments.seats:
        parts += ["--seats", str(arguments.seats)]
    for option in arguments.option:
        parts += ["--option", option]
    return " ".join([*parts, "--seed", str(arguments.seed or 1)])
