"""A scene as text for the terminal."""

from __future__ import annotations

from collections.abc import Sequence

from .plane import cell, print_plane
from .scene import Area, Piece, Scene

EMPTY = "·"
MANY = 10  # cards alike are counted from here on


def print_scene(scene: Scene, names: Sequence[str]) -> str:
    """The scene as lines of text, areas first, the prompt last."""
    lines: list[str] = []
    for area in scene.areas:
        lines += _area(area, names)
    return "\n".join([*lines, "", str(scene.prompt)])


def print_menu(choices: Sequence[str], width: int, rows: int = 12) -> str:
    """Numbered choices: one a line if they are few, else in columns, read downwards."""
    entries = [f"{number:4}  {text}" for number, text in enumerate(choices, 1)]
    wide = max(map(len, entries), default=1) + 2
    columns = min(max(1, width // wide), -(-len(entries) // rows))
    lines = -(-len(entries) // columns)
    return "\n".join("".join(entry.ljust(wide) for entry in entries[i::lines]).rstrip() for i in range(lines))


def _area(area: Area, names: Sequence[str]) -> list[str]:
    title = f"{names[area.seat]} {area.title}".strip() if area.seat is not None else str(area.title)
    note = f"  ({area.note})" if area.note else ""
    if area.layout == "free":
        return [f"{title}:{note}", *(f"  {line}" for line in print_plane(area))]
    if area.layout == "hex":
        return [f"{title}:{note}", *(f"  {line}" for line in _hexes(area.pieces))]
    if area.layout in ("grid", "table", "track"):
        return [f"{title}:{note}", *(f"  {line}" for line in _grid(area.pieces))]
    return [f"{title}: " + (" ".join(_piece(piece) for piece in area.pieces) or "-") + note]


def _piece(piece: Piece) -> str:
    text = "?" if piece.hidden else str(piece.text)
    if piece.marked:
        text = f"*{text}*"
    if piece.kind in ("chip", "cube"):
        return f"{piece.count} {text}," if piece.count > 1 else f"{text},"
    return f"{piece.count} x [{text}]" if piece.count > MANY else f"[{text}]" * piece.count


def _places(pieces: Sequence[Piece]) -> tuple[dict[tuple[int, int], str], int, int]:
    """What stands at each column and row, pieces at one place side by side; the widest text, and how many rows."""
    places: dict[tuple[int, int], str] = {}
    for piece in pieces:
        if piece.at is not None:
            places[piece.at] = f"{places.get(piece.at, '')} {cell(piece)}".strip()
    return places, max(map(len, places.values()), default=1), 1 + max((row for _, row in places), default=0)


def _grid(pieces: Sequence[Piece]) -> list[str]:
    """Pieces at their columns and rows, with empty places between them."""
    places, width, rows = _places(pieces)
    columns = 1 + max((column for column, _ in places), default=0)
    return [
        " ".join((places.get((column, row)) or EMPTY).center(width) for column in range(columns)).rstrip()
        for row in range(rows)
    ]


def _hexes(pieces: Sequence[Piece]) -> list[str]:
    """Pieces two columns wide, every row half a piece aside."""
    places, width, rows = _places(pieces)
    half = width // 2 + 1
    lines = [""] * rows
    for (column, row), text in sorted(places.items()):
        lines[row] = lines[row].ljust(column * half) + text.center(2 * half)
    return [line.rstrip() for line in lines]
