"""The options in words."""

from __future__ import annotations

from matchbox.scene import say
from matchbox.scene.options import Value, Variant

variants = {
    "merchants": Variant(
        say("Merchants"),
        say("How many merchants everybody has."),
        {
            "by_players": Value(say("By the number of players"), say("Nine, seven or five each.")),
            "seven": Value(say("Seven each")),
        },
    ),
}
