"""Backgammon: spaces above and below the line of cards, counted as the looking seat counts them."""

from __future__ import annotations

from matchbox.boxes.green_box.backgammon import ANSWER, BAR, MIDDLE, MOVES, OFF, OFFER, pips
from matchbox.table.scene import Area, Look, Piece, Scene


def scene(look: Look) -> Scene:
    s = look.s
    me = max(look.seat, 0)
    you = 1 - me
    areas = [
        Area("Above the line", _half(look, me, range(13, 25)), "grid"),
        Area("Below the line", _half(look, me, range(12, 0, -1)), "grid"),
    ]
    for seat in (me, you):
        note = f"bar {int(s.cubes[seat, BAR])}, off {int(s.cubes[seat, OFF])}, pips {int(pips(s, seat))}"
        if s.match > 1:
            note += f", points {int(s.score[seat])} of {int(s.match)}"
        areas.append(Area("cubes", seat=seat, note=note))
    to_play = [int(die) for die, n in zip(s.dice, s.left, strict=True) for _ in range(int(n))]
    dice = [Piece("die", str(die), number=die) for die in to_play]
    areas.append(Area("Dice to play", dice))
    if s.cube:
        owner = "in the middle" if s.cube_owner == MIDDLE else f"with {look.names[s.cube_owner]}"
        areas.append(Area("Doubling cube", note=f"{int(s.cube_value)}, {owner}"))
    if s.phase == OFFER:
        return Scene("Roll, or double the stake first.", areas)
    if s.phase == ANSWER:
        return Scene(f"The stake would be {2 * int(s.cube_value)}: take or drop?", areas)
    return Scene("Move a cube.", areas)


def _half(look: Look, me: int, spaces: range) -> list[Piece]:
    """Twelve spaces as two rows: their numbers, and the cubes on them."""
    s = look.s
    pieces = []
    for column, space in enumerate(spaces):
        mine, yours = int(s.cubes[me, space]), int(s.cubes[1 - me, 25 - space])
        text = f"{mine}x" if mine else f"{yours}o" if yours else "-"
        starts = tuple(a for a in look.legal if MOVES.has(a) and MOVES.args(a)[0] == space)
        pieces.append(Piece("square", str(space), at=(column, 0)))
        pieces.append(Piece("cube", text, at=(column, 1), count=mine or yours, actions=starts))
    return pieces
