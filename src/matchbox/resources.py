"""Files that come with the package: beside the code in an installed copy, in the tree in a checkout."""

from __future__ import annotations

from pathlib import Path

from .engine import Game, MatchboxError

_PACKAGE = Path(__file__).resolve().parent


def folder(name: str) -> Path | None:
    """A folder such as `docs/rules`, if this copy has it."""
    for root in (_PACKAGE, _PACKAGE.parents[1]):
        if (root / name).is_dir():
            return root / name
    return None


def rules_page(game: Game) -> str:
    """A game's rules page: from the docs, or from beside the game's own file."""
    pages = folder("docs/rules")
    for place in (pages, Path(game.file).parent):
        if place and (place / f"{game.id}.md").is_file():
            return (place / f"{game.id}.md").read_text(encoding="utf-8")
    raise MatchboxError(f"{game.about.name} comes without a rules page")
