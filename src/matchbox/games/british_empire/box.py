"""What is in the box, as pictures."""

from __future__ import annotations

from matchbox.scene import Area, Scene, say, tiles

from .components import CHIPS, TILES_OF
from .pieces import stacks

pictures = {
    "parts": Scene(
        "",
        [Area(say("Tiles"), tiles(TILES_OF), key="tiles"), Area(say("Chips"), stacks(CHIPS), "counters", key="chips")],
    )
}
