"""The pictures of the rules page."""

from __future__ import annotations

from matchbox.engine import Game, States
from matchbox.scene.examples import Example, dealt

from ..arranged import stack

HOLMES, MORIARTY = range(2)
PLAYERS = ("Holmes", "Moriarty")
PASSES = [(HOLMES, "pass"), (MORIARTY, "pass")]
FIRST_STAGE = [(HOLMES, "place 0 1 1 0"), (MORIARTY, "place 1 2 0 0")]
SECOND_STAGE = [*PASSES * 2, (MORIARTY, "place 1 0 0 0"), *PASSES, (HOLMES, "place 1 0 0 0"), *PASSES]
THIRD_STAGE = [*PASSES * 2, (HOLMES, "place 2 0 0 0"), *PASSES, (MORIARTY, "place 2 0 0 0"), *PASSES]


def printed(game: Game) -> States:
    """The round that the rulebook tells; with this seed the bag's chips come as printed."""
    state = game.new(2, 21, holmes="seat0")
    state["hand"][0] = [[6, 1, 1, 0], [5, 3, 0, 0]]
    state["bag"][0] = [1, 2, 1, 1]
    state["tiles"][0] = [2, 3, 0, 0, 0]
    stack(state, [1, 2, 1, 2, 3])
    return state


examples = {
    "start": Example(dealt(2, 3, holmes="seat0"), names=PLAYERS),
    "first-stage": Example(
        printed,
        FIRST_STAGE,
        names=PLAYERS,
        tells=(
            "Holmes places a red guard and a green daughter, exactly 5.",
            "Moriarty places a blue maid and 2 red guards, exactly 5.",
            "Moriarty does not have a red guard and a green daughter to copy.",
            "A blue maid and a red guard come out of the bag; 3 chips are left.",
        ),
    ),
    "last-chip": Example(
        printed,
        FIRST_STAGE + SECOND_STAGE + THIRD_STAGE,
        names=PLAYERS,
        tells=(
            "Stage 2 begins with a 1: Moriarty leads.",
            "Holmes places the same: a blue maid.",
            "Mrs Adelka comes out of the bag; 2 chips are left.",
            "Stage 3 begins with a 2: Holmes leads.",
            "Moriarty places the same: 2 blue maids.",
            "A green daughter comes out of the bag; 1 chip is left.",
        ),
    ),
}
