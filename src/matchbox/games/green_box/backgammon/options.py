"""The options in words."""

from __future__ import annotations

from matchbox.scene import say
from matchbox.scene.options import Preset, Value, Variant, numbers, on_off

variants = {
    "gammons": Variant(
        say("Gammons"),
        say("Does a high win score more than one point?"),
        on_off(
            say("Two points if the loser has borne off nothing, three if a piece is also on the bar or in your home."),
            say("Every win scores one point."),
        ),
    ),
    "cube": Variant(
        say("Doubling cube"),
        say("May players double the stake before they roll?"),
        on_off(say("Your opponent takes the double and owns the cube, or drops and loses the old stake.")),
    ),
    "match": Variant(
        say("Match length"),
        say("The first player with this many points wins. Every game begins with a new opening roll."),
        numbers("{n} {n|point|points}", range(1, 26, 2)),
    ),
    "crawford": Variant(
        say("Crawford rule"),
        say("May players double in the first game after somebody has come within one point of winning the match?"),
        {"off": Value(say("They may")), "on": Value(say("They may not"), say("The usual rule of matches."))},
    ),
}
presets = [
    Preset(
        say("Tournament"),
        say("A match to five points with doubling cube and gammons."),
        {"gammons": "on", "cube": "on", "match": 5},
    ),
]
