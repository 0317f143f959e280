"""A scene as plain text."""

from __future__ import annotations

from collections.abc import Sequence

from .free_area_text import draw_free_area, piece_text
from .model import Area, Piece, Scene, SeatStatus

EMPTY = "·"
LETTERS = 2  # of a symbol, on a tile whose text does not name it
FALLING = "!"  # a blank piece that will be lost at this moment
MANY = 10  # more equal cards than this are shown as a number


def print_scene(scene: Scene, names: Sequence[str]) -> str:
    """The scene as lines of text, with the prompt and what it means at the end."""
    return "\n".join([print_table(scene, names), "", *filter(None, (str(scene.prompt), str(scene.why)))])


def print_table(scene: Scene, names: Sequence[str]) -> str:
    """Everything but the prompt: the round, how the players stand, the table, and where the points came from."""
    where = [str(scene.round), ""] if scene.round else []
    return "\n".join([*where, *_standing(scene, names), print_areas(scene, names), *_tally(scene, names)])


def _standing(scene: Scene, names: Sequence[str]) -> list[str]:
    """A line for the common score, and a line for each seat of which there is something to say."""
    lines = []
    if scene.shared:
        score = f"{scene.shared.score} {scene.shared.unit}".strip()
        lines.append(f"Score: {', '.join(filter(None, [score, str(scene.shared.line)]))}")
    plates = [(names[status.seat], _plate(status)) for status in scene.seats if status.seat < len(names)]
    lines += [f"{name}: {', '.join(plate)}" for name, plate in plates if plate]
    return [*lines, ""] if lines else []


def _plate(status: SeatStatus) -> list[str]:
    found = []
    if status.score is not None:
        goal = "" if status.goal is None else f" of {status.goal}"
        found.append(f"{status.score}{goal} {status.unit or ('points' if goal or status.score != 1 else 'point')}")
    if status.lives:
        found.append(f"{status.lives[0]} of {status.lives[1]} lives")
    found += [str(words) for words in (status.line, f'"{status.says}"' if status.says else "") if words]
    return [*found, "out"] if status.out and "out" not in found else found


def _tally(scene: Scene, names: Sequence[str]) -> list[str]:
    """Where the points came from, a line for each source."""
    rows = [(row, zip(names, row.values, strict=False)) for row in scene.tally]
    lines = [f"{row.label}: {', '.join(f'{name} {value}' for name, value in values)}" for row, values in rows]
    return ["", *lines] if lines else []


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
    """Marked pieces have stars. Used ones, and those that only stand for their kind, have round brackets."""
    text = _back(piece) if piece.hidden else _words(piece)
    if piece.name and not piece.hidden and str(piece.name) != text:
        text = f"{text} {piece.name}".strip()
    if piece.marked:
        text = f"*{text}*"
    if piece.kind in ("chip", "cube"):
        text = f"({text})" if piece.dimmed else text
        return f"{text}," if piece.count == 1 else f"{piece.count or 'no'} {text},"
    text = f"({text})" if piece.dimmed else f"[{text}]"
    return f"{piece.count} x {text}" if piece.count > MANY else text * piece.count


def _words(piece: Piece) -> str:
    """The text of a piece. The words for screen readers, if it has no text or name, or a text without its colour."""
    if piece.label and (_lacks_colour(piece) or not (piece.text or piece.name or piece.kind == "slot")):
        return str(piece.label)
    return str(piece.text)


def _lacks_colour(piece: Piece) -> bool:
    """Is it a cube with a word on it that does not name its colour? A letter does."""
    return piece.kind == "cube" and len(str(piece.text)) > 1 and piece.colour not in str(piece.text)


def _back(piece: Piece) -> str:
    """A face-down piece, with its number if only that is known."""
    return "?" if piece.number is None or piece.symbol else f"?{piece.number}"


def _cells(pieces: Sequence[Piece]) -> dict[tuple[int, int], str]:
    """The text at each column and row. Equal pieces are counted, unless a caption beside them does."""
    found: dict[tuple[int, int], list[tuple[Piece, int]]] = {}
    for piece in pieces:
        if piece.at is not None and piece.kind != "line":
            here = found.setdefault(piece.at, [])
            if here and here[-1][0] == piece:
                here[-1] = piece, here[-1][1] + 1
            elif not (here and here[0][0].kind == "edge" and piece.text and str(piece.text) in str(here[0][0].text)):
                here.append((piece, 1))
    return {at: " ".join(filter(None, (_on_board(piece, n) for piece, n in here))) for at, here in found.items()}


def _on_board(piece: Piece, count: int) -> str:
    """A short text. A tile with a symbol that its text does not name gets the first letters of it."""
    text = piece.colour if _lacks_colour(piece) else piece_text(piece)
    if piece.threat == "now" and not text:
        return FALLING
    if piece.kind == "tile" and piece.symbol and str(piece.text).isdecimal():
        text += piece.symbol[:LETTERS]
    if piece.dimmed and piece.kind in ("chip", "cube"):
        text = f"({text})"
    return f"{count}{text}" if text and count > 1 else text


def _grid(pieces: Sequence[Piece]) -> list[str]:
    """Pieces at their columns and rows, with dots in empty cells. Columns and rows inside wider pieces are left out."""
    cells = _cells(pieces)
    columns, rows = (_lines(pieces, axis) for axis in (0, 1))
    widths = {column: max([len(text) for (at, _), text in cells.items() if at == column] + [1]) for column in columns}
    return [
        " ".join((cells.get((column, row)) or EMPTY).center(widths[column]) for column in columns).rstrip()
        for row in rows
    ]


def _lines(pieces: Sequence[Piece], axis: int) -> list[int]:
    """The columns or rows in which a piece begins, or that no piece covers."""
    starts, covered = {0}, set[int]()
    for piece in pieces:
        if piece.at is not None:
            start, span = piece.at[axis], piece.span[axis] if piece.span else 1
            starts.add(start)
            covered.update(range(start + 1, start + span))
    return [line for line in range(max(starts) + 1) if line in starts or line not in covered]


def _hexes(pieces: Sequence[Piece]) -> list[str]:
    """Each piece spans two columns, so that neighbouring rows can be offset by half a piece."""
    cells = _cells(pieces)
    half = max(map(len, cells.values()), default=1) // 2 + 1
    lines = [""] * (1 + max((row for _, row in cells), default=0))
    for (column, row), text in sorted(cells.items()):
        lines[row] = lines[row].ljust(column * half) + text.center(2 * half)
    return [line.rstrip() for line in lines]
