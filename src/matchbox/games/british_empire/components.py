"""The box's components: chips in four colours, seven number tiles, a bag."""

from __future__ import annotations

import numpy as np

from matchbox.engine import NOBODY, Base, Ints, empty_from, finish, finish_with, lift, put, rule, shuffle, wide

BOX = "Three Small Games in the British Empire +2"

BLUE, RED, GREEN, YELLOW = range(4)
COLOURS = ("blue", "red", "green", "yellow")
CHIPS = np.array([12, 6, 2, 1], np.uint8)
TILES = np.array([1, 1, 2, 2, 2, 3, 3], np.uint8)
NUMBERS = 4  # length of tile counts indexed by number; index 0 stays empty
TILES_OF = np.array([0, 2, 3, 2], np.uint8)
OPEN, SCREENED = range(2)  # purses: does the table show the chips that an opponent has left?


@rule
def count(pieces: Ints) -> int:
    """Number of chips or tiles, from their counts by colour or number."""
    total = wide(0)
    for n in pieces:
        total += wide(n)
    return total


@rule
def deal_chips(chips: Ints) -> None:
    """Give one seat half of the blue, red and green chips."""
    for colour in range(3):
        chips[colour] = CHIPS[colour] // 2


@rule
def shuffle_tiles(s: Base, deck: Ints, in_deck: Ints) -> None:
    """Shuffle all seven tiles face down; `in_deck` is the public count of them."""
    put(deck, TILES)
    put(in_deck, TILES_OF)
    shuffle(s, deck, 7)


@rule
def turn_up(deck: Ints, in_deck: Ints) -> int:
    """Remove the top tile from the deck and return its number."""
    tile = lift(deck, count(in_deck) - 1)
    in_deck[tile] -= 1
    return tile


@rule
def redeal_tiles(s: Base, deck: Ints, in_deck: Ints) -> None:
    """Reshuffle the tiles that are still in the deck."""
    n = 0
    for number in range(1, NUMBERS):
        for _ in range(in_deck[number]):
            deck[n] = number
            n += 1
    for i in range(n, 7):
        deck[i] = 0
    shuffle(s, deck, n)


@rule
def tiles_match(deck: Ints, in_deck: Ints) -> bool:
    """Does the deck hold exactly the tiles of the public count, with nothing above the top?"""
    for number in range(1, NUMBERS):
        found = 0
        for tile in deck:
            found += tile == number
        if found != in_deck[number]:
            return False
    return in_deck[0] == 0 and empty_from(deck, count(in_deck))


@rule
def sum_of(tiles: Ints) -> int:
    """Total of the tiles, from their counts by number."""
    return tiles[1] + 2 * tiles[2] + 3 * tiles[3]


@rule
def open_hand(held: Ints, shown: Ints) -> None:
    """Reveal the chips in a closed hand."""
    put(shown, held)
    for colour in range(len(held)):
        held[colour] = 0


@rule
def end_by_score(s: Base, last_claimer: int, higher: int, last_claim: int, no_claim: int) -> None:
    """The higher score wins, a tie goes to the last seat to claim a tile, and without any claim it is a draw.

    The last three arguments are the reasons for these three ends.
    """
    if s.score[0] != s.score[1]:
        finish(s, higher)
    elif last_claimer != NOBODY:
        finish_with(s, wide(last_claimer), last_claim)
    else:
        finish(s, no_claim)
