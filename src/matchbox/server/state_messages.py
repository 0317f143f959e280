"""State messages: a table as one viewer sees it, built from views only.

The parts that all viewers share are encoded once.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any

import msgspec

from matchbox.engine import SPECTATOR, States
from matchbox.engine.layout import layout_of
from matchbox.play.match import LogEntry
from matchbox.play.table import Table
from matchbox.scene import Look, Scene, encode, say, scene_of, shown_in
from matchbox.scene.changes import changes

from . import fairness
from .schema import LogLine, Outcome, SceneChange, Score, SeatInfo, State, SwingInfo, TableInfo

CHOSEN = say("has chosen")
encoded: Callable[[bytes], Any] = msgspec.Raw
"""A part of a message that is encoded already."""


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
        preparing=None if bots_ready or table.over or not any(seat.searches for seat in table.seats) else True,
        began=table.began if table.live and table.started else None,
        opens=table.opens if table.live and table.started else None,
        deadline=None if table.over else table.deadline,
        abandoned=table.abandoned or None,
        secret=table.setup.secret if table.over else None,
        rematch=table.rematch or None,
        help=table.setup.help,
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
        if seat.stopped > now:
            info.stopped = seat.stopped
        found.append(info)
    return found


def told_line(table: Table, number: int, seat: int) -> LogLine:
    """A log entry for people, as a seat may see it."""
    entry = table.log[number]
    return LogLine(number, entry.step, entry.seat, table.told(number, seat))


def plain_line(number: int, entry: LogEntry, seat: int) -> LogLine:
    """A log entry for programs, as a seat may see it."""
    hidden = entry.secret and entry.seat != seat
    return LogLine(number, entry.step, entry.seat, text=CHOSEN if hidden else entry.text)


class StateMessages:
    """Builds the messages of one table. Call `prepare` after a change, then `message` for each viewer."""

    def __init__(self, table: Table) -> None:
        self._table, self._layout = table, layout_of(table.game)
        self._scenes: dict[int, tuple[Scene, tuple[int, ...]]] = {}
        self._encoded_scores: tuple[int, ...] | None = None  # the scores and ranks encoded in `_scores`
        self._scores = b"[]"
        self._shared: dict[str, Any] = {}
        self._log_from, self._entries = 0, list[tuple[int, LogEntry]]()
        self._public_log: bytes | None = None
        self._public_view: bytes | None = None

    def prepare(self, log_from: int, info: bytes, now: int) -> None:
        """Encode the parts that all viewers share."""
        table = self._table
        state, over = table.state, table.over
        self._log_from, self._entries = log_from, table.log_since(log_from)
        entries = self._entries
        self._public_log = self._public_view = None
        if not any(entry.secret for _, entry in entries):
            self._public_log = encode([plain_line(number, entry, SPECTATOR) for number, entry in entries])
        if state is not None:
            self._update_scores()
        self._shared = {
            "acting": table.acting(),
            "chosen": table.chosen(),
            "table": encoded(info),
            "step": len(table.steps),
            "live": table.live,
            "scores": encoded(self._scores),
            "now": now,
            "result": self._result() if over and state is not None else None,
        }

    def message(self, seat: int, format: str, full: bool = False) -> bytes:
        """The state message of a seat or SPECTATOR; a `full` message is the viewer's first and has no events."""
        table = self._table
        legal: Sequence[int] = ()
        decision = 0
        if seat != SPECTATOR:
            decision = len(table.decisions[seat])
            if table.seats[seat].kind == "person":
                legal = table.legal(seat)
        message = State(
            seat=seat,
            decision=decision,
            your_turn=bool(legal),
            actions=encoded(table.actions_json(legal)) if legal else {},
            log=self._log(seat, format),
            **self._shared,
        )
        if seat != SPECTATOR and table.may_undo(seat):
            message.undo = True
        if legal and (swing := table.swing(seat)):
            message.swing = SwingInfo(list(swing.path), swing.step, swing.tolerance, table.asked)
        self._add_position(message, format, legal, full)
        return encode(message)

    def _log(self, seat: int, format: str) -> list[LogLine]:
        """The new lines of the log."""
        if format == "scene":
            numbers = range(self._log_from, len(self._table.log))
            return [told_line(self._table, number, seat) for number in numbers]
        if self._public_log is not None:
            found: list[LogLine] = encoded(self._public_log)
            return found
        return [plain_line(number, entry, seat) for number, entry in self._entries]

    def _add_position(self, message: State, format: str, legal: Sequence[int], full: bool) -> None:
        """Add the fields that depend on the format and the game."""
        table, game, state, seat = self._table, self._table.game, self._table.state, message.seat
        if state is None:
            if format == "scene":
                message.events = []
            return
        if format == "plain":
            if table.live:
                message.relies = self._relies(game.view(state, seat), legal)
            message.view = encoded(self._plain(state, seat))
            return
        view = game.view(state, seat)
        message.scene = scene_of(Look(game, view, seat, table.names, legal, table.setup.help))
        if table.live:
            tries = {action for piece in shown_in(message.scene) for action in piece.tries}
            message.relies = self._relies(view, {*legal, *tries})
        message.events = self._events(seat, message.scene, full)

    def _relies(self, view: States, actions: Collection[int]) -> dict[str, int]:
        """What each action of a race is based on."""
        return {str(action): self._table.game.relies(view, action) for action in actions}

    def _plain(self, state: States, seat: int) -> bytes:
        """A seat's view, field by field; encoded once if all seats see the same."""
        game = self._table.game
        if self._public_view is not None:
            return self._public_view
        view = self._layout.json(self._layout.seen(state, seat))
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

    def _result(self) -> Outcome | None:
        result = self._table.game.result(self._table.position)
        if result is None:
            return None
        return Outcome(list(result.ranks), list(result.scores), say(result.reason), list(result.winners))

    def _events(self, seat: int, scene: Scene, full: bool) -> list[SceneChange]:
        """The changes for this viewer since the last message."""
        scores = self._layout.scores(self._table.header, len(self._table.seats))
        before = self._scenes.get(seat)
        self._scenes[seat] = scene, scores
        if full or before is None:
            return []
        found = [
            SceneChange(
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
                found.append(SceneChange("scored", seat=number, by=new - old))
        return found

    def forget(self, seat: int) -> None:
        """Drop the last scene of a seat that nobody watches any more."""
        self._scenes.pop(seat, None)
