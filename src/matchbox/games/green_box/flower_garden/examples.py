"""The pictures of the rules page."""

from __future__ import annotations

from matchbox.engine import Game, States
from matchbox.scene.examples import Example, dealt

from ..card_sets import set_of
from ..components import CARDS, card_called

PLAYERS = ("Kari", "Ola")
KARI = ("green-Wheel-3", "yellow-Wheel-1", "yellow-Arrow-2", "red-Drop-1", "red-Hammers-2", "red-Wheel-4")
OLA = ("black-Wheel-1", "red-Bricks-2", "red-Circles-3", "blue-Arrow-1", "blue-Hammers-2", "blue-Drop-3")


def kari_begins(game: Game) -> States:
    """Kari has two Wheels for a row, and Ola a third."""
    state = game.new(2, 1)
    hands = [[card_called(name) for name in hand] for hand in (KARI, OLA)]
    pile = [card for card in range(CARDS) if card not in (*hands[0], *hands[1])]
    state["deck"][0], state["acting"][0] = pile + [0] * (CARDS - len(pile)), 1
    state["hand"][0, :2] = [set_of(hand) for hand in hands]
    return state


ROW = [(0, "shop"), (0, "card green-Wheel-3"), (0, "card yellow-Wheel-1")]
THIRD = [(1, "shop"), (1, "card black-Wheel-1"), (1, "row slot=0"), (1, "colour red")]

examples = {
    "start": Example(dealt(3, 5)),
    "row": Example(kari_begins, ROW, seat=1, names=PLAYERS, tells=("Kari takes 2 yellow flowers.",)),
    "bed": Example(
        kari_begins,
        [*ROW, *THIRD, (0, "garden")],
        names=PLAYERS,
        tells=("Kari plants 2 yellow flowers on yellow Arrow 2 and has 2 points.",),
    ),
}
