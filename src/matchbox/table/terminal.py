"""A scene as text for the terminal."""

from __future__ import annotations

from collections.abc import Sequence

from .scene import Area, Piece, Scene

EMPTY = "·"


def print_scene(scene: Scene, names: Sequence[str]) -> str:
    """The scene as lines of text, areas first, the prompt last."""
    lines: list[str] = []
    for area in scene.areas:
        lines += _area(area, names)
    return "\n".join([*lines, "", scene.prompt])


def print_menu(choices: Sequence[str], width: int, rows: int = 12) -> str:
    """Numbered choices: one a line if they are few, else in columns, read downwards."""
    entries = [f"{number:4}  {text}" for number, text in enumerate(choices, 1)]
    wide = max(map(len, entries), default=1) + 2
    columns = min(max(1, width // wide), -(-len(entries) // rows))
    lines = -(-len(entries) // columns)
    return "\n".join("".join(entry.ljust(wide) for entry in entries[i::lines]).rstrip() for i in range(lines))


def _area(area: Area, names: Sequence[str]) -> list[str]:
    title = f"{names[area.seat]} {area.title}".strip() if area.seat is not None else area.title
    note = f"  ({area.note})" if area.note else ""
    if area.layout == "grid":
        return [f"{title}:{note}", *(f"  {line}" for line in _grid(area.pieces))]
    return [f"{title}: " + (" ".join(_piece(piece) for piece in area.pieces) or "-") + note]


def _piece(piece: Piece) -> str:
    text = "?" if piece.hidden else piece.text
    if piece.marked:
        text = f"*{text}*"
    if piece.kind in ("chip", "cube"):
        return f"{piece.count} {text}," if piece.count > 1 else f"{text},"
    return f"[{text}]" * piece.count


def _grid(pieces: Sequence[Piece]) -> list[str]:
    """Pieces at their columns and rows, with empty places between them."""
    places = {piece.at: piece for piece in pieces if piece.at is not None}
    columns, rows = (1 + max((at[i] for at in places), default=0) for i in (0, 1))
    width = max((len(p.text) + 2 * p.marked for p in places.values()), default=1)
    lines = []
    for row in range(rows):
        cells = []
        for column in range(columns):
            piece = places.get((column, row))
            text = EMPTY if piece is None else f"*{piece.text}*" if piece.marked else piece.text
            cells.append(text.center(width))
        lines.append(" ".join(cells).rstrip())
    return lines
