"""A scene in colours for the terminal app: the same words as the plain one, painted by what they stand for."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rich.text import Text

from .scene import Scene, shown_in
from .terminal import print_scene

COLOURS = {
    "red": "bold red",
    "green": "bold green",
    "blue": "bold dodger_blue1",
    "yellow": "bold yellow",
    "white": "bold bright_white",
    "black": "bold white on grey11",
    "pink": "bold magenta",
    "brown": "bold orange3",
}
MARKED = r"\*[^*\n]+\*"


def paint(scene: Scene, names: Sequence[str]) -> Text:
    """Every piece's text in its colour, what is marked underlined, and titles bold. The prompt is left out."""
    lines = print_scene(scene, names).splitlines()[: -len(str(scene.prompt).splitlines()) - 1]
    text = Text("\n".join(lines), no_wrap=True)
    painted = {(str(piece.text), piece.colour) for piece in shown_in(scene) if piece.colour and not piece.hidden}
    for words, colour in sorted(painted):
        if words.strip() and colour in COLOURS:
            text.highlight_regex(rf"(?<!\w){re.escape(words)}(?!\w)", COLOURS[colour])
    text.highlight_regex(MARKED, "underline")
    for area in scene.areas:
        owner = f"{names[area.seat]} " if area.seat is not None else ""
        text.highlight_regex(rf"(?m)^{re.escape(f'{owner}{area.title}'.strip())}:", "bold")
    return text
