"""Compile games before their first use."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context

import numpy as np

from matchbox.engine import Game, get
from matchbox.engine.playout import GENERIC, noise_of, play_many
from matchbox.engine.registry import companion

from .analysis import analyse


def interpret(game: Game) -> None:
    """Let a game run as plain Python, so that its tables open before anything is compiled."""
    game.interpreted = {generic.__name__ for generic in GENERIC}


def warm_table(game: Game) -> None:
    """Call once what a table needs compiled: the search of its bots, then the functions of a move.

    An interpreted game runs these compiled from then on. The rest of a table's work is rare enough for
    plain Python, and would take as long again to compile.
    """
    state = game.new(seed=0)
    seat = game.acting(state)[0]
    planner = companion(game, "planner")
    if not getattr(planner, "SEARCH_MEANWHILE", False):
        warm_companion(game, "planner")
    if not getattr(planner, "COVERS_EVERYTHING", False):
        analyse(game, game.view(state, seat), seat, 8)
    _warm_moves(game)


def warm_for(game: Game, bots: Iterable[str]) -> None:
    """Call once what a table with these bots needs compiled. Random bots do without a search."""
    if set(bots) - {"random"}:
        warm_table(game)
    else:
        _warm_moves(game)


def _warm_moves(game: Game) -> None:
    state = game.new(seed=0)
    seat = game.acting(state)[0]
    out = np.zeros(game.actions.count, np.int32)
    game.compiled("legal_at")(state, 0, seat, out)
    game.compiled("apply_at")(state, 0, seat, int(out[0]))
    game.interpreted -= {"legal_at", "apply_at"}


def warm_companion(game: Game, name: str) -> None:
    """Compile the solver or the planner of a game that has one."""
    if compile_it := getattr(companion(game, name), "warm", None):
        compile_it()


def warm(game: Game) -> None:
    """Call every compiled function of a game once."""
    warm_table(game)
    warm_companion(game, "solver")
    state = game.new(seed=0)
    seat = game.acting(state)[0]
    game.conserved(game.redeal(game.view(state, seat), seat, 0))
    out, tally = np.zeros(game.actions.count, np.int32), np.zeros(4, np.int64)
    game.compiled("playout_at")(state, 0, out, noise_of(0, 0), tally)
    list(play_many(game, game.template(), 1, 0))
    batch = game.batch(1)
    batch.reset(0)
    batch.step(batch.sample())
    batch.afterstates()


def _warm_by_name(name: str, steps: tuple[Callable[[Game], None], ...]) -> tuple[str, float]:
    start = time.perf_counter()
    for step in steps:
        step(get(name))
    return name, time.perf_counter() - start


def warm_many(names: list[str], *more: Callable[[Game], None]) -> Iterator[tuple[str, float]]:
    """Compile games in one process per core; yields each game with its seconds when it is done.

    `more` are functions of a module that compile something else of a game, such as `adapters.warm.warm_environments`.
    """
    with ProcessPoolExecutor(min(len(names), os.cpu_count() or 1), get_context("spawn")) as pool:
        for done in as_completed([pool.submit(_warm_by_name, name, (warm, *more)) for name in names]):
            yield done.result()
