"""What lies in the box: chips in four colours, seven number tiles, a bag."""

from __future__ import annotations

import numpy as np

from matchbox.engine import NOBODY, Base, Ints, finish, finish_with, lift, put, rule, shuffle, wide

BOX = "Three Small Games in the British Empire +2"

BLUE, RED, GREEN, YELLOW = range(4)
COLOURS = ("blue", "red", "green", "yellow")
CHIPS = np.array([12, 6, 2, 1], np.uint8)
TILES = np.array([1, 1, 2, 2, 2, 3, 3], np.uint8)
NUMBERS = 4  # room for tile counts by number; place 0 stays empty
TILES_OF = np.array([0, 2, 3, 2], np.uint8)


@rule
def count(things: Ints) -> int:
    """How many chips or tiles, given as counts by colour or number."""
    total = wide(0)
    for n in things:
        total += wide(n)
    return total


@rule
def deal_chips(chips: Ints) -> None:
    """Half of the blue, red and green chips for one seat."""
    for colour in range(3):
        chips[colour] = CHIPS[colour] // 2


@rule
def shuffle_tiles(s: Base, deck: Ints, in_deck: Ints) -> None:
    """A face-down deck of all seven tiles, and the public count of what is in it."""
    put(deck, TILES)
    put(in_deck, TILES_OF)
    shuffle(s, deck, 7)


@rule
def turn_up(deck: Ints, in_deck: Ints) -> int:
    """The number of the top tile, which leaves the deck."""
    tile = lift(deck, count(in_deck) - 1)
    in_deck[tile] -= 1
    return tile


@rule
def redeal_tiles(s: Base, deck: Ints, in_deck: Ints) -> None:
    """Deal the tiles still in the deck anew."""
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
    """Does the deck hold just the tiles that the public count says?"""
    counted = 0
    for number in range(1, NUMBERS):
        there = 0
        for tile in deck:
            there += tile == number
        if there != in_deck[number]:
            return False
        counted += there
    return counted <= 7


@rule
def sum_of(tiles: Ints) -> int:
    """The total of a set of tiles given as counts by number."""
    return tiles[1] + 2 * tiles[2] + 3 * tiles[3]


@rule
def open_hand(held: Ints, shown: Ints) -> None:
    """Show the chips that a hand was closed around."""
    put(shown, held)
    for colour in range(len(held)):
        held[colour] = 0


@rule
def end_by_score(s: Base, last_claimer: int, greater: int, last_claim: int, no_claim: int) -> None:
    """The greater score wins; equal ones go to the last to claim a tile, without one it is a draw.

    The last three arguments are the reasons for these ends.
    """
    if s.score[0] != s.score[1]:
        finish(s, greater)
    elif last_claimer != NOBODY:
        finish_with(s, wide(last_claimer), last_claim)
    else:
        finish(s, no_claim)
