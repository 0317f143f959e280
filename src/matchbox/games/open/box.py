"""What is in the box, as pictures."""

from __future__ import annotations

from msgspec.structs import replace

from matchbox.scene import Area, Scene, say

from .components import COPIES, KINDS, RANKS
from .open.scene import card_of

_CARDS = [(kind, copy) for kind in range(KINDS) for copy in range(COPIES[kind])]

pictures = {
    "deck": Scene(
        "",
        [
            Area(
                say("The deck"),
                [replace(card_of(kind), at=(kind % RANKS, kind // RANKS + copy)) for kind, copy in _CARDS],
                "grid",
                key="deck",
            )
        ],
    )
}
