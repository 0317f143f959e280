"""The options in words."""

from __future__ import annotations

from matchbox.scene import say
from matchbox.scene.options import Preset, Value, Variant

variants = {
    "wild": Variant(
        say("Wild symbol"),
        say("Cards with the wild symbol count for every symbol."),
        {
            "first": Value(say("The first of the track"), say("It is the same all game.")),
            "chosen": Value(
                say("The first bidder chooses"),
                say("Each round, the first bidder looks at their cards and moves a tile to the front."),
            ),
        },
    ),
    "lives": Variant(
        say("Lives"),
        say("How many lives everybody has with eight or more players."),
        {
            "five": Value(say("Five"), say("Hands are no larger than the deck allows.")),
            "cap": Value(say("One for each card of the largest hand"), say("A quicker game.")),
        },
    ),
    "track": Variant(
        say("End of the track"),
        say("Which of two symbols comes last, and so is the highest."),
        {"arrow_wheel": Value(say("Wheels")), "wheel_arrow": Value(say("Arrows"))},
    ),
}
presets = [Preset(say("Advanced"), say("The first bidder chooses the wild symbol."), {"wild": "chosen"})]
