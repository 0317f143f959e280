"""Moves per second of our server and of boardgame.io's server, in one run on one machine.

Both serve the same number of tables with two clients each over WebSockets on loopback: 36 squares, two
seats in turn, random moves without delay. One process runs all clients of either server with the same
code: it reads every message to every client completely and decodes the few fields that a random player
needs. Both servers send each client the whole state after every move, in the format for programs
(Matchbox's `plain` format; boardgame.io has only one format).

Every round starts a fresh server, and its first sets of tables do not count, because V8 needs about two
of them to warm up. Latency is the time from sending a move to the server's acknowledgement. Matchbox
stores every move in SQLite, on the disk, before it answers. boardgame.io keeps games in memory by
default; it is measured with its file storage as well. Forced moves that Matchbox plays for a seat do
not count.

`server_cpu` and `client_cpu` are processors in use. If `client_cpu` is well below 1 and the machine has
free cores, the server is the bottleneck. On a busy machine, use `moves_per_cpu_second`.

    python -m benchmarks.server [--tables 200] [--rounds 3] [--peer FOLDER] [--json]

npm installs boardgame.io into FOLDER (default: a temporary folder).
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

import msgspec
import uvloop
from benchmarks.load import Client, Player, Tally, connect, cpu_of, now

HERE = Path(__file__).resolve().parent
WARM_UP = 2  # sets of tables before the measured set


# --- Matchbox: Othellino, 6 x 6 ---


class OurState(msgspec.Struct, tag_field="type", tag="state"):
    your_turn: bool
    decision: int
    actions: dict[str, str]
    result: dict[str, Any] | None = None


class OurAccepted(msgspec.Struct, tag_field="type", tag="accepted"):
    decision: int


class OurRefused(msgspec.Struct, tag_field="type", tag="refused"):
    error: str


_ours = msgspec.json.Decoder(OurState | OurAccepted | OurRefused)


class Ours:
    def __init__(self, table: str, token: str, tally: Tally, format: str = "plain") -> None:
        self.path = f"/api/tables/{table}/live"
        self._token, self._tally, self._format = token, tally, format
        self._sent, self._last, self._state = 0.0, -1, None
        self._going = False

    def opened(self) -> Sequence[str]:
        return [json.dumps({"type": "hello", "token": self._token, "format": self._format})]

    def received(self, text: bytes) -> str | None:
        message = _ours.decode(text)
        if isinstance(message, OurAccepted):
            self._tally.times.append(now() - self._sent)
            return None
        if isinstance(message, OurRefused):
            raise RuntimeError(message.error)
        if self._state is None:
            self._tally.ready += 1
        self._state = message
        return self.move() if self._going else None

    def move(self) -> str | None:
        self._going, state = True, self._state
        assert state is not None
        if state.result is not None:
            self._tally.over()
        elif state.your_turn and state.decision > self._last:
            self._last, self._sent = state.decision, now()
            return f'{{"type":"act","decision":{state.decision},"action":{random.choice(list(state.actions))}}}'
        return None


# --- boardgame.io: pieces on a 6 x 6 board ---


class TheirBoard(msgspec.Struct):
    squares: list[str | None]


class TheirTurn(msgspec.Struct):
    current: str = msgspec.field(name="currentPlayer")
    over: dict[str, bool] | None = msgspec.field(name="gameover", default=None)


class TheirState(msgspec.Struct):
    board: TheirBoard = msgspec.field(name="G")
    turn: TheirTurn = msgspec.field(name="ctx")
    number: int = msgspec.field(name="_stateID")


class TheirSync(msgspec.Struct):
    state: TheirState


_sync = msgspec.json.Decoder(tuple[str, str, TheirSync])
_update = msgspec.json.Decoder(tuple[str, str, TheirState, msgspec.Raw])
SYNC, UPDATE = b'42/place,["sync"', b'42/place,["update"'


class Theirs:
    path = "/socket.io/?EIO=4&transport=websocket"

    def __init__(self, match: str, seat: str, tally: Tally) -> None:
        self._match, self._seat, self._tally = match, seat, tally
        self._sent, self._sent_id = 0.0, -1
        self._state: TheirState | None = None

    def opened(self) -> Sequence[str]:
        return []

    def received(self, text: bytes) -> str | None:
        if text[:1] == b"2":
            return "3"  # ping, pong
        if text[:1] == b"0":
            return "40/place,"
        if text[:2] == b"40":
            return f'42/place,["sync","{self._match}","{self._seat}",null,2]'
        if text.startswith(UPDATE):
            self._state = _update.decode(text[9:])[2]
            if 0 <= self._sent_id < self._state.number:
                self._tally.times.append(now() - self._sent)
                self._sent_id = -1
            return self.move()
        if text.startswith(SYNC):
            self._state = _sync.decode(text[9:])[2].state
            self._tally.ready += 1
        return None

    def move(self) -> str | None:
        state = self._state
        assert state is not None
        if state.turn.over is not None:
            self._tally.over()
            return None
        if state.turn.current != self._seat:
            return None
        square = random.choice([i for i, piece in enumerate(state.board.squares) if piece is None])
        self._sent, self._sent_id = now(), state.number
        payload = f'{{"type":"place","args":[{square}],"playerID":"{self._seat}","credentials":null}}'
        action = f'{{"type":"MAKE_MOVE","payload":{payload}}}'
        return f'42/place,["update",{action},{state.number},"{self._match}","{self._seat}"]'


# --- measuring ---


class Mover(Player, Protocol):
    def move(self) -> str | None: ...


async def measure(
    port: int, pid: int, movers: Sequence[Mover], tally: Tally, deflate: bool = False
) -> dict[str, float]:
    """Play all tables from the first move to the last."""
    clients: list[Client] = await connect(port, movers, deflate)
    while tally.ready < len(movers):
        await asyncio.sleep(0.02)
    await asyncio.sleep(0.3)
    tally.playing = len(movers)
    received = sum(client.bytes for client in clients)
    busy, own, start = cpu_of(pid), time.process_time(), now()
    for client, mover in zip(clients, movers, strict=True):
        if text := mover.move():
            client.send(text)
    await tally.done.wait()
    seconds, used, own = now() - start, cpu_of(pid) - busy, time.process_time() - own
    for client in clients:
        client.close()
    await asyncio.sleep(0.3)
    times = sorted(tally.times)
    return {
        "moves_per_second": len(times) / seconds,
        "moves_per_cpu_second": len(times) / used,
        "p50_ms": 1000 * times[len(times) // 2],
        "p99_ms": 1000 * times[len(times) * 99 // 100],
        "bytes_per_move": (sum(client.bytes for client in clients) - received) / len(times),
        "server_cpu": used / seconds,
        "client_cpu": own / seconds,
    }


def our_round(port: int, tables: int, tally: Tally, format: str = "plain") -> list[Mover]:
    movers: list[Mover] = []
    for _ in range(tables):
        players = [{"kind": "me", "name": "A"}, {"kind": "local", "name": "B"}]
        body = json.dumps({"game": "othellino", "players": players}).encode()
        headers = {"Content-Type": "application/json"}
        request = urllib.request.Request(f"http://127.0.0.1:{port}/api/tables", body, headers)
        with urllib.request.urlopen(request) as answer:
            made = json.load(answer)
        movers += [Ours(made["table"], seat["token"], tally, format) for seat in made["seats"]]
    return movers


def their_round(port: int, tables: int, tally: Tally) -> list[Mover]:
    names = [f"{random.getrandbits(64):x}" for _ in range(tables)]
    return [Theirs(name, seat, tally) for name in names for seat in "01"]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def running(command: list[str], folder: Path, port: int) -> Iterator[int]:
    """Run a server; yields its process id."""
    quiet = {**os.environ, "MATCHBOX_LIMITS": "0", "MATCHBOX_WARM": "0"}
    process = subprocess.Popen(command, cwd=folder, env=quiet, stdout=subprocess.DEVNULL)
    try:
        for _ in range(600):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.1)
        yield process.pid
    finally:
        process.terminate()
        process.wait()


def played(
    make: Callable[[int, int, Tally], list[Mover]], port: int, pid: int, tables: int, deflate: bool = False
) -> dict[str, float]:
    async def one_set() -> dict[str, float]:
        tally = Tally()
        movers = await asyncio.get_running_loop().run_in_executor(None, make, port, tables, tally)
        return await measure(port, pid, movers, tally, deflate)

    for _ in range(WARM_UP):
        uvloop.run(one_set())
    return uvloop.run(one_set())


def peer_folder(chosen: Path | None, temporary: Path) -> Path | None:
    """The folder of boardgame.io, installed if necessary; None without npm."""
    folder = chosen or temporary
    if not (folder / "node_modules" / "boardgame.io").is_dir():
        if shutil.which("npm") is None:
            return None
        folder.mkdir(parents=True, exist_ok=True)
        subprocess.run(
            ["npm", "install", "--no-fund", "--no-audit", "boardgame.io@0.50.2", "node-persist@3.1.3"],
            cwd=folder,
            check=True,
        )
    shutil.copy(HERE / "boardgame_io.cjs", folder / "server.cjs")
    return folder


def main() -> None:
    parser = argparse.ArgumentParser(description="Compare the server with boardgame.io.")
    parser.add_argument("--tables", type=int, default=200, help="tables per round (200)")
    parser.add_argument("--rounds", type=int, default=3, help="the best round counts (3)")
    parser.add_argument("--peer", type=Path, help="a folder with boardgame.io installed")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    arguments = parser.parse_args()
    found: dict[str, dict[str, float]] = {}
    with tempfile.TemporaryDirectory() as temporary:
        ours, theirs = free_port(), free_port()
        command = [sys.executable, "-m", "matchbox", "serve", "--port", str(ours), "--data", f"{temporary}/data"]
        peer = peer_folder(arguments.peer, Path(temporary) / "peer")
        for _ in range(arguments.rounds):  # alternating, so that a busy moment slows both
            with running(command, HERE, ours) as pid:
                _best(found, "matchbox", played(our_round, ours, pid, arguments.tables))
            if peer is None:
                continue
            for name, files in (("boardgame.io", []), ("boardgame.io, files", [f"{temporary}/files"])):
                with running(["node", "server.cjs", str(theirs), *files], peer, theirs) as pid:
                    _best(found, name, played(their_round, theirs, pid, arguments.tables))
    for name in list(found)[1:]:
        found[f"ratio to {name}"] = {key: found["matchbox"][key] / found[name][key] for key in found["matchbox"]}
    if arguments.json:
        print(json.dumps(found, indent=2))
        return
    for name, row in found.items():
        print(f"{name:28}" + "  ".join(f"{key} {value:,.2f}" for key, value in row.items()))


def _best(found: dict[str, dict[str, float]], name: str, row: dict[str, float]) -> None:
    if name not in found or row["moves_per_second"] > found[name]["moves_per_second"]:
        found[name] = row


if __name__ == "__main__":
    main()
