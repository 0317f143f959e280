"""Othellino: Reversi on a 6 x 6 board of tiles, or on the full 8 x 8 board.

Green Box of Games, by Jørgen Brunborg-Næss. Place a piece that encloses a line of opposing
pieces and flip them. When neither player can move, the player with more pieces wins.
page.md lists the rulings (R1, R2, ...).

Pieces are bitboards: square (row, column) of the full board is bit 8 * row + column. The
6 x 6 board is in the middle, so its lines never wrap around an edge.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from matchbox.engine import (
    SEATS,
    Actions,
    Base,
    Ints,
    Reasons,
    below,
    bits,
    finish,
    grid,
    i1,
    is_acting,
    lowest,
    option,
    popcount,
    public,
    record,
    rule,
    turn_to,
    u1,
    u8,
    wide,
)

DIAGONAL, MIRRORED, FREE = range(3)  # opening
PLACE, CENTRE = range(2)  # phase

NONE, ONE = bits(0), bits(1)
ROW, RISE, FALL, COLUMN = bits(1), bits(7), bits(9), bits(8)  # shift from a square to the next on each line
INNER_COLUMNS = bits(0x7E7E7E7E7E7E7E7E)  # a row or diagonal line cannot pass through the edge columns
BOARD8 = bits(0xFFFFFFFFFFFFFFFF)
BOARD6 = bits(0x007E7E7E7E7E7E00)
FOUR = bits(1 << 27 | 1 << 28 | 1 << 35 | 1 << 36)  # the centre squares of either board
X_START = bits(1 << 28 | 1 << 35)
O_START = bits(1 << 27 | 1 << 36)


@record(seats=2)
class State(Base):
    phase = public(u1, high=CENTRE)
    pieces = public(u8[SEATS], free=True)
    moves = public(u8)  # legal squares of the player on turn
    first = public(u1, high=SEATS - 1, free=True)  # the seat that is X
    last = public(i1, low=-1, high=63, free=True)  # bit of the last placed piece, -1 before the first
    board = option(6, 8)
    opening = option("diagonal", "mirrored", "free")


actions = Actions()
SQUARE6 = actions.block("place", when={"board": 6}, square=grid(6, 6))
PASS6 = actions.single("pass", when={"board": 6})
SQUARE8 = actions.block("place", when={"board": 8}, square=grid(8, 8))
PASS8 = actions.single("pass", when={"board": 8})

reasons = Reasons()
PIECES = reasons("neither player can move: the player with more pieces wins")


@rule
def setup(s: State) -> None:
    s.first = below(s, 2)  # R9
    s.last = -1
    x, o = wide(s.first), 1 - wide(s.first)
    if s.opening == FREE:
        s.phase = CENTRE
        s.moves = FOUR
    else:
        s.pieces[x] = O_START if s.opening == MIRRORED else X_START
        s.pieces[o] = X_START if s.opening == MIRRORED else O_START
        s.moves = moves_of(s.pieces[x], s.pieces[o], s.board)
    turn_to(s, x)


@rule
def legal(s: State, seat: int, out: Ints) -> int:
    if s.moves == NONE:  # R2: a pass is legal only now
        out[0] = PASS8 if s.board == 8 else PASS6
        return 1
    n, left = 0, s.moves
    while left != NONE:
        out[n] = lowest(left)
        left &= left - ONE
        n += 1
    if s.board == 6:  # a separate loop, so the full board does not pay for it
        for k in range(n):
            out[k] = out[k] - 7 - 2 * (out[k] >> 3)
    return n


@rule
def apply(s: State, seat: int, action: int) -> None:
    other = 1 - seat
    if s.moves != NONE:
        bit = bit_of(action, s.board)
        placed = ONE << bits(bit)
        s.last = bit
        if s.phase == CENTRE:
            s.pieces[seat] |= placed
            place_centre(s, seat)
            return
        flipped = flipped_by(s.pieces[seat], s.pieces[other], placed)
        s.pieces[seat] |= flipped | placed
        s.pieces[other] ^= flipped
    next_turn(s, other)


@rule
def place_centre(s: State, seat: int) -> None:
    """The free opening: X and O fill the centre in turn without flipping, then X starts (R11)."""
    s.moves = FOUR & ~(s.pieces[0] | s.pieces[1])
    if s.moves == NONE:
        s.phase = PLACE
        next_turn(s, wide(s.first))
    else:
        turn_to(s, 1 - seat)


@rule
def next_turn(s: State, seat: int) -> None:
    """Start the seat's turn (perhaps a forced pass), or end the game if neither player can move (R7, R8)."""
    own, other = s.pieces[seat], s.pieces[1 - seat]
    s.moves = moves_of(own, other, s.board)
    if s.moves == NONE and moves_of(other, own, s.board) == NONE:
        s.score[seat] = popcount(own)
        s.score[1 - seat] = popcount(other)
        finish(s, PIECES)  # R1, R10
    else:
        turn_to(s, seat)


# --- lines of pieces ---


@rule
def bit_of(index: int, board: int) -> int:
    """The bit of a square, given by its index on a board of this size."""
    return index if board == 8 else index + 9 + 2 * (index // 6)


@rule
def moves_of(own: int, other: int, board: int) -> int:
    """Empty squares where a piece of `own` flips at least one line."""
    inner = other & INNER_COLUMNS
    found = ends(own, inner, ROW) | ends(own, inner, RISE) | ends(own, inner, FALL) | ends(own, other, COLUMN)
    return found & ~(own | other) & (BOARD8 if board == 8 else BOARD6)


@rule
def ends(own: int, other: int, shift: int) -> int:
    """The squares just beyond the runs."""
    up, down = runs(own, other, shift)
    return (up << shift) | (down >> shift)


@rule
def flipped_by(own: int, other: int, placed: int) -> int:
    """All pieces flipped by a piece on `placed` (R5, R6)."""
    inner = other & INNER_COLUMNS
    return (
        flipped_along(own, inner, placed, ROW)
        | flipped_along(own, inner, placed, RISE)
        | flipped_along(own, inner, placed, FALL)
        | flipped_along(own, other, placed, COLUMN)
    )


@rule
def flipped_along(own: int, other: int, placed: int, shift: int) -> int:
    """The pieces flipped along one line; a run flips only if a piece of `own` ends it."""
    up, down = runs(placed, other, shift)
    flipped = NONE
    if own & (up << shift):
        flipped |= up
    if own & (down >> shift):
        flipped |= down
    return flipped


@rule
def runs(start: int, other: int, shift: int) -> tuple[int, int]:
    """Unbroken runs of `other` next to `start`, in both directions of a line (1 + 1 + 2 + 2 steps)."""
    up, down = other & (start << shift), other & (start >> shift)
    up |= other & (up << shift)
    down |= other & (down >> shift)
    twice = shift + shift
    pairs = other & (other << shift)
    for _ in range(2):
        up |= pairs & (up << twice)
        down |= (pairs >> shift) & (down >> twice)
    return up, down


# --- knowledge and checks ---


@rule
def redeal(s: State, seat: int) -> None:
    """Nothing is hidden."""


@rule
def conserved(s: State) -> bool:
    board = BOARD8 if s.board == 8 else BOARD6
    occupied = s.pieces[0] | s.pieces[1]
    centre_full = s.phase == CENTRE or occupied & FOUR == FOUR
    seat = 0 if is_acting(s, 0) else 1
    moves = moves_of(s.pieces[seat], s.pieces[1 - seat], s.board)
    if s.phase == CENTRE:
        moves = FOUR & ~occupied
    if s.moves != moves:
        return False
    return s.pieces[0] & s.pieces[1] == NONE and occupied & ~board == NONE and centre_full


def bound(seats: int, options: Mapping[str, Any]) -> int:
    """Every placement fills a square, and at most one pass follows each."""
    return 2 * (64 if options["board"] == 8 else 36)
