"""A real server in a separate process, and clients for it."""

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
PATIENCE = 300.0  # seconds; without a cache the games are compiled first


def free_port() -> int:
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        return int(server.getsockname()[1])


class Node:
    """One server process."""

    health = 200  # that the server has when it is up

    def __init__(self, folder: Path, **settings: str) -> None:
        self.port, self._folder = free_port(), folder
        self.url = f"http://127.0.0.1:{self.port}"
        self._settings = {"MATCHBOX_WARM": "0", **settings}
        self.start()

    def start(self) -> None:
        command = [sys.executable, "-m", "matchbox", "serve", "--port", str(self.port), "--data", str(self._folder)]
        environment = {k: v for k, v in os.environ.items() if not k.startswith("MATCHBOX_") or k == "MATCHBOX_CACHE"}
        self.log = self._folder.parent / f"{self._folder.name}-{self.port}.log"
        self._log = self.log.open("a")
        self._process = subprocess.Popen(
            command, env={**environment, **self._settings}, stdout=self._log, stderr=self._log
        )
        self.http = httpx.Client(base_url=self.url, timeout=PATIENCE)
        end = time.monotonic() + PATIENCE
        while True:
            try:
                assert self.http.get("/api/health").status_code == self.health
                return
            except httpx.TransportError:
                assert self._process.poll() is None, "the server has stopped"
                assert time.monotonic() < end, "the server does not answer"
                time.sleep(0.05)

    def until_healthy(self) -> None:
        """Wait until the server says that it works."""
        end = time.monotonic() + PATIENCE
        while self.http.get("/api/health").status_code != 200:
            assert time.monotonic() < end, "the server does not recover"
            time.sleep(0.05)

    def kill(self) -> None:
        """Kill the process without warning."""
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
        """Create a table. A player given as text is a person's name, `open`, or the level of a bot."""
        wanted_players = [_player(player) for player in players]
        answer = self.http.post("/api/tables", json={"game": game, "players": wanted_players, **more})
        assert answer.status_code == 200, answer.text
        made: dict[str, Any] = answer.json()
        return made

    def make_race(self, game: str, *players: str, **more: Any) -> dict[str, Any]:
        """Create a table at which each person has a device: all but the first come by invitation."""
        host, *guests = players
        made = self.make(game, host, *("open" for _ in guests), **more)
        for name, invite in zip(guests, made["invites"], strict=True):
            answer = self.post(f"{made['table']}/join", invite=invite["invite"], name=name)
            assert answer.status_code == 200, answer.text
            made["seats"].append(answer.json())
        return made

    def post(self, path: str, token: str | None = None, **body: Any) -> httpx.Response:
        return self.http.post(f"/api/tables/{path}", json=body, headers=bearer(token))

    def get(self, path: str, token: str | None = None, **query: Any) -> httpx.Response:
        return self.http.get(f"/api/tables/{path}", params=query, headers=bearer(token))

    def state(self, table: str, token: str | None = None, format: str = "plain") -> dict[str, Any]:
        """The state of a table, once its game has started."""
        end = time.monotonic() + PATIENCE
        while True:
            answer = self.get(table, token, format=format)
            assert answer.status_code == 200, answer.text
            found: dict[str, Any] = answer.json()
            if found["table"]["started"] or any(seat["kind"] == "open" for seat in found["table"]["seats"]):
                return found
            assert time.monotonic() < end, "the game does not start"
            time.sleep(0.05)

    def live(self, table: str, token: str | None = None, format: str = "plain") -> Seat:
        return Seat(self, table, token, format)

    def play_out(self, table: str, tokens: list[str], seed: int = 0, most: int = 10_000) -> int:
        """Play random moves for these seats until the game is over; returns the number of moves."""
        chance, made = random.Random(seed), 0
        for token in tokens:
            self.state(table, token)
        while made < most:
            states = [self.state(table, token) for token in tokens]
            if states[0]["table"]["over"]:
                break
            on_turn = [i for i, state in enumerate(states) if state["your_turn"]]
            if not on_turn:
                time.sleep(0.02)
                continue
            place = chance.choice(on_turn)
            action = int(chance.choice(list(states[place]["actions"])))
            answer = self.post(f"{table}/act", tokens[place], decision=states[place]["decision"], action=action)
            assert answer.status_code == 200, answer.text
            made += 1
        return made


def bearer(token: str | None) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"} if token else {}


def _player(player: dict[str, Any] | str) -> dict[str, Any]:
    if isinstance(player, dict):
        return player
    if player == "open":
        return {"kind": "open"}
    if player in ("random", "novice", "casual", "club", "expert", "perfect"):
        return {"kind": "bot", "level": player}
    return {"kind": "local", "name": player}


class Seat:
    """A WebSocket connection. `states` holds all states received, `state` is the last."""

    def __init__(self, node: Node, table: str, token: str | None, format: str = "plain") -> None:
        self._stack = ExitStack()
        address = f"ws://127.0.0.1:{node.port}/api/tables/{table}/live"
        self.socket: ClientConnection = self._stack.enter_context(
            connect(address, max_size=None, open_timeout=PATIENCE)
        )
        hello: dict[str, Any] = {"type": "hello", "format": format}
        if token:
            hello["token"] = token
        self.send(**hello)
        self.states: list[dict[str, Any]] = []
        self.received: list[dict[str, Any]] = []
        self.raw: list[str | bytes] = []
        self.until(lambda message: message["type"] == "state")

    @property
    def state(self) -> dict[str, Any]:
        return self.states[-1]

    def send(self, **message: Any) -> None:
        self.socket.send(json.dumps(message))

    def receive(self, timeout: float = PATIENCE) -> dict[str, Any]:
        raw = self.socket.recv(timeout)
        message: dict[str, Any] = json.loads(raw)
        self.raw.append(raw)
        self.received.append(message)
        if message["type"] == "state":
            self.states.append(message)
        return message

    def until(self, wanted: Any) -> dict[str, Any]:
        """Receive messages until `wanted` accepts one; returns it."""
        while True:
            message = self.receive()
            if wanted(message):
                return message

    def until_state(self, wanted: Any) -> dict[str, Any]:
        """The last state if `wanted` accepts it, or the next accepted state."""
        if self.states and wanted(self.state):
            return self.state
        return self.until(lambda message: message["type"] == "state" and wanted(message))

    def act(self, action: int | str, decision: int | None = None, **more: Any) -> dict[str, Any]:
        """Make a move; returns the answer, accepted or refused."""
        self.send(type="act", decision=self.state["decision"] if decision is None else decision, action=action, **more)
        return self.until(lambda message: message["type"] in ("accepted", "refused", "error"))

    def close(self) -> None:
        self._stack.close()


# --- databases ---


def reachable(url: str, port: int) -> bool:
    host = url.partition("@")[2] or url.partition("//")[2]
    with socket.socket() as client:
        client.settimeout(1)
        return client.connect_ex((host.partition(":")[0].partition("/")[0], port)) == 0


@contextmanager
def scratch_database() -> Iterator[str]:
    """A temporary PostgreSQL database."""
    import psycopg

    name = f"matchbox_test_{secrets.token_hex(6)}"
    with psycopg.connect(POSTGRES, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
        try:
            yield POSTGRES.rpartition("/")[0] + f"/{name}"
        finally:
            connection.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")
