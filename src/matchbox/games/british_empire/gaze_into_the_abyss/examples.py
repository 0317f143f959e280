"""The pictures of the rules page."""

from __future__ import annotations

from matchbox.engine import Game, States
from matchbox.scene.examples import Example, dealt

from ..arranged import stack

FIRST_ROUND = [(0, "hold 2 0 1"), (1, "hold 0 3 0"), (0, "announce 2"), (1, "announce 4")]
SECOND_ROUND = [(0, "hold 4 1 0"), (1, "hold 1 0 0"), (1, "announce 5"), (0, "announce 3")]


def two_and_three(game: Game) -> States:
    """A game with a 2, then a 3; seat 0 announces first."""
    state = game.new(2, 1, first_announcer="seat0")
    state["tile"][0] = 2
    stack(state, [3, 1, 2, 1, 3, 2])
    return state


examples = {
    "start": Example(dealt(2, 1, first_announcer="seat0")),
    "hands-closed": Example(two_and_three, FIRST_ROUND[:3], tells=("Ann announces 2 chips.",)),
    "after-two-rounds": Example(
        two_and_three,
        FIRST_ROUND + SECOND_ROUND,
        tells=(
            "Ben announces 4 chips.",
            "Ann claims the 2 with 5 against 3.",
            "The blue and green chips held change sides; the red ones leave the game.",
            "Ben guesses right and claims the 3 with 1 against 0.",
            "Round 3 begins: Ann announces first.",
        ),
    ),
}
