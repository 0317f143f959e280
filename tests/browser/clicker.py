"""A player who clicks at random on anything selectable, with no other knowledge of the game."""

from __future__ import annotations

import random
import re
from typing import Any

from playwright.sync_api import Page, expect

from .conftest import LIGHT

# Picks something to click and returns a point on it. Nothing is scrolled: what is out of sight is not found.
CHOOSE = """
(chance) => {
  const all = (what) => [...document.querySelectorAll(what)].filter((node) => !node.disabled && node.checkVisibility());
  if (document.querySelector('.end')) return { over: true };
  const gotIt = all("[data-key='got-it']");
  if (gotIt.length) return at(gotIt[0]);
  const pieces = 'button.selectable, button.piece[data-legal]';
  const kinds = [pieces, '.choice', '.commit', '.step, .option', '.field.aiming'];
  const onTable = (kind) => all(kind).filter((node) => node.closest('main.table'));
  const groups = kinds.map(onTable).filter((kind) => kind.length);
  if (!groups.length) return {};
  const group = groups[Math.floor(chance[0] * groups.length)];
  return at(group[Math.floor(chance[1] * group.length)]);

  function at(node) {
    const points = [[0.5, 0.5], [0.25, 0.5], [0.5, 0.25], [0.5, 0.85], [0.15, 0.85]];
    if (node.matches('.field.aiming')) points.unshift(chance);
    const box = node.getBoundingClientRect();
    for (const [right, down] of points) {
      const x = box.left + right * box.width, y = box.top + down * box.height;
      const hit = document.elementFromPoint(x, y);
      if (hit && (node.contains(hit) || hit === node)) return { x, y };
    }
    return { covered: node.outerHTML.slice(0, 300) };
  }
}
"""
WAIT = f"(chance) => {{ const found = ({CHOOSE})(chance); return Object.keys(found).length ? found : null; }}"


def new_table(page: Page, game: str, seats: list[str] | None = None, level: str = "random") -> None:
    """Make a table on the page of a game. `seats` are the kinds of the other seats, by default bots."""
    page.goto(f"/game/{game}")
    expect(page.locator("form.setup")).to_be_visible()
    kinds = seats or ["bot"] * page.locator(".players [data-key^=kind]").count()
    count = page.locator(f"[data-key=n{len(kinds) + 1}]")
    if count.count():
        count.click()
    for seat, kind in enumerate(kinds, 1):
        page.locator(f"[data-key=kind{seat}]").select_option(kind)
        if kind == "bot":
            page.locator(f"[data-key=level{seat}]").select_option(level)
    page.locator("[data-key=start]").click()
    page.wait_for_url(re.compile("/table/"))
    if "open" not in kinds:  # without compiled code the game is prepared first
        expect(page.locator(".table, .curtain")).to_be_visible(timeout=120_000)


def click_something(page: Page, chance: random.Random, patient: bool = True) -> bool:
    """Click once, or return False if the game is over. With `patient`, wait while there is nothing to click."""
    chances = [chance.random(), chance.random()]
    found: dict[str, Any]
    if patient:
        found = page.wait_for_function(WAIT, arg=chances, timeout=90_000).json_value()
    else:
        found = page.evaluate(CHOOSE, chances)
    if "over" in found:
        return False
    if "x" in found:
        page.mouse.click(found["x"], found["y"])
    elif "covered" in found:
        raise AssertionError(f"cannot be clicked, something covers it: {found['covered']}")
    return True


def play_to_the_end(page: Page, seed: int = 1, most: int = 6000) -> None:
    """Click until the game is over. After `most` clicks the rest is played by requests, without the page."""
    chance = random.Random(seed)
    for _ in range(most):
        if not click_something(page, chance):
            return
    address = page.url
    table = address.rpartition("/")[2]
    held = page.evaluate("(table) => JSON.parse(localStorage.getItem('matchbox.tables'))[table].held", table)
    page.goto(LIGHT)
    while not all(_act(page, table, seat["token"], chance) for seat in held):
        page.wait_for_timeout(20)  # the server has a limit for requests
    page.goto(address)
    expect(page.locator(".end")).to_be_visible()


def _act(page: Page, table: str, token: str, chance: random.Random) -> bool:
    """Make a random move if it is the seat's turn; is the game over?"""
    path, headers = f"/api/tables/{table}", {"Authorization": f"Bearer {token}"}
    state = page.request.get(f"{path}?format=plain", headers=headers).json()
    if actions := state.get("actions"):
        action = chance.choice(list(actions))
        move = {"decision": state["decision"], "action": int(action)}
        if relies := state.get("relies"):  # in a race
            move["relies"] = relies[action]
        page.request.post(f"{path}/act", headers=headers, data=move)
    return bool(state.get("result"))
