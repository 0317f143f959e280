"""A picture of a position for notebooks: the scene as one self-contained SVG, drawn without a browser.

It is plainer than the page: areas with captions, boards as grids, pieces as shapes with their texts. Lines and captions
have the colour of the text around the picture, so it fits light and dark notebooks.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from itertools import accumulate, pairwise
from math import ceil, sqrt

from matchbox.engine import SPECTATOR, Game, States

from .look import Look, scene_of
from .model import Area, Piece, Scene, Text, Words

WIDTH = 720
GAP, LINE, FONT = 14, 17, 12.5
LETTER = 0.63  # width of a letter, in font sizes
CELL, CARD = 44, (48, 62)
NARROW, FOLDED = 22, 34  # a track with narrower cells is folded, until they have this width
LOW = 26  # the least height of the rows of a track
CAPTION_CELL = 19  # height of a row that has only captions
HIGHEST = 420  # of a plane
HEX_PITCH = 0.866
CUBE = 100  # in the units of a tower
TOWER = 34, 130  # pixels of a cube, and of a tower's column

PAINTS = {  # the face of a piece and the ink on it
    "red": ("#d33d26", "#fff"),
    "green": ("#26825a", "#fff"),
    "blue": ("#2d6ccb", "#fff"),
    "yellow": ("#f3b72e", "#3a2600"),
    "white": ("#f4f0e6", "#2a2c33"),
    "black": ("#34363e", "#fff"),
    "brown": ("#9a6f4b", "#fff"),
    "purple": ("#7a55b5", "#fff"),
    "orange": ("#e57b2c", "#2b1400"),
    "pink": ("#e792ad", "#3a0f20"),
    "grey": ("#8d9099", "#15171c"),
    "playing-red": ("#fffdf7", "#b3261e"),
    "playing-black": ("#fffdf7", "#1b1d24"),
}
PLAIN = ("#fbf4e4", "#1b1d24")
BACK = ("#7d8794", "#fff")

ROUND = {"chip", "disc", "pawn"}
CAPTIONS = {"edge", "marker"}
PLACES = {"square", "slot", "hole", "point", "bar", "tray", "ring", "line", "zone", *CAPTIONS}
TOKENS = {"chip", "cube", "die", "disc", "pawn", "hand"}
BOARDS = {"grid", "table", "track"}

Box = tuple[float, float, float, float]
"""Left, top, width and height."""


@dataclass(frozen=True)
class Picture:
    """A position as a seat or a spectator sees it. Notebooks draw it; `svg` is the drawing as text."""

    game: Game
    view: States
    seat: int
    names: tuple[str, ...]

    @property
    def svg(self) -> str:
        look = Look(self.game, self.view, self.seat, self.names, self.game.legal(self.view, self.seat), named=True)
        return svg_of(scene_of(look), self.names, self.game.about.name)

    def _repr_html_(self) -> str:
        return self.svg

    def _repr_svg_(self) -> str:
        return self.svg


def picture(game: Game, state: States, seat: int | None = None, names: Sequence[str] = ()) -> Picture:
    """A picture of a position: everything that a seat may see, or a spectator if no seat is given."""
    viewer = SPECTATOR if seat is None else seat
    seats = int(state["seats"][0])
    return Picture(game, game.view(state, viewer), viewer, tuple(names) or tuple(f"Seat {n}" for n in range(seats)))


def svg_of(scene: Scene, names: Sequence[str], title: str = "") -> str:
    """A scene as SVG."""
    told = _Told(names)
    heading = [line for text in _heading(scene, told) for line in _wrapped(text, WIDTH, FONT)]
    body = [_text(line, 0, LINE * (number + 0.8), "start") for number, line in enumerate(heading)]
    blocks = [_block(area, told) for area in scene.areas]
    x, y, high = 0.0, LINE * len(heading) + GAP / 2, 0.0
    for block in blocks:
        if x and x + block.width > WIDTH:
            x, y, high = 0.0, y + high + GAP, 0.0
        body.append(_moved(block.body, x, y))
        x, high = x + block.width + GAP, max(high, block.height)
    bottom = y + high + 2
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-2 -2 {WIDTH + 4} {_n(bottom + 4)}" width="{WIDTH + 4}" '
        f'height="{_n(bottom + 4)}" style="max-width:100%;height:auto" fill="currentColor" font-size="{FONT}" '
        f'font-family="system-ui, sans-serif" role="img">'
        "<style>@media (prefers-color-scheme: dark) { svg:root { color: #e9e6df } }</style>"  # opened as a file
        f"<title>{_safe(title)}</title>{''.join(body)}</svg>"
    )


def _heading(scene: Scene, told: _Told) -> Iterator[str]:
    """The round and the prompt, then the scores."""
    yield " · ".join(filter(None, (told(scene.round), told(scene.prompt))))
    if scene.shared:
        shared = scene.shared
        yield " · ".join(filter(None, (f"{shared.score} {told(shared.unit)}".strip(), told(shared.line))))
    plates = []
    for status in sorted(scene.seats, key=lambda status: status.seat):
        score = "" if status.score is None else f"{status.score} {told(status.unit)}".strip()
        lives = f"{status.lives[0]} of {status.lives[1]} lives" if status.lives else ""
        facts = [status.colour, score, lives, told(status.line), "out" if status.out else "", told(status.says)]
        if any(facts):
            plates.append(f"{told.name(status.seat)}: {', '.join(filter(None, facts))}")
    yield from plates


class _Told:
    """Words as text, with the players' names."""

    def __init__(self, names: Sequence[str]) -> None:
        self._names = names

    def __call__(self, words: Words) -> str:
        return words.told(self._names) if isinstance(words, Text) else words

    def name(self, seat: int) -> str:
        return self._names[seat]

    def caption(self, area: Area) -> str:
        owner = "" if area.seat is None else self.name(area.seat)
        return " · ".join(filter(None, (owner, self(area.title), self(area.note))))


# --- areas ---


@dataclass(frozen=True)
class _Block:
    width: float
    height: float
    body: str


def _block(area: Area, told: _Told) -> _Block:
    """An area in a frame, with its caption above."""
    inside = _contents(area, told)
    caption = told.caption(area)
    width = min(WIDTH, max(inside.width, min(len(caption) * FONT * LETTER, 260)) + 12)
    lines = _wrapped(caption, width - 12, FONT)
    top = LINE * len(lines) + 6
    height = top + inside.height + (8 if inside.height else 2)
    frame = _rect((0, 0, width, height), 6, 'fill="none" stroke="currentColor" stroke-opacity=".25"')
    captions = [_text(line, 6, LINE * (number + 0.9), "start") for number, line in enumerate(lines)]
    return _Block(width, height, frame + "".join(captions) + _moved(inside.body, 6, top))


def _contents(area: Area, told: _Told) -> _Block:
    if area.look == "tower":
        return _towers(area, told)
    if not any(piece.at for piece in area.pieces):
        return _row(area, told)
    if area.layout == "free":
        return _plane(area, told)
    return _hexes(area, told) if area.layout == "hex" else _grid(area, told)


def _row(area: Area, told: _Told) -> _Block:
    """Pieces side by side, in as many rows as they need."""
    body, x, y, high, wide = "", 0.0, 0.0, 0.0, 0.0
    for piece in area.pieces:
        width, height = _size(piece, told)
        count = f"× {piece.count}" if piece.count != 1 else ""
        whole = width + len(count) * FONT * LETTER + (4 if count else 0)
        if x and x + whole > WIDTH - 12:
            x, y, high = 0.0, y + high + 6, 0.0
        body += _piece(piece, (x, y, width, height), told)
        if count:
            body += _text(count, x + width + 4, y + height / 2 + 4, "start")
        x, high = x + whole + 6, max(high, height)
        wide = max(wide, x - 6)
    return _Block(wide, y + high, body)


def _size(piece: Piece, told: _Told) -> tuple[float, float]:
    """The size of a piece in a row: longer texts make it wider."""
    words = len(_face(piece, told)) + len(_name(piece, told))
    if piece.kind in TOKENS and words <= 7:
        return CELL - 6, CELL - 6
    if piece.kind in PLACES and not piece.colour:
        return max(CELL / 2, words * FONT * LETTER + 8), CELL / 2
    width, height = CARD if piece.kind == "card" else (CELL, CELL)
    return max(width, min(words * 4.2, 150.0)), height


def _cells(area: Area) -> list[tuple[Piece, int, int, int, int]]:
    """The pieces with their column and row, and the columns and rows that they cover."""
    return [(piece, *(piece.at or (0, 0)), *(piece.span or (1, 1))) for piece in area.pieces]


def _grid(area: Area, told: _Told) -> _Block:
    """Pieces at columns and rows. Columns are as wide as their texts; rows that have only captions are low."""
    boxes = _cells(area)
    columns, rows = area.size or (1, 1)
    columns = max([columns, *(x + wide for _, x, _, wide, _ in boxes)])
    rows = max([rows, *(y + high for _, _, y, _, high in boxes)])
    if most := _fold(area, columns):
        boxes = [
            (piece, x % most, y + rows * (x // most), min(wide, most - x % most), high)
            for piece, x, y, wide, high in boxes
        ]
        columns, rows = most, rows * ceil(columns / most)
    cell = min(CELL, (WIDTH - 12) / columns)
    tall = 1.3 if any(piece.kind == "card" and not piece.span for piece in area.pieces) else 1.0
    widths, heights = [0.0] * columns, [0.0] * rows
    for piece, x, y, wide, high in boxes:
        is_caption = piece.kind in CAPTIONS or (area.layout == "table" and piece.kind in PLACES)
        if wide == 1:
            text = len(_face(piece, told)) * FONT * LETTER + 8
            widths[x] = max(widths[x], min(text, 180) if is_caption else cell)
        if high == 1:
            heights[y] = max(heights[y], CAPTION_CELL if is_caption else max(cell * tall, LOW if rows < 5 else 0))
    widths = [width or cell for width in widths]
    heights = [height or cell * tall for height in heights]
    scale = min(1.0, (WIDTH - 12) / sum(widths))
    xs = list(accumulate((width * scale for width in widths), initial=0.0))
    ys = list(accumulate((height * max(scale, 0.6) for height in heights), initial=0.0))
    placed = [(piece, (xs[x], ys[y], xs[x + wide] - xs[x], ys[y + high] - ys[y])) for piece, x, y, wide, high in boxes]
    middles = [(a + b) / 2 for a, b in pairwise(xs)], [(a + b) / 2 for a, b in pairwise(ys)]
    lines = "".join(
        _line(middles[0][x], middles[1][y], middles[0][piece.to[0]], middles[1][piece.to[1]])
        for piece, x, y, _, _ in boxes
        if piece.to and not most
    )
    return _Block(xs[-1], ys[-1], _stacked(placed, told) + lines)


def _fold(area: Area, columns: int) -> int:
    """The columns of a band, if a long track has to be folded; 0 if not. A block of columns stays whole."""
    if not area.fold or (WIDTH - 12) / columns >= NARROW:
        return 0
    block = area.fold if any(piece.span and piece.span[0] == area.fold for piece in area.pieces) else 1
    most = int((WIDTH - 12) / FOLDED)
    return max(most - most % block, area.fold)


def _hexes(area: Area, told: _Told) -> _Block:
    """Each piece covers two columns, so that neighbouring rows are half a piece apart."""
    places = [piece.at or (0, 0) for piece in area.pieces]
    columns, rows = (1 + max(place[axis] for place in places) for axis in (0, 1))
    size = min(CELL + 4.0, 2 * (WIDTH - 12) / (columns + 1))
    placed = [
        (piece, (x * size / 2, y * size * HEX_PITCH, size, size * 1.155))
        for piece, (x, y) in zip(area.pieces, places, strict=True)
    ]
    return _Block((columns + 1) * size / 2, (rows * HEX_PITCH + 0.29) * size, _stacked(placed, told, hexagonal=True))


def _plane(area: Area, told: _Told) -> _Block:
    """A plane to scale. Larger pieces are below smaller ones."""
    boxes = _cells(area)
    size = area.size or (1, 1)
    left, top = min(0, *(x for _, x, _, _, _ in boxes), 0), min(0, *(y for _, _, y, _, _ in boxes), 0)
    right = max(size[0], *(x + wide for _, x, _, wide, _ in boxes), 1)
    bottom = max(size[1], *(y + high for _, _, y, _, high in boxes), 1)
    scale = min((WIDTH - 12) / (right - left), HIGHEST / (bottom - top))
    placed = [
        (piece, ((x - left) * scale, (y - top) * scale, wide * scale, high * scale))
        for piece, x, y, wide, high in boxes
    ]
    lines = "".join(
        _line(box[0], box[1], (piece.to[0] - left) * scale, (piece.to[1] - top) * scale)
        for piece, box in placed
        if piece.to
    )
    body = lines + "".join(_piece(piece, box, told) for piece, box in placed if not piece.to)
    return _Block((right - left) * scale, (bottom - top) * scale, body)


def _towers(area: Area, told: _Told) -> _Block:
    """Towers of cubes from the front, each with its text below."""
    cube, column = TOWER
    feet = sorted((piece for piece in area.pieces if piece.kind == "marker"), key=lambda piece: piece.at or (0, 0))
    panel = (area.size or (1000, 1))[0] / max(len(feet), 1)
    cubes = sorted((piece for piece in area.pieces if piece.kind == "cube"), key=lambda piece: piece.z)
    base = cube * (1 + max((piece.z for piece in cubes), default=0) / CUBE)
    body = ""
    for piece in cubes:
        number, offset = divmod((piece.at or (0, 0))[0], panel)
        x = column * (number + 0.5) + (offset - panel / 2) * cube / CUBE
        body += _piece(piece, (x - cube / 2, base - cube * (1 + piece.z / CUBE), cube, cube), told)
    for number, foot in enumerate(feet):
        body += _line(column * number + 10, base, column * (number + 1) - 10, base)
        body += _fitted(told(foot.text), (column * number + 4, base + 2, column - 8, LINE))
    return _Block(column * max(len(feet), 1), base + (LINE + 4 if feet else 0), body)


def _stacked(placed: Sequence[tuple[Piece, Box]], told: _Told, hexagonal: bool = False) -> str:
    """Pieces in boxes. Tokens that share a box are drawn side by side in it; a place or a card lies below them."""
    below, tokens = [], defaultdict(list)
    for piece, box in placed:
        if piece.kind in TOKENS:
            tokens[box].append(piece)
        elif not piece.to:
            below.append(_piece(piece, box, told, hexagonal))
    for (x, y, width, height), pieces in tokens.items():
        across = ceil(sqrt(len(pieces)))
        down = ceil(len(pieces) / across)
        size = 0.86 * min(width / across, height / down)
        left, top = x + (width - size * across) / 2, y + (height - size * down) / 2
        for number, piece in enumerate(pieces):
            row, column = divmod(number, across)
            below.append(_piece(piece, (left + column * size, top + row * size, size, size), told, counted=True))
    return "".join(below)


# --- pieces ---


def _face(piece: Piece, told: _Told) -> str:
    """The text on a piece. A face-down piece shows its number if only that is known."""
    if piece.hidden:
        return "?" if piece.number is None or piece.symbol else f"?{piece.number}"
    text = re.sub(r"(?<=\w)-(?=\w)", " ", told(piece.text))  # green-Arrow-4
    if not text and piece.number is not None:
        return str(piece.number)
    return text or (piece.colour if piece.kind in {"card", *TOKENS} else "")


def _name(piece: Piece, told: _Told) -> str:
    name = "" if piece.hidden else told(piece.name)
    return "" if name == told(piece.text) else name


def _piece(piece: Piece, box: Box, told: _Told, hexagonal: bool = False, counted: bool = False) -> str:
    x, y, width, height = box
    face = _face(piece, told)
    if counted and piece.count != 1:
        face = f"{piece.count}{face}"
    fill, ink = BACK if piece.hidden else PAINTS.get(piece.colour, PLAIN)
    if piece.kind in PLACES and not piece.hidden:
        shape = _place(piece, box, fill, hexagonal)
        ink = ink if piece.colour and piece.kind not in CAPTIONS else "currentColor"
    else:
        outline = 'stroke="#f0a000" stroke-width="2.5"' if piece.marked else 'stroke="#0008"'
        dashes = ' stroke-dasharray="4 2"' if piece.last and not piece.marked else ""
        shape = _shape(piece, box, f'fill="{fill}" {outline}{dashes}', hexagonal)
    words = " ".join(filter(None, (face, _name(piece, told))))
    if piece.kind in PLACES and piece.span:
        height = min(height, LINE + 4)  # above the pieces in a large place
    inset = min(width, height) * (0.12 if piece.kind in ROUND else 0.07)
    text = _fitted(words, (x + inset, y + inset, width - 2 * inset, height - 2 * inset), ink)
    return f'<g opacity=".45">{shape}{text}</g>' if piece.dimmed else shape + text


def _place(piece: Piece, box: Box, fill: str, hexagonal: bool) -> str:
    """A part of a board: an outline, tinted with the colour of the place."""
    x, y, width, height = box
    if piece.kind in CAPTIONS:
        return ""
    tint = f'fill="{fill}" fill-opacity=".55"' if piece.colour else 'fill="currentColor" fill-opacity=".05"'
    look = f'{tint} stroke="currentColor" stroke-opacity="{".9" if piece.marked else ".3"}"'
    if hexagonal:
        return _hexagon(box, look)
    if piece.kind in ("hole", "ring"):
        radii = f'rx="{_n(width / 2)}" ry="{_n(height / 2)}"'
        return f'<ellipse cx="{_n(x + width / 2)}" cy="{_n(y + height / 2)}" {radii} {look}/>'
    return _rect(box, 2, look)


def _shape(piece: Piece, box: Box, look: str, hexagonal: bool) -> str:
    x, y, width, height = box
    if piece.kind in ROUND and width < 1.2 * height:
        radius = min(width, height) / 2 - 1
        return f'<circle cx="{_n(x + width / 2)}" cy="{_n(y + height / 2)}" r="{_n(max(radius, 1))}" {look}/>'
    if hexagonal and piece.kind == "tile":
        return _hexagon(box, look)
    room = min(1.0, width / 12, height / 12)
    corner = {"card": 6, "cube": 3}.get(piece.kind, 4) * min(1.0, width / 30)
    return _rect((x + room, y + room, width - 2 * room, height - 2 * room), corner, look)


# --- drawing ---


def _fitted(words: str, box: Box, ink: str = "currentColor") -> str:
    """A text in the middle of a box, in the lines that allow the largest letters."""
    x, y, width, height = box
    if not words or width <= 0 or height <= 0:
        return ""
    best: tuple[float, list[str]] = (0.0, [words])
    for count in range(1, min(5, len(words.split())) + 1):
        lines = _in_lines(words, count)
        size = min(FONT, width / (max(map(len, lines)) * LETTER), height / (1.15 * len(lines)))
        best = max(best, (size, lines), key=lambda found: found[0])
    size, lines = best
    first = y + height / 2 - size * 1.15 * (len(lines) - 1) / 2 + size * 0.35
    return "".join(
        _text(line, x + width / 2, first + number * size * 1.15, "middle", size, ink)
        for number, line in enumerate(lines)
    )


def _in_lines(text: str, count: int) -> list[str]:
    """The words in at most this number of lines, about equally long."""
    least = ceil(len(text) / count)
    width = max([least, *map(len, text.split())])
    while len(lines := _wrapped(text, width, 1 / LETTER)) > count:
        width += 1
    return lines


def _wrapped(text: str, width: float, size: float) -> list[str]:
    """A text in lines that fit a width."""
    lines: list[str] = []
    for word in text.split():
        if lines and (len(lines[-1]) + 1 + len(word)) * size * LETTER <= width + 1e-9:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def _text(words: str, x: float, y: float, anchor: str, size: float = FONT, ink: str = "currentColor") -> str:
    look = "" if size == FONT else f' font-size="{_n(size)}"'
    look += "" if ink == "currentColor" else f' fill="{ink}"'
    look += "" if anchor == "start" else f' text-anchor="{anchor}"'
    return f'<text x="{_n(x)}" y="{_n(y)}"{look}>{_safe(words)}</text>'


def _rect(box: Box, corner: float, look: str) -> str:
    x, y, width, height = map(_n, box)
    return f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="{_n(corner)}" {look}/>'


def _hexagon(box: Box, look: str) -> str:
    """A hexagon with a point up."""
    x, y, width, height = box
    corners = ((0.5, 0), (1, 0.25), (1, 0.75), (0.5, 1), (0, 0.75), (0, 0.25))
    points = " ".join(f"{_n(x + a * width)},{_n(y + b * height)}" for a, b in corners)
    return f'<polygon points="{points}" {look}/>'


def _line(x1: float, y1: float, x2: float, y2: float) -> str:
    where = f'x1="{_n(x1)}" y1="{_n(y1)}" x2="{_n(x2)}" y2="{_n(y2)}"'
    return f'<line {where} stroke="currentColor" stroke-opacity=".6" stroke-width="1.5"/>'


def _moved(body: str, x: float, y: float) -> str:
    return f'<g transform="translate({_n(x)} {_n(y)})">{body}</g>'


def _n(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


def _safe(text: str) -> str:
    """Text for XML, without the characters that XML does not allow."""
    return escape("".join(c if c.isprintable() else " " for c in text))
