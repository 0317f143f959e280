"""Games of bots as data: every decision with the view, the legal actions, the choice and the result.

This module plays the games and says what the columns mean. `parquet.py` beside it writes and reads the files.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from matchbox import __version__
from matchbox.adapters.config import GameConfig, configure
from matchbox.adapters.observation import Numbers, ObservationPiece, bytes_of
from matchbox.engine import BadOption, Game, Result, get
from matchbox.engine.notation import Record
from matchbox.engine.positions import check_version

from .executors import Executor
from .matches import Choice, Noting, check_games, line_up_of, play_match, seated_bot

VIEW = "view."
"""The columns of the view have the names of the observation's pieces after this."""

DECISION_COLUMNS = {
    "game": "the number of the game, from 0; its row in the file of games",
    "decision": "the number of the decision in its game, from 0, in the order in which the record has them",
    "seat": "the seat that chooses",
    "legal": "the ids of its legal actions, ascending",
    "chosen": "the id of the action that it chose",
    "value": "the bot's own estimate of its position when it chose, -1 to 1; null if it did not search. "
    "In a match it is about the game being played",
    "result": "the seat's result at the end of the game, -1 to 1",
}
GAME_COLUMNS = {
    "game": "the number of the game, from 0",
    "rules": "the id of the game, as `matchbox games` lists it",
    "version": "the version of its rules; only the same version replays the game",
    "seats": "the number of seats",
    "options": "the options as a JSON object",
    "seed": "the seed of the game, 64 hexadecimal digits",
    "bots": "the bot in each seat",
    "ranks": "the rank of each seat, 1 is best",
    "scores": "the score of each seat",
    "results": "the result of each seat, -1 to 1",
    "reason": "how the game ended",
    "capped": "did the length limit of the rules end it?",
    "actors": "the seat of each action",
    "actions": "the id of each action",
}


@dataclass(frozen=True)
class Export:
    """The games to play. Game g has the seed `seed + g`."""

    config: GameConfig
    games: int
    bots: tuple[str, ...]
    seed: int

    @property
    def game(self) -> Game:
        return self.config.game

    @property
    def pieces(self) -> dict[str, ObservationPiece]:
        """The pieces of a view, by the names of their columns."""
        return {VIEW + name: piece for name, piece in self.config.encoder.pieces.items()}

    def schema(self) -> dict[str, Any]:
        """Everything that a reader of the files has to know, as a JSON document."""
        game = self.game
        return {
            "matchbox": __version__,
            "rules": game.id,
            "name": game.about.name,
            "version": game.about.version,
            "seats": self.config.seats,
            "options": self.config.options,
            "bots": list(self.bots),
            "seed": f"{self.seed:064x}",
            "games": self.games,
            "decision_columns": DECISION_COLUMNS,
            "view_columns": {name: _described(piece) for name, piece in self.pieces.items()},
            "game_columns": GAME_COLUMNS,
            "actions": [
                {
                    "name": block.name,
                    "first": block.first,
                    "count": block.count,
                    "arguments": {name: _values(domain) for name, domain in block.arguments.items()},
                    "when": dict(block.when),
                }
                for block in game.actions.blocks
                if block.holds(self.config.options)
            ],
        }


def _described(piece: ObservationPiece) -> dict[str, Any]:
    return {
        "shape": list(piece.shape),
        "type": type_of(piece).name,
        "low": int(piece.low),
        "high": int(piece.high),
        "private": piece.private,
        "about": piece.about,
    }


def _values(domain: int | range | Sequence[str]) -> list[int] | list[str]:
    """The values of an action's argument; the last argument changes fastest."""
    return list(range(domain)) if isinstance(domain, int) else list(domain)  # type: ignore[return-value]


def type_of(piece: ObservationPiece) -> np.dtype[Any]:
    """The smallest integers that hold a piece."""
    kinds = (np.uint8, np.int8, np.uint16, np.int16, np.uint32, np.int32)
    fitting = (kind for kind in kinds if np.iinfo(kind).min <= piece.low and piece.high <= np.iinfo(kind).max)
    return np.dtype(next(fitting, np.int64))


@dataclass(frozen=True)
class ExportedGame:
    """A finished game; the lists have an entry for each decision."""

    number: int
    record: Record
    result: Result
    returns: tuple[float, ...]
    views: Numbers  # a row for each decision: the seat's observation
    legal: list[list[int]]
    values: list[float | None]

    @property
    def decisions(self) -> int:
        return len(self.record.actions)

    def row(self, players: Sequence[str]) -> dict[str, Any]:
        """The row of the file of games."""
        record, result = self.record, self.result
        assert record.seed is not None
        return {
            "game": self.number,
            "rules": record.game.id,
            "version": record.game.about.version,
            "seats": record.seats,
            "options": json.dumps(record.options),
            "seed": f"{record.seed:064x}",
            "bots": list(players),
            "ranks": list(result.ranks),
            "scores": list(result.scores),
            "results": list(self.returns),
            "reason": result.reason,
            "capped": result.capped,
            "actors": [seat for seat, _ in record.actions],
            "actions": [action for _, action in record.actions],
        }


def record_of(row: Mapping[str, Any]) -> Record:
    """The record of a row of the file of games. `Record.replay` plays it again, with the same states."""
    game = get(row["rules"])
    check_version(game, str(row["version"]))
    return Record(
        game,
        int(row["seats"]),
        json.loads(row["options"]),
        seed=int(row["seed"], 16),
        actions=list(zip(map(int, row["actors"]), map(int, row["actions"]), strict=True)),
        result=Result(tuple(row["ranks"]), tuple(row["scores"]), row["reason"], bool(row["capped"])),
    )


def prepare(
    game: Game,
    games: int,
    seats: int | None = None,
    options: Mapping[str, Any] | None = None,
    seed: int = 0,
    players: Sequence[str] = (),
) -> Export:
    """Check the settings of an export. Without `players`, all bots are random."""
    if games < 1:
        raise BadOption("export at least one game")
    check_games(games)
    config = configure(game, seats, options or {})
    return Export(config, games, line_up_of(game, config.template, players), seed)


def play_games(export: Export, executor: Executor) -> Generator[ExportedGame, None, None]:
    """The games in the order of their numbers, wherever they are played. Few are in memory at a time."""
    yield from executor.run(functools.partial(_play_game, export), range(export.games))


def _play_game(export: Export, number: int) -> ExportedGame:
    game, config, seed = export.game, export.config, export.seed + number
    notes: list[Choice] = []
    players = [Noting(seated_bot(name, game, seed, seat), notes) for seat, name in enumerate(export.bots)]
    played = play_match(game, config.template, players, seed)
    actions = [(note.seat, note.move.action) for note in notes]
    record = Record(game, config.seats, config.options, seed, actions=actions, result=played.result)
    seen = np.empty((len(notes), config.encoder.size), np.int64)
    seats = np.array([note.seat for note in notes], np.int64)
    config.encoder.many(bytes_of(np.concatenate([note.view for note in notes])), seats, seen)
    legal, values = [note.legal for note in notes], [note.move.value for note in notes]
    return ExportedGame(number, record, played.result, played.returns, seen, legal, values)
