"""The options in words."""

from __future__ import annotations

from matchbox.scene import say
from matchbox.scene.options import Value, Variant

variants = {
    "move_timing": Variant(
        say("Moving"),
        say("When you may move a soldier."),
        {
            "any": Value(say("Before or after your cards")),
            "first": Value(say("Before your first card only")),
        },
    ),
    "passing": Variant(
        say("Turns without a card"),
        say("May you end your turn without playing a card?"),
        {
            "while_deck": Value(
                say("While the deck lasts"),
                say("It is no pass. Once the deck is empty, you pass only if you can play no card."),
            ),
            "when_unable": Value(say("Only if you can play none"), say("It is a pass, even while the deck lasts.")),
            "free": Value(say("Whenever you like"), say("It is a pass. The game ends when all pass in a row.")),
        },
    ),
}
