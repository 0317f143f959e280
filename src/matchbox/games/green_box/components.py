"""The contents of the Green Box: 54 cards, 36 tiles, 80 cubes, two dice.

A card is a number from 0 to 53: 9 x colour + slot. The printed layout of the deck is not
available. This deck is built by rule and has every property that the rulebook mentions
(components.md, C1 to C7).
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from matchbox.engine import Base, Ints, rule, shuffle

BOX = "Green Box of Games"
DESIGNERS = "Jørgen Brunborg-Næss"

COLOURS = ("red", "green", "blue", "yellow", "white", "black")
RED, GREEN, BLUE, YELLOW, WHITE, BLACK = range(6)
CUBE_COLOURS = COLOURS[:4]
COLOURED = len(CUBE_COLOURS)  # colours below this number have cubes
CUBES_OF_A_COLOUR = 20

SYMBOLS = ("Drop", "Hammers", "Circles", "Bricks", "Arrow", "Wheel")
DROP, HAMMERS, CIRCLES, BRICKS, ARROW, WHEEL = range(6)
TILES_OF_A_SYMBOL = 6
TILES = 36

BACKGROUNDS = ("pink", "green", "brown")
CARDS = 54
SLOTS = 9  # cards of a colour
CARDS_OF_A_SYMBOL = 9

# The deck: slot j of a colour with base b shows the symbol CYCLE[b + SHIFTS[j]].
CYCLE = (ARROW, HAMMERS, DROP, BRICKS, CIRCLES, WHEEL)
BASES = (2, 3, 0, 5, 4, 1)  # by colour
SHIFTS = (0, 1, 2, 3, 4, 5, 3, 4, 5)  # by slot
NUMBERS = (1, 2, 3, 1, 1, 2, 4, 5, 6)  # by slot


def _table(values: list[int]) -> npt.NDArray[np.int64]:
    table = np.array(values, np.int64)
    table.setflags(write=False)
    return table


COLOUR = _table([card // SLOTS for card in range(CARDS)])
SYMBOL = _table([CYCLE[(BASES[card // SLOTS] + SHIFTS[card % SLOTS]) % 6] for card in range(CARDS)])
NUMBER = _table([NUMBERS[card % SLOTS] for card in range(CARDS)])
BACKGROUND = _table([card % SLOTS // 3 for card in range(CARDS)])


def card_name(card: int) -> str:
    """The readable name of a card, such as red-Drop-1."""
    return f"{COLOURS[COLOUR[card]]}-{SYMBOLS[SYMBOL[card]]}-{NUMBER[card]}"


def card_called(name: str) -> int:
    """The card with this name."""
    return [card_name(card) for card in range(CARDS)].index(name)


@rule
def shuffle_cards(s: Base, deck: Ints) -> None:
    """All 54 cards in random order; the last entry is the top."""
    for card in range(CARDS):
        deck[card] = card
    shuffle(s, deck, CARDS)
