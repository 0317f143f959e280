"""The server with other WebSocket layers, for `benchmarks.websocket`: the same tables, messages and limits.

    python -m benchmarks.websocket_variants VARIANT serve --port 8000 ...

`by hand`, `wsproto` and `picows` read and write frames directly on the transport, as the server does with `websockets`.
The variants with `uvicorn` are Starlette's WebSocket over Uvicorn's protocols, with a task that reads and a task that
writes for each connection. Compression follows each library's defaults. By hand and with picows, which have none, zlib
compresses each message alone.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
import logging
import struct
import sys
import zlib
from collections.abc import Callable
from typing import Any, cast

from matchbox.server import app, asgi, limits, websocket
from matchbox.server.connection import GOING_AWAY, Connection, Violation
from matchbox.server.http_connection import refusal

TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
COMPRESSED = 0x40
GUID = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
OFFER = "permessage-deflate; server_no_context_takeover; client_no_context_takeover"
LEVEL = 1
TAIL = b"\x00\x00\xff\xff"


def deflated(data: bytes) -> bytes:
    packer = zlib.compressobj(LEVEL, zlib.DEFLATED, -15)
    return (packer.compress(data) + packer.flush(zlib.Z_SYNC_FLUSH))[:-4]


def inflated(data: bytes) -> bytes:
    unpacker = zlib.decompressobj(-15)
    found = unpacker.decompress(data + TAIL, limits.MAX_BODY)
    if unpacker.unconsumed_tail:
        raise Violation(1009, "the message is too long")
    return found


class OnTransport(Connection, asyncio.Protocol):
    """The parts that all variants on the transport share."""

    _transport: asyncio.Transport

    def __init__(self, registry: Any, limit: limits.Limits, connections: set[Any]) -> None:
        super().__init__(registry, limit)
        self._connections, self._paused = connections, False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        self._connections.add(self)

    def connection_lost(self, exc: Exception | None) -> None:
        self._connections.discard(self)
        self._leave()

    def pause_writing(self) -> None:
        self._paused = True

    def resume_writing(self) -> None:
        self._paused = False

    def shutdown(self) -> None:
        self._close(GOING_AWAY, "the server is stopping")
        self._transport.close()

    def _peer(self) -> str:
        peer = self._transport.get_extra_info("peername")
        return peer[0] if isinstance(peer, tuple) else ""

    def _write(self, data: bytes) -> None:
        if self._paused and self._transport.get_write_buffer_size() > limits.MAX_BACKLOG:
            self._closing = True
            self._transport.abort()
        elif not self._transport.is_closing():
            self._transport.write(data)

    def _abort(self) -> None:
        self._transport.abort()

    def _reject(self, status: int, text: str) -> None:
        self._transport.write(refusal(status, text))
        self._transport.close()
        self._abort_later()


# --- by hand ---


SHORT, MIDDLE, LONG = (struct.Struct(code).pack for code in ("!BB", "!BBH", "!BBQ"))


def frame_header(opcode: int, size: int) -> bytes:
    if size < 126:
        return SHORT(0x80 | opcode, size)
    if size < 65536:
        return MIDDLE(0x80 | opcode, 126, size)
    return LONG(0x80 | opcode, 127, size)


def unmask(data: bytes | bytearray, mask: bytes | bytearray) -> bytes:
    size = len(data)
    key = (bytes(mask) * (size // 4 + 1))[:size]
    return (int.from_bytes(data, "little") ^ int.from_bytes(key, "little")).to_bytes(size, "little")


class ByHand(OnTransport):
    """The least that Python can do for a frame: no fragments, and few checks."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self._buffer = bytearray()
        self._deflate = False

    def data_received(self, data: bytes) -> None:
        try:
            if self._admitted and not self._buffer:
                self._buffer += data[self._frames(data) :]
                return
            self._buffer += data
            if not self._admitted:
                self._handshake()
            else:
                del self._buffer[: self._frames(self._buffer)]
        except Violation as error:
            self._fail(str(error), error.code)

    def _handshake(self) -> None:
        head, found, rest = bytes(self._buffer).partition(b"\r\n\r\n")
        if not found:
            return
        self._buffer = bytearray(rest)
        first, *lines = head.split(b"\r\n")
        headers = [(name.strip().lower(), value.strip()) for name, _, value in (line.partition(b":") for line in lines)]
        values = dict(headers)
        if problem := self._admit(first.split(b" ")[1].decode(), limits.address_of(self._peer(), headers)):
            self._reject(*problem)
            return
        proof = base64.b64encode(hashlib.sha1(values[b"sec-websocket-key"] + GUID).digest())
        answer = b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        self._deflate = values.get(b"sec-websocket-extensions", b"").startswith(b"permessage-deflate")
        if self._deflate:
            answer += b"Sec-WebSocket-Extensions: " + OFFER.encode() + b"\r\n"
        self._transport.write(answer + b"Sec-WebSocket-Accept: " + proof + b"\r\n\r\n")

    def _frames(self, data: bytes | bytearray) -> int:
        start, available = 0, len(data)
        while available - start >= 2 and not self._closing:
            first, second = data[start], data[start + 1]
            if first & 0x30 or second < 0x80 or (first & CLOSE and second > 0x80 | 125):
                raise Violation(1002, "unreadable frame")
            size, head = second & 127, start + 2
            if size >= 126:
                width = 2 if size == 126 else 8
                if available - head < width:
                    break
                size, head = int.from_bytes(data[head : head + width], "big"), head + width
            if size > limits.MAX_BODY:
                raise Violation(1009, "the message is too long")
            end = head + 4 + size
            if available < end:
                break
            start = end
            payload = unmask(data[head + 4 : end], data[head : head + 4])
            self._count_frame()
            if first & 15 == TEXT:
                self._message(inflated(payload) if first & COMPRESSED else payload)
            elif first & 15 == PING:
                self._write(frame_header(PONG, size) + payload)
            elif first & 15 == CLOSE:
                self._close(1000, "")
        return start

    def _write_messages(self, messages: list[bytes]) -> None:
        out: list[bytes] = []
        for message in messages:
            if self._deflate and len(message) >= websocket.MIN_DEFLATED:
                packed = deflated(message)
                out += (frame_header(COMPRESSED | TEXT, len(packed)), packed)
            else:
                out += (frame_header(TEXT, len(message)), message)
        self._write(b"".join(out))

    def _write_ping(self) -> None:
        self._write(frame_header(PING, 0))

    def _write_close(self, code: int, reason: str) -> None:
        data = code.to_bytes(2, "big") + reason.encode()
        self._write(frame_header(CLOSE, len(data)) + data)


# --- wsproto ---


def wsproto_class() -> type:
    from wsproto import ConnectionType, WSConnection
    from wsproto.events import AcceptConnection, CloseConnection, Message, Request, TextMessage
    from wsproto.events import Ping as PingEvent
    from wsproto.extensions import PerMessageDeflate
    from wsproto.utilities import ProtocolError

    class Wsproto(OnTransport):
        def __init__(self, *arguments: Any) -> None:
            super().__init__(*arguments)
            self._connection = WSConnection(ConnectionType.SERVER)
            self._parts: list[str] = []

        def data_received(self, data: bytes) -> None:
            try:
                self._connection.receive_data(data)
                for event in self._connection.events():
                    if isinstance(event, Request):
                        self._handshake(event)
                        continue
                    self._count_frame()
                    if isinstance(event, TextMessage):
                        self._parts.append(event.data)
                        if event.message_finished:
                            text, self._parts = "".join(self._parts), []
                            self._message(text.encode())
                    elif isinstance(event, Message):
                        raise Violation(1003, "messages must be JSON text")
                    elif isinstance(event, PingEvent):
                        self._write(self._connection.send(event.response()))
                    elif isinstance(event, CloseConnection):
                        self._close(1000, "")
            except ProtocolError as error:
                self._fail(str(error), 1002)
            except Violation as error:
                self._fail(str(error), error.code)

        def _handshake(self, request: Any) -> None:
            if problem := self._admit(request.target, limits.address_of(self._peer(), request.extra_headers)):
                self._reject(*problem)
            else:
                self._transport.write(self._connection.send(AcceptConnection(extensions=[PerMessageDeflate()])))

        def _write_messages(self, messages: list[bytes]) -> None:
            send = self._connection.send
            self._write(b"".join([send(TextMessage(message.decode())) for message in messages]))

        def _write_ping(self) -> None:
            self._write(self._connection.send(PingEvent()))

        def _write_close(self, code: int, reason: str) -> None:
            self._write(self._connection.send(CloseConnection(code, reason)))

    return Wsproto


# --- picows ---


def picows_class() -> type:
    import picows
    from picows.picows import WSProtocol

    text, ping, close = picows.WSMsgType.TEXT, picows.WSMsgType.PING, picows.WSMsgType.CLOSE
    log = logging.getLogger("picows.matchbox")
    log.setLevel(logging.CRITICAL)

    class Listener(picows.WSListener):  # type: ignore[misc]
        """Passes everything on: a class of Cython cannot be a Connection itself."""

        def __init__(self, owner: Any) -> None:
            self.owner = owner

        def on_ws_connected(self, transport: Any) -> None:
            self.owner.carrier = transport

        def on_ws_frame(self, transport: Any, frame: Any) -> None:
            self.owner.frame(frame)

        def on_ws_disconnected(self, transport: Any) -> None:
            self.owner.connections.discard(self.owner.protocol)
            self.owner._leave()

        def pause_writing(self) -> None:
            self.owner.paused = True

        def resume_writing(self) -> None:
            self.owner.paused = False

    class Client(Connection):
        carrier: Any = None
        protocol: Any = None
        paused = deflate = False

        def __init__(self, registry: Any, limit: limits.Limits, connections: set[Any]) -> None:
            super().__init__(registry, limit)
            self.connections = connections
            self.fragments: list[bytes] = []

        def upgrade(self, request: Any) -> Any:
            headers = [(name.lower().encode(), value.encode()) for name, value in request.headers.items()]
            if self._admit(request.path.decode(), limits.address_of("127.0.0.1", headers)):
                return None
            self.deflate = request.headers.get("Sec-WebSocket-Extensions", "").startswith("permessage-deflate")
            more = {"Sec-WebSocket-Extensions": OFFER} if self.deflate else None
            answer = picows.WSUpgradeResponse.create_101_response(more)
            return picows.WSUpgradeResponseWithListener(answer, Listener(self))

        def frame(self, frame: Any) -> None:
            try:
                self._count_frame()
                if frame.msg_type == text and frame.fin:
                    data = frame.get_payload_as_bytes()
                    self._message(inflated(data) if frame.rsv1 else data)
                elif frame.msg_type == ping:
                    self.carrier.send_pong(frame.get_payload_as_bytes())
                elif frame.msg_type == close:
                    self._close(1000, "")
            except Violation as error:
                self._fail(str(error), error.code)

        def _write_messages(self, messages: list[bytes]) -> None:
            carrier = self.carrier
            if self.paused and carrier.underlying_transport.get_write_buffer_size() > limits.MAX_BACKLOG:
                self._closing = True
                self._abort()
                return
            for message in messages:
                if self.deflate and len(message) >= websocket.MIN_DEFLATED:
                    carrier.send(text, deflated(message), rsv1=True)
                else:
                    carrier.send(text, message)

        def _write_ping(self) -> None:
            self.carrier.send_ping()

        def _write_close(self, code: int, reason: str) -> None:
            self.carrier.send_close(code, reason.encode())

        def _abort(self) -> None:
            self.carrier.underlying_transport.abort()

    class Protocol(WSProtocol):  # type: ignore[misc]
        def __init__(self, registry: Any, limit: limits.Limits, connections: set[Any]) -> None:
            self.client = Client(registry, limit, connections)
            self.client.protocol = self
            strategy = picows.WSAutoPingStrategy.PING_WHEN_IDLE
            super().__init__(
                None, None, False, self.client.upgrade, log, True, None, False, 20, 20, strategy, False,
                limits.MAX_BODY, None, 4096,
            )  # fmt: skip

        def connection_made(self, transport: Any) -> None:
            super().connection_made(transport)
            self.client.connections.add(self)
            self.below = transport

        def data_received(self, data: bytes) -> None:
            """Uvicorn passes the upgrade request this way; later bytes go through the buffer."""
            view = self.get_buffer(len(data))
            view[: len(data)] = data
            self.buffer_updated(len(data))
            asyncio.get_running_loop().call_soon(self._read_into_buffer)

        def _read_into_buffer(self) -> None:
            if not self.below.is_closing():
                self.below.pause_reading()  # uvloop chooses the way of reading when it starts to read
                self.below.resume_reading()

        def shutdown(self) -> None:
            self.client._close(GOING_AWAY, "the server is stopping")

    return Protocol


# --- Starlette over Uvicorn's protocols ---


class Asgi(Connection):
    """A coroutine that reads, and a task that writes from a queue, because pushes come at any time."""

    def __init__(self, registry: Any, limit: limits.Limits, socket: Any) -> None:
        super().__init__(registry, limit)
        self._socket, self._queue, self._queued = socket, asyncio.Queue[bytes](), 0
        self._writer: asyncio.Task[None] | None = None

    async def run(self) -> None:
        from starlette.websockets import WebSocketDisconnect

        socket = self._socket
        address = limits.address_of(socket.client.host, socket.headers.raw)
        if self._admit(socket.url.path, address):
            await socket.close()
            return
        await socket.accept()
        self._writer = asyncio.create_task(self._write_queued())
        try:
            while True:
                text = await socket.receive_text()
                self._count_frame()
                self._message(text.encode())
        except Violation as error:
            self._fail(str(error), error.code)
        except WebSocketDisconnect:
            pass
        finally:
            self._leave()
            self._writer.cancel()

    async def _write_queued(self) -> None:
        while True:
            message = await self._queue.get()
            self._queued -= len(message)
            await self._socket.send_text(message.decode())

    def _write_messages(self, messages: list[bytes]) -> None:
        self._queued += sum(map(len, messages))
        if self._queued > limits.MAX_BACKLOG:
            self._abort()
            return
        for message in messages:
            self._queue.put_nowait(message)

    def _write_ping(self) -> None:
        pass  # Uvicorn's part

    def _write_close(self, code: int, reason: str) -> None:
        self.registry.task(self._socket.close(code, reason))

    def _abort(self) -> None:
        self._closing = True
        self.registry.task(self._socket.close(1008))


def over_asgi(protocol: Callable[..., Any]) -> None:
    """Let Uvicorn's protocol read the frames, and route its connections to Starlette's WebSocket."""
    from starlette.routing import Router, WebSocketRoute
    from starlette.websockets import WebSocket

    def connection(self: Any, config: Any, server_state: Any, app_state: Any, **_: Any) -> Any:
        config.ws_max_size, config.ws_per_message_deflate = limits.MAX_BODY, True
        return protocol(config=config, server_state=server_state, app_state=app_state)

    plain = asgi.AsgiApp.__call__
    routers: dict[int, Router] = {}

    def router_of(self: Any) -> Router:
        async def live(socket: WebSocket) -> None:
            await Asgi(self._loaded.registry, self.limits, socket).run()

        if id(self) not in routers:
            routers[id(self)] = Router([WebSocketRoute("/api/tables/{table}/live", live)])
        return routers[id(self)]

    async def call(self: Any, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "websocket":
            await router_of(self)(scope, receive, send)
        else:
            await plain(self, scope, receive, send)

    asgi.AsgiApp.connection = connection  # type: ignore[method-assign]
    asgi.AsgiApp.__call__ = call  # type: ignore[method-assign]


def choose(variant: str) -> None:
    """Replace the WebSocket layer of the server in this process."""
    if variant == "uvicorn websockets":
        from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

        over_asgi(WebSocketsSansIOProtocol)
    elif variant == "uvicorn wsproto":
        from uvicorn.protocols.websockets.wsproto_impl import WSProtocol

        over_asgi(WSProtocol)
    elif variant != "websockets":
        kinds: dict[str, Callable[[], Any]] = {
            "by hand": lambda: ByHand, "wsproto": wsproto_class, "picows": picows_class
        }  # fmt: skip
        app.WebSocket = kinds[variant]()  # type: ignore[attr-defined]


if __name__ == "__main__":
    choose(sys.argv[1])
    from matchbox.cli import main

    sys.argv = ["matchbox", *sys.argv[2:]]
    main()
