"""The `matchbox` command: each command has a module with `add`, which declares its arguments, and `run`.

Command modules import the engine and other slow packages inside `run`, so that `--help` answers quickly.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from matchbox import __version__

from . import bench, games, map, play, position, replay, review, rules, serve, simulate, tournament, verify, warm
from .output import BAD_INPUT, drop_output, open_closed_streams, print_error

COMMANDS = (games, rules, play, simulate, tournament, replay, position, review, map, serve, verify, warm, bench)


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
        if not _is_bad_input(error):
            raise
        drop_output(if_broken=True)
        print_error(_message(error))
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


def _message(error: Exception) -> str:
    if isinstance(error, OSError) and error.filename and error.strerror:
        return f"{error.filename}: {error.strerror}"
    return str(error)
