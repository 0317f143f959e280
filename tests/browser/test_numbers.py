"""A game in numbers, on the page of the game."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from .conftest import LIGHT, OpenPage
from .test_access import assert_fits_a_phone, violations
from .test_lobby import no_sideways_scrolling
from .visible import assert_seen

GAME = "othellino"


def estimate(value: float, reach: float) -> dict[str, float]:
    return {"value": value, "low": value - reach, "high": value + reach}


def duel(bot: str, other: str, elo: float) -> dict[str, Any]:
    return {"bot": bot, "other": other, "share": estimate(0.7, 0.05), "elo": estimate(elo, 20)}


def numbers(**more: Any) -> dict[str, Any]:
    """What the server answers for a game of two."""
    figures = {"turn0": estimate(0.54, 0.03), "turn1": estimate(0.46, 0.03), "choices": estimate(20.4, 1)}
    found = {
        "seats": 2,
        "options": {},
        "cooperative": False,
        "games": 4321,
        "levels": [{"bot": bot, "games": 400, "deals": 200, "figures": figures} for bot in ("casual", "club")],
        "main": "club",
        "skill": [duel("club", "casual", 150)],
        "ladder": [duel(f"casual x{2 * n}", f"casual x{n}", 120 - 20 * n) for n in (1, 2, 4)],
        "lengths": {"edges": [2.0, 3.0, 4.0, 5.0], "counts": [10, 60, 30]},
        "source": {
            "command": "matchbox report othellino --bots casual,club",
            "matchbox": "0.2.0",
            "date": "2026-11-19",
        },
        **more,
    }
    share = {"say": "{value}\u00a0%", "args": {"value": 54}}
    text = {"say": "Together, {bot} bots win {share} of their games.", "args": {"bot": "club", "share": share}}
    return {"numbers": found, "sayings": [{"question": {"say": "Is it fair?"}, "text": text}], "short": False}


def answer_with(page: Page, found: dict[str, Any] | None) -> None:
    """Let the server have these numbers for the game, or none."""

    def games(route: Route) -> None:
        infos = route.fetch().json()
        route.fulfill(json=[{**info, "numbers": info["id"] == GAME and found is not None} for info in infos])

    page.route("**/api/games", games)
    if found is not None:
        page.route(f"**/api/games/{GAME}/numbers", lambda route: route.fulfill(body=json.dumps(found)))


def section(page: Page) -> Any:
    return page.get_by_role("heading", name="In numbers").locator("xpath=..")


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)])
def test_a_game_tells_its_numbers(open_page: OpenPage, width: int, height: int) -> None:
    page = open_page(LIGHT, width, height)
    answer_with(page, numbers())
    page.goto(f"/game/{GAME}")
    found = section(page)
    expect(found).to_contain_text("Together, club bots win 54 % of their games.")
    expect(found).to_contain_text("4,321 games of bots")
    expect(found).to_contain_text("November 19, 2026")
    expect(found.locator("code")).to_have_text("matchbox report othellino --bots casual,club")
    plots = found.get_by_role("img")
    expect(plots).to_have_count(4)
    for plot in plots.all():
        plot.evaluate("(node) => node.scrollIntoView({ block: 'center' })")
        assert_seen(plot, width=250, height=50)
    for text in found.locator(".plot text").all():
        assert text.evaluate("(node) => node.getScreenCTM().a * parseFloat(getComputedStyle(node).fontSize)") >= 12.5
    no_sideways_scrolling(page)


def test_plots_say_what_they_show(open_page: OpenPage) -> None:
    page = open_page(LIGHT)
    answer_with(page, numbers())
    page.goto(f"/game/{GAME}")
    wins = page.get_by_role("img", name="Games won by each place")
    expect(wins).to_have_accessible_name(
        "Games won by each place. First player: 54 % (51 to 57); Second player: 46 % (43 to 49)"
    )
    expect(wins.locator("text").filter(has_text="First player")).to_be_visible()
    expect(page.get_by_role("img", name="casual ×2: 100 (80 to 120)")).to_be_visible()


def test_all_figures_are_in_a_table(open_page: OpenPage) -> None:
    page = open_page(LIGHT)
    answer_with(page, numbers())
    page.goto(f"/game/{GAME}")
    page.get_by_text("All figures").click()
    row = page.get_by_role("row", name="First player wins")
    row.scroll_into_view_if_needed()
    assert_seen(row, width=200)
    expect(row).to_contain_text("54 % (51 to 57)")
    expect(page.get_by_role("row", name="Choices in a game")).to_contain_text("20 (19 to 21)")


def test_players_of_a_cooperative_game_see_how_often_bots_win(open_page: OpenPage) -> None:
    page = open_page(LIGHT)
    level = {"bot": "club", "games": 40, "deals": 20, "figures": {"wins": estimate(0.3, 0.1)}}
    answer_with(page, {**numbers(cooperative=True, levels=[level], skill=[], ladder=[]), "short": True})
    page.goto(f"/game/{GAME}")
    expect(page.get_by_role("img", name="Games won. club: 30 % (20 to 40)")).to_be_visible()
    expect(section(page)).to_contain_text("A short run")


def test_a_game_without_numbers_shows_none(open_page: OpenPage) -> None:
    page = open_page(LIGHT)
    answer_with(page, None)
    page.goto(f"/game/{GAME}")
    expect(page.locator("form.setup")).to_be_visible()
    expect(page.get_by_role("heading", name="In numbers")).to_have_count(0)


@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=pytest.mark.full)])
def test_axe_finds_nothing_in_numbers(open_page: OpenPage, axe: str, scheme: str) -> None:
    page = open_page(LIGHT, color_scheme=scheme)
    answer_with(page, numbers())
    page.goto(f"/game/{GAME}")
    page.get_by_text("All figures").click()
    assert violations(page, axe) == []


def test_numbers_fit_a_small_phone_in_japanese(open_page: OpenPage) -> None:
    page = open_page(LIGHT, 360, 740)
    page.evaluate("localStorage.setItem('matchbox.language', 'ja')")
    answer_with(page, numbers())
    page.goto(f"/game/{GAME}")
    expect(page.get_by_role("heading", name="数字で見る")).to_be_visible()
    page.get_by_text("すべての数値").click()
    expect(page.locator(".in-numbers")).to_contain_text("最初のプレイヤー")
    assert_fits_a_phone(page)
