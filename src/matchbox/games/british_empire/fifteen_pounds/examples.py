"""The pictures of the rules page."""

from __future__ import annotations

from matchbox.scene.examples import Example, dealt

RED_FOR_TWO = [
    *[(0, "tile 1"), (1, "tile 3"), (0, "grab"), (1, "grab")],
    *[(0, "tile 2"), (1, "tile 1"), (1, "grab")],
]
TO_THE_THIRD_ROUND = [  # everybody plays the last tile by force
    *[(0, "tile 2"), (1, "tile 3"), (0, "grab"), (1, "grab")],
    *[(0, "tile 1"), (1, "tile 2"), (0, "grab"), (1, "grab")],
]

examples = {
    "start": Example(dealt(2, 1)),
    "before-an-exchange": Example(
        dealt(2, 1),
        RED_FOR_TWO,
        tells=("Ann grabs a red chip.", "Ben plays the 1 and acts first.", "Ann plays the 2."),
    ),
    "after-an-exchange": Example(
        dealt(2, 1),
        [*RED_FOR_TWO, (0, "chips 1 0 1 0")],
        tells=("Ann gives a red chip to the field for a blue and a green chip.",),
    ),
    "the-yellow-chip": Example(
        dealt(2, 36),
        [*TO_THE_THIRD_ROUND, (1, "grab"), (0, "chips 1 1 0 1")],
        tells=("Ben grabs a blue chip.", "Ann gives a blue chip to the field for a yellow chip."),
    ),
}
