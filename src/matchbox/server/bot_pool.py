"""Bots in threads. A compiled search releases the interpreter lock, so the server goes on meanwhile.

Fast levels, slow levels, hints and reviews have separate threads, so that no casual bot waits for an expert, and each
player of the host has a thread of its own. Each pool serves all addresses in turn.
"""

from __future__ import annotations

import logging
import os
import secrets
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future

from prometheus_client import Histogram

from matchbox import bots
from matchbox.bots import Bot
from matchbox.bots.analysis import BufferCache
from matchbox.bots.calibration import hint_analysis
from matchbox.engine import BadOption, Game, States
from matchbox.engine.registry import has_companion
from matchbox.play.table import STAND_IN
from matchbox.play.wording import sentence_of

from .fair_pool import FairPool
from .host_players import HostPlayers, PlayerFailed
from .schema import Hint, HintChoice

log = logging.getLogger("matchbox")

SLOW = {"expert", "perfect"}
REACTION = {"novice": 2.4, "casual": 1.8, "club": 1.2, "expert": 0.8}
"""Seconds a bot takes to react in a real-time game."""
MOST_FAILURES = 200
"""Different failures of players in the log."""


class _Worker(threading.local):
    """The things that a thread keeps from move to move."""

    def __init__(self) -> None:
        self.buffers = BufferCache()
        self.solvers: dict[str, Bot] = {}


class BotPool:
    def __init__(self, seconds: Histogram, players: HostPlayers | None = None) -> None:
        self.players = players or HostPlayers()
        cores = os.cpu_count() or 1
        self.pools = {
            "bot": FairPool("bot", max(2, cores)),
            "expert": FairPool("expert", max(1, cores - 1)),
            "hint": FairPool("hint", max(1, cores // 2)),
            "review": FairPool("review", 1),
            **{_pool_of(name): FairPool(_pool_of(name), 1) for name in self.players.processes},
        }
        self._moving = [name for name in self.pools if name not in ("hint", "review")]
        self._failures: set[str] = set()  # of the host's players, as the log has told them
        self._worker = _Worker()
        self._seconds = seconds

    def choose(
        self, visitors: Iterable[str], table: str, game: Game, level: str, view: States, seat: int
    ) -> Future[int]:
        """The move of a bot of this level, from its seat's view.

        The search counts for the visitor with the least work waiting: nobody suffers for a neighbour at the table.
        """
        is_hosts = level in self.players.processes
        pool = self.pools[_pool_of(level) if is_hosts else "expert" if level in SLOW else "bot"]
        owner = min(visitors, key=pool.waiting, default="")
        if is_hosts:
            return pool.submit(owner, table, self._choose_as_host, table, game, level, view, seat)
        return pool.submit(owner, table, self._choose, game, level, view, seat)

    def forget(self, table: str) -> None:
        """Cancel the waiting moves of a table's bots."""
        for name in self._moving:
            self.pools[name].drop(table)

    def _choose(self, game: Game, level: str, view: States, seat: int) -> int:
        start = time.perf_counter()
        action = self._bot(game, level).choose(game, view, seat)
        self._seconds.labels(level).observe(time.perf_counter() - start)
        return action

    def _choose_as_host(self, table: str, game: Game, level: str, view: States, seat: int) -> int:
        """The choice of one of the host's players, or of the bot that stands in for it."""
        start = time.perf_counter()
        try:
            action = self.players.processes[level].choose(f"{table}/{seat}", game, view, seat)
        except PlayerFailed as error:
            self._tell_failure(f"the player {level} in {game.about.name}: {error}; {STAND_IN} bots play for it")
            return self._choose(game, STAND_IN, view, seat)
        self._seconds.labels(level).observe(time.perf_counter() - start)
        return action

    def _tell_failure(self, text: str) -> None:
        """Log a failure of a player once, not for every move."""
        if text not in self._failures and len(self._failures) < MOST_FAILURES:
            self._failures.add(text)
            log.error("%s", text)

    def _bot(self, game: Game, level: str) -> Bot:
        worker = self._worker
        if level not in bots.NAMES:  # a player that the host does not offer any more
            self._tell_failure(f"there is no player {level}; {STAND_IN} bots play for it")
            level = STAND_IN
        if level != "perfect":
            return bots.make(level, secrets.randbits(32), game, worker.buffers, steady=not game.open)
        if game.id not in worker.solvers:  # a solver remembers positions it has solved
            worker.solvers[game.id] = bots.make(level, secrets.randbits(32), game, worker.buffers)
        return worker.solvers[game.id]

    def hint(self, owner: str, table: str, game: Game, view: States, seat: int, count: int = 5) -> Future[Hint]:
        """The best legal moves of a seat, rated by the search of a club bot. It replaces the seat's last hint."""
        place = f"{table}/{seat}"
        self.pools["hint"].drop(place)
        return self.pools["hint"].submit(owner, place, self._hint, game, view, seat, count)

    def check(self, owner: str, table: str, seat: int, question: Callable[[], bool]) -> Future[bool]:
        """The answer to a seat's question about the rules. It replaces the seat's last question."""
        place = f"{table}/{seat}?"
        self.pools["hint"].drop(place)
        return self.pools["hint"].submit(owner, place, question)

    def hints_waiting(self, owner: str) -> int:
        return self.pools["hint"].waiting(owner)

    def _hint(self, game: Game, view: States, seat: int, count: int) -> Hint:
        found = hint_analysis(game, view, seat, secrets.randbits(32), self._worker.buffers)
        rows = sorted(zip(found.policy, found.values, found.actions, strict=True), reverse=True)[:count]
        choices = [
            HintChoice(action, game.text_of(view, action), weight, value, sentence_of(game, view, seat, action) or "")
            for weight, value, action in rows
        ]
        return Hint(choices, found.value)

    def checked_level(self, game: Game, level: str) -> str:
        return checked_level(game, level, self.players.names_for(game))

    def stop(self) -> None:
        for pool in self.pools.values():
            pool.stop()
        self.players.stop()


def _pool_of(player: str) -> str:
    return f"player {player}"


def levels_of(game: Game, players: Sequence[str] = ()) -> list[str]:
    """The bots that play a game, weakest first, and then the host's players."""
    solved = has_companion(game, "solver")
    return [*(name for name in bots.NAMES if name != "perfect" or solved), *players]


def checked_level(game: Game, level: str, players: Sequence[str] = ()) -> str:
    known = levels_of(game, players)
    if level not in known:
        raise BadOption(f"{game.about.name} has no bot {level!r}; choose one of {', '.join(known)}")
    return level
