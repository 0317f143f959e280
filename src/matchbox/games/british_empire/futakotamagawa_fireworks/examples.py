"""The pictures of the rules page."""

from __future__ import annotations

from matchbox.engine import Game, States
from matchbox.scene.examples import Example, dealt

from ..arranged import stack

APART = [(0, "hold 2 0 0"), (0, "point 0"), (1, "hold 0 1 0"), (1, "point 1")]
TOGETHER = [(0, "hold 0 1 0"), (0, "point 1"), (1, "hold 4 0 0"), (1, "point 1")]
APART_AGAIN = [(0, "hold 1 0 0"), (0, "point 1"), (1, "hold 0 0 0"), (1, "point 0")]


def three_and_one(game: Game) -> States:
    """A game with a 3 and a 1 on the field, and a 2 next."""
    state = game.new(2, 1)
    state["tiles"][0] = [3, 1]
    stack(state, [2, 1, 2, 3, 2])
    return state


examples = {
    "start": Example(dealt(2, 4)),
    "apart": Example(
        three_and_one,
        APART,
        tells=("Ann points at the 3.", "Ann leaves 20p on the 3.", "Ben leaves 50p on the 1."),
    ),
    "together": Example(
        three_and_one,
        APART + TOGETHER,
        tells=("Ann claims the 1 with 50p against 40p.", "Ann also gets the 50p on it.", "A 2 is turned up."),
    ),
    "a-chip-each": Example(
        three_and_one,
        APART + TOGETHER + APART_AGAIN,
        areas=("tile 0", "tile 1"),
        tells=("Ben takes a blue chip from the 3 and leaves nothing.", "Ann leaves 10p on the 2."),
    ),
}
