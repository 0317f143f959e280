"""Best of Three: the three cards in order, and below them the table of the game being played."""

from __future__ import annotations

from dataclasses import replace

from matchbox.boxes.british_empire.best_of_three import GAMES, NAMES, NOBODY, OFFSET, ORDERING, ORDERS
from matchbox.table.scene import Area, Look, Piece, Scene, scene_of

FIELDS = ("gaze", "fireworks", "pounds", "brawl", "holmes_game")


def scene(look: Look) -> Scene:
    s = look.s
    playing = int(s.playing)
    cards = []
    for position, number in enumerate(s.order if s.order.any() else ORDERS[s.draw, 0]):
        winner = int(s.winners[position])
        text = GAMES[number - 1].about.name
        if position < s.position:
            text += ": nobody" if winner == NOBODY else f": {look.name(winner)}"
        cards.append(Piece("card", text, marked=playing != ORDERING and position == s.position))
    score = ", ".join(f"{look.names[seat]} {int(s.score[seat])}" for seat in look.each_seat())
    note = score + (" (played again after a draw)" if s.replayed else "")
    strip = Area("Match", cards, note=note)
    if playing == ORDERING:
        orders = [
            Piece("card", " - ".join(NAMES[g] for g in ORDERS[s.draw, choice]), actions=(choice,))
            for choice in (0, 1)
            if choice in look.legal
        ]
        areas = [strip, Area("Orders", orders)] if orders else [strip]
        return Scene("Choose which of the two free games comes first.", areas)
    field = FIELDS[playing - 1]
    inner = Look(GAMES[playing - 1], look.view[field], look.seat, look.names, [a - OFFSET for a in look.legal])
    table = scene_of(inner)
    return Scene(table.prompt, [strip, *(_shifted(area) for area in table.areas)])


def _shifted(area: Area) -> Area:
    """The same area with the match's ids."""
    pieces = [replace(piece, actions=tuple(int(a + OFFSET) for a in piece.actions)) for piece in area.pieces]
    return replace(area, pieces=pieces)
