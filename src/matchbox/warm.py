"""Compile all of a game ahead of its first use."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context

import numpy as np

from .bots.analysis import analyse
from .engine import Game, get
from .engine.play import noise_of, play_many


def warm(game: Game) -> None:
    """Call every compiled function of a game once."""
    state = game.new(seed=0)
    seat = game.acting(state)[0]
    game.conserved(game.redeal(game.view(state, seat), seat, 0))
    analyse(game, game.view(state, seat), seat, 8)
    game.apply(state, seat, game.legal(state, seat)[0])
    out, tally = np.zeros(game.actions.count, np.int32), np.zeros(4, np.int64)
    game.compiled("playout_at")(state, 0, out, noise_of(0, 0), tally)
    list(play_many(game, game.template(), 1, 0, 1))
    batch = game.batch(1)
    batch.reset(0)
    batch.step(batch.mask.argmax(axis=1))


def _warm_by_name(name: str) -> tuple[str, float]:
    start = time.perf_counter()
    warm(get(name))
    return name, time.perf_counter() - start


def warm_many(names: list[str]) -> Iterator[tuple[str, float]]:
    """Warm games in one process a core; each with the seconds it took, as they get ready."""
    with ProcessPoolExecutor(min(len(names), os.cpu_count() or 1), get_context("spawn")) as pool:
        for done in as_completed([pool.submit(_warm_by_name, name) for name in names]):
            yield done.result()
