"""The pictures of the rules page."""

from __future__ import annotations

from collections.abc import Callable

from matchbox.engine import Game, States
from matchbox.scene.examples import Example, dealt

from ..components import CARDS, NUMBER, card_called

PLAYERS = ("Anna", "Bente", "Christian")
CAVERN = ("red-Arrow-5", "white-Drop-5", "yellow-Arrow-2", "red-Drop-1", "black-Wheel-5")
EVERYBODY_CONTINUES = [(seat, "continue") for seat in range(3)]
TWO_RUN = [(0, "run"), (1, "continue"), (2, "run")]


def turning_up(*names: str) -> Callable[[Game], States]:
    """A game for three that turns up these cards first."""

    def start(game: Game) -> States:
        state = game.new(3, 1)
        cards = [card_called(name) for name in names]
        rest = [card for card in range(CARDS) if card not in cards]
        state["deck"][0] = [*rest, *reversed(cards[1:]), 0]
        state["table"][0, 0, 0] = cards[0]
        share, remainder = divmod(int(NUMBER[cards[0]]), 3)
        state["carried"][0, :3], state["left"][0] = share, remainder
        return state

    return start


examples = {
    "start": Example(dealt(4, 3)),
    "two-run": Example(turning_up(*CAVERN), EVERYBODY_CONTINUES * 3, seat=1, names=PLAYERS),
    "alone": Example(
        turning_up(*CAVERN),
        EVERYBODY_CONTINUES * 3 + TWO_RUN,
        seat=1,
        names=PLAYERS,
        tells=("Anna and Christian run and bank 5 gold each.", "Wheel 5 comes up, all for Bente: 5 gold."),
    ),
}
