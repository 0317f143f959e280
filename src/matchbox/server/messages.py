"""State messages: one table as one viewer sees it, made from views only.

What is the same for all viewers of one moment is worked out once.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence

from matchbox.engine import SPECTATOR, States
from matchbox.table.changes import changes
from matchbox.table.scene import Look, Scene, encode, say, scene_of

from . import fairness
from .peek import peek
from .tables import Line, Table
from .wire import LogLine, Outcome, Place, Score, SeatInfo, TableEvent, TableInfo

CHOSEN = say("has chosen")
OWN = b'{"type":"state","seat":%d,"decision":%d,"asked":%b,"actions":%b%b,"log":%b%b}'
SHARED = b',"acting":%b,"chosen":%b,"table":%b,"step":%d,"live":%b,"scores":%b,"now":%d,"result":%b'


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
    """The messages of one table: `turn` to a moment, then ask for the `message` of each viewer.

    They are put together from parts that are encoded already, in the order of `wire.State`.
    """

    def __init__(self, table: Table) -> None:
        self._table, self._peek = table, peek(table.game)
        self._live = b"true" if table.live else b"false"
        self._scenes: dict[int, tuple[Scene, tuple[int, ...]]] = {}
        self._scored: tuple[int, ...] | None = None  # scores and ranks that `_scores` tells of
        self._scores = b"[]"
        self._shared = b""
        self._lines: Sequence[tuple[int, Line]] = ()
        self._log: bytes | None = None
        self._view: bytes | None = None

    def turn(self, log_from: int, info: bytes, now: int) -> None:
        """Work out what all viewers of this moment get alike."""
        table = self._table
        state, over = table.state, table.over
        self._lines = lines = table.lines(log_from)
        self._log = self._view = None
        if not any(line.secret for _, line in lines):
            self._log = encode([told(number, line, SPECTATOR) for number, line in lines])
        if state is not None:
            self._count_scores()
        result = self._result() if over and state is not None else b"null"
        acting, chosen = seat_list(table.acting()), seat_list(table.chosen())
        self._shared = SHARED % (acting, chosen, info, len(table.steps), self._live, self._scores, now, result)

    def message(self, seat: int, form: str, fresh: bool = False) -> bytes:
        """The state message of a seat (or SPECTATOR) in a format; `fresh`: nothing to compare with."""
        table = self._table
        legal: Sequence[int] = ()
        decision = 0
        if seat != SPECTATOR:
            decision = len(table.own[seat])
            if table.seats[seat].kind == "person":
                legal = table.legal(seat)
        log = self._log
        if log is None:
            log = encode([told(number, line, seat) for number, line in self._lines])
        rest = self._rest(seat, form, legal, fresh)
        if legal:
            return OWN % (seat, decision, b"true", table.actions_json(legal), self._shared, log, rest)
        return OWN % (seat, decision, b"false", b"{}", self._shared, log, rest)

    def _rest(self, seat: int, form: str, legal: Sequence[int], fresh: bool) -> bytes:
        """The fields that not every message has."""
        table, game, state = self._table, self._table.game, self._table.state
        if state is None:
            return b',"events":[]' if form == "scene" else b""
        found = b""
        if table.live:
            view = game.view(state, seat)
            found = b',"relies":' + encode({str(action): game.relies(view, action) for action in legal})
        if form == "plain":
            return found + self._plain(state, seat)
        scene = scene_of(Look(game, game.view(state, seat), seat, table.names, legal))
        return found + b',"scene":' + encode(scene) + b',"events":' + encode(self._events(seat, scene, fresh))

    def _plain(self, state: States, seat: int) -> bytes:
        """What a seat sees, field by field. Where everybody sees the same it is written once."""
        if self._view is not None:
            return self._view
        view = b',"view":' + self._peek.json(self._peek.seen(state, seat))
        if self._peek.open:
            self._view = view
        return view

    def _count_scores(self) -> None:
        """Scores as they stand; most moves leave them as they were."""
        table, seats = self._table, len(self._table.seats)
        scores = self._peek.scores(table.numbers, seats)
        ranks = self._peek.ranks(table.numbers, seats) if table.numbers[self._peek.over] else ()
        if scores + ranks != self._scored:
            self._scored = scores + ranks
            self._scores = encode([Score(s, score, ranks[s] if ranks else None) for s, score in enumerate(scores)])

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
