"""A scene in colours for the app: the text of the plain terminal, with the pieces coloured."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rich.text import Text

from matchbox.scene import Scene, shown_in
from matchbox.scene.plain_text import area_title, print_table

STYLES = {
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


def coloured_scene(scene: Scene, names: Sequence[str]) -> Text:
    """The scene without its prompt: pieces in their colours, marked pieces underlined, titles bold."""
    text = Text(print_table(scene, names), no_wrap=True)
    coloured = {(str(piece.text), piece.colour) for piece in shown_in(scene) if piece.colour and not piece.hidden}
    for words, colour in sorted(coloured):
        if words.strip() and colour in STYLES:
            text.highlight_regex(rf"(?<!\w){re.escape(words)}(?!\w)", STYLES[colour])
    text.highlight_regex(MARKED, "underline")
    for area in scene.areas:
        text.highlight_regex(rf"(?m)^{re.escape(area_title(area, names))}:", "bold")
    return text
