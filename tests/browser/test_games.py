"""Every game to its end: a few clicks, and the rest by requests."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from matchbox.engine import games

from .clicker import new_table, play_to_the_end
from .conftest import LIGHT, OpenPage
from .visible import assert_seen


@pytest.mark.full  # test_sight.py clicks in every game, too
@pytest.mark.parametrize("game", sorted(games()))
def test_a_game_plays_to_its_end(game: str, open_page: OpenPage) -> None:
    page = open_page(LIGHT)
    new_table(page, game)
    play_to_the_end(page, most=15)
    end = page.locator(".end")
    expect(end.get_by_role("heading", level=2)).not_to_be_empty()
    table = page.request.get(f"/api/tables/{page.url.rpartition('/')[2]}").json()["table"]
    expect(end.locator(".ranks li")).to_have_count(len(table["seats"]))
    assert_seen(end.get_by_role("heading", level=2))
    assert_seen(end.get_by_role("button", name="Rematch"), width=44, height=24)
