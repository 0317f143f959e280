"""Games that show what a report says. Each has a name, by which sentences refer to it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from matchbox.engine.notation import print_game
from matchbox.lab.observed import ObservedGame

from .collection import Collection
from .document import ActionNames, games_of
from .measures import curve_of, known_values, lead_changes, won
from .plan import Duel, Option, Settings, Study

Games = Sequence[ObservedGame]
ACTION, STUDY = "action", "study"
"""Names of replays: `action NAME` is a game in which the action is possible, `study KEY` a game of a study."""


@dataclass(frozen=True)
class Replay:
    """A game that shows something. `matchbox replay` opens its record."""

    name: str
    title: str
    players: list[str]  # the bot of each seat
    ending: str
    values: list[list[float | None]]  # of each seat after each action, as far as the bots tell
    record: str

    @property
    def slug(self) -> str:
        """The name, for files and links."""
        return re.sub(r"[^a-z0-9]+", "-", self.name.lower()).strip("-")

    @property
    def file(self) -> str:
        return f"{self.slug}.txt"


def replays_of(settings: Settings, collection: Collection, main: str | None, wanted: Iterable[str]) -> list[Replay]:
    """The usual games of the main bot, and those with the wanted names, as far as there are such games."""
    shown = games_of(main, collection) if main else []
    found = [
        _replay(settings, {}, name, title, game)
        for name, (title, pick) in USUAL.items()
        if shown and (game := pick(shown))
    ]
    for name in dict.fromkeys(wanted):
        kind, _, rest = name.partition(" ")
        if kind == ACTION and (game := _with_action(settings, shown, rest)):
            found.append(_replay(settings, {}, name, f"A game in which “{rest}” is possible", game))
        if kind == STUDY and (games := [one for group in collection.groups(collection.studies[rest]) for one in group]):
            study = collection.studies[rest]
            found.append(_replay(settings, study.changed, name, *_of_study(study, games)))
    return found


def _replay(settings: Settings, changed: Mapping[str, Any], name: str, title: str, game: ObservedGame) -> Replay:
    template = settings.game.template(settings.seats, {**settings.options, **changed})
    record = print_game(game.record(settings.game, template))
    rows = [list(row) for row in zip(*known_values(game), strict=True)]
    return Replay(name, title, list(game.line_up), ending_of(game), rows, record)


def ending_of(game: ObservedGame) -> str:
    """How a game ended, in words."""
    scores = " to ".join(map(str, game.scores))
    winners = [str(seat) for seat, rank in enumerate(game.ranks) if rank == 1]
    if game.is_draw:
        result = "A draw"
    elif game.is_together:
        result = "Won" if winners else "Lost"
    else:
        result = f"Seat {winners[0]} wins" if len(winners) == 1 else f"Seats {' and '.join(winners)} win"
    return f"{result}, {scores}: {game.reason}"


# --- choosing ---


def _comeback(games: Games) -> ObservedGame | None:
    """The game whose winner was closest to losing."""
    lowest = [
        (min(low for low, rank in zip(curve.worst, game.ranks, strict=True) if rank == 1), game)
        for game in games
        if 1 in game.ranks and (curve := curve_of(game))
    ]
    return min(lowest, key=lambda one: one[0])[1] if lowest else None


def _changes(games: Games) -> ObservedGame | None:
    counts = [(lead_changes(curve), game) for game in games if (curve := curve_of(game))]
    return max(counts, key=lambda one: one[0])[1] if counts else None


def _typical(games: Games) -> ObservedGame:
    return sorted(games, key=lambda one: len(one.actions))[len(games) // 2]


USUAL: dict[str, tuple[str, Callable[[Games], ObservedGame | None]]] = {
    "typical": ("A game of middle length", _typical),
    "longest": ("The longest game", lambda games: max(games, key=lambda one: len(one.actions))),
    "shortest": ("The shortest game", lambda games: min(games, key=lambda one: len(one.actions))),
    "highest": ("The highest score", lambda games: max(games, key=lambda one: max(one.scores))),
    "changes": ("The most changes of the lead", _changes),
    "comeback": ("The greatest comeback", _comeback),
    "capped": (
        "A game that the limit on actions stopped",
        lambda games: next((one for one in games if one.capped), None),
    ),
}


def _with_action(settings: Settings, games: Games, action: str) -> ObservedGame | None:
    """A game in which a bot chose the action, or else the one in which it was legal most often."""
    names = ActionNames(settings.game, settings.options)
    chosen = (one for one in games if any(action in names(made) for made in one.actions))
    if found := next(chosen, None):
        return found
    legal = {
        number: sum(any(action in names(option) for option in options) for options in one.legal)
        for number, one in enumerate(games)
    }
    most = max(legal, key=lambda number: legal[number], default=-1)
    return games[most] if most >= 0 and legal[most] else None


def _of_study(study: Study, games: Games) -> tuple[str, ObservedGame]:
    """A game of middle length with an option, or one that the first bot of a duel wins if there is one."""
    if isinstance(study, Option):
        return f"A game with {study.name}={study.value}", _typical(games)
    assert isinstance(study, Duel)
    wins = [
        one for one in games if any(bot == study.bot and won(one, seat) == 1 for seat, bot in enumerate(one.line_up))
    ]
    if wins:
        return f"“{study.bot}” wins against {study.other}", _typical(wins)
    return f"“{study.bot}” against {study.other}", _typical(games)
