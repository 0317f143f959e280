"""`matchbox dev`: the page goes to the table, follows the author's changes and shows mistakes."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.cli.dev_process import Dev, new_game

from .clicker import click_something


@pytest.mark.full
def test_the_page_follows_the_authors_changes(browser: Browser, tmp_path: Path) -> None:
    dev = Dev(new_game(tmp_path / "package"))
    page = browser.new_page()
    try:
        dev.until(dev.state)
        page.goto(f"http://127.0.0.1:{dev.port}/dev")
        page.wait_for_url(re.compile("/table/"))
        address = page.url
        expect(page.locator("body")).to_contain_text("Play a card.")
        chance = random.Random(1)
        while dev.table()["decision"] == 0:  # the bot may be quicker
            click_something(page, chance)
        expect(page.locator("body")).to_contain_text("scores 2 points")

        dev.edit("scene.py", "Play a card.", "Choose a card.")
        expect(page.locator("body")).to_contain_text("Choose a card. The highest card scores 2 points")
        assert page.url == address

        dev.edit("scene.py", "s = look.s\n", "s = look.so\n")
        expect(page.locator("pre[role=alert]")).to_contain_text("'Look' object has no attribute 'so'")
        dev.edit("scene.py", "look.so\n", "look.s\n")
        expect(page.locator("body")).to_contain_text("Choose a card. The highest card scores 2 points")
        expect(page.locator("pre[role=alert]")).to_have_count(0)
    finally:
        page.close()
        dev.stop()
