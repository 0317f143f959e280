"""Exported games as Parquet files: a file of decisions, a file of games, and a schema that explains both."""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from matchbox.engine import BadOption, MatchboxError
from matchbox.engine.notation import Record

from .executors import Executor, Threads
from .export import DECISION_COLUMNS, GAME_COLUMNS, Export, ExportedGame, play_games, record_of, type_of
from .matches import Progress

GROUP = 8192
"""A row group is written as soon as it has this number of decisions: memory stays bounded, and files do not depend on
the executor."""


@dataclass(frozen=True)
class Files:
    """The files of an export."""

    decisions: Path
    games: Path
    schema: Path

    @classmethod
    def beside(cls, decisions: Path) -> Files:
        if decisions.suffix != ".parquet":
            raise BadOption(f"choose a file name that ends in .parquet, not {decisions.name}")
        return cls(decisions, decisions.with_suffix(".games.parquet"), decisions.with_suffix(".schema.json"))

    def all(self) -> tuple[Path, ...]:
        return self.decisions, self.games, self.schema


def write(
    export: Export, decisions: Path, executor: Executor | None = None, progress: Progress = lambda done: None
) -> Files:
    """Play the games and write them. The files appear when all games are over, or not at all."""
    pq = _pyarrow()[1]
    files = Files.beside(decisions)
    for path in files.all():
        if path.exists():
            raise BadOption(f"{path} exists; choose another name, or remove it")
    parts = [path.with_name(f"{path.name}.part") for path in files.all()]
    try:
        with contextlib.ExitStack() as open_files:
            streams = [open_files.enter_context(part.open("wb")) for part in parts]
            streams[2].write(json.dumps(export.schema(), indent=2).encode() + b"\n")
            schemas = _decision_schema(export), _game_schema()
            writers = [
                open_files.enter_context(pq.ParquetWriter(stream, schema, compression="zstd"))
                for stream, schema in zip(streams, schemas, strict=False)
            ]
            games = open_files.enter_context(contextlib.closing(play_games(export, executor or Threads())))
            for group in _groups(games, progress):
                writers[0].write_table(_decision_table(export, group, schemas[0]))
                writers[1].write_table(_game_table(export, group, schemas[1]))
        for part, path in reversed(list(zip(parts, files.all(), strict=True))):
            os.replace(part, path)  # the decisions last: with them the export is complete
    finally:
        for part in parts:
            part.unlink(missing_ok=True)
    return files


def read(decisions: Path | str) -> Iterator[Record]:
    """The records of all games of an export, given by its file of decisions. `Record.replay` plays them again."""
    pq = _pyarrow()[1]
    with pq.ParquetFile(Files.beside(Path(decisions)).games) as games:
        for group in games.iter_batches():
            yield from map(record_of, group.to_pylist())


def _groups(games: Iterator[ExportedGame], progress: Progress) -> Iterator[list[ExportedGame]]:
    """Games in groups with at least `GROUP` decisions."""
    group: list[ExportedGame] = []
    for game in games:
        group.append(game)
        progress(1)
        if sum(game.decisions for game in group) >= GROUP:
            yield group
            group = []
    if group:
        yield group


def _pyarrow() -> tuple[Any, Any]:
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError:
        raise MatchboxError("Parquet files need pyarrow: pip install 'matchbox-games[lab]'") from None
    return pyarrow, parquet


def _decision_schema(export: Export) -> Any:
    pa, _ = _pyarrow()
    known = {
        "game": pa.int64(),
        "decision": pa.int32(),
        "seat": pa.uint8(),
        "legal": pa.list_(pa.int32()),
        "chosen": pa.int32(),
        "value": pa.float64(),
        "result": pa.float64(),
    }
    fields = [pa.field(name, known[name], nullable=name == "value") for name in DECISION_COLUMNS]
    for name, piece in export.pieces.items():
        number = pa.from_numpy_dtype(type_of(piece))
        fields.append(pa.field(name, number if piece.size == 1 else pa.list_(number, piece.size), nullable=False))
    return pa.schema(fields)


def _game_schema() -> Any:
    pa, _ = _pyarrow()
    known = {
        "game": pa.int64(),
        "rules": pa.string(),
        "version": pa.int32(),
        "seats": pa.uint8(),
        "options": pa.string(),
        "seed": pa.string(),
        "bots": pa.list_(pa.string()),
        "ranks": pa.list_(pa.int32()),
        "scores": pa.list_(pa.int32()),
        "results": pa.list_(pa.float64()),
        "reason": pa.string(),
        "capped": pa.bool_(),
        "actors": pa.list_(pa.uint8()),
        "actions": pa.list_(pa.int32()),
    }
    return pa.schema([pa.field(name, known[name], nullable=False) for name in GAME_COLUMNS])


def _decision_table(export: Export, group: Sequence[ExportedGame], schema: Any) -> Any:
    pa, _ = _pyarrow()
    columns: dict[str, Any] = {name: [] for name in DECISION_COLUMNS}
    for game in group:
        seats = [seat for seat, _ in game.record.actions]
        columns["game"] += [game.number] * game.decisions
        columns["decision"] += range(game.decisions)
        columns["seat"] += seats
        columns["legal"] += game.legal
        columns["chosen"] += [action for _, action in game.record.actions]
        columns["value"] += game.values
        columns["result"] += [game.returns[seat] for seat in seats]
    views = np.concatenate([game.views for game in group])
    for name, piece in export.pieces.items():
        numbers = pa.array(views[:, piece.slice].astype(type_of(piece)).ravel())
        columns[name] = numbers if piece.size == 1 else pa.FixedSizeListArray.from_arrays(numbers, piece.size)
    return pa.table(columns, schema)


def _game_table(export: Export, group: Sequence[ExportedGame], schema: Any) -> Any:
    pa, _ = _pyarrow()
    return pa.Table.from_pylist([game.row(export.bots) for game in group], schema)
