"""War 2.0: tiles by what they are and where on the map, so that a player finds them."""

from __future__ import annotations

from functools import lru_cache

from matchbox.scene import Text, say

from ..components import SYMBOLS
from ..maps import SIDE
from .map import BROWN, FIRST_SYMBOL
from .state import State

PARTS = (
    (say("the north-west"), say("the north"), say("the north-east")),
    (say("the west"), say("the middle"), say("the east")),
    (say("the south-west"), say("the south"), say("the south-east")),
)
"""Thirds of the map, by row and column."""


def tile_name(s: State, number: int) -> Text:
    """A tile by its symbol and its part of the map, with its printed number if that part has others of the kind."""
    parts = _parts(tuple(place_of(s, n) for n in range(int(s.tiles).bit_count())))
    row, column = parts[number]
    where, code = PARTS[row][column], int(s.symbol[number])
    if sum(part == (row, column) and int(s.symbol[n]) == code for n, part in enumerate(parts)) > 1:
        return say("{tile} in {part}", tile=short_name(s, number), part=where)
    if code == BROWN:
        return say("the field in {part}", part=where)
    return say("the {symbol} in {part}", symbol=SYMBOLS[code - FIRST_SYMBOL], part=where)


def short_name(s: State, number: int) -> Text:
    """A tile by its symbol and its number, where the sentence names a place beside it."""
    code = int(s.symbol[number])
    if code == BROWN:
        return say("field {n}", n=number)
    return say("{symbol} {n}", symbol=SYMBOLS[code - FIRST_SYMBOL], n=number)


def place_of(s: State, number: int) -> tuple[int, int]:
    """Column and row of a tile, columns in halves of a tile."""
    row, place = divmod(int(s.spot[number]), SIDE)
    return 2 * place + row % 2, row


@lru_cache(maxsize=8)
def _parts(places: tuple[tuple[int, int], ...]) -> list[tuple[int, int]]:
    """The third of the map's rows and the third of its columns that every tile is in."""
    columns, rows = zip(*places, strict=True)
    (left, right), (top, bottom) = ((min(axis), max(axis)) for axis in (columns, rows))
    return [(3 * (y - top) // (bottom - top + 1), 3 * (x - left) // (right - left + 1)) for x, y in places]
