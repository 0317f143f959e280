"""Reviews of finished games, made in small steps that take turns, and past positions of a table."""

from __future__ import annotations

from concurrent.futures import Future

from matchbox.bots.review import Review, reviewing
from matchbox.engine.notation import Record
from matchbox.play.match import Refused
from matchbox.play.table import Table
from matchbox.scene import Look, scene_of

from . import schema
from .fair_pool import FairPool, forget_oldest
from .limits import MAX_REVIEWS, Limits
from .records import record_of
from .state_messages import told_line

MAX_KEPT = 200
MAX_WAITING = 200


class _PendingReview(Future[schema.ReviewAnswer]):
    """A review, as far as it is made."""

    def __init__(self, owner: str, record: Record) -> None:
        super().__init__()
        self.owner, self.progress = owner, 0.0
        self._steps, self._actions = reviewing(record, 200, 3), max(1, len(record.actions))

    def advance(self) -> None:
        """Review one more decision point."""
        try:
            self.progress = min(1.0, self.progress + next(self._steps) / self._actions)
        except StopIteration as end:
            self.set_result(_answer(end.value))
        except Exception as error:
            self.set_exception(error)


class Reviews:
    def __init__(self, pool: FairPool, limit: Limits) -> None:
        self._pool, self._limits = pool, limit
        self._reviews: dict[str, _PendingReview] = {}

    def of(self, table: Table, address: str) -> schema.ReviewAnswer | schema.Progress:
        """The review of a finished game, or its progress."""
        review = self._reviews.get(table.id)
        if review is None:
            self._check_room(address)
            forget_oldest(self._reviews, MAX_KEPT)
            review = self._reviews[table.id] = _PendingReview(address, record_of(table))
            self._pool.submit(address, table.id, self._advance, table.id, review)
        if not review.done():
            return schema.Progress(round(review.progress, 3))
        return review.result()

    def _check_room(self, address: str) -> None:
        owners = [review.owner for review in self._reviews.values() if not review.done()]
        if not self._limits.has_room(owners.count(address), MAX_REVIEWS):
            raise Refused("too many of your games are waiting for a review; try again when one is ready", 429)
        if len(owners) >= MAX_WAITING:
            raise Refused("too many games are waiting for a review; try again later", 503)

    def _advance(self, table: str, review: _PendingReview) -> None:
        review.advance()
        if not review.done():
            self._pool.submit(review.owner, table, self._advance, table, review)


def _answer(found: Review) -> schema.ReviewAnswer:
    choices = [schema.ReviewChoice(c.number, c.seat, c.played, c.best, c.cost) for c in found.choices]
    return schema.ReviewAnswer(found.values, choices, found.luck, found.svg())


def replayed(table: Table, step: int, seat: int) -> schema.ReplayStep:
    """The scene after `step` actions, as a seat sees it."""
    steps = len(table.steps)
    if table.state is None:
        raise Refused("the game has not started")
    if step > steps:
        raise Refused(f"step {step} does not exist; the game has {steps} steps so far", 404)
    if seat >= len(table.seats):
        raise Refused(f"there is no seat {seat}", 404)
    state = table.first if step == 0 else table.steps[step - 1].after
    if step == steps:
        state = table.state  # the time limit may have changed it since the last action
    view = table.game.view(state, seat)
    scene = scene_of(Look(table.game, view, seat, table.names, ()))
    line = None
    if step:
        number = next(number for number, entry in enumerate(table.log) if entry.step == step)
        line = told_line(table, number, seat)
    return schema.ReplayStep(step, steps, scene, line)
