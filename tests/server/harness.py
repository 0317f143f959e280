"""A real server in a process of its own, and clients that talk to it."""

from __future__ import annotations

import json
import os
import random
import secrets
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect

POSTGRES = os.environ.get("MATCHBOX_TEST_POSTGRES", "postgresql://postgres@127.0.0.1:5432/postgres")
REDIS = os.environ.get("MATCHBOX_TEST_REDIS", "redis://127.0.0.1:6379/0")
PATIENCE = 300.0  # a cold machine compiles games first


def free_port() -> int:
    with socket.socket() as it:
        it.bind(("127.0.0.1", 0))
        return int(it.getsockname()[1])


class Node:
    """One server process."""

    def __init__(self, folder: Path, **settings: str) -> None:
        self.port, self._folder = free_port(), folder
        self.url = f"http://127.0.0.1:{self.port}"
        self._settings = {"MATCHBOX_WARM": "0", **settings}
        self.start()

    def start(self) -> None:
        command = [sys.executable, "-m", "matchbox", "serve", "--port", str(self.port), "--data", str(self._folder)]
        environment = {k: v for k, v in os.environ.items() if not k.startswith("MATCHBOX_") or k == "MATCHBOX_CACHE"}
        self._log = (self._folder.parent / f"{self._folder.name}-{self.port}.log").open("a")
        self._process = subprocess.Popen(
            command, env={**environment, **self._settings}, stdout=self._log, stderr=self._log
        )
        self.http = httpx.Client(base_url=self.url, timeout=PATIENCE)
        end = time.monotonic() + PATIENCE
        while True:
            try:
                assert self.http.get("/api/health").status_code == 200
                return
            except httpx.TransportError:
                assert self._process.poll() is None, "the server has ended"
                assert time.monotonic() < end, "the server does not answer"
                time.sleep(0.05)

    def kill(self) -> None:
        """At once, in the middle of whatever it does."""
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()
        self.http.close()

    def stop(self) -> None:
        self._process.terminate()
        try:
            self._process.wait(30)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self.http.close()
        self._log.close()

    # --- tables ---

    def make(self, game: str, *players: dict[str, Any] | str, **more: Any) -> dict[str, Any]:
        """A table; a player given as text is a person, `open`, or a bot by its level."""
        wishes = [_wish(player) for player in players]
        answer = self.http.post("/api/tables", json={"game": game, "players": wishes, **more})
        assert answer.status_code == 200, answer.text
        made: dict[str, Any] = answer.json()
        return made

    def post(self, path: str, token: str | None = None, **body: Any) -> httpx.Response:
        return self.http.post(f"/api/tables/{path}", json=body, headers=bearer(token))

    def get(self, path: str, token: str | None = None, **query: Any) -> httpx.Response:
        return self.http.get(f"/api/tables/{path}", params=query, headers=bearer(token))

    def state(self, table: str, token: str | None = None) -> dict[str, Any]:
        """How a running game stands; waits until it has begun."""
        end = time.monotonic() + PATIENCE
        while True:
            found: dict[str, Any] = self.get(table, token, format="plain").json()
            if found["table"]["started"] or not found["table"].get("preparing"):
                return found
            assert time.monotonic() < end, "the game does not begin"
            time.sleep(0.05)

    def live(self, table: str, token: str | None = None, form: str = "plain") -> Seat:
        return Seat(self, table, token, form)

    def play_out(self, table: str, tokens: list[str], seed: int = 0, most: int = 10_000) -> int:
        """Random actions of all these seats until the game is over; how many were made."""
        chance, made = random.Random(seed), 0
        for token in tokens:
            self.state(table, token)
        while made < most:
            states = [self.state(table, token) for token in tokens]
            if states[0]["table"]["over"]:
                break
            asked = [i for i, state in enumerate(states) if state["asked"]]
            if not asked:
                time.sleep(0.02)
                continue
            place = chance.choice(asked)
            action = int(chance.choice(list(states[place]["actions"])))
            answer = self.post(f"{table}/act", tokens[place], decision=states[place]["decision"], action=action)
            assert answer.status_code == 200, answer.text
            made += 1
        return made


def bearer(token: str | None) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"} if token else {}


def _wish(player: dict[str, Any] | str) -> dict[str, Any]:
    if isinstance(player, dict):
        return player
    if player == "open":
        return {"kind": "open"}
    if player in ("random", "novice", "casual", "club", "expert", "perfect"):
        return {"kind": "bot", "level": player}
    return {"kind": "local", "name": player}


class Seat:
    """A live connection. `states` is everything it was told; `state` the last of it."""

    def __init__(self, node: Node, table: str, token: str | None, form: str = "plain") -> None:
        self._stack = ExitStack()
        address = f"ws://127.0.0.1:{node.port}/api/tables/{table}/live"
        self.socket: ClientConnection = self._stack.enter_context(
            connect(address, max_size=None, open_timeout=PATIENCE)
        )
        hello: dict[str, Any] = {"type": "hello", "format": form}
        if token:
            hello["token"] = token
        self.say(**hello)
        self.states: list[dict[str, Any]] = []
        self.heard: list[dict[str, Any]] = []
        self.until(lambda message: message["type"] == "state")

    @property
    def state(self) -> dict[str, Any]:
        return self.states[-1]

    def say(self, **message: Any) -> None:
        self.socket.send(json.dumps(message))

    def hear(self, timeout: float = PATIENCE) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(self.socket.recv(timeout))
        self.heard.append(message)
        if message["type"] == "state":
            self.states.append(message)
        return message

    def until(self, wanted: Any) -> dict[str, Any]:
        """Listen until a message is as wanted; that message."""
        while True:
            message = self.hear()
            if wanted(message):
                return message

    def until_state(self, wanted: Any) -> dict[str, Any]:
        """The last state if it is as wanted, or the next that is."""
        if self.states and wanted(self.state):
            return self.state
        return self.until(lambda message: message["type"] == "state" and wanted(message))

    def act(self, action: int | str, decision: int | None = None, **more: Any) -> dict[str, Any]:
        """Choose; the answer, accepted or refused."""
        self.say(type="act", decision=self.state["decision"] if decision is None else decision, action=action, **more)
        return self.until(lambda message: message["type"] in ("accepted", "refused", "error"))

    def close(self) -> None:
        self._stack.close()


# --- databases ---


def reachable(url: str, port: int) -> bool:
    host = url.partition("@")[2] or url.partition("//")[2]
    with socket.socket() as it:
        it.settimeout(1)
        return it.connect_ex((host.partition(":")[0].partition("/")[0], port)) == 0


@contextmanager
def scratch_database() -> Iterator[str]:
    """A PostgreSQL database of our own."""
    import psycopg

    name = f"matchbox_test_{secrets.token_hex(6)}"
    with psycopg.connect(POSTGRES, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
        try:
            yield POSTGRES.rpartition("/")[0] + f"/{name}"
        finally:
            connection.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")
