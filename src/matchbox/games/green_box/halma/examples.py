"""The pictures of the rules page."""

from __future__ import annotations

from matchbox.scene.examples import Example, dealt

examples = {
    "start": Example(dealt(4, 1, first="seat0")),
    "triangle": Example(dealt(3, 1, board="triangle", first="seat0")),
}
