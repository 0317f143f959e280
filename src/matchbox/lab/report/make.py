"""Makes a report: plays the games, and writes figures and words to a folder."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from matchbox.bots.measured import digest_of
from matchbox.bots.warm import warm_table
from matchbox.lab.executors import Executor

from .collection import Collection, Limits, check_same
from .document import Document, document_of
from .plan import Settings, studies
from .words import Saying, sayings_of

GAMES, DATA, PAGE = "games.jsonl", "report.json", "report.html"


@dataclass(frozen=True)
class Report:
    document: Document
    sayings: list[Saying]

    def as_dict(self) -> dict[str, Any]:
        return {**self.document.as_dict(), "sayings": [vars(one) for one in self.sayings]}


def make_report(
    settings: Settings,
    limits: Limits,
    executor: Executor,
    folder: Path | None = None,
    progress: Callable[[float], None] = lambda done: None,
) -> Report:
    """Play the games of a report and find its figures. Games that are in the folder already are not played again."""
    file = None
    if folder:
        folder.mkdir(parents=True, exist_ok=True)
        file = folder / GAMES
        check_same(file, header_of(settings))
    warm_table(settings.game)
    collection = Collection(settings.game, settings.seats, dict(settings.options), studies(settings), file)
    collection.collect(limits, executor, progress)
    return report_of(settings, collection)


def report_of(settings: Settings, collection: Collection) -> Report:
    """The report on the games so far."""
    document = document_of(settings, collection)
    return Report(document, sayings_of(document))


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
