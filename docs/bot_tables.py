"""The tables of ratings and calibration in docs/bots.md, made from the games' folders: python -m docs.bot_tables

Writes the tables between their markers. Measurements of other rules or other settings of a level are left out.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from matchbox.bots import NAMES
from matchbox.bots.calibration import HINT_LEVEL
from matchbox.bots.measured import CALIBRATION, RATINGS, digest_of, measured, ratings_of
from matchbox.engine import Game

from .readme_table import boxes

PAGE = Path(__file__).parent / "bots.md"
MARKERS = ("ratings", "calibration", "reliability")


def rated_games() -> list[Game]:
    return [game for found in boxes().values() for game in found]


def ratings() -> str:
    """A row for each game that has been rated: the rating of every level with its 95 % interval."""
    rows = []
    for game in rated_games():
        levels = measured(game, RATINGS).get("levels", {})
        shown = ratings_of(game)
        if shown:
            cells = [_rating(levels[name]) if name in shown else "" for name in NAMES]
            found = measured(game, RATINGS)
            rows.append(f"| {game.about.name} | {found['seats']} | {' | '.join(cells)} | {found['core_minutes']} |")
    head = f"| game | seats | {' | '.join(NAMES)} | minutes |\n|{'---|' * (len(NAMES) + 3)}"
    return "\n".join([head, *rows]) if rows else "No game has been rated yet."


def _rating(row: dict[str, Any]) -> str:
    low, high, middle = (round(row[name]) for name in ("low", "high", "rating"))
    return f"{middle}" if low == high else f"{middle} ({low} to {high})"


def calibrations() -> dict[str, dict[str, Any]]:
    """The calibrations that fit, by the name of the game."""
    found = {game.about.name: (measured(game, CALIBRATION), digest_of(game, HINT_LEVEL)) for game in rated_games()}
    return {name: one for name, (one, digest) in found.items() if one and one["digest"] == digest}


def calibration() -> str:
    """A row for each game: the slope of its correction, and the calibration error before and after it."""
    rows = []
    for name, found in calibrations().items():
        cells = []
        for use in ("hint", "review"):
            one = found[use]
            cells += [
                f"{one['slope']:.2f} ({one['slope_low']:.2f} to {one['slope_high']:.2f})",
                f"{one['error']:.3f}", f"{one['error_corrected']:.3f}", f"{one['error_by_chance']:.3f}",
            ]  # fmt: skip
        rows.append(f"| {name} | {found['level']} | {found['games']} | {' | '.join(cells)} |")
    parts = ("slope", "error", "corrected", "by chance")
    names = [f"{use}: {part}" for use in ("hint", "review") for part in parts]
    head = f"| game | level | games | {' | '.join(names)} |\n|{'---|' * (len(names) + 3)}"
    return "\n".join([head, *rows]) if rows else "No game has been calibrated yet."


def reliability() -> str:
    """Predictions and results of all games together, in tenths of the range."""
    rows = []
    found = calibrations().values()
    for tenth in range(10):
        cells = []
        for use in ("hint", "review"):
            for bins in ("bins", "bins_corrected"):
                here = [row for one in found for row in one[use][bins] if min(int(10 * row["predicted"]), 9) == tenth]
                cells.append(_pooled(here))
        rows.append(f"| {tenth / 10:.1f} to {(tenth + 1) / 10:.1f} | {' | '.join(cells)} |")
    names = ("hint", "hint, corrected", "review", "review, corrected")
    head = f"| predicted | {' | '.join(names)} |\n|{'---|' * 5}"
    return "\n".join([head, *rows]) if found else "No game has been calibrated yet."


def _pooled(rows: list[dict[str, Any]]) -> str:
    games = sum(row["games"] for row in rows)
    if not games:
        return ""
    predicted, result = (sum(row["games"] * row[name] for row in rows) / games for name in ("predicted", "result"))
    return f"{predicted:.2f}: {result:.2f} ({games})"


def with_tables(page: str) -> str:
    """The page with fresh tables."""
    for name, table in zip(MARKERS, (ratings(), calibration(), reliability()), strict=True):
        begin, end = f"<!-- {name} -->\n\n", f"\n\n<!-- end of {name} -->\n"
        pattern = re.compile(f"(?<={re.escape(begin)}).*?(?={re.escape(end)})", re.DOTALL)
        if len(pattern.findall(page)) != 1:
            raise SystemExit(f"{PAGE.name} needs the lines {begin.strip()} and {end.strip()} once, in this order")
        page = pattern.sub(lambda _, table=table: table, page)  # type: ignore[misc]
    return page


def main() -> None:
    PAGE.write_text(with_tables(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    print("docs/bots.md: tables of ratings and calibration written")


if __name__ == "__main__":
    main()
