"""The page of a report: well-formed, self-contained, safe, and with replays that replay."""

from __future__ import annotations

import re
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote

import pytest

from matchbox.engine import get
from matchbox.engine.notation import parse_game
from matchbox.lab.executors import Threads
from matchbox.lab.figures import NOTHING, Figure
from matchbox.lab.report.charts import Scale, scale_of, tick_text
from matchbox.lab.report.collection import Collection, Limits
from matchbox.lab.report.make import PAGE, Report, prepare, report_of, write_report
from matchbox.lab.report.page import page_of
from matchbox.lab.report.plan import settings_of, studies

from .planted import game as planted

VOID = {"meta", "link", "br", "hr", "img", "input"}
COMMAND = "matchbox report gold_mine --out 'a <b>'"


class Outline(HTMLParser):
    """Checks that elements close in order, and notes what a page contains."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: Counter[str] = Counter()
        self.ids: Counter[str] = Counter()
        self.addresses: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen[tag] += 1
        given = dict(attrs)
        assert not any(name.startswith("on") for name in given)
        if name := given.get("id"):
            self.ids[name] += 1
        self.addresses += [address for name in ("href", "src") if (address := given.get(name))]
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen[tag] += 1

    def handle_endtag(self, tag: str) -> None:
        assert self.open
        assert self.open.pop() == tag


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("page")
    return written(folder).read_text(encoding="utf-8")


def written(folder: Path) -> Path:
    """A small report on Gold Mine."""
    settings = settings_of(get("gold_mine"), 2, {}, ["novice", "casual"], seed=3)
    collection = prepare(settings, folder)
    collection.collect(Limits(games=4), Threads(2))
    write_report(report_of(settings, collection), folder, COMMAND, "2030-01-02")
    return folder / PAGE


def outline_of(page: str) -> Outline:
    found = Outline()
    found.feed(page)
    found.close()
    assert found.open == []
    return found


def test_the_page_is_well_formed_and_needs_nothing_else(page: str) -> None:
    found = outline_of(page)
    assert found.seen["svg"] > 20
    assert found.seen["h1"] == 1
    assert not {"script", "link", "img", "iframe"} & found.seen.keys()
    assert set(found.ids.values()) == {1}
    inside = [address[1:] for address in found.addresses if address.startswith("#")]
    assert set(inside) <= found.ids.keys()
    assert all(address.startswith(("#", "data:text/plain")) for address in found.addresses)
    assert "http" not in page


def test_every_replay_in_the_page_replays(page: str) -> None:
    records = [unquote(one.partition(",")[2]) for one in outline_of(page).addresses if one.startswith("data:")]
    assert len(records) >= 6
    for text in records:
        record = parse_game(text)
        assert record.game.result(record.final()) == record.result


def test_the_page_tells_how_it_was_made(page: str) -> None:
    assert "matchbox report gold_mine --out &#x27;a &lt;b&gt;&#x27;" in page
    assert "2030-01-02" in page
    assert not re.search(r"\b(nan|inf)\b", page.partition("</style>")[2])


def empty_report() -> Report:
    settings = settings_of(planted, None, {}, ["random"])
    collection = Collection(settings.game, settings.seats, dict(settings.options), studies(settings))
    return report_of(settings, collection)


def test_names_are_escaped_and_a_report_without_games_is_a_page() -> None:
    report = empty_report()
    page = page_of(report.document, report.sayings, report.replays)
    outline_of(page)
    assert "Planted &lt;faults&gt; &amp; more" in page
    assert "<faults>" not in page


@pytest.mark.parametrize(
    ("scale", "ticks"),
    [
        (Scale(0, 1), [0, 0.25, 0.5, 0.75, 1]),
        (Scale(-3, 9), [0, 5]),
        (Scale(30, 47), [30, 35, 40, 45]),
        (Scale(5, 5), [5]),
        (Scale(0.32, 0.38), [0.32, 0.34, 0.36, 0.38]),
    ],
)
def test_scales_have_round_values(scale: Scale, ticks: list[float]) -> None:
    assert scale.ticks == pytest.approx(ticks)
    places = [scale.at(tick) for tick in ticks]
    assert places == sorted(places)
    assert all(0 <= place <= 100 for place in places)


def test_a_scale_holds_all_figures() -> None:
    scale = scale_of([Figure(0.5, 0.2, 0.9, 5), NOTHING], 0.0, least=2.0)
    assert (scale.low, scale.high) == pytest.approx((-0.55, 1.45))
    assert tick_text(-0.25, "%") == "−25 %"
