"""The pictures of the rules page."""

from __future__ import annotations

from matchbox.engine import Game, States
from matchbox.scene.examples import Example

PLAYERS = ("Ann", "Ben")


def ann_begins(game: Game) -> States:
    """A game in which seat 0 makes the first move."""
    return next(state for state in (game.new(2, seed) for seed in range(20)) if game.acting(state) == [0])


OPENING = [(0, "e4"), (1, "e3"), (0, "f2"), (1, "d5"), (0, "b3"), (1, "f3")]

examples = {
    "start": Example(ann_begins, names=PLAYERS),
    "before": Example(ann_begins, OPENING, names=PLAYERS),
    "two-lines": Example(ann_begins, [*OPENING, (0, "f4")], names=PLAYERS, tells=("Ann plays f4 and flips 3 pieces.",)),
}
