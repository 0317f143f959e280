"""Studies that visitors start on the lab page: a process for each, under limits that the host sets.

A study never slows a table: its process runs when nothing else wants the processor, and this process only reads a line
a second. Studies are kept in memory; the node that started one answers for it.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import math
import os
import secrets
import shlex
import sys
import time
from typing import Literal

import msgspec

from matchbox.engine import Game, get
from matchbox.engine.cache import writable_folder
from matchbox.lab.game_numbers import Numbers
from matchbox.lab.report.plan import settings_of
from matchbox.play.match import Refused

from . import lab_worker, limits, schema, settings
from .bot_pool import checked_level
from .catalogue import in_words
from .lab_worker import Finding, StudyTask

log = logging.getLogger("matchbox")

QUICK_LEVELS = ("random", "novice", "casual", "club")
"""Bots that play several games in the time of a study."""
PATIENCE = 300.0  # seconds that a study may take beyond its time: for compiling the game, and its last game
IDLE_SECONDS = 90.0  # without a question about a study before it stops: its page is closed
KEPT = 100  # finished studies
LINE = 1 << 20  # bytes
WORKER = lab_worker.__name__
HOUR = 3600.0

State = Literal["preparing", "playing", "done", "stopped", "failed"]


class _Study:
    """A study, as far as it has come."""

    def __init__(self, owner: str, game: Game, task: StudyTask) -> None:
        self.id, self.owner, self.game, self.task = secrets.token_hex(8), owner, game, task
        self.state: State = "preparing"
        self.progress = 0.0
        self.numbers: Numbers | None = None
        self.started = self.asked = time.monotonic()
        self.running: asyncio.Task[None] | None = None

    @property
    def is_over(self) -> bool:
        return self.state in ("done", "stopped", "failed")


class LabStudies:
    """The studies of this node."""

    def __init__(self, limit: limits.Limits, places: int) -> None:
        self.places = places
        """Studies at the same time. 0: there is no lab."""
        self._limits = limit
        self._budget = settings.number("MATCHBOX_LAB_BUDGET")
        self.seconds = min(max(settings.number("MATCHBOX_LAB_SECONDS"), 1.0), self._budget or math.inf)
        self._studies: dict[str, _Study] = {}

    @property
    def busy(self) -> int:
        """The number of studies that are running."""
        return len(self._running)

    @property
    def _running(self) -> list[_Study]:
        return [study for study in self._studies.values() if not study.is_over]

    def start(self, address: str, wanted: schema.NewStudy) -> schema.StudyState:
        """Start a study, or Refused."""
        if not self.places:
            raise Refused("this server has no lab; its host can open one with MATCHBOX_LAB", 403)
        game = get(wanted.game)
        for level in wanted.levels:
            checked_level(game, level)
            if level not in QUICK_LEVELS:
                raise Refused(f"the lab has no time for {level}; choose from {', '.join(QUICK_LEVELS)}", 400)
        plan = settings_of(game, wanted.seats, wanted.options, sorted(wanted.levels, key=QUICK_LEVELS.index))
        self._check_room(address)
        seed = secrets.randbelow(2**31)
        task = StudyTask(game.id, plan.seats, wanted.options, list(plan.levels), self.seconds, seed)
        study = _Study(address, game, task)
        self._forget_oldest()
        self._studies[study.id] = study
        study.running = asyncio.get_running_loop().create_task(self._run(study))
        study.running.add_done_callback(lambda _: self._give_back(study))
        return self._told(study)

    def _check_room(self, address: str) -> None:
        running = self._running
        if not self._limits.has_room(sum(study.owner == address for study in running), 1):
            raise Refused("one of your studies is still running; stop it, or wait until it ends", 429)
        if self.busy >= self.places:
            raise Refused("other visitors use the lab now; try again in a minute", 503)
        if self._budget and not self._limits.allows(address, self._allowance, self.seconds):
            raise Refused("you have used up your time in the lab for now; try again in some minutes", 429)

    @property
    def _allowance(self) -> tuple[float, float]:
        """The seconds that a visitor gets in the lab: the rate of new ones, and how many may be saved."""
        return self._budget / HOUR, self._budget

    def state(self, study: str) -> schema.StudyState:
        """The numbers of a study so far."""
        found = self._find(study)
        found.asked = time.monotonic()
        return self._told(found)

    async def stop(self, study: str) -> schema.StudyState:
        """Stop a study. What it has found stays."""
        found = self._find(study)
        await self._end(found)
        return self._told(found)

    async def close(self) -> None:
        """Stop all studies."""
        await asyncio.gather(*(self._end(study) for study in self._running))

    def _find(self, study: str) -> _Study:
        if study not in self._studies:
            raise Refused("this study is gone; start it again", 404)
        return self._studies[study]

    async def _end(self, study: _Study) -> None:
        if study.running and not study.is_over:
            study.state = "stopped"
            study.running.cancel()
            await asyncio.wait([study.running])

    async def _run(self, study: _Study) -> None:
        try:
            async with asyncio.timeout(self.seconds + PATIENCE):
                await self._follow(study)
        except TimeoutError:
            study.state = "done" if study.numbers else "stopped"  # others had the processor all the time
        except Exception:
            study.state = "failed"
            log.exception("a study of %s failed", study.game.id)

    def _give_back(self, study: _Study) -> None:
        """Return the time that a study did not need to its visitor."""
        unused = self.seconds - (time.monotonic() - study.started)
        if unused > 0:
            self._limits.give_back(study.owner, self._allowance, unused)

    async def _follow(self, study: _Study) -> None:
        """Read what the process of a study tells, until it ends."""
        pipe = asyncio.subprocess.PIPE
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", WORKER, str(os.getpid()), stdin=pipe, stdout=pipe, limit=LINE,
            env={**os.environ, "MATCHBOX_CACHE": str(writable_folder())},
        )  # fmt: skip
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            process.stdin.write(msgspec.json.encode(study.task) + b"\n")
            process.stdin.close()
            watching = asyncio.get_running_loop().create_task(self._watch(study))
            try:
                while line := await process.stdout.readline():
                    finding = msgspec.json.decode(line, type=Finding)
                    study.state, study.progress, study.numbers = "playing", finding.progress, finding.numbers
            finally:
                watching.cancel()
            if await process.wait():
                raise RuntimeError(f"its process ended with {process.returncode}")
            study.state = "done"
        finally:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()

    async def _watch(self, study: _Study) -> None:
        """Stop a study that nobody looks at any more."""
        while time.monotonic() - study.asked < IDLE_SECONDS:
            await asyncio.sleep(IDLE_SECONDS / 10)
        await self._end(study)

    def _forget_oldest(self) -> None:
        over = [name for name, study in self._studies.items() if study.is_over]
        for name in over[: max(0, len(over) - KEPT + 1)]:
            del self._studies[name]

    def _told(self, study: _Study) -> schema.StudyState:
        found = in_words(study.numbers) if study.numbers else None
        return schema.StudyState(study.id, study.game.id, study.state, study.progress, found, _command(study.task))


def _command(task: StudyTask) -> str:
    """The command that plays more of the same games."""
    words, usual = ["matchbox", "report", task.game, "--seats", str(task.seats)], get(task.game).read_options({})
    for name, value in task.options.items():
        if str(value) != str(usual[name]):
            words += ["--option", f"{name}={value}"]
    words += ["--bots", ",".join(task.levels), "--seed", str(task.seed)]
    return shlex.join(words)
