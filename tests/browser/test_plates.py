"""The plates of the other players show the pieces that the scene has for them."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from .conftest import OpenPage

NAMES = ("Ann", "Bob", "Cleo", "Dan")

# The pieces that are not wholly within their plate and the window.
OUTSIDE = """
(pieces) => pieces.filter((piece) => {
  const box = piece.getBoundingClientRect(), plate = piece.closest('.panel').getBoundingClientRect();
  const isOut = box.left < plate.left || box.right > plate.right || box.top < plate.top || box.bottom > plate.bottom;
  return isOut || !box.width || box.right > innerWidth;
}).map((piece) => piece.outerHTML.slice(0, 120))
"""


class Players:
    """People at one table: they act by requests, and one of them looks at the page."""

    def __init__(self, page: Page, game: str, count: int) -> None:
        self._page = page
        players = [{"kind": "local", "name": name} for name in NAMES[:count]]
        made = page.request.post("/api/tables", data={"game": game, "players": players}).json()
        self._table, self._seats = made["table"], made["seats"]

    def watch(self, page: Page, seat: int) -> None:
        saved = {self._table: {"held": [self._seats[seat]], "at": 0}}
        page.evaluate("(saved) => localStorage.setItem('matchbox.tables', saved)", json.dumps(saved))
        page.goto(f"/table/{self._table}")
        expect(page.locator("main.table")).to_be_visible(timeout=120_000)

    def state(self, seat: int, form: str = "plain") -> dict[str, Any]:
        headers = {"Authorization": f"Bearer {self._seats[seat]['token']}"}
        found: dict[str, Any] = self._page.request.get(
            f"/api/tables/{self._table}?format={form}", headers=headers
        ).json()
        return found

    def act(self, choose: Callable[[int, dict[str, str]], str]) -> None:
        """The next player acts."""
        acting = self.state(0)["acting"]
        state = self.state(acting[0])
        headers = {"Authorization": f"Bearer {self._seats[acting[0]]['token']}"}
        move = {"decision": state["decision"], "action": int(choose(acting[0], state["actions"]))}
        answer = self._page.request.post(f"/api/tables/{self._table}/act", headers=headers, data=move)
        assert answer.ok, answer.text()

    def assert_pieces_on_plates(self, page: Page, seat: int) -> None:
        """The page has come to the present state, and every piece of another seat is on its plate."""
        state = self.state(seat, "scene")
        for other in range(len(self._seats)):
            areas = [one for one in state["scene"]["areas"] if one.get("seat") == other and other != seat]
            if pieces := sum(len(area.get("pieces", ())) for area in areas):
                shown = page.locator(f".seats .panel[data-seat='{other}'] .areas .piece")
                expect(shown).to_have_count(pieces)
                assert shown.evaluate_all(OUTSIDE) == []


def test_cards_that_were_told_are_on_the_plates_of_a_phone(open_page: OpenPage) -> None:
    page = open_page("/", 390, 844)
    players = Players(page, "temple_of_doom", 3)
    players.watch(page, 2)
    chance = random.Random(1)
    told: set[int] = set()
    says: set[int] = set()

    def talk_and_move(seat: int, actions: dict[str, str]) -> str:
        offers = [action for action, text in actions.items() if text.startswith("say")]
        if seat not in told:
            told.add(seat)
            return next(action for action, text in actions.items() if text == "tell_all")
        if offers and seat not in says:
            says.add(seat)
            return offers[0]
        return chance.choice([action for action, text in actions.items() if not text.startswith(("say", "tell"))])

    while len(says) < 2:
        players.act(talk_and_move)
    expect(page.locator(".seats .says")).to_have_count(2)
    players.assert_pieces_on_plates(page, 2)


@pytest.mark.full
@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)])
def test_plans_stay_on_the_plates_when_a_player_is_knocked_out(open_page: OpenPage, width: int, height: int) -> None:
    page = open_page("/", width, height)
    players = Players(page, "gauntlet", 4)
    players.watch(page, 0)
    chance = random.Random(1)
    for _ in range(400):
        players.act(lambda _, actions: chance.choice(list(actions)))
        scene = players.state(0, "scene")["scene"]
        in_step = "step" in scene["round"]["say"]
        if in_step and any(status.get("out") for status in scene["seats"]):
            break
    assert in_step
    expect(page.locator(".panel.out")).to_have_count(1)
    players.assert_pieces_on_plates(page, 0)
