"""Redeals, and whether they reach everything that may be hidden."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator

import numpy as np

from matchbox.engine import Game, States
from matchbox.engine.record import Field

from .cases import Case, thinned
from .fields import Numbers, fields_of, is_wide, name_at

FIRST = 24  # redeals of a view, before it is checked whether more are needed
VIEWERS = 2  # of a state
OF_A_KIND = 2  # states of the same kind, besides those of all kinds
ENOUGH = 8  # views before the contract expects that a hidden field varies
RARE = 1 / 64  # of all redeals; a given card in a deck of 54 is not rare
SEED = 1_000_000  # of the first redeal: with the seed of the game it would deal the truth again


def poor_redeals(case: Case, seed: int, count: int = 3, limit: int = 600, most: int = 10_000) -> Iterator[str]:
    """Hidden numbers of a random game that redeals never deal, and hidden fields that a view gives away.

    The truth is always possible, so each of its numbers has to come up sooner or later. Views are dealt again until all
    have, or `most` times: a number may be rare, as in the order of a deck. How often it comes up does not matter.
    With other options than usual, a view may show what is usually hidden.
    """
    game, choose = case.game, np.random.default_rng(seed)
    known: set[str] = set()
    truths: dict[str, set[bytes]] = defaultdict(set)
    views, varied = Counter[str](), Counter[str]()
    for state in chosen_states(case, seed, count, limit):
        for viewer in choose.permutation(case.seats)[:VIEWERS].tolist():
            check = Redeals(game, state, viewer)
            for name, text in check.out_of_reach(most, known).items():
                known.add(name)
                yield f"{case}: {text}"
            for name, truth in check.truth.items():
                if truth.any():
                    views[name] += 1
                    varied[name] += check.varies[name]
                    truths[name].add(truth.tobytes())
    for name, n in views.items():
        if n >= ENOUGH and not varied[name] and len(truths[name]) > 1 and name not in known and not case.options:
            yield f"{case}: {name} is hidden, but redeals of {n} views always deal the truth: it is public elsewhere"


class Redeals:
    """The numbers of a state that a viewer does not see, and the redeals that reach them."""

    def __init__(self, game: Game, state: States, viewer: int) -> None:
        self.game, self.viewer, self.view = game, viewer, game.view(state, viewer)
        self.truth = {name: parts[0] for name, _, parts in hidden(game, state, viewer)}
        self.varies = dict.fromkeys(self.truth, False)

    def out_of_reach(self, most: int, known: set[str]) -> dict[str, str]:
        """For each field that no redeal deals as in truth: how it differs. Fields that are known are left out."""
        reached = {name: np.zeros(truth.shape, bool) for name, truth in self.truth.items()}
        deals, n, more = self.view, 0, FIRST
        while n < most:
            deals = np.concatenate([self.game.redeal(self.view, self.viewer, SEED + n + i) for i in range(more)])
            n += more
            for name, _, parts in hidden(self.game, deals, self.viewer):
                reached[name] |= (parts == self.truth[name]).any(axis=0)
                self.varies[name] |= bool((parts != parts[0]).any())
            if all(hits.all() for name, hits in reached.items() if name not in known):
                return {}
            more = min(n, most - n)
        found: dict[str, str] = {}
        for name, field, parts in hidden(self.game, deals, self.viewer):
            missed = [tuple(at) for at in np.argwhere(~reached[name]).tolist()]
            missed = [at for at in missed if not is_extreme(np.moveaxis(parts, 0, -1)[at], int(self.truth[name][at]))]
            if missed and name not in known:
                found[name] = self._difference(n, name, field, parts, missed[0])
        return found

    def _difference(self, n: int, name: str, field: Field, parts: Numbers, at: tuple[int, ...]) -> str:
        values, truth = np.moveaxis(parts, 0, -1)[at], self.truth[name][at]
        if field.visible == "owner" and at[0] >= self.viewer:
            at = (at[0] + 1, *at[1:])
        place = name_at(name, field, at[: len(field.shape) - field.unordered])
        if is_wide(field) or field.unordered:
            place += f", {'bit' if is_wide(field) else 'number'} {at[-1]}"
        if not values.any():
            return f"{n} redeals for seat {self.viewer} leave {place} at 0; in truth it is {truth}"
        if (values == values[0]).all():
            return f"{n} redeals for seat {self.viewer} always deal {place} = {values[0]}; in truth it is {truth}"
        return f"{n} redeals for seat {self.viewer} never deal {place} = {truth}, which is the truth"


def hidden(game: Game, states: States, viewer: int) -> Iterator[tuple[str, Field, Numbers]]:
    """The numbers that a viewer does not see, by field; a wide number as its bits, an unordered row as a set."""
    for name, field, numbers in fields_of(game.State, states):
        if field.visible == "public" or field.memory:
            continue
        if field.visible == "owner":
            numbers = np.delete(numbers, viewer, axis=1)
        if is_wide(field):
            numbers = numbers[..., None] >> np.arange(8 * numbers.itemsize, dtype=numbers.dtype) & 1
        elif field.unordered:
            numbers = (numbers[..., None] == np.arange(field.high + 1)).any(axis=-2).astype(np.uint8)
        yield name, field, numbers


def is_extreme(values: Numbers, truth: int) -> bool:
    """Is the truth just beyond a number that is rare itself: four cards of a symbol, where even three are rare?"""
    share = (np.abs(values.astype(np.int64) - truth) == 1).mean()
    return bool(0 < share < RARE)


def chosen_states(case: Case, seed: int, count: int, limit: int) -> Iterator[States]:
    """Some states of a random game: the first of each kind, and some of all kinds."""
    kinds = Counter[tuple[int, int, bool]]()
    walk = list(settled_states(case, seed, limit))
    some = set(thinned(range(len(walk)), count))
    for number, (state, kind) in enumerate(walk):
        kinds[kind] += 1
        if number in some or kinds[kind] <= OF_A_KIND:
            yield state


def settled_states(case: Case, seed: int, limit: int) -> Iterator[tuple[States, tuple[int, int, bool]]]:
    """States of a random game in which nobody is in the middle of a secret choice, and their kind.

    A choice may take several steps. Of seats that choose at the same time, one takes all its steps before the next
    begins: no redeal has to invent a part of a choice.
    """
    game, state = case.game, case.new(seed)
    choose = np.random.default_rng(seed)
    point, together, seat = -1, False, -1
    for _ in range(limit):
        acting = game.acting(state)
        if not acting:
            return
        if point != state["decision_point"][0]:
            point, together, seat = int(state["decision_point"][0]), len(acting) > 1, -1
        if not together or seat not in acting:
            yield state.copy(), (int(state["phase"][0]), len(acting), together)
            seat = int(choose.choice(acting))
        game.apply(state, seat, int(choose.choice(game.legal(state, seat))))
