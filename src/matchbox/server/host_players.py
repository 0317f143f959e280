"""Players that the host offers at tables beside the bots: `matchbox serve --player NAME=module:attribute`.

Visitors choose from the names that the host has listed, and never name a module. Each player runs in a process of its
own and has some seconds for a choice. If it raises an error, chooses an illegal action, crashes or hangs, a bot chooses
instead, and the log says why.
"""

from __future__ import annotations

import os
import re
import threading
import time
from collections.abc import Iterable, Sequence
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any, NamedTuple

from matchbox import bots
from matchbox.bots.own import is_own
from matchbox.engine import BadOption, Game, MatchboxError, States, get

from . import settings
from .player_worker import serve_player

NAME = re.compile(r"[a-z][a-z0-9_-]{0,19}")
START_SECONDS = 60.0
"""For the process and the module of a player to load."""
REST_SECONDS = 60.0
"""After it hung or crashed, a player is not asked for so long: its games would hardly go on."""


class HostPlayer(NamedTuple):
    """A name for visitors, what it stands for, and the games that it plays; all games if there are none."""

    name: str
    path: str
    games: tuple[str, ...]


class PlayerFailed(Exception):
    """A player has not chosen. The text says why."""


def listed_players(given: Sequence[str]) -> list[HostPlayer]:
    """Players from texts such as `greedy=mybots:greedy@othellino,halma`, and from those in MATCHBOX_PLAYERS."""
    found: dict[str, HostPlayer] = {}
    for text in (*os.environ.get("MATCHBOX_PLAYERS", "").split(), *given):
        player = _player(text)
        if player.name in found:
            raise BadOption(f"the player {player.name} is listed twice; give each a name of its own")
        found[player.name] = player
    return list(found.values())


def _player(text: str) -> HostPlayer:
    name, _, rest = text.partition("=")
    path, _, games = rest.partition("@")
    if not is_own(path):
        raise BadOption(f"{text!r} names no player; write NAME=module:attribute, for example greedy=mybots:greedy")
    if not NAME.fullmatch(name) or name in bots.NAMES:
        raise BadOption(
            f"{name!r} cannot be the name of a player; use up to 20 small letters, digits, - and _, and no bot's name"
        )
    ids = tuple(filter(None, games.split(",")))
    for game in ids:
        get(game)
    return HostPlayer(name, path, ids)


class PlayerProcess:
    """The process of a player. One thread at a time may use it."""

    def __init__(self, player: HostPlayer) -> None:
        self.player = player
        self._seconds = settings.number("MATCHBOX_PLAYER_SECONDS")
        self._process: BaseProcess | None = None
        self._connection: Connection[Any, Any] | None = None
        self._rests_until = 0.0
        self._lock = threading.Lock()

    def start(self) -> None:
        """Load the player, or PlayerFailed."""
        if self._process is not None and self._process.is_alive():
            return
        self.stop()
        context = get_context("spawn")
        ours, theirs = context.Pipe()
        process = context.Process(target=serve_player, args=(theirs, os.getpid(), self.player.path), daemon=True)
        process.start()
        theirs.close()
        with self._lock:
            self._connection, self._process = ours, process
        try:
            self._receive(START_SECONDS, "did not load")
        except PlayerFailed:
            self.stop()
            raise

    def choose(self, place: str, game: Game, view: States, seat: int) -> int:
        """The choice of the player at a place, which is a seat of a table; or PlayerFailed."""
        if time.monotonic() < self._rests_until:
            raise PlayerFailed("rests after a failure")
        self.start()
        assert self._connection is not None
        self._connection.send((place, game.id, view.tobytes(), seat))
        return int(self._receive(self._seconds, "did not choose"))

    def _receive(self, seconds: float, missing: str) -> Any:
        """The answer of the process, if it comes in time."""
        assert self._connection is not None
        try:
            if not self._connection.poll(seconds):
                raise self._failed(f"{missing} within {seconds:g} seconds")
            answer, problem = self._connection.recv()
        except (EOFError, OSError):
            raise self._failed("its process ended") from None
        if problem:
            raise PlayerFailed(problem)
        return answer

    def _failed(self, reason: str) -> PlayerFailed:
        self._rests_until = time.monotonic() + REST_SECONDS
        self.stop()
        return PlayerFailed(reason)

    def stop(self) -> None:
        with self._lock:
            if self._process is not None:
                self._process.kill()
                self._process.join()
            self._process = None


class HostPlayers:
    """All players of the host, by name."""

    def __init__(self, listed: Iterable[HostPlayer] = ()) -> None:
        self.processes = {player.name: PlayerProcess(player) for player in listed}

    def check(self) -> None:
        """Load every player once. Raises MatchboxError for one that cannot be loaded."""
        for name, process in self.processes.items():
            try:
                process.start()
            except PlayerFailed as error:
                self.stop()
                raise MatchboxError(f"the player {name} cannot be used: {error}") from None

    def names_for(self, game: Game) -> list[str]:
        """The players that play a game."""
        players = [process.player for process in self.processes.values()]
        return [player.name for player in players if not player.games or game.id in player.games]

    def stop(self) -> None:
        for process in self.processes.values():
            process.stop()
