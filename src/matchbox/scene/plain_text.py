"""A scene as plain text."""

from __future__ import annotations

from collections.abc import Sequence

from .free_area_text import draw_free_area, piece_text
from .model import Area, Piece, Scene

EMPTY = "·"
MANY = 10  # more equal cards than this are shown as a number


def print_scene(scene: Scene, names: Sequence[str]) -> str:
    """The scene as lines of text, with the prompt at the end."""
    where = [str(scene.round), ""] if scene.round else []
    return "\n".join([*where, print_areas(scene, names), "", str(scene.prompt)])


def print_areas(scene: Scene, names: Sequence[str]) -> str:
    """What is on the table."""
    return "\n".join(line for area in scene.areas for line in _area(area, names))


def area_title(area: Area, names: Sequence[str]) -> str:
    """The title with the name of the seat that the area belongs to, unless the title begins with it: `You, hand`."""
    title = str(area.title)
    owner = [] if area.seat is None or not names or title.startswith(names[area.seat]) else [names[area.seat]]
    return ", ".join(filter(None, [*owner, title]))


def _area(area: Area, names: Sequence[str]) -> list[str]:
    title = area_title(area, names)
    note = f"({area.note})" if area.note else ""
    if area.layout in ("free", "hex", "grid", "table", "track"):
        head = "  ".join(filter(None, [title and f"{title}:", note]))
        return [*([head] if head else []), *(f"  {line}" for line in _board(area))]
    row = " ".join(_in_row(piece) for piece in area.pieces) or "-"
    return ["  ".join(filter(None, [f"{title}: {row}" if title else row, note]))]


def _board(area: Area) -> list[str]:
    if area.layout == "free":
        return draw_free_area(area)
    return _hexes(area.pieces) if area.layout == "hex" else _grid(area.pieces)


def _in_row(piece: Piece) -> str:
    text = _back(piece) if piece.hidden else str(piece.text)
    if piece.name and not piece.hidden and str(piece.name) != text:
        text = f"{text} {piece.name}".strip()
    if piece.marked:
        text = f"*{text}*"
    if piece.kind in ("chip", "cube"):
        return f"{text}," if piece.count == 1 else f"{piece.count or 'no'} {text},"
    return f"{piece.count} x [{text}]" if piece.count > MANY else f"[{text}]" * piece.count


def _back(piece: Piece) -> str:
    """A face-down piece, with its number if only that is known."""
    return "?" if piece.number is None or piece.symbol else f"?{piece.number}"


def _cells(pieces: Sequence[Piece]) -> tuple[dict[tuple[int, int], str], int, int]:
    """The text at each column and row, the width of the longest text, and the number of rows."""
    cells: dict[tuple[int, int], str] = {}
    for piece in pieces:
        if piece.at is not None:
            cells[piece.at] = f"{cells.get(piece.at, '')} {piece_text(piece)}".strip()
    return cells, max(map(len, cells.values()), default=1), 1 + max((row for _, row in cells), default=0)


def _grid(pieces: Sequence[Piece]) -> list[str]:
    """Pieces at their columns and rows, with dots in empty cells."""
    cells, width, rows = _cells(pieces)
    columns = 1 + max((column for column, _ in cells), default=0)
    return [
        " ".join((cells.get((column, row)) or EMPTY).center(width) for column in range(columns)).rstrip()
        for row in range(rows)
    ]


def _hexes(pieces: Sequence[Piece]) -> list[str]:
    """Each piece spans two columns, so that neighbouring rows can be offset by half a piece."""
    cells, width, rows = _cells(pieces)
    half = width // 2 + 1
    lines = [""] * rows
    for (column, row), text in sorted(cells.items()):
        lines[row] = lines[row].ljust(column * half) + text.center(2 * half)
    return [line.rstrip() for line in lines]
