"""Every game in windows of five sizes: what can be chosen is in sight, free and large enough, in every phase.

The quick set looks in two windows.
"""

from __future__ import annotations

import random
from collections import Counter
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import Page, TimeoutError

from matchbox.engine import games

from .conftest import LIGHT, OpenPage
from .sight import SIZES, problems

SPREAD, MOST, WINDOWS = 40, 100, 2
"""In a whole game: every 40th decision is looked at in two windows, and every kind of decision once. Longer games are
cut off."""


@pytest.mark.parametrize("game", sorted(games()))
def test_a_player_sees_what_to_click(game: str, open_page: OpenPage) -> None:
    """The first decision, with few players, on a laptop and a phone."""
    found = Sight(game, open_page, seed=1, seats=0)
    found.decide(("laptop", "phone"))
    assert not found.problems, found.report()


@pytest.mark.full
@pytest.mark.parametrize("game", sorted(games()))
def test_a_player_sees_what_to_click_in_every_window(game: str, open_page: OpenPage) -> None:
    found = Sight(game, open_page, seed=1, seats=0)
    found.decide(tuple(SIZES))
    assert not found.problems, found.report()


@pytest.mark.full
@pytest.mark.parametrize("game", sorted(games()))
def test_a_player_sees_what_to_click_in_a_whole_game(game: str, open_page: OpenPage) -> None:
    """With as many players as there may be, to the end."""
    found, looked = Sight(game, open_page, seed=2, seats=99), Counter[str]()
    for number in range(MOST):
        if found.over:
            break
        looks = not looked[found.kind] or number % SPREAD == 0
        looked[found.kind] += looks
        found.decide(tuple(found.chance.sample(list(SIZES), WINDOWS)) if looks else ())
    assert not found.problems, found.report()
    assert looked


QUICK_IN_JAPANESE = {"gauntlet"}  # its cards have names and effects


@pytest.mark.parametrize(
    "game", [name if name in QUICK_IN_JAPANESE else pytest.param(name, marks=pytest.mark.full) for name in games()]
)
def test_a_player_sees_what_to_click_in_japanese(game: str, open_page: OpenPage) -> None:
    found = Sight(game, partial(open_page, locale="ja-JP"), seed=1, seats=0)
    found.decide(("laptop", "phone"))
    assert not found.problems, found.report()
    assert found.page.locator("html").get_attribute("lang") == "ja"


class Sight:
    """A game against bots that choose at random, and everything that is in its player's way."""

    def __init__(self, game: str, open_page: OpenPage, seed: int, seats: int) -> None:
        self.page, self.chance = open_page(LIGHT), random.Random(seed)
        self.problems: set[str] = set()
        self._table, self._token = new_table(self.page, game, seats)
        self.page.goto(f"/table/{self._table}")
        self._wait_for_turn()

    @property
    def over(self) -> bool:
        return bool(self._state.get("result"))

    @property
    def kind(self) -> str:
        """What the player is asked."""
        prompt = self._state["scene"]["prompt"]
        return str(prompt if isinstance(prompt, str) else prompt["say"])

    def decide(self, windows: tuple[str, ...]) -> None:
        """Make a decision: by clicks after a look in these windows, or by a request if there are none."""
        number = self._state["decision"]
        if windows:
            shown(self.page, number)
            for size in self.chance.sample(windows, len(windows)):
                self.problems.update(problems(self.page, size))
            found, decided = click(self.page, self.chance)
            self.problems.update(found)
            self._settle(number if decided else -1)
        else:
            move = {"decision": number, "action": int(self.chance.choice(list(self._state["actions"])))}
            self.page.request.post(f"/api/tables/{self._table}/act", headers=self._headers, data=move)
            self._wait_for_turn()

    def report(self) -> str:
        return "\n".join(sorted(self.problems))

    @property
    def _headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self._token}"}

    def _settle(self, made: int) -> None:
        """Until the page asks for the decision that the server waits for: one click may play several actions.

        `made` is the decision that was just made, if any.
        """
        for _ in range(600):
            self._wait_for_turn()
            if self.over or self.page.evaluate(ASKED) == self._state["decision"] != made:
                return
            self.page.wait_for_timeout(50)
        raise AssertionError("the page does not ask for the decision that the server waits for")

    def _wait_for_turn(self) -> None:
        """Until it is the player's turn, or the game is over."""
        for _ in range(600):
            self._state: dict[str, Any] = self.page.request.get(
                f"/api/tables/{self._table}", headers=self._headers, max_retries=3
            ).json()
            if self._state.get("your_turn") or self._state.get("result"):
                return
            self.page.wait_for_timeout(20)
        raise AssertionError("the turn never came")


def new_table(page: Page, game: str, seats: int) -> tuple[str, str]:
    """A table with bots that choose at random; as many seats as there may be, up to `seats`."""
    allowed = [n for n in games()[game].about.seats if n > 1] or [1]
    number = max([n for n in allowed if n <= seats] or [allowed[0]])
    players = [{"kind": "me", "name": "Ann"}, *[{"kind": "bot", "level": "random"}] * (number - 1)]
    answer = page.request.post("/api/tables", data={"game": game, "players": players, "pace": 0}).json()
    page.evaluate(
        "([table, held]) => localStorage.setItem('matchbox.tables', JSON.stringify({ [table]: { held, at: 1 } }))",
        [answer["table"], answer["seats"]],
    )
    for name in games():  # in a match, each game has a summary
        page.evaluate("(name) => localStorage.setItem(name, 'true')", f"matchbox.minute:{name}")
    return answer["table"], answer["seats"][0]["token"]


# The decision that the page asks for: none while it sends one, and after the game.
ASKED = """
() => {
  const table = document.querySelector('main.table:not(.waiting)');
  return table ? Number(table.dataset.decision) : -1;
}
"""


def shown(page: Page, decision: int) -> None:
    """Wait until the page asks for this decision."""
    asks = "(number) => document.querySelector('main.table')?.dataset.decision === String(number)"
    try:
        page.wait_for_function(asks, arg=decision, timeout=60_000)
    except TimeoutError:
        raise AssertionError(f"the page asks for decision {page.evaluate(ASKED)}, not {decision}") from None


def click(page: Page, chance: random.Random) -> tuple[set[str], bool]:
    """Click on targets until the decision is made, and look again after each click that only selects.

    Returns the problems on the way, and whether the decision was made.
    """
    found: set[str] = set()
    before = page.evaluate(ASKED)
    size = next(
        name for name, (width, _) in SIZES.items() if page.viewport_size and page.viewport_size["width"] == width
    )
    for _ in range(12):
        target = page.evaluate(TARGET, chance.random())
        if not target:
            return found | {f"{size}: nothing to click"}, False
        page.mouse.click(target["x"], target["y"])
        page.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 30)))")
        if page.evaluate(ASKED) != before:
            return found, True
        found.update(problems(page, size))
    return found, False


# A random target that is in sight, preferring those that finish the choice.
TARGET = """
(chance) => {
  const free = (node) => {
    const box = node.getBoundingClientRect();
    const points = [[0.5, 0.5], [0.5, 0.3], [0.5, 0.7], [0.3, 0.5], [0.7, 0.5]];
    for (const [right, down] of points) {
      const x = box.left + right * box.width, y = box.top + down * box.height;
      const top = document.elementFromPoint(x, y);
      if (top && (node === top || node.contains(top))) return { x, y };
    }
    return null;
  };
  const targets = '[data-legal]:not(:disabled), button.selectable, .step:not(:disabled), .option:not(:disabled)';
  const all = [...document.querySelectorAll('main.table')].flatMap((table) => [...table.querySelectorAll(targets)]);
  const commits = all.filter((node) => node.matches('.commit'));
  const others = all.filter((node) => !node.matches('.selected, .staged, .commit'));
  const list = commits.length ? commits : others.length ? others : all;
  for (let tries = 0; tries < list.length; tries++) {
    const point = free(list[(Math.floor(chance * list.length) + tries) % list.length]);
    if (point) return point;
  }
  return null;
}
"""
