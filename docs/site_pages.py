"""Pages of the documentation site that are elsewhere in the repository: an MkDocs hook.

The README becomes the home page, each game's page.md a page under rules/, and the index of the rules is the README's
table of games. Links between these files lead to the pages of the site.
"""

from __future__ import annotations

import posixpath
import re
import sys
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "src")]  # the games of this checkout

from docs import readme_table  # noqa: E402

PROJECT = {
    "README.md": "index.md",
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
    "SECURITY.md": "security.md",
    "LICENSE": "license.md",
}
RULES = "rules/index.md"
LINK = re.compile(r"(?<=\]\()([^)#:]+)(?=(?:#[^)]*)?\))")


def _rules() -> dict[str, str]:
    """Markdown files beside the games, and their pages on the site."""
    found = {}
    for file in sorted((ROOT / "src" / "matchbox" / "games").rglob("*.md")):
        name = file.parent.name if file.name == "page.md" else f"{file.parent.name}_{file.stem}"
        found[file.relative_to(ROOT).as_posix()] = f"rules/{name}.md"
    return found


def _pictures() -> dict[str, str]:
    """Pictures of the rules, and their files on the site."""
    files = sorted((ROOT / "src" / "matchbox" / "games").rglob("pictures/*.jpg"))
    return {file.relative_to(ROOT).as_posix(): f"rules/{file.parents[1].name}-{file.name}" for file in files}


PICTURES = _pictures()
ELSEWHERE = {**PROJECT, **_rules(), **PICTURES}
SOURCES = {page: source for source, page in ELSEWHERE.items()}


def on_config(config: Any) -> Any:
    """List the rules pages in the navigation, grouped by box."""
    boxes = [
        {box: [{game.about.name: ELSEWHERE[readme_table.page_path(game)]} for game in found]}
        for box, found in readme_table.boxes().items()
    ]
    shared = [page for source, page in _rules().items() if not source.endswith("/page.md")]
    for entry in config.nav:
        if entry.get("Rules") == RULES:
            entry["Rules"] = [RULES, *boxes, *shared]
    return config


def on_files(files: Any, config: Any) -> Any:
    for source, picture in PICTURES.items():
        files.append(File.generated(config, picture, abs_src_path=str(ROOT / source)))
    for source, page in {**PROJECT, **_rules()}.items():
        text = (ROOT / source).read_text(encoding="utf-8")
        files.append(File.generated(config, page, content=f"# Licence\n\n{text}" if source == "LICENSE" else text))
    files.append(File.generated(config, RULES, content=f"# Rules\n\n{readme_table.table()}"))
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Point links at the pages of the site."""
    here = page.file.src_uri
    # The table of games is written for the README, so its links start from the root.
    folder = posixpath.dirname("README.md" if here == RULES else SOURCES.get(here, f"docs/{here}"))

    def target(link: re.Match[str]) -> str:
        path = posixpath.normpath(posixpath.join(folder, link[1]))
        found = ELSEWHERE.get(path, path.removeprefix("docs/") if path.startswith("docs/") else None)
        return posixpath.relpath(found, posixpath.dirname(here)) if found else link[1]

    return LINK.sub(target, markdown)
