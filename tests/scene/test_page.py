"""Rules pages as HTML: anchors, links, tables, and no raw HTML."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from matchbox.engine import Game, MatchboxError, games, get
from matchbox.scene.boxes import boxes
from matchbox.scene.page import anchor, anchors_of, html_of, page_of


def html(tmp_path: Path, page: str) -> str:
    """The page of a made-up game as HTML."""
    folder = tmp_path / "games" / "stones"
    folder.mkdir(parents=True)
    (folder / "page.md").write_text(page, encoding="utf-8")
    return html_of(cast(Game, SimpleNamespace(folder=folder, about=SimpleNamespace(name="Stones"))))


class Outline(HTMLParser):
    """Ids and texts of headings, link targets, and whether every tag is closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.headings: list[tuple[str, str]] = []
        self.links: list[str] = []
        self.open: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if re.fullmatch("h[1-6]", tag):
            self.headings.append((str(given["id"]), ""))
        if tag == "a":
            self.links.append(str(given["href"]))
        if tag not in ("br", "hr"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and re.fullmatch("h[1-6]", self.open[-1]):
            name, text = self.headings[-1]
            self.headings[-1] = name, text + data


@pytest.mark.parametrize("name", games())
def test_every_heading_has_its_anchor_and_every_link_a_target(name: str) -> None:
    game = get(name)
    outline = Outline(html_of(game))
    ids = [anchor_ for anchor_, _ in outline.headings]
    assert ids == anchors_of(page_of(game))
    assert len(set(ids)) == len(ids)
    assert all(anchor_ == anchor(text) for anchor_, text in outline.headings)
    assert not outline.open
    for link in outline.links:
        if link.startswith("#"):
            assert link[1:] in ids
        elif link.startswith("/box/"):
            assert link.removeprefix("/box/") in boxes()
        elif link.startswith("/rules/"):
            page, _, heading = link.removeprefix("/rules/").partition("#")
            assert not heading or heading in anchors_of(page_of(get(page)))
            assert page in games()
        else:
            assert link.startswith("https://")


def test_a_heading_is_anchored_by_its_words(tmp_path: Path) -> None:
    page = "# The *last* `map`!\n\n```\n# not a heading\n```\n\nRound two\n---------\n"
    text = html(tmp_path, page)
    assert '<h1 id="the-last-map">The <em>last</em> <code>map</code>!</h1>' in text
    assert '<h2 id="round-two">' in text
    assert anchors_of(page) == ["the-last-map", "round-two"]


def test_raw_html_is_shown_as_text(tmp_path: Path) -> None:
    text = html(tmp_path, "<script>alert(1)</script>\n\nA <b onclick=x>word</b>.\n\n| a |\n|---|\n| <i>b</i> |\n")
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in text
    assert "A &lt;b onclick=x&gt;word&lt;/b&gt;." in text
    assert "<td>&lt;i&gt;b&lt;/i&gt;</td>" in text
    assert not re.search("<(script|b|i)[ >]", text)


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("[x](../war/page.md)", '<a href="/rules/war">x</a>'),
        ("[x](../war/page.md#your-turn)", '<a href="/rules/war#your-turn">x</a>'),
        ("[x](#points)", '<a href="#points">x</a>'),
        ("[x](https://example.org/a?b=1&c=2)", '<a href="https://example.org/a?b=1&amp;c=2">x</a>'),
        ("[*x*](../components.md)", '<a href="/box/games"><em>x</em></a>'),
        ("[x](../notes.md) [y](#z)", '<span>x</span> <a href="#z">y</a>'),
        ("[x](mailto:ann@example.org)", "<span>x</span>"),
        ("[x](javascript:alert(1))", "[x](javascript:alert(1))"),
        ("![x](https://example.org/x.png)", '<span class="example"><span class="example-text">x</span></span>'),
        (
            "![x](pictures/two-run.jpg)",
            '<span class="example" data-picture="two-run"><span class="example-text">x</span></span>',
        ),
    ],
)
def test_links_stay_in_the_app_or_lead_to_the_web(tmp_path: Path, written: str, shown: str) -> None:
    assert html(tmp_path, written) == f"<p>{shown}</p>\n"


def test_a_table_is_a_named_region_that_scrolls(tmp_path: Path) -> None:
    text = html(tmp_path, '|  | *card* | "n" |\n|---|---|--:|\n| a | `b` | 1 |\n')
    assert text.startswith(
        '<div class="scroller" tabindex="0" role="region" aria-label="card, &quot;n&quot;">\n<table>'
    )
    assert text.endswith("</table>\n</div>\n")
    assert '<td></td>\n<th scope="col"><em>card</em></th>' in text
    assert "<td><code>b</code></td>" in text
    Outline(text)


def test_lists_nest_and_code_scrolls(tmp_path: Path) -> None:
    text = html(tmp_path, "1. one\n   - inner\n     goes on\n2. two\n\n```text\na < b\n```\n")
    assert "<ol>\n<li>one\n<ul>\n<li>inner\ngoes on</li>\n</ul>\n</li>\n<li>two</li>\n</ol>" in text
    assert '<pre tabindex="0"><code>a &lt; b\n</code></pre>' in text


def test_a_game_without_a_page_is_reported_by_name(tmp_path: Path) -> None:
    game: Any = SimpleNamespace(folder=tmp_path, about=SimpleNamespace(name="Stones"))
    with pytest.raises(MatchboxError, match="Stones has no rules page"):
        html_of(game)
