"""One guest floods the server with hints and with tables of experts; another guest plays a casual bot and an expert.

Run `python -m tests.attacks.flooding`. The server takes the guests' addresses from X-Forwarded-For.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

import httpx

from tests.attacks import report
from tests.server.harness import Node, bearer

GAME = "othellino"
HINTS, HINT_TABLES, EXPERT_TABLES = 900, 60, 100
SLOWER, SPARE = 5, 5.0  # an answer may take this many times as long as without a flood, plus these seconds
PATIENCE = 40.0  # seconds that a hint may take
PERSON = {"kind": "me", "name": "Ann"}


def bot(level: str) -> dict[str, str]:
    return {"kind": "bot", "level": level}


class Guest:
    """A person at an address, who plays by plain requests."""

    def __init__(self, node: Node, address: str) -> None:
        self.headers = {"X-Forwarded-For": address}
        self.http = httpx.Client(base_url=node.url, timeout=60, headers=self.headers)

    def sit(self, *players: dict[str, str]) -> tuple[str, str]:
        """A new table, and the token of the person's seat."""
        made = self.http.post("/api/tables", json={"game": GAME, "players": players}).raise_for_status().json()
        return made["table"], made["seats"][0]["token"]

    def state(self, table: str, token: str) -> dict[str, Any]:
        found: dict[str, Any] = self.http.get(f"/api/tables/{table}?format=plain", headers=bearer(token)).json()
        return found

    def challenge(self, level: str) -> tuple[str, str]:
        """A new table where a bot has the first move, which is drawn by lot."""
        while True:
            table = self.sit(bot(level), PERSON)
            while not (state := self.state(*table))["table"]["started"]:
                time.sleep(0.05)
            if state["log"] or not state["your_turn"]:
                return table

    def answer_time(self, level: str, patience: float) -> float:
        """Seconds until a bot at a new table has moved, or a little more than `patience`."""
        table = self.challenge(level)
        begin = time.monotonic()
        while not self.state(*table)["your_turn"] and time.monotonic() - begin < patience:
            time.sleep(0.02)
        return time.monotonic() - begin


async def ask_hint(node: Node, guest: Guest, table: str, token: str) -> str:
    """The status of the answer, over a connection of its own."""
    fields = {"Host": "localhost", "Connection": "close", "Content-Length": "0", **guest.headers, **bearer(token)}
    head = "".join(f"{name}: {value}\r\n" for name, value in fields.items())
    try:
        async with asyncio.timeout(PATIENCE):
            reader, writer = await asyncio.open_connection("127.0.0.1", node.port)
            writer.write(f"POST /api/tables/{table}/hint HTTP/1.1\r\n{head}\r\n".encode())
            status = (await reader.readline()).split()[1:2]
            writer.close()
    except TimeoutError:
        return "no answer"
    except OSError:
        return "no connection"
    return status[0].decode() if status else "no connection"


class Flood:
    """The attack on one server, and the measurements of the other guest."""

    def __init__(self, node: Node) -> None:
        self.node, self.attacker, self.ann = node, Guest(node, "10.0.0.1"), Guest(node, "10.0.0.2")
        self.held = True
        self.ann.answer_time("casual", 300)  # compiles
        self.calm = {level: self.ann.answer_time(level, 60) for level in ("casual", "expert")}
        print(f"without a flood: casual {self.calm['casual']:.2f} s, expert {self.calm['expert']:.2f} s")

    def metric(self, name: str) -> float:
        """A figure of the server."""
        lines = self.node.http.get("/metrics").text.splitlines()
        return next((float(line.split()[-1]) for line in lines if line.startswith(f"{name} ")), float("inf"))

    def measure(self, tried: str, level: str) -> None:
        limit = SLOWER * self.calm[level] + SPARE
        taken = self.ann.answer_time(level, limit)
        self.held &= report(tried, taken < limit, f"{level} answers {'not ' * (taken >= limit)}in {taken:.2f} s")

    async def hints(self, tried: str, tables: int) -> None:
        """A flood of hints during which the other guest plays."""
        seats = [self.attacker.sit(PERSON, bot("novice")) for _ in range(tables)]
        for seat in seats:
            self.attacker.state(*seat)
        asking = [
            asyncio.create_task(ask_hint(self.node, self.attacker, *seats[number % tables])) for number in range(HINTS)
        ]
        await asyncio.sleep(0.3)
        await asyncio.to_thread(self.measure, tried, "casual")
        answers = Counter(await asyncio.gather(*asking))
        figure = ", ".join(f"{count} times {status}" for status, count in sorted(answers.items()))
        self.held &= report(f"{tried}: the answers", not answers["no answer"], figure)

    def experts(self) -> None:
        for _ in range(EXPERT_TABLES):
            self.attacker.challenge("expert")
        for level in ("casual", "expert"):
            self.measure(f"{EXPERT_TABLES} tables of experts", level)

    def restart(self) -> None:
        """All tables are resumed, and nobody is connected."""
        self.node.kill()
        self.node.start()
        while self.metric("matchbox_open_tables") < EXPERT_TABLES:
            time.sleep(0.1)
        waiting = self.metric('matchbox_waiting_searches{pool="expert"}')
        self.held &= report("a restart with nobody connected", waiting == 0, f"{waiting:.0f} experts wait for a thread")
        self.measure(f"{EXPERT_TABLES} tables of experts after a restart", "expert")


def main() -> bool:
    with tempfile.TemporaryDirectory() as folder:
        node = Node(Path(folder) / "data")
        try:
            flood = Flood(node)
            asyncio.run(flood.hints(f"{HINTS} hints at one table", 1))
            asyncio.run(flood.hints(f"{HINTS} hints at {HINT_TABLES} tables", HINT_TABLES))
            flood.experts()
            flood.restart()
            return flood.held
        finally:
            node.kill()


if __name__ == "__main__":
    sys.exit(not main())
