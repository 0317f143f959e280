"""The options in words."""

from __future__ import annotations

from matchbox.scene import Text, say
from matchbox.scene.options import Preset, Value, Variant


def _length(steps: int, climbs: int) -> Text:
    return say("{steps} steps to the finish, {climbs} tiles to climb.", steps=steps, climbs=climbs)


variants = {
    "track": Variant(
        say("Track"),
        say("The shape of the way that you run."),
        {
            "alley": Value(say("Alley"), _length(14, 2)),
            "gallery": Value(say("Gallery"), _length(15, 4)),
            "bend": Value(say("Bend"), _length(11, 2)),
            "hairpin": Value(say("Hairpin"), _length(15, 2)),
            "zigzag": Value(say("Zigzag"), _length(12, 2)),
            "random": Value(say("Random"), say("A new track of any shape every game.")),
            "random_straight": Value(say("Random straight")),
            "random_bend": Value(say("Random bend")),
            "random_hairpin": Value(say("Random hairpin")),
            "random_zigzag": Value(say("Random zigzag")),
        },
    ),
    "arrows_cross_gaps": Variant(
        say("Lines of fire"),
        say("Do arrows fly over places without a tile?"),
        {"yes": Value(say("They fly over gaps")), "no": Value(say("They end at a gap"))},
    ),
    "reveal": Variant(
        say("Cards of a step"),
        say("How much of the cards everybody sees when a step begins."),
        {
            "number": Value(
                say("Only the numbers"), say("A card is shown when its owner acts, or when a Shield saves its owner.")
            ),
            "whole": Value(say("The whole cards"), say("All cards of the step are turned up together.")),
        },
    ),
}
presets = [Preset(say("Family"), say("All cards of a step are turned up together."), {"reveal": "whole"})]
