"""Take away what the server needs: its databases, its file, its clock. `python -m tests.attacks.faults`."""

from __future__ import annotations

import json
import os
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import httpx
from websockets.exceptions import WebSocketException
from websockets.sync.client import connect

from tests.attacks import report
from tests.server.harness import Node, free_port
from tests.server.services import REDIS_SERVER, PrivatePostgres, PrivateRedis, has_postgres


def attack_files(folder: Path) -> bool:
    """Serve files that are no database, or a damaged one."""
    held = True
    Node(folder / "good").stop()
    good = (folder / "good" / "matchbox.db").read_bytes()
    damaged = {
        "a text file": b"not a database " * 1000,
        "a file cut in half": good[: len(good) // 2],
        "a page of garbage": good[:8192] + os.urandom(4096) + good[12288:],
        "garbage at the start": os.urandom(4096) + good[4096:],
    }
    for name, content in damaged.items():
        data = folder / name.replace(" ", "-")
        data.mkdir()
        (data / "matchbox.db").write_bytes(content)
        held &= report(f"start with {name}", *ends(data))
    return held


def ends(data: Path, **settings: str) -> tuple[bool, str]:
    """Does a server end by itself, with one line?"""
    environment = {k: v for k, v in os.environ.items() if not k.startswith("MATCHBOX_")}
    command = [sys.executable, "-m", "matchbox", "serve", "--port", str(free_port()), "--data", str(data)]
    try:
        done = subprocess.run(command, env={**environment, **settings}, capture_output=True, timeout=40, check=False)
    except subprocess.TimeoutExpired:
        return False, "still runs after 40 s"
    lines = done.stderr.splitlines()
    return done.returncode != 0 and len(lines) == 1, f"exit code {done.returncode}, {len(lines)} lines"


class Attacked(Node):
    """A server that may answer anything when it starts."""

    def start(self) -> None:
        with suppress(AssertionError):
            super().start()


def status(node: Node, path: str = "/api/health") -> int:
    """The status of an answer, or 0 if there is none."""
    try:
        return node.http.get(path, timeout=10).status_code
    except httpx.HTTPError:
        return 0


def within(seconds: float, wanted: Callable[[], bool]) -> bool:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if wanted():
            return True
        time.sleep(0.1)
    return False


def attack_start(folder: Path, name: str, service: PrivateRedis | PrivatePostgres, **settings: str) -> bool:
    node = Attacked(folder / name, **settings)
    statuses = [status(node, path) for path in ("/", "/api/health", "/api/games")]
    held = report(f"start without {name}", statuses == [200, 503, 503], f"page, health, games: {statuses}")
    service.start()
    held &= report(f"{name} comes after the start", within(20, lambda: status(node) == 200), f"health {status(node)}")
    node.stop()
    return held


def first_answer(node: Node, table: str) -> dict[str, Any]:
    """The answer to hello, or nothing after five seconds."""
    try:
        with connect(f"ws://127.0.0.1:{node.port}/api/tables/{table}/live") as live:
            live.send(json.dumps({"type": "hello"}))
            answer: dict[str, Any] = json.loads(live.recv(5))
            return answer
    except (WebSocketException, OSError):
        return {}


def attack_postgres(folder: Path, postgres: PrivatePostgres) -> bool:
    node = Node(folder / "outage", MATCHBOX_DATABASE=postgres.url)
    made = node.make("othellino", "Ann", "Bob", clock={"seconds": 5})
    table, tokens = made["table"], [seat["token"] for seat in made["seats"]]
    states = [node.state(table, token) for token in tokens]
    mover = next(i for i, state in enumerate(states) if state["your_turn"])
    move = {"decision": 0, "action": int(next(iter(states[mover]["actions"])))}
    postgres.stop()
    refused = node.post(f"{table}/act", tokens[mover], **move).status_code
    held = report("a move without the database", refused == 503, f"status {refused}")
    held &= report("health without the database", status(node) == 503, f"status {status(node)}")
    answer = first_answer(node, "nosuchtable")
    held &= report("hello without the database", answer.get("retry", 0) > 0, f"answer {answer or 'none in 5 s'}")
    time.sleep(5)
    postgres.start()
    within(20, lambda: status(node) == 200)
    accepted = node.post(f"{table}/act", tokens[mover], **move).status_code
    held &= report("a clock of 5 s in an outage of 6 s", accepted == 200, f"the move gets {accepted}")
    lines = len(node.log.read_text().splitlines())
    held &= report("the log of the outage", 0 < lines < 12, f"{lines} lines")
    node.stop()
    return held


def attack_redis(folder: Path, postgres: PrivatePostgres, redis: PrivateRedis) -> bool:
    """Publish garbage on every channel that nodes listen to."""
    settings = {"MATCHBOX_DATABASE": postgres.url, "MATCHBOX_REDIS": redis.url}
    one, two = Node(folder / "one", **settings), Node(folder / "two", **settings)
    made = one.make("othellino", "Ann", "Bob")
    one.state(made["table"])
    watcher = two.live(made["table"])
    garbage = [b"", b"\xff", b"{}", b"[]", os.urandom(1000), b"9" * 100_000]
    with closing(socket.create_connection(("127.0.0.1", redis.port))) as raw:
        raw.sendall(b"PUBSUB CHANNELS\r\n")
        channels = [line for line in raw.recv(65536).split(b"\r\n") if line.startswith(b"matchbox")]
        for channel in channels:
            for data in garbage * 50:
                parts = (b"PUBLISH", channel, data)
                raw.sendall(b"*3\r\n" + b"".join(b"$%d\r\n%b\r\n" % (len(part), part) for part in parts))
                raw.recv(65536)
    one.play_out(made["table"], [seat["token"] for seat in made["seats"]], most=1)
    try:
        while watcher.receive(5)["type"] != "state" or not watcher.state["step"]:
            pass
        arrived = True
    except TimeoutError:
        arrived = False
    held = report("300 pieces of garbage on the Redis channel", arrived, "the next move arrives" if arrived else "deaf")
    watcher.close()
    one.stop()
    two.stop()
    return held


def attack_clock(folder: Path) -> bool:
    """Kill the server, and make its last event an hour old."""
    node = Node(folder / "clock")
    made = node.make("othellino", "Ann", "Bob", clock={"seconds": 60})
    node.state(made["table"])
    node.kill()
    with closing(sqlite3.connect(folder / "clock" / "matchbox.db")) as database:
        database.execute("UPDATE events SET at = at - 3600000")
        database.commit()
    node.start()
    time.sleep(1)
    seats = node.state(made["table"])["table"]["seats"]
    clocks = [round(seat.get("clock", 0)) for seat in seats]
    held = report("an hour without a server, clocks of 60 s", min(clocks) > 30, f"clocks show {clocks}")
    node.stop()
    return held


def main() -> int:
    held = True
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        held &= attack_files(folder)
        held &= attack_clock(folder)
        if REDIS_SERVER and has_postgres():
            redis, postgres = PrivateRedis(), PrivatePostgres()
            try:
                held &= attack_start(folder, "Redis", redis, MATCHBOX_REDIS=redis.url)
                held &= attack_start(folder, "PostgreSQL", postgres, MATCHBOX_DATABASE=postgres.url)
                held &= attack_postgres(folder, postgres)
                held &= attack_redis(folder, postgres, redis)
            finally:
                redis.stop()
                postgres.remove()
        else:
            print("PostgreSQL and Redis are not installed: their outages were not tried")
    return 0 if held else 1


if __name__ == "__main__":
    sys.exit(main())
