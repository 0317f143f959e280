"""Faults outside this process: which of them pass, and how long to wait between attempts."""

from __future__ import annotations

import itertools
import logging
import random
from collections.abc import Iterator

from matchbox.play.match import Refused

log = logging.getLogger("matchbox")


class Unavailable(Exception):
    """A service that does not answer now, and may answer later. The text is safe to show to everybody."""


def database_down() -> Refused:
    return Refused("the database is not responding; try again in a moment", 503)


def reloading() -> Refused:
    return Refused("the server loads this table again; try again in a moment", 503)


def delay_after(failures: int, first: float = 0.5, most: float = 15.0) -> float:
    """Seconds to wait after this many failures in a row: twice as long each time, not in step with other nodes."""
    return min(first * 2.0 ** min(failures - 1, 20), most) * random.uniform(0.8, 1.2)


def back_off(most: float = 15.0) -> Iterator[float]:
    """Seconds to wait before each new attempt."""
    return (delay_after(failures, most=most) for failures in itertools.count(1))


def in_one_line(error: BaseException) -> str:
    """The message of an error for the log, without the statement that SQLAlchemy adds."""
    return " ".join(str(getattr(error, "orig", None) or error).split()) or type(error).__name__


class Condition:
    """Whether something works. The log gets the first failure of each kind and the end of failures."""

    def __init__(self, failing: str, working: str) -> None:
        self._failing, self._working = failing, working
        self._kinds: set[type] = set()

    @property
    def bad(self) -> bool:
        return bool(self._kinds)

    def failed(self, error: BaseException) -> None:
        kind = type(getattr(error, "orig", None) or error)
        if kind not in self._kinds:
            self._kinds.add(kind)
            log.error("%s: %s", self._failing, in_one_line(error))

    def works(self) -> None:
        if self._kinds:
            self._kinds = set()
            log.warning("%s", self._working)
