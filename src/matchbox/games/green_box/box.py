"""What is in the box, as pictures."""

from __future__ import annotations

from matchbox.scene import Area, Piece, Scene, say

from .components import CARDS, CUBE_COLOURS, CUBES_OF_A_COLOUR, SLOTS, SYMBOLS, TILES_OF_A_SYMBOL
from .pieces import card, cubes, tile

pictures = {
    "deck": Scene(
        "",
        [
            Area(
                say("The deck"),
                [card(number, at=(number % SLOTS, number // SLOTS)) for number in range(CARDS)],
                "grid",
                key="deck",
            )
        ],
    ),
    "parts": Scene(
        "",
        [
            Area(say("Tiles"), [tile(symbol, count=TILES_OF_A_SYMBOL) for symbol in range(len(SYMBOLS))], key="tiles"),
            Area(
                say("Cubes"),
                [cubes(colour, CUBES_OF_A_COLOUR) for colour in range(len(CUBE_COLOURS))],
                "counters",
                key="cubes",
            ),
            Area(say("Dice"), [Piece("die", str(number), number=number) for number in (3, 6)], key="dice"),
        ],
    ),
}
