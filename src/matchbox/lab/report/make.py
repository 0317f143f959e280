"""Makes a report: plays the games, and writes figures, words, replays and the page to a folder."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, is_dataclass
from pathlib import Path
from typing import Any

from matchbox.bots.measured import digest_of
from matchbox.bots.warm import warm_table
from matchbox.lab.executors import Executor

from .collection import Collection, Limits, check_same
from .document import Document, document_of
from .page import page_of
from .plan import Settings, studies
from .replays import Replay, replays_of
from .words import Saying, sayings_of

GAMES, DATA, PAGE, REPLAYS = "games.jsonl", "report.json", "report.html", "replays"
Progress = Callable[[float], None]


@dataclass(frozen=True)
class Report:
    """Everything that a report tells."""

    document: Document
    sayings: list[Saying]
    replays: list[Replay]

    def as_dict(self) -> dict[str, Any]:
        whole: dict[str, Any] = plain(self.document)
        return {**whole, "sayings": plain(self.sayings), "replays": plain(self.replays)}


def prepare(settings: Settings, folder: Path | None = None) -> Collection:
    """The games of a report so far, and all that playing more of them needs compiled."""
    file = None
    if folder:
        folder.mkdir(parents=True, exist_ok=True)
        file = folder / GAMES
        check_same(file, header_of(settings))
    warm_table(settings.game)
    return Collection(settings.game, settings.seats, dict(settings.options), studies(settings), file)


def report_of(settings: Settings, collection: Collection) -> Report:
    """The report on the games so far."""
    document = document_of(settings, collection)
    sayings = sayings_of(document)
    replays = replays_of(settings, collection, document.main, [one.replay for one in sayings if one.replay])
    known = {one.name for one in replays}
    sayings = [one if one.replay in known else Saying(one.question, one.text) for one in sayings]
    return Report(document, sayings, replays)


def make_report(
    settings: Settings,
    limits: Limits,
    executor: Executor,
    folder: Path | None = None,
    progress: Progress = lambda done: None,
) -> Report:
    """Play the games of a report and find its figures. Games that are in the folder already are not played again."""
    collection = prepare(settings, folder)
    collection.collect(limits, executor, progress)
    return report_of(settings, collection)


def write_report(report: Report, folder: Path, command: str = "", date: str = "") -> None:
    """Write the figures, the page and the replays. The command and the date are told on the page alone."""
    (folder / REPLAYS).mkdir(parents=True, exist_ok=True)
    (folder / DATA).write_text(json.dumps(report.as_dict(), indent=1) + "\n", encoding="utf-8")
    (folder / PAGE).write_text(page_of(report.document, report.sayings, report.replays, command, date), "utf-8")
    for replay in report.replays:
        (folder / REPLAYS / replay.file).write_text(replay.record, encoding="utf-8")


def header_of(settings: Settings) -> dict[str, Any]:
    """The first line of a file of games: what a later run must agree with."""
    game = settings.game
    return {
        "report": game.id,
        "version": game.about.version,
        "seats": settings.seats,
        "options": {name: str(value) for name, value in settings.options.items()},
        "seed": str(settings.seed),
        "bots": {name: digest_of(game, name) for name in settings.levels},
    }


def plain(value: Any) -> Any:
    """A value as JSON has it: figures as objects, and no number that is not one."""
    if is_dataclass(value):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        return plain(value._asdict())
    if isinstance(value, Mapping):
        return {str(name): plain(one) for name, one in value.items()}
    if isinstance(value, list | tuple):
        return [plain(one) for one in value]
    if isinstance(value, float):
        return round(value, 6) if math.isfinite(value) else None
    return value
