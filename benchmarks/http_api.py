"""Processor time of the server for `GET state` and `POST act`, for several versions of the source in turn.

Each version serves the same number of tables of Othellino. Twenty connections read the state of every table (format
`plain`), then make a random move at every table, and so on to the end of the games. The output has microseconds of the
server for a request: the median of the rounds, and the ratio to the first version with its lowest and highest round.

    python -m benchmarks.http_api SRC [SRC ...] [--tables 200] [--rounds 5]

SRC is the folder `src` of a checkout.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.load import cpu_of

CONNECTIONS = 20
STATE, ACT = "GET state", "POST act"
Asked = tuple[str, str, str, dict[str, Any]]
"""Method, path, token and body of a request."""


@contextmanager
def serving(source: Path) -> Iterator[tuple[int, int]]:
    """Run a server; yields its process id and its port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    environment = {**os.environ, "PYTHONPATH": str(source), "MATCHBOX_LIMITS": "0", "MATCHBOX_WARM": "0"}
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "matchbox", "serve", "--port", str(port), "--data", folder]
        process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL)
        try:
            while True:
                with socket.socket() as probe:
                    if probe.connect_ex(("127.0.0.1", port)) == 0:
                        break
                time.sleep(0.1)
            yield process.pid, port
        finally:
            process.terminate()
            process.wait()


async def answers(port: int, requests: Iterable[Asked]) -> list[Any]:
    """The answers to requests, which several connections share."""
    waiting = list(enumerate(requests))
    found: list[Any] = [None] * len(waiting)

    async def connection() -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        while waiting:
            number, (method, path, token, body) = waiting.pop()
            content = json.dumps(body).encode() if body else b""
            writer.write(
                f"{method} /api/{path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token or '-'}\r\n"
                f"Content-Type: application/json\r\nContent-Length: {len(content)}\r\n\r\n".encode()
                + content
            )
            head = (await reader.readuntil(b"\r\n\r\n")).lower()
            text = await reader.readexactly(int(head.partition(b"content-length: ")[2].partition(b"\r\n")[0]))
            if b" 200 " not in head[:20]:
                raise RuntimeError(f"{method} {path}: {text.decode()}")
            found[number] = json.loads(text)
        writer.close()

    await asyncio.gather(*(connection() for _ in range(CONNECTIONS)))
    return found


async def measure(source: Path, tables: int) -> dict[str, float]:
    """Microseconds of the server for a request of each kind."""
    players = [{"kind": "local", "name": "Ann"}, {"kind": "local", "name": "Bob"}]
    used, count = {STATE: 0.0, ACT: 0.0}, {STATE: 0, ACT: 0}
    with serving(source) as (pid, port):

        async def timed(kind: str, requests: list[Asked]) -> list[Any]:
            start = cpu_of(pid)
            found = await answers(port, requests)
            used[kind] += cpu_of(pid) - start
            count[kind] += len(requests)
            return found

        new: Asked = ("POST", "tables", "", {"game": "othellino", "players": players})
        made = await answers(port, [new] * tables)
        while not (await answers(port, [("GET", "health", "", {})]))[0]["compiled"]:
            await asyncio.sleep(0.1)
        seats = [(table["table"], seat["token"]) for table in made for seat in table["seats"]]
        while seats:
            states = await timed(STATE, [("GET", f"tables/{table}?format=plain", token, {}) for table, token in seats])
            moves: list[Asked] = []
            for (table, token), state in zip(seats, states, strict=True):
                if state["your_turn"]:
                    action = int(random.choice(list(state["actions"])))
                    moves.append(
                        ("POST", f"tables/{table}/act", token, {"decision": state["decision"], "action": action})
                    )
            await timed(ACT, moves)
            seats = [seat for seat, state in zip(seats, states, strict=True) if state["result"] is None]
    return {kind: 1e6 * used[kind] / count[kind] for kind in used}


def main() -> None:
    parser = argparse.ArgumentParser(description="Compare the HTTP API of several versions.")
    parser.add_argument("sources", type=Path, nargs="+", metavar="SRC")
    parser.add_argument("--tables", type=int, default=200, help="tables in a round (200)")
    parser.add_argument("--rounds", type=int, default=5, help="rounds (5)")
    arguments = parser.parse_args()
    rounds = [
        [asyncio.run(measure(source.resolve(), arguments.tables)) for source in arguments.sources]
        for _ in range(arguments.rounds)
    ]
    for kind in (STATE, ACT):
        for place, source in enumerate(arguments.sources):
            times = median(one[place][kind] for one in rounds)
            ratios = sorted(one[place][kind] / one[0][kind] for one in rounds)
            spread = f"{ratios[0]:.2f} to {ratios[-1]:.2f}"
            print(f"{kind:10} {source}: {times:,.0f} µs, {median(ratios):.2f} of the first ({spread})", flush=True)


if __name__ == "__main__":
    main()
