"""Reviews of finished games, made in small steps that take turns, and past positions of a table."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Future

from msgspec.structs import replace

from matchbox.bots.review import Review, ReviewedChoice, reviewing
from matchbox.engine import SPECTATOR, States
from matchbox.engine.compiled import PLAIN
from matchbox.play.match import Refused
from matchbox.play.table import Table
from matchbox.scene import Area, Look, Scene, Text, Words, say, scene_of

from . import schema
from .fair_pool import FairPool, forget_oldest
from .limits import MAX_REVIEWS, Limits
from .records import record_of
from .state_messages import told_line

MAX_KEPT = 200
MAX_WAITING = 200
PLAYOUTS = 600_000  # for a review: a long game with many seats gets shorter searches
DEALS = 3


class _PendingReview(Future[schema.ReviewAnswer]):
    """A review, as far as it is made."""

    def __init__(self, owner: str, table: Table) -> None:
        super().__init__()
        self.owner, self.progress, self._table = owner, 0.0, table
        record = record_of(table)
        self._actions = max(1, len(record.actions))
        searches = self._actions * (4 + record.seats * (1 + DEALS))
        self._steps = reviewing(record, min(500, max(60, PLAYOUTS // searches)), DEALS)

    def advance(self) -> None:
        """Review one more decision point."""
        try:
            self.progress = min(1.0, self.progress + next(self._steps) / self._actions)
        except StopIteration as end:
            self.set_result(_answer(end.value, self._table))
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
            if PLAIN:
                raise Refused("a review needs compiled code; start the server without NUMBA_DISABLE_JIT", 409)
            self._check_room(address)
            forget_oldest(self._reviews, MAX_KEPT)
            review = self._reviews[table.id] = _PendingReview(address, table)
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


def _answer(found: Review, table: Table) -> schema.ReviewAnswer:
    """A review with chances from 0 to 1 instead of values from -1 to 1."""
    rounds = _rounds(table)
    points = [
        schema.ReviewPoint(step, rounds[step], [_chance(value) for value in row])
        for step, row in zip(found.steps, found.values, strict=True)
    ]
    return schema.ReviewAnswer(points, [_choice(c) for c in found.choices], [round(x / 2, 4) for x in found.luck])


def _chance(value: float) -> float:
    return round((max(-1.0, min(1.0, value)) + 1) / 2, 4)


def _choice(c: ReviewedChoice) -> schema.ReviewChoice:
    return schema.ReviewChoice(c.number, c.seat, c.played, c.best, round(c.cost / 2, 4), c.told, c.better)


def _rounds(table: Table) -> list[Words]:
    """The round after each step, beginning with 0 steps: as the scene names it, or as the log numbered it last."""
    numbered = {entry.step: number for number, entry in enumerate(table.log) if entry.step}
    logged: dict[int, int] = {}
    for step, number in numbered.items():
        for event in table.told(number, SPECTATOR):
            if event.kind == "round" and isinstance(n := event.text.args.get("n"), int):
                logged[step] = n
    current = min(logged.values(), default=1) - 1  # the log does not tell that the first round begins
    found: list[Words] = []
    for step in range(len(table.steps) + 1):
        current = logged.get(step, current)
        named = _scene(table, step, SPECTATOR).round
        if isinstance(named, Text) and named.say == "Move {n}":  # it may not count passes; moves have their own numbers
            named = ""
        found.append(named or (say("Round {n}", n=current) if current else ""))
    return found


def replayed(table: Table, step: int, seat: int, all_hands: bool = False) -> schema.ReplayStep:
    """The scene after `step` actions, as a seat sees it; with all hands open, if wanted and the game is over."""
    steps = len(table.steps)
    if table.state is None:
        raise Refused("the game has not started")
    if step > steps:
        raise Refused(f"step {step} does not exist; the game has {steps} steps so far", 404)
    if seat >= len(table.seats):
        raise Refused(f"there is no seat {seat}", 404)
    all_hands = all_hands and table.over
    scene, line = _scene(table, step, seat), None
    if all_hands:
        scene = with_all_hands(scene, seat, [_scene(table, step, other) for other in range(len(table.seats))])
    if step:
        number = next(number for number, entry in enumerate(table.log) if entry.step == step)
        line = told_line(table, number, table.log[number].seat if all_hands else seat)
    return schema.ReplayStep(step, steps, scene, line)


def _scene(table: Table, step: int, seat: int) -> Scene:
    return scene_of(
        Look(table.game, table.game.view(_state(table, step), seat), seat, table.names, (), table.setup.help)
    )


def _state(table: Table, step: int) -> States:
    """The state after a number of steps. A time limit may have changed the last one."""
    return table.position if step == len(table.steps) else table.state_after(step)


def with_all_hands(scene: Scene, viewer: int, seats: Sequence[Scene]) -> Scene:
    """A scene in which the areas of every seat are as their owner sees them."""
    areas: list[Area] = []
    shown: set[int] = set()
    for area in scene.areas:
        owner = area.seat
        if owner is None or owner == viewer or owner >= len(seats):
            areas.append(area)
        elif owner not in shown:  # all areas of a seat in its owner's order
            shown.add(owner)
            areas += _owned(seats[owner], owner)
    for owner, own in enumerate(seats):  # seats that show nothing to others
        if owner != viewer and owner not in shown:
            areas += _owned(own, owner)
    return replace(scene, areas=areas)


def _owned(scene: Scene, seat: int) -> list[Area]:
    return [area for area in scene.areas if area.seat == seat]
