"""A cheap score of moves for the endgame solver, near the end, where the opponent's mobility counts most."""

from __future__ import annotations

from matchbox.engine import bits, popcount, rule

from .rules import BOARD8, NONE, ONE
from .solver_bitboard import legal_squares

EIGHT = bits(8)
CORNERS6, CORNERS8 = bits(1 << 9 | 1 << 14 | 1 << 49 | 1 << 54), bits(1 | 1 << 7 | 1 << 56 | 1 << 63)


@rule
def around(squares: int) -> int:
    """The squares and all their neighbours. Rows of the full board wrap around: good enough to order moves."""
    squares |= (squares << ONE) | (squares >> ONE)
    return squares | (squares << EIGHT) | (squares >> EIGHT)


@rule
def fast_move_score(own: int, other: int, area: int, placed: int) -> int:
    """The score of the move that led here, for the player who made it (`other`); `placed` is its square."""
    corners = CORNERS8 if area == BOARD8 else CORNERS6
    empty = area & ~(own | other)
    replies = legal_squares(own, other, empty)
    value = -16 * popcount(replies) - 24 * popcount(replies & corners) - 4 * popcount(around(other) & empty)
    return value + 24 if placed & corners != NONE else value
