"""Addresses that fill in the form for a new table, as `matchbox tune` prints them."""

from __future__ import annotations

from urllib.parse import urlencode

from playwright.sync_api import Locator, Page, expect

from matchbox.engine import get

from .conftest import OpenPage


def field(page: Page, option: str) -> Locator:
    return page.locator(f"[data-key='option:{option}']")


def test_an_address_sets_seats_and_options(open_page: OpenPage) -> None:
    page = open_page("/game/tunnel_run?seats=3&mode=advanced&hand=5&rescue=sometimes&fun=yes")
    expect(page.locator("ol.players > li")).to_have_count(3)
    expect(page.get_by_role("button", name="3 players")).to_have_attribute("aria-pressed", "true")
    page.locator("summary", has_text="Rule variants").click()
    for option, value in (("mode", "advanced"), ("hand", "5"), ("rescue", "third_pass"), ("idle", "allowed")):
        expect(field(page, option).locator("select")).to_have_value(value)


def test_an_address_may_hold_a_custom_map_which_can_be_played(open_page: OpenPage) -> None:
    custom = get("war").options["map"].custom
    assert custom is not None
    text = custom.write(custom.read(custom.example(2)))
    page = open_page("/game/war?" + urlencode({"seats": 2, "map": text}))
    page.locator("summary", has_text="Rule variants").click()
    expect(field(page, "map").locator("textarea")).to_have_value(text)
    page.locator("[data-key=start]").click()
    expect(page.locator(".table")).to_be_visible(timeout=120_000)


def test_seats_that_the_game_does_not_have_are_passed_over(open_page: OpenPage) -> None:
    page = open_page("/game/othellino?seats=7&board=8")
    expect(page.locator("ol.players > li")).to_have_count(2)
    page.locator("summary", has_text="Rule variants").click()
    expect(field(page, "board").locator("select")).to_have_value("8")
