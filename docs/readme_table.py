"""The README's table of games, made from the registry: python -m docs.readme_table

Writes the table into README.md, between its two markers.
"""

from __future__ import annotations

import re
from pathlib import Path

from matchbox.engine import Game, games

ROOT = Path(__file__).resolve().parents[1]
README = ROOT / "README.md"
BEGIN, END = "<!-- games -->\n\n", "\n<!-- end of games -->\n"


def boxes() -> dict[str, list[Game]]:
    """The built-in games by box, in the order of their names."""
    found: dict[str, list[Game]] = {}
    for game in sorted(games().values(), key=lambda game: game.about.name):
        if game.folder.is_relative_to(ROOT):  # leaves out the games of other installed packages
            found.setdefault(game.about.box, []).append(game)
    return dict(sorted(found.items()))


def page_path(game: Game) -> str:
    """The rules page of a game, from the root of the repository."""
    return (game.folder / "page.md").relative_to(ROOT).as_posix()


def table() -> str:
    """A row for each built-in game, grouped by box."""
    lines = ["| game | players | designer |", "|---|---|---|"]
    for box, found in boxes().items():
        lines.append(f"| ***{box}*** | | |")
        for game in found:
            lines.append(f"| [{game.about.name}]({page_path(game)}) | {game.seat_range} | {game.about.designers} |")
    return "\n".join(lines) + "\n"


def with_table(readme: str) -> str:
    """The README with a fresh table."""
    pattern = re.compile(f"(?<={re.escape(BEGIN)}).*?(?={re.escape(END)})", re.DOTALL)
    if len(pattern.findall(readme)) != 1:
        raise SystemExit(f"README.md needs the lines {BEGIN.strip()} and {END.strip()} once, in this order")
    return pattern.sub(lambda _: table(), readme)


def main() -> None:
    README.write_text(with_table(README.read_text(encoding="utf-8")), encoding="utf-8")
    print("README.md: table of games written")


if __name__ == "__main__":
    main()
