"""Speed: ours, and other systems' in the same run where they are installed.

Everything is measured on one thread, in rounds that alternate between the systems; the
best round of each counts. Peers live in `benchmarks/` of a checkout.
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
from types import ModuleType
from typing import Any

from matchbox.bots.analysis import Room, analyse
from matchbox.engine import Game, games, get
from matchbox.engine.play import DECISIONS, Totals, play_many
from matchbox.resources import folder

Measure = Callable[[], float]
"""Runs for a moment and returns a rate."""


@dataclass(frozen=True)
class Row:
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
    """Random games (or moves) per second of one of our games, on one thread."""
    template = game.template(None, options)
    once = max(next(play_many(game, template, 64, 0, 1)).tally[DECISIONS], 1) / 64
    count = max(64, int(seconds * 5e6 / once) // 2048 * 2048)

    def measure() -> float:
        totals, start = Totals(0), time.perf_counter()
        for part in play_many(game, template, count, 1, 1):
            totals += part
        done = int(totals.tally[DECISIONS]) if moves else totals.games
        return done / (time.perf_counter() - start)

    return measure


def search_rate(game: Game, options: dict[str, Any] | None = None, iterations: int = 10_000) -> Measure:
    """Simulations per second of the search from the opening position, on one thread."""
    state = game.new(seed=1, **(options or {}))
    seat = game.acting(state)[0]
    rooms: list[Room] = []
    analyse(game, state, seat, iterations, 0, 1, rooms)

    def measure() -> float:
        start = time.perf_counter()
        analyse(game, state, seat, iterations, 1, 1, rooms)
        return iterations / (time.perf_counter() - start)

    return measure


def best(rounds: int, *measures: Measure) -> list[float]:
    """The best rate of each, taken in turns so that a busy moment hits all alike."""
    found = [0.0] * len(measures)
    for _ in range(rounds):
        for i, measure in enumerate(measures):
            found[i] = max(found[i], measure())
    return found


def every_game(rounds: int) -> list[Row]:
    """Random moves per second of every game."""
    return [Row(f"{game.id}, random moves/s", best(rounds, rate(game, moves=True))[0]) for game in games().values()]


def against_peers(rounds: int, notice: Callable[[str], object]) -> list[Row]:
    """The table of the README: games per second beside OpenSpiel and C, then compile and start times."""
    peers = _peers()
    rows: list[Row] = []
    for name, game, options in (
        ("backgammon", get("backgammon"), None),
        ("othello 8x8", get("othellino"), {"board": 8}),
        ("building_blocks_brawl", get("building_blocks_brawl"), None),
    ):
        found = dict(peers.peers_of(name, notice)) if peers else {}
        ours, *theirs = best(rounds, rate(game, options), *found.values())
        title = f"{name}, random games/s"
        rows += [Row(title, ours, peer, value) for peer, value in zip(found, theirs, strict=True)] or [Row(title, ours)]
        searchers = dict(peers.searchers_of(name)) if peers else {}
        ours, *theirs = best(rounds, search_rate(game, options), *searchers.values())
        title = f"{name}, search simulations/s"
        rows += [Row(title, ours, p, value) for p, value in zip(searchers, theirs, strict=True)] or [Row(title, ours)]
    if not peers:
        notice("other systems are measured in a checkout only (folder benchmarks/)")
    for game in (get("backgammon"), get("othellino"), get("building_blocks_brawl")):
        rows += start_times(game)
    return rows


def start_times(game: Game) -> Iterator[Row]:
    """Seconds to compile everything of a game, and to start a process that finds it compiled."""
    code = f"from matchbox.engine import get; from matchbox.warm import warm; warm(get({game.id!r}))"
    with tempfile.TemporaryDirectory() as cache:
        environment = {**os.environ, "MATCHBOX_CACHE": cache}
        for name in ("cold compile", "warm start"):
            start = time.perf_counter()
            subprocess.run([sys.executable, "-c", code], env=environment, check=True)
            yield Row(f"{game.id}, {name}, seconds", time.perf_counter() - start)


def _peers() -> ModuleType | None:
    place = folder("benchmarks")
    spec = importlib.util.spec_from_file_location("matchbox_peers", place / "peers.py") if place else None
    if spec is None or spec.loader is None:
        return None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
