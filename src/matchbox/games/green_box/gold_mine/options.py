"""The options in words."""

from __future__ import annotations

from matchbox.scene import say
from matchbox.scene.options import Value, Variant

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
}
