"""WebSocket connections, straight on the transport: a move comes in and its answer goes out without a task switch.

Uvicorn accepts the connection and hands it over with the upgrade request. Only what tables need is
spoken here: RFC 6455 text and control frames, no extensions.
"""

from __future__ import annotations

import asyncio
import base64
import binascii
import hashlib
import re
import struct
from typing import Any, cast

import msgspec

from matchbox.engine import SPECTATOR, MatchboxError
from matchbox.table.scene import encode

from . import limits
from .hall import Hall
from .room import Plan, Room
from .tables import Refused
from .wire import PONG, Error, Hello, LiveAct, accepted, said
from .wire import Refused as RefusedMessage

PATH = re.compile(r"/api/tables/([0-9a-z]{1,20})/live")
GUID = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
TEXT, BINARY, CLOSE, PING, PONG_FRAME = 1, 2, 8, 9, 10
NORMAL, GOING, PROTOCOL, UNSUPPORTED, BAD_TEXT, POLICY, TOO_BIG = 1000, 1001, 1002, 1003, 1007, 1008, 1009
HELLO_WITHIN = 10.0  # seconds
ALIVE_EVERY = 25.0
LAST_WORDS = 2.0
IGNORED = 1 << 20  # bytes that a client may still send after it was told that it is over


SHORT, MIDDLE, LONG = (struct.Struct(code).pack for code in ("!BB", "!BBH", "!BBQ"))


def prefix(opcode: int, size: int) -> bytes:
    """What stands before the data of a whole message."""
    if size < 126:
        return SHORT(0x80 | opcode, size)
    if size < 65536:
        return MIDDLE(0x80 | opcode, 126, size)
    return LONG(0x80 | opcode, 127, size)


def frame(opcode: int, data: bytes) -> bytes:
    return prefix(opcode, len(data)) + data


def unmask(data: bytes | bytearray, mask: bytes | bytearray) -> bytes:
    """XOR with the mask, as one long number: quick for the short messages that come."""
    size = len(data)
    key = (bytes(mask) * (size // 4 + 1))[:size]
    return (int.from_bytes(data, "little") ^ int.from_bytes(key, "little")).to_bytes(size, "little")


class Bad(Exception):
    """The client does not follow the protocol; closed with this code."""

    def __init__(self, code: int, text: str) -> None:
        super().__init__(text)
        self.code = code


class Live(asyncio.Protocol):
    """One client at one table."""

    def __init__(self, hall: Hall, limit: limits.Limits, connections: set[Any]) -> None:
        self.hall, self.limits = hall, limit
        self.seat, self.form = SPECTATOR, "scene"
        self._connections = connections  # of the server that has accepted it, which closes them at its end
        self._buffer = bytearray()
        self._parts: list[bytes] = []
        self._out: list[bytes] = []
        self._room: Room | None = None
        self._open = self._closing = self._slow = False
        self._ignored = 0
        self._greeting = False
        self._address = ""
        self._heard = True
        self._timer: asyncio.TimerHandle | None = None

    # --- the transport ---

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        self._connections.add(self)

    def connection_lost(self, exc: Exception | None) -> None:
        self._connections.discard(self)
        self._closing = True
        if self._timer:
            self._timer.cancel()
        if self._open:
            self.limits.disconnect(self._address)
        if self._room:
            self._room.unwatch(self)

    def eof_received(self) -> None:
        pass

    def pause_writing(self) -> None:
        self._slow = True

    def resume_writing(self) -> None:
        self._slow = False

    def shutdown(self) -> None:
        """The server stops."""
        self._close(GOING, "the server stops; connect again in a moment")
        self._transport.close()

    def data_received(self, data: bytes) -> None:
        if self._closing:
            self._ignored += len(data)
            if self._ignored > IGNORED:
                self._transport.abort()
            elif data[0] == 0x80 | CLOSE:  # our last words were heard
                self._transport.close()
            return
        try:
            if self._open and not self._buffer:
                self._buffer += data[self._frames(data) :]
                return
            self._buffer += data
            if not self._open:
                self._shake_hands()
            if self._open:
                del self._buffer[: self._frames(self._buffer)]
        except Bad as error:
            self._complain(str(error), error.code)

    # --- handshake ---

    def _shake_hands(self) -> None:
        end = self._buffer.find(b"\r\n\r\n")
        if end < 0:
            if len(self._buffer) > limits.BODY:
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
        elif values.get(b"sec-websocket-version") != b"13" or not _is_key(key):
            self._reject(400, "this is not a WebSocket handshake of version 13")
        elif not self.limits.allows(self._address, limits.REQUESTS) or not self.limits.connect(self._address):
            self._reject(429, "too many connections; close some or wait a moment")
        else:
            self._open = True
            self._table = match.group(1)
            self._bucket = self.limits.bucket(limits.MESSAGES)
            proof = base64.b64encode(hashlib.sha1(key + GUID).digest())
            self._transport.write(
                b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                b"Sec-WebSocket-Accept: " + proof + b"\r\n\r\n"
            )
            self._timer = asyncio.get_running_loop().call_later(HELLO_WITHIN, self._check_alive)

    def _reject(self, status: int, text: str) -> None:
        body = msgspec.json.encode({"error": text})
        head = f"HTTP/1.1 {status} Refused\r\nContent-Type: application/json\r\nConnection: close\r\n"
        self._transport.write(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
        self._closing = True
        self._transport.close()

    # --- frames ---

    def _frames(self, data: bytes | bytearray) -> int:
        """Take in all whole frames; how many bytes they had."""
        start, there = 0, len(data)
        while there - start >= 6 and not self._closing:
            first, second = data[start], data[start + 1]
            if not second & 0x80:
                raise Bad(PROTOCOL, "messages of clients are masked")
            if first & 0x70:
                raise Bad(PROTOCOL, "no extensions were agreed on")
            size, head = second & 127, start + 2
            if size == 126:
                size, head = int.from_bytes(data[head : head + 2], "big"), head + 2
            elif size == 127:
                if there - head < 8:
                    break
                size, head = int.from_bytes(data[head : head + 8], "big"), head + 8
            if size > limits.BODY:
                raise Bad(TOO_BIG, f"a message has at most {limits.BODY} bytes")
            end = head + 4 + size
            if there < end:
                break
            start = end
            self._frame(first & 15, first >= 0x80, unmask(data[head + 4 : end], data[head : head + 4]))
        return start

    def _frame(self, opcode: int, last: bool, data: bytes) -> None:
        self._heard = True
        if opcode == TEXT and last and not self._parts:
            self._message(data)
            return
        if opcode >= CLOSE:
            if not last or len(data) > 125:
                raise Bad(PROTOCOL, "control frames are short and whole")
            if opcode == PING:
                self._count()
                self._transport.write(frame(PONG_FRAME, data))
            elif opcode == CLOSE:
                self._flush()
                self._transport.write(frame(CLOSE, data[:2]))
                self._closing = True
                self._transport.close()
            elif opcode != PONG_FRAME:
                raise Bad(PROTOCOL, "unknown kind of frame")
            return
        if opcode == BINARY:
            raise Bad(UNSUPPORTED, "messages are JSON text")
        if opcode not in (0, TEXT) or (opcode == TEXT) == bool(self._parts):
            raise Bad(PROTOCOL, "a message begins with a text frame and goes on with continuations")
        self._parts.append(data or b" ")  # never empty, so that a message under way can be told from none
        if sum(map(len, self._parts)) > limits.BODY or len(self._parts) > 1000:
            raise Bad(TOO_BIG, f"a message has at most {limits.BODY} bytes")
        if last:
            whole, self._parts = b"".join(self._parts), []
            self._message(whole)

    def _count(self) -> None:
        if not self._bucket.take():
            raise Bad(POLICY, "too many messages; slow down and connect again")

    # --- messages ---

    def _message(self, data: bytes) -> None:
        self._count()
        try:
            message = said.decode(data)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise Bad(BAD_TEXT, f"unreadable message: {error}") from None
        if isinstance(message, LiveAct):
            self._act(message)
        elif isinstance(message, Hello):
            if self._greeting:
                raise Bad(POLICY, "hello is said once; connect again for another seat")
            self._greeting = True
            self.hall.task(self._greet(message))
        else:
            self.send(PONG)

    async def _greet(self, hello: Hello) -> None:
        try:
            if hello.token is not None and not self.limits.allows(self._address, limits.REQUESTS):
                raise Refused("too many requests; wait a moment", 429)
            room = await self.hall.room(self._table)
            if hello.token is not None:
                try:
                    self.seat = room.seat_of(hello.token)
                except Refused:
                    if not self.limits.allows(self._address, limits.GUESSES):
                        raise Refused("too many wrong tokens; wait a moment", 429) from None
                    raise
        except MatchboxError as error:
            self._complain(str(error), POLICY)
            return
        if not self._closing:
            self.form = hello.format
            self._room = room
            room.watch(self)

    def _act(self, message: LiveAct) -> None:
        decision, room = message.decision, self._room
        if room is None:
            self._refuse(decision, "say hello first and wait for the state")
        elif self.seat == SPECTATOR:
            self._refuse(decision, "spectators only look; say hello with a seat's token to play")
        else:

            def answer(plan: Plan | None, error: MatchboxError | None) -> None:
                if error is None:
                    self.send(accepted(decision))
                else:
                    self._refuse(decision, str(error))

            room.act(self.seat, decision, message.action, message.relies, answer)

    def _refuse(self, decision: int, text: str) -> None:
        self.send(encode(RefusedMessage(decision, text)))

    def send(self, message: bytes) -> None:
        if self._closing:
            return
        if self._slow and self._transport.get_write_buffer_size() > limits.LAG:
            self._closing = True
            self._transport.abort()
            return
        # All that one turn of the loop brings goes out in one piece: the answer to a move and the new state.
        if not self._out:
            waiting = self.hall.outgoing
            waiting.append(self._flush)
            if len(waiting) == 1:
                asyncio.get_running_loop().call_soon(self.hall.flush)
        self._out += (prefix(TEXT, len(message)), message)

    def _flush(self) -> None:
        out, self._out = self._out, []
        if out and not self._transport.is_closing():
            self._transport.write(b"".join(out))

    def _complain(self, text: str, code: int) -> None:
        if not self._closing:
            self.send(encode(Error(text)))
            self._close(code, text)

    def _close(self, code: int, text: str) -> None:
        if self._closing:
            return
        self._flush()
        if self._open:
            reason = text.encode()[:120].decode(errors="ignore").encode()
            self._transport.write(frame(CLOSE, code.to_bytes(2, "big") + reason))
        self._closing = True
        self._buffer.clear()
        if self._timer:
            self._timer.cancel()
        # Whoever still sends would lose these last words if the connection went now.
        self._timer = asyncio.get_running_loop().call_later(LAST_WORDS, self._transport.close)

    # --- silence ---

    def _check_alive(self) -> None:
        """A ping now and then; who has not been heard of since the last one is gone."""
        if self._closing:
            return
        if not self._greeting:
            self._complain("say hello within ten seconds", POLICY)
        elif not self._heard:
            self._closing = True
            self._transport.abort()
        else:
            self._heard = False
            self._transport.write(frame(PING, b""))
            self._timer = asyncio.get_running_loop().call_later(ALIVE_EVERY, self._check_alive)


def _is_key(key: bytes) -> bool:
    try:
        return len(base64.b64decode(key, validate=True)) == 16
    except (binascii.Error, ValueError):
        return False
