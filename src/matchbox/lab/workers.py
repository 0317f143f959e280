"""Work in threads that is chosen as it goes: the next task may depend on the results so far."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from typing import TypeVar

T = TypeVar("T")


def run_tasks(
    choose: Callable[[Sequence[T]], T | None], work: Callable[[T, threading.Event], None], threads: int
) -> None:
    """Run tasks until `choose` has none. It gets the tasks that are running. An event tells the work to stop early."""
    running: dict[Future[None], T] = {}
    stop = threading.Event()
    with ThreadPoolExecutor(threads) as pool:
        try:
            while True:
                while len(running) < threads and (task := choose(list(running.values()))) is not None:
                    running[pool.submit(work, task, stop)] = task
                if not running:
                    return
                for done in wait(running, return_when=FIRST_COMPLETED).done:
                    del running[done]
                    done.result()
        finally:
            stop.set()
