"""The pictures of the rules page."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from matchbox.engine import Game, States
from matchbox.scene.examples import Example, dealt

from ..components import CARDS_OF_A_SYMBOL, SYMBOLS, TILES
from .rules import EXIT, MOST_ON_A_TILE, backers

PLAYERS = ("Red", "Green", "Blue", "Yellow")
HANDS = ("Drop Circles Wheel", "Arrow Bricks Drop", "Bricks Wheel Circles", "Hammers Hammers Arrow")


def counted(cards: str) -> list[int]:
    return [cards.split().count(symbol) for symbol in SYMBOLS]


def running(
    seat: int, places: Sequence[Sequence[int]], hands: Sequence[str], played: str, **options: str
) -> Callable[[Game], States]:
    """A tunnel that repeats Drop to Wheel, with pirates on these tiles; this seat is on turn."""

    def start(game: Game) -> States:
        state = game.new(len(places), 1, **options)
        at, cards = np.zeros_like(state["at"][0]), np.zeros_like(state["cards"][0])
        for row, pirates in enumerate(places):
            at[row, : len(pirates)] = pirates
            cards[row] = counted(hands[row])
        crowd = [int((at == tile).sum()) if 0 < tile < EXIT else 0 for tile in range(EXIT + 1)]
        deck = CARDS_OF_A_SYMBOL - cards.sum(axis=0) - counted(played)
        state["tunnel"][0] = [0, *[tile % len(SYMBOLS) for tile in range(TILES)], 0]
        state["at"][0], state["crowd"][0] = at, crowd
        state["company"][0] = sum(1 << tile for tile, n in enumerate(crowd) if 0 < n < MOST_ON_A_TILE)
        state["cards"][0], state["held"][0] = cards, cards.sum(axis=1)
        state["deck"][0], state["in_deck"][0], state["discard"][0] = deck, deck.sum(), counted(played)
        state["score"][0] = (at == EXIT).sum(axis=1)
        state["acting"][0] = 1 << seat
        state["going_back"][0] = backers(state[0], seat)
        return state

    return start


examples = {
    "start": Example(dealt(4, 2)),
    "hammers": Example(
        running(3, [[0, 0, 0], [0, 0, 0], [2, 0, 0], [0, 0, 0]], HANDS, "Hammers"),
        [(3, "forward Hammers 0")],
        seat=3,
        names=PLAYERS,
        tells=("Yellow plays Hammers and sends a pirate from the entrance to tile 8.",),
    ),
    "back": Example(
        running(
            0,
            [[14, 9, 3, 0, 0, 0], [9, 5, 0, 0, 0, 0]],
            ("Wheel", "Drop Arrow"),
            "Hammers Circles Arrow Circles Arrow",
            mode="advanced",
        ),
        [(0, "back 0")],
        names=PLAYERS[:2],
        tells=("Red sends a pirate back from tile 14 to join 2 pirates on tile 9.", "Red draws 2 cards."),
    ),
}
