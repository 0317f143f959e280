"""The options in words."""

from __future__ import annotations

from matchbox.scene import say
from matchbox.scene.options import Value, Variant

from ..options import FIRST_HOLMES

variants = {
    "holmes": Variant(
        say("First Holmes"),
        say("Who plays Holmes first. The roles change during the game."),
        {**FIRST_HOLMES, "match": Value(say("The match decides"), say("Only within a Best of Three."))},
    )
}
