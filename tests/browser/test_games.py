"""Every game from the lobby, by clicks alone."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import expect

from matchbox.engine import games

from .clicker import click_something, new_table, play_to_the_end
from .conftest import OpenPage
from .visible import assert_seen


@pytest.mark.full  # test_sight.py clicks in every game, too
@pytest.mark.parametrize("game", sorted(games()))
def test_the_first_clicks_of_a_game(game: str, open_page: OpenPage) -> None:
    page = open_page("/")
    new_table(page, game)
    chance = random.Random(2)
    log = page.locator(".log li, .end")  # some games end within these clicks
    for number in range(400):  # some clicks only select a piece, or take that back
        if not click_something(page, chance) or (number >= 20 and log.count()):
            break
    expect(log.first).to_be_attached()


@pytest.mark.full
@pytest.mark.parametrize("game", sorted(games()))
def test_a_game_plays_to_its_end(game: str, open_page: OpenPage) -> None:
    page = open_page("/")
    new_table(page, game)
    play_to_the_end(page, most=15)
    end = page.locator(".end")
    expect(end.get_by_role("heading", level=2)).not_to_be_empty()
    table = page.request.get(f"/api/tables/{page.url.rpartition('/')[2]}").json()["table"]
    expect(end.locator(".ranks li")).to_have_count(len(table["seats"]))
    assert_seen(end.get_by_role("heading", level=2))
    assert_seen(end.get_by_role("button", name="Rematch"), width=44, height=24)
