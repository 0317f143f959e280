"""The options in words."""

from __future__ import annotations

from matchbox.scene import say
from matchbox.scene.options import Preset, Value, Variant

variants = {
    "board": Variant(
        say("Board"),
        say("The size of the board."),
        {6: Value(say("6 × 6"), say("The rulebook's board.")), 8: Value(say("8 × 8"), say("The classic game."))},
    ),
    "opening": Variant(
        say("Opening"),
        say("How the four centre squares are filled."),
        {
            "diagonal": Value(say("Diagonal"), say("Each player has a diagonal.")),
            "mirrored": Value(say("Mirrored"), say("The other diagonals.")),
            "free": Value(say("Free"), say("The players take turns to fill the centre.")),
        },
    ),
}
presets = [Preset(say("Classic"), say("The full board of 8 × 8 squares."), {"board": 8})]
