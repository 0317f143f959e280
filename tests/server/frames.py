"""WebSocket frames written and read byte by byte, without a library that would correct them."""

from __future__ import annotations

import socket
import time
import zlib
from collections.abc import Iterable
from typing import NamedTuple

TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10
MASK = b"\x37\xfa\x21\x3d"

DEFLATED = 4  # the reserved bit of a compressed message
TAIL = b"\x00\x00\xff\xff"

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


def deflated(data: bytes, level: int = 6, end: int = zlib.Z_SYNC_FLUSH) -> bytes:
    """The payload of a compressed message."""
    packer = zlib.compressobj(level, zlib.DEFLATED, -15)
    return (packer.compress(data) + packer.flush(end)).removesuffix(TAIL)


def close(code: int | None = None, reason: bytes = b"") -> bytes:
    return frame(CLOSE, b"" if code is None else code.to_bytes(2, "big") + reason)


def by_kind(frames: Iterable[Received]) -> list[Received]:
    """Texts before closing and pongs, each kind in its order: a server may send a pong before an answer or after it."""
    return sorted(frames, key=lambda one: one.opcode)


class Received(NamedTuple):
    opcode: int
    data: bytes
    deflated: bool = False


def read_frames(data: bytes) -> list[Received]:
    """The complete frames of a server since the handshake. Compressed messages may refer to the ones before them."""
    found, start, unpacker = [], 0, zlib.decompressobj(-15)
    while len(data) - start >= 2:
        opcode, size, head = data[start] & 15, data[start + 1], start + 2
        if size > 125:
            width = 2 if size == 126 else 8
            size, head = int.from_bytes(data[head : head + width], "big"), head + width
        if len(data) < head + size:
            break
        payload, packed = data[head : head + size], bool(data[start] & DEFLATED << 4)
        found.append(Received(opcode, unpacker.decompress(payload + TAIL) if packed else payload, packed))
        start = head + size
    return found


def upgraded(port: int, table: str, timeout: float = 30.0, offers: str = "") -> socket.socket:
    """A socket after the handshake."""
    return upgraded_with(port, table, offers, timeout)[0]


def upgraded_with(port: int, table: str, offers: str, timeout: float = 30.0) -> tuple[socket.socket, str]:
    """A socket after the handshake, and the extensions that the server has accepted of these offers."""
    client = socket.create_connection(("127.0.0.1", port), timeout=timeout)
    client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    line = f"\r\nSec-WebSocket-Extensions: {offers}\r\n\r\n" if offers else "\r\n\r\n"
    client.sendall((HANDSHAKE % table.encode()).removesuffix(b"\r\n\r\n") + line.encode())
    head = b""
    while b"\r\n\r\n" not in head:
        data = client.recv(1)
        assert data, head
        head += data
    assert head.startswith(b"HTTP/1.1 101"), head
    headers = dict(line.lower().split(": ", 1) for line in head.decode().split("\r\n")[1:] if line)
    return client, headers.get("sec-websocket-extensions", "")


def read_until_close(client: socket.socket, seconds: float = 10.0, most: int = 1 << 20) -> list[Received]:
    """The frames up to the server's close frame, up to a number, or up to the end of the connection."""
    found, end = b"", time.monotonic() + seconds
    while len(frames := read_frames(found)) < most and not any(one.opcode == CLOSE for one in frames):
        client.settimeout(max(0.01, end - time.monotonic()))
        data = client.recv(65536)
        if not data:
            break
        found += data
    return read_frames(found)
