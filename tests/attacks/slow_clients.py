"""Clients that send half of a request, or do not read: can somebody else still play?"""

from __future__ import annotations

import contextlib
import resource
import select
import socket
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx

from tests.attacks import report
from tests.server.frames import HANDSHAKE, PING, frame, upgraded
from tests.server.harness import Node

CROWD = 1100
HEAD = b"GET /api/health HTTP/1.1\r\nHost: 127.0.0.1\r\n"
BODY = (
    b"POST /api/reserve HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{"
)


def crowd_of(node: Node, data: bytes, count: int = CROWD, address: str = "127.0.0.1") -> list[socket.socket]:
    found = []
    for _ in range(count):
        with contextlib.suppress(OSError):
            one = socket.create_connection(("127.0.0.1", node.port), timeout=2, source_address=(address, 0))
            found.append(one)
            one.sendall(data)
    return found


def answer_time(node: Node) -> float:
    """Seconds until a stranger gets an answer, at most 5."""
    start = time.monotonic()
    try:
        headers = {"X-Forwarded-For": "203.0.113.7"}
        httpx.get(f"{node.url}/api/health", timeout=5, headers=headers).raise_for_status()
    except httpx.HTTPError:
        return 5.0
    return time.monotonic() - start


def close(clients: list[socket.socket]) -> None:
    for one in clients:
        one.close()


def closed_within(clients: list[socket.socket], seconds: float) -> int:
    """How many connections the server ends in that time."""
    left, end = list(clients), time.monotonic() + seconds
    while left and time.monotonic() < end:
        ready, _, _ = select.select(left, [], [], 0.5)
        for one in ready:
            with contextlib.suppress(OSError):
                if one.recv(65536):
                    continue
            left.remove(one)
    return len(clients) - len(left)


def flood_without_reading(node: Node, table: str) -> bool:
    """Does the server end a connection whose client sends pings and never reads? At most 50 MB in 8 seconds."""
    data = frame(PING, b"x" * 125) * 100
    end = time.monotonic() + 8
    with upgraded(node.port, table) as one:
        one.settimeout(1)
        try:
            for _ in range(50_000_000 // len(data)):
                one.sendall(data)
                if time.monotonic() > end:
                    break
        except TimeoutError:
            return False
        except ConnectionError:
            return True
    return False


def main() -> int:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with tempfile.TemporaryDirectory() as folder:
        resource.setrlimit(resource.RLIMIT_NOFILE, (1024, hard))  # as most systems start a server
        node = Node(Path(folder) / "data")
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(8192, hard), hard))
        try:
            held = attacks(node)
        finally:
            node.stop()
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return 0 if held else 1


def attacks(node: Node) -> bool:
    table, results = node.make("othellino", "Ann", "open")["table"], []
    for name, data in (("no byte", b""), ("half a head", HEAD), ("half a body", BODY)):
        clients = crowd_of(node, data)
        waited = answer_time(node)
        close(clients)
        results.append(
            report(f"{CROWD} clients with {name}", waited < 2, f"a stranger is answered after {waited:.2f} s")
        )
    clients = [*crowd_of(node, HEAD, 5), *crowd_of(node, BODY, 5), *crowd_of(node, HANDSHAKE % table.encode(), 5)]
    count = closed_within(clients, 20)
    close(clients)
    results.append(report("15 slow requests and silent WebSockets", count == 15, f"{count} are closed within 20 s"))
    clients = crowd_of(node, b"", 600, "127.0.0.2")
    count = closed_within(clients, 1)
    close(clients)
    results.append(report("600 connections from one address", count >= 100, f"{count} are refused"))
    with ThreadPoolExecutor(4) as threads:
        dropped = list(threads.map(lambda _: flood_without_reading(node, table), range(4)))
    results.append(report("pings without reading the answers", all(dropped), f"{sum(dropped)} of 4 are dropped"))
    waited = answer_time(node)
    results.append(report("after all that", waited < 2, f"a stranger is answered after {waited:.2f} s"))
    return all(results)


if __name__ == "__main__":
    sys.exit(main())
