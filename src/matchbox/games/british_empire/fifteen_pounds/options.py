"""The options in words."""

from __future__ import annotations

from matchbox.scene import say
from matchbox.scene.options import Value, Variant

from ..options import PURSES, SCREENS

variants = {
    "both_complete": Variant(
        say("Both reach the goal"),
        say("Who wins 15 Pounds if both players have all four colours or chips worth 15 after the same round."),
        {
            "first": Value(say("The first to act"), say("The player who acted first in that round.")),
            "value": Value(
                say("The higher value"),
                say("The player with the more valuable chips; if they are equal, the first to act."),
            ),
        },
    ),
    "no_exchange": Variant(
        say("No exchange at all"),
        say("May your action in 15 Pounds be to exchange nothing?"),
        {
            "exact": Value(
                say("If the value is right"),
                say("Only if your chips are already worth your start value plus the number on your tile."),
            ),
            "allowed": Value(say("Always"), say("You may keep your chips as they are, whatever they are worth.")),
        },
    ),
    "purses": PURSES,
}
presets = [SCREENS]
