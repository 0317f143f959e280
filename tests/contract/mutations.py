"""Wrong numbers in a state, and whether `conserved` notices them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import numpy as np

from matchbox.engine import Game, MatchboxError, States
from matchbox.engine.record import Field

from .cases import Case, sampled
from .fields import Numbers, fields_of, is_wide, name_at

Random = np.random.Generator
ENOUGH = 12  # moves of a unit before the contract expects that one is noticed


def unnoticed_changes(case: Case, seed: int, count: int = 8, each: int = 1) -> Iterator[str]:
    """Fields with wrong numbers that `conserved` accepts.

    In a field that is neither `free` nor `derived`, every change of a single number must be noticed. A unit that moves
    from one number to another may lead to another possible state (a chip of the other player), but not every time if
    there are more than two numbers.
    """
    choose = np.random.default_rng(seed)
    examples: dict[str, str] = {}
    missed, tried, moved, noticed = (Counter[str]() for _ in range(4))
    for state, _, _ in sampled(case, seed, count):
        beside = np.concatenate([state, state, state])  # unchecked indices of compiled rules end in a neighbour
        wrong = beside[1:2]
        for name, field, numbers in fields_of(case.game.State, wrong):
            if field.free or field.derived or field.memory:
                continue
            for _ in range(each):
                if text := change(field, numbers[0], int(state["seats"][0]), choose):
                    tried[name] += 1
                    if not is_noticed(case.game, wrong):
                        missed[name] += 1
                        examples.setdefault(name, f"{name}{text}")
                wrong[:] = state
                if move_unit(field, numbers[0], int(state["seats"][0]), choose):
                    moved[name] += 1
                    noticed[name] += is_noticed(case.game, wrong)
                wrong[:] = state
    for name, n in missed.items():
        yield (
            f"{case}: `conserved` accepts {examples[name]} ({n} of {tried[name]} changes of the field); "
            "check it, or declare the field free if such a state is possible"
        )
    for name, n in moved.items():
        if n >= ENOUGH and not noticed[name]:
            yield f"{case}: `conserved` never notices that a unit of {name} moves to another place ({n} moves)"


def is_noticed(game: Game, state: States) -> bool:
    try:
        return not game.conserved(state)
    except (MatchboxError, ArithmeticError, LookupError, ValueError):  # in plain Python, and with bounds checks
        return True


def change(field: Field, numbers: Numbers, seats: int, choose: Random) -> str:
    """Replace a number by another within its range; returns the change as text."""
    low, high = field.range_for(seats)
    at = np.unravel_index(choose.integers(numbers.size), numbers.shape)
    old = int(numbers[at])
    anything = low + int.from_bytes(choose.bytes(8)) % (high - low + 1)
    values = [low, high, anything, old ^ 1 << int(choose.integers(high.bit_length() or 1))]
    if not is_wide(field):
        values += [old - 1, old + 1]
    values = [value for value in values if low <= value <= high and value != old]
    if not values:
        return ""
    new = values[choose.integers(len(values))]
    numbers[at] = new
    place = name_at("", field, tuple(int(i) for i in at))
    return f"{place} = {new} instead of {old}"


def move_unit(field: Field, numbers: Numbers, seats: int, choose: Random) -> bool:
    """Take 1 from a number and add it to another of the same field that is not 0, if both stay within their range."""
    low, high = field.range_for(seats)
    if numbers.size <= 2:
        return False
    sources, targets = np.argwhere(numbers > max(low, 0)), np.argwhere((numbers != 0) & (numbers < high))
    if not len(sources) or not len(targets):
        return False
    source = tuple(sources[choose.integers(len(sources))])
    target = tuple(targets[choose.integers(len(targets))])
    if source == target or int(numbers[source]) == int(numbers[target]) + 1:  # the same numbers in another order
        return False
    numbers[source] -= 1
    numbers[target] += 1
    return True
