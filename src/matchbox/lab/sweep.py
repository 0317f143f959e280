"""A sweep: figures of a game for every combination of some values of its options."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from matchbox.engine import BadOption
from matchbox.lab.executors import Executor
from matchbox.lab.trials import Progress, Skipped, Trial, Trials, Values, grid

MAIN = ("seat", "minutes", "choices", "luck", "skill")
MAIN_TOGETHER = ("wins", "minutes", "choices", "luck", "skill")
"""The measures of a sweep that names none; those of a co-operative game."""


@dataclass(frozen=True)
class Sweep:
    """Trials of all settings with the same deals, and the settings that the rules do not allow."""

    trials: Trials
    rows: Sequence[Trial]
    skipped: Sequence[Skipped]

    def as_dict(self) -> dict[str, Any]:
        trials = self.trials
        return {
            "game": trials.game.id,
            "seats": trials.seats,
            "bot": trials.bot,
            "stronger": trials.stronger,
            "seed": str(trials.seed),
            "measures": {name: one.label for name, one in trials.measures.items()},
            "rows": [row.as_dict() for row in self.rows],
            "skipped": [one._asdict() for one in self.skipped],
        }

    def write_csv(self, file: Path) -> None:
        """A line for each row: its options, its games, and every measure with the ends of its interval."""
        names = list(self.rows[0].options) if self.rows else []
        ends = [f"{name}{end}" for name in self.trials.measures for end in ("", "_low", "_high")]
        with file.open("w", newline="", encoding="utf-8") as stream:
            writer = csv.writer(stream)
            writer.writerow([*names, "games", *ends])
            for row in self.rows:
                figures = [row.figures[name] for name in self.trials.measures]
                cells = [
                    cell if one.groups else "" for one in figures for cell in (one.value, one.low, one.high)
                ]  # an empty cell for an end that is not known
                writer.writerow([*row.options.values(), row.games, *cells])


def sweep(
    trials: Trials,
    values: Values,
    games: int,
    executor: Executor,
    seconds: float | None = None,
    progress: Progress = lambda done, total: None,
) -> Sweep:
    """Play every combination: this number of games of each study, or fewer if the time is over."""
    settings, skipped = grid(trials.game, trials.seats, values)
    if not settings:
        reason = f": {skipped[0].reason}" if skipped else ""
        raise BadOption(f"the rules allow none of these settings{reason}")
    rows = trials.play(settings, games, executor, seconds, progress)
    return Sweep(trials, rows, skipped)
