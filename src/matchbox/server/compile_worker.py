"""A process that compiles games. It reads their ids from standard input, a line each, and repeats each when done.

The answer to a game that does not compile is an empty line.
"""

from __future__ import annotations

import ctypes
import gc
import os
import signal
import sys

from matchbox.bots.warm import interpret, warm_solver, warm_table
from matchbox.engine import BadRules, get

PR_SET_PDEATHSIG = 1  # of <sys/prctl.h>


def main() -> None:
    if hasattr(os, "nice"):  # not on Windows
        os.nice(5)  # the server goes first
    end_with_parent()  # a stopped worker must not outlive the server
    gc.disable()  # saves a tenth of the time
    _load_numba()
    for line in sys.stdin:
        game = get(line.strip())
        interpret(game)
        try:
            warm_table(game)
        except BadRules:  # the server finds the same mistake and logs it when somebody plays
            print(flush=True)
            continue
        print(game.id, flush=True)
        warm_solver(game)
        gc.collect()


def end_with_parent() -> None:
    """Let the system kill this process when its parent ends, where it can."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def _load_numba() -> None:
    """Load what Numba reads at its first compilation, before somebody waits for it."""
    from numba.core.registry import cpu_target

    cpu_target.target_context.refresh()
    cpu_target.typing_context.refresh()


if __name__ == "__main__":
    main()
