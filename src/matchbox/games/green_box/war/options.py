"""The options in words."""

from __future__ import annotations

from matchbox.scene import say
from matchbox.scene.options import Preset, Value, Variant

variants = {
    "map": Variant(
        say("Map"),
        say("The shape of the world."),
        {
            "continents": Value(say("Continents"), say("A fixed map with narrow passages.")),
            "island": Value(say("Island"), say("A fixed map in one piece.")),
            "random_continents": Value(say("Random continents"), say("A new map with narrow passages every game.")),
            "random_island": Value(say("Random island"), say("A new map in one piece every game.")),
        },
    ),
    "symbols": Variant(
        say("Symbols on random maps"),
        say("Where the tiles with the same symbol are."),
        {
            "spread": Value(say("Apart"), say("No two of them touch.")),
            "grouped": Value(say("Side by side"), say("They touch each other.")),
            "any": Value(say("Anywhere")),
        },
    ),
    "leave_one_in_attack": Variant(
        say("Advancing after an attack"),
        say("How many units may advance into the tile that they have won."),
        {
            "yes": Value(say("All but one"), say("One unit stays behind.")),
            "no": Value(say("All of them"), say("The tile they come from may be left empty.")),
        },
    ),
    "flight": Variant(
        say("Fleeing to an empty tile"),
        say("What beaten units do if no tile beside them belongs to their owner."),
        {
            "choice": Value(say("The defender chooses"), say("They flee to an empty tile, or they stay.")),
            "forced": Value(say("They must flee"), say("They stay only if no tile beside them is empty.")),
        },
    ),
}
presets = [
    Preset(say("Family"), say("On the island, and beaten units always flee."), {"map": "island", "flight": "forced"})
]
