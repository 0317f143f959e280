"""Compile games in other processes, then load the compiled code into this one.

Until then a game runs as plain Python, so no table waits; only bots do, for their search. Some planners are compiled
after it, and bots search until then. A game that somebody plays goes first: a worker stands by for it, and those that
compile other games stop meanwhile.
A marker file in the cache folder tells the next start what is compiled. Without a compiler (NUMBA_DISABLE_JIT=1) there
is nothing to wait for.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import logging
import os
import platform
import signal
import sys
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from matchbox.bots.analysis import PLANNER
from matchbox.bots.warm import interpret, warm_companion, warm_table
from matchbox.engine import BadRules, Game, games
from matchbox.engine.cache import writable_folder
from matchbox.engine.compiled import PLAIN

from . import compile_worker

log = logging.getLogger("matchbox")

_ROOT = Path(__file__).resolve().parents[1]
SOURCES = ("engine", "games", "bots")  # packages that compiled code depends on


def _stamp(game: Game) -> str:
    """A hash of everything that compiled code depends on. A harmless change costs only a check of the cache."""
    import numba

    digest = hashlib.sha256(f"{sys.version} {numba.__version__} {platform.machine()}".encode())
    files = [
        *sorted(game.folder.glob("*.py")),
        *(file for part in SOURCES for file in sorted((_ROOT / part).rglob("*.py"))),
    ]
    for file in files:
        facts = file.stat()
        digest.update(f"{file.name} {facts.st_mtime_ns} {facts.st_size}".encode())
    return digest.hexdigest()


def _marker(game: Game) -> Path:
    return writable_folder() / "ready" / game.id


def is_compiled(game: Game) -> bool:
    try:
        return _marker(game).read_text(encoding="ascii") == _stamp(game)
    except OSError:
        return False


def _mark_compiled(game: Game) -> None:
    _marker(game).parent.mkdir(parents=True, exist_ok=True)
    _marker(game).write_text(_stamp(game), encoding="ascii")


class Worker:
    """A process that compiles one game at a time."""

    def __init__(self) -> None:
        self.game = ""
        """The game it is compiling."""
        self.busy = asyncio.Lock()
        """Held from the beginning of `compile` to the end of `finish`."""
        self._process: asyncio.subprocess.Process | None = None
        self._held = False

    async def start(self) -> asyncio.subprocess.Process:
        if self._process is None or self._process.returncode is not None:
            pipe = asyncio.subprocess.PIPE
            command = sys.executable, "-m", compile_worker.__name__, str(os.getpid())
            environment = {**os.environ, "MATCHBOX_CACHE": str(writable_folder())}
            self._process = await asyncio.create_subprocess_exec(
                *command, stdin=pipe, stdout=pipe, env=environment,
                start_new_session=True,  # Ctrl+C in a terminal is for the server, which ends its workers
            )  # fmt: skip
            if self._held:
                self._signal()
        return self._process

    async def compile(self, name: str) -> bool:
        """Compile what a table needs; False if that fails or the process died. `finish` has to follow."""
        await self.busy.acquire()
        try:
            process = await self.start()
            assert process.stdin is not None
            self.game = name
            process.stdin.write(f"{name}\n".encode())
            return await self._answer() == name
        except BaseException:
            self.busy.release()
            raise

    async def finish(self) -> None:
        """Wait until the planner and the solver of the game are compiled, too."""
        try:
            await self._answer()
        finally:
            self.game = ""
            self.busy.release()

    async def _answer(self) -> str:
        """The next line of the process; empty if it died."""
        assert self._process is not None
        assert self._process.stdout is not None
        return (await self._process.stdout.readline()).decode().strip()

    def hold(self, held: bool) -> None:
        """Stop the process, or let it go on, on systems that can."""
        if held != self._held:
            self._held = held
            self._signal()

    def _signal(self) -> None:
        if self._process and hasattr(signal, "SIGSTOP"):
            with contextlib.suppress(ProcessLookupError):
                self._process.send_signal(signal.SIGSTOP if self._held else signal.SIGCONT)

    async def stop(self) -> None:
        if self._process is not None:
            with contextlib.suppress(ProcessLookupError):
                self._process.kill()
            await self._process.wait()


class CompileQueue:
    """Which games are compiled, and whose bots can play."""

    def __init__(self) -> None:
        self.compiled: set[str] = set()
        self._ready: set[str] = set()
        self._waiting: list[str] = []
        self._compiling: dict[str, asyncio.Future[None]] = {}
        self._finishing: dict[str, asyncio.Task[None]] = {}
        self._wanted: dict[str, asyncio.Task[None]] = {}
        self._urgent: set[str] = set()  # games being compiled that somebody plays
        self._background = [Worker() for _ in range(os.cpu_count() or 1)]
        self._standby = Worker()  # started early, for the game that somebody plays
        self._standby_lock = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()
        self._pool = ThreadPoolExecutor(1, "load")  # a single thread: loading blocks the interpreter

    def start(self, first: list[str]) -> None:
        """Start to compile the missing games, those in `first` before others."""
        known = games()
        if PLAIN:
            self.compiled, self._ready = set(known), set(known)
            return
        for name, game in known.items():
            interpret(game)
            game.interpreted.add(PLANNER)
            if is_compiled(game):
                self.compiled.add(name)
        names = sorted(known, key=lambda name: name not in first)
        self._waiting = [name for name in names if name not in self.compiled]
        if not self._waiting:
            return
        if os.environ.get("MATCHBOX_WARM") != "0":  # 0: compile only games that somebody plays
            self._run(self._start_standby())
            for worker in self._background:
                self._run(self._compile_waiting(worker))

    def _run(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _start_standby(self) -> None:
        async with self._standby_lock:
            await self._standby.start()

    async def _compile_waiting(self, worker: Worker) -> None:
        """Compile waiting games in turn until none is left."""
        while self._waiting:
            await self._compile(self._waiting.pop(0), worker)
        async with worker.busy:
            await worker.stop()

    async def _compile(self, name: str, worker: Worker) -> None:
        done = self._compiling[name] = asyncio.get_running_loop().create_future()
        try:
            made = await worker.compile(name)
            self._finishing[name] = self._run(worker.finish())
            if made:
                self.compiled.add(name)
                _mark_compiled(games()[name])
            else:  # its first bot compiles it in this process
                log.error("%s could not be compiled in the background", name)
        except OSError as error:
            log.error("%s could not be compiled in the background: %s", name, error)
        finally:
            del self._compiling[name]
            done.set_result(None)

    def want(self, game: Game) -> None:
        """Somebody plays this game: compile it now, and load it."""
        if game.id not in self._wanted and game.id not in self._ready:
            self._wanted[game.id] = self._run(self._prepare(game))

    async def _prepare(self, game: Game) -> None:
        if game.is_match:  # its bots search the games in it, so nobody waits for its own search
            await self._compile_aside(game)
        else:
            await self._compile_now(game)
        try:
            await asyncio.get_running_loop().run_in_executor(self._pool, warm_table, game)
        except BadRules as error:
            log.error("%s", error)
        except Exception:  # then a bot tries it; if that fails too, it plays at random, and the game goes on
            log.exception("the compiled code of %s could not be loaded", game.id)
        self._ready.add(game.id)
        self._run(self._load_planner(game))

    async def _load_planner(self, game: Game) -> None:
        """Let the planner of a game take over from the search once it is compiled."""
        if finishing := self._finishing.get(game.id):
            await asyncio.shield(finishing)
        try:
            await asyncio.get_running_loop().run_in_executor(self._pool, warm_companion, game, PLANNER)
        except Exception:  # then a bot tries it
            log.exception("the planner of %s could not be loaded", game.id)
        game.interpreted.discard(PLANNER)
        if not self._waiting and not self._standby_lock.locked() and not self._standby.busy.locked():
            await self._standby.stop()

    async def _compile_now(self, game: Game) -> None:
        self._urgent.add(game.id)
        self._hold_background()
        if game.id in self._waiting:
            self._waiting.remove(game.id)
            async with self._standby_lock:
                await self._compile(game.id, self._standby)
        elif game.id in self._compiling:
            await asyncio.shield(self._compiling[game.id])
        self._urgent.remove(game.id)
        self._hold_background()

    async def _compile_aside(self, game: Game) -> None:
        if game.id in self._waiting:
            self._waiting.remove(game.id)
            worker = Worker()
            self._background.append(worker)
            self._hold_background()
            await self._compile(game.id, worker)
            async with worker.busy:
                self._background.remove(worker)
                await worker.stop()
        elif game.id in self._compiling:
            await asyncio.shield(self._compiling[game.id])

    def _hold_background(self) -> None:
        """While somebody waits for a game, stop the workers that compile others."""
        for worker in self._background:
            worker.hold(bool(self._urgent) and worker.game not in self._urgent)

    def bots_ready(self, game: Game) -> bool:
        """Can the bots of this game play?"""
        return game.id in self._ready

    async def wait_for_bots(self, game: Game) -> None:
        """Return when the bots of this game can play."""
        self.want(game)
        if game.id not in self._ready:
            await asyncio.shield(self._wanted[game.id])

    async def stop(self) -> None:
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.gather(*(worker.stop() for worker in (*self._background, self._standby)))
        self._pool.shutdown(wait=False, cancel_futures=True)
