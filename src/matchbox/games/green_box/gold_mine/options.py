"""The options in words."""

from __future__ import annotations

from matchbox.scene import say
from matchbox.scene.options import Preset, Value, Variant

variants = {
    "reshuffle": Variant(
        say("Deck"),
        say("Are all cards in the deck in every round?"),
        {
            "never": Value(say("One deck for all rounds"), say("Cards that you have seen do not come back.")),
            "each_round": Value(say("A full deck every round"), say("All 54 cards are shuffled before each round.")),
        },
    ),
    "ballot": Variant(
        say("Choosing"),
        say("How you show whether you go on. The rules are the same."),
        {"thumbs": Value(say("Thumbs")), "tiles": Value(say("Tiles"), say("Green means on, brown means out."))},
    ),
    "mine": Variant(
        say("Mine"),
        say("How many caverns and cards there are."),
        {
            "full": Value(say("Four caverns, all cards")),
            "small": Value(say("A cavern with six cards"), say("Drops 1, 3 and 5, and Hammers 2, 4 and 6.")),
        },
    ),
}
presets = [Preset(say("Quick"), say("A single cavern with six cards."), {"mine": "small"})]
