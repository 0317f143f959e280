"""State messages: a table as one viewer sees it, built from views only.

The parts that all viewers share are encoded once.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence

from matchbox.engine import SPECTATOR, States
from matchbox.engine.layout import layout_of
from matchbox.play.match import LogEntry
from matchbox.play.table import Table
from matchbox.scene import Look, Scene, encode, say, scene_of
from matchbox.scene.changes import changes

from . import fairness
from .schema import LogLine, Outcome, Score, SeatInfo, TableEvent, TableInfo

CHOSEN = say("has chosen")
MESSAGE = b'{"type":"state","seat":%d,"decision":%d,"your_turn":%b,"actions":%b%b,"log":%b%b}'
SHARED_FIELDS = b',"acting":%b,"chosen":%b,"table":%b,"step":%d,"live":%b,"scores":%b,"now":%d,"result":%b'


def table_info(table: Table, present: set[int], now: int, bots_ready: bool) -> TableInfo:
    """The public information about a table."""
    return TableInfo(
        id=table.id,
        game=table.game.id,
        name=table.game.about.name,
        options=table.setup.options,
        hints=table.setup.hints,
        seats=seat_infos(table, present, now),
        started=table.started,
        over=table.over,
        commitment=fairness.commitment(table.setup.secret),
        nonces=table.nonces,
        preparing=None if bots_ready or table.over or all(seat.kind != "bot" for seat in table.seats) else True,
        began=table.began if table.live and table.started else None,
        deadline=None if table.over else table.deadline,
        abandoned=table.abandoned or None,
        secret=table.setup.secret if table.over else None,
        rematch=table.rematch or None,
    )


def seat_infos(table: Table, present: set[int], now: int) -> list[SeatInfo]:
    found = []
    for number, seat in enumerate(table.seats):
        info = SeatInfo(number, seat.name, seat.kind, present=seat.kind == "bot" or number in present)  # type: ignore[arg-type]
        if seat.kind == "bot":
            info.level = seat.level
        if seat.left:
            info.left = True
        if table.setup.clock and seat.claimed:
            info.clock = max(0.0, table.remaining(number, now)) / 1000
            info.running = seat.since is not None
        found.append(info)
    return found


def log_line(number: int, entry: LogEntry, seat: int) -> LogLine:
    """A log entry as a seat may see it."""
    hidden = entry.secret and entry.seat != seat
    return LogLine(number, entry.step, entry.seat, CHOSEN if hidden else entry.text)


@functools.cache
def seat_list(seats: tuple[int, ...]) -> bytes:
    return encode(seats)


class StateMessages:
    """Builds the messages of one table. Call `prepare` after a change, then `message` for each viewer.

    A message is joined from encoded parts, with the fields of `schema.State`.
    """

    def __init__(self, table: Table) -> None:
        self._table, self._layout = table, layout_of(table.game)
        self._live = b"true" if table.live else b"false"
        self._scenes: dict[int, tuple[Scene, tuple[int, ...]]] = {}
        self._encoded_scores: tuple[int, ...] | None = None  # the scores and ranks encoded in `_scores`
        self._scores = b"[]"
        self._shared = b""
        self._entries: Sequence[tuple[int, LogEntry]] = ()
        self._public_log: bytes | None = None
        self._public_view: bytes | None = None

    def prepare(self, log_from: int, info: bytes, now: int) -> None:
        """Encode the parts that all viewers share."""
        table = self._table
        state, over = table.state, table.over
        self._entries = entries = table.log_since(log_from)
        self._public_log = self._public_view = None
        if not any(entry.secret for _, entry in entries):
            self._public_log = encode([log_line(number, entry, SPECTATOR) for number, entry in entries])
        if state is not None:
            self._update_scores()
        result = self._result() if over and state is not None else b"null"
        acting, chosen = seat_list(table.acting()), seat_list(table.chosen())
        self._shared = SHARED_FIELDS % (acting, chosen, info, len(table.steps), self._live, self._scores, now, result)

    def message(self, seat: int, format: str, full: bool = False) -> bytes:
        """The state message of a seat or SPECTATOR; a `full` message is the viewer's first and has no events."""
        table = self._table
        legal: Sequence[int] = ()
        decision = 0
        if seat != SPECTATOR:
            decision = len(table.decisions[seat])
            if table.seats[seat].kind == "person":
                legal = table.legal(seat)
        log = self._public_log
        if log is None:
            log = encode([log_line(number, entry, seat) for number, entry in self._entries])
        optional = self._optional_fields(seat, format, legal, full)
        if seat != SPECTATOR and table.may_undo(seat):
            optional = b',"undo":true' + optional
        if legal:
            return MESSAGE % (seat, decision, b"true", table.actions_json(legal), self._shared, log, optional)
        return MESSAGE % (seat, decision, b"false", b"{}", self._shared, log, optional)

    def _optional_fields(self, seat: int, format: str, legal: Sequence[int], full: bool) -> bytes:
        """The fields that depend on the format and the game."""
        table, game, state = self._table, self._table.game, self._table.state
        if state is None:
            return b',"events":[]' if format == "scene" else b""
        found = b""
        if table.live:
            view = game.view(state, seat)
            found = b',"relies":' + encode({str(action): game.relies(view, action) for action in legal})
        if format == "plain":
            return found + self._plain(state, seat)
        scene = scene_of(Look(game, game.view(state, seat), seat, table.names, legal))
        return found + b',"scene":' + encode(scene) + b',"events":' + encode(self._events(seat, scene, full))

    def _plain(self, state: States, seat: int) -> bytes:
        """A seat's view, field by field; encoded once if all seats see the same."""
        game = self._table.game
        if self._public_view is not None:
            return self._public_view
        view = b',"view":' + self._layout.json(self._layout.seen(state, seat))
        if game.open:
            self._public_view = view
        return view

    def _update_scores(self) -> None:
        """Encode the scores again if they changed; most moves leave them as they are."""
        table, seats = self._table, len(self._table.seats)
        scores = self._layout.scores(table.header, seats)
        ranks = self._layout.ranks(table.header, seats) if table.header[self._layout.over] else ()
        if scores + ranks != self._encoded_scores:
            self._encoded_scores = scores + ranks
            self._scores = encode([Score(s, score, ranks[s] if ranks else None) for s, score in enumerate(scores)])

    def _result(self) -> bytes:
        assert self._table.state is not None
        result = self._table.game.result(self._table.state)
        if result is None:
            return b"null"
        return encode(Outcome(list(result.ranks), list(result.scores), say(result.reason), list(result.winners)))

    def _events(self, seat: int, scene: Scene, full: bool) -> list[TableEvent]:
        """The changes for this viewer since the last message."""
        scores = self._layout.scores(self._table.header, len(self._table.seats))
        before = self._scenes.get(seat)
        self._scenes[seat] = scene, scores
        if full or before is None:
            return []
        found = [
            TableEvent(
                change.kind,  # type: ignore[arg-type]
                change.piece,
                change.count,
                change.start,
                change.end,
            )
            for change in changes(before[0], scene)
        ]
        for number, (old, new) in enumerate(zip(before[1], scores, strict=True)):
            if old != new:
                found.append(TableEvent("scored", seat=number, by=new - old))
        return found

    def forget(self, seat: int) -> None:
        """Drop the last scene of a seat that nobody watches any more."""
        self._scenes.pop(seat, None)
