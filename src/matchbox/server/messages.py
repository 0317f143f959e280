"""State messages: one table as one viewer sees it, made from views only.

Whatever is the same for several viewers of one moment is worked out once.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any

from matchbox.engine import SPECTATOR, States
from matchbox.table.changes import changes
from matchbox.table.scene import Look, Scene, encode, say, scene_of

from . import fairness
from .peek import peek
from .tables import Line, Table
from .wire import LogLine, Outcome, Place, Score, SeatInfo, TableEvent, TableInfo

CHOSEN = say("has chosen")
HEAD = (
    b'{"type":"state","table":%b,"seat":%d,"step":%d,"decision":%d,"asked":%b,"acting":%b,"chosen":%b,"live":%b,'
    b'"actions":%b,"scores":%b,"log":%b,"now":%d,"result":%b%b}'
)


def table_info(table: Table, here: set[int], now: int) -> TableInfo:
    """What everybody may know about a table."""
    return TableInfo(
        id=table.id,
        game=table.game.id,
        name=table.game.about.name,
        options=table.setup.options,
        seats=seat_infos(table, here, now),
        started=table.started,
        over=table.over,
        commitment=fairness.commitment(table.setup.secret),
        nonces=table.nonces,
        preparing=True if table.full and not table.started and not table.over else None,
        began=table.began if table.live and table.started else None,
        deadline=None if table.over else table.deadline,
        abandoned=table.abandoned or None,
        secret=table.setup.secret if table.over else None,
        rematch=table.rematch or None,
    )


def seat_infos(table: Table, here: set[int], now: int) -> list[SeatInfo]:
    found = []
    for number, seat in enumerate(table.seats):
        info = SeatInfo(number, seat.name, seat.kind, present=seat.kind == "bot" or number in here)  # type: ignore[arg-type]
        if seat.kind == "bot":
            info.level = seat.level
        if seat.left:
            info.left = True
        if table.setup.clock and seat.kind == "person":
            info.clock = max(0.0, table.remaining(number, now)) / 1000
            info.running = seat.since is not None
        found.append(info)
    return found


def told(number: int, line: Line, seat: int) -> LogLine:
    """A line of the log as this seat may know it."""
    hidden = line.secret and line.seat != seat
    return LogLine(number, line.step, line.seat, CHOSEN if hidden else line.text)


@functools.cache
def seat_list(seats: tuple[int, ...]) -> bytes:
    return encode(seats)


class Pictures:
    """The messages of one table."""

    def __init__(self, table: Table) -> None:
        self._table, self._peek = table, peek(table.game)
        self._scenes: dict[int, tuple[Scene, tuple[int, ...]]] = {}
        self._step = -1
        self._shared: dict[Any, bytes] = {}  # parts of messages, as long as the table stands at the same event

    def message(self, seat: int, form: str, log_from: int, info: bytes, now: int, fresh: bool) -> bytes:
        """The state message of a seat (or SPECTATOR) in a format; `fresh`: nothing to compare with.

        Put together from parts that are encoded already, in the order of `wire.State`.
        """
        table = self._table
        if self._step != table.number:
            self._shared.clear()
            self._step = table.number
        state = table.state
        legal: Sequence[int] = ()
        if seat != SPECTATOR and table.seats[seat].kind == "person":
            legal = table.legal(seat)
        return HEAD % (
            info,
            seat,
            len(table.steps),
            len(table.own[seat]) if seat != SPECTATOR else 0,
            b"true" if legal else b"false",
            seat_list(table.acting()),
            seat_list(table.chosen()),
            b"true" if table.live else b"false",
            table.actions_json(legal) if legal else b"{}",
            self._scores() if state is not None else b"[]",
            self._log(seat, log_from),
            now,
            self._result() if table.over and state is not None else b"null",
            self._rest(state, seat, form, legal, fresh),
        )

    def _rest(self, state: States | None, seat: int, form: str, legal: Sequence[int], fresh: bool) -> bytes:
        """The fields that not every message has."""
        table, game = self._table, self._table.game
        if state is None:
            return b',"events":[]' if form == "scene" else b""
        found = b""
        if table.live:
            view = game.view(state, seat)
            found += b',"relies":' + encode({str(action): game.relies(view, action) for action in legal})
        if form == "plain":
            return found + b',"view":' + self._view(state, seat)
        scene = scene_of(Look(game, game.view(state, seat), seat, table.names, legal))
        return found + b',"scene":' + encode(scene) + b',"events":' + encode(self._events(seat, scene, fresh))

    def _view(self, state: States, seat: int) -> bytes:
        """What a seat sees, field by field. Where everybody sees the same it is written once."""
        key = SPECTATOR if self._peek.open else seat
        if key not in self._shared:
            self._shared[key] = self._peek.json(self._peek.seen(state, seat))
        return self._shared[key]

    def _scores(self) -> bytes:
        if "scores" not in self._shared:
            table, seats = self._table, len(self._table.seats)
            scores = self._peek.scores(table.numbers, seats)
            ranks = self._peek.ranks(table.numbers, seats) if table.numbers[self._peek.over] else [None] * seats
            found = [Score(seat, score, rank) for seat, (score, rank) in enumerate(zip(scores, ranks, strict=True))]
            self._shared["scores"] = encode(found)
        return self._shared["scores"]

    def _log(self, seat: int, log_from: int) -> bytes:
        """Lines from a number on, and earlier ones revealed since; the same for everybody unless there is a secret."""
        lines = self._lines(log_from)
        key = "log", log_from, seat if any(line.secret for _, line in lines) else SPECTATOR
        if key not in self._shared:
            self._shared[key] = encode([told(number, line, seat) for number, line in lines])
        return self._shared[key]

    def _lines(self, log_from: int) -> list[tuple[int, Line]]:
        log = self._table.log
        again = [(number, line) for number, line in enumerate(log[:log_from]) if line.opened > log_from]
        return again + list(enumerate(log[log_from:], log_from))

    def _result(self) -> bytes:
        assert self._table.state is not None
        result = self._table.game.result(self._table.state)
        if result is None:
            return b"null"
        return encode(Outcome(list(result.ranks), list(result.scores), say(result.reason), list(result.winners)))

    def _events(self, seat: int, scene: Scene, fresh: bool) -> list[TableEvent]:
        """What changed for this viewer since the last message."""
        scores = self._peek.scores(self._table.numbers, len(self._table.seats))
        before = self._scenes.get(seat)
        self._scenes[seat] = scene, scores
        if fresh or before is None:
            return []
        found = [
            TableEvent(
                change.kind,  # type: ignore[arg-type]
                change.piece,
                change.count,
                Place(change.start.area, change.start.at) if change.start else None,
                Place(change.end.area, change.end.at) if change.end else None,
            )
            for change in changes(before[0], scene)
        ]
        for number, (old, new) in enumerate(zip(before[1], scores, strict=True)):
            if old != new:
                found.append(TableEvent("scored", seat=number, by=new - old))
        return found

    def forget(self, seat: int) -> None:
        """Nobody looks through these eyes any more."""
        self._scenes.pop(seat, None)
