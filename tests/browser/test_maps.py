"""Custom maps, from a file to the table."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from matchbox.engine import CustomOption, games

from .conftest import OpenPage
from .visible import assert_seen

MAPS = [
    (game.id, option, field.custom)
    for game in games().values()
    for option, field in game.options.items()
    if field.custom is not None
]


def choose_file(page: Page, option: str, file: Path) -> None:
    """Load a map from a file in the form for a new table."""
    page.locator("details").first.locator("summary").click()
    field = page.locator(f"[data-key='option:{option}']")
    field.locator("select").select_option(" custom")
    expect(field.locator("textarea")).not_to_have_value("")  # starts with an example
    field.locator("input[type=file]").set_input_files(file)
    expect(field.locator("textarea")).to_have_value(file.read_text())


@pytest.mark.quick(1)
@pytest.mark.parametrize(("game", "option", "custom"), MAPS, ids=[one[0] for one in MAPS])
def test_a_map_from_a_file_can_be_played(
    game: str, option: str, custom: CustomOption, open_page: OpenPage, tmp_path: Path
) -> None:
    text = custom.example(2)
    file = tmp_path / "map.txt"
    file.write_text(text)
    page = open_page(f"/game/{game}")
    choose_file(page, option, file)
    page.locator("[data-key=start]").click()
    expect(page.locator(".table")).to_be_visible(timeout=120_000)
    page.locator("[data-key=got-it]").click()
    expect(page.locator(".board .tile").first).to_be_visible()


@pytest.mark.parametrize(("game", "option", "custom"), MAPS, ids=[one[0] for one in MAPS])
def test_a_broken_map_is_refused(
    game: str, option: str, custom: CustomOption, open_page: OpenPage, tmp_path: Path
) -> None:
    lines = custom.example(2).splitlines()
    file = tmp_path / "map.txt"
    file.write_text("\n".join(lines[: len(lines) // 2]) + "\n?!\n")
    page = open_page(f"/game/{game}")
    choose_file(page, option, file)
    page.locator("[data-key=start]").click()
    alert = page.locator("form.setup .banner[role=alert]")
    expect(alert).to_contain_text(re.compile(rf"^option {option}: row \d+.*; fix your {custom.noun}"))
    assert_seen(alert, width=200, height=24)
    expect(page.locator(f"[data-key='option:{option}'] textarea")).to_have_value(file.read_text())  # the text stays
    expect(page.locator("[data-key=start]")).to_be_enabled()
