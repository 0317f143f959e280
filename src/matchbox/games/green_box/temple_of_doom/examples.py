"""The pictures of the rules page."""

from __future__ import annotations

from matchbox.scene.examples import Example, dealt

TWO_POINTS = [(0, move) for move in ("play a", "move green1", "tile 1", "move red1", "tile 3")]

examples = {
    "start": Example(dealt(1, 2)),
    "two-points": Example(
        dealt(1, 2),
        TWO_POINTS,
        tells=("Ann moves a green cube to Bricks in row 1.", "Ann moves a red cube to Drop in row 1."),
    ),
}
