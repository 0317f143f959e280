"""A finished game looked over: whose choices cost most, and whom chance favoured.

Every position is judged by a short search from each seat's own view. A choice costs what the
best one would have brought more. Luck is what a step brought a seat beyond the mean of the
same step dealt again from what the seat knew before it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from matchbox.engine import Game, States
from matchbox.engine.moment import Moment
from matchbox.engine.notation import Record

from .analysis import Room, analyse, nodes_for, worth

SPARKS = "▁▂▃▄▅▆▇█"


@dataclass(frozen=True)
class Choice:
    """One decision: what was played, what would have been best, and the difference."""

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
    values: list[list[float]]  # per moment: what the position is worth to each seat, -1 to 1
    choices: list[Choice]
    luck: list[float]  # per seat, summed over the game

    def costliest(self, seat: int, count: int = 3) -> list[Choice]:
        mine = [choice for choice in self.choices if choice.seat == seat and choice.cost > 0.02]
        return sorted(mine, key=lambda choice: -choice.cost)[:count]

    def lost(self, seat: int) -> float:
        """All that a seat's choices cost."""
        return sum(choice.cost for choice in self.choices if choice.seat == seat)

    def sparkline(self, seat: int) -> str:
        return "".join(SPARKS[round((max(-1.0, min(1.0, row[seat])) + 1) / 2 * 7)] for row in self.values)

    def svg(self, width: int = 640, height: int = 200) -> str:
        """The values as a small picture, one line a seat, each with a dash pattern of its own."""
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
        return f"{head}<title>What the game was worth to each seat</title>{middle}{''.join(lines)}</svg>"

    def as_dict(self) -> dict[str, Any]:
        return {**asdict(self), "sparklines": [self.sparkline(seat) for seat in range(self.seats)]}


def review(
    record: Record, iterations: int = 600, deals: int = 6, progress: Callable[[int], None] = lambda done: None
) -> Review:
    """Look a recorded game over. Told the number of actions done as it goes."""
    game, seats = record.game, record.seats
    room = Room(game, nodes_for(iterations))
    judge = _Judge(game, seats, room, iterations)
    choices: list[Choice] = []
    luck = np.zeros(seats)
    values: list[list[float]] = []
    for number, (before, moment, steps, after) in enumerate(_moments(record)):
        now = judge.values(before, number) if not values else values[-1]
        if not values:
            values.append(now)
        for place, seat, action in steps:
            choices.append(_choice(game, moment, place, seat, action, 4 * iterations, room))
        then = judge.values(after, number + 1)
        for seat in range(seats):
            expected = [judge.dealt(before, steps, seat, deal) for deal in range(deals)]
            luck[seat] += then[seat] - float(np.mean(expected))
        values.append(then)
        progress(len(steps))
    return Review(game.id, seats, values, choices, [float(x) for x in luck])


Step = tuple[int, int, int]
"""Number of the action, seat, action."""


def _moments(record: Record) -> Iterator[tuple[States, Moment, list[Step], States]]:
    """The game moment by moment: where somebody was asked, what was chosen, where it led."""
    game = record.game
    steps: list[Step] = []
    start: States | None = None
    moment: Moment | None = None
    for number, (seat, action, state) in enumerate(record.replay(), 1):
        if start is None or state["asked"][0] != start["asked"][0] or seat < 0:
            if start is not None and moment is not None and steps:
                yield start, moment, steps, state
            start, moment, steps = state, Moment(game, state), []
        if seat >= 0:
            steps = [*steps, (number, seat, action)]


def _choice(game: Game, moment: Moment, number: int, seat: int, action: int, iterations: int, room: Room) -> Choice:
    question = moment.question(seat)
    moment.note(seat, action, question)  # the same moment still: the next choice of this seat follows this one
    found = analyse(game, question, seat, iterations, number, 1, [room])
    tried = max(found.visits)
    best = max((i for i in range(len(found.actions)) if found.visits[i] >= tried / 10), key=lambda i: found.values[i])
    played = found.actions.index(action)
    text = game.text_of(question, action)
    return Choice(
        number, seat, text, game.text_of(question, found.actions[best]), found.values[played], found.values[best]
    )


class _Judge:
    """What positions are worth, by short searches."""

    def __init__(self, game: Game, seats: int, room: Room, iterations: int) -> None:
        self._game, self._seats, self._room, self._iterations = game, seats, room, iterations

    def values(self, state: States, seed: int) -> list[float]:
        return [self._worth(state, seat, seed) for seat in range(self._seats)]

    def dealt(self, before: States, steps: list[Step], seat: int, deal: int) -> float:
        """The same choices, with everything the seat did not know dealt anew."""
        state = self._game.redeal(self._game.view(before, seat), seat, deal)
        for _, actor, action in steps:
            if action not in self._game.legal(state, actor):
                return self._worth(before, seat, deal)  # others hold other cards in this deal: nothing to compare
            self._game.apply(state, actor, action)
        return self._worth(state, seat, deal)

    def _worth(self, state: States, seat: int, seed: int) -> float:
        return worth(self._game, self._game.view(state, seat), seat, self._iterations, seed, self._room)
