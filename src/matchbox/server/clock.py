"""The time that the server uses."""

from __future__ import annotations

import time

_epoch = time.time_ns() - time.monotonic_ns()


def now() -> int:
    """Milliseconds since 1970, by a clock that never jumps: the system's clock may be set while players' clocks run."""
    return (_epoch + time.monotonic_ns()) // 1_000_000


def follow_system_clock() -> None:
    """Adopt the system's clock. Only for moments without running clocks."""
    global _epoch
    _epoch = time.time_ns() - time.monotonic_ns()
