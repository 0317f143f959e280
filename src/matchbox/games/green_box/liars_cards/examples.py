"""The pictures of the rules page."""

from __future__ import annotations

from collections.abc import Callable

from matchbox.engine import Game, States
from matchbox.scene.examples import Example, dealt

from ..components import CARDS, card_called
from .rules import FEWEST_FOR_SYMBOLS, HAND

PLAYERS = ("Kari", "Ola", "Per")
FOUR_DROPS = (
    ("red-Drop-1", "blue-Drop-3", "red-Hammers-2"),
    ("white-Drop-5", "red-Bricks-2", "black-Wheel-5"),
    ("green-Drop-2", "red-Circles-3"),
)
THREE_CARDS = (("red-Hammers-2", "black-Wheel-5"), ("red-Circles-3",), ())


def holding(*names: tuple[str, ...]) -> Callable[[Game], States]:
    """A round in which the first player starts and everybody holds these cards, one for each life."""

    def start(game: Game) -> States:
        state = game.new(len(names), 1)
        hands = [[card_called(name) for name in hand] for hand in names]
        cards = [card for hand in hands for card in hand]
        rest = [card for card in range(CARDS) if card not in cards]
        for seat, hand in enumerate(hands):
            state["hand"][0, seat] = hand + [0] * (HAND - len(hand))
            state["cubes"][0, seat] = state["cards"][0, seat] = len(hand)
        state["deck"][0] = rest + [0] * len(cards)
        state["dealt"], state["starter"], state["acting"] = len(cards), 0, 1
        state["wild_on"] = len(cards) >= FEWEST_FOR_SYMBOLS
        return state

    return start


BIDS = [(0, "bid 2 Bricks"), (1, "bid 3 Bricks"), (2, "bid 3 Arrow")]

examples = {
    "start": Example(dealt(4, 3)),
    "three-arrows": Example(
        holding(*FOUR_DROPS),
        BIDS,
        names=PLAYERS,
        tells=("Kari opens with 2 Bricks.", "Ola bids 3 Bricks.", "Per bids 3 Arrows."),
    ),
    "next-round": Example(
        holding(*FOUR_DROPS),
        [*BIDS, (0, "liar")],
        seat=2,
        names=PLAYERS,
        tells=(
            "Kari calls Per a liar and is right. The bid was 3 Arrows, but the hands hold none, "
            "and wild cards alone do not count.",
            "Per loses a life and has 1 left.",
        ),
    ),
    "sum": Example(
        holding(*THREE_CARDS), [(0, "total 9")], seat=1, names=PLAYERS, tells=("Kari opens with a sum of 9.",)
    ),
}
