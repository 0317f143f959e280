"""A map of one's own, from a file to the table."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from matchbox.engine import Own, games

from .conftest import OpenPage

MAPS = [
    (game.id, option, field.own)
    for game in games().values()
    for option, field in game.options.items()
    if field.own is not None
]


def choose_file(page: Page, option: str, file: Path) -> None:
    """Take a map from a file in the form of a new table."""
    page.locator("details").first.locator("summary").click()
    field = page.locator(f"[data-key='option:{option}']")
    field.locator("select").select_option(" own")
    expect(field.locator("textarea")).not_to_have_value("")  # an example to begin with
    field.locator("input[type=file]").set_input_files(file)
    expect(field.locator("textarea")).to_have_value(file.read_text())


@pytest.mark.parametrize(("game", "option", "own"), MAPS, ids=[one[0] for one in MAPS])
def test_a_table_with_a_map_from_a_file(game: str, option: str, own: Own, open_page: OpenPage, tmp_path: Path) -> None:
    text = own.example(2)
    file = tmp_path / "map.txt"
    file.write_text(text)
    page = open_page(f"/game/{game}")
    choose_file(page, option, file)
    page.locator("[data-key=start]").click()
    expect(page.locator(".table")).to_be_visible(timeout=120_000)
    page.locator("[data-key=got-it]").click()
    expect(page.locator(".centre .board .tile").first).to_be_visible()


@pytest.mark.parametrize(("game", "option", "own"), MAPS, ids=[one[0] for one in MAPS])
def test_a_broken_map_is_refused(game: str, option: str, own: Own, open_page: OpenPage, tmp_path: Path) -> None:
    lines = own.example(2).splitlines()
    file = tmp_path / "map.txt"
    file.write_text("\n".join(lines[: len(lines) // 2]) + "\n?!\n")
    page = open_page(f"/game/{game}")
    choose_file(page, option, file)
    page.locator("[data-key=start]").click()
    alert = page.locator("form.setup .banner[role=alert]")
    expect(alert).to_contain_text(re.compile(rf"^option {option}: row \d+.*; mend your {own.noun}"))
    expect(alert).to_be_in_viewport()
    expect(page.locator(f"[data-key='option:{option}'] textarea")).to_have_value(file.read_text())  # nothing is lost
    expect(page.locator("[data-key=start]")).to_be_enabled()
