"""The page after a game: the result, the review, the replay and the fairness check."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from .conftest import LIGHT, OpenPage
from .test_access import violations
from .visible import assert_seen

# A review starts by itself where the search is compiled already.
REVIEW = "() => { document.querySelector('[data-key=start-review]')?.click(); return document.querySelector('.graph') }"
SIZES = [(1280, 800), (390, 844), (844, 390), (640, 400)]


@pytest.fixture
def finished(open_real_page: OpenPage) -> Callable[..., Page]:
    """Open the page of a finished game, played by requests."""

    def make(game: str, bots: int = 1, seed: int = 1, **options: object) -> Page:
        page = open_real_page(LIGHT, **options)
        players = [{"kind": "me", "name": "Robin"}] + [{"kind": "bot", "level": "random"}] * bots
        made = page.request.post("/api/tables", data={"game": game, "players": players}).json()
        play_out(page, f"/api/tables/{made['table']}", made["seats"][0]["token"], random.Random(seed))
        held = json.dumps({made["table"]: {"held": made["seats"], "at": 1}})
        page.evaluate("(held) => localStorage.setItem('matchbox.tables', held)", held)
        page.goto(f"/table/{made['table']}")
        expect(page.locator("main.finish h2")).to_be_visible()
        return page

    return make


def play_out(page: Page, path: str, token: str, chance: random.Random) -> None:
    headers = {"Authorization": f"Bearer {token}"}
    while not (state := page.request.get(f"{path}?format=plain", headers=headers).json())["result"]:
        if state["your_turn"]:
            move = {"decision": state["decision"], "action": int(chance.choice(list(state["actions"])))}
            page.request.post(f"{path}/act", headers=headers, data=move)
        else:
            page.wait_for_timeout(10)


def reviewed(page: Page) -> Locator:
    """The lines of the finished review. On a busy machine, its code is compiled for minutes, beside everything else."""
    page.wait_for_function(REVIEW, timeout=600_000)
    return page.locator(".turn-of")


def test_the_end_shows_result_reason_and_places(finished: Callable[..., Page]) -> None:
    page = finished("building_blocks_brawl")
    heading = page.locator(".end h2")
    expect(heading).to_have_text(re.compile(r"(wins?|draw)\.$"))
    assert_seen(heading)
    expect(page.locator(".finale .reason")).to_have_text(re.compile(r"\w+ .*[.。]$"))
    expect(page.locator(".ranks li")).to_have_count(2)
    for name in ("Rematch", "Share", "All games", "See the board"):
        assert_seen(page.get_by_role("button", name=name), width=44, height=24)


@pytest.mark.full
def test_every_score_has_a_unit(finished: Callable[..., Page]) -> None:
    page = finished("gold_mine", bots=3)
    scores = page.locator(".score-of")
    expect(scores).to_have_count(4)
    for text in scores.all_inner_texts():
        assert re.search(r"\d\s+\w+", text), text


@pytest.mark.full
def test_review_list_graph_and_replay_number_moves_alike(finished: Callable[..., Page]) -> None:
    page = finished("othellino")
    lines = reviewed(page)
    steps = int(page.locator(".scrub input").get_attribute("max") or 0)
    for n in range(lines.count()):
        found = re.match(r"Move (\d+): (.*?\.)", lines.nth(n).locator("span").first.inner_text())
        assert found
        number, move = int(found[1]), found[2]
        assert page.locator(".graph .pin").nth(n).get_attribute("data-step") == str(number)
        lines.nth(n).click()
        expect(page.locator(".player .move-no")).to_contain_text(f"Move {number} of {steps}")
        expect(page.locator(".player .prompt-text")).to_contain_text(re.compile(re.escape(move), re.IGNORECASE))
        page.get_by_role("button", name="Back to the result").click()
        expect(page.locator(".graph")).to_be_visible()
        expect(page.locator(".scrub .move-no")).to_have_text(f"Move {number} of {steps}")


@pytest.mark.full
def test_a_touch_on_the_graph_shows_a_move_and_a_second_one_opens_it(finished: Callable[..., Page]) -> None:
    page = finished("othellino", width=390, height=844, has_touch=True, is_mobile=True)
    reviewed(page)
    figure = page.locator("figure.graph")
    figure.scroll_into_view_if_needed()
    figure.tap(position={"x": 60, "y": 190})
    expect(page.locator(".scrub .happened")).not_to_be_empty()
    move = page.locator(".scrub .move-no").inner_text()
    figure.tap(position={"x": 60, "y": 190})
    expect(page.locator(".player .move-no")).to_contain_text(move)


@pytest.mark.full
def test_chances_end_with_the_result(finished: Callable[..., Page]) -> None:
    page = finished("othellino", seed=4)
    reviewed(page)
    won = page.locator(".end h2").inner_text() == "You win."
    expect(page.locator("figure.graph")).to_have_attribute(
        "aria-label", re.compile(r"to 100\s%, lowest" if won else r"to (0|50)\s%, lowest")
    )


@pytest.mark.full
def test_a_game_can_be_replayed_by_keyboard(finished: Callable[..., Page]) -> None:
    page = finished("othellino")
    page.get_by_role("button", name="Replay").click()
    place = page.locator(".player .move-no")
    expect(place).to_contain_text("of")
    page.get_by_role("button", name="Pause").click()
    steps = int(page.get_by_role("slider").get_attribute("max") or 0)
    for key, step in (("End", steps), ("ArrowLeft", steps - 1), ("Home", 0), ("ArrowRight", 1)):
        page.keyboard.press(key)
        expect(place).to_contain_text(f"Move {step} of {steps}")
    expect(page.locator(".replaying .disc")).to_have_count(5)
    page.locator(".told").click()
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    expect(place).to_contain_text(f"Move 3 of {steps}")  # it plays
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".end h2")).to_be_visible()


def test_a_replay_shows_every_hand(finished: Callable[..., Page]) -> None:
    page = finished("tunnel_run")
    page.get_by_role("button", name="Replay").click()
    page.keyboard.press("Home")
    expect(page.locator(".player .move-no")).to_contain_text("Move 0 of")
    mine = page.locator(".replaying .tray").inner_html()
    page.get_by_label("Seen from the seat of").select_option("1")
    page.wait_for_function("(mine) => document.querySelector('.replaying .tray').innerHTML !== mine", arg=mine)
    expect(page.locator(".replaying .tray .hidden")).to_have_count(0)


def test_the_board_and_the_result_take_turns(finished: Callable[..., Page]) -> None:
    page = finished("othellino")
    page.get_by_role("button", name="See the board").click()
    expect(page.locator(".table .disc").first).to_be_visible()
    page.get_by_role("button", name="Back to the result").click()
    expect(page.locator(".end h2")).to_be_visible()


def test_the_shuffle_is_checked_on_this_device(finished: Callable[..., Page]) -> None:
    page = finished("gold_mine")
    line = page.locator(".fair summary")
    expect(line).to_contain_text("The shuffle was fair")
    expect(page.locator(".fair li").first).not_to_be_visible()
    line.click()
    expect(page.locator(".fair li.good").first).to_be_visible()
    expect(page.locator(".fair li.bad")).to_have_count(0)


@pytest.mark.quick(1)
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_nothing_is_cut_or_scrolls_sideways(finished: Callable[..., Page], size: tuple[int, int]) -> None:
    page = finished("gold_mine", bots=4, width=size[0], height=size[1])
    reviewed(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.evaluate(
        "(() => { const m = document.querySelector('main.finish'); return m.scrollWidth <= m.clientWidth })()"
    )
    for what in (".finale h2", ".next .primary", ".turn-of", ".scrub input", ".ranks li", ".fair summary", ".record"):
        node = page.locator(what).first
        node.evaluate("(node) => node.scrollIntoView({ block: 'center' })")
        assert_seen(node, width=40, height=20)


@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=pytest.mark.full)])
def test_axe_finds_nothing_after_a_game(finished: Callable[..., Page], axe: str, scheme: str) -> None:
    page = finished("building_blocks_brawl", color_scheme=scheme)
    reviewed(page)
    page.locator(".fair summary").click()
    assert violations(page, axe) == []
    page.locator(".turn-of, .line-of").first.click()
    expect(page.locator(".player .prompt-text")).not_to_be_empty()
    assert violations(page, axe) == []


def test_a_rematch_opens_a_new_table(finished: Callable[..., Page]) -> None:
    page = finished("building_blocks_brawl")
    before = page.url
    page.get_by_role("button", name="Rematch").click()
    page.wait_for_url(lambda url: url != before and "/table/" in url)
    expect(page.locator("main.table")).to_be_visible(timeout=60_000)
