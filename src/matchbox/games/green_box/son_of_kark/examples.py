"""The pictures of the rules page."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from matchbox.engine import SPECTATOR, Game, States
from matchbox.scene.examples import Example, dealt

from ..components import SYMBOLS, TILES, TILES_OF_A_SYMBOL
from .rules import CITY, SIDE

DRAWN = (
    "Wheel", "Drop", "Arrow", "Wheel", "Arrow", "Circles",
    "Hammers", "Bricks", "Drop", "Bricks", "Circles", "Hammers",
)  # fmt: skip
PLACED = (  # column, row, side up, merchant
    (14, 12, "down", "centre"), (13, 13, "up", "none"), (14, 13, "up", "NW"), (15, 12, "up", "none"),
    (13, 14, "up", "centre"), (15, 13, "up", "none"), (16, 12, "up", "none"), (17, 12, "down", "centre"),
    (16, 13, "up", "none"), (11, 12, "up", "none"), (18, 12, "up", "centre"), (17, 13, "up", "NW"),
)  # fmt: skip


def printed(game: Game) -> States:
    """Four players who will draw the tiles of the printed example: the first tile is a Wheel, the second an Arrow."""
    state = game.new(4, 1)
    order = [SYMBOLS.index(symbol) + 1 for symbol in DRAWN]
    used = [*order, SYMBOLS.index("Wheel") + 1, SYMBOLS.index("Arrow") + 1]
    rest = [kind for kind in range(1, 7) for _ in range(TILES_OF_A_SYMBOL - used.count(kind))]
    removed = [rest.pop(), rest.pop()]
    stack = rest + order[:0:-1]
    second = SYMBOLS.index("Arrow") + 1
    cell = np.zeros(SIDE * SIDE, np.uint8)
    cell[SIDE * 12 + 12], cell[SIDE * 12 + 13] = CITY + 1, second
    state["first"][0], state["cell"][0], state["removed"][0] = SYMBOLS.index("Wheel") + 1, cell, removed
    state["starter"][0], state["acting"][0], state["left"][0] = 0, 1, len(stack)
    state["shown"][0] = [int(kind + 1 == second) for kind in range(6)]
    state["drawn"][0] = [order[0], 0, 0, 0]
    state["stack"][0] = stack + [0] * (TILES - len(stack))
    return state


def twelve_turns() -> Iterator[tuple[int, str]]:
    for turn, (column, row, face, merchant) in enumerate(PLACED):
        yield turn % 4, f"place y={row} x={column} face={face}"
        yield turn % 4, f"merchant {merchant}"


examples = {
    "start": Example(dealt(3, 2)),
    "twelve-turns": Example(
        printed,
        list(twelve_turns()),
        seat=SPECTATOR,
        names=("Red", "Green", "Blue", "Yellow"),
        areas=("table",),
        tells=(
            "Red opens the Arrow market.",
            "Yellow puts a merchant on a crossroad for influence: Drop +1, Hammers +2, city +1.",
        ),
    ),
}
