"""The options in words."""

from __future__ import annotations

from matchbox.scene import say
from matchbox.scene.options import Preset, Value, Variant, on_off, seats

variants = {
    "board": Variant(
        say("Board"),
        say("Size and shape of the board."),
        {
            "6": Value(say("6 × 6"), say("A quick game.")),
            "8": Value(say("8 × 8")),
            "10": Value(say("10 × 10"), say("The rulebook's board.")),
            "12": Value(say("12 × 12")),
            "triangle": Value(say("Triangle"), say("For three players.")),
        },
    ),
    "camp": Variant(
        say("Camps"),
        say("The side of a camp: more rows have more pieces."),
        {
            "by_board": Value(say("To fit the board")),
            "2": Value(say("2 rows")),
            "3": Value(say("3 rows")),
            "4": Value(say("4 rows")),
            "5": Value(say("5 rows")),
        },
    ),
    "squatters": Variant(
        say("Opponents in your goal"),
        say("Do pieces of others that stay in your goal count as filling it?"),
        {
            "late": Value(say("Late in the game"), say("So nobody can hold a piece back for ever.")),
            "always": Value(say("Always")),
            "never": Value(say("Never")),
        },
    ),
    "goal_lock": Variant(
        say("Leaving the goal"),
        say("May a piece that has reached its goal leave it?"),
        on_off(say("A piece that starts its turn in its goal stays there."), say("It may leave.")),
    ),
    "first": Variant(
        say("First player"),
        say("Who begins. The rulebook leaves it to chance, or lets the youngest player begin."),
        {"random": Value(say("Chance decides")), **seats(4)},
    ),
}
presets = [Preset(say("Family"), say("A quick game on a small board."), {"board": "6"})]
