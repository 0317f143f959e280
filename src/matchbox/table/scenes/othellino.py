"""Othellino: the board, with the squares where the player in turn may place."""

from __future__ import annotations

from matchbox.boxes.green_box.othellino import CENTRE, ONE, bit_of, turned_by
from matchbox.engine import bits
from matchbox.table.scene import Area, Choice, Look, Piece, Preview, Scene, Summary, Words, say

summary = Summary(
    goal=say("Have more pieces of your colour on the board at the end."),
    turn=say("Place a piece so that it closes a line of the other colour; all of the line turns to yours."),
    end=say("When nobody can place any more, the pieces are counted."),
)
cover = [
    Piece("disc", "X", "black", at=(0, 0)),
    Piece("disc", "O", "white", at=(1, 0)),
    Piece("disc", "O", "white", at=(0, 1)),
    Piece("disc", "X", "black", at=(1, 1)),
]
COLOURS = {"X": "black", "O": "white"}
BOARD = "board"


def scene(look: Look) -> Scene:
    s = look.s
    size, signs = int(s.board), ("X", "O") if s.first == 0 else ("O", "X")
    squares = [Piece("edge", name, at=(i + 1, 0)) for i, name in enumerate("abcdefgh"[:size])]
    squares += [Piece("edge", str(row + 1), at=(0, row + 1)) for row in range(size)]
    for index in range(size * size):
        bit = int(bit_of(index, size))
        at = (index % size + 1, index // size + 1)
        owner = next((seat for seat in (0, 1) if int(s.pieces[seat]) >> bit & 1), None)
        if owner is not None:
            sign = signs[owner]
            squares.append(Piece("square", at=at))
            squares.append(Piece("disc", sign, COLOURS[sign], at=at, marked=bit == s.last))
        else:
            legal = look.only(index)
            squares.append(Piece("square", "+" if legal else "", at=at, actions=legal, label=_label(look, index)))
    counts = ", ".join(f"{look.names[seat]} {signs[seat]} {int(s.pieces[seat]).bit_count()}" for seat in (0, 1))
    prompt = say("Place a piece on a marked square.")
    if s.phase == CENTRE:
        prompt = say("Choose a centre square.")
    elif not s.moves:
        prompt = say("No square closes a line: you pass.")
    return Scene(
        prompt,
        [Area(say("Board"), squares, "grid", note=counts, look="board", key=BOARD)],
        [Choice(say("Pass"), action) for action in look.legal if action == size * size],
        coach=say("Corners can never be turned. Early on, few pieces of your own leave the other one few squares."),
        rules="your-turn",
        previews=[Preview(action, BOARD, places) for action in look.legal if (places := _turned(look, action))],
    )


def _label(look: Look, square: int) -> Words:
    size = int(look.s.board)
    name = "abcdefgh"[square % size] + str(square // size + 1)
    turned = len(_turned(look, square))
    return say("{square}, turns {n}", square=name, n=turned) if turned else name


def _turned(look: Look, square: int) -> list[tuple[int, int]]:
    """The places of the pieces that a piece of one's own on a square would turn; none if it may not be placed there."""
    s, size = look.s, int(look.s.board)
    if square not in look.legal or square == size * size or s.phase == CENTRE:
        return []
    own, other = s.pieces[look.seat], s.pieces[1 - look.seat]
    turned = int(turned_by(own, other, ONE << bits(bit_of(square, size))))
    return [(i % size + 1, i // size + 1) for i in range(size * size) if turned >> int(bit_of(i, size)) & 1]
