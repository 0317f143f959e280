"""The boxes that games come in, and what is in them.

A box is the package around its games. Its page is the file `components.md` there, and `box.py` beside it defines
`pictures`: scenes that show the parts.
"""

from __future__ import annotations

import functools
import importlib
import importlib.util
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from matchbox.engine import Game, UnknownGame, games

from .model import Scene


@dataclass(frozen=True)
class Box:
    id: str
    name: str
    folder: Path
    package: str
    games: Sequence[Game]

    @property
    def page(self) -> str:
        """Its contents, as Markdown."""
        return (self.folder / "components.md").read_text(encoding="utf-8")

    @property
    def pictures(self) -> Mapping[str, Scene]:
        if importlib.util.find_spec(f"{self.package}.box") is None:
            return {}
        found: Mapping[str, Scene] = importlib.import_module(f"{self.package}.box").pictures
        return found


@functools.cache
def boxes() -> dict[str, Box]:
    """The boxes that have a page, by the names of their folders."""
    found: dict[str, list[Game]] = {}
    for game in games().values():
        if (game.folder.parent / "components.md").is_file():
            found.setdefault(game.package.rpartition(".")[0], []).append(game)
    return {
        inside[0].folder.parent.name: Box(
            inside[0].folder.parent.name, inside[0].about.box, inside[0].folder.parent, package, inside
        )
        for package, inside in found.items()
    }


def box(name: str) -> Box:
    known = boxes()
    if name not in known:
        raise UnknownGame(f"there is no box {name!r}; the boxes are: {', '.join(known)}")
    return known[name]


def box_of(game: Game) -> Box | None:
    return boxes().get(game.folder.parent.name)
