"""Rules pages in the terminal: their pictures are drawn as text."""

from __future__ import annotations

import re

from matchbox.engine import Game
from matchbox.scene.examples import Picture, pictures_of
from matchbox.scene.page import page_of
from matchbox.scene.plain_text import print_areas

IMAGE = re.compile(r"!\[([^\]]*)\]\(pictures/([\w-]+)\.\w+\)", re.DOTALL)


def drawn_page(game: Game) -> str:
    """A game's rules page as Markdown, with each picture as a block of text above its caption."""
    pictures = pictures_of(game)
    return IMAGE.sub(lambda found: _drawn(pictures[found[2]], found[1]), page_of(game))


def _drawn(picture: Picture, caption: str) -> str:
    return f"```\n{print_areas(picture.scene, picture.names)}\n```\n\n*{caption}*"
