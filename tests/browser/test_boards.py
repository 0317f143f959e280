"""Boards on the page: targets are where the pieces will be."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

from .conftest import OpenPage
from .test_sight import new_table, shown

TRIES = 120  # decisions until a roll lets one cube make several moves


def test_the_ends_of_several_moves_are_on_their_points(open_page: OpenPage) -> None:
    page = open_page("/")
    table, token = new_table(page, "backgammon", seats=2)
    page.goto(f"/table/{table}")
    for _ in range(TRIES):
        state = my_turn(page, table, token)
        start, ends = far_ends(state["scene"])
        if start:
            break
        action = int(next(iter(state["actions"])))
        move = {"decision": state["decision"], "action": action}
        page.request.post(f"/api/tables/{table}/act", headers={"Authorization": f"Bearer {token}"}, data=move)
    assert start, "no cube could make several moves"
    shown(page, state["decision"])
    page.locator(f".points > .cell[data-at='{start[0]},{start[1]}'] > button").click()
    found = page.locator(".points > .route").evaluate_all(PLACES)
    assert {tuple(place) for place in found} >= ends


def my_turn(page: Page, table: str, token: str) -> dict[str, Any]:
    """The state when it is the player's turn."""
    for _ in range(600):
        answer = page.request.get(f"/api/tables/{table}", headers={"Authorization": f"Bearer {token}"})
        state: dict[str, Any] = answer.json()
        if state.get("your_turn"):
            return state
        assert not state.get("result"), "the game is over"
        page.wait_for_timeout(20)
    raise AssertionError("the turn never came")


def far_ends(scene: dict[str, Any]) -> tuple[tuple[int, int] | None, set[tuple[int, int]]]:
    """A cube that can get to at least two places with several dice, and these places."""
    ends: dict[tuple[int, int], set[tuple[int, int]]] = {}
    for route in scene.get("routes", ()):
        if len(route["actions"]) > 1 and route.get("start"):
            ends.setdefault(tuple(route["start"]), set()).add(tuple(route["end"]))
    return next(((start, found) for start, found in ends.items() if len(found) > 1), (None, set()))


# The point under the middle of each target.
PLACES = """
(nodes) => nodes.map((node) => {
  const box = node.getBoundingClientRect();
  const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
  const cells = [...document.querySelectorAll('.points > .cell:not([data-base=edge])')];
  const cell = cells.find((one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    return left < x && x < right && top < y && y < bottom;
  });
  return cell ? cell.dataset.at.split(',').map(Number) : [-1, -1];
})
"""
