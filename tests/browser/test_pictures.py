"""Pictures on rules pages, the pages of boxes, and the cards that are still out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from matchbox.engine import games
from matchbox.scene.boxes import boxes
from matchbox.scene.examples import examples_of

from .clicker import new_table
from .conftest import OpenPage
from .test_access import violations
from .visible import assert_seen

SIZES = [(1280, 800), (390, 844)]
LAPTOP, PHONE = SIZES

# Pieces of a picture that stick out of it.
OUTSIDE = """
(drawn) => {
  const room = drawn.getBoundingClientRect();
  return [...drawn.querySelectorAll('.piece')]
    .map((node) => [node.getBoundingClientRect(), node])
    .filter(([box]) => box.width && (box.left < room.left - 2 || box.right > room.right + 2 ||
      box.top < room.top - 2 || box.bottom > room.bottom + 2))
    .map(([, node]) => node.outerHTML.slice(0, 80));
}
"""

# Plates of players that other parts of a picture cover.
COVERED = """
(drawn) => {
  const boxes = [...drawn.querySelectorAll('[data-place], .tray')].map((node) => node.getBoundingClientRect());
  return [...drawn.querySelectorAll('.seats > *')]
    .filter((node) => {
      const { left, right, top, bottom } = node.getBoundingClientRect();
      return boxes.some((box) => Math.min(right, box.right) > Math.max(left, box.left) + 2 &&
        Math.min(bottom, box.bottom) > Math.max(top, box.top) + 2);
    })
    .map((node) => node.textContent);
}
"""


def pages() -> Iterator[Any]:
    """All pages with pictures; the quick set has a game and a box."""
    yield from ("/rules/gold_mine", "/box/green_box")
    for game in games().values():
        if game.id != "gold_mine" and examples_of(game):
            yield pytest.param(f"/rules/{game.id}", marks=pytest.mark.full)
    for box in boxes():
        if box != "green_box":
            yield pytest.param(f"/box/{box}", marks=pytest.mark.full)


@pytest.mark.quick(2)
@pytest.mark.parametrize(("width", "height"), SIZES)
@pytest.mark.parametrize("path", list(pages()))
def test_pictures_show_all_their_pieces(path: str, width: int, height: int, open_page: OpenPage) -> None:
    page = open_page(path, width, height)
    page.wait_for_selector("[data-picture] .drawn .piece")
    for picture in page.locator("[data-picture]").all():
        picture.evaluate("(node) => node.scrollIntoView({ block: 'center' })")
        drawn = picture.locator(".drawn")
        assert_seen(picture, width=300, height=200)
        assert drawn.locator(".piece").count() > 0
        assert drawn.evaluate(OUTSIDE) == []
        assert drawn.evaluate(COVERED) == []
        expect(picture.locator(".example-text")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_the_players_of_a_picture_have_their_names(open_page: OpenPage) -> None:
    page = open_page("/rules/gold_mine")
    drawn = page.locator("[data-picture=alone] .drawn")
    for name in ("Anna", "Bente", "Christian"):
        expect(drawn.get_by_text(name, exact=True)).to_have_count(1)
    expect(drawn.get_by_text("You", exact=True)).to_have_count(0)


def test_a_phone_shows_the_cards_beside_the_temple(open_page: OpenPage) -> None:
    page = open_page("/rules/temple_of_doom", *PHONE)
    drawn = page.locator("[data-picture=end-of-a-round] .drawn")
    expect(drawn.locator("[data-area=relics] .piece:visible")).to_have_count(3)
    expect(drawn.locator("[data-area=cards] .piece:visible")).to_have_count(8)


def test_a_picture_of_a_battlefield_has_no_buttons(open_page: OpenPage) -> None:
    page = open_page("/rules/grenade_salad", *PHONE)
    drawn = page.locator("[data-picture=grenade] .drawn")
    expect(drawn.locator(".field .cell").first).to_be_visible()
    assert drawn.locator(".field .cell").count() == 9
    expect(drawn.locator(".field .zoom")).to_be_hidden()
    expect(drawn.locator(".field .map")).to_be_hidden()


def test_rules_lead_to_the_box_and_back(open_page: OpenPage) -> None:
    page = open_page("/rules/gold_mine")
    page.get_by_role("link", name="cards of the Green Box").click()
    expect(page.locator("h1")).to_have_text("The contents of the Green Box")
    expect(page.locator("[data-picture=deck] .drawn .card")).to_have_count(54)
    page.get_by_role("link", name="Gold Mine", exact=True).click()
    expect(page.locator("h1")).to_have_text("Gold Mine")


def test_all_boxes_are_linked_and_an_unknown_one_says_so(open_page: OpenPage) -> None:
    page = open_page("/learn")
    expect(page.locator("a[href^='/box/']")).to_have_count(3)
    page.goto("/box/blue_box")
    expect(page.get_by_role("alert").filter(has_text="there is no box")).to_be_visible()


@pytest.mark.quick(1)
@pytest.mark.parametrize(("width", "height"), SIZES)
def test_the_cards_still_out_open_over_the_table(width: int, height: int, open_page: OpenPage) -> None:
    page = open_page("/", width, height)
    new_table(page, "gold_mine")
    page.locator("[data-key=got-it]").click(timeout=90_000)
    page.locator("[data-key=menu]").click()
    page.locator("[data-key=menu-unseen]").click()
    window = page.locator("dialog.of-areas")
    assert_seen(window.locator(".example"), width=300, height=200)
    assert window.locator(".card").count() == 54
    assert window.locator(".card.dimmed").count() == 1
    expect(window.get_by_text("53 of 54 cards not seen yet").last).to_be_visible()
    window.get_by_role("button").click()
    expect(window).to_have_count(0)


def test_axe_finds_nothing_on_a_page_with_pictures(open_page: OpenPage, axe: str) -> None:
    page = open_page("/rules/gold_mine")
    page.wait_for_selector("[data-picture] .drawn .piece")
    assert violations(page, axe) == []
