"""Review a finished game: the costliest choices, and luck.

A short search from each seat's view evaluates every position. A longer search finds the best action of each decision.
Where it is not the played one, both are tried in the same deals, because the search alone would flatter the action it
prefers. If the best action is better by two standard errors, both are tried again, in other deals and with longer
searches. The mean difference of their values is then the cost of the choice; within two standard errors there is none.
Luck is the change of a seat's value in a step, minus the mean change when the same step is dealt again from the seat's
knowledge before it.

A game's planner replaces the searches where it covers a position: for choices always, and for positions of games in
which the value for the seat on turn tells the value for everybody. The second look has a quarter of an expert's effort.
A mistake that it confirms is looked at once more with an expert's full effort, unless it is beyond doubt.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from matchbox.engine import Game, States
from matchbox.engine.notation import Record
from matchbox.play.decision import DecisionPoint
from matchbox.play.wording import sentence_of
from matchbox.scene import Words

from .analysis import SearchBuffers, analyse, nodes_for, planned, worth
from .calibration import HINT_LEVEL, correction_for
from .levels import LEVELS

SPARKS = "▁▂▃▄▅▆▇█"
WORTH_A_LOOK = 0.03  # smaller differences between actions are noise
MORE = 4  # times the iterations for finding the best action, and for a second look at a mistake
EFFORT = LEVELS[HINT_LEVEL].share  # of a planner
CLOSER_LOOKS = (0.25, 1.0)  # and for further looks at a mistake, as long as it still looks like one
BEYOND_DOUBT = 0.5  # a mistake that costs so much needs no further look


@dataclass(frozen=True)
class ReviewedChoice:
    """A decision with the played and the best action."""

    number: int  # counted from 1, as in the record
    seat: int
    played: str
    best: str
    cost: float  # the value of the best action minus that of the played one; 0 if that is within two standard errors
    error: float = 0.0  # the standard error of the cost over deals; a planner has none
    told: Words = ""  # the played action as a sentence
    better: Words = ""  # the best action as a sentence, if it is another one


@dataclass(frozen=True)
class Review:
    game: str
    seats: int
    values: list[list[float]]  # per decision point: the value of the position for each seat, -1 to 1
    steps: list[int]  # per decision point: the number of actions before it
    choices: list[ReviewedChoice]
    luck: list[float]  # per seat, summed over the game

    def costliest(self, seat: int, count: int = 3) -> list[ReviewedChoice]:
        mine = [choice for choice in self.choices if choice.seat == seat and choice.cost > 0.02]
        return sorted(mine, key=lambda choice: -choice.cost)[:count]

    def lost(self, seat: int) -> float:
        """The total cost of a seat's choices."""
        return sum(choice.cost for choice in self.choices if choice.seat == seat)

    def lost_error(self, seat: int) -> float:
        """The standard error of the total cost, as if the deals of two choices were independent."""
        return math.hypot(*(choice.error for choice in self.choices if choice.seat == seat))

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
        choices = [{**vars(choice), "told": str(choice.told), "better": str(choice.better)} for choice in self.choices]
        return {
            **vars(self),
            "choices": choices,
            "lost": [self.lost(seat) for seat in range(self.seats)],
            "lost_errors": [self.lost_error(seat) for seat in range(self.seats)],
            "sparklines": [self.sparkline(seat) for seat in range(self.seats)],
        }


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
    evaluator = Evaluator(game, game.template(seats, record.options), iterations, deals)
    choices: list[ReviewedChoice] = []
    luck = np.zeros(seats)
    values: list[list[float]] = []
    counts = [0]
    for number, (before, point, steps, after) in enumerate(decision_points(record)):
        if not values:
            values.append(evaluator.values(before, number))
        choices += [evaluator.choice(point, *step) for step in steps]
        then = evaluator.values(after, number + 1)
        luck += [then[seat] - evaluator.expected(before, steps, seat, after, then[seat]) for seat in range(seats)]
        values.append(then)
        counts.append(steps[-1][0])
        yield len(steps)
    return Review(game.id, seats, values, counts, choices, [float(x) for x in luck])


@dataclass(frozen=True)
class Cost:
    """How much better an action is than another, with the standard error of the mean over deals."""

    mean: float
    error: float = 0.0  # a planner has none

    @property
    def is_clear(self) -> bool:
        return self.mean >= max(WORTH_A_LOOK, 2.0 * self.error)


NO_COST = Cost(0.0)
Step = tuple[int, int, int]
"""Number of the action, seat, action."""


def decision_points(record: Record) -> Iterator[tuple[States, DecisionPoint, list[Step], States]]:
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


class Evaluator:
    """Values of positions and choices, by short searches. Another `seed` gives other deals and searches."""

    def __init__(self, game: Game, table: States, iterations: int, deals: int, seed: int = 0) -> None:
        self._game, self._seats, self._iterations, self._deals = game, int(table["seats"][0]), iterations, deals
        self._seed = seed
        self._buffers = SearchBuffers(game, nodes_for(iterations))
        self._correction = correction_for(game, table, "review")
        self._plan_correction = correction_for(game, table, "hint")  # a plan for a choice is that of a hint

    def values(self, state: States, seed: int) -> list[float]:
        return [self._worth(state, seat, seed) for seat in range(self._seats)]

    def expected(self, before: States, steps: list[Step], seat: int, after: States, value: float) -> float:
        """The mean value after the same choices if everything hidden from the seat is dealt again."""
        seen = self._game.view(after, seat)
        found = []
        for deal in range(self._deals):
            state = self._dealt(before, steps, seat, deal)
            if state is None:  # an action is not legal in this deal, so there is nothing to compare
                found.append(self._worth(before, seat, deal))
            elif (self._game.view(state, seat) == seen).all():  # chance made no difference
                found.append(value)
            else:
                found.append(self._worth(state, seat, deal))
        return float(np.mean(found))

    def _dealt(self, before: States, steps: list[Step], seat: int, deal: int) -> States | None:
        """The state after the same choices in another deal."""
        state = self._game.redeal(self._game.view(before, seat), seat, deal)
        for _, actor, action in steps:
            if action not in self._game.legal(state, actor):
                return None
            self._game.apply(state, actor, action)
        return state

    def choice(self, point: DecisionPoint, number: int, seat: int, action: int) -> ReviewedChoice:
        game = self._game
        view = point.decision_view(seat)
        point.note(seat, action, view)  # stay at this decision point: the seat's next choice builds on this one
        best, cost = self.best(view, seat, action, number)
        played, told = game.text_of(view, action), sentence_of(game, view, seat, action) or ""
        if best == action:
            return ReviewedChoice(number, seat, played, played, 0.0, told=told)
        better = sentence_of(game, view, seat, best) or ""
        return ReviewedChoice(number, seat, played, game.text_of(view, best), cost.mean, cost.error, told, better)

    def best(self, view: States, seat: int, action: int, seed: int) -> tuple[int, Cost]:
        """The best action, and how much better than the played one it is; the played one if none is clearly better."""
        moves = self._game.moves(view, seat)
        if len(moves) == 1 or action not in moves:  # talk costs nothing
            return action, NO_COST
        if (plan := self.plan_values(view, seat, seed, EFFORT)) is not None:
            top = max(plan, key=lambda one: plan[one])
            if plan[top] - plan[action] < WORTH_A_LOOK:
                return action, NO_COST
            top, found = self._closer_looks(view, seat, top, action, seed)
        else:
            rows = analyse(self._game, view, seat, MORE * self._iterations, self._seed + seed, 1, [self._buffers])
            values, visits = dict(zip(moves, rows.values, strict=True)), dict(zip(moves, rows.visits, strict=True))
            tried = [one for one in moves if visits[one] >= max(rows.visits) / 10]
            top = max(tried, key=lambda one: values[one])
            if visits[action] and values[top] - values[action] < WORTH_A_LOOK:
                return action, NO_COST
            found = self.difference(view, seat, top, action)
            if found.is_clear:
                found = self.difference(view, seat, top, action, MORE, 2 * self._deals)
        return (top, found) if found.is_clear else (action, NO_COST)

    def plan_values(self, view: States, seat: int, seed: int, effort: float) -> dict[int, float] | None:
        """The value of each action by the game's planner, if it has one that covers this choice."""
        plan = planned(self._game, view, seat, effort, self._seed + seed)
        if plan is None:
            return None
        return {one: self._plan_correction.value(x) for one, x in zip(plan.actions, plan.values, strict=True)}

    def _closer_looks(self, view: States, seat: int, top: int, action: int, seed: int) -> tuple[int, Cost]:
        """The cost by longer and longer looks, until there is none or it is beyond doubt."""
        found = Cost(0.0)
        for effort in CLOSER_LOOKS:
            top, found = self._closer_look(view, seat, top, action, seed, effort)
            if not found.is_clear or found.mean >= BEYOND_DOUBT:
                break
        return top, found

    def _closer_look(
        self, view: States, seat: int, top: int, action: int, seed: int, effort: float
    ) -> tuple[int, Cost]:
        """The cost by a longer look. Where chance plays no part, the positions after both moves get the same
        effort, because a planner may look less far at moves that it does not like.
        """
        if self._game.open and all(is_certain(self._game, view, seat, one) for one in (top, action)):
            after = [after_action(self._game, view, seat, one) for one in (top, action)]
            best, played = (self._worth(state, seat, seed, effort=effort) for state in after)
            return top, Cost(best - played)
        plan = self.plan_values(view, seat, seed, effort) or {}
        top = max(plan, key=lambda one: plan[one], default=action)
        return top, Cost(plan[top] - plan[action] if plan else 0.0)

    def difference(self, view: States, seat: int, best: int, played: int, more: int = 1, first_deal: int = 0) -> Cost:
        """How much better an action is than the played one: the mean of the same deals, both searched as deep.

        `more` multiplies the iterations of these searches.
        """
        found = []
        for deal in range(self._seed + first_deal, self._seed + first_deal + 2 * self._deals):
            after = [after_action(self._game, view, seat, action, deal) for action in (best, played)]
            worths = [self._worth(state, seat, deal, more) for state in after]
            found.append(worths[0] - worths[1])
        return Cost(float(np.mean(found)), float(np.std(found, ddof=1)) / math.sqrt(len(found)))

    def _worth(self, state: States, seat: int, seed: int, more: int = 1, effort: float = EFFORT) -> float:
        found = position_value(self._game, state, seat, more * self._iterations, seed, self._buffers, effort)
        return found if state["over"][0] else self._correction.value(found)


def after_action(game: Game, view: States, seat: int, action: int, deal: int = 0) -> States:
    """The state after an action, with everything hidden from the seat dealt."""
    state = game.redeal(view, seat, deal)
    game.apply(state, seat, action)
    return state


def is_certain(game: Game, view: States, seat: int, action: int) -> bool:
    """Does the seat see the same after this action, whatever is hidden from it and whatever chance decides?"""
    first, second = (game.view(after_action(game, view, seat, action, deal), seat) for deal in (0, 1))
    return first.tobytes() == second.tobytes()


def position_value(
    game: Game,
    state: States,
    seat: int,
    iterations: int,
    seed: int,
    buffers: SearchBuffers,
    effort: float = EFFORT,
) -> float:
    """The value of a position for a seat as reviews find it, before it is calibrated: by the planner where it can."""
    acting = game.acting(state)
    together = game.about.cooperative
    if len(acting) == 1 and (together or (game.open and state["seats"][0] == 2)):
        plan = planned(game, state, acting[0], effort, seed)
        if plan is not None:
            return plan.value if together or seat == acting[0] else -plan.value
    return worth(game, game.view(state, seat), seat, iterations, seed, buffers)
