"""The first minute on a new machine: how long a newcomer waits, game by game, with nothing compiled.

For each game, a server starts with an empty cache and compiles all games in the background, as after the
first installation. As soon as it answers, a client creates a table against bots and plays random moves.

    python benchmarks/cold.py            all games, then the time until every game is ready
    python benchmarks/cold.py war open   these games
"""

from __future__ import annotations

import os
import random
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

from matchbox.engine import games

LIMIT = 300.0  # seconds


@contextmanager
def cold_server() -> Iterator[httpx.Client]:
    """A client of a new server with an empty cache."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        environment = {**os.environ, "MATCHBOX_CACHE": str(folder / "cache"), "MATCHBOX_LIMITS": "0"}
        environment.pop("MATCHBOX_WARM", None)
        command = [sys.executable, "-m", "matchbox", "serve", "--port", str(port), "--data", str(folder / "data")]
        with (
            (folder / "log").open("wb") as log,
            subprocess.Popen(command, stdout=log, stderr=log, env=environment) as process,
            httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=60) as client,
        ):
            try:
                wait(lambda: answers(client))
                yield client
            finally:
                process.terminate()


def answers(client: httpx.Client) -> bool:
    try:
        return client.get("/api/health").status_code == 200
    except httpx.TransportError:
        return False


def wait(done: Any) -> float:
    """Seconds until `done()`."""
    start = time.perf_counter()
    while not done():
        if time.perf_counter() - start > LIMIT:
            raise TimeoutError(f"not done after {LIMIT:.0f} seconds")
        time.sleep(0.02)
    return time.perf_counter() - start


def first_moves(client: httpx.Client, game: str, seats: int) -> tuple[float, float]:
    """Seconds from the click until the first move is possible (for anybody), and until the first bot has moved."""
    start = time.perf_counter()
    players = [{"kind": "me", "name": "Ann"}, *[{"kind": "bot", "level": "casual"}] * (seats - 1)]
    request = {"game": game, "players": players}
    made = client.post("/api/tables", json=request).raise_for_status().json()
    table, token = made["table"], {"Authorization": f"Bearer {made['seats'][0]['token']}"}
    chance, possible = random.Random(1), None
    while True:
        state = client.get(f"/api/tables/{table}", params={"format": "plain"}, headers=token).json()
        if possible is None and state["table"]["started"]:
            possible = time.perf_counter() - start
        if possible is not None and (
            seats == 1 or state["table"]["over"] or any(line["seat"] for line in state["log"])
        ):
            return possible, time.perf_counter() - start
        if state["your_turn"]:
            action = int(chance.choice(list(state["actions"])))
            move = {"decision": state["decision"], "action": action}
            client.post(f"/api/tables/{table}/act", json=move, headers=token)
        elif time.perf_counter() - start > LIMIT:
            raise TimeoutError(f"{game}: no bot has moved after {LIMIT:.0f} seconds")
        else:
            time.sleep(0.02)


def main(names: list[str]) -> None:
    known = games()
    rows = []
    print(f"{'game':28} {'first move':>11} {'bot answers':>12}")
    for name in names or list(known):
        seats = next(count for count in known[name].about.seats if count > 1 or len(known[name].about.seats) == 1)
        with cold_server() as client:
            possible, answered = first_moves(client, name, seats)
        rows.append((possible, answered))
        print(f"{name:28} {possible:9.2f} s {answered:10.2f} s", flush=True)
    print(f"{'slowest':28} {max(row[0] for row in rows):9.2f} s {max(row[1] for row in rows):10.2f} s")
    if not names:
        with cold_server() as client:
            seconds = wait(lambda: client.get("/api/health").json()["compiled"] == len(known))
        print(f"all {len(known)} games compiled after {seconds:.0f} s")


if __name__ == "__main__":
    main(sys.argv[1:])
