"""Functions that several threads call for the first time at once."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, wait

import pytest

from matchbox.engine import games
from matchbox.engine.compiled import PLAIN, plain, rule


class SlowTuple(tuple[int, ...]):
    """A global that takes its time when a plain function is made of a rule that uses it."""

    reached, released = threading.Event(), threading.Event()

    def __iter__(self) -> Iterator[int]:
        self.reached.set()
        self.released.wait(30)
        return super().__iter__()


NUMBERS = SlowTuple((3, 4))


@rule
def second(unused: int) -> int:
    return NUMBERS[1]


@rule
def twice(unused: int) -> int:
    return 2 * second(unused)


@pytest.mark.skipif(PLAIN, reason="without the compiler, a rule is the plain function")
def test_a_thread_gets_a_plain_function_only_when_it_is_complete() -> None:
    with ThreadPoolExecutor(3) as pool:
        first = pool.submit(plain, twice)
        assert SlowTuple.reached.wait(30)
        others = [pool.submit(lambda: plain(twice)(0)), pool.submit(lambda: plain(second)(0))]
        wait(others, timeout=0.2)  # they must not finish yet
        SlowTuple.released.set()
        assert first.result(30)(0) == 8
        assert [other.result(30) for other in others] == [8, 4]


def test_threads_share_one_copy_of_a_generic_function(monkeypatch: pytest.MonkeyPatch) -> None:
    game = games()["jump_gate"]
    barrier = threading.Barrier(8)

    def first_use(_: int) -> tuple[object, ...]:
        barrier.wait()
        return tuple(game.compiled(name) for name in ("begin", "legal_at", "step_batch"))

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(8) as pool:
            for _ in range(20):
                monkeypatch.setattr(game, "_compiled", {})
                assert len(set(pool.map(first_use, range(8)))) == 1
    finally:
        sys.setswitchinterval(interval)
