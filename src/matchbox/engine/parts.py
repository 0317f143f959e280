"""The rows of arrays in parts, of which each thread takes one."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from numbers import Integral
from typing import TypeVar

from .errors import BadOption

T = TypeVar("T")

SMALLEST_PART = 512
"""The games that are worth a thread: waking it takes as long as stepping some hundred."""


class Parts:
    """Splits work on rows among threads. The calling thread does the first part itself."""

    def __init__(self, threads: int) -> None:
        self.threads = whole_from_one("threads", threads)

    def run(self, count: int, work: Callable[[int, int, int], T]) -> list[T]:
        """Do the work of `count` rows. `work` gets the number of the part, its first row and its end."""
        parts = max(1, min(self.threads, count // SMALLEST_PART))
        if parts == 1:
            return [work(0, 0, count)]
        ends = [count * part // parts for part in range(parts + 1)]
        others = [self._pool.submit(work, part, ends[part], ends[part + 1]) for part in range(1, parts)]
        return [work(0, 0, ends[1]), *(other.result() for other in others)]

    @cached_property
    def _pool(self) -> ThreadPoolExecutor:
        return ThreadPoolExecutor(self.threads - 1)

    def __reduce__(self) -> tuple[type[Parts], tuple[int]]:
        """A copy starts threads of its own."""
        return Parts, (self.threads,)


def whole_from_one(name: str, number: int) -> int:
    """A size or a count; NumPy's integers are numbers, too."""
    if not isinstance(number, Integral) or number < 1:
        raise BadOption(f"{name}={number!r}: choose a whole number from 1 on")
    return int(number)
