"""The options in words."""

from __future__ import annotations

from matchbox.scene import say
from matchbox.scene.options import Preset, Value, Variant

variants = {
    "layout": Variant(
        say("Temple"),
        say("How long the way through the temple is."),
        {
            "standard": Value(say("Nine rows"), say("The rulebook's temple.")),
            "easy": Value(say("Eight rows"), say("The two tiles of the last row join row 6.")),
        },
    ),
    "unmatched": Variant(
        say("Temple cards that have struck"),
        say("What happens to a Temple card after it has struck, and how many new ones join it."),
        {
            "stay": Value(
                say("They stay, and six join them"),
                say("Hard: a Temple card strikes again every round until you match it."),
            ),
            "discard": Value(
                say("They are discarded"), say("Gentle: a Temple card strikes once; six new ones follow.")
            ),
            "fill": Value(
                say("They stay, filled up to six"),
                say("Middle: they strike again until you match them, but never more than six are face up."),
            ),
        },
    ),
    "may_waste": Variant(
        say("Points of a card"),
        say("Must you use every point of a card?"),
        {"no": Value(say("Use every point")), "yes": Value(say("You may skip points"))},
    ),
    "open_hands": Variant(
        say("Hands"),
        say("Who sees the cards in your hand."),
        {"no": Value(say("Only you")), "yes": Value(say("Everybody"))},
    ),
    "talk": Variant(
        say("Talk"),
        say("May players tell each other which cards they have?"),
        {
            "on": Value(
                say("Yes"),
                say(
                    "In your turn, tell the others about cards of yours, and say once what you can do with one of them."
                ),
            ),
            "off": Value(say("No"), say("Everybody plays in silence.")),
        },
    ),
}
presets = [
    Preset(say("Middle"), say("Never more than six Temple cards."), {"unmatched": "fill"}),
    Preset(
        say("Family"),
        say("The shorter temple with open hands."),
        {"layout": "easy", "open_hands": "yes"},
    ),
]
