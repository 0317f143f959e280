"""WebSocket frames written and read byte by byte, without a library that would correct them."""

from __future__ import annotations

import socket
import time
from typing import NamedTuple

TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10
MASK = b"\x37\xfa\x21\x3d"

HANDSHAKE = (
    b"GET /api/tables/%b/live HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)


def frame(opcode: int, data: bytes = b"", *, last: bool = True, reserved: int = 0, mask: bytes = MASK) -> bytes:
    """A client's frame. An empty mask leaves it unmasked."""
    first = bytes([(0x80 if last else 0) | reserved << 4 | opcode])
    return first + length(len(data), bool(mask)) + mask + masked(data, mask)


def length(size: int, masks: bool = True, width: int = 0) -> bytes:
    """The length of a frame, in 1, 3 or 9 bytes: as few as possible unless `width` tells."""
    width = width or (1 if size < 126 else 3 if size < 65536 else 9)
    bit = 0x80 if masks else 0
    if width == 1:
        return bytes([bit | size])
    return bytes([bit | (126 if width == 3 else 127)]) + size.to_bytes(width - 1, "big")


def masked(data: bytes, mask: bytes = MASK) -> bytes:
    return bytes(byte ^ mask[i % 4] for i, byte in enumerate(data)) if mask else data


def close(code: int | None = None, reason: bytes = b"") -> bytes:
    return frame(CLOSE, b"" if code is None else code.to_bytes(2, "big") + reason)


class Received(NamedTuple):
    opcode: int
    data: bytes


def read_frames(data: bytes) -> list[Received]:
    """The complete frames of a server."""
    found, start = [], 0
    while len(data) - start >= 2:
        opcode, size, head = data[start] & 15, data[start + 1], start + 2
        if size > 125:
            width = 2 if size == 126 else 8
            size, head = int.from_bytes(data[head : head + width], "big"), head + width
        if len(data) < head + size:
            break
        found.append(Received(opcode, data[head : head + size]))
        start = head + size
    return found


def upgraded(port: int, table: str, timeout: float = 30.0) -> socket.socket:
    """A socket after the handshake."""
    client = socket.create_connection(("127.0.0.1", port), timeout=timeout)
    client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    client.sendall(HANDSHAKE % table.encode())
    head = b""
    while b"\r\n\r\n" not in head:
        data = client.recv(1)
        assert data, head
        head += data
    assert head.startswith(b"HTTP/1.1 101"), head
    return client


def read_until_close(client: socket.socket, seconds: float = 10.0) -> list[Received]:
    """The frames up to the server's close frame, or up to the end of the connection."""
    found, end = b"", time.monotonic() + seconds
    while not any(one.opcode == CLOSE for one in read_frames(found)):
        client.settimeout(max(0.01, end - time.monotonic()))
        data = client.recv(65536)
        if not data:
            break
        found += data
    return read_frames(found)
