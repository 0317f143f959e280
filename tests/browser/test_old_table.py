"""A finished game of rules that the server no longer has: its page shows the result, the log and the replay."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa
from playwright.sync_api import Browser, expect

from tests.server.harness import Node

from .clicker import new_table, play_to_the_end
from .visible import assert_seen


@pytest.fixture
def node(tmp_path: Path) -> Iterator[Node]:
    found = Node(tmp_path / "data")
    yield found
    found.stop()


@pytest.mark.full
def test_the_page_of_an_old_game_opens_with_result_log_and_replay(browser: Browser, node: Node, tmp_path: Path) -> None:
    page = browser.new_context(base_url=node.url, locale="en-GB").new_page()
    page.goto("/")
    new_table(page, "othellino")
    play_to_the_end(page)
    title, lines = page.locator(".end h2").inner_text(), page.locator(".last-moves li").count()
    node.stop()
    engine = sa.create_engine(f"sqlite:///{tmp_path / 'data' / 'matchbox.db'}")
    with engine.begin() as connection:
        connection.execute(sa.text(r"""UPDATE tables SET setup = REPLACE(setup, '"version":', '"version"\:9')"""))
    engine.dispose()
    node.start()
    page.goto("/")
    page.get_by_role("link", name="Your tables").first.click()
    page.locator(".table-link").first.click()
    expect(page.locator(".end h2")).to_have_text(title)
    expect(page.locator(".last-moves li")).to_have_count(lines)
    note = page.locator("[data-key=archived]")
    expect(note).to_contain_text("played with other rules")
    assert_seen(note, width=100)
    for gone in ("Rematch", "Review the game"):
        expect(page.get_by_role("button", name=gone)).to_have_count(0)
    page.locator(".fair summary").click()
    expect(page.locator(".fair li.good")).to_have_count(4)
    page.get_by_role("button", name="Replay").click()
    page.keyboard.press("Home")
    expect(page.locator(".player .move-no")).to_contain_text("Move 0 of")
    expect(page.locator(".scene .disc")).to_have_count(4)
    page.get_by_role("button", name="Next move").click()
    expect(page.locator(".scene .disc")).to_have_count(5)
    assert_seen(page.get_by_role("slider"), width=60)
