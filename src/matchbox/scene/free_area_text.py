"""An area with free positions, drawn to scale: dotted outlines, and readable texts at the pieces."""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, radians, sin

from .model import Area, Piece

WIDEST, HIGHEST = 76, 24  # in characters and lines
LARGEST_SCALE = 2.0  # characters per unit
SHAPES = ("line", "ring", "zone")  # drawn as outlines, below all other pieces
DOT = "·"
STEPS = 72  # points per outline

Canvas = list[list[str]]


def draw_free_area(area: Area) -> list[str]:
    """`at` is the upper left corner of a piece; its text goes to the middle of the piece."""
    if area.look == "tower":
        return _draw_towers(area)
    placed = [(piece, piece.at or (0, 0), piece.span or (1, 1)) for piece in area.pieces]
    columns, rows = (max([at[i] + span[i] for _, at, span in placed] + [(area.size or (1, 1))[i]]) for i in (0, 1))
    scale = min(WIDEST / columns, 2 * HIGHEST / rows, LARGEST_SCALE)
    canvas: Canvas = [
        [" "] * WIDEST for _ in range(1 + round(rows * scale / 2))
    ]  # characters are twice as high as wide
    for piece, _, _ in placed:
        for x, y in _outline(piece):
            column, row = int(x * scale), int(y * scale / 2)
            if 0 <= row < len(canvas) and 0 <= column < WIDEST:
                canvas[row][column] = DOT
    for piece, (x, y), span in placed:
        if piece.kind not in SHAPES:
            _write(canvas, piece_text(piece) or DOT, (x + span[0] / 2) * scale, (y + span[1] / 2) * scale / 2)
    lines = ["".join(line).rstrip() for line in canvas]
    used = [number for number, line in enumerate(lines) if line]
    return lines[used[0] : used[-1] + 1] if used else []


def _draw_towers(area: Area) -> list[str]:
    """The colours of towers from the bottom up, and where their weight rests."""
    feet = sorted((piece for piece in area.pieces if piece.kind == "marker"), key=lambda piece: piece.at or (0, 0))
    panel = (area.size or (1, 1))[0] // max(1, len(feet))
    lines = []
    for number, foot in enumerate(feet):
        cubes = [piece for piece in area.pieces if piece.kind == "cube" and (piece.at or (0, 0))[0] // panel == number]
        colours = " ".join(piece.colour for piece in sorted(cubes, key=lambda piece: piece.z))
        level = f"  level {foot.level[0]:+}, {foot.level[1]:+}" if foot.level else ""
        lines.append(f"{number + 1}: {colours}{level}  {foot.text}".rstrip())
    return lines


def piece_text(piece: Piece) -> str:
    """A short text for a piece on a board."""
    text = "?" if piece.hidden else str(piece.text)
    if piece.count > 1:
        text = f"{piece.count}{text}"
    return f"*{text}*" if piece.marked else text


def _outline(piece: Piece) -> Iterator[tuple[float, float]]:
    """Points on a line, on a ring or on the edge of a zone."""
    if piece.at is None or piece.kind not in SHAPES:
        return
    (x, y), (wide, high) = piece.at, piece.span or (0, 0)
    for step in range(STEPS + 1):
        part = step / STEPS
        if piece.kind == "line" and piece.to:
            yield x + (piece.to[0] - x) * part, y + (piece.to[1] - y) * part
        elif piece.kind == "ring":
            angle = radians(360 * part)
            yield x + wide / 2 * (1 + cos(angle)), y + high / 2 * (1 + sin(angle))
        elif piece.kind == "zone":
            yield from ((x + wide * part, y), (x + wide * part, y + high))
            yield from ((x, y + high * part), (x + wide, y + high * part))


def _write(canvas: Canvas, text: str, x: float, y: float) -> None:
    """Write a text around a point, or a line below or above it where that is taken."""
    first = min(max(0, int(x - len(text) / 2)), max(0, WIDEST - len(text)))
    row = min(int(y), len(canvas) - 1)
    lines = [line for line in (row, row + 1, row - 1) if 0 <= line < len(canvas)]
    free = [line for line in lines if set(canvas[line][first : first + len(text)]) <= {" ", DOT}]
    row = (free or lines)[0]
    canvas[row][first : first + len(text)] = text[:WIDEST]
