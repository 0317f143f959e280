"""Tables with several people: links, hidden hands, choices at once, real time, one device, coming back."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocket, WebSocketRoute, expect

from .clicker import click_something, new_table, play_to_the_end
from .conftest import OpenPage
from .visible import assert_seen


def listen(page: Page) -> list[dict[str, Any]]:
    """Everything that the page hears from now on."""
    heard: list[dict[str, Any]] = []

    def opened(socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: heard.append(json.loads(frame)))

    page.on("websocket", opened)
    return heard


def states(heard: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [message for message in heard if message["type"] == "state" and message.get("scene")]


def two_people(open_page: OpenPage, game: str, options: dict[str, str] | None = None) -> tuple[Page, Page, list[Any]]:
    """Ann makes a table and sends the link; Bob comes. Also what Bob's page hears."""
    ann = open_page(f"/game/{game}")
    ann.locator("[data-key=name0]").fill("Ann")
    ann.locator("[data-key=kind1]").select_option("open")
    if options:
        ann.locator("details").first.locator("summary").click()
        for name, value in options.items():
            ann.locator(f"[data-key='option:{name}'] select").select_option(value)
    ann.locator("[data-key=start]").click()
    link = ann.locator(".invitation input").input_value()
    bob = open_page("/")
    heard = listen(bob)
    bob.goto(link)
    bob.locator("#join-name").fill("Bob")
    bob.get_by_role("button", name="Take the seat").click()
    for page in (ann, bob):
        expect(page.locator(".table")).to_be_visible(timeout=60_000)
        if game != "speed":  # a race does not wait for readers
            page.locator("[data-key=got-it]").click()
    assert "invite" not in bob.url  # the secret does not stay in the address
    return ann, bob, heard


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)])
def test_the_invitation_link_can_be_seen_and_copied(open_page: OpenPage, width: int, height: int) -> None:
    page = open_page("/game/othellino", width, height)
    page.locator("[data-key=kind1]").select_option("open")
    page.locator("[data-key=start]").click()
    link = page.locator(".invitation input")
    expect(link).to_have_value(re.compile("/table/.+#invite="))
    assert_seen(link, width=150, height=24)


def cards(scene: dict[str, Any], seat: int | None = None) -> Iterator[tuple[str, str, int]]:
    for area in scene["areas"]:
        if seat is None or area.get("seat") == seat:
            for piece in area.get("pieces", ()):
                if piece["kind"] == "card" and "number" in piece:
                    yield piece["colour"], piece["symbol"], piece["number"]


def test_nothing_of_the_other_hand_reaches_a_browser(open_page: OpenPage) -> None:
    ann, bob, heard_by_bob = two_people(open_page, "liars_cards")
    heard_by_ann = listen(ann)
    ann.reload()
    expect(ann.locator(".mine .card").first).to_be_visible()
    expect(bob.locator(".mine .card").first).to_be_visible()
    own = set(cards(states(heard_by_ann)[0]["scene"], seat=0))
    assert len(own) == 5
    for state in states(heard_by_bob):
        assert not own & set(cards(state["scene"]))
        assert not any(f"{colour}-{symbol}-{n}" in json.dumps(state) for colour, symbol, n in own)
    assert "secret" not in states(heard_by_bob)[-1]["table"]


def test_choices_made_at_once_stay_hidden_until_both_are_made(open_page: OpenPage) -> None:
    ann, bob, heard = two_people(open_page, "building_blocks_brawl")
    ann.locator(".mine .chip.lit").first.click()  # raises a chip into the hand
    expect(ann.locator(".counter output").first).to_have_text("1")
    ann.get_by_role("button", name="Bid").click()
    expect(ann.locator(".ask")).to_contain_text("Bob")
    expect(bob.locator(".others .turn")).to_have_text("has chosen")
    expect(bob.locator(".mine .turn")).to_have_text("is choosing…")
    expect(bob.locator(".log li").first).to_have_text("Ann has chosen")
    assert "blue=1" not in json.dumps(states(heard)[-1]["log"])
    bob.get_by_role("button", name="Bid").click()
    shown = bob.locator(".others [data-area^='last held'] .chip")  # now it lies open
    expect(shown).to_have_count(1)
    expect(shown).to_have_attribute("aria-label", "blue")
    expect(bob.locator(".log li").last).to_have_text("Ann hold: blue 1, red 0, green 0")  # and so does the log


def test_pointing_at_a_square_shows_what_it_would_turn(open_page: OpenPage) -> None:
    page = open_page("/")
    new_table(page, "othellino")
    page.locator("[data-key=got-it]").click()
    square = page.locator(".board button.square.lit").first
    square.hover()
    expect(page.locator(".board .foreseen .disc")).to_have_count(1)
    expect(square.locator(".spoken")).to_contain_text("turns 1")
    page.locator(".log").hover()
    expect(page.locator(".foreseen")).to_have_count(0)
    square.focus()
    page.keyboard.press("Tab")
    expect(page.locator(".foreseen")).to_have_count(1)


def test_what_was_a_word_in_between_is_drawn_again(open_page: OpenPage) -> None:
    page = open_page("/")
    found = page.evaluate("""async () => {
        const { drawing, h, update } = await import('/web/js/dom.js');
        const root = document.createElement('div');
        const art = () => drawing('<svg><path d="M0 0"/></svg>');
        for (const child of [art(), h('span', null, '×4'), art()]) update(root, child);
        return root.innerHTML;
    }""")
    assert "<svg>" in found
    assert "×4" not in found


def test_two_race_in_real_time(open_page: OpenPage) -> None:
    ann, bob, _ = two_people(open_page, "speed")
    for page in (ann, bob):
        expect(page.locator(".countdown")).to_have_count(0)  # three, two, one
        expect(page.get_by_role("timer")).to_have_text(re.compile(r"^(10|9):\d\d$"))
    players = [(ann, random.Random(3)), (bob, random.Random(4))]
    for _ in range(4000):
        clicked = [click_something(page, chance, patient=False) for page, chance in players]
        if not all(clicked):
            break
    for page in (ann, bob):
        expect(page.locator(".end h2")).to_be_visible()
    assert {ann.locator(".end h2").inner_text(), bob.locator(".end h2").inner_text()} >= {"You win!"}


def test_coming_back_in_the_middle(open_page: OpenPage) -> None:
    page = open_page("/")
    new_table(page, "othellino")
    page.locator(".scene .lit").first.click()
    expect(page.locator(".log li")).not_to_have_count(0)
    page.wait_for_selector(".scene .lit")
    before = page.locator(".scene .disc").count(), page.locator(".ask").inner_text()
    page.reload()
    page.wait_for_selector(".scene .lit")
    assert (page.locator(".scene .disc").count(), page.locator(".ask").inner_text()) == before
    page.goto("/")
    page.locator(".table-link").first.click()  # and by the list of own tables
    page.wait_for_selector(".scene .lit")
    assert page.locator(".scene .disc").count() == before[0]


def test_a_broken_connection_heals(open_page: OpenPage) -> None:
    page = open_page("/")
    new_table(page, "othellino")
    page.wait_for_selector(".scene .lit")
    page.context.set_offline(True)
    page.evaluate("() => 0")
    page.context.set_offline(False)
    page.locator(".scene .lit").first.click()
    expect(page.locator(".log li")).not_to_have_count(0, timeout=20_000)


def test_one_device_is_passed_behind_a_curtain(open_page: OpenPage) -> None:
    page = open_page("/")
    new_table(page, "building_blocks_brawl", ["local"])
    page.get_by_role("button", name="Bid").click()
    curtain = page.locator(".curtain")
    expect(curtain).to_contain_text("Pass to Player 2")
    assert page.locator(".piece").count() == 0  # nothing of either hand is on the page
    curtain.get_by_role("button").click()
    expect(page.locator(".mine h2")).to_contain_text("Player 2")
    for _ in range(2):  # both have chosen, so Player 2 is asked again; then it is the other's turn to look
        expect(page.locator(".mine h2")).to_contain_text("Player 2")
        page.get_by_role("button", name="Bid").click()
    expect(curtain).to_contain_text("Pass to Guest")


def test_one_device_waits_until_all_its_seats_have_heard(open_page: OpenPage) -> None:
    """The own seat keeps the screen even if another seat of the device hears first that the game has begun."""
    page = open_page("/")
    places: list[list[str | bytes]] = []  # what each seat of the device has heard of the game itself

    def route(socket: WebSocketRoute) -> None:
        own: list[str | bytes] = []
        places.append(own)

        def pass_on(message: str | bytes) -> None:
            if '"started":true' in str(message):
                own.append(message)
                if own is places[0] and not any(places[1:]):
                    return  # the first seat hears last
            socket.send(message)
            if own is not places[0] and places[0]:
                sockets[0].send(places[0][-1])

        sockets.append(socket)
        socket.connect_to_server().on_message(pass_on)

    sockets: list[WebSocketRoute] = []
    page.route_web_socket(re.compile("/live$"), route)
    new_table(page, "building_blocks_brawl", ["local"])
    expect(page.locator(".mine h2")).to_contain_text("Guest")
    expect(page.get_by_role("button", name="Bid")).to_be_visible()


def test_after_the_end(open_page: OpenPage) -> None:
    """Result, review, replay, the check of the shuffle, and a rematch with the seats changed."""
    page = open_page("/")
    new_table(page, "building_blocks_brawl")
    play_to_the_end(page)
    page.get_by_role("button", name="Was it fair?").click()
    checks = page.locator(".fair li")
    expect(checks).to_have_count(4)
    expect(page.locator(".fair li.good")).to_have_count(4)
    page.get_by_role("button", name="Replay").click()
    slider = page.get_by_role("slider")
    steps = int(slider.get_attribute("max") or 0)
    assert steps > 2
    page.get_by_role("button", name="One step on").click()
    expect(page.locator(".dock .ask")).to_contain_text(f"1 of {steps}")
    page.get_by_role("button", name="Back to the result").click()
    page.get_by_role("button", name="Review").click()
    expect(page.locator(".graph")).to_be_visible(timeout=120_000)
    first = page.url
    page.get_by_role("button", name="Rematch").click()
    page.wait_for_url(lambda url: url != first and "/table/" in url)
    expect(page.locator(".mine")).to_be_visible(timeout=60_000)


def test_hints_show_what_a_club_player_thinks(open_page: OpenPage) -> None:
    page = open_page("/")
    new_table(page, "othellino")
    page.wait_for_selector(".scene .lit")
    page.keyboard.press("h")
    expect(page.locator(".hints li").first).to_be_visible(timeout=60_000)
    expect(page.locator(".hinted").first).to_be_visible()


def test_rules_open_over_the_table(open_page: OpenPage) -> None:
    page = open_page("/")
    new_table(page, "backgammon")
    page.wait_for_selector(".scene .lit")
    page.keyboard.press("r")
    window = page.locator("dialog.window")
    expect(window.get_by_role("heading", name="Backgammon")).to_be_visible()
    page.keyboard.press("Escape")
    expect(window).to_have_count(0)


def test_an_unknown_invitation_is_refused_in_words(open_page: OpenPage) -> None:
    page = open_page("/")
    new_table(page, "othellino")
    table = re.sub(r"[?#].*", "", page.url)
    guest = open_page(f"{table}#invite=wrong")
    guest.locator("#join-name").fill("Eve")
    guest.get_by_role("button", name="Take the seat").click()
    expect(guest.get_by_role("alert")).not_to_be_empty()
