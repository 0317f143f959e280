"""The options in words."""

from __future__ import annotations

from matchbox.scene import say
from matchbox.scene.options import Variant, numbers

variants = {
    "cards": Variant(say("Cards"), say("How many cards are in each hand at the start."), numbers("{n} cards", (5, 3))),
}
