"""The process of a player that the host offers: it loads the player and answers with its choices."""

from __future__ import annotations

import os
import signal
from collections import OrderedDict
from multiprocessing.connection import Connection
from typing import Any

import numpy as np

from matchbox.bots.own import OwnPlayer, load_player
from matchbox.bots.warm import interpret
from matchbox.engine import MatchboxError, get

from .compile_worker import end_with_parent

KEPT = 1000
"""Seats with a player of their own. Those that played least lately are forgotten."""


def serve_player(connection: Connection[Any, Any], parent: int, path: str) -> None:
    """Answer each question with a choice, or with the reason why there is none."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C in a terminal is for the server, which ends this process
    if hasattr(os, "nice"):  # not on Windows
        os.nice(5)  # the server goes first
    end_with_parent(parent)
    seated: OrderedDict[str, OwnPlayer] = OrderedDict()
    try:
        load_player(path, 0)
        connection.send((0, ""))
        while True:
            place, game, view, seat = connection.recv()
            connection.send(_answer(seated, path, place, game, view, seat))
    except (EOFError, BrokenPipeError):
        return  # the server is gone
    except Exception as error:
        connection.send((0, _reason(error)))


def _answer(
    seated: OrderedDict[str, OwnPlayer], path: str, place: str, game_id: str, view: bytes, seat: int
) -> tuple[int, str]:
    try:
        game = get(game_id)
        if place not in seated:
            interpret(game)
            seated[place] = load_player(path, int.from_bytes(os.urandom(4), "big"))
        seated.move_to_end(place)
        while len(seated) > KEPT:
            seated.popitem(last=False)
        state = np.frombuffer(view, game.State.dtype).copy()
        return seated[place].choose(game, state, seat), ""
    except Exception as error:
        return 0, _reason(error)


def _reason(error: Exception) -> str:
    return str(error) if isinstance(error, MatchboxError) else f"{type(error).__name__}: {error}"
