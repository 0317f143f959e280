"""A process that compiles games. It reads their ids from standard input, a line each, and answers with two lines.

The first is the id when a table can use the game, the second when its planner and its solver are compiled, too. Both
are empty for a game that does not compile. The argument is the process id of the server.
"""

from __future__ import annotations

import contextlib
import ctypes
import gc
import os
import signal
import sys

from matchbox.bots.warm import interpret, warm_companion, warm_table
from matchbox.engine import BadRules, Game, get
from matchbox.engine.cache import locked, writable_folder

PR_SET_PDEATHSIG = 1  # of <sys/prctl.h>
PATIENCE = 20.0
"""Seconds to wait for another process that compiles the same game."""


def main() -> None:
    if hasattr(os, "nice"):  # not on Windows
        os.nice(5)  # the server goes first
    end_with_parent(int(sys.argv[1]))  # a stopped worker must not outlive the server
    gc.disable()  # saves a tenth of the time
    _load_numba()
    try:
        compile_games()
    except BrokenPipeError:  # the server is gone
        os._exit(0)  # without another attempt to write the answer


def compile_games() -> None:
    for line in sys.stdin:
        game = get(line.strip())
        interpret(game)
        try:
            with alone_with(game):
                warm_table(game)
        except BadRules:  # the server finds the same mistake and logs it when somebody plays
            print("\n", flush=True)
            continue
        print(game.id, flush=True)
        warm_companion(game, "planner")  # if no table waits for it
        warm_companion(game, "solver")
        print(game.id, flush=True)
        gc.collect()


def alone_with(game: Game) -> contextlib.AbstractContextManager[None]:
    """While another server on this machine compiles the same game, wait for its code instead of making it again.

    Not for ever: that server may have stopped its worker for a game that somebody plays.
    """
    folder = writable_folder() / "compiling"
    folder.mkdir(exist_ok=True)
    return locked(folder / game.id, PATIENCE)


def end_with_parent(parent: int) -> None:
    """Let the system kill this process when its parent ends, where it can. The parent may be gone already."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:
            sys.exit()


def _load_numba() -> None:
    """Load what Numba reads at its first compilation, before somebody waits for it."""
    from numba.core.registry import cpu_target

    cpu_target.target_context.refresh()
    cpu_target.typing_context.refresh()


if __name__ == "__main__":
    main()
