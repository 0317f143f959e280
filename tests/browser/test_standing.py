"""A choice that the page makes again for its player: passing until the next tile."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from matchbox.games.british_empire.holmes_vs_moriarty.state import PLACING, WINDOW

from .clicker import new_table
from .conftest import LIGHT, OpenPage
from .test_table import two_people

HELD = "() => Object.entries(JSON.parse(localStorage.getItem('matchbox.tables')))[0]"


class Player:
    """Somebody at a table who may also act without the page."""

    def __init__(self, page: Page, seat: int = 0) -> None:
        self.page = page
        self.table, saved = page.evaluate(HELD)
        self.headers = {"Authorization": f"Bearer {saved['held'][seat]['token']}"}

    @property
    def state(self) -> dict[str, Any]:
        answer = self.page.request.get(f"/api/tables/{self.table}?format=plain", headers=self.headers)
        found: dict[str, Any] = answer.json()
        return found

    def act(self, name: str) -> None:
        """The first action with this name."""
        state = self.state
        action = next(int(id) for id, text in state["actions"].items() if text.startswith(name))
        body = {"decision": state["decision"], "action": action}
        assert self.page.request.post(f"/api/tables/{self.table}/act", data=body, headers=self.headers).ok

    def wait_for(self, window: int, phase: int) -> None:
        """Wait until the table has come to this window and phase."""
        for _ in range(300):
            view = self.state["view"]
            if (view["window"], view["phase"]) == (window, phase):
                return
            self.page.wait_for_timeout(100)
        raise AssertionError(f"the table is at {view['window']}, not at {window}")


def window(player: Player) -> int:
    return int(player.state["view"]["window"])


def place_both(players: list[Player]) -> None:
    for _ in players:
        next(one for one in players if one.state["your_turn"]).act("place")


def at_the_second_tile(open_page: OpenPage) -> tuple[Player, Player]:
    """Ann and Bob after the first window, which both let pass."""
    ann, bob, _ = two_people(open_page, "holmes_vs_moriarty")
    players = [Player(ann), Player(bob)]
    place_both(players)
    for one in players:
        one.act("pass")
    assert window(players[0]) == 2
    return players[0], players[1]


@pytest.mark.full
def test_one_click_passes_until_the_next_tile(open_page: OpenPage) -> None:
    ann, bob = at_the_second_tile(open_page)
    ann.page.get_by_role("button", name="Pass until the next tile", exact=True).click()
    expect(ann.page.get_by_role("button", name="Stop")).to_be_visible()
    for number in (2, 3, 4, 5):
        if number in (3, 4):
            ann.wait_for(number - 1, PLACING)
            next(one for one in (ann, bob) if one.state["your_turn"]).act("place")
        ann.wait_for(number, WINDOW)
        bob.act("pass")  # Ann's page answers for her
    ann.wait_for(6, WINDOW)
    expect(ann.page.get_by_role("button", name="Pass until the next tile", exact=True)).to_be_visible()  # asked again
    expect(ann.page.get_by_role("button", name="Stop")).to_have_count(0)
    log = ann.page.locator(".log li li")
    expect(log.filter(has_text="Both players pass until the next tile.")).to_have_count(1)
    expect(log.filter(has_text="pass")).to_have_count(1)  # no other line about passes


def test_passing_can_be_stopped_and_taken_back(open_page: OpenPage) -> None:
    ann, bob = at_the_second_tile(open_page)
    ann.page.get_by_role("button", name="Pass until the next tile", exact=True).click()
    ann.page.get_by_role("button", name="Take back").click()
    expect(ann.page.get_by_role("button", name="Stop")).to_have_count(0)
    ann.page.get_by_role("button", name="Pass until the next tile", exact=True).click()
    ann.page.get_by_role("button", name="Stop").click()
    bob.act("pass")
    next(one for one in (ann, bob) if one.state["your_turn"]).act("place")
    expect(ann.page.get_by_role("button", name="Pass", exact=True)).to_be_visible()
    bob.act("pass")
    expect(ann.page.get_by_role("button", name="Pass", exact=True)).to_be_visible()
    assert ann.state["your_turn"]


def test_players_on_one_device_are_always_asked(open_page: OpenPage) -> None:
    page = open_page(LIGHT)
    new_table(page, "holmes_vs_moriarty", ["local"])
    players = [Player(page, seat) for seat in range(2)]
    place_both(players)
    for one in players:
        one.act("pass")
    assert window(players[0]) == 2
    question, curtain = page.get_by_role("button", name="Pass", exact=True), page.locator(".curtain button").first
    expect(curtain.or_(question)).to_be_visible()
    if curtain.is_visible():  # not if the turns between were over before the page could show them
        curtain.click()
    expect(question).to_be_visible()
    expect(page.get_by_role("button", name="Pass until the next tile", exact=True)).to_have_count(0)
