"""The pictures of the rules page."""

from __future__ import annotations

from matchbox.engine import Game, States
from matchbox.scene.examples import Example, dealt

from ..components import TILES
from .state import ACTION_CARD, UNITS

PLAYERS = ("Per", "Kari", "Nina", "Ola")
KARI, OLA = 1, 3
HELD = (  # units by tile
    {0: 2, 2: 2, 7: 1, 30: 1},
    {13: 1, 14: 1, 5: 2, 28: 2},
    {32: 2, 34: 2, 26: 1, 11: 1},
    {15: 2, 21: 1, 9: 1, 3: 1, 18: 1},
)
OPENING = 6  # cards of the opening hand


def kari_begins(game: Game) -> States:
    """Kari is on turn on the island, beside Ola, and everybody has the opening hand."""
    state = game.new(4, 1, map="island")
    for seat, tiles in enumerate(HELD):
        state["held"][0, seat] = sum(1 << tile for tile in tiles)
        state["reserve"][0, seat] = UNITS - sum(tiles.values())
        state["hand"][0, seat] = (1 << OPENING) - 1
    state["units"][0] = [sum(tiles.get(tile, 0) for tiles in HELD) for tile in range(TILES)]
    state["placed"][0], state["first"][0], state["turn"][0] = 6 * len(HELD), KARI, KARI
    state["acting"][0], state["phase"][0] = 1 << KARI, ACTION_CARD
    state["choices"][0] = int(state["hand"][0, KARI]) << TILES
    return state


TO_THE_ATTACK = [
    (KARI, move)
    for move in (
        "card c", "reinforce", "card b", "tile 13", "tile 14", "move", "card a", "tile 13", "tile 14", "attack",
        "tile 14", "tile 15",
    )
]  # fmt: skip
FIGHT = [(OLA, "card e"), (KARI, "card d"), (OLA, "tile 21"), (KARI, "advance 2")]

examples = {
    "start": Example(dealt(3, 2)),
    "attack": Example(
        kari_begins,
        TO_THE_ATTACK,
        seat=KARI,
        names=PLAYERS,
        tells=("Kari attacks Ola on the Wheel in the middle: 3 units against 2.",),
    ),
    "won": Example(
        kari_begins,
        [*TO_THE_ATTACK, *FIGHT],
        seat=KARI,
        names=PLAYERS,
        areas=("map",),
        tells=(
            "Kari wins the fight for the Wheel in the middle: 4 against 3.",
            "Ola flees with 1 unit from Wheel 15 to field 21 in the middle.",
            "Kari takes the Wheel in the middle with 2 units.",
        ),
    ),
}
