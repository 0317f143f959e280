"""Forced moves that a table plays for a seat, and whether the others learn something from them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from matchbox.engine import Game, States

from .cases import Case, random_walk


def telling_moves(case: Case, seed: int, most: int = 8, limit: int = 800) -> Iterator[str]:
    """Moves of a random game that a table plays for a seat, although not everybody knows that they are forced.

    Checks the first `most` moves of each kind.
    """
    game, checked = case.game, Counter[tuple[str, int]]()
    for state, _, _ in random_walk(case, seed, limit):
        phase = int(state["phase"][0])
        for seat in game.acting(state):
            legal = game.legal(state, seat)
            if len(legal) != 1:
                continue
            block = game.actions.named(legal[0], game.context_of(state))
            checked[block.name, phase] += 1
            if game.is_obvious(block, phase) and checked[block.name, phase] <= most:
                for dealt in _redeals(game, state, seat, 1000 * seed + int(state["ply"][0])):
                    if game.legal(dealt, seat) != legal:
                        yield f"{case}: {game.text_of(state, legal[0])!r} in phase {phase} tells what seat {seat} holds"


def _redeals(game: Game, state: States, seat: int, seed: int) -> Iterator[States]:
    """States that fit the views of the other seats, and states that fit what a spectator sees."""
    seats = range(int(state["seats"][0]))
    for viewer in seats:
        if viewer != seat:
            yield game.redeal(game.view(state, viewer), viewer, seed)
            yield game.redeal(game.view(state, viewer), viewer, seed + 1)
    dealt = state
    for viewer in (*seats, *seats):  # one after another, so that only what all of them see stays
        dealt = game.redeal(game.view(dealt, viewer), viewer, seed + 2)
        yield dealt
