"""The pictures of rules pages and box pages: python -m docs.pictures [GAME or BOX ...]

The page in the browser draws them from real positions (see matchbox/scene/examples.py). This saves them as files beside
the rules, for readers of the Markdown elsewhere.
"""

from __future__ import annotations

import sys
from pathlib import Path

from playwright.sync_api import Browser

from matchbox.engine import games
from matchbox.scene.boxes import boxes
from matchbox.scene.examples import examples_of

from .screenshots import serving

WINDOW = {"width": 960, "height": 900}


def save(browser: Browser, address: str, folder: Path) -> None:
    """Save the pictures of a page beside its text."""
    context = browser.new_context(viewport=WINDOW, color_scheme="light", reduced_motion="reduce")  # type: ignore[arg-type]
    page = context.new_page()
    page.goto(address)
    page.wait_for_selector("[data-picture] .drawn .place")
    page.evaluate("document.fonts.ready")
    page.add_style_tag(content=".play { display: none !important }")  # it covers the lower edge of the window
    (folder / "pictures").mkdir(exist_ok=True)
    for picture in page.locator("[data-picture]").all():
        name = picture.get_attribute("data-picture")
        picture.locator(".drawn").screenshot(path=folder / "pictures" / f"{name}.jpg", type="jpeg", quality=80)
    context.close()


def main() -> None:
    pages = {f"/box/{name}": box.folder for name, box in boxes().items()}
    pages |= {f"/rules/{name}": game.folder for name, game in games().items() if examples_of(game)}
    with serving() as (browser, address):
        for path, folder in pages.items():
            if not sys.argv[1:] or path.rpartition("/")[2] in sys.argv[1:]:
                save(browser, address + path, folder)
                print(path)


if __name__ == "__main__":
    main()
