"""Benchmarks of Matchbox, and of other systems in the same run if they are installed.

Everything runs on one thread, in rounds that alternate between the systems. The best round of
each counts. The other systems ("peers") are in `benchmarks/` of a checkout.
"""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

from matchbox.bots.analysis import SearchBuffers, analyse
from matchbox.engine import Game, games, get
from matchbox.engine.playout import DECISIONS, Totals, play_many

PEERS = Path(__file__).parents[3] / "benchmarks" / "peers.py"

Measure = Callable[[], float]
"""Measures for a short time and returns a rate."""


@dataclass(frozen=True)
class BenchRow:
    name: str
    ours: float
    peer: str | None = None
    peer_value: float | None = None

    @property
    def ratio(self) -> float | None:
        return self.ours / self.peer_value if self.peer_value else None

    def as_dict(self) -> dict[str, Any]:
        return {**asdict(self), "ratio": self.ratio}


def rate(game: Game, options: dict[str, Any] | None = None, moves: bool = False, seconds: float = 0.4) -> Measure:
    """Random games (or moves) per second of a game, on one thread."""
    template = game.template(None, options)
    per_game = max(next(play_many(game, template, 64, 0)).tally[DECISIONS], 1) / 64
    count = max(64, int(seconds * 5e6 / per_game) // 2048 * 2048)

    def measure() -> float:
        totals, start = Totals(0), time.perf_counter()
        for part in play_many(game, template, count, 1):
            totals += part
        done = int(totals.tally[DECISIONS]) if moves else totals.games
        return done / (time.perf_counter() - start)

    return measure


def search_rate(game: Game, options: dict[str, Any] | None = None, iterations: int = 10_000) -> Measure:
    """Simulations per second of the search from the opening position, on one thread."""
    state = game.new(seed=1, **(options or {}))
    seat = game.acting(state)[0]
    buffers: list[SearchBuffers] = []
    analyse(game, state, seat, iterations, 0, 1, buffers)

    def measure() -> float:
        start = time.perf_counter()
        analyse(game, state, seat, iterations, 1, 1, buffers)
        return iterations / (time.perf_counter() - start)

    return measure


def best(rounds: int, *measures: Measure) -> list[float]:
    """The best rate of each measure. They take turns, so that a busy machine slows all of them equally."""
    found = [0.0] * len(measures)
    for _ in range(rounds):
        for i, measure in enumerate(measures):
            found[i] = max(found[i], measure())
    return found


def every_game(rounds: int) -> list[BenchRow]:
    """Random moves per second of every game."""
    return [
        BenchRow(f"{game.id}, random moves/s", best(rounds, rate(game, moves=True))[0]) for game in games().values()
    ]


def against_peers(rounds: int, notice: Callable[[str], object]) -> list[BenchRow]:
    """The table of the README: games per second compared with OpenSpiel and C, then compile and start times."""
    peers = _peers()
    rows: list[BenchRow] = []
    for name, game, options in (
        ("backgammon", get("backgammon"), None),
        ("othello 8x8", get("othellino"), {"board": 8}),
        ("building_blocks_brawl", get("building_blocks_brawl"), None),
    ):
        found = dict(peers.peers_of(name, notice)) if peers else {}
        ours, *theirs = best(rounds, rate(game, options), *found.values())
        title = f"{name}, random games/s"
        rows += [BenchRow(title, ours, peer, value) for peer, value in zip(found, theirs, strict=True)] or [
            BenchRow(title, ours)
        ]
        searchers = dict(peers.searchers_of(name)) if peers else {}
        ours, *theirs = best(rounds, search_rate(game, options), *searchers.values())
        title = f"{name}, search simulations/s"
        rows += [BenchRow(title, ours, p, value) for p, value in zip(searchers, theirs, strict=True)] or [
            BenchRow(title, ours)
        ]
    if not peers:
        notice("other systems are measured only in a checkout, which has the folder benchmarks/")
    for game in (get("backgammon"), get("othellino"), get("building_blocks_brawl")):
        rows += start_times(game)
    return rows


def start_times(game: Game) -> Iterator[BenchRow]:
    """Seconds to compile a whole game, and to start a process that uses the compiled game."""
    code = f"from matchbox.engine import get; from matchbox.bots.warm import warm; warm(get({game.id!r}))"
    with tempfile.TemporaryDirectory() as cache:
        environment = {**os.environ, "MATCHBOX_CACHE": cache}
        for name in ("cold compile", "warm start"):
            start = time.perf_counter()
            subprocess.run([sys.executable, "-c", code], env=environment, check=True)
            yield BenchRow(f"{game.id}, {name}, seconds", time.perf_counter() - start)


def _peers() -> ModuleType | None:
    spec = importlib.util.spec_from_file_location("matchbox_peers", PEERS) if PEERS.is_file() else None
    if spec is None or spec.loader is None:
        return None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
