"""Getting games ready: compiled code on this machine's disk, then loaded into this process.

Compiling holds the interpreter for seconds, so other processes do it, one a core; the games that
somebody waits for go first. A note beside the compiled code tells the next start that it is there.
"""

from __future__ import annotations

import asyncio
import hashlib
import os
import platform
import sys
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from matchbox.engine import Game, cache, games

_ROOT = Path(__file__).resolve().parents[1]
COMPILED = ("engine", "boxes", "bots")  # where compiled code comes from


def _stamp(game: Game) -> str:
    """Changes with anything that compiled code depends on; some changes may be no matter, then nothing is compiled."""
    import numba

    digest = hashlib.sha256(f"{sys.version} {numba.__version__} {platform.machine()}".encode())
    files = [Path(game.file), *(file for part in COMPILED for file in sorted((_ROOT / part).rglob("*.py")))]
    for file in files:
        facts = file.stat()
        digest.update(f"{file.name} {facts.st_mtime_ns} {facts.st_size}".encode())
    return digest.hexdigest()


def _note(game: Game) -> Path:
    return cache.folder() / "ready" / game.id


def is_compiled(game: Game) -> bool:
    try:
        return _note(game).read_text(encoding="ascii") == _stamp(game)
    except OSError:
        return False


class Readiness:
    """Which games can be played (their rules are compiled) and which are compiled wholly, with what bots need."""

    def __init__(self) -> None:
        self.compiled: set[str] = set()
        self._playable: dict[str, asyncio.Event] = {}
        self._whole: dict[str, asyncio.Event] = {}
        self._loaded: dict[str, asyncio.Future[None]] = {}
        self._waiting: list[str] = []
        self._tasks: set[asyncio.Task[None]] = set()
        self._pool = ThreadPoolExecutor(1, "load")  # one at a time: loading holds the interpreter too

    def start(self, first: list[str]) -> None:
        """Begin to compile what is not compiled yet, these games first."""
        known = games()
        self._playable = {name: asyncio.Event() for name in known}
        self._whole = {name: asyncio.Event() for name in known}
        for name, game in known.items():
            if is_compiled(game):
                self._is_whole(name)
        names = sorted(known, key=lambda name: name not in first)
        self._waiting = [name for name in names if name not in self.compiled]
        if os.environ.get("MATCHBOX_WARM") == "0":  # only what somebody waits for
            return
        for _ in range(min(len(self._waiting), os.cpu_count() or 1)):
            self._begin(self._compile_waiting())

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _is_whole(self, name: str) -> None:
        self.compiled.add(name)
        self._playable[name].set()
        self._whole[name].set()

    async def _compile_waiting(self) -> None:
        """Feed one compiling process until nothing is left."""
        while self._waiting:
            await self._compile(self._waiting.pop(0))

    async def _compile(self, name: str) -> None:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", __name__, name, stdout=asyncio.subprocess.PIPE
        )
        assert process.stdout
        try:
            while line := await process.stdout.readline():
                if line.strip() == b"playable":
                    self._playable[name].set()
                elif line.strip() == b"whole":
                    self.compiled.add(name)
        finally:
            if process.returncode is None:
                process.kill()
            await process.wait()
            self._playable[name].set()  # also if it failed: then it is compiled where it is used
            self._whole[name].set()

    async def prepare(self, game: Game) -> None:
        """Return when the game can be played here without compiling or loading anything."""
        if game.id not in self._loaded:
            self._loaded[game.id] = asyncio.ensure_future(self._prepare(game))
        await asyncio.shield(self._loaded[game.id])

    async def _prepare(self, game: Game) -> None:
        if game.id in self._waiting:  # somebody is waiting for it: at once, beside what is under way
            self._waiting.remove(game.id)
            self._begin(self._compile(game.id))
        if game.id in self._playable:
            await self._playable[game.id].wait()
        await asyncio.get_running_loop().run_in_executor(self._pool, _load, game)

    def can_think(self, game: Game) -> bool:
        """Is all that bots need compiled?"""
        return game.id not in self._whole or self._whole[game.id].is_set()

    async def whole(self, game: Game) -> None:
        """Return when bots can think."""
        if game.id in self._whole:
            await self._whole[game.id].wait()

    async def stop(self) -> None:
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._pool.shutdown(wait=False, cancel_futures=True)


def _load(game: Game) -> None:
    """Call what a table calls, once."""
    state = game.new(seed=0)
    seat = game.acting(state)[0]
    game.apply(state, seat, game.legal(state, seat)[0])
    for name, option in game.options.items():
        for value in option.values:
            if game.time_limit and game.real_time(game.read_options({name: value})):
                game.time_up(game.new(seed=0, **{name: value}))
                return


def main(name: str) -> None:
    """Compile a game: first what a table needs, then all of it."""
    from matchbox.engine import get
    from matchbox.warm import warm

    os.nice(5)
    game = get(name)
    _load(game)
    print("playable", flush=True)
    warm(game)
    _note(game).parent.mkdir(parents=True, exist_ok=True)
    _note(game).write_text(_stamp(game), encoding="ascii")
    print("whole", flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
