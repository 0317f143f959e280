"""Presence at a table: clients that watch it, players who send requests, and players at other nodes."""

from __future__ import annotations

import time
from collections.abc import Container, Iterable
from typing import Protocol

from matchbox.engine import SPECTATOR
from matchbox.play.match import Refused

from . import settings

ABSENT_SECONDS = settings.number("MATCHBOX_ABSENT")
"""A request shows that its player is here for this time. After this time without a sign, others may let a bot play."""
VISIT_SECONDS = 20.0  # seconds that bots play on after the last request or connection


class Watcher(Protocol):
    """A client that gets a message after every change."""

    seat: int
    format: str

    @property
    def address(self) -> str: ...

    def send(self, message: bytes) -> None: ...

    def drop(self, reason: Refused) -> None: ...


class Presence:
    def __init__(self, nodes: Container[str]) -> None:
        self.watchers: set[Watcher] = set()
        self.here: set[int] = set()
        """Seats present at this node."""
        self.elsewhere: set[int] = set()
        """Seats present at other nodes."""
        self._nodes = nodes  # other nodes that live
        self._loaded = time.monotonic()
        self._visits: dict[str, float] = {}  # address -> when it last asked for this table, or disconnected
        self._requests: dict[int, float] = {}  # seat -> when its token last came with a request
        self._last_seen: dict[int, float] = {}  # seat -> the last sign of its player
        self._remote_seats: dict[str, set[int]] = {}  # node -> seats present there

    @property
    def seats(self) -> set[int]:
        """Seats that are connected to a node, or have sent a request with their token lately."""
        return self.here | self.elsewhere

    @property
    def attended(self) -> bool:
        """Is anybody here? Bots do not think for an empty room."""
        return bool(self.visitors() or self.elsewhere)

    def visitors(self) -> set[str]:
        """The addresses of everybody who is connected or was here a moment ago."""
        since = time.monotonic() - VISIT_SECONDS
        self._visits = {address: at for address, at in self._visits.items() if at > since}
        return {watcher.address for watcher in self.watchers} | self._visits.keys()

    def absent_for(self, seat: int) -> float:
        """Seconds since the last sign of a seat's player."""
        if seat in self.seats:
            return 0.0
        return time.monotonic() - self._last_seen.get(seat, self._loaded)

    def on_visit(self, address: str) -> None:
        self._visits[address] = time.monotonic()

    def on_request(self, seat: int) -> None:
        """Note a request with a seat's token: its player is here, connected or not."""
        self._requests[seat] = self._last_seen[seat] = time.monotonic()

    def on_moves(self, seats: Iterable[int]) -> None:
        """Note that these seats moved at another node."""
        self._last_seen.update(dict.fromkeys(seats, time.monotonic()))

    def on_disconnect(self, watcher: Watcher) -> None:
        self.watchers.discard(watcher)
        self._visits[watcher.address] = self._last_seen[watcher.seat] = time.monotonic()

    def on_remote(self, node: str, seats: set[int]) -> bool:
        """Note the seats that another node names. Are they new?"""
        if seats == self._remote_seats.get(node, set()):
            return False
        self._remote_seats[node] = seats
        return True

    def update(self) -> None:
        """Find out who is present now."""
        at = time.monotonic()
        self._requests = {seat: asked for seat, asked in self._requests.items() if at - asked < ABSENT_SECONDS}
        self.here = {*self._requests, *(watcher.seat for watcher in self.watchers)} - {SPECTATOR}
        remote = (seats for node, seats in self._remote_seats.items() if node in self._nodes)
        elsewhere: set[int] = set().union(*remote)
        self._last_seen.update(dict.fromkeys(self.elsewhere - elsewhere, at))
        self.elsewhere = elsewhere

    @property
    def changes_in(self) -> float | None:
        """Seconds until the next player without a connection becomes absent."""
        if not self._requests:
            return None
        return min(self._requests.values()) + ABSENT_SECONDS - time.monotonic()
