"""Threads that serve all owners in turn: one job of each owner, and of that owner's tables one after the other.

So a guest with a hundred waiting jobs delays another guest only by the jobs that are running.
"""

from __future__ import annotations

import threading
from collections import OrderedDict, deque
from collections.abc import Callable, Hashable
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from typing import Any, Generic, NamedTuple, TypeVar

K = TypeVar("K", bound=Hashable)
T = TypeVar("T")
F = TypeVar("F", bound=Future[Any])


class FairQueue(Generic[T]):
    """A queue for each table of each owner. The first owner is next; after its turn it is the last."""

    def __init__(self) -> None:
        self._owners: OrderedDict[str, OrderedDict[str, deque[T]]] = OrderedDict()

    def put(self, owner: str, table: str, item: T) -> None:
        self._owners.setdefault(owner, OrderedDict()).setdefault(table, deque()).append(item)

    def pop(self) -> T | None:
        """The next item, or None if there is none."""
        if not self._owners:
            return None
        owner, tables = self._owners.popitem(last=False)
        table, items = tables.popitem(last=False)
        item = items.popleft()
        if items:
            tables[table] = items
        if tables:
            self._owners[owner] = tables
        return item

    def drop(self, table: str) -> list[T]:
        """Take all items of a table out."""
        dropped: list[T] = []
        for owner, tables in list(self._owners.items()):
            dropped += tables.pop(table, ())
            if not tables:
                del self._owners[owner]
        return dropped

    def waiting(self, owner: str) -> int:
        return sum(map(len, self._owners.get(owner, {}).values()))

    def __len__(self) -> int:
        return sum(map(self.waiting, self._owners))


class Job(NamedTuple):
    future: Future[Any]
    work: Callable[[], Any]

    def cancel(self) -> None:
        self.future.cancel()
        self.future.set_running_or_notify_cancel()


class FairPool:
    def __init__(self, name: str, threads: int) -> None:
        self.threads = threads
        self._lock = threading.Lock()
        self._queue: FairQueue[Job] = FairQueue()
        self._executor = ThreadPoolExecutor(threads, name)

    def submit(self, owner: str, table: str, function: Callable[..., T], *args: Any) -> Future[T]:
        future: Future[T] = Future()
        with self._lock:
            self._queue.put(owner, table, Job(future, partial(function, *args)))
        self._executor.submit(self._run_next)
        return future

    def _run_next(self) -> None:
        with self._lock:
            job = self._queue.pop()
        if job is None or not job.future.set_running_or_notify_cancel():
            return  # it was dropped
        try:
            job.future.set_result(job.work())
        except BaseException as error:
            job.future.set_exception(error)

    def drop(self, table: str) -> None:
        """Cancel the waiting jobs of a table."""
        with self._lock:
            dropped = self._queue.drop(table)
        for job in dropped:
            job.cancel()

    def waiting(self, owner: str) -> int:
        """Jobs of an owner that have not started."""
        with self._lock:
            return self._queue.waiting(owner)

    def __len__(self) -> int:
        """All jobs that have not started."""
        with self._lock:
            return len(self._queue)

    def stop(self) -> None:
        """Start no more jobs, and cancel those that wait."""
        self._executor.shutdown(wait=False, cancel_futures=True)
        with self._lock:
            while job := self._queue.pop():
                job.cancel()


def forget_oldest(futures: dict[K, F], keep: int) -> None:
    """Forget all but the newest `keep` results. Unfinished work stays."""
    finished = [key for key, future in futures.items() if future.done()]
    for key in finished[: max(0, len(finished) - keep)]:
        del futures[key]
