"""The page of a report: first what the figures say, then charts and tables, then replays. One file, no scripts."""

from __future__ import annotations

import base64
import math
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from itertools import groupby
from pathlib import Path
from urllib.parse import quote

from matchbox.lab.figures import Figure

from .charts import Row, Scale, curves, dots, histogram, scale_of
from .document import Document, Label, LevelPart, OptionPart
from .duels import Strength
from .replays import STUDY, Replay
from .reviews import ReviewPart
from .words import Saying, number, percent

SHEET = Path(__file__).with_name("page.css")
FONTS = {"Bricolage Grotesque": "bricolage-grotesque-latin", "Instrument Sans": "instrument-sans-latin"}
FOLDER = Path(__file__).parents[2] / "web" / "fonts"
SECTIONS = {
    "Do the games differ?": "figures",
    "Is it fair?": "fairness",
    "Can it be won?": "fairness",
    "How long is it?": "length",
    "How deep is it?": "depth",
    "How lucky is it?": "luck",
    "Is it tense?": "tension",
    "Does a simple plan win?": "plans",
    "Is every action worth it?": "actions",
    "What do the options change?": "options",
}
"""Where the charts to a question are."""
TILES = ("turn0", "wins", "minutes", "choices", "matters", "luck", "lead_changes", "swing")
MOST_TILES = 6
TENSION = ("decided", "comebacks", "drama", "swing")
BARS = 12
"""Of a tornado chart, at most: the options that change most."""
TORNADOES = ("turn0", "wins", "minutes", "choices", "luck", "stake", "matters", "lead_changes", "draws", "score")
"""The measures with a chart of their own, if any option changes them."""


def page_of(
    document: Document, sayings: Sequence[Saying], replays: Sequence[Replay], command: str = "", date: str = ""
) -> str:
    """The whole page."""
    links = {one.name: f"replay-{one.slug}" for one in replays}
    parts = [
        _section(name, title, body)
        for name, title, found in _parts(document, links, replays, command, date)
        if (body := "".join(found))
    ]
    title = f"{escape(document.name)}: report"
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<meta name="color-scheme" content="light dark">\n<title>{title}</title>\n'
        f"<style>\n{_fonts()}:root {{ --h: {document.hue}; }}\n{SHEET.read_text(encoding='utf-8')}</style>\n"
        "</head>\n<body>\n"
        f"{_head(document)}<main>\n{_told(sayings, links)}\n{''.join(parts)}</main>\n</body>\n</html>\n"
    )


def _fonts() -> str:
    """The two typefaces, inside the page."""
    faces = []
    for name, file in FONTS.items():
        data = base64.b64encode((FOLDER / f"{file}.woff2").read_bytes()).decode()
        source = f'url("data:font/woff2;base64,{data}") format("woff2")'
        faces.append(f'@font-face {{ font-family: "{name}"; font-weight: 200 800; src: {source}; }}\n')
    return "".join(faces)


def _parts(
    document: Document, links: dict[str, str], replays: Sequence[Replay], command: str, date: str
) -> Iterator[tuple[str, str, Iterable[str]]]:
    """The sections: anchor, title, contents. Empty ones are left out."""
    first = "Can it be won?" if document.cooperative else "Is it fair?"
    yield "fairness", first, _fairness(document)
    yield "length", "How long is it?", _length(document)
    yield "depth", "How deep is it?", _depth(document, links)
    yield "luck", "How lucky is it?", _luck(document, links)
    yield "tension", "Is it tense?", _tension(document)
    yield "endings", "How does it end?", _endings(document)
    yield "plans", "Does a simple plan win?", _duels(document.strategies, links, STRATEGIES)
    yield "actions", "Is every action worth it?", _actions(document, links)
    yield "options", "What do the options change?", _options(document, links)
    yield "figures", "All figures", _figures(document)
    yield "replays", "Replays", map(_replay, replays)
    yield "about", "About this report", _about(document, command, date)


def _section(name: str, title: str, body: str) -> str:
    return (
        f'<section id="{name}" aria-labelledby="{name}-title">\n<h2 id="{name}-title">{title}</h2>\n{body}</section>\n'
    )


def _figure(title: str, note: str, chart: str, wide: bool = False) -> str:
    kind = ' class="wide"' if wide else ""
    return f"<figure{kind}><figcaption><b>{escape(title)}</b> {escape(note)}</figcaption>{chart}</figure>\n"


def _grid(figures: Iterable[str]) -> str:
    body = "".join(figures)
    return f'<div class="grid">\n{body}</div>\n' if body else ""


# --- the head ---


def _head(document: Document) -> str:
    bots = _listed(document.bots)
    seats = f"{document.seats} seats" if document.seats > 1 else "1 seat"
    facts = f"{document.games:,} games of {escape(bots)} bots, {seats}. Intervals are 95 %."
    under = ""
    if level := document.main_part:
        names = [name for name in TILES if _has(level, name)][:MOST_TILES]
        tiles = "".join(_tile(document.labels[name], level.measures[name]) for name in names)
        under = f'<p class="under">Between {escape(level.bot)} bots:</p><dl class="tiles">{tiles}</dl>'
    return (
        f'<header><div><p class="brand">Matchbox report</p><h1>{escape(document.name)}</h1>'
        f"<p>{facts}</p>{under}</div></header>\n"
    )


def _has(level: LevelPart, name: str) -> bool:
    return name in level.measures and level.measures[name].groups > 0


def _tile(label: Label, figure: Figure) -> str:
    value, _, ends = _text(label, figure).rstrip(")").partition(" (")
    return f"<div><dt>{escape(label.label)}</dt><dd>{value} <small>{ends}</small></dd></div>"


def _listed(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def _told(sayings: Sequence[Saying], links: dict[str, str]) -> str:
    """What the report says, by question."""
    cards = []
    for question, group in groupby(sayings, lambda saying: saying.question):
        lines = "".join(f"<li>{escape(one.text)}{_replay_link(one.replay, links)}</li>" for one in group)
        section = SECTIONS[question]
        cards.append(
            f'<div class="card"><h3>{escape(question)}</h3><ul>{lines}</ul>'
            f'<a class="more" href="#{section}" aria-label="Charts: {escape(question)}">Charts</a></div>\n'
        )
    told = f'<div class="cards">\n{"".join(cards)}</div>\n'
    return _section("sayings", "In short", told if cards else "<p>These are too few games to say anything.</p>\n")


def _replay_link(name: str | None, links: dict[str, str]) -> str:
    return f' <a class="replay" href="#{links[name]}">replay</a>' if name in links else ""


# --- figures by bot ---


def _by_bot(document: Document, names: Iterable[str]) -> tuple[list[Row], bool]:
    """A row for each measure and bot, and whether the measures are shares."""
    rows, shares = [], True
    for name in names:
        for place, level in enumerate(document.levels):
            if _has(level, name):
                label = document.labels[name]
                shares = shares and label.percent
                rows.append(
                    Row(label.label, level.measures[name], _text(label, level.measures[name]), place, level.bot)
                )
    return rows, shares


def _text(label: Label, figure: Figure, sign: bool = False) -> str:
    if label.percent:
        return percent(figure, sign)
    return number(figure, sign=sign)


def _bots_figure(
    document: Document, title: str, note: str, names: Iterable[str], reference: float | None = None, wide: bool = False
) -> str:
    rows, shares = _by_bot(document, names)
    if not rows:
        return ""
    ends = (0.0,) if reference is None else (reference,)
    scale = scale_of([row.figure for row in rows], *ends, least=0.1 if shares else 1.0)
    return _figure(title, note, dots(rows, scale, "%" if shares else "", reference), wide)


def _about_measure(document: Document, name: str) -> str:
    label = document.labels.get(name)
    return f"{_first(label.about)}." if label else ""


def _first(text: str) -> str:
    """A text with a capital letter at its head."""
    return text[:1].upper() + text[1:]


# --- sections ---


def _fairness(document: Document) -> Iterator[str]:
    if document.cooperative:
        yield _bots_figure(document, "Games won", "Everybody wins or loses together.", ["wins"], wide=True)
        return
    fair = 1 / document.seats
    note = "The dashed line is an equal part. Shared wins are split."
    turns = [f"turn{place}" for place in range(document.seats)]
    seats = [f"seat{seat}" for seat in range(document.seats)]
    by_turn = _bots_figure(document, "Wins by turn order", note, turns, fair)
    by_seat = _bots_figure(document, "Wins by seat", "Where the starting player is drawn, seats even out.", seats, fair)
    yield _grid([by_turn, by_seat])


def _length(document: Document) -> Iterator[str]:
    figures = [_bots_figure(document, "Minutes of a game", _about_measure(document, "minutes"), ["minutes"])]
    figures.append(_bots_figure(document, "Choices and rounds", "Forced moves are no choices.", ["choices", "rounds"]))
    for level in document.levels:
        for name, unit, found in (("Minutes", "minutes", level.minutes), ("Decisions", "decisions", level.decisions)):
            note = f"Lengths of {level.games:,} games of {level.bot} bots."
            label = f"{name} of {level.bot} games, from {found.edges[0]:g} to {found.edges[-1]:g} {unit}"
            figures.append(_figure(name, note, histogram(found.edges, found.counts, label)))
    yield _grid(figures)


SKILLS = "Levels against each other", "Rating points between neighbouring levels, seats rotated; 0 is equal."
LADDER = "Each doubling of the search", "Rating points that a bot gains with twice the search; 0 is no gain."
STRATEGIES = (
    "Simple plans against a bot",
    "Share of the points against it, alone in every seat; the dashed line is a tie.",
)
ABLATIONS = (
    "A bot without an action",
    "Its share of the points against itself with all actions; the dashed line is a tie.",
)


def _depth(document: Document, links: dict[str, str]) -> Iterator[str]:
    figures = [
        _elos(document.skill, links, SKILLS),
        _elos(document.ladder, links, LADDER),
        _bots_figure(document, "Choices that matter", _about_measure(document, "matters"), ["matters", "forced"]),
        _bots_figure(document, "Stake of a choice", _about_measure(document, "stake"), ["stake"]),
    ]
    if level := document.main_part:
        points = [(float(place), mean) for place, mean in level.branching]
        if len(points) > 1:
            across = Scale(points[0][0], points[-1][0])
            up = scale_of([mean for _, mean in points], 0.0)
            label = f"Legal actions by the number of the decision, {level.bot} bots"
            note = f"By the number of the decision, with the interval, games of {level.bot} bots."
            band = [
                (place, mean.low, mean.high) for place, mean in points if mean.low is not None and mean.high is not None
            ]
            line = [(place, mean.value) for place, mean in points]
            figures.append(_figure("Legal actions", note, curves([line], across, up, label, band=band)))
    yield _grid(figures)


def _elos(found: Sequence[Strength], links: dict[str, str], titles: tuple[str, str]) -> str:
    rows = [
        Row(one.bot, one.elo, number(one.elo, 0, sign=True), 2, f"against {one.other}", _link_of(one.study, links))
        for one in found
    ]
    return _figure(*titles, dots(rows, scale_of([one.elo for one in found], 0.0), "", 0.0, bars=True)) if rows else ""


def _link_of(study: str, links: dict[str, str]) -> str:
    return links.get(f"{STUDY} {study}", "")


def _luck(document: Document, links: dict[str, str]) -> Iterator[str]:
    luck = _bots_figure(document, "Luck of the deal", _about_measure(document, "luck"), ["luck"])
    rows = [
        Row(one.bot, one.coin, percent(one.coin), 2, f"against {one.other}", _link_of(one.study, links))
        for one in ([] if document.cooperative else document.skill)
    ]
    note = "The share of games that a coin would have to decide, if the better bot won all others."
    coins = _figure("As good as a coin", note, dots(rows, Scale(0.0, 1.0), "%")) if rows else ""
    yield _grid([luck, _reviewed(document.reviews), coins])


def _reviewed(found: Sequence[ReviewPart]) -> str:
    rows = [
        Row(label, figure, percent(figure), 2, f"{part.games} games of {part.bot} bots")
        for part in found
        for label, figure in (("luck", part.luck), ("choices", part.choices))
        if figure.groups
    ]
    note = (
        "By reviews of whole games: the part of the differences between results that goes with luck, and with choices."
    )
    scale = scale_of([row.figure for row in rows], 0.0, 1.0)
    return _figure("Luck and choices", note, dots(rows, scale, "%")) if rows else ""


def _tension(document: Document) -> Iterator[str]:
    changes = _bots_figure(document, "Changes of the lead", _about_measure(document, "lead_changes"), ["lead_changes"])
    names = [name for name in TENSION if name in document.labels]
    about = " ".join(f"{_first(document.labels[name].label)}: {document.labels[name].about}." for name in names)
    yield _grid([_bots_figure(document, "Ups and downs, as the bots see them", about, names), changes])


def _endings(document: Document) -> Iterator[str]:
    figures = []
    rows = [
        Row(reason, share, percent(share), place, level.bot)
        for place, level in enumerate(document.levels)
        for reason, share in level.reasons.items()
    ]
    if rows:
        figures.append(_figure("Reasons", "Why games end.", dots(rows, Scale(0.0, 1.0), "%")))
    names = [name for name in ("draws", "capped") if name in document.labels]
    figures.append(_bots_figure(document, "Without a winner", "Draws, and games that a limit on actions stops.", names))
    for level in document.levels:
        label = f"Scores of {level.bot} bots, from {level.scores.edges[0]:g} to {level.scores.edges[-1]:g}"
        note = f"Scores of all seats at the end of {level.games:,} games of {level.bot} bots."
        figures.append(_figure("Scores", note, histogram(level.scores.edges, level.scores.counts, label)))
    yield _grid(figures)


def _duels(found: Sequence[Strength], links: dict[str, str], titles: tuple[str, str]) -> Iterator[str]:
    rows = [
        Row(one.bot, one.share, percent(one.share), 2, f"against {one.other}", _link_of(one.study, links))
        for one in sorted(found, key=lambda one: -one.share.value)
    ]
    if rows:
        yield _figure(*titles, dots(rows, Scale(0.0, 1.0), "%", 0.5, bars=True), wide=True)


def _actions(document: Document, links: dict[str, str]) -> Iterator[str]:
    yield from _duels(document.ablations, links, ABLATIONS)
    if document.actions:
        bot = document.main
        rows = "".join(
            f'<tr><th scope="row">{escape(use.action)}</th><td>{use.legal:,}</td><td>{use.chosen:,}</td>'
            f"<td>{percent(use.share, digits=1)}</td></tr>"
            for use in sorted(document.actions, key=lambda use: use.share.value)
        )
        head = _header_row(["Action", "Decisions where it was legal", "Chosen", "Share"])
        table = f'<table class="plain">{head}<tbody>{rows}</tbody></table>'
        yield _more(f"How often {bot} bots choose each action", _scrolled(f"Actions of {bot} bots", table))


def _options(document: Document, links: dict[str, str]) -> Iterator[str]:
    charts = [chart for name in TORNADOES if (chart := _tornado(document, name, links))]
    yield "".join(charts[:1])
    if charts[1:]:
        yield _more("The same for other measures", "".join(charts[1:]))


def _tornado(document: Document, name: str, links: dict[str, str]) -> str:
    """The options that change a measure most, the largest effect at the top."""
    parts = [
        part for part in document.option_effects if name in part.effects and math.isfinite(part.effects[name].value)
    ]
    if not parts:
        return ""
    label = document.labels[name]
    usual = {part.option: part.usual for part in parts}
    widest = sorted(parts, key=lambda part: -abs(part.effects[name].value))[:BARS]
    rows = [_effect_row(part, name, label, usual[part.option], links) for part in widest]
    scale = scale_of([row.figure for row in rows], 0.0, least=0.1 if label.percent else 1.0)
    left_out = f" The {BARS} largest of {len(parts)} changes." if len(parts) > BARS else ""
    points = ", in points of a hundred" if label.percent else ""
    note = f"What changing one option adds{points}, with the same deals; 0 is no change.{left_out}"
    return _figure(
        _first(label.label), note, dots(rows, scale, "%" if label.percent else "", 0.0, bars=True), wide=True
    )


def _effect_row(part: OptionPart, name: str, label: Label, usual: str, links: dict[str, str]) -> Row:
    effect = part.effects[name]
    note, text = f"instead of {usual}", _text(label, effect, True).replace("\N{NO-BREAK SPACE}%", "")
    return Row(f"{part.option}={part.value}", effect, text, 2, note, _link_of(part.study, links))


def _figures(document: Document) -> Iterator[str]:
    rows = []
    for name, label in document.labels.items():
        cells = "".join(
            f'<td data-bot="{escape(level.bot)}">'
            f"{escape(_text(label, level.measures[name])) if _has(level, name) else '–'}</td>"
            for level in document.levels
        )
        about = f"<small>{escape(label.about)}</small>"
        rows.append(f'<tr><th scope="row">{escape(label.label)} {about}</th>{cells}</tr>')
    head = _header_row(["Measure", *(f"{level.bot}: {level.games:,} games" for level in document.levels)])
    yield _scrolled("Measures by bot", f'<table class="plain stacked">{head}<tbody>{"".join(rows)}</tbody></table>')


def _header_row(names: Sequence[str]) -> str:
    cells = "".join(f'<th scope="col">{escape(name)}</th>' for name in names)
    return f"<thead><tr>{cells}</tr></thead>"


def _scrolled(label: str, table: str) -> str:
    """A table that may be wider than a phone."""
    return f'<div class="scrolled" role="region" aria-label="{escape(label)}" tabindex="0">{table}</div>'


def _more(title: str, body: str) -> str:
    return f'<details class="more"><summary>{escape(title)}</summary>{body}</details>\n'


# --- replays ---


def _replay(replay: Replay) -> str:
    seats = ", ".join(f"seat {seat}: {bot}" for seat, bot in enumerate(replay.players))
    address = f"data:text/plain;charset=utf-8,{quote(replay.record)}"
    link = f'<a href="{address}" download="{replay.file}">Download {replay.file}</a>'
    return (
        f'<details class="game"><summary>{escape(replay.title)} <small>{escape(replay.ending)}</small></summary>'
        f'<div id="replay-{replay.slug}"><p>{escape(seats)}</p>{_curve(replay)}'
        f"<p>{link}, then step through it: <code>matchbox replay {replay.file}</code></p>"
        f'<pre tabindex="0" aria-label="Record">{escape(replay.record)}</pre></div></details>\n'
    )


def _curve(replay: Replay) -> str:
    """The chances of each seat over the game, as the bots saw them."""
    lines = [
        [(float(place), (value + 1) / 2) for place, value in enumerate(row, 1) if value is not None]
        for row in replay.values
    ]
    if not all(len(line) > 1 for line in lines):
        return ""
    across = Scale(1.0, float(max(line[-1][0] for line in lines)))
    legend = ", ".join(f"seat {seat} {LINES[seat % 4]}" for seat in range(len(lines))) if len(lines) > 1 else ""
    note = f"As the bots saw them, after each action{': ' if legend else ''}{legend}."
    return _figure("Chances", note, curves(lines, across, Scale(0.0, 1.0), "Chances over the game", "%"))


LINES = "solid", "dashed", "dotted", "thin"


# --- about ---


def _about(document: Document, command: str, date: str) -> Iterator[str]:
    options = ", ".join(f"{name}={value}" for name, value in document.options.items()) or "none"
    facts = {
        "Game": f"{document.name}, version {document.version} of its rules, from {document.box}",
        "Seats": str(document.seats),
        "Options": options,
        "Bots": ", ".join(document.bots),
        "Seed": document.seed,
        "Games": f"{document.games:,}",
        "Made": f"{date} with Matchbox {document.matchbox}".strip(),
    }
    rows = "".join(f"<dt>{name}</dt><dd>{escape(value)}</dd>" for name, value in facts.items())
    yield f'<dl class="facts">{rows}</dl>\n'
    if command:
        yield f'<p>This command made the report, and goes on with it:</p>\n<pre tabindex="0">{escape(command)}</pre>\n'
    yield (
        "<p>Every figure rests on games between bots. It describes the game as these bots play it; "
        "other players may find other things. The documentation explains each measure on its page “Reports”.</p>\n"
    )
