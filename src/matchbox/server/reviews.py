"""Finished games looked over, one after another in a thread of its own, and past moments of a table."""

from __future__ import annotations

from concurrent.futures import Future, ThreadPoolExecutor

from matchbox.bots.review import Review, review
from matchbox.engine.notation import Record
from matchbox.table.scene import Look, scene_of

from . import wire
from .messages import told
from .record import record_of
from .tables import Refused, Table

KEPT = 200
WAITING = 50


class Reviews:
    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(1, "review")
        self._found: dict[str, Future[wire.ReviewAnswer]] = {}
        self._done: dict[str, float] = {}

    def of(self, table: Table) -> wire.ReviewAnswer | wire.Progress:
        """The review of a finished game, or how far it is."""
        future = self._found.get(table.id)
        if future is None:
            if sum(not it.done() for it in self._found.values()) >= WAITING:
                raise Refused("many games wait for their review; ask again later", 503)
            while len(self._found) >= KEPT:
                oldest = next(iter(self._found))
                del self._found[oldest]
                self._done.pop(oldest, None)
            future = self._found[table.id] = self._pool.submit(self._look, table.id, record_of(table))
        if not future.done():
            return wire.Progress(round(self._done.get(table.id, 0.0), 3))
        return future.result()

    def _look(self, name: str, record: Record) -> wire.ReviewAnswer:
        total = max(1, len(record.actions))

        def progress(actions: int) -> None:
            self._done[name] = min(1.0, self._done.get(name, 0.0) + actions / total)

        return _answer(review(record, 200, 3, progress))

    def stop(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)


def _answer(found: Review) -> wire.ReviewAnswer:
    choices = [wire.ReviewChoice(c.number, c.seat, c.played, c.best, c.cost) for c in found.choices]
    return wire.ReviewAnswer(found.values, choices, found.luck, found.svg())


def replayed(table: Table, step: int, seat: int) -> wire.ReplayStep:
    """The scene after so many actions, through the eyes of a seat."""
    steps = len(table.steps)
    if table.state is None:
        raise Refused("the game has not begun yet")
    if step > steps:
        raise Refused(f"there are {steps} steps so far", 404)
    if seat >= len(table.seats):
        raise Refused(f"there is no seat {seat}", 404)
    state = table.first if step == 0 else table.steps[step - 1].after
    if step == steps:
        state = table.state  # the time limit may have passed since the last action
    view = table.game.view(state, seat)
    scene = scene_of(Look(table.game, view, seat, table.names, ()))
    line = None
    if step:
        number, it = next((number, line) for number, line in enumerate(table.log) if line.step == step)
        line = told(number, it, seat)
    return wire.ReplayStep(step, steps, scene, line)
