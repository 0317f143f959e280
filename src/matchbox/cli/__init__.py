"""The `matchbox` command: each command has a module with `add`, which declares its arguments, and `run`.

Command modules import the engine and other slow packages inside `run`, so that `--help` answers quickly.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from matchbox import __version__

from . import (
    bench,
    calibrate,
    compare,
    dev,
    export,
    games,
    map,
    new_game,
    play,
    position,
    rate,
    replay,
    report,
    review,
    rules,
    serve,
    simulate,
    sweep,
    tournament,
    train,
    tune,
    verify,
    warm,
)
from .output import BAD_INPUT, drop_output, open_closed_streams, print_error, print_report

COMMANDS = (
    games, rules, play, simulate, report, compare, sweep, tune, tournament, rate, calibrate, train, export, replay,
    position, review, map, serve, verify, warm, bench, new_game, dev,
)  # fmt: skip


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command. The exit code is 0 for success, 2 for bad input and 130 after Ctrl+C."""
    open_closed_streams()
    try:
        try:
            return _run(sys.argv[1:] if argv is None else argv)
        finally:
            sys.stdout.flush()  # here, because an error at exit could not be handled
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:  # the reader of a pipe has left
        drop_output()
        return 0
    except Exception as error:
        bad_input, mistake = _is_bad_input(error), _mistake(error)
        if not bad_input and not mistake:
            raise
        drop_output(if_broken=True)
        if bad_input and mistake != str(error):
            print_error(_message(error))
        if mistake:
            print_report(mistake)
        return BAD_INPUT


def _run(argv: Sequence[str]) -> int:
    parser = _parser()
    if any("\0" in word for word in argv):
        parser.error("remove the NUL character from the arguments")
    arguments = parser.parse_args(argv)
    return arguments.run(arguments) or 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="matchbox", description="Small tabletop games, to play and to study.")
    parser.add_argument("--version", action="version", version=f"matchbox {__version__}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for module in COMMANDS:
        module.add(commands)
    return parser


def _is_bad_input(error: Exception) -> bool:
    from matchbox.engine import MatchboxError

    return isinstance(error, MatchboxError | OSError)


def _mistake(error: Exception) -> str:
    """A mistake in the code of a game, in a few lines; empty for other errors."""
    from matchbox.engine import BadRules
    from matchbox.engine.mistakes import explain_exception, wants_full_report

    if isinstance(error, BadRules):
        return str(error)
    cause = error.__cause__ if _is_bad_input(error) else error  # a game or a scene that does not load
    return "" if cause is None or wants_full_report() else explain_exception(cause) or ""


def _message(error: Exception) -> str:
    if isinstance(error, OSError) and error.filename and error.strerror:
        return f"{error.filename}: {error.strerror}"
    return str(error)
