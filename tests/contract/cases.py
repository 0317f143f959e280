"""The cases of every game: each number of seats, each option value, and mixtures of options at each number of seats.

An option value is tried with one number of seats; different values take different numbers in turn. Options that accept
custom text also have a case with the game's example.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, TypeVar

import numpy as np
import pytest

from matchbox.engine import BadOption, Game, States, games

T = TypeVar("T")
MOST_CHANGES = 3
"""Options that a packed case changes at most: with few of them a failure still tells where to look."""


@dataclass(frozen=True)
class Case:
    game: Game
    seats: int
    options: dict[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        custom = {name: "custom" for name, value in self.options.items() if self.game.options[name].is_custom(value)}
        changed = "".join(f"-{name}={value}" for name, value in {**self.options, **custom}.items())
        return f"{self.game.id}-{self.seats}{changed}"

    def new(self, seed: int) -> States:
        return self.game.new(self.seats, seed, **self.options)


def cases_of(game: Game) -> Iterator[Case]:
    for seats in game.about.seats:
        yield Case(game, seats)
        yield from _mixtures(game, seats)
    turn = 0
    for name, option in game.options.items():
        for value in option.values:
            if value != option.default and (
                allowed := [n for n in game.about.seats if _is_allowed(game, n, {name: value})]
            ):
                yield Case(game, allowed[turn % len(allowed)], {name: value})
                turn += 1
        if option.custom:
            seats = game.about.seats[turn % len(game.about.seats)]
            yield Case(game, seats, {name: option.custom.example(seats)})
            turn += 1


def _is_allowed(game: Game, seats: int, options: dict[str, Any]) -> bool:
    try:
        game.template(seats, options)
    except BadOption:  # needs another number of seats, or another option as well
        return False
    return True


def _mixtures(game: Game, seats: int, count: int = 1) -> Iterator[Case]:
    """A fixed combination of options: some options matter only together."""
    choose = np.random.default_rng(seats)
    found: list[dict[str, Any]] = []
    for _ in range(20):
        mixed = {name: option.values[choose.integers(len(option.values))] for name, option in game.options.items()}
        changed = {name: value for name, value in mixed.items() if value != game.options[name].default}
        if len(changed) > 1 and changed not in found and len(found) < count:
            try:
                game.template(seats, changed)
            except BadOption:
                continue
            found.append(changed)
            yield Case(game, seats, changed)


def packed_cases_of(game: Game) -> Iterator[Case]:
    """Each number of seats, and each option value, with up to three changed options in a case."""
    packs: list[Case] = []
    for case in cases_of(game):
        if not case.options:
            yield case
        elif len(case.options) == 1:
            for number, pack in enumerate(packs):
                if packed := _together(pack, case):
                    packs[number] = packed
                    break
            else:
                packs.append(case)
    yield from packs


def _together(pack: Case, case: Case) -> Case | None:
    """A case with the options of both, if the game allows that."""
    game, options = pack.game, pack.options | case.options
    (name,) = case.options
    is_custom = game.options[name].is_custom(case.options[name])  # made for this number of seats
    if len(pack.options) == MOST_CHANGES or name in pack.options or (is_custom and pack.seats != case.seats):
        return None
    return Case(game, pack.seats, options) if _is_allowed(game, pack.seats, options) else None


def is_usual(case: Case) -> bool:
    """Is this the largest table with the default options?"""
    return case.seats == case.game.about.seats[-1] and not case.options


def parameters(game: Game) -> Iterator[Any]:
    """Cases with everything a game has; those that repeat much of the usual one are marked `full`."""
    for case in packed_cases_of(game):
        yield pytest.param(case, id=str(case), marks=() if is_usual(case) else pytest.mark.full)


ALL = [parameter for game in games().values() for parameter in parameters(game)]


def tables() -> Iterator[Any]:
    """Every number of seats of every game; all but the largest table are marked `full`."""
    for game in games().values():
        most = game.about.seats[-1]
        for seats in game.about.seats:
            yield pytest.param(game, seats, id=f"{game.id}-{seats}", marks=() if seats == most else pytest.mark.full)


each_table = pytest.mark.parametrize(("game", "seats"), list(tables()))


def random_walk(case: Case, seed: int, limit: int = 100_000) -> Iterator[tuple[States, int, int]]:
    """A random game: each state before an action, the seat and the action."""
    game, state = case.game, case.new(seed)
    choose = np.random.default_rng(seed)
    for _ in range(limit):
        if state["over"][0]:
            return
        seat = int(choose.choice(game.acting(state)))
        action = int(choose.choice(game.legal(state, seat)))
        yield state, seat, action
        game.apply(state, seat, action)


def sampled(case: Case, seed: int, count: int = 40, limit: int = 1500) -> Iterator[tuple[States, int, int]]:
    """Some states of a random game: all of the first ones, then fewer and fewer."""
    for state, seat, action in thinned(random_walk(case, seed, limit), count):
        yield state.copy(), seat, action


def thinned(things: Iterable[T], count: int) -> Iterator[T]:
    """The first `count` things, then as many of those that follow in steps of 3, of 9, ..."""
    step, since, shown = 1, 0, 0
    for thing in things:
        since += 1
        if since >= step:
            since, shown = 0, shown + 1
            yield thing
            if shown % count == 0:
                step *= 3
