"""The lab: pick a game and its rules, and see its numbers grow."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, Route, expect

from .conftest import LIGHT, OpenPage
from .test_access import assert_fits_a_phone, violations
from .test_lobby import no_sideways_scrolling
from .visible import assert_seen


def choose_random_bots(page: Page) -> None:
    """Random bots are quick on a server without compiled code."""
    page.get_by_role("checkbox", name="random").check()
    for level in ("casual", "club"):
        page.get_by_role("checkbox", name=level).uncheck()


@pytest.mark.quick(1)
@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)])
def test_a_study_grows_on_the_page_until_it_is_stopped(open_page: OpenPage, width: int, height: int) -> None:
    page = open_page("/lab?game=othellino", width, height)
    expect(page.get_by_role("combobox", name="Game", exact=True)).to_have_value("othellino")
    choose_random_bots(page)
    page.get_by_text("Rule variants").click()
    page.get_by_role("combobox").nth(1).select_option("8")
    begin = page.get_by_role("button", name="Play for 60 seconds")
    begin.scroll_into_view_if_needed()
    assert_seen(begin, width=200, height=44)
    begin.click()
    try:
        status = page.get_by_role("status").filter(has_text="so far")
        expect(status).to_be_visible()
        assert_seen(page.get_by_role("progressbar"), width=200, height=8)
        expect(page.get_by_text("A short run")).to_be_visible()
        plot = page.get_by_role("img", name="Games won by each place")
        first = status.inner_text()
        expect(status).not_to_have_text(first)  # it grows
        assert_seen(status, width=100, height=15)
        plot.evaluate("(node) => node.scrollIntoView({ block: 'center' })")
        assert_seen(plot, width=240, height=60)
        expect(page.locator(".study code")).to_contain_text("--option board=8 --bots random")
        no_sideways_scrolling(page)
    finally:
        page.get_by_role("button", name="Stop").click()
    expect(page.get_by_role("status").filter(has_text="Stopped after")).to_be_visible()
    expect(begin).to_be_enabled()


def test_leaving_the_page_stops_the_study(open_page: OpenPage) -> None:
    page = open_page("/lab?game=othellino")
    choose_random_bots(page)
    with page.expect_response("**/api/lab") as started:
        page.get_by_role("button", name="Play for").click()
    study = started.value.json()["study"]
    with page.expect_response(f"**/api/lab/{study}/stop") as stopped:
        page.get_by_role("link", name="Games", exact=True).click()
    assert stopped.value.json()["state"] == "stopped"


def test_loading_the_page_again_stops_the_study(open_page: OpenPage) -> None:
    """Otherwise a visitor would have to wait for a study that nobody can stop."""
    page = open_page("/lab?game=othellino")
    choose_random_bots(page)
    with page.expect_response("**/api/lab") as started:
        page.get_by_role("button", name="Play for").click()
    study = started.value.json()["study"]
    page.reload()
    expect(page.get_by_role("button", name="Play for")).to_be_enabled()
    assert page.request.get(f"/api/lab/{study}").json()["state"] == "stopped"


def test_at_most_three_levels_can_be_chosen(open_page: OpenPage) -> None:
    page = open_page("/lab?game=othellino")
    page.get_by_role("checkbox", name="novice").check()
    expect(page.get_by_role("checkbox", name="random")).to_be_disabled()
    page.get_by_role("checkbox", name="club").uncheck()
    expect(page.get_by_role("checkbox", name="random")).to_be_enabled()


def test_a_refusal_says_why(open_page: OpenPage) -> None:
    page = open_page(LIGHT)
    why = "other visitors use the lab now; try again in a minute"

    def refuse(route: Route) -> None:
        if route.request.method == "POST":
            route.fulfill(status=503, json={"error": why})
        else:
            route.fallback()

    page.route("**/api/lab", refuse)
    page.goto("/lab")
    page.get_by_role("button", name="Play for").click()
    assert_seen(page.get_by_role("alert").filter(has_text=why), height=20)
    expect(page.get_by_role("button", name="Play for")).to_be_enabled()


def test_a_closed_lab_says_so_and_is_not_offered(open_page: OpenPage) -> None:
    page = open_page(LIGHT)
    page.route("**/api/lab", lambda route: route.fulfill(json={"places": 0, "seconds": 60, "levels": []}))
    page.goto("/lab")
    expect(page.get_by_text("This server has no lab.")).to_be_visible()
    page.goto("/learn")
    expect(page.locator(".lessons li")).not_to_have_count(0)
    expect(page.locator("a[href^='/lab']")).to_have_count(0)


def test_the_lab_is_one_click_from_learn(open_page: OpenPage) -> None:
    page = open_page("/learn")
    link = page.get_by_role("link", name="Let bots play in the lab")
    expect(link).to_be_visible()
    assert_seen(link, width=100, height=44)
    link.click()
    expect(page.get_by_role("heading", name="Lab", level=1)).to_be_visible()


@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=pytest.mark.full)])
def test_axe_finds_nothing_in_the_lab(open_page: OpenPage, axe: str, scheme: str) -> None:
    page = open_page("/lab?game=gold_mine", color_scheme=scheme)
    page.get_by_text("Rule variants").click()
    assert violations(page, axe) == []


def test_the_lab_fits_a_small_phone(open_page: OpenPage) -> None:
    page = open_page("/lab?game=gold_mine", 360, 740)
    page.get_by_text("Rule variants").click()
    assert_fits_a_phone(page)
