"""Review a finished game: the costliest choices, and luck.

A short search from each seat's view evaluates every position. The cost of a choice is the value
of the best action minus the value of the played action. Luck is the change of a seat's value in a
step, minus the mean change when the same step is dealt again from the seat's knowledge before it.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from matchbox.engine import Game, States
from matchbox.engine.notation import Record
from matchbox.play.decision import DecisionPoint

from .analysis import SearchBuffers, analyse, nodes_for, worth

SPARKS = "▁▂▃▄▅▆▇█"


@dataclass(frozen=True)
class ReviewedChoice:
    """A decision with the played and the best action, and their values."""

    number: int  # counted from 1, as in the record
    seat: int
    played: str
    best: str
    value: float
    best_value: float

    @property
    def cost(self) -> float:
        return max(self.best_value - self.value, 0.0)


@dataclass(frozen=True)
class Review:
    game: str
    seats: int
    values: list[list[float]]  # per decision point: the value of the position for each seat, -1 to 1
    choices: list[ReviewedChoice]
    luck: list[float]  # per seat, summed over the game

    def costliest(self, seat: int, count: int = 3) -> list[ReviewedChoice]:
        mine = [choice for choice in self.choices if choice.seat == seat and choice.cost > 0.02]
        return sorted(mine, key=lambda choice: -choice.cost)[:count]

    def lost(self, seat: int) -> float:
        """The total cost of a seat's choices."""
        return sum(choice.cost for choice in self.choices if choice.seat == seat)

    def sparkline(self, seat: int) -> str:
        return "".join(SPARKS[round((max(-1.0, min(1.0, row[seat])) + 1) / 2 * 7)] for row in self.values)

    def svg(self, width: int = 640, height: int = 200) -> str:
        """The values as a small chart with one line per seat, told apart by dash patterns."""
        lines = []
        step = width / max(len(self.values) - 1, 1)
        for seat in range(self.seats):
            points = " ".join(f"{i * step:.1f},{(1 - row[seat]) / 2 * height:.1f}" for i, row in enumerate(self.values))
            dashes = f' stroke-dasharray="{3 * seat} 3"' if seat else ""
            lines.append(
                f'<polyline fill="none" stroke="currentColor" stroke-width="2"{dashes} points="{points}">'
                f"<title>seat {seat}</title></polyline>"
            )
        middle = f'<line x1="0" x2="{width}" y1="{height / 2}" y2="{height / 2}" stroke="currentColor" opacity="0.3"/>'
        head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img">'
        return f"{head}<title>Value of the game for each seat</title>{middle}{''.join(lines)}</svg>"

    def as_dict(self) -> dict[str, Any]:
        return {**asdict(self), "sparklines": [self.sparkline(seat) for seat in range(self.seats)]}


def review(
    record: Record, iterations: int = 600, deals: int = 6, progress: Callable[[int], None] = lambda done: None
) -> Review:
    """Review a recorded game. `progress` is called with the number of actions reviewed since the last call."""
    work = reviewing(record, iterations, deals)
    while True:
        try:
            progress(next(work))
        except StopIteration as end:
            found: Review = end.value
            return found


def reviewing(record: Record, iterations: int, deals: int) -> Generator[int, None, Review]:
    """Review a recorded game in small steps. Yields the number of actions reviewed since the last step."""
    game, seats = record.game, record.seats
    buffers = SearchBuffers(game, nodes_for(iterations))
    evaluator = _Evaluator(game, seats, buffers, iterations)
    choices: list[ReviewedChoice] = []
    luck = np.zeros(seats)
    values: list[list[float]] = []
    for number, (before, point, steps, after) in enumerate(_decision_points(record)):
        now = evaluator.values(before, number) if not values else values[-1]
        if not values:
            values.append(now)
        for place, seat, action in steps:
            choices.append(_choice(game, point, place, seat, action, 4 * iterations, buffers))
        then = evaluator.values(after, number + 1)
        for seat in range(seats):
            expected = [evaluator.dealt(before, steps, seat, deal) for deal in range(deals)]
            luck[seat] += then[seat] - float(np.mean(expected))
        values.append(then)
        yield len(steps)
    return Review(game.id, seats, values, choices, [float(x) for x in luck])


Step = tuple[int, int, int]
"""Number of the action, seat, action."""


def _decision_points(record: Record) -> Iterator[tuple[States, DecisionPoint, list[Step], States]]:
    """The decision points of a game: the state before, the choices, and the state after."""
    game = record.game
    steps: list[Step] = []
    start: States | None = None
    point: DecisionPoint | None = None
    for number, (seat, action, state) in enumerate(record.replay(), 1):
        if start is None or state["decision_point"][0] != start["decision_point"][0] or seat < 0:
            if start is not None and point is not None and steps:
                yield start, point, steps, state
            start, point, steps = state, DecisionPoint(game, state), []
        if seat >= 0:
            steps = [*steps, (number, seat, action)]


def _choice(
    game: Game, point: DecisionPoint, number: int, seat: int, action: int, iterations: int, buffers: SearchBuffers
) -> ReviewedChoice:
    decision_view = point.decision_view(seat)
    point.note(seat, action, decision_view)  # stay at this decision point: the seat's next choice builds on this one
    found = analyse(game, decision_view, seat, iterations, number, 1, [buffers])
    tried = max(found.visits)
    best = max((i for i in range(len(found.actions)) if found.visits[i] >= tried / 10), key=lambda i: found.values[i])
    played = found.actions.index(action)
    text = game.text_of(decision_view, action)
    return ReviewedChoice(
        number, seat, text, game.text_of(decision_view, found.actions[best]), found.values[played], found.values[best]
    )


class _Evaluator:
    """Values of positions, by short searches."""

    def __init__(self, game: Game, seats: int, buffers: SearchBuffers, iterations: int) -> None:
        self._game, self._seats, self._buffers, self._iterations = game, seats, buffers, iterations

    def values(self, state: States, seed: int) -> list[float]:
        return [self._worth(state, seat, seed) for seat in range(self._seats)]

    def dealt(self, before: States, steps: list[Step], seat: int, deal: int) -> float:
        """The value after the same choices if everything hidden from the seat is dealt again."""
        state = self._game.redeal(self._game.view(before, seat), seat, deal)
        for _, actor, action in steps:
            if action not in self._game.legal(state, actor):
                return self._worth(
                    before, seat, deal
                )  # the action is not legal in this deal, so there is nothing to compare
            self._game.apply(state, actor, action)
        return self._worth(state, seat, deal)

    def _worth(self, state: States, seat: int, seed: int) -> float:
        return worth(self._game, self._game.view(state, seat), seat, self._iterations, seed, self._buffers)
