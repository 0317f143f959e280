"""The options in words."""

from __future__ import annotations

from matchbox.scene import say
from matchbox.scene.options import Preset, Value, Variant, numbers, seats

variants = {
    "mode": Variant(
        say("Game"),
        say("Which of the two games of the rulebook."),
        {
            "basic": Value(say("Basic"), say("One card a turn, and three pirates.")),
            "advanced": Value(say("Advanced"), say("Up to three actions a turn, and six pirates.")),
        },
    ),
    "pirates": Variant(
        say("Pirates"),
        say("How many pirates everybody has."),
        {
            "by_mode": Value(say("As the game says"), say("Three in the basic game, six in the advanced game.")),
            **numbers("{n} {n|pirate|pirates}", map(str, range(1, 7))),
        },
    ),
    "hand": Variant(
        say("Cards"),
        say("How many cards you are dealt. In the basic game you also fill up your hand to this number."),
        numbers("{n} {n|card|cards}", range(1, 7)),
    ),
    "rescue": Variant(
        say("Help for players without a move"),
        say("Does a player who passes three times in a row draw a card? Only in the advanced game."),
        {"third_pass": Value(say("After the third pass")), "never": Value(say("Never"))},
    ),
    "idle": Variant(
        say("Turns without an action"),
        say("May you end your turn before your first action? Only in the advanced game."),
        {
            "allowed": Value(say("Allowed"), say("You take up to three actions.")),
            "never": Value(say("Not allowed"), say("You take at least one action if you can.")),
        },
    ),
    "first": Variant(
        say("First player"),
        say("Who begins. The rulebook leaves it to chance, or lets the youngest player begin."),
        {"random": Value(say("Chance decides")), **seats(4)},
    ),
}
presets = [Preset(say("Advanced"), say("The rulebook's second game."), {"mode": "advanced"})]
