"""Cards as sets: bit c stands for card c. Sets of the 54 cards fit a signed 64-bit integer."""

from __future__ import annotations

from matchbox.engine import Base, Ints, below, lowest, popcount, rule, shuffle

from .components import CARDS

ALL_CARDS = (1 << CARDS) - 1


@rule
def shuffle_in(s: Base, deck: Ints, cards: int) -> int:
    """Shuffle a set of cards into an empty deck; how many they are."""
    n = 0
    while cards:
        deck[n] = lowest(cards)
        cards &= cards - 1
        n += 1
    shuffle(s, deck, n)
    return n


@rule
def nth_card(cards: int, n: int) -> int:
    """The card at this place of a set in ascending order."""
    for _ in range(n):
        cards &= cards - 1
    return lowest(cards)


@rule
def some_card(s: Base, cards: int) -> int:
    """A card of a set, each as likely as any other."""
    return nth_card(cards, below(s, popcount(cards)))
