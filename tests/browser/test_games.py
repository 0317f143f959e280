"""Every game from the lobby to its end, by clicking only."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from matchbox.engine import games

from .clicker import new_table, play_to_the_end
from .conftest import OpenPage


@pytest.mark.parametrize("game", sorted(games()))
def test_plays_to_the_end(game: str, open_page: OpenPage) -> None:
    page = open_page("/")
    new_table(page, game)
    play_to_the_end(page)
    end = page.locator(".end")
    expect(end.get_by_role("heading", level=2)).not_to_be_empty()
    expect(end.locator(".ranks li")).to_have_count(page.locator(".panel").count())
    expect(end.get_by_role("button", name="Rematch")).to_be_visible()
