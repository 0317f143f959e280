"""The options in words."""

from __future__ import annotations

from matchbox.scene import say
from matchbox.scene.options import Preset, Value, Variant

from ..options import FIRST_ANNOUNCER, PURSES, SCREENS
from .rules import MOST_ROUNDS

variants = {
    "first_announcer": FIRST_ANNOUNCER,
    "purses": PURSES,
    "chips_each": Variant(
        say("Chips"),
        say("How many chips everybody starts with."),
        {
            "ten": Value(say("Ten"), say("Six blue chips, three red chips and a green chip.")),
            "three": Value(say("Three"), say("A blue, a red and a green chip.")),
        },
    ),
    "most_rounds": Variant(
        say("Length"),
        say("If nobody has tiles worth six by then, the higher total of tiles wins."),
        {
            MOST_ROUNDS: Value(say("60 rounds"), say("Games are nearly always over long before.")),
            2: Value(say("Two rounds")),
            1: Value(say("One round")),
        },
    ),
}
presets = [
    SCREENS,
    Preset(say("Quick"), say("Two rounds with three chips."), {"chips_each": "three", "most_rounds": 2}),
]
