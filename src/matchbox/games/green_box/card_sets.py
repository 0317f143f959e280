"""Sets of cards as bits: bit c is card c. All 54 cards fit in a signed 64-bit integer."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from matchbox.engine import Base, Ints, rule, shuffle, wide, write_set

from .components import CARDS, COLOUR, COLOURS, NUMBER, SYMBOL, SYMBOLS


def set_of(chosen: Iterable[int]) -> int:
    """These cards as a set. Only for constant tables; compiled rules build sets bit by bit."""
    return sum(1 << card for card in chosen)


ALL_CARDS = set_of(range(CARDS))
OF_COLOUR = np.array([set_of(np.flatnonzero(c == COLOUR).tolist()) for c in range(len(COLOURS))], np.int64)
OF_SYMBOL = np.array([set_of(np.flatnonzero(c == SYMBOL).tolist()) for c in range(len(SYMBOLS))], np.int64)
OF_NUMBER = np.array([set_of(np.flatnonzero(n == NUMBER).tolist()) for n in range(7)], np.int64)
UP_TO = np.array([set_of(np.flatnonzero(n >= NUMBER).tolist()) for n in range(7)], np.int64)  # by highest number


@rule
def shuffle_in(s: Base, deck: Ints, cards: int) -> int:
    """Shuffle a set of cards into an empty deck; return its size."""
    n = write_set(deck, 0, 0, cards)
    shuffle(s, deck, n)
    return n


@rule
def first_cards(deck: Ints, n: int) -> int:
    """The first n cards of a deck, hand or display, as a set."""
    cards = wide(0)
    for place in range(n):
        cards |= 1 << wide(deck[place])
    return cards
