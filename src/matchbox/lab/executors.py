"""Where the tasks of a study run: in threads, in processes, or on a Ray cluster.

A task is a small picklable value, and `work` is a function of a module that turns it into a result. Results come in the
order of the tasks, so whatever they add up to is the same to the last bit with every executor. A task whose worker is
lost runs again, and no result counts twice.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor as Pool
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from typing import Any, Protocol, TypeVar

from matchbox.engine import BadOption, MatchboxError

T = TypeVar("T")
R = TypeVar("R")
AHEAD = 2
"""Tasks that wait for each worker: enough to keep it busy, and few to drop when somebody stops the study."""
RETRIES = 3
"""How often a task whose worker is lost is tried again before a study gives up."""

LOST = "workers are lost again and again, perhaps because the memory is full; try again with fewer of them"


class Executor(Protocol):
    """Runs tasks. The results come in the order of the tasks."""

    def run(self, work: Callable[[T], R], tasks: Sequence[T]) -> Iterator[R]: ...


class Threads:
    """Threads of this process: nothing to start, and a search releases the interpreter lock."""

    def __init__(self, count: int | None = None) -> None:
        self.count = _workers(count)

    def run(self, work: Callable[[T], R], tasks: Sequence[T]) -> Iterator[R]:
        with ThreadPoolExecutor(self.count) as pool:
            for _, result in _in_order(pool, self.count, work, tasks, 0):
                yield result


class Processes:
    """Processes on this machine: for work that holds the interpreter lock. They stay for the next run."""

    def __init__(self, count: int | None = None) -> None:
        self.count = _workers(count)
        self._pool: ProcessPoolExecutor | None = None

    def run(self, work: Callable[[T], R], tasks: Sequence[T]) -> Iterator[R]:
        done, lost = 0, 0
        while True:
            first = done
            self._pool = self._pool or ProcessPoolExecutor(self.count, get_context("spawn"))
            try:
                for number, result in _in_order(self._pool, self.count, work, tasks, done):
                    yield result
                    done = number + 1
                return
            except BrokenProcessPool:
                self._pool = None
                lost = 1 if done > first else lost + 1
                if lost > RETRIES:
                    raise MatchboxError(LOST) from None


class Ray:
    """Workers of a Ray cluster; without an address, of one that is started here."""

    def __init__(self, address: str | None = None, count: int | None = None) -> None:
        try:
            import ray
        except ImportError:
            raise BadOption("Ray is not installed; try: pip install 'matchbox-games[ray]'") from None
        self._ray = ray
        if not ray.is_initialized():
            workers = None if address else count
            try:
                ray.init(address=address, num_cpus=workers, log_to_driver=False, include_dashboard=False)
            except (ConnectionError, ValueError) as error:
                raise BadOption(f"no Ray cluster at {address}: {error}") from None
        self.count = int(ray.cluster_resources().get("CPU", 1))

    def run(self, work: Callable[[T], R], tasks: Sequence[T]) -> Iterator[R]:
        remote, shared = self._ray.remote(max_retries=RETRIES)(_call), self._ray.put(work)
        waiting: deque[Any] = deque()
        try:
            for task in tasks:
                waiting.append(remote.remote(shared, task))
                if len(waiting) >= AHEAD * self.count:
                    yield self._ray.get(waiting.popleft())
            while waiting:
                yield self._ray.get(waiting.popleft())
        except self._ray.exceptions.WorkerCrashedError:
            raise MatchboxError(LOST) from None
        finally:
            for reference in waiting:
                self._ray.cancel(reference)


def _workers(count: int | None) -> int:
    if count is not None and count < 1:
        raise BadOption(f"use at least 1 worker, not {count}")
    return count or os.cpu_count() or 1


def _call(work: Callable[[T], R], task: T) -> R:
    return work(task)


def _in_order(
    pool: Pool, count: int, work: Callable[[T], R], tasks: Sequence[T], first: int
) -> Iterator[tuple[int, R]]:
    """The results of the tasks from `first` on, each with its number."""
    waiting: deque[tuple[int, Future[R]]] = deque()
    try:
        for number in range(first, len(tasks)):
            waiting.append((number, pool.submit(work, tasks[number])))
            if len(waiting) >= AHEAD * count:
                done, future = waiting.popleft()
                yield done, future.result()
        while waiting:
            done, future = waiting.popleft()
            yield done, future.result()
    finally:
        for _, future in waiting:
            future.cancel()
