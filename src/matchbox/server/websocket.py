"""WebSocket connections directly on the transport: a move is received and answered without a task switch.

Uvicorn accepts the connection and passes it on with the upgrade request. This module supports the
part of RFC 6455 that tables need: text and control frames, no extensions. `tests/server/test_conformance.py`
checks it case by case. A library would take two to ten times as long for each message.
"""

from __future__ import annotations

import asyncio
import base64
import binascii
import hashlib
import re
import socket
import struct
from typing import Any, cast

import msgspec

from matchbox.engine import SPECTATOR, MatchboxError
from matchbox.play.match import Refused
from matchbox.scene import encode

from . import limits
from .archive import ArchivedTable
from .http_connection import TOO_MANY, refusal
from .live_table import LiveTable, TableUpdate
from .registry import TableRegistry
from .schema import ActionRefused, Error, Hello, LiveAct, MoveAccepted, Pong, client_message_decoder

PATH = re.compile(r"/api/tables/([0-9a-z]{1,20})/live")
GUID = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
CONTINUATION, TEXT, BINARY, CLOSE, PING, PONG_FRAME = 0, 1, 2, 8, 9, 10
FIRST_BYTES = frozenset({0, TEXT, BINARY} | {0x80 | opcode for opcode in (0, TEXT, BINARY, CLOSE, PING, PONG_FRAME)})
"""The first bytes that a frame may have: no reserved bits, known opcodes, control frames whole."""
CLOSE_CODES = frozenset({*range(1000, 1004), *range(1007, 1015), *range(3000, 5000)})
"""The codes that a client may send. The others are reserved, or must never be sent."""
GOING_AWAY, PROTOCOL_ERROR, UNSUPPORTED, BAD_PAYLOAD, POLICY, TOO_BIG = 1001, 1002, 1003, 1007, 1008, 1009
SERVER_ERROR, TRY_AGAIN = 1011, 1013
HELLO_TIMEOUT = 10.0  # seconds, as are the next two
PING_INTERVAL = 25.0
CLOSE_DELAY = 2.0
MAX_IGNORED = 1 << 20  # bytes that a client may still send after the server's close frame
KERNEL_BUFFER = 64 * 1024  # bytes that the system may hold for a client, on top of MAX_BACKLOG


SHORT, MIDDLE, LONG = (struct.Struct(code).pack for code in ("!BB", "!BBH", "!BBQ"))


def frame_header(opcode: int, size: int) -> bytes:
    """The header of an unfragmented frame."""
    if size < 126:
        return SHORT(0x80 | opcode, size)
    if size < 65536:
        return MIDDLE(0x80 | opcode, 126, size)
    return LONG(0x80 | opcode, 127, size)


def frame(opcode: int, data: bytes) -> bytes:
    return frame_header(opcode, len(data)) + data


def unmask(data: bytes | bytearray, mask: bytes | bytearray) -> bytes:
    """XOR with the mask as one big integer, which is fast for short messages."""
    size = len(data)
    key = (bytes(mask) * (size // 4 + 1))[:size]
    return (int.from_bytes(data, "little") ^ int.from_bytes(key, "little")).to_bytes(size, "little")


class ProtocolError(Exception):
    """The client violates the protocol; the connection closes with this code."""

    def __init__(self, code: int, text: str) -> None:
        super().__init__(text)
        self.code = code


class Connection(asyncio.Protocol):
    """One client at one table."""

    def __init__(self, registry: TableRegistry, limit: limits.Limits, connections: set[Any]) -> None:
        self.registry, self.limits = registry, limit
        self.seat, self.format = SPECTATOR, "scene"
        self._connections = connections  # of Uvicorn, which closes them when it stops
        self._buffer = bytearray()
        self._fragments: bytearray | None = None  # of an unfinished message
        self._outgoing: list[bytes] = []
        self._live_table: LiveTable | None = None
        self._open = self._closing = self._paused = False
        self._ignored = 0
        self._said_hello = False
        self._address = ""
        self._alive = True
        self._timer: asyncio.TimerHandle | None = None

    @property
    def address(self) -> str:
        """The client's address, as limits count it."""
        return self._address

    # --- the transport ---

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        self._connections.add(self)
        if client := transport.get_extra_info("socket"):
            client.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, KERNEL_BUFFER)

    def connection_lost(self, exc: Exception | None) -> None:
        self._connections.discard(self)
        self._closing = True
        if self._timer:
            self._timer.cancel()
        if self._open:
            self.limits.disconnect(self._address)
        if self._live_table:
            self._live_table.unwatch(self)

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
        if self._closing:
            self._ignored += len(data)
            if self._ignored > MAX_IGNORED:
                self._transport.abort()
            elif data[0] == 0x80 | CLOSE:  # the client has received our close frame
                self._end()
            return
        try:
            if self._open and not self._buffer:
                self._buffer += data[self._frames(data) :]
                return
            self._buffer += data
            if not self._open:
                self._handshake()
            if self._open:
                del self._buffer[: self._frames(self._buffer)]
        except ProtocolError as error:
            self._fail(str(error), error.code)

    # --- handshake ---

    def _handshake(self) -> None:
        end = self._buffer.find(b"\r\n\r\n")
        if end < 0:
            if len(self._buffer) > limits.MAX_BODY:
                self._reject(431, "the request is too long")
            return
        head, self._buffer = bytes(self._buffer[:end]), self._buffer[end + 4 :]
        first, *lines = head.split(b"\r\n")
        headers = [(name.strip().lower(), value.strip()) for name, _, value in (it.partition(b":") for it in lines)]
        values = dict(headers)
        peer = self._transport.get_extra_info("peername")
        self._address = limits.address_of(peer[0] if isinstance(peer, tuple) else "", headers)
        words = first.decode("latin-1").split(" ")
        match = PATH.fullmatch(words[1].partition("?")[0]) if len(words) == 3 else None
        key = values.get(b"sec-websocket-key", b"")
        if match is None:
            self._reject(404, "tables are at /api/tables/TABLE/live")
        elif values.get(b"sec-websocket-version") != b"13":
            self._reject(426, "this server speaks version 13 of the WebSocket protocol", sec_websocket_version="13")
        elif words[0] != "GET" or not _is_key(key):
            self._reject(400, "this is not a WebSocket handshake")
        elif not self.limits.allows(self._address, limits.REQUESTS) or not self.limits.connect(self._address):
            self._reject(429, TOO_MANY)
        else:
            self._open = True
            self._table = match.group(1)
            self._bucket = self.limits.bucket(limits.MESSAGES)
            proof = base64.b64encode(hashlib.sha1(key + GUID).digest())
            self._transport.write(
                b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                b"Sec-WebSocket-Accept: " + proof + b"\r\n\r\n"
            )
            self._timer = asyncio.get_running_loop().call_later(HELLO_TIMEOUT, self._check_alive)

    def _reject(self, status: int, text: str, **headers: str) -> None:
        self._transport.write(refusal(status, text, **headers))
        self._end()

    # --- frames ---

    def _frames(self, data: bytes | bytearray) -> int:
        """Handle all complete frames; return their size in bytes."""
        start, available = 0, len(data)
        while available - start >= 2 and not self._closing:
            first, second = data[start], data[start + 1]
            if first not in FIRST_BYTES or second < 0x80 or (first & CLOSE and second > 0x80 | 125):
                raise ProtocolError(PROTOCOL_ERROR, _violation(first, second))
            size, head = second & 127, start + 2
            if size >= 126:
                width = 2 if size == 126 else 8
                if available - head < width:
                    break
                size, head = int.from_bytes(data[head : head + width], "big"), head + width
                if size < (126 if width == 2 else 65536) or size >> 63:
                    raise ProtocolError(PROTOCOL_ERROR, "the length of a frame must be in as few bytes as possible")
            if size > limits.MAX_BODY:
                raise ProtocolError(TOO_BIG, f"a message has at most {limits.MAX_BODY} bytes")
            end = head + 4 + size
            if available < end:
                break
            start = end
            self._frame(first & 15, first >= 0x80, unmask(data[head + 4 : end], data[head : head + 4]))
        return start

    def _frame(self, opcode: int, last: bool, data: bytes) -> None:
        self._alive = True
        self._check_rate()
        if opcode == TEXT and last and self._fragments is None:
            self._message(data)
        elif opcode >= CLOSE:
            self._control(opcode, data)
        elif (opcode == CONTINUATION) == (self._fragments is None):
            raise ProtocolError(
                PROTOCOL_ERROR, "a message must start with a text frame and continue with continuation frames"
            )
        elif opcode == BINARY:
            raise ProtocolError(UNSUPPORTED, "messages must be JSON text")
        else:
            self._fragments = (self._fragments or bytearray()) + data
            if len(self._fragments) > limits.MAX_BODY:
                raise ProtocolError(TOO_BIG, f"a message has at most {limits.MAX_BODY} bytes")
            if last:
                message, self._fragments = bytes(self._fragments), None
                self._message(message)

    def _control(self, opcode: int, data: bytes) -> None:
        if opcode == PING:
            self._write(frame(PONG_FRAME, data))
        elif opcode == CLOSE:
            if data and int.from_bytes(data[:2], "big") not in CLOSE_CODES:  # one byte is no code either
                raise ProtocolError(PROTOCOL_ERROR, "this close code is not allowed")
            try:
                data[2:].decode()
            except UnicodeDecodeError:
                raise ProtocolError(BAD_PAYLOAD, "the reason of a close frame must be UTF-8") from None
            self._flush()
            self._write(frame(CLOSE, data[:2]))
            self._end()

    def _check_rate(self) -> None:
        if not self._bucket.take():
            raise ProtocolError(POLICY, "too many messages; slow down and connect again")

    # --- messages ---

    def _message(self, data: bytes) -> None:
        try:
            if not data.isascii():
                data.decode()  # the decoder skips unknown fields without a look at their text
            message = client_message_decoder.decode(data)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise ProtocolError(BAD_PAYLOAD, f"unreadable message: {error}") from None
        if isinstance(message, LiveAct):
            self._act(message)
        elif isinstance(message, Hello):
            if self._said_hello:
                raise ProtocolError(POLICY, "send hello only once; connect again for another seat")
            self._said_hello = True
            self.registry.task(self._open_table(message))
        else:
            self.send(encode(Pong()))

    async def _open_table(self, hello: Hello) -> None:
        try:
            if hello.token is not None and not self.limits.allows(self._address, limits.REQUESTS):
                raise Refused("too many requests; wait a moment", 429)
            live_table = await self.registry.readable_table(self._table)
            if hello.token is not None:
                try:
                    self.seat = live_table.seat_of(hello.token)
                except Refused:
                    if not self.limits.allows(self._address, limits.GUESSES):
                        raise Refused("too many wrong tokens; wait a moment", 429) from None
                    raise
        except MatchboxError as error:
            if isinstance(error, Refused) and error.status in (429, 503):
                self.drop(error)
            else:
                self._fail(str(error), POLICY)
            return
        except Exception:
            self._fail("the server failed to open this table; the error is in its log", SERVER_ERROR)
            raise
        if isinstance(live_table, ArchivedTable):
            self.send(await self.registry.in_thread(live_table.state, self.seat))
        elif not self._closing:
            self.format = hello.format
            self._live_table = live_table
            live_table.watch(self)

    def _act(self, message: LiveAct) -> None:
        decision, live_table = message.decision, self._live_table
        if live_table is None:
            self._reject_act(decision, "send hello first and wait for the state")
        elif self.seat == SPECTATOR:
            self._reject_act(decision, "spectators cannot move; send hello with a seat's token to play")
        else:

            def answer(update: TableUpdate | None, error: MatchboxError | None) -> None:
                if error is None:
                    self.send(encode(MoveAccepted(decision)))
                else:
                    self._reject_act(decision, str(error))

            live_table.act(self.seat, decision, message.action, message.relies, answer)

    def _reject_act(self, decision: int, text: str) -> None:
        self.send(encode(ActionRefused(decision, text)))

    def send(self, message: bytes) -> None:
        if self._closing:
            return
        # One write per loop iteration: the reply to a move and the new state leave together.
        if not self._outgoing:
            waiting = self.registry.outgoing
            waiting.append(self._flush)
            if len(waiting) == 1:
                asyncio.get_running_loop().call_soon(self.registry.flush)
        self._outgoing += (frame_header(TEXT, len(message)), message)

    def _flush(self) -> None:
        out, self._outgoing = self._outgoing, []
        if out and not self._transport.is_closing():
            self._write(b"".join(out))

    def _write(self, data: bytes) -> None:
        if self._paused and self._transport.get_write_buffer_size() > limits.MAX_BACKLOG:  # the client does not read
            self._closing = True
            self._transport.abort()
        else:
            self._transport.write(data)

    def drop(self, reason: Refused) -> None:
        """Close the connection; the client may try again in a moment."""
        self._fail(str(reason), TRY_AGAIN, limits.RETRY_SECONDS)

    def _fail(self, text: str, code: int, retry: int | None = None) -> None:
        if not self._closing:
            self.send(encode(Error(text, retry)))
            self._close(code, text)

    def _close(self, code: int, text: str) -> None:
        if self._closing:
            return
        self._flush()
        if self._open:
            reason = text.encode()[:120].decode(errors="ignore").encode()
            self._write(frame(CLOSE, code.to_bytes(2, "big") + reason))
        self._buffer.clear()
        # Closing now would drop the close frame if the client is still sending.
        self._abort_later()

    def _end(self) -> None:
        """Close the connection when everything is sent, or in a while if the client does not read."""
        self._transport.close()
        self._abort_later()

    def _abort_later(self) -> None:
        self._closing = True
        if self._timer:
            self._timer.cancel()
        self._timer = asyncio.get_running_loop().call_later(CLOSE_DELAY, self._transport.abort)

    # --- keep-alive ---

    def _check_alive(self) -> None:
        """Ping the client; drop the connection if nothing has come since the last ping."""
        if self._closing:
            return
        if not self._said_hello:
            self._fail(f"send hello within {HELLO_TIMEOUT:.0f} seconds", POLICY)
        elif not self._alive:
            self._closing = True
            self._transport.abort()
        else:
            self._alive = False
            self._write(frame(PING, b""))
            self._timer = asyncio.get_running_loop().call_later(PING_INTERVAL, self._check_alive)


def _violation(first: int, second: int) -> str:
    """The rule that these first two bytes of a frame break."""
    if second < 0x80:
        return "client frames must be masked"
    if first & 0x70:
        return "extensions are not supported"
    if first & 15 not in (CONTINUATION, TEXT, BINARY, CLOSE, PING, PONG_FRAME):
        return "unknown opcode"
    return "control frames must be short and unfragmented"


def _is_key(key: bytes) -> bool:
    try:
        return len(base64.b64decode(key, validate=True)) == 16
    except (binascii.Error, ValueError):
        return False
