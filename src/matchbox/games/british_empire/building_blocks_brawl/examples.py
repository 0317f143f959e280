"""The pictures of the rules page."""

from __future__ import annotations

from matchbox.engine import Game, States
from matchbox.scene.examples import Example, dealt

from ..arranged import stack

PLAYERS = ("Alice", "Bob")
TWO_ROUNDS = [(0, "hold 1 0 0"), (1, "hold 0 0 0"), (0, "hold 0 0 0"), (1, "hold 2 0 0")]
THIRD_ROUND = [(0, "hold 0 1 1"), (1, "hold 0 2 0")]
LAST_ROUNDS = [(0, "hold 0 2 0"), (1, "hold 2 2 0"), (0, "hold 1 0 0"), (1, "hold 1 0 0")]


def printed(game: Game) -> States:
    """The tiles come so that the game can end as in the rulebook."""
    state = game.new(2, 1)
    state["field"][0] = [0, 1, 0, 0]
    stack(state, [2, 3, 3, 2, 2, 1])
    return state


examples = {
    "start": Example(dealt(2, 2)),
    "third-round": Example(
        printed,
        TWO_ROUNDS + THIRD_ROUND[:1],
        names=PLAYERS,
        tells=("Alice claims the 1 with 1 against nothing.", "Bob claims the 2 with 2 against nothing."),
    ),
    "end": Example(
        printed,
        TWO_ROUNDS + THIRD_ROUND + LAST_ROUNDS,
        names=PLAYERS,
        tells=(
            "Alice claims the 3 with 5 against 4.",
            "Bob claims the 3 with 6 against 4.",
            "Both bid 1: nobody claims the 2.",
            "The third 2 ends the game: Alice wins with 4 × 9 = 36 against 5 × 7 = 35.",
        ),
    ),
}
