"""The server with its WebSocket layer and with others, in interleaved rounds: moves per second, latency, CPU, bytes.

The load is that of `benchmarks.server`: tables of Othellino with two clients each, which make random moves without
delay. Every round runs every variant with the formats `plain` and `scene`, each with and without permessage-deflate.
The table shows medians of all rounds, and the CPU time that the server needs for a move. On a busy machine only the
ratios count.

    python -m benchmarks.websocket [--tables 100] [--rounds 5] [--variants "by hand" websockets ...] [--json]

`wsproto` and `picows` have to be installed; a variant whose library is missing is left out.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import statistics
import sys
import tempfile
import time
import urllib.request
from functools import partial
from pathlib import Path

from benchmarks.server import free_port, our_round, played, running

HERE = Path(__file__).resolve().parent
NEEDS = {
    "websockets": "websockets",
    "by hand": "zlib",
    "picows": "picows",
    "wsproto": "wsproto",
    "uvicorn websockets": "websockets",
    "uvicorn wsproto": "wsproto",
}
LOADS = [(format, deflate) for format in ("plain", "scene") for deflate in (False, True)]
Rows = dict[str, list[dict[str, float]]]


def until_compiled(port: int) -> None:
    """Until then the server interprets the rules."""
    address = f"http://127.0.0.1:{port}/api/tables"
    players = [{"kind": "me", "name": "A"}, {"kind": "bot", "level": "novice"}]
    body = json.dumps({"game": "othellino", "players": players}).encode()
    request = urllib.request.Request(address, body, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        table = json.load(answer)["table"]
    preparing = True
    while preparing:
        time.sleep(0.2)
        with urllib.request.urlopen(f"{address}/{table}") as answer:
            preparing = json.load(answer)["table"].get("preparing", False)


def one_round(variant: str, tables: int, found: Rows) -> None:
    """Start the server once and measure all loads."""
    port = free_port()
    with tempfile.TemporaryDirectory() as folder:
        serve = ["serve", "--port", str(port), "--data", f"{folder}/data"]
        with running(
            [sys.executable, "-m", "benchmarks.websocket_variants", variant, *serve], HERE.parent, port
        ) as pid:
            until_compiled(port)
            for format, deflate in LOADS:
                row = played(partial(our_round, format=format), port, pid, tables, deflate)
                row["cpu_us_per_move"] = 1e6 / row["moves_per_cpu_second"]
                found.setdefault(f"{variant}, {format}{', deflate' if deflate else ''}", []).append(row)


def main() -> None:
    parser = argparse.ArgumentParser(description="Compare WebSocket layers of the server.")
    parser.add_argument("--tables", type=int, default=100, help="tables per set (100)")
    parser.add_argument("--rounds", type=int, default=5, help="the median counts (5)")
    parser.add_argument("--variants", nargs="*", default=list(NEEDS), choices=list(NEEDS))
    parser.add_argument("--json", action="store_true", help="print one JSON document with every round")
    arguments = parser.parse_args()
    found: Rows = {}
    for _ in range(arguments.rounds):  # alternating, so that a busy moment slows all
        for variant in arguments.variants:
            if importlib.util.find_spec(NEEDS[variant]):
                one_round(variant, arguments.tables, found)
    if arguments.json:
        print(json.dumps(found, indent=2))
        return
    for name, rows in found.items():
        middle = {key: statistics.median(row[key] for row in rows) for key in rows[0]}
        print(f"{name:36}" + "  ".join(f"{key} {value:,.2f}" for key, value in middle.items()))


if __name__ == "__main__":
    main()
