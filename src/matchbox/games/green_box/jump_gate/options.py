"""The options in words."""

from __future__ import annotations

from matchbox.scene import say
from matchbox.scene.options import Value, Variant

variants = {
    "corner_crates": Variant(
        say("Crates on corners"),
        say("On which corners of the track you have a crate."),
        {
            "except_home": Value(say("All but your own"), say("19 crates each.")),
            "none": Value(say("None"), say("16 crates each.")),
            "all": Value(say("All four"), say("20 crates each, also one where you start.")),
        },
    ),
}
