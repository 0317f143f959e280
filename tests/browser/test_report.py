"""The page of a report in a browser: it can be read, fits a phone, and its links open replays."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.lab.test_report_page import written

from .test_access import violations


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return written(tmp_path_factory.mktemp("report"))


def opened(browser: Browser, file: Path, width: int, scheme: str) -> Page:
    page = browser.new_page(viewport={"width": width, "height": 844})
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    page.goto(file.as_uri())
    return page


@pytest.mark.quick(1)
@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (390, "dark")])
def test_axe_finds_nothing(width: int, scheme: str, browser: Browser, file: Path, axe: str) -> None:
    page = opened(browser, file, width, scheme)
    page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    assert violations(page, axe) == []


def test_the_page_fits_a_phone(browser: Browser, file: Path) -> None:
    page = opened(browser, file, 360, "light")
    page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_paper_is_white(browser: Browser, file: Path) -> None:
    """Also where the screen is dark."""
    page = opened(browser, file, 760, "dark")
    assert style(page, "h2", "color") == "rgb(242, 241, 236)"
    page.emulate_media(media="print", color_scheme="dark")
    assert style(page, "h2", "color") == "rgb(21, 23, 28)"
    assert style(page, "body", "backgroundColor") == "rgb(255, 255, 255)"
    assert style(page, "figure", "backgroundColor") == "rgb(255, 255, 255)"


def style(page: Page, where: str, name: str) -> str:
    return str(page.locator(where).first.evaluate("(one, name) => getComputedStyle(one)[name]", name))


def test_a_claim_opens_its_replay(browser: Browser, file: Path) -> None:
    page = opened(browser, file, 1280, "light")
    link = page.locator("#sayings a.replay").first
    name = link.get_attribute("href")
    record = page.locator(f"{name} pre")
    expect(record).not_to_be_visible()
    link.click()
    expect(record).to_be_visible()
    expect(record).to_be_in_viewport()
    with page.expect_download() as download:
        page.locator(f"{name} a[download]").click()
    assert download.value.path().read_text(encoding="utf-8") == record.text_content()
