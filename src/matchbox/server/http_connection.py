"""HTTP connections with deadlines and caps, on top of Uvicorn's, which waits for ever.

A client that owes something (the rest of a request, the next request, reading the answer) has a deadline. If the
server is full, the connection that has owed something longest makes room for a new one. A client that sends its
request at once therefore always gets through a crowd of slow ones.
"""

from __future__ import annotations

import asyncio
import json
from http import HTTPStatus
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from . import limits
from .hosts import Hosts

SECURITY_HEADERS = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "content-security-policy": (
        "default-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; object-src 'none'; "
        "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
}
"""Uvicorn adds these headers to every response, `refusal` to its own."""

TOO_MANY = "too many connections; close some or try again in a moment"


def refusal(status: int, text: str, **headers: str) -> bytes:
    """A complete error response, for connections that end with it."""
    body = json.dumps({"error": text}).encode()
    lines = {
        **SECURITY_HEADERS,
        **{name.replace("_", "-"): value for name, value in headers.items()},
        "content-type": "application/json",
        "content-length": str(len(body)),
        "connection": "close",
    }
    head = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
    return f"HTTP/1.1 {status} {HTTPStatus(status).phrase}\r\n{head}\r\n".encode() + body


class HttpConnection(HttpToolsProtocol):
    def __init__(self, limit: limits.Limits, hosts: Hosts, **uvicorn: Any) -> None:
        super().__init__(**uvicorn)
        self._limits, self._hosts = limit, hosts
        self._deadline: asyncio.TimerHandle | None = None
        self._counted = self._in_head = False
        self._head_size = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._peer = limits.peer_address(self.client[0] if self.client else "")
        self._counted = self._limits.connect(self._peer)
        if self._counted:
            self._wait()
        else:
            self._refuse(429, TOO_MANY)

    def connection_lost(self, exc: Exception | None) -> None:
        self._release()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self) -> None:
        self._release()  # the WebSocket is counted by its own address, which a proxy forwards
        if problem := self._hosts.problem(self.headers, changes=True):
            self._refuse(*problem)
        else:
            super().handle_websocket_upgrade()

    def drop(self) -> None:
        """Make room for another connection."""
        self._release()
        self.transport.abort()

    def _release(self) -> None:
        self._set_deadline(None)
        if self._counted:
            self._counted = False
            self._limits.disconnect(self._peer)

    def _refuse(self, status: int, text: str) -> None:
        self.transport.write(refusal(status, text))
        self.transport.close()

    # --- deadlines ---

    def _owed(self) -> float | None:
        """Seconds in which the client has to do its part, or None if it is the server's turn."""
        if self.transport.get_write_buffer_size():
            return self._limits.answer_seconds
        if self.cycle is None or self.cycle.response_complete:
            return limits.HEAD_SECONDS
        return limits.BODY_SECONDS if self.cycle.more_body and not self.pipeline else None

    def _wait(self) -> None:
        self._set_deadline(self._owed())

    def _set_deadline(self, seconds: float | None) -> None:
        if self._deadline:
            self._deadline.cancel()
            self._deadline = None
            self._limits.waiting.pop(self, None)
        if seconds is not None:
            self._deadline = self.loop.call_later(seconds, self._expired)
            self._limits.waiting[self] = None

    def _expired(self) -> None:
        owed = self._owed()
        if owed is None:  # the answer has been read meanwhile
            self._set_deadline(None)
        elif self.transport.get_write_buffer_size():
            self.drop()
        elif self._in_head or owed == limits.BODY_SECONDS:
            self._refuse(408, "the request took too long; send it again")
        else:
            self.transport.close()

    # --- events ---

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self._in_head:
            self._head_size += len(data)
            if self._head_size > limits.MAX_HEAD:
                self._in_head = False
                self._refuse(431, f"the headers of a request may have at most {limits.MAX_HEAD} bytes")

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._in_head, self._head_size = True, 0

    def on_headers_complete(self) -> None:
        self._in_head = False
        super().on_headers_complete()
        self._wait()

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self._wait()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._wait()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._wait()

    def resume_writing(self) -> None:
        super().resume_writing()
        self._wait()
