"""A process that plays the games of one study and tells its numbers as they grow, at the lowest priority.

It reads the study from standard input, and writes a line for each `Finding` to standard output. The argument is the
process id of the server. To stop a study, the server kills the process.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from matchbox.bots.warm import warm_table
from matchbox.engine import get
from matchbox.lab.game_numbers import Numbers, numbers_of
from matchbox.lab.observed import Deal, observe_deal
from matchbox.lab.report.collection import Collection, Limits
from matchbox.lab.report.document import document_of
from matchbox.lab.report.plan import SKILL, Level, Settings, Study, settings_of, studies

from .compile_worker import end_with_parent

T = TypeVar("T")
R = TypeVar("R")
TELL_SECONDS = 1.0
"""Between two lines, at least,"""
TELL_SHARE = 0.1
"""and longer if lines would take more than this part of the time."""


class StudyTask(Struct):
    """What the server sends."""

    game: str
    seats: int
    options: dict[str, int | str]
    levels: list[str]
    seconds: float
    seed: int


class Finding(Struct):
    """What the process answers: the part that is done, 0 to 1, and the numbers so far."""

    progress: float
    numbers: Numbers | None


class InTurn:
    """Plays one game after the other."""

    def run(self, work: Callable[[T], R], tasks: Sequence[T]) -> Iterator[R]:
        yield from map(work, tasks)


def main() -> None:
    yield_to_others()
    end_with_parent(int(sys.argv[1]))
    task = msgspec.json.decode(sys.stdin.readline(), type=StudyTask)
    settings = settings_of(get(task.game), task.seats, task.options, task.levels, task.seed)
    prepare(settings)
    collection = Collection(settings.game, settings.seats, dict(settings.options), small_studies(settings))
    telling = Telling(settings, collection)
    with contextlib.suppress(BrokenPipeError):  # the server is gone
        collection.collect(Limits(seconds=task.seconds), InTurn(), telling)
        telling.tell(1.0)


def prepare(settings: Settings) -> None:
    """Compile all that the games of a study need, so that none of its time goes into that."""
    if settings.searching:
        warm_table(settings.game)
    observe_deal(settings.game, settings.template, Deal(settings.seed, ("random",) * settings.seats))


def yield_to_others() -> None:
    """Run only when the machine has nothing else to do, where the system can."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C in a terminal is for the server, which ends its studies
    if hasattr(os, "setpriority"):  # not on Windows
        os.setpriority(os.PRIO_PROCESS, 0, 19)
    if sys.platform == "linux":
        with contextlib.suppress(OSError):
            os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))


def small_studies(settings: Settings) -> list[Study]:
    """The studies that show something after seconds: each level against itself, and levels against each other."""
    return [one for one in studies(settings) if isinstance(one, Level) or one.key.startswith(SKILL)]


class Telling:
    """Tells the numbers so far, but not after every game."""

    def __init__(self, settings: Settings, collection: Collection) -> None:
        self._settings, self._collection = settings, collection
        self._next = 0.0

    def __call__(self, done: float) -> None:
        started = time.monotonic()
        if started >= self._next:
            self.tell(done)
            ended = time.monotonic()
            self._next = ended + max(TELL_SECONDS, (ended - started) / TELL_SHARE)

    def tell(self, done: float) -> None:
        document: dict[str, Any] = asdict(document_of(self._settings, self._collection))
        found = numbers_of(self._settings.game, document) if document["levels"] else None
        sys.stdout.buffer.write(msgspec.json.encode(Finding(round(done, 3), found)) + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
