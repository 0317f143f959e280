"""What changed between two scenes of the same viewer, as events a page can animate.

Pieces have no identity of their own on a table: a red chip that left one place and a red
chip that came to another are one chip that moved. So nothing is told that the two scenes
do not show.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from msgspec import Struct

from .scene import Piece, Scene


class Place(Struct, frozen=True, omit_defaults=True):
    area: str
    at: tuple[int, int] | None = None


class Change(Struct, frozen=True, omit_defaults=True):
    kind: str  # moved, turned, appeared, gone
    piece: Piece
    count: int = 1
    start: Place | None = None
    end: Place | None = None


Same = tuple[str, str, str, int | None, str, bool]


def changes(before: Scene, after: Scene, most: int = 60) -> list[Change]:
    """What moved, was turned over, came and went; the first `most` of it."""
    old, new = _laid(before), _laid(after)
    looks = {same: piece for same, _, piece in [*_pieces(before), *_pieces(after)]}
    lost, gained = old - new, new - old
    found: list[Change] = []
    for (same, start), count in list(lost.items()):
        for (other, end), wanted in list(gained.items()):
            if same == other and count and wanted:
                moving = min(count, wanted)
                count -= moving
                _take(lost, (same, start), moving)
                _take(gained, (other, end), moving)
                found.append(Change("moved", looks[same], moving, start, end))
    for same, place in list(lost):
        for other, end in list(gained):
            if place == end and same[-1] != other[-1] and lost[same, place] and gained[other, end]:
                turned = min(lost[same, place], gained[other, end])
                _take(lost, (same, place), turned)
                _take(gained, (other, end), turned)
                found.append(Change("turned", looks[other], turned, place, end))
    found += [Change("gone", looks[same], count, start=place) for (same, place), count in lost.items() if count]
    found += [Change("appeared", looks[same], count, end=place) for (same, place), count in gained.items() if count]
    return found[:most]


def _take(counts: Counter[tuple[Same, Place]], key: tuple[Same, Place], number: int) -> None:
    counts[key] -= number
    if not counts[key]:
        del counts[key]


def _pieces(scene: Scene) -> Iterator[tuple[Same, Place, Piece]]:
    for area in scene.areas:
        for piece in area.pieces:
            if piece.hidden:
                same: Same = (piece.kind, "", "", None, "", True)
            else:
                plain = "" if piece.colour or piece.symbol or piece.number is not None else str(piece.text)
                same = (piece.kind, piece.colour, piece.symbol, piece.number, plain, False)
            yield same, Place(area.name, piece.at), piece


def _laid(scene: Scene) -> Counter[tuple[Same, Place]]:
    counts: Counter[tuple[Same, Place]] = Counter()
    for same, place, piece in _pieces(scene):
        counts[same, place] += piece.count
    return counts
