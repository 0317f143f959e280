"""Bots' thoughts, in threads: compiled search leaves the interpreter to others.

Short thoughts and long ones have threads of their own, so that nobody waits behind an expert.
"""

from __future__ import annotations

import os
import secrets
import threading
from concurrent.futures import Future, ThreadPoolExecutor

from matchbox import bots
from matchbox.bots import Bot
from matchbox.engine import BadOption, Game, States

from .wire import Hint, HintChoice

SLOW = {"expert", "perfect"}
REACTION = {"novice": 2.4, "casual": 1.8, "club": 1.2, "expert": 0.8}
"""Seconds between looking and acting in a game in real time."""
COUNTDOWN = 3.0
"""Seconds that pages count down before a race; bots wait for them."""


class Thinkers:
    def __init__(self) -> None:
        cores = os.cpu_count() or 1
        self._quick = ThreadPoolExecutor(max(2, cores), "bot")
        self._slow = ThreadPoolExecutor(max(1, cores - 1), "expert")
        self._solvers = threading.local()

    def choose(self, game: Game, level: str, view: States, seat: int) -> Future[int]:
        """What a bot of this level does, from what its seat sees."""
        pool = self._slow if level in SLOW else self._quick
        return pool.submit(self._choose, game, level, view, seat)

    def _choose(self, game: Game, level: str, view: States, seat: int) -> int:
        return self._bot(game, level).choose(game, view, seat)

    def _bot(self, game: Game, level: str) -> Bot:
        if level != "perfect":  # searching starts afresh every time, so nothing is worth keeping
            return bots.make(level, secrets.randbits(32), game)
        known: dict[str, Bot] = self._solvers.__dict__.setdefault("known", {})
        if game.id not in known:
            known[game.id] = bots.make(level, secrets.randbits(32), game)
        return known[game.id]

    def hint(self, game: Game, view: States, seat: int, most: int = 5) -> Future[Hint]:
        """What a club player thinks of a seat's choices."""
        return self._quick.submit(self._hint, game, view, seat, most)

    def _hint(self, game: Game, view: States, seat: int, most: int) -> Hint:
        from matchbox.bots.levels import LEVELS, Thinker

        found = Thinker(LEVELS["club"], secrets.randbits(32)).analyse(game, view, seat)
        rows = sorted(zip(found.policy, found.values, found.actions, strict=True), reverse=True)[:most]
        choices = [HintChoice(action, game.text_of(view, action), weight, value) for weight, value, action in rows]
        return Hint(choices, found.value)

    def stop(self) -> None:
        for pool in (self._quick, self._slow):
            pool.shutdown(wait=False, cancel_futures=True)


def levels_of(game: Game) -> list[str]:
    """The bots that play a game, weakest first."""
    from importlib.util import find_spec

    solved = find_spec(f"matchbox.bots.solvers.{game.id}") is not None
    return [name for name in bots.NAMES if name != "perfect" or solved]


def checked_level(game: Game, level: str) -> str:
    known = levels_of(game)
    if level not in known:
        raise BadOption(f"there is no bot {level!r} for {game.about.name}; choose one of {', '.join(known)}")
    return level
