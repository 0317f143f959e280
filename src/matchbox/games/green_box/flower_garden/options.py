"""The options in words."""

from __future__ import annotations

from matchbox.scene import say
from matchbox.scene.options import Value, Variant, seats

variants = {
    "rows": Variant(
        say("New rows"),
        say("When you may start a new row in your garden."),
        {
            "any": Value(say("At any time")),
            "one_per_symbol": Value(say("One row for each symbol"), say("Only if you have no row of its symbol.")),
        },
    ),
    "first": Variant(
        say("First player"),
        say("Who begins. The rulebook leaves it to you."),
        {"random": Value(say("Chance decides")), **seats(5)},
    ),
}
