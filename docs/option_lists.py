"""The options on the rules pages, made from the games' options.py: python -m docs.option_lists

Writes the list below the heading "Options" of every page.md.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from matchbox.engine import Game
from matchbox.scene.options import in_words, variants_of
from matchbox.scene.page import page_of

from .readme_table import boxes

HEADING = "## Options\n\n"
BLOCK = re.compile(r"(?<=## Options\n\n)(?:[-|] *.*\n|  .*\n)+")


def options_list(game: Game) -> str:
    """Every option with its values, the usual value marked."""
    return "".join(_lines(game))


def _lines(game: Game) -> Iterator[str]:
    for name, variant in variants_of(game).items():
        field = game.options[name]
        yield f"- **{in_words(variant.label)}.** {in_words(variant.text)}\n"
        for value, words in variant.values.items():
            usual = " (usual)" if value == field.default else ""
            text = f": {in_words(words.text)}" if words.text else ""
            yield f"  - *{in_words(words.label)}*{usual}{text}\n"
        if field.custom:
            yield f"  - *A custom {field.custom.noun}*\n"


def with_options(page: str, game: Game) -> str:
    """The page with a fresh list of options."""
    if len(BLOCK.findall(page)) != 1:
        raise SystemExit(f"the page of {game.about.name} needs the heading {HEADING.strip()!r} with a list below it")
    return BLOCK.sub(lambda _: options_list(game), page)


def main() -> None:
    for found in boxes().values():
        for game in found:
            if game.options:
                (game.folder / "page.md").write_text(with_options(page_of(game), game), encoding="utf-8")


if __name__ == "__main__":
    main()
