"""Changes between two scenes of the same viewer, as events that a page can animate.

Pieces have no identity: if a red chip disappears from one place and a red chip appears in
another, the chip has moved. The changes therefore reveal nothing that the scenes do not show.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from msgspec import Struct

from . import Piece, Scene


class Place(Struct, frozen=True, omit_defaults=True):
    area: str
    at: tuple[int, int] | None = None


class Change(Struct, frozen=True, omit_defaults=True):
    kind: str  # moved, turned (face up or down), appeared, gone
    piece: Piece
    count: int = 1
    start: Place | None = None
    end: Place | None = None


Appearance = tuple[str, str, str, int | None, str, bool]
"""Kind, colour, symbol, number, text and whether it is face down: pieces that agree in these look the same."""


def changes(before: Scene, after: Scene, most: int = 60) -> list[Change]:
    """The first `most` changes: pieces that moved, turned over, disappeared or appeared."""
    old, new = _counts(before), _counts(after)
    pieces = {look: piece for look, _, piece in [*_pieces(before), *_pieces(after)]}
    lost, gained = old - new, new - old
    found: list[Change] = []
    for (look, start), count in list(lost.items()):
        for (other, end), wanted in list(gained.items()):
            if look == other and count and wanted:
                moving = min(count, wanted)
                count -= moving
                _take(lost, (look, start), moving)
                _take(gained, (other, end), moving)
                found.append(Change("moved", pieces[look], moving, start, end))
    for look, place in list(lost):
        for other, end in list(gained):
            if place == end and look[-1] != other[-1] and lost[look, place] and gained[other, end]:
                turned = min(lost[look, place], gained[other, end])
                _take(lost, (look, place), turned)
                _take(gained, (other, end), turned)
                found.append(Change("turned", pieces[other], turned, place, end))
    found += [Change("gone", pieces[look], count, start=place) for (look, place), count in lost.items() if count]
    found += [Change("appeared", pieces[look], count, end=place) for (look, place), count in gained.items() if count]
    return found[:most]


def _take(counts: Counter[tuple[Appearance, Place]], key: tuple[Appearance, Place], number: int) -> None:
    counts[key] -= number
    if not counts[key]:
        del counts[key]


def _pieces(scene: Scene) -> Iterator[tuple[Appearance, Place, Piece]]:
    for area in scene.areas:
        for piece in area.pieces:
            if piece.hidden:
                look: Appearance = (piece.kind, "", "", None, "", True)
            else:
                text = "" if piece.colour or piece.symbol or piece.number is not None else str(piece.text)
                look = (piece.kind, piece.colour, piece.symbol, piece.number, text, False)
            yield look, Place(area.name, piece.at), piece


def _counts(scene: Scene) -> Counter[tuple[Appearance, Place]]:
    counts: Counter[tuple[Appearance, Place]] = Counter()
    for look, place, piece in _pieces(scene):
        counts[look, place] += piece.count
    return counts
