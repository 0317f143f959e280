"""All outcomes of a step of a game, with their probabilities.

Rules draw chance from a generator. As plain Python they take given draws instead, so that every sequence of draws can
be tried. Compiled rules do not know of this, and are as fast as before.

A deck that lies face down has many orders, but nobody can tell them apart yet. So a *situation* holds all states that
look the same to every seat, each with its probability. Chance decides only between situations: the order of the deck
is settled card by card, as the cards are turned up.

    for chance, situation in starts(game, game.template()):
        for chance, after in steps(game, situation, [(seat, action)]): ...
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt

from .compiled import plain, replaced
from .dialect import wide
from .errors import BadOption, Illegal
from .game import Game
from .record import SPECTATOR, Base, Ints, States

LIMIT = 20_000
"""The most sequences of draws that a single step may have."""
TRIED = 500  # sequences before their number is estimated
SAMPLES = 30
MOST_DRAWS = 1000
"""In one step. Rules that roll again until something fits have no end of sequences."""

Floats = npt.NDArray[np.float64]
Choices = Sequence[tuple[int, int]]
"""Seats and their actions."""


class TooManyOutcomes(BadOption):
    """A step of the game has too many outcomes to list them."""


class _Endless(Exception):
    """A step draws without end."""


@dataclass(frozen=True)
class Situation:
    """States that look the same to every seat, hidden hands included, and how likely each of them is."""

    states: States
    odds: Floats  # sum 1

    @classmethod
    def of(cls, state: States) -> Situation:
        """A situation in which nothing is left to chance but what rules draw later."""
        return cls(state, np.ones(1))

    @property
    def state(self) -> States:
        """One of them: for everything that a seat sees, any is as good."""
        return self.states[:1]


Outcomes = list[tuple[float, Situation]]
"""The situations that may follow, with their probabilities, always in the same order."""


def starts(game: Game, template: States, limit: int = LIMIT) -> Outcomes:
    """How a game may start, from a blank record with its seats and options."""
    setup = plain(game.rule("setup"))
    return _situations(game, *_every(game, template, lambda state: setup(state[0]), limit))


def steps(game: Game, situation: Situation, choices: Choices, limit: int = LIMIT) -> Outcomes:
    """How a game may go on after these choices."""
    if not choices:
        raise Illegal("choose at least one action")
    after = situation.states.copy()
    allowed = situation.state.copy()
    for seat, action in choices:
        game.apply(allowed, seat, action)  # raises Illegal; what is legal is the same in all of the states
    apply_everywhere = game.specialised(apply_to_all)
    for seat, action in choices:
        apply_everywhere(after, seat, action)
    generator = _generator_bytes(game.State)
    drew = (_bytes(after)[:, generator] != _bytes(situation.states)[:, generator]).any(axis=1)
    parts, odds = [after[~drew]], [situation.odds[~drew]]
    total = len(parts[0])
    for number, row in enumerate(np.flatnonzero(drew)):
        states, chances = _every(game, situation.states[row : row + 1], _player_of(game, choices), limit)
        parts.append(states)
        odds.append(situation.odds[row] * chances)
        total += len(states)
        if total > limit:
            raise _too_many(game, f"about {drew.sum() * total / (number + 1):.0e}", limit)
    return _situations(game, np.concatenate(parts), np.concatenate(odds))


def apply_to_all(states: Any, seat: int, action: int) -> None:
    """Apply the same legal action to every state."""
    for i in range(len(states)):
        s = states[i]
        apply(s, seat, action)
        s.ply += 1


def apply(s: Any, seat: int, action: int) -> None: ...  # a placeholder for the game's rule


def _player_of(game: Game, choices: Choices) -> Callable[[States], None]:
    apply_at = plain(game.compiled("apply_at"))

    def play(state: States) -> None:
        for seat, action in choices:
            apply_at(state, 0, seat, action)

    return play


# --- draws ---


class Draws:
    """The draws of one run: the given ones first, then the first outcome of each, or a random one."""

    def __init__(self, given: Sequence[int] = (), random: Random | None = None) -> None:
        self._given, self._random = given, random
        self.taken: list[int] = []
        self.sizes: list[int] = []
        self.odds = 1.0

    def take(self, size: int, weights: Sequence[int] = ()) -> int:
        """Draw an index below `size`; without weights, all are equally likely."""
        if size == 1:
            return 0
        place = len(self.taken)
        if place == MOST_DRAWS:
            raise _Endless
        if place < len(self._given):
            index = self._given[place]
        else:
            index = self._random.randrange(size) if self._random else 0
        self.taken.append(index)
        self.sizes.append(size)
        self.odds *= weights[index] / sum(weights) if weights else 1 / size
        return index

    def following(self) -> list[int] | None:
        """The draws of the next run; None after the last."""
        place = len(self.taken) - 1
        while place >= 0 and self.taken[place] + 1 == self.sizes[place]:
            place -= 1
        return [*self.taken[:place], self.taken[place] + 1] if place >= 0 else None

    # Stand-ins for the helpers of `chance.py`.

    def below(self, s: Base, n: int) -> int:
        return wide(self.take(int(n)))

    def shuffle(self, s: Base, items: Ints, n: int) -> None:
        """Every order is equally likely, and orders that look the same are one outcome."""
        left = Counter(items[:n].tolist())
        orders = math.factorial(int(n)) // math.prod(map(math.factorial, left.values()))
        number = self.take(orders)
        for place in range(int(n)):
            for item in sorted(left):  # the orders that begin with each item, in turn
                if not left[item]:
                    continue
                begin = orders * left[item] // (int(n) - place)
                if number < begin:
                    items[place], orders = item, begin
                    left[item] -= 1
                    break
                number -= begin

    def draw_kind(self, s: Base, counts: Ints, total: int) -> int:
        kinds = [kind for kind in range(len(counts)) if counts[kind] > 0]
        drawn = kinds[self.take(len(kinds), [int(counts[kind]) for kind in kinds])]
        counts[drawn] -= 1
        return wide(drawn)


def _every(game: Game, start: States, play: Callable[[States], None], limit: int) -> tuple[States, Floats]:
    """The result of every sequence of draws, and its probability."""

    def run(draws: Draws) -> States:
        state = start.copy()
        try:
            with replaced(below=draws.below, shuffle=draws.shuffle, draw_kind=draws.draw_kind):
                play(state)
        except _Endless:
            raise _too_many(game, "any number of", limit) from None
        return state

    states: list[States] = []
    odds: list[float] = []
    given: list[int] | None = []
    while given is not None:
        if len(states) in (TRIED, limit):
            expected = _estimate(run)
            if len(states) == limit or expected > 2 * limit:
                raise _too_many(game, f"about {expected:.0e}", limit)
        draws = Draws(given)
        states.append(run(draws))
        odds.append(draws.odds)
        given = draws.following()
    return np.concatenate(states), np.array(odds)


def _estimate(run: Callable[[Draws], States]) -> float:
    """About how many sequences there are: the mean of the inverse chance of a random one."""
    random, total = Random(0), 0.0
    for _ in range(SAMPLES):
        draws = Draws(random=random)
        run(draws)
        total += float(math.prod(draws.sizes))
    return total / SAMPLES


def _too_many(game: Game, count: str, limit: int) -> TooManyOutcomes:
    options = ", ".join(game.options)
    smaller = f"try other options ({options}) or fewer players, or " if options else ""
    return TooManyOutcomes(
        f"{game.about.name}: this step has {count} sequences of draws, and the limit is {limit}; "
        f"{smaller}let chance be sampled"
    )


# --- situations ---


def _situations(game: Game, states: States, odds: Floats) -> Outcomes:
    """Join the states that no seat can tell apart."""
    masks = game.State.masks
    visible = np.bitwise_or.reduce(masks[: int(states["seats"][0])], axis=0) | masks[SPECTATOR]
    raw = _bytes(states)
    seen = raw & visible
    if (seen == seen[0]).all():
        return [(1.0, Situation(states, odds))]
    groups: dict[bytes, dict[bytes, list[int]]] = {}  # what is seen -> the whole record -> its rows
    for row in range(len(states)):
        groups.setdefault(seen[row].tobytes(), {}).setdefault(raw[row].tobytes(), []).append(row)
    found: Outcomes = []
    for _, group in sorted(groups.items()):
        members = [rows for _, rows in sorted(group.items())]
        weights = np.array([math.fsum(odds[rows]) for rows in members])
        chance = math.fsum(weights)
        found.append((chance, Situation(states[[rows[0] for rows in members]], weights / chance)))
    return found


def _bytes(states: States) -> npt.NDArray[np.uint8]:
    return np.ascontiguousarray(states).view(np.uint8).reshape(len(states), -1)


def _generator_bytes(state: type[Base]) -> npt.NDArray[np.bool_]:
    """Which bytes belong to a generator: the record's own, or that of a game inside it."""
    found = np.zeros(state.dtype.itemsize, np.bool_)
    for start, stop in _generator_parts(state, 0):
        found[start:stop] = True
    return found


def _generator_parts(state: type[Base], offset: int) -> Iterator[tuple[int, int]]:
    assert state.dtype.fields is not None
    for name, field in state.fields.items():
        part, start = state.dtype.fields[name][:2]
        if field.visible == "inside":
            yield from _generator_parts(field.code, offset + start)
        elif name in ("block", "used"):  # every draw moves at least one of them
            yield offset + start, offset + start + part.itemsize
