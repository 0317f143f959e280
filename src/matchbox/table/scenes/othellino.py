"""Othellino: the board, with the squares where the player in turn may place."""

from __future__ import annotations

from matchbox.boxes.green_box.othellino import CENTRE, bit_of
from matchbox.table.scene import Area, Look, Piece, Scene


def scene(look: Look) -> Scene:
    s = look.s
    size, signs = int(s.board), ("X", "O") if s.first == 0 else ("O", "X")
    squares = [
        Piece("square", name, at=(i + 1, 0)) for i, name in enumerate("abcdefgh"[:size])
    ] + [Piece("square", str(row + 1), at=(0, row + 1)) for row in range(size)]  # fmt: skip
    for index in range(size * size):
        bit = int(bit_of(index, size))
        at = (index % size + 1, index // size + 1)
        owner = next((seat for seat in (0, 1) if int(s.pieces[seat]) >> bit & 1), None)
        if owner is not None:
            squares.append(Piece("disc", signs[owner], at=at, marked=bit == s.last))
        elif index in look.legal:
            squares.append(Piece("square", "+", at=at, actions=(index,)))
    counts = ", ".join(f"{look.names[seat]} {signs[seat]} {int(s.pieces[seat]).bit_count()}" for seat in (0, 1))
    prompt = "Choose a centre square." if s.phase == CENTRE else "Place a piece on a marked square."
    if not s.moves:
        prompt = "No square closes a line: you pass."
    return Scene(prompt, [Area("Board", squares, "grid", note=counts)])
