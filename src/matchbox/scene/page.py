"""The rules page of a game, the file `page.md` beside its rules, and the page of its box: as Markdown and as HTML."""

from __future__ import annotations

import re
from collections.abc import Mapping, MutableMapping, Sequence
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.common.utils import escapeHtml
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.utils import OptionsDict

from matchbox.engine import Game, MatchboxError

from .boxes import Box


def page_of(game: Game) -> str:
    """A game's rules page, as Markdown."""
    file = game.folder / "page.md"
    if not file.is_file():
        raise MatchboxError(f"{game.about.name} has no rules page")
    return file.read_text(encoding="utf-8")


def anchor(title: str) -> str:
    """The link target of a heading: `## Your turn` becomes `your-turn`."""
    return re.sub(r"[^\w]+", "-", title.lower()).strip("-")


def anchors_of(page: str) -> list[str]:
    """The anchors of all headings of a page, in order."""
    return [str(token.attrs["id"]) for token in _parse(page, {}) if token.type == "heading_open"]


def html_of(game: Game) -> str:
    """A game's rules page, as HTML that is safe to insert: raw HTML in the page is shown as text."""
    return _html(page_of(game), {"../components.md": f"/box/{game.folder.parent.name}"})


def html_of_box(box: Box) -> str:
    """The page of a box as HTML."""
    return _html(box.page, {})


def _html(page: str, links: Mapping[str, str]) -> str:
    return str(_markdown.renderer.render(_parse(page, links), _markdown.options, {}))


PICTURE = re.compile(r"pictures/([\w-]+)\.\w+")
"""The address of a picture: its name is that of an example."""


def pictures_in(page: str) -> list[tuple[str, str]]:
    """The pictures of a page: name and caption."""
    images = [image for token in _parse(page, {}) for image in token.children or [] if image.type == "image"]
    found = [(PICTURE.fullmatch(str(image.attrs["src"])), image.content) for image in images]
    return [(match[1], caption) for match, caption in found if match]


class _Renderer(RendererHTML):
    """Makes wide blocks scrollable by keyboard, names tables for screen readers, and leaves room for pictures."""

    def fence(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: MutableMapping[str, Any]) -> str:
        return f'<pre tabindex="0"><code>{escapeHtml(tokens[idx].content)}</code></pre>\n'

    code_block = fence

    def image(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: MutableMapping[str, Any]) -> str:
        """A picture as its caption: the page in the browser draws the rest."""
        found, caption = PICTURE.fullmatch(str(tokens[idx].attrs["src"])), escapeHtml(tokens[idx].content)
        name = f' data-picture="{found[1]}"' if found else ""
        return f'<span class="example"{name}><span class="example-text">{caption}</span></span>'


_markdown = MarkdownIt("commonmark", {"html": False}, renderer_cls=_Renderer).enable("table")


def _parse(page: str, links: Mapping[str, str]) -> list[Token]:
    """The tokens of a page, with anchors, links of the web page, and tables in scrolling regions."""
    found: list[Token] = []
    tokens = _markdown.parse(page)
    for i, token in enumerate(tokens):
        if token.type == "heading_open":
            token.attrSet("id", anchor(_text(tokens[i + 1])))
        elif token.type == "inline":
            _adapt_links(token.children or [], links)
        elif token.type == "th_open":
            if tokens[i + 1].content:
                token.attrSet("scope", "col")
            else:  # an empty corner is no header
                token.tag = tokens[i + 2].tag = "td"
        elif token.type == "table_open":
            found.append(_region(tokens[i:]))
        found.append(token)
        if token.type == "table_close":
            found.append(Token("div_close", "div", -1, block=True))
    return found


def _text(inline: Token) -> str:
    return "".join(child.content for child in inline.children or [])


def _region(table: Sequence[Token]) -> Token:
    """The opening tag around a table, named after the table's header row."""
    end = next(i for i, token in enumerate(table) if token.type == "thead_close")
    titles = [_text(token) for token in table[:end] if token.type == "inline"]
    name = ", ".join(filter(None, titles)) or "table"
    attributes = {"class": "scroller", "tabindex": "0", "role": "region", "aria-label": name}
    return Token("div_open", "div", 1, attrs=dict(attributes), block=True)


def _adapt_links(tokens: Sequence[Token], links: Mapping[str, str]) -> None:
    """Point links between pages to their addresses; keep only the text of links that the web page cannot follow."""
    followed = True
    for token in tokens:
        if token.type == "link_open":
            path, hash_, heading = str(token.attrs["href"]).partition("#")
            page = re.fullmatch(r"(?:\.\./)?(\w+)/page\.md", path)
            path = f"/rules/{page[1]}" if page else links.get(path, path)
            token.attrSet("href", f"{path}{hash_}{heading}")
            followed = not path or path.startswith(("/", "https://", "http://"))
        if token.type in ("link_open", "link_close") and not followed:
            token.tag, token.attrs = "span", {}
