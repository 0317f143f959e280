"""The pool serves owners in turn, and of each owner one table after the other."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import Future, wait

import pytest

from matchbox.server.fair_pool import FairPool, FairQueue, forget_oldest


class Busy:
    """A pool of one thread that is busy until `go`. `order` lists the jobs in the order of their start."""

    def __init__(self) -> None:
        self.pool, self.order = FairPool("test", 1), list[str]()
        self.jobs: list[Future[None]] = []
        self._gate, started = threading.Event(), threading.Event()

        def block() -> None:
            started.set()
            self._gate.wait(30)

        self.jobs.append(self.pool.submit("", "", block))
        assert started.wait(30)

    def put(self, owner: str, table: str) -> Future[None]:
        job = self.pool.submit(owner, table, self.order.append, f"{owner}{table}")
        self.jobs.append(job)
        return job

    def go(self) -> str:
        self._gate.set()
        assert not wait(self.jobs, 30).not_done
        return " ".join(self.order)


@pytest.fixture
def busy() -> Iterator[Busy]:
    made = Busy()
    yield made
    made.go()
    made.pool.stop()


def test_an_owner_with_one_job_waits_for_one_job_of_the_others(busy: Busy) -> None:
    for table in range(100):
        busy.put("flood", str(table))
    busy.put("ann", "1")
    assert busy.go().split()[:3] == ["flood0", "ann1", "flood1"]
    assert len(busy.order) == 101


def test_tables_of_an_owner_take_turns(busy: Busy) -> None:
    for name in ("a1", "a1", "a1", "a2", "b1", "a3", "b1"):
        busy.put(*name)
    assert busy.go() == "a1 b1 a2 b1 a3 a1 a1"


def test_an_owner_that_comes_back_is_last() -> None:
    queue: FairQueue[str] = FairQueue()
    for owner in "abc":
        queue.put(owner, "1", f"{owner}1")
    assert queue.pop() == "a1"
    queue.put("a", "2", "a2")
    assert [queue.pop() for _ in range(4)] == ["b1", "c1", "a2", None]


def test_waiting_counts_jobs_that_have_not_started(busy: Busy) -> None:
    for name in ("a1", "a1", "a2", "b1"):
        busy.put(*name)
    assert [busy.pool.waiting(owner) for owner in ("a", "b", "c")] == [3, 1, 0]
    assert len(busy.pool) == 4
    busy.go()
    assert len(busy.pool) == 0


def test_dropped_jobs_never_start(busy: Busy) -> None:
    dropped = [busy.put("a", "1"), busy.put("b", "1")]
    busy.put("a", "2")
    busy.pool.drop("1")
    assert all(job.cancelled() for job in dropped)
    assert len(busy.pool) == 1
    assert busy.go() == "a2"


def test_a_job_cancelled_by_its_owner_does_not_stop_the_next(busy: Busy) -> None:
    busy.put("a", "1").cancel()
    busy.put("a", "2")
    assert busy.go() == "a2"


def test_an_error_reaches_the_owner_of_the_job(busy: Busy) -> None:
    failing = busy.pool.submit("a", "1", int, "x")
    busy.put("a", "2")
    busy.go()
    with pytest.raises(ValueError, match="invalid literal"):
        failing.result(30)


def test_stopping_cancels_waiting_jobs(busy: Busy) -> None:
    waiting = busy.put("a", "1")
    busy.pool.stop()
    assert waiting.cancelled()
    assert busy.go() == ""


def test_results_are_forgotten_oldest_first_and_unfinished_work_stays() -> None:
    futures: dict[int, Future[int]] = {number: Future() for number in range(5)}
    for number in (0, 2, 3, 4):
        futures[number].set_result(number)
    forget_oldest(futures, 2)
    assert list(futures) == [1, 3, 4]
    forget_oldest(futures, 2)
    assert list(futures) == [1, 3, 4]
