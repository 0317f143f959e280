"""WebSocket connections: the library `websockets` reads and writes the frames, directly on the transport.

Uvicorn accepts the connection and passes it on with the upgrade request. Uvicorn's WebSocket protocols use the same
library, but an ASGI application gets each message through a queue and a task; here a move is received and answered
without a task switch.
"""

from __future__ import annotations

import asyncio
import logging
import socket
from typing import Any, cast

from websockets.frames import Frame, Opcode
from websockets.http11 import Request
from websockets.protocol import SEND_EOF, State
from websockets.server import ServerProtocol

from . import limits
from .connection import GOING_AWAY, UNSUPPORTED, Connection, Violation
from .deflate import DeflateFactory
from .http_connection import refusal
from .registry import TableRegistry

VERSION = "13"
CLOSE_FRAME = 0x88  # the first byte
SLICE = 4096  # bytes that the library gets at once, so that limits of rates come before most of the work
MIN_DEFLATED = 512  # bytes of the shortest scene that is worth compressing
MAX_IGNORED = 1 << 20  # bytes that a client may still send after the server's close frame
KERNEL_BUFFER = 64 * 1024  # bytes that the system may hold for a client, on top of MAX_BACKLOG
DEFLATE = DeflateFactory()
LOG = logging.getLogger("matchbox.websocket")  # clients that break rules or leave are no news
LOG.setLevel(logging.ERROR)


class WebSocket(Connection, asyncio.Protocol):
    """One client at one table."""

    def __init__(self, registry: TableRegistry, limit: limits.Limits, connections: set[Any]) -> None:
        super().__init__(registry, limit)
        self._connections = connections  # of Uvicorn, which closes them when it stops
        self._frames = ServerProtocol(extensions=[DEFLATE], max_size=limits.MAX_BODY, logger=LOG)
        self._fragments: list[bytes | bytearray] = []  # of an unfinished message
        self._paused = False
        self._ignored = 0

    # --- the transport ---

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        self._connections.add(self)
        if client := transport.get_extra_info("socket"):
            client.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, KERNEL_BUFFER)

    def connection_lost(self, exc: Exception | None) -> None:
        self._connections.discard(self)
        self._leave()

    def eof_received(self) -> None:
        pass

    def pause_writing(self) -> None:
        self._paused = True

    def resume_writing(self) -> None:
        self._paused = False

    def shutdown(self) -> None:
        """Called by Uvicorn when the server stops."""
        self._close(GOING_AWAY, "the server is stopping; connect again in a moment")
        self._end()

    def data_received(self, data: bytes) -> None:
        for start in range(0, len(data), SLICE):
            if self._closing:
                self._ignore(data[start:])
                return
            self._receive(data[start : start + SLICE])

    def _ignore(self, data: bytes) -> None:
        self._ignored += len(data)
        if self._ignored > MAX_IGNORED:
            self._transport.abort()
        elif data[0] == CLOSE_FRAME:  # the client has received our close frame
            self._end()

    # --- frames ---

    def _receive(self, data: bytes) -> None:
        frames = self._frames
        frames.receive_data(data)
        try:
            for event in frames.events_received():
                if isinstance(event, Frame):
                    self._frame(event)
                elif isinstance(event, Request):
                    self._handshake(event)
        except Violation as error:
            self._fail(str(error), error.code)
        if self._closing:
            return
        if frames.handshake_exc:
            self._reject(400, f"this is not a WebSocket handshake: {frames.handshake_exc}")
        elif frames.parser_exc and frames.close_sent:  # the library's close frame is ready
            self._fail(f"unreadable frame: {frames.parser_exc}", frames.close_sent.code)
        elif frames.close_rcvd:
            self._flush()
            self._write_ready()
            self._end()
        else:
            self._write_ready()

    def _handshake(self, request: Request) -> None:
        headers = [(name.lower().encode(), value.encode("latin-1")) for name, value in request.headers.raw_items()]
        peer = self._transport.get_extra_info("peername")
        if request.headers.get_all("Sec-WebSocket-Version") != [VERSION]:
            text = f"this server speaks version {VERSION} of the WebSocket protocol"
            self._reject(426, text, sec_websocket_version=VERSION)
            return
        response = self._frames.accept(request)
        if response.status_code != 101:
            self._reject(response.status_code, f"this is not a WebSocket handshake: {self._frames.handshake_exc}")
        elif problem := self._admit(
            request.path, limits.address_of(peer[0] if isinstance(peer, tuple) else "", headers)
        ):
            self._reject(*problem)
        else:
            self._frames.send_response(response)

    def _reject(self, status: int, text: str, **headers: str) -> None:
        self._transport.write(refusal(status, text, **headers))
        self._end()

    def _frame(self, frame: Frame) -> None:
        self._count_frame()
        opcode = frame.opcode
        if opcode is Opcode.TEXT and frame.fin:
            self._message(cast(bytearray, frame.data))
        elif opcode is Opcode.BINARY:
            raise Violation(UNSUPPORTED, "messages must be JSON text")
        elif opcode is Opcode.TEXT or opcode is Opcode.CONT:
            self._fragments.append(cast(bytearray, frame.data))
            if frame.fin:
                message, self._fragments = b"".join(self._fragments), []
                self._message(message)

    # --- writing ---

    def _write_messages(self, messages: list[bytes]) -> None:
        if self._transport.is_closing():
            return
        extensions = self._frames.extensions if self.format == "scene" else []  # programs prefer speed
        self._write(
            b"".join(
                Frame(Opcode.TEXT, message).serialize(
                    mask=False, extensions=extensions if len(message) >= MIN_DEFLATED else []
                )
                for message in messages
            )
        )

    def _write_ping(self) -> None:
        self._frames.send_ping(b"")
        self._write_ready()

    def _write_close(self, code: int, reason: str) -> None:
        if self._frames.state is State.OPEN:
            self._frames.send_close(code, reason)
        self._write_ready()

    def _write_ready(self) -> None:
        """Write the frames that the library has ready: pings, answers to pings, and the close frame."""
        if ready := self._frames.data_to_send():
            self._write(b"".join(ready))
            if ready[-1] == SEND_EOF and not self._transport.is_closing():
                self._transport.write_eof()

    def _write(self, data: bytes) -> None:
        if self._paused and self._transport.get_write_buffer_size() > limits.MAX_BACKLOG:  # the client does not read
            self._closing = True
            self._transport.abort()
        else:
            self._transport.write(data)

    def _abort(self) -> None:
        self._transport.abort()

    def _end(self) -> None:
        """Close the connection when everything is sent, or in a while if the client does not read."""
        self._transport.close()
        self._abort_later()
