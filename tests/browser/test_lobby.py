"""Around the table: the lobby, new tables, invitations, and the way back to a table."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, Route, expect

from .clicker import new_table
from .conftest import OpenPage
from .test_access import violations
from .visible import assert_seen

SIZES = [(360, 740), (390, 844), (844, 390), (1280, 800), (1920, 1080)]


def no_sideways_scrolling(page: Page) -> None:
    assert page.evaluate("document.documentElement.scrollWidth") <= page.evaluate("innerWidth")


@pytest.mark.quick(1)
@pytest.mark.parametrize("path", ["/", "/tables", "/learn", "/game/liars_cards"])
def test_pages_fit_every_window(open_page: OpenPage, path: str) -> None:
    page = open_page(path)
    page.wait_for_selector("main:not(:has(.loading))")
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function("(width) => innerWidth === width", arg=width)
        no_sideways_scrolling(page)


def test_all_games_are_on_the_shelf_with_their_kind(open_page: OpenPage) -> None:
    page = open_page("/")
    expect(page.locator(".game")).to_have_count(23)
    page.get_by_role("button", name=re.compile("^Together")).click()
    expect(page.locator(".game")).to_have_count(1)
    expect(page.locator(".game h3")).to_have_text("Temple of Doom")
    page.locator("[data-key=category-all]").click()
    page.locator("[data-key=players]").select_option("12")
    expect(page.locator(".game h3")).to_have_text(["Liar's Cards"])


def test_levels_are_offered_with_their_ratings(open_page: OpenPage) -> None:
    def rated(route: Route) -> None:
        games = route.fetch().json()
        route.fulfill(json=[{**game, "ratings": {"casual": 1000, "club": 1210}} for game in games])

    page = open_page("/learn")
    page.route("**/api/games", rated)
    page.goto("/game/othellino")
    level = page.locator("[data-key=level1]")
    for text in (
        "novice · has just learned the rules",
        "casual · 1000 · plays now and then",
        "club · 1210 · plays well",
    ):
        expect(level.locator("option").get_by_text(text, exact=True)).to_have_count(1)
    level.select_option("club")
    expect(level).to_have_attribute("title", "With 100 points more, a bot does better in about 64 % of games.")


# How much wider the text of the chosen option is than the room for it.
CUT = """
(select) => {
  const style = getComputedStyle(select);
  const pen = document.createElement("canvas").getContext("2d");
  pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  const arrow = 20;
  const room = select.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - arrow;
  return pen.measureText(select.selectedOptions[0].text).width - room;
}
"""


@pytest.mark.parametrize(("width", "height"), [(390, 844), (1280, 800)])
def test_a_level_can_be_read_to_its_end(open_page: OpenPage, width: int, height: int) -> None:
    page = open_page("/game/othellino")
    page.set_viewport_size({"width": width, "height": height})
    level = page.locator("[data-key=level1]")
    for name in ("novice", "casual", "expert"):
        level.select_option(name)
        assert level.evaluate(CUT) <= 0, name


@pytest.mark.quick(1)
@pytest.mark.parametrize(
    ("typed", "found"),
    [("backgamon", "Backgammon"), ("holms", "Holmes vs Moriarty"), ("cheese", "15 Pounds of 4 Cheeses")],
)
def test_search_forgives_typing_errors(open_page: OpenPage, typed: str, found: str) -> None:
    page = open_page("/")
    page.locator("[data-key=find]").fill(typed)
    expect(page.locator(".game h3").first).to_have_text(found)


def test_search_works_in_japanese(open_page: OpenPage) -> None:
    page = open_page("/")
    page.locator("[data-key=language]").click()
    page.locator("[data-key=find]").fill("花火")
    expect(page.locator("a[href='/game/futakotamagawa_fireworks']")).to_be_visible()
    expect(page.locator(".game")).to_have_count(1)


def test_a_search_without_a_result_has_a_way_out(open_page: OpenPage) -> None:
    page = open_page("/")
    page.locator("[data-key=find]").fill("xyzzy")
    expect(page.get_by_text("No game matches.")).to_be_visible()
    page.get_by_role("button", name="Show all games").click()
    expect(page.locator(".game")).to_have_count(23)


def test_deal_me_in_starts_a_game_at_once(open_page: OpenPage) -> None:
    page = open_page("/")
    page.locator("[data-key=time2]").click()
    page.get_by_role("button", name="Deal me in").click()
    page.wait_for_url(re.compile("/table/"))
    expect(page.get_by_role("heading", level=1)).to_have_text("Speed")


def test_solo_offers_only_the_times_of_solo_games(open_page: OpenPage) -> None:
    page = open_page("/")
    page.locator("[data-key=with-solo]").click()
    expect(page.locator("[data-key=time2]")).to_be_disabled()
    expect(page.locator("[data-key=time30]")).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Deal me in").click()
    page.wait_for_url(re.compile("/table/"))
    expect(page.get_by_role("heading", level=1)).to_have_text("Temple of Doom")


def test_a_friend_gets_a_link_and_a_code(open_page: OpenPage) -> None:
    page = open_page("/")
    page.locator("[data-key=with-friend]").click()
    page.get_by_role("button", name="Deal me in").click()
    expect(page.locator(".invitation input").first).to_have_value(re.compile("/table/.+#invite="))
    expect(page.get_by_role("img", name="QR code of the link")).to_be_visible()


def test_the_lobby_goes_on_with_your_table(open_page: OpenPage) -> None:
    page = open_page("/")
    expect(page.get_by_role("heading", level=1)).to_have_text("A box of small games")
    new_table(page, "othellino")
    page.wait_for_selector(".scene .selectable, .table")
    page.goto("/")
    expect(page.locator(".hero h2")).to_have_text("Othellino")
    page.locator("[data-key=continue]").click()
    page.wait_for_url(re.compile("/table/"))
    page.goto("/tables")
    expect(page.locator(".tables .table-link")).to_have_count(1)


def test_no_table_yet_has_a_way_out(open_page: OpenPage) -> None:
    page = open_page("/tables")
    expect(page.get_by_text("No table yet.")).to_be_visible()
    page.get_by_role("link", name="Deal me in").click()
    expect(page.locator(".game").first).to_be_visible()


@pytest.mark.quick(2)
@pytest.mark.parametrize(("width", "height"), [(390, 844), (1280, 800)])
@pytest.mark.parametrize("game", ["liars_cards", "war", "backgammon"])
def test_start_is_always_in_sight(open_page: OpenPage, game: str, width: int, height: int) -> None:
    page = open_page(f"/game/{game}", width, height)
    start = page.locator("[data-key=start]")
    assert_seen(start, width=200, height=44)
    for summary in page.locator("form.setup summary").all():
        summary.click()
    end_of_form = page.locator("form.setup").evaluate("(form) => form.getBoundingClientRect().bottom - innerHeight")
    for top in (0, 300, end_of_form):
        page.evaluate("(top) => scrollTo(0, top)", top)
        assert_seen(start, width=200, height=44)


def test_start_stays_in_sight_below_the_form_on_a_phone(open_page: OpenPage) -> None:
    """The game in numbers follows the form there."""
    page = open_page("/game/backgammon", 390, 844)
    page.locator(".to-lab").scroll_into_view_if_needed()
    assert_seen(page.locator("[data-key=start]"), width=200, height=44)
    assert_seen(page.locator(".to-lab a"))


def test_the_table_works_out_what_was_chosen(open_page: OpenPage) -> None:
    ann = open_page("/game/othellino")
    ann.locator("[data-key=kind1]").select_option("open")
    ann.get_by_label("The table shows").select_option("odds")
    ann.locator("[data-key=start]").click()
    link = ann.locator(".invitation input").input_value()
    expect(ann.get_by_text("The table shows: also the chances.")).to_be_visible()
    bob = open_page(link)
    expect(bob.get_by_text("The table shows: also the chances.")).to_be_visible()


def test_only_players_at_the_table_can_be_the_first(open_page: OpenPage) -> None:
    page = open_page("/game/flower_garden")
    page.locator("summary", has_text="Rule variants").click()
    first = page.locator("label.setting", has_text="First player").locator("select")
    expect(first.locator("option")).to_have_count(3)
    page.get_by_role("button", name="5 players").click()
    expect(first.locator("option")).to_have_count(6)
    first.select_option("seat4")
    page.get_by_role("button", name="3 players").click()
    expect(first.locator("option")).to_have_count(4)
    expect(first).to_have_value("random")


@pytest.mark.parametrize(
    ("game", "option", "race", "turns"),
    [("holmes_vs_moriarty", "Announcing", "race", "secret"), ("speed", "Time", "live", "clock")],
)
def test_players_on_one_device_are_offered_no_race(
    open_page: OpenPage, game: str, option: str, race: str, turns: str
) -> None:
    page = open_page(f"/game/{game}")
    page.locator("summary", has_text="Rule variants").click()
    choice = page.locator("label.setting", has=page.locator("b", has_text=re.compile(f"^{option}$"))).locator("select")
    choice.select_option(race)
    page.locator("[data-key=kind1]").select_option("local")
    expect(choice).to_have_value(turns)
    expect(choice.locator("option")).to_have_count(1)
    expect(page.get_by_text("A race: only if each player has a device.")).to_be_visible()
    page.locator("[data-key=kind1]").select_option("open")
    choice.select_option(race)
    page.locator("[data-key=start]").click()
    expect(page.get_by_text("Waiting for players")).to_be_visible()


def test_an_invitation_names_game_host_and_rules(open_page: OpenPage) -> None:
    ann = open_page("/game/liars_cards")
    ann.locator("[data-key=name0]").fill("Ann")
    ann.locator("[data-key=kind1]").select_option("open")
    ann.locator("[data-key=start]").click()
    bob = open_page(ann.locator(".invitation input").input_value())
    expect(bob.get_by_role("heading", level=2).first).to_have_text("Ann invites you to Liar's Cards")
    expect(bob.get_by_text("At the table: Ann and Theo")).to_be_visible()
    expect(bob.get_by_text("Be the last player with lives.")).to_be_visible()


def test_an_empty_chair_can_be_given_to_a_bot(open_page: OpenPage) -> None:
    page = open_page("/game/othellino")
    page.locator("[data-key=kind1]").select_option("open")
    page.locator("[data-key=start]").click()
    page.get_by_role("button", name="Let a bot play here").click()
    expect(page.locator(".table")).to_be_visible(timeout=60_000)


def test_a_player_who_left_takes_the_seat_back_from_the_lobby(open_page: OpenPage) -> None:
    ann = open_page("/game/othellino")
    ann.locator("[data-key=kind1]").select_option("open")
    ann.locator("[data-key=start]").click()
    link = ann.locator(".invitation input").input_value()
    bob = open_page(link)
    bob.locator("#join-name").fill("Bob")
    bob.get_by_role("button", name="Join the game").click()
    expect(bob.locator(".table")).to_be_visible(timeout=60_000)
    bob.evaluate("""async () => {
        const [[table, { held }]] = Object.entries(JSON.parse(localStorage.getItem('matchbox.tables')));
        const headers = { Authorization: `Bearer ${held[0].token}`, 'Content-Type': 'application/json' };
        await fetch(`/api/tables/${table}/leave`, { method: 'POST', headers, body: '{}' });
    }""")
    bob.goto("/tables")
    expect(bob.locator(".tables")).to_contain_text("You left. A bot plays for you.")
    bob.get_by_role("button", name="Take your seat back").click()
    bob.wait_for_url(re.compile("/table/"))
    bob.goto("/tables")
    expect(bob.locator(".tables .table-link").first).to_be_visible()
    expect(bob.locator(".tables").first).not_to_contain_text("You left")


def test_a_question_gives_the_focus_back(open_page: OpenPage) -> None:
    page = open_page("/")
    page.locator("[data-key=menu]").focus()
    page.evaluate("""() => {
        window.answers = [];
        import('/web/js/dialog.js').then(({ ask }) => ask('Sure?').then((answer) => window.answers.push(answer)));
    }""")
    expect(page.get_by_role("dialog", name="Sure?")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.wait_for_function("() => window.answers.length === 1")
    assert page.evaluate("window.answers[0]") is None
    assert page.evaluate("document.activeElement.dataset.key") == "menu"


@pytest.mark.full
@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=pytest.mark.full)])
@pytest.mark.parametrize("path", ["/tables", "/learn"])
def test_axe_finds_nothing_on_other_pages(path: str, scheme: str, open_page: OpenPage, axe: str) -> None:
    page = open_page(path, color_scheme=scheme)
    page.wait_for_selector("main:not(:has(.loading))")
    assert violations(page, axe) == []


@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=pytest.mark.full)])
def test_axe_finds_nothing_with_tables_and_invitations(scheme: str, open_page: OpenPage, axe: str) -> None:
    ann = open_page("/game/othellino", color_scheme=scheme)
    ann.locator("[data-key=kind1]").select_option("open")
    ann.get_by_text("Speed and visibility").click()
    ann.get_by_label("List this table").check()
    ann.locator("[data-key=start]").click()
    link = ann.locator(".invitation input").input_value()
    assert violations(ann, axe) == []
    bob = open_page(link, color_scheme=scheme)
    bob.wait_for_selector("#join-name")
    assert violations(bob, axe) == []
    new_table(bob, "backgammon")
    for path in ("/", "/tables"):
        bob.goto(path)
        expect(bob.locator(".table-link")).not_to_have_count(0)
        expect(bob.get_by_role("heading", name="Open tables")).to_be_visible()
        assert violations(bob, axe) == []
