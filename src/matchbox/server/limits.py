"""Limits of rates, sizes, times and connections, so that no client can starve the others."""

from __future__ import annotations

import ipaddress
import time
from collections.abc import Iterable
from typing import Protocol

from . import settings

MAX_TARGET = 2000  # bytes of a path with its query
MAX_HEAD = 32 * 1024  # bytes of a request before its body
MAX_BODY = 64 * 1024  # bytes per request body or message
MAX_BACKLOG = 256 * 1024  # bytes queued for a client that does not read

HEAD_SECONDS = 10.0  # for the next request and its headers
BODY_SECONDS = 15.0

MESSAGES = (200.0, 400.0)  # per connection: rate per second, and burst
REQUESTS = (100.0, 1000.0)  # per address
TABLES = (5.0, 400.0)  # new tables and reserved ids, per address
PUBLIC_TABLES = (1 / 60, 20.0)  # new public tables, per address
GUESSES = (1.0, 50.0)  # wrong tokens or invitations, per address
MAX_CONNECTIONS = 500  # per address
MAX_LISTED = 100  # public tables in the list
MAX_HINTS = 20  # hints waiting for a thread, per address
MAX_REVIEWS = 10  # unfinished reviews, per address
RETRY_SECONDS = 2  # that a client waits after 429 or 503


class Bucket:
    """A token bucket: it fills at a steady rate, and every request takes a token, or several."""

    __slots__ = ("_capacity", "_level", "_rate", "_updated")

    def __init__(self, rate: float, capacity: float) -> None:
        self._rate, self._capacity, self._level, self._updated = rate, capacity, capacity, time.monotonic()

    def take(self, tokens: float = 1.0) -> bool:
        now = time.monotonic()
        self._level = min(self._capacity, self._level + (now - self._updated) * self._rate)
        self._updated = now
        if self._level < tokens:
            return False
        self._level -= tokens
        return True

    def give_back(self, tokens: float) -> None:
        self._level = min(self._capacity, self._level + tokens)

    @property
    def full(self) -> bool:
        return self._level + (time.monotonic() - self._updated) * self._rate >= self._capacity


class Waiting(Protocol):
    """A connection that waits for its client."""

    def drop(self) -> None: ...


class Limits:
    """Buckets and open connections per address. MATCHBOX_LIMITS scales all limits per address; 0 lifts them."""

    def __init__(self, most_connections: int = 10_000) -> None:
        self.scale = settings.number("MATCHBOX_LIMITS")
        self.answer_seconds = settings.number("MATCHBOX_UNREAD") or None
        """For reading an answer; None: as long as it takes."""
        self.waiting: dict[Waiting, None] = {}
        """Connections that wait for their clients, the longest first. If the server is full, they make room."""
        self._most_connections, self._open = most_connections, 0
        self._buckets: dict[tuple[str, tuple[float, float]], Bucket] = {}
        self._connections: dict[str, int] = {}

    def allows(self, address: str, limit: tuple[float, float], tokens: float = 1.0) -> bool:
        if self.scale == 0:
            return True
        bucket = self._buckets.get((address, limit))
        if bucket is None:
            if len(self._buckets) > 10_000:
                self._buckets = {key: kept for key, kept in self._buckets.items() if not kept.full}
            bucket = self._buckets[address, limit] = self.bucket(limit)
        return bucket.take(tokens)

    def give_back(self, address: str, limit: tuple[float, float], tokens: float) -> None:
        """Return tokens that an allowed request did not need."""
        if bucket := self._buckets.get((address, limit)):
            bucket.give_back(tokens)

    def bucket(self, limit: tuple[float, float]) -> Bucket:
        scale = self.scale or 1e9
        return Bucket(limit[0] * scale, limit[1] * scale)

    def has_room(self, count: int, most: int) -> bool:
        """May an address that has this many of something have one more?"""
        return self.scale == 0 or count < most * self.scale

    def connect(self, address: str) -> bool:
        """Count a connection, if it is allowed. Connections without an address are only counted in all."""
        count = self._connections.get(address, 0)
        if address and self.scale and count >= MAX_CONNECTIONS * self.scale:
            return False
        if self._open >= self._most_connections:
            if not self.waiting:
                return False
            next(iter(self.waiting)).drop()
        self._open += 1
        self._connections[address] = count + 1
        return True

    def disconnect(self, address: str) -> None:
        self._open -= 1
        self._connections[address] -= 1
        if not self._connections[address]:
            del self._connections[address]


LOCAL = ("127.0.0.1", "::1", "")
"""A proxy on this machine has one of these addresses."""


def peer_address(peer: str) -> str:
    """The address by which a new connection is counted: none if it may be a proxy with many clients."""
    return "" if peer in LOCAL else peer


def address_of(peer: str, headers: Iterable[tuple[bytes, bytes]]) -> str:
    """The client's address. Only a proxy on this machine is trusted to forward it."""
    if peer in LOCAL:
        for name, value in headers:
            if name.lower() == b"x-forwarded-for":
                return _network(value.decode("latin-1").rpartition(",")[2].strip() or peer)
    return _network(peer)


def _network(address: str) -> str:
    """IPv6 gives every customer 2**64 addresses, so their common prefix counts as the address."""
    if ":" not in address:
        return address
    try:
        found = ipaddress.IPv6Address(address)
    except ValueError:
        return address
    return str(found.ipv4_mapped or ipaddress.IPv6Network((int(found), 64), strict=False).network_address)
