"""Many WebSocket clients in one process, as cheap as Python allows, so that the server is the bottleneck."""

from __future__ import annotations

import asyncio
import os
import time
import zlib
from collections.abc import Callable, Sequence
from functools import partial
from typing import Protocol, cast


class Player(Protocol):
    """The messages of one client; the same client code works for every protocol."""

    path: str

    def opened(self) -> Sequence[str]:
        """The first messages."""

    def received(self, text: bytes) -> str | None:
        """Handles a message; returns the answer, if any."""


class Client(asyncio.Protocol):
    """One WebSocket connection: handshake, text frames, nothing else."""

    def __init__(self, player: Player, opened: Callable[[], None], deflate: bool = False) -> None:
        self._player, self._opened, self._buffer, self._ready = player, opened, bytearray(), False
        self._inflate = zlib.decompressobj(-15) if deflate else None
        self.bytes = 0  # received

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)  # uvloop has a different class
        lines = [
            f"GET {self._player.path} HTTP/1.1", "Host: localhost", "Upgrade: websocket", "Connection: Upgrade",
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Version: 13",
            *(["Sec-WebSocket-Extensions: permessage-deflate"] if self._inflate else []), "", "",
        ]  # fmt: skip
        self._transport.write("\r\n".join(lines).encode())

    def send(self, text: str) -> None:
        data = text.encode()
        # A mask of zeros is valid and leaves the bytes unchanged.
        size = bytes([0x80 | len(data)]) if len(data) < 126 else b"\xfe" + len(data).to_bytes(2, "big")
        self._transport.write(b"\x81" + size + b"\0\0\0\0" + data)

    def data_received(self, data: bytes) -> None:
        buffer = self._buffer
        buffer += data
        self.bytes += len(data)
        if not self._ready:
            end = buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            if b" 101 " not in buffer[:20]:
                raise ConnectionError(bytes(buffer[:end]).decode())
            del buffer[: end + 4]
            self._ready = True
            self._opened()
            for text in self._player.opened():
                self.send(text)
        start = 0
        while len(buffer) - start >= 2:
            size, head = buffer[start + 1] & 127, 2
            if size == 126:
                size, head = int.from_bytes(buffer[start + 2 : start + 4], "big"), 4
            elif size == 127:
                size, head = int.from_bytes(buffer[start + 2 : start + 10], "big"), 10
            if len(buffer) - start < head + size:
                break
            if buffer[start] & 15 == 1:
                message = bytes(buffer[start + head : start + head + size])
                if self._inflate and buffer[start] & 0x40:
                    message = self._inflate.decompress(message + b"\x00\x00\xff\xff")
                answer = self._player.received(message)
                if answer:
                    self.send(answer)
            start += head + size
        del buffer[:start]

    def close(self) -> None:
        self._transport.close()


class Tally:
    """Accepted moves and their latencies."""

    def __init__(self) -> None:
        self.times: list[float] = []
        self.playing = self.ready = 0
        self.done = asyncio.Event()

    def over(self) -> None:
        self.playing -= 1
        if not self.playing:
            self.done.set()


async def connect(port: int, players: Sequence[Player], deflate: bool = False) -> list[Client]:
    loop = asyncio.get_running_loop()
    found: list[Client] = []
    for player in players:
        opened: asyncio.Future[None] = loop.create_future()
        make = partial(Client, player, partial(opened.set_result, None), deflate)
        _, client = await loop.create_connection(make, "127.0.0.1", port)
        await opened
        found.append(client)
    return found


def cpu_of(pid: int) -> float:
    """Seconds of processor time a process has used."""
    with open(f"/proc/{pid}/stat", encoding="ascii") as file:
        fields = file.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def now() -> float:
    return time.perf_counter()
