"""The parts of Temple of Doom: the temple in its two layouts, the cubes, and the three decks.

Tiles are numbered row by row from the Starting Row. Sets of places are bits: 0 to 35 for tiles,
36 for Outside. Sets of cards have a bit for each card of the box.
"""

from __future__ import annotations

import numpy as np

from matchbox.engine import Ints, empty_from, lift, popcount, rule, wide

from ..card_sets import first_cards, set_of
from ..components import BACKGROUND, BLACK, CARDS, COLOUR, TILES, WHITE

# --- layouts: standard, and easy with the last two tiles in row 6 ---

ROWS = ((6, 5, 4, 5, 4, 3, 4, 3, 2), (6, 5, 4, 5, 4, 5, 4, 3))
OUTSIDE, FRONT, KILLED = 36, 37, 38  # places of a cube other than tiles
EXIT = 1 << OUTSIDE
CUBES = 8  # two of each colour: cube // 2
ALL_TILES = (1 << TILES) - 1
STARTING_ROW = (1 << 6) - 1


def spots(layout: int) -> list[tuple[int, int]]:
    """Row and x of every tile; neighbours in a row are 2 apart, those in the next row are shifted by 1."""
    return [(row, 2 * i - (n - 1)) for row, n in enumerate(ROWS[layout]) for i in range(n)]


def _ways(layout: int) -> list[int]:
    """The places one step away from every place: adjacent tiles, and Outside from the final row."""
    tiles, last = spots(layout), len(ROWS[layout]) - 1
    ways = [EXIT if row == last else 0 for row, _ in tiles] + [0] * 3
    ways[FRONT] = STARTING_ROW  # R4
    for a, (row, x) in enumerate(tiles):
        for b, (other, y) in enumerate(tiles):
            if (abs(row - other), abs(x - y)) in ((0, 2), (1, 1)):
                ways[a] |= 1 << b
    return ways


def _row_of(layout: int) -> list[int]:
    """All tiles in the row of each tile."""
    rows = [row for row, _ in spots(layout)]
    return [sum(1 << other for other in range(TILES) if rows[other] == row) for row in rows]


WAYS = np.array([_ways(layout) for layout in range(2)], np.int64)
ROW_OF = np.array([_row_of(layout) for layout in range(2)], np.int64)


@rule
def matched(at: Ints, tiles: int, colour: int) -> bool:
    """Is a cube of this colour (white: any cube) on one of these tiles?"""
    for cube in range(CUBES):
        if (colour == WHITE or colour == cube // 2) and tiles >> wide(at[cube]) & 1:
            return True
    return False


@rule
def kill_fallen(at: Ints, tiles: int) -> None:
    """Kill the cubes whose tile is not among these."""
    for cube in range(CUBES):
        if at[cube] < TILES and not tiles >> wide(at[cube]) & 1:
            at[cube] = KILLED


@rule
def in_play(at: Ints) -> bool:
    """Is a cube left in the Front or in the temple?"""
    for cube in range(CUBES):
        if at[cube] != OUTSIDE and at[cube] != KILLED:
            return True
    return False


@rule
def is_consistent(symbols: Ints, tiles: Ints, up: int, flipped: int, at: Ints) -> bool:
    """Does each symbol have six tiles, one of them in the Starting Row, and is no cube on a missing tile?"""
    for symbol in range(6):
        if popcount(tiles[symbol]) != 6 or popcount(tiles[symbol] & STARTING_ROW) != 1:
            return False
    for tile in range(TILES):
        if not tiles[symbols[tile]] >> tile & 1:
            return False
    for cube in range(CUBES):
        if at[cube] > KILLED or (at[cube] < TILES and not (up | flipped) >> wide(at[cube]) & 1):
            return False
    return up & flipped == 0 and (up | flipped) & ~ALL_TILES == 0


# --- decks: split by background, except that black Relics and white Temple cards swap decks ---

RELIC, TEMPLE, MOVEMENT = wide(0), wide(1), wide(2)
DECK = 18  # cards in each deck
DECK_OF = [
    MOVEMENT if BACKGROUND[card] == 1
    else RELIC if COLOUR[card] == WHITE
    else TEMPLE if COLOUR[card] == BLACK or BACKGROUND[card] == 0
    else RELIC
    for card in range(CARDS)
]  # fmt: skip
DECKS = np.array([set_of(card for card in range(CARDS) if DECK_OF[card] == deck) for deck in range(3)], np.int64)


@rule
def draw(decks: Ints, left: Ints, deck: int) -> int:
    """Take the top card of a deck."""
    left[deck] -= 1
    return lift(decks[deck], left[deck])


@rule
def cards_in(places: Ints) -> int:
    """The Relics on display or the Movement cards of a hand, as a set; 0 means no card."""
    cards = 0
    for i in range(len(places)):
        if places[i] > 0:
            cards |= 1 << wide(places[i])
    return cards


@rule
def is_complete(deck: int, decks: Ints, left: Ints, elsewhere: int, count: int) -> bool:
    """Is every card of a deck either in it or once among the `count` cards elsewhere?"""
    cards = first_cards(decks[deck], wide(left[deck])) | elsewhere
    if not empty_from(decks[deck], wide(left[deck])):
        return False
    return cards == DECKS[deck] and popcount(elsewhere) == count and count + left[deck] == DECK


@rule
def cards_a_round(seats: int) -> int:
    """Movement cards dealt each round."""
    return 9 if seats == 1 else 12


@rule
def receiver(number: int, seats: int, leader: int, rounds: int) -> int:
    """The seat that gets this Movement card (from 0) in this round (from 1), clockwise from the leader."""
    ahead = wide(number)
    if seats == 5 and number >= 10:  # R20: the two third cards start a seat further from the leader each round
        ahead = (wide(rounds) - 1) % 5
        if ahead == 4:
            ahead = 0 if number == 10 else 4
        elif number == 11:
            ahead += 1
    return (wide(leader) + ahead) % wide(seats)
