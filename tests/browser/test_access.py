"""Accessibility: small screens, keyboard, screen readers, Japanese, dark colours."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from .clicker import new_table, play_to_the_end
from .conftest import LIGHT, OpenPage
from .visible import assert_seen

PHONE = {"width": 360, "height": 740}

# Controls smaller than a fingertip. Cells of a board may be small, since the list has all moves too.
SMALL = """
() => [...document.querySelectorAll('button, select, input, summary, a.game, a.button, a.brand, a.table-link')]
  .filter((node) => !node.closest('.board, .plane') && node.type !== 'checkbox')
  .map((node) => [node.getBoundingClientRect(), node])
  .filter(([box]) => box.width > 0 && (box.width < 43.5 || box.height < 43.5))
  .map(([box, node]) => `${Math.round(box.width)}x${Math.round(box.height)} ${node.outerHTML.slice(0, 120)}`)
"""


def assert_fits_a_phone(page: Page) -> None:
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    assert page.evaluate(SMALL) == []


@pytest.mark.quick(1)
@pytest.mark.parametrize("path", ["/", "/game/open", "/rules/backgammon"])
def test_pages_fit_a_phone(path: str, open_page: OpenPage) -> None:
    page = open_page(path, **PHONE)
    page.wait_for_selector("main:not(:has(.loading))")
    assert_fits_a_phone(page)


@pytest.mark.full
@pytest.mark.parametrize("game", ["othellino", "liars_cards", "open", "temple_of_doom", "holmes_vs_moriarty"])
def test_tables_fit_a_phone(game: str, open_page: OpenPage) -> None:
    page = open_page("/", **PHONE)
    new_table(page, game)
    page.locator("[data-key=got-it]").click(timeout=90_000)
    page.wait_for_selector(".dock .prompt-text")
    assert_fits_a_phone(page)
    assert_seen(page.locator(".dock .prompt-text"), height=16)
    dock = page.locator(".dock").bounding_box()
    assert dock
    assert dock["y"] + dock["height"] <= PHONE["height"] + 1


def test_a_game_can_be_played_on_a_phone(open_page: OpenPage) -> None:
    page = open_page("/", **PHONE)
    new_table(page, "building_blocks_brawl")
    play_to_the_end(page)
    assert_fits_a_phone(page)


def test_a_game_can_be_played_by_keyboard(open_page: OpenPage) -> None:
    page = open_page("/")
    page.wait_for_selector(".game")
    tab_to(page, "a[href='/game/othellino']")
    page.keyboard.press("Enter")
    page.wait_for_selector("form.setup")
    tab_to(page, "[data-key=start]")
    page.keyboard.press("Enter")
    page.wait_for_selector(".scene .selectable")
    tab_to(page, "[data-key=got-it]")
    page.keyboard.press("Enter")
    for turn in range(60):
        page.wait_for_selector(".end, .scene .selectable", timeout=60_000)
        if page.locator(".end").count():
            break
        tab_to(page, ".scene .selectable")
        for _ in range(turn % 3):
            page.keyboard.press("ArrowDown")  # moves between selectable pieces
        page.keyboard.press("Enter")
        page.wait_for_timeout(30)
    assert_seen(page.locator(".end h2"))


def tab_to(page: Page, what: str) -> None:
    for _ in range(150):
        if page.evaluate("(what) => document.activeElement.matches(what)", what):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"the Tab key does not reach {what}")


def test_escape_deselects_a_piece(open_page: OpenPage) -> None:
    page = open_page(LIGHT)
    new_table(page, "backgammon")
    for _ in range(30):
        page.wait_for_selector(".scene .selectable")
        page.locator(".scene .selectable").first.click()
        if page.locator(".selected").count():
            break
    expect(page.locator(".selected:not(.staged)")).to_have_count(1)  # where its only move ends is staged
    page.keyboard.press("Escape")
    expect(page.locator(".selected")).to_have_count(0)


def violations(page: Page, axe: str) -> list[str]:
    page.evaluate(axe)
    found: list[dict[str, Any]] = page.evaluate("async () => (await axe.run()).violations")
    return [f"{one['id']}: {node['html'][:160]}" for one in found for node in one["nodes"]]


@pytest.mark.quick(2)
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("path", ["/", "/game/speed", "/rules/holmes_vs_moriarty"])
def test_axe_finds_nothing_on_pages(path: str, scheme: str, open_page: OpenPage, axe: str) -> None:
    page = open_page(path, color_scheme=scheme)
    page.wait_for_selector("main:not(:has(.loading))")
    assert violations(page, axe) == []


@pytest.mark.quick(1)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_rule_variants_can_be_read(scheme: str, open_page: OpenPage, axe: str) -> None:
    page = open_page("/game/war", color_scheme=scheme)
    page.get_by_text("Rule variants").click()
    choice = page.locator("[data-key^='option:'] select").first
    assert_seen(choice, width=100, height=40)
    assert choice.evaluate("(node) => getComputedStyle(node).color") != choice.evaluate(
        "(node) => getComputedStyle(node).backgroundColor"
    )
    assert violations(page, axe) == []


@pytest.mark.quick(1)
@pytest.mark.parametrize("game", ["othellino", "backgammon", "liars_cards", "fifteen_pounds", "temple_of_doom"])
def test_axe_finds_nothing_on_tables(game: str, open_page: OpenPage, axe: str) -> None:
    page = open_page(LIGHT)
    new_table(page, game)
    page.wait_for_selector(".dock .prompt-text")
    assert violations(page, axe) == []


def test_language_and_theme_can_be_switched(open_page: OpenPage) -> None:
    page = open_page("/")
    page.locator("[data-key=language]").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("小さなゲームの箱")
    page.locator("[data-key=menu]").click()
    page.locator("[data-key=theme]").click()
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text("小さなゲームの箱")
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
