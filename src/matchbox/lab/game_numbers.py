"""A game in numbers, short enough for its page: the key figures of a report.

`numbers.json` in the folder of a game keeps them, with the command, the version and the date that made them.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from matchbox.bots.measured import measured, write_measured
from matchbox.engine import Game

from .intervals import widened

NUMBERS = "numbers.json"
KEPT = (
    "wins", "choices", "rounds", "minutes", "options", "forced", "matters", "luck", "lead_changes", "decided",
    "comebacks", "draws",
)  # fmt: skip
"""Measures of a level beside the wins of each place."""
LEAST_DEALS = 200
"""A run with fewer deals is short: its intervals are too wide to compare games."""


class Estimate(Struct, omit_defaults=True):
    """A figure and its 95 % interval, which it lacks if there are too few games to tell."""

    value: float
    low: float | None = None
    high: float | None = None

    def is_above(self, bound: float) -> bool:
        """Does the whole interval lie above a bound?"""
        return self.low is not None and self.low > bound

    def is_below(self, bound: float) -> bool:
        return self.high is not None and self.high < bound

    def among(self, count: int) -> Estimate:
        """The estimate as one of several that are looked at for the extreme one: its interval is wider (Bonferroni)."""
        if self.low is None or self.high is None:
            return self
        return Estimate(self.value, *widened(self.value, (self.low, self.high), count))


class LevelNumbers(Struct, omit_defaults=True):
    """Games with the same bot in every seat. `turn0` is the share of games that the first player wins."""

    bot: str
    games: int
    deals: int
    figures: dict[str, Estimate]
    different: int | None = None
    """Of the games: the others repeat one of them, action by action. None in older files."""

    @property
    def is_repetitive(self) -> bool:
        return self.different is not None and 2 * self.different < self.games


class DuelNumbers(Struct):
    """How a bot did against another: the share of opponents that it ranked above, and the difference in rating."""

    bot: str
    other: str
    share: Estimate
    elo: Estimate


class ReviewNumbers(Struct):
    """Of the differences between results of a bot's games: the parts that go with luck and with choices."""

    bot: str
    games: int
    luck: Estimate
    choices: Estimate


class Lengths(Struct):
    """How long games are: bar i counts the games from `edges[i]` up to but without `edges[i + 1]` minutes."""

    edges: list[float]
    counts: list[int]


class Source(Struct):
    """Where numbers come from."""

    command: str
    matchbox: str
    date: str


class Numbers(Struct, omit_defaults=True):
    """The key figures of a report. Levels go from the weakest bot up, duels from the shortest search up."""

    seats: int
    options: dict[str, str]
    cooperative: bool
    games: int
    levels: list[LevelNumbers]
    main: str = ""
    """The bot whose games tell most: the strongest one that played enough of them."""
    skill: list[DuelNumbers] = []
    ladder: list[DuelNumbers] = []
    reviews: list[ReviewNumbers] = []
    lengths: Lengths | None = None
    source: Source | None = None

    @property
    def main_level(self) -> LevelNumbers | None:
        return next((level for level in self.levels if level.bot == self.main), None)

    @property
    def is_short(self) -> bool:
        return self.main_level is None or self.main_level.deals < LEAST_DEALS


def numbers_of(game: Game, report: Mapping[str, Any], source: Source | None = None) -> Numbers:
    """The key figures of a report: of its file as JSON, or of its document as a dictionary."""
    options = game.options_of(game.template(report["seats"], report["options"]))
    timed = not _may_race(game, options)
    levels = [
        LevelNumbers(
            part["bot"],
            part["games"],
            part["deals"],
            dict(_figures(part["measures"], report["seats"], timed)),
            part.get("different"),
        )
        for part in report["levels"]
    ]
    main = str(report.get("main") or (levels[-1].bot if levels else ""))
    lengths = next((part["minutes"] for part in report["levels"] if part["bot"] == main), None) if timed else None
    return Numbers(
        report["seats"],
        dict(report["options"]),
        report["cooperative"],
        report["games"],
        levels,
        main,
        _duels(report["skill"]),
        _duels(report["ladder"]),
        _reviews(report.get("reviews", ())),
        Lengths(lengths["edges"], lengths["counts"]) if lengths else None,
        source,
    )


def _may_race(game: Game, options: Mapping[str, Any]) -> bool:
    """Is the game, with some value of an option, a race? Its choices take people no time to speak of."""
    return any(
        game.real_time({**options, name: value}) for name, field in game.options.items() for value in field.values
    )


def _figures(measures: Mapping[str, Any], seats: int, timed: bool) -> Iterator[tuple[str, Estimate]]:
    """The wins of each place in the turn order, or of each seat if nobody is first; then the other measures."""
    turns, places = ([f"{kind}{place}" for place in range(seats)] for kind in ("turn", "seat"))
    ordered = "turn0" in measures and _estimate(measures["turn0"]) is not None
    for name in (*(turns if ordered else places), *KEPT):
        found = _estimate(measures[name]) if name in measures else None
        if found is not None and (timed or name != "minutes"):
            yield name, found


def _estimate(figure: Any, digits: int = 4) -> Estimate | None:
    found = _named(figure)
    if not found["groups"] or found["value"] is None or not math.isfinite(found["value"]):
        return None
    value, *ends = (_rounded(found[name], digits) for name in ("value", "low", "high"))
    return Estimate(value or 0.0, *ends)


def _rounded(value: float | None, digits: int) -> float | None:
    return None if value is None or not math.isfinite(value) else round(value, digits)


def _duels(found: Sequence[Any]) -> list[DuelNumbers]:
    duels = []
    for one in map(_named, found):
        share, elo = _estimate(one["share"]), _estimate(one["elo"], 1)
        if share and elo:
            duels.append(DuelNumbers(one["bot"], one["other"], share, elo))
    return duels


def _reviews(found: Sequence[Mapping[str, Any]]) -> list[ReviewNumbers]:
    reviews = []
    for one in found:
        luck, choices = _estimate(one["luck"]), _estimate(one["choices"])
        if luck and choices:
            reviews.append(ReviewNumbers(one["bot"], one["games"], luck, choices))
    return reviews


def _named(part: Any) -> Mapping[str, Any]:
    """A part of a report by the names of its fields: an object in the file, a named tuple in memory."""
    return part if isinstance(part, Mapping) else part._asdict()


def keep_numbers(game: Game, numbers: Numbers) -> None:
    """Write `numbers.json` in the game's folder."""
    write_measured(game, NUMBERS, msgspec.to_builtins(numbers))
    kept_numbers.cache_clear()


@functools.cache
def kept_numbers(game: Game) -> Numbers | None:
    """The numbers in the game's folder; None if there are none for its present rules."""
    found = measured(game, NUMBERS)
    return msgspec.convert(found, Numbers) if found else None
