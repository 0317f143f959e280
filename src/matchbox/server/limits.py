"""How much one client may ask for, so that nobody takes the server from the others."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable

BODY = 64 * 1024  # bytes of a request or a message
LAG = 4 * 1024 * 1024  # bytes that may wait for a client who does not read

MESSAGES = (200.0, 400.0)  # per connection: a second, and at once
REQUESTS = (100.0, 1000.0)  # per address
TABLES = (5.0, 400.0)  # tables made, per address
GUESSES = (1.0, 50.0)  # wrong tokens and invitations, per address
CONNECTIONS = 2000  # per address


class Bucket:
    """Fills at a steady rate; every request takes one."""

    __slots__ = ("_level", "_most", "_rate", "_when")

    def __init__(self, rate: float, most: float) -> None:
        self._rate, self._most, self._level, self._when = rate, most, most, time.monotonic()

    def take(self) -> bool:
        now = time.monotonic()
        self._level = min(self._most, self._level + (now - self._when) * self._rate)
        self._when = now
        if self._level < 1.0:
            return False
        self._level -= 1.0
        return True

    @property
    def full(self) -> bool:
        return self._level + (time.monotonic() - self._when) * self._rate >= self._most


class Limits:
    """Buckets per address, and how many connections each has. MATCHBOX_LIMITS scales all rates; 0 lifts them."""

    def __init__(self) -> None:
        self.scale = float(os.environ.get("MATCHBOX_LIMITS", "1"))
        self._buckets: dict[tuple[str, tuple[float, float]], Bucket] = {}
        self._connections: dict[str, int] = {}

    def allows(self, address: str, limit: tuple[float, float]) -> bool:
        if self.scale == 0:
            return True
        bucket = self._buckets.get((address, limit))
        if bucket is None:
            if len(self._buckets) > 10_000:
                self._buckets = {key: kept for key, kept in self._buckets.items() if not kept.full}
            bucket = self._buckets[address, limit] = self.bucket(limit)
        return bucket.take()

    def bucket(self, limit: tuple[float, float]) -> Bucket:
        scale = self.scale or 1e9
        return Bucket(limit[0] * scale, limit[1] * scale)

    def connect(self, address: str) -> bool:
        count = self._connections.get(address, 0)
        if self.scale and count >= CONNECTIONS * self.scale:
            return False
        self._connections[address] = count + 1
        return True

    def disconnect(self, address: str) -> None:
        count = self._connections.get(address, 0) - 1
        if count > 0:
            self._connections[address] = count
        else:
            self._connections.pop(address, None)


def address_of(peer: str, headers: Iterable[tuple[bytes, bytes]]) -> str:
    """Who asks. A proxy on this machine says for whom; anybody else could say anything."""
    if peer in ("127.0.0.1", "::1", ""):
        for name, value in headers:
            if name.lower() == b"x-forwarded-for":
                return value.decode("latin-1").rpartition(",")[2].strip() or peer
    return peer
