"""Files that come with the package, beside the code or in the tree of a checkout; and where a person's own are kept."""

from __future__ import annotations

import os
import re
from pathlib import Path

from .engine import Game, MatchboxError, Unreadable

_PACKAGE = Path(__file__).resolve().parent


def folder(name: str) -> Path | None:
    """A folder such as `docs/rules`, if this copy has it."""
    for root in (_PACKAGE, _PACKAGE.parents[1]):
        if (root / name).is_dir():
            return root / name
    return None


def data_folder() -> Path:
    """Where a person's own things are kept: MATCHBOX_DATA, or the user's folder for data."""
    if named := os.environ.get("MATCHBOX_DATA"):
        return Path(named)
    base = os.environ.get("XDG_DATA_HOME")
    return (Path(base) if base else Path.home() / ".local" / "share") / "matchbox"


def rules_page(game: Game) -> str:
    """A game's rules page: from the docs, or from beside the game's own file."""
    pages = folder("docs/rules")
    for place in (pages, Path(game.file).parent):
        if place and (place / f"{game.id}.md").is_file():
            return (place / f"{game.id}.md").read_text(encoding="utf-8")
    raise MatchboxError(f"{game.about.name} comes without a rules page")


def headings_of(page: str) -> list[str]:
    """The names by which parts of a page can be opened: `## Your turn` is `your-turn`."""
    titles = re.findall(r"^#{1,6} (.+)$", page, re.MULTILINE)
    return [re.sub(r"[^\w]+", "-", title.lower()).strip("-") for title in titles]


def read_text(file: Path) -> str:
    """What somebody wrote in a file."""
    try:
        return file.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise Unreadable(f"{file} is not a text file") from None
