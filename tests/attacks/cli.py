"""Hostile calls of the `matchbox` command, all in one process: none may end in a traceback.

Closed streams and Ctrl+C need processes; `tests/cli/test_hostile.py` tries them.
"""

from __future__ import annotations

import contextlib
import io
import os
import sys
import tempfile
from collections import Counter
from pathlib import Path

from matchbox import cli
from matchbox.cli import output
from tests.cli.hostile import calls, wrong_with

from . import report


def end_of(arguments: list[str]) -> str:
    """The fault in the end of a call; empty if it is a clear error."""
    output.out.cache_clear()
    output.err.cache_clear()
    sys.stdin = io.StringIO()
    with contextlib.redirect_stdout(io.StringIO()) as out, contextlib.redirect_stderr(io.StringIO()) as err:
        try:
            code = cli.main(arguments)
        except SystemExit as end:
            code = int(end.code or 0)
        except Exception as error:
            return f"traceback: {error!r}"
    return wrong_with(code, out.getvalue(), err.getvalue())


def main() -> int:
    os.environ["COLUMNS"] = "1000"
    tried: Counter[str] = Counter()
    broke: dict[str, list[str]] = {}
    with tempfile.TemporaryDirectory() as folder:
        for arguments in calls(Path(folder), thorough=True):
            command = arguments[0] if arguments and arguments[0] in COMMANDS else "no command"
            tried[command] += 1
            if wrong := end_of(arguments):
                broke.setdefault(command, []).append(f"{[word[:40] for word in arguments]}: {wrong}")
    for command, count in sorted(tried.items()):
        figure = "; ".join(broke.get(command, [])[:3]) or f"{count} clear errors, exit code 2"
        report(f"{count} hostile calls: {command}", command not in broke, figure)
    return 1 if broke else 0


COMMANDS = {module.__name__.rpartition(".")[2] for module in cli.COMMANDS}

if __name__ == "__main__":
    sys.exit(main())
