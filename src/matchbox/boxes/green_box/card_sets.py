"""Cards as sets: bit c stands for card c. Sets of the 54 cards fit a signed 64-bit integer."""

from __future__ import annotations

from matchbox.engine import Base, Ints, rule, shuffle, wide, write_set

from .components import CARDS

ALL_CARDS = (1 << CARDS) - 1


@rule
def shuffle_in(s: Base, deck: Ints, cards: int) -> int:
    """Shuffle a set of cards into an empty deck; how many they are."""
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
