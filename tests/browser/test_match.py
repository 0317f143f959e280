"""A match of several games: the page follows the game on the table."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import Page, expect

from .conftest import OpenPage
from .visible import assert_seen

ORDER = ["15 Pounds of 4 Cheeses", "Building Blocks Brawl", "Gaze into the Abyss"]
DRAW = "5"  # these three


def new_match(page: Page) -> None:
    """A match against a bot with these games, in which nobody chooses the order."""
    page.locator("[data-key=kind1]").select_option("bot")
    page.locator("[data-key=level1]").select_option("random")
    page.locator("details").first.locator("summary").click()
    page.locator("[data-key='option:cards'] select").select_option(DRAW)
    page.locator("[data-key=start]").click()
    expect(page.locator(".table")).to_be_visible(timeout=60_000)


def end_game(page: Page) -> None:
    """Play the game on the table to its end, by requests."""
    chance, address = random.Random(1), page.url
    table = address.rpartition("/")[2]
    (held,) = page.evaluate("(table) => JSON.parse(localStorage.getItem('matchbox.tables'))[table].held", table)
    path, headers = f"/api/tables/{table}", {"Authorization": f"Bearer {held['token']}"}
    page.goto("/")
    while True:
        state = page.request.get(f"{path}?format=plain", headers=headers).json()
        actions = state["actions"]
        if list(actions.values()) == ["next"]:
            break
        if actions:
            move = {"decision": state["decision"], "action": int(chance.choice(list(actions)))}
            page.request.post(f"{path}/act", headers=headers, data=move)
    page.goto(address)
    page.locator("[data-key=caught-up]").click()  # what happened meanwhile


@pytest.mark.quick(1)
@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)])
def test_a_game_of_a_match_ends_on_its_own_table(open_page: OpenPage, width: int, height: int) -> None:
    page = open_page("/game/best_of_three", width, height)
    new_match(page)
    summary = page.locator(".how-to-play h2")
    expect(summary).to_have_text(["How to play Best of Three", f"How to play {ORDER[0]}"])
    page.locator("[data-key=got-it]").click()
    page.keyboard.press("r")
    expect(page.locator("dialog.window h1")).to_have_text(ORDER[0])
    page.keyboard.press("Escape")
    end_game(page)
    following = page.locator(".commit", has_text="Next:")
    expect(following).to_be_visible()
    assert_seen(following, width=80, height=40)
    assert_seen(page.locator("[data-area=points]"), width=80, height=60)
    assert_seen(page.locator("[data-area=match]"), width=100, height=60)
    expect(page.locator(".follows")).to_contain_text("Reason:")
    expect(page.locator("[data-key=tool-hint]")).to_be_disabled()
    page.locator("[data-key=again]").click()
    assert_seen(page.locator(".moment"), width=100, height=60)
    page.locator("[data-key=go-on]").click()
    following.click()
    expect(summary).to_have_text([f"How to play {ORDER[1]}"])
    if width > 1000:
        expect(page.locator(".top-bar h1")).to_have_text(ORDER[1])
    expect(following).to_have_count(0)
