"""Tables with several people: invitations, hidden hands, simultaneous choices, real time, one device, reloads."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, Route, WebSocket, WebSocketRoute, expect

from .clicker import click_something, new_table
from .conftest import LIGHT, OpenPage
from .visible import assert_seen


def record_messages(page: Page) -> list[dict[str, Any]]:
    """All messages that the page receives from now on."""
    messages: list[dict[str, Any]] = []

    def opened(socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: messages.append(json.loads(frame)))

    page.on("websocket", opened)
    return messages


def states(messages: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [message for message in messages if message["type"] == "state" and message.get("scene")]


def events(state: dict[str, Any]) -> list[dict[str, Any]]:
    return [event for line in state["log"] for event in line["events"]]


def two_people(
    open_page: OpenPage,
    game: str,
    options: dict[str, str] | None = None,
    before_bob: Callable[[Page], object] = lambda page: None,
) -> tuple[Page, Page, list[Any]]:
    """Ann makes a table and Bob joins by link. Returns both pages and the messages to Bob."""
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
    before_bob(bob)
    messages = record_messages(bob)
    bob.goto(link)
    bob.locator("#join-name").fill("Bob")
    bob.get_by_role("button", name="Join the game").click()
    for page in (ann, bob):
        expect(page.locator(".table")).to_be_visible(timeout=60_000)
        if game != "speed":  # a race leaves no time to read
            page.locator("[data-key=got-it]").click()
    assert "invite" not in bob.url  # the secret leaves the address
    return ann, bob, messages


@pytest.mark.quick(1)
@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)])
def test_the_invitation_link_can_be_seen_and_copied(open_page: OpenPage, width: int, height: int) -> None:
    page = open_page("/game/othellino", width, height)
    page.locator("[data-key=kind1]").select_option("open")
    page.locator("[data-key=start]").click()
    link = page.locator(".invitation input")
    expect(link).to_have_value(re.compile("/table/.+#invite="))
    assert_seen(link, width=150, height=24)
    button = page.get_by_role("button", name="Copy link")
    assert_seen(button, width=60, height=24)
    button.click()
    assert_seen(page.get_by_role("button", name="Copied"), width=60, height=24)


def cards(scene: dict[str, Any], seat: int | None = None) -> Iterator[tuple[str, str, int]]:
    for area in scene["areas"]:
        if seat is None or area.get("seat") == seat:
            for piece in area.get("pieces", ()):
                if piece["kind"] == "card" and "number" in piece:
                    yield piece["colour"], piece["symbol"], piece["number"]


def test_an_opponents_hand_never_reaches_the_browser(open_page: OpenPage) -> None:
    ann, bob, to_bob = two_people(open_page, "liars_cards")
    to_ann = record_messages(ann)
    ann.reload()
    expect(ann.locator(".dock .card").first).to_be_visible()
    expect(bob.locator(".dock .card").first).to_be_visible()
    hand = set(cards(states(to_ann)[0]["scene"], seat=0))
    assert len(hand) == 5
    for state in states(to_bob):
        assert not hand & set(cards(state["scene"]))
        assert not any(f"{colour}-{symbol}-{n}" in json.dumps(state) for colour, symbol, n in hand)
    assert "secret" not in states(to_bob)[-1]["table"]


def test_simultaneous_choices_stay_hidden_until_both_are_made(open_page: OpenPage) -> None:
    ann, bob, messages = two_people(open_page, "building_blocks_brawl")
    chips = ann.locator(".dock .counted")
    chips.locator("button.chip").first.click()  # adds a chip to the bid
    expect(chips.locator("output").first).to_have_text("1")
    ann.locator(".dock .commit").click()
    expect(ann.locator(".prompt-text")).to_contain_text("Bob")
    expect(bob.locator(".seats .line.chosen, .seats small").first).to_contain_text("ready")
    expect(bob.locator(".dock.your-turn")).to_be_visible()
    assert "blue=1" not in json.dumps(states(messages)[-1]["log"])
    assert not any("moment" in event for event in events(states(messages)[-1]))
    bob.locator(".dock .commit").click()
    expect(bob.locator(".log p.main").first).to_be_visible()  # now it is revealed
    sides = [event["moment"]["sides"] for event in events(states(messages)[-1]) if "moment" in event]
    assert [piece["colour"] for piece in sides[0][0]["pieces"]] == ["blue"]


def test_hovering_over_a_square_shows_the_pieces_it_would_turn(open_page: OpenPage) -> None:
    page = open_page(LIGHT)
    new_table(page, "othellino")
    page.locator("[data-key=got-it]").click()
    square = page.locator(".board button.square.selectable").first
    square.hover()
    expect(page.locator(".board .previewed .disc")).to_have_count(1)
    expect(square.locator(".visually-hidden")).to_contain_text("flips 1")
    page.locator(".log").hover()
    expect(page.locator(".previewed")).to_have_count(0)
    square.focus()
    page.keyboard.press("Tab")
    expect(page.locator(".previewed")).to_have_count(1)


def test_a_drawing_comes_back_after_a_text_in_its_place(open_page: OpenPage) -> None:
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


@pytest.mark.full
@pytest.mark.parametrize("rounds", [40, pytest.param(4000, marks=pytest.mark.full, id="to the end")])
def test_two_people_race_in_real_time(open_page: OpenPage, rounds: int) -> None:
    ann, bob, _ = two_people(open_page, "speed")
    for page in (ann, bob):
        expect(page.locator(".countdown")).to_have_count(0)  # after three, two, one
        expect(page.get_by_role("timer")).to_have_text(re.compile(r"^(10|9):\d\d$"))
    players = [(ann, random.Random(3)), (bob, random.Random(4))]
    for _ in range(rounds):
        clicked = [click_something(page, chance, patient=False) for page, chance in players]
        if not all(clicked):
            break
    if rounds < 100:
        for page, other in ((ann, "Bob"), (bob, "Ann")):
            for who in ("You", other):
                expect(page.locator(".log li", has_text=re.compile(f"{who} plays? ")).first).to_be_attached()
        return
    for page in (ann, bob):
        expect(page.locator(".end h2")).to_be_visible()
        assert_seen(page.locator(".end h2"))
    assert {ann.locator(".end h2").inner_text(), bob.locator(".end h2").inner_text()} >= {"You win."}


HAND = '[data-look="race"] .cell.low button.card'


@pytest.mark.quick(1)
@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)])
def test_a_wrong_card_in_a_race_stops_the_hand_and_says_why(open_page: OpenPage, width: int, height: int) -> None:
    for _ in range(8):
        pages = two_people(open_page, "speed")[:2]
        for page in pages:
            page.set_viewport_size({"width": width, "height": height})
            expect(page.locator(".countdown")).to_have_count(0)
            expect(page.locator(HAND)).to_have_count(3)  # every card can be clicked
            assert page.locator(f"{HAND}.selectable").count() == 0  # and no card is marked
        if any(page.locator(f"{HAND}:not([data-legal])").count() for page in pages):
            break
    ann, bob = sorted(pages, key=lambda page: page.locator(f"{HAND}:not([data-legal])").count(), reverse=True)
    ann.locator(f"{HAND}:not([data-legal])").first.click()
    expect(ann.locator(".dock.stopped .prompt-text")).to_contain_text("Wrong!")
    why = ann.locator(".dock .follows")
    expect(why).to_contain_text("is on a pile.")
    assert_seen(why)
    expect(ann.locator("[data-look='race'] .card.missed")).to_have_count(1)
    expect(bob.locator(".log li, .ticker").first).to_contain_text("misses and waits")
    expect(ann.locator(".dock.stopped")).to_have_count(0)
    expect(ann.locator(HAND)).to_have_count(3)


@pytest.mark.quick(1)
@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)])
def test_a_pointer_is_stopped_by_click_and_by_key(open_page: OpenPage, width: int, height: int) -> None:
    ann, bob, to_bob = two_people(open_page, "fawlty_towers", {"aim": "timing"})
    for page in (ann, bob):
        page.set_viewport_size({"width": width, "height": height})
    for turn in range(2):
        while not (turns := [page for page in (ann, bob) if page.locator(".dock.your-turn").count()]):
            ann.wait_for_timeout(50)
        (page,) = turns
        page.locator(".dock .counters button.cube.selectable").first.click()
        page.locator(".towers .column button").nth(turn).click()
        plate = page.locator(".plate-of-points.swinging")
        assert_seen(plate)
        expect(plate.locator(".cell.lit")).to_have_count(1)
        assert plate.locator("button.piece").count() == 0  # no point can be picked
        first = plate.locator(".cell.lit").get_attribute("data-at")
        expect(plate.locator(f".cell.lit:not([data-at='{first}'])")).to_have_count(1)  # it moves, also step by step
        assert_seen(page.locator(".dock .let-go"), width=44, height=24)
        if turn:
            page.keyboard.press("Space")
        else:
            page.locator(".plate-of-points .let-go").click()
        expect(plate).to_have_count(0)
        refuse = page.get_by_role("button", name="Take no card")
        expect(refuse.or_(page.locator(".table:has(.dock:not(.your-turn))")).first).to_be_visible()
        if refuse.count():
            refuse.click()
        expect(page.locator(".dock.your-turn")).to_have_count(0)
    told = [event["text"]["say"] for state in states(to_bob) for event in events(state)]
    assert sum("It stands" in text for text in told) >= 2


def test_a_game_goes_on_after_a_reload(open_page: OpenPage) -> None:
    page = open_page(LIGHT)
    new_table(page, "othellino")
    page.locator(".scene .selectable").first.click()
    expect(page.locator(".log li")).not_to_have_count(0)
    page.wait_for_selector(".scene .selectable")
    before = page.locator(".scene .disc").count(), page.locator(".prompt-text").inner_text()
    page.reload()
    page.wait_for_selector(".scene .selectable")
    assert (page.locator(".scene .disc").count(), page.locator(".prompt-text").inner_text()) == before
    page.goto("/")
    page.locator(".table-link").first.click()  # also from the list of your tables
    page.wait_for_selector(".scene .selectable")
    assert page.locator(".scene .disc").count() == before[0]


def test_the_page_reconnects_after_a_break(open_page: OpenPage) -> None:
    page = open_page(LIGHT)
    new_table(page, "othellino")
    page.wait_for_selector(".scene .selectable")
    page.context.set_offline(True)
    page.evaluate("() => 0")
    page.context.set_offline(False)
    page.locator(".scene .selectable").first.click()
    expect(page.locator(".log li")).not_to_have_count(0, timeout=20_000)


@pytest.mark.full
def test_the_page_tries_again_when_the_server_is_busy(open_page: OpenPage) -> None:
    """Hello is refused twice, and the list of games three times: the page says why and gets there."""
    page = open_page(LIGHT)
    new_table(page, "othellino")
    page.wait_for_selector(".scene .selectable")
    refusals = ["too many requests; wait a moment", "the database is not responding; try again in a moment"]
    asked = 0

    def live(socket: WebSocketRoute) -> None:
        if not refusals:
            socket.connect_to_server()
            return
        error = {"type": "error", "error": refusals.pop(0), "retry": 1}

        def refuse(_: str | bytes) -> None:
            socket.send(json.dumps(error))
            socket.close()

        socket.on_message(refuse)

    page.route_web_socket(re.compile("/live$"), live)
    page.reload()
    for part in ("Too many requests", "The database is not responding"):
        expect(page.get_by_role("alert").filter(has_text=part)).to_contain_text("Trying again")
    page.wait_for_selector(".scene .selectable")
    assert not refusals

    def busy(route: Route) -> None:
        nonlocal asked
        asked += 1
        if asked > 3:
            route.continue_()
        else:
            route.fulfill(status=503, json={"error": "the database does not answer"}, headers={"Retry-After": "1"})

    page.route("**/api/games", busy)
    page.goto("/game/othellino")
    expect(page.locator("#waiting")).to_contain_text("The database does not answer. Trying again")
    assert_seen(page.locator("#waiting"), height=20)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(page.locator("#waiting")).to_be_hidden()


def test_a_player_chooses_again_after_a_refusal(open_page: OpenPage) -> None:
    page = open_page(LIGHT)
    new_table(page, "othellino")
    page.wait_for_selector(".scene .selectable")
    acts: list[str] = []

    def live(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def pass_on(message: str | bytes) -> None:
            if json.loads(message)["type"] != "act" or acts:
                server.send(message)
            else:
                acts.append(str(message))
                socket.send(json.dumps({"type": "refused", "error": "too late: another player was faster"}))

        socket.on_message(pass_on)

    page.route_web_socket(re.compile("/live$"), live)
    page.reload()
    page.locator(".scene .selectable").first.click()
    expect(page.get_by_text("Too late: another player was faster.")).to_be_visible()
    assert acts
    page.locator(".scene .selectable").first.click()
    expect(page.locator(".log li")).not_to_have_count(0)


def test_a_curtain_hides_the_hands_while_the_device_is_passed(open_page: OpenPage) -> None:
    page = open_page(LIGHT)
    new_table(page, "building_blocks_brawl", ["local"])
    page.get_by_role("button", name="Bid").click()
    curtain = page.locator(".curtain")
    expect(curtain).to_contain_text("Pass the device to Player 2")
    assert page.locator(".piece").count() == 0  # the page shows neither hand
    curtain.get_by_role("button").click()
    expect(page.locator(".mine h2")).to_contain_text("Player 2")
    for _ in range(2):  # the next round starts with Player 2, then the device goes back
        expect(page.locator(".mine h2")).to_contain_text("Player 2")
        page.get_by_role("button", name="Bid").click()
    expect(curtain).to_contain_text("Pass the device to Guest")


def test_a_shared_device_waits_until_all_its_seats_are_up_to_date(open_page: OpenPage) -> None:
    """Your seat keeps the screen even if another seat of the device receives the start of the game first."""
    page = open_page("/")
    received: list[list[str | bytes]] = []  # messages of the running game, by seat

    def route(socket: WebSocketRoute) -> None:
        mine: list[str | bytes] = []
        received.append(mine)

        def pass_on(message: str | bytes) -> None:
            if '"started":true' in str(message):
                mine.append(message)
                if mine is received[0] and not any(received[1:]):
                    return  # the first seat gets it last
            socket.send(message)
            if mine is not received[0] and received[0]:
                sockets[0].send(received[0][-1])

        sockets.append(socket)
        socket.connect_to_server().on_message(pass_on)

    sockets: list[WebSocketRoute] = []
    page.route_web_socket(re.compile("/live$"), route)
    new_table(page, "building_blocks_brawl", ["local"])
    expect(page.locator(".mine h2")).to_contain_text("Guest")
    expect(page.get_by_role("button", name="Bid")).to_be_visible()


@pytest.mark.quick(1)
@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)])
def test_a_move_is_taken_back_until_the_other_player_moves(open_page: OpenPage, width: int, height: int) -> None:
    pages = two_people(open_page, "othellino")[:2]
    for page in pages:
        page.set_viewport_size({"width": width, "height": height})
    mine, other = sorted(pages, key=lambda page: page.locator(".scene .selectable").count(), reverse=True)
    take_back = mine.get_by_role("button", name="Take back")
    expect(take_back).to_have_count(0)
    squares = mine.locator(".scene .selectable").count()
    click_something(mine, random.Random(3))
    expect(other.locator(".scene .selectable").first).to_be_visible()
    expect(other.get_by_role("button", name="Take back")).to_have_count(0)
    assert_seen(take_back, width=44, height=24)
    take_back.click()
    expect(mine.locator(".scene .selectable")).to_have_count(squares)
    expect(take_back).to_have_count(0)
    expect(other.locator(".scene .selectable")).to_have_count(0)
    expect(other.locator(".log li, .ticker").first).to_contain_text("takes the last move back")


def play_together(*pages: Page) -> None:
    """Click at random on all pages until the game is over."""
    chance = random.Random(5)
    while all(click_something(page, chance, patient=False) for page in pages):
        pages[0].wait_for_timeout(20)
    for page in pages:
        expect(page.locator(".end h2")).to_be_visible()


def assert_fair(page: Page) -> None:
    page.locator(".fair summary").click()
    expect(page.locator(".fair li.good")).to_have_count(4)
    expect(page.locator(".fair li")).to_have_count(4)
    kept = page.locator(".fair li", has_text="the fingerprint that your browser kept")
    kept.scroll_into_view_if_needed()
    assert_seen(kept, width=100)


def rematch(first: Page, *others: Page) -> None:
    before = first.url
    for page in (first, *others):
        page.get_by_role("button", name="Rematch").click()
        page.wait_for_url(lambda url: url != before and "/table/" in url)
    for page in (first, *others):
        expect(page.locator(".table")).to_be_visible()


@pytest.mark.full
def test_both_players_check_the_fingerprint_also_after_a_rematch(open_real_page: OpenPage) -> None:
    ann, bob, _ = two_people(open_real_page, "building_blocks_brawl")
    play_together(ann, bob)
    for page in (ann, bob):
        assert_fair(page)
    rematch(bob, ann)
    play_together(ann, bob)
    for page in (ann, bob):
        assert_fair(page)
        expect(page.get_by_role("alert")).to_have_count(0)


@pytest.mark.quick(1)
@pytest.mark.parametrize("where", ["join", "rematch"])
def test_the_page_says_that_the_server_has_changed_its_secret(open_real_page: OpenPage, where: str) -> None:
    """Bob's page is shown another commitment than the one that the server opens after the game."""
    other = "ab" * 32

    def show_another(route: Route) -> None:
        body = re.sub(r'("commitment": ?)"[0-9a-f]+"', rf'\1"{other}"', route.fetch().text())
        route.fulfill(body=body, content_type="application/json")

    address = re.compile(r"/api/tables/\w+$" if where == "join" else "/rematch/reserve$")
    ann, bob, _ = two_people(
        open_real_page, "building_blocks_brawl", before_bob=lambda page: page.route(address, show_another)
    )
    play_together(ann, bob)
    if where == "rematch":
        rematch(ann, bob)
        play_together(ann, bob)
    expect(bob.get_by_role("alert")).to_contain_text("not fair")
    bob.get_by_role("alert").scroll_into_view_if_needed()
    assert_seen(bob.get_by_role("alert"), width=100, height=20)
    bob.locator(".fair summary").click()
    bad = bob.locator(".fair li.bad")
    expect(bad).to_have_count(1)
    expect(bad).to_contain_text("not the fingerprint that your browser kept")
    expect(bad).to_contain_text(other)
    bad.scroll_into_view_if_needed()
    assert_seen(bad, width=100)
    expect(ann.get_by_role("alert")).to_have_count(0)


def test_a_hint_shows_suggested_moves(open_real_page: OpenPage) -> None:
    page = open_real_page(LIGHT)
    new_table(page, "othellino")
    page.wait_for_selector(".scene .selectable")
    page.keyboard.press("h")
    expect(page.locator(".hint-text[role=status]")).to_be_visible(timeout=60_000)
    assert_seen(page.locator(".hint-text"), width=60, height=16)
    assert_seen(page.locator(".hinted").first)


def test_everybody_sees_whether_hints_are_allowed(open_page: OpenPage) -> None:
    ann = open_page("/game/othellino")
    ann.locator("[data-key=kind1]").select_option("open")
    ann.get_by_text("Speed and visibility").click()
    expect(ann.get_by_label("Allow hints")).to_be_checked()
    ann.get_by_label("Thinking time for each player").select_option("600")
    expect(ann.get_by_label("Allow hints")).not_to_be_checked()
    ann.locator("[data-key=start]").click()
    link = ann.locator(".invitation input").input_value()
    assert_seen(ann.get_by_text("Hints are off at this table."))
    spectator = open_page(ann.url)
    expect(spectator.get_by_text("Hints are off at this table.")).to_be_visible()
    bob = open_page(link)
    bob.locator("#join-name").fill("Bob")
    bob.get_by_role("button", name="Join the game").click()
    for page in (ann, bob):
        expect(page.locator("[data-key=tool-hint]")).to_be_disabled(timeout=60_000)
        expect(page.locator("[data-key=tool-hint]")).to_have_attribute("title", "Hints are off at this table.")


def test_players_on_one_device_end_their_game(open_page: OpenPage) -> None:
    page = open_page(LIGHT)
    new_table(page, "othellino", ["local"])
    page.locator("[data-key=menu]").click()
    page.locator("[data-key=tool-leave]").click()
    page.locator("[data-key=leave-yes]").click()
    page.wait_for_url(lambda url: "/table/" not in url)


def test_rules_open_over_the_table(open_page: OpenPage) -> None:
    page = open_page(LIGHT)
    new_table(page, "backgammon")
    page.wait_for_selector(".scene .selectable")
    page.keyboard.press("r")
    window = page.locator("dialog.window")
    section = window.locator("#your-turn")  # the section that the scene names
    expect(section).to_be_in_viewport()
    assert_seen(section, width=40)
    page.keyboard.press("Escape")
    expect(window).to_have_count(0)


@pytest.mark.full
def test_links_between_rules_pages_do_not_reload_the_page(open_page: OpenPage) -> None:
    page = open_page("/rules/best_of_three")
    page.evaluate("window.loadedOnce = true")
    page.locator("main a[href='/rules/gaze_into_the_abyss']").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Gaze into the Abyss")
    assert page.evaluate("window.loadedOnce")
    page.go_back()
    expect(page.get_by_role("heading", level=1)).to_have_text("Best of Three")


def test_a_link_to_a_heading_scrolls_there(open_page: OpenPage) -> None:
    page = open_page("/rules/son_of_kark#merchants")
    heading = page.locator("#merchants")
    expect(heading).to_be_in_viewport()
    assert_seen(heading, width=40)


def test_an_unknown_invitation_shows_an_error(open_page: OpenPage) -> None:
    page = open_page(LIGHT)
    new_table(page, "othellino")
    table = re.sub(r"[?#].*", "", page.url)
    guest = open_page(f"{table}#invite=wrong")
    guest.locator("#join-name").fill("Eve")
    guest.get_by_role("button", name="Join the game").click()
    expect(guest.get_by_role("alert")).not_to_be_empty()
    assert_seen(guest.get_by_role("alert"), height=20)
