"""A spectator watches bots and tries to tell from their pauses who had no choice, and so what they hold.

In Grenade Salad only a seat without a Mine must decline; in All Your Base a planned card without a use is scrapped,
and the last card of a hand is played; in Tunnel Run equal cards leave a single move; in Flower Garden a hand that fits
neither shop nor garden is discarded.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from matchbox.engine import get
from matchbox.play.table import ACT, Table
from matchbox.server.store import Store
from tests.attacks import report
from tests.server.harness import PATIENCE, Node

SECONDS = 12.0  # per game, after compiling
TELLS = 0.7  # of pairs of pauses sorted right: by chance it is a half


@dataclass(frozen=True)
class Target:
    game: str
    seats: int
    phase: int
    options: dict[str, Any]
    level: str = "novice"
    tables: int = 3


TARGETS = [
    Target("grenade_salad", 3, 5, {}),
    Target("grenade_salad", 3, 5, {}, "casual"),
    Target("all_your_base", 3, 0, {}),
    Target("tunnel_run", 2, 0, {"pirates": "1", "hand": 2}, tables=12),
    Target("flower_garden", 3, 0, {"rows": "one_per_symbol"}, tables=6),
]


def watch(node: Node, target: Target, seconds: float = SECONDS, steps: int = 10_000) -> tuple[str, dict[int, float]]:
    """A table of bots, and when its spectator saw each step."""
    bots = [{"kind": "bot", "level": target.level}] * (target.seats - 1)
    made = node.make(target.game, "Ann", *bots, options=target.options)
    table, token = made["table"], made["seats"][0]["token"]
    node.state(table, token)
    watcher, end = node.live(table), time.monotonic() + seconds
    before, seen = watcher.state["step"], dict[int, float]()
    assert node.post(f"{table}/leave", token, level=target.level).status_code == 200
    while (left := end - time.monotonic()) > 0 and before < steps and not watcher.state["table"]["over"]:
        try:
            watcher.receive(left)
        except TimeoutError:
            break
        seen |= dict.fromkeys(range(before + 1, watcher.state["step"] + 1), time.monotonic())
        before = watcher.state["step"]
    watcher.close()
    return table, seen


def pauses(store: Store, table: str, phase: int, seen: dict[int, float]) -> Iterator[tuple[bool, float]]:
    """For every decision that the spectator saw in a phase: whether the seat had no choice, and its pause."""
    stored = store.load(table)
    assert stored is not None
    replay = Table(stored.setup, get(stored.setup.game))
    due: dict[int, int] = {}  # acting seats, and the step that made them act
    for event in stored.events:
        if event.kind == ACT:
            assert replay.state is not None
            start, end = seen.get(due.pop(event.seat)), seen.get(len(replay.steps) + 1)
            if start and end and replay.state["phase"][0] == phase:
                yield len(replay.legal(event.seat)) == 1, end - start
        replay.apply(event)
        due = {seat: due.get(seat, len(replay.steps)) for seat in replay.acting()}


def told_apart(forced: list[float], free: list[float]) -> float:
    """The share of pairs in which the forced move came sooner (or later, if that is more often so)."""
    sooner = sum((a < b) + (a == b) / 2 for a in forced for b in free) / (len(forced) * len(free))
    return max(sooner, 1 - sooner)


def attack(node: Node, store: Store, target: Target) -> bool:
    watch(node, target, PATIENCE, steps=3)  # compiles the bots
    with ThreadPoolExecutor(target.tables) as pool:
        watched = list(pool.map(lambda _: watch(node, target), range(target.tables)))
    found = [row for table, seen in watched for row in pauses(store, table, target.phase, seen)]
    forced, free = ([pause for alone, pause in found if alone == wanted] for wanted in (True, False))
    tried = f"read hands from pauses: {target.game}, {target.level} bots"
    if not forced or not free:
        return report(tried, True, f"no case in {len(found)} decisions")
    share = told_apart(forced, free)
    figure = f"{100 * share:.0f} % of pairs told apart ({len(forced)} forced, {len(free)} free)"
    return report(tried, share < TELLS, figure)


def main() -> int:
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch) / "data"
        node = Node(folder)
        store = Store(f"sqlite:///{folder / 'matchbox.db'}")
        try:
            held = [attack(node, store, target) for target in TARGETS]
        finally:
            store.close()
            node.stop()
    return 0 if all(held) else 1


if __name__ == "__main__":
    sys.exit(main())
