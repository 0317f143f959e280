"""Charts as inline SVG. Places are in per cent, so a chart fills any width while its text keeps its size."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from matchbox.lab.figures import Figure

HEIGHT = 150
"""Of the drawing of a histogram or a curve, in pixels; the numbers below it take some more."""
FOOT = 22
INSET = 3.0
"""Per cent of the width that stay free on either side, so that marks at the ends are whole."""


@dataclass(frozen=True)
class Scale:
    """A range of values, and where they are across a chart."""

    low: float
    high: float

    def at(self, value: float) -> float:
        part = (value - self.low) / (self.high - self.low) if self.high > self.low else 0.5
        return INSET + (100 - 2 * INSET) * min(max(part, 0.0), 1.0)

    @property
    def ticks(self) -> list[float]:
        """Round values, about five."""
        span = self.high - self.low
        if span <= 0:
            return [self.low]
        rough = span / 4
        power = 10.0 ** math.floor(math.log10(rough))
        step = power * next(factor for factor in (1, 2, 2.5, 5, 10) if factor * power >= rough * 0.999)
        first = math.ceil(self.low / step - 1e-9)
        return [round(number * step, 10) for number in range(first, math.floor(self.high / step + 1e-9) + 1)]


def scale_of(figures: Sequence[Figure], *values: float, least: float = 0.0) -> Scale:
    """A scale for figures with their intervals and some more values, at least so wide."""
    ends = [*values]
    for figure in figures:
        ends += [one for one in figure[:3] if one is not None and math.isfinite(one)]
    low, high = min(ends, default=0.0), max(ends, default=1.0)
    more = max(least - (high - low), 0.0) / 2
    return Scale(low - more, high + more)


@dataclass(frozen=True)
class Row:
    """A line of a chart: a figure with its name and its text. The mark tells bots apart by shape."""

    label: str
    figure: Figure
    text: str
    mark: int = 0
    note: str = ""
    link: str = ""  # of a replay


def dots(rows: Sequence[Row], scale: Scale, unit: str, reference: float | None = None, bars: bool = False) -> str:
    """Figures as marks with error bars, one below the other; with `bars`, each with a bar from the reference."""
    body = "".join(
        f'<tr><th scope="row">{_label(row)}</th>'
        f'<td class="drawn">{_track(row, scale, reference, bars)}</td><td class="text">{escape(row.text)}</td></tr>'
        for row in rows
    )
    foot = f'<tr class="scale" aria-hidden="true"><td></td><td class="drawn">{_axis(scale, unit)}</td><td></td></tr>'
    return f'<table class="dots"><tbody>{body}</tbody><tfoot>{foot}</tfoot></table>'


def _label(row: Row) -> str:
    note = f" <small>{escape(row.note)}</small>" if row.note else ""
    link = f' <a class="replay" href="#{row.link}">replay</a>' if row.link else ""
    return escape(row.label) + note + link


def _track(row: Row, scale: Scale, reference: float | None, bars: bool) -> str:
    figure, parts = row.figure, []
    if reference is not None:
        x = scale.at(reference)
        parts.append(f'<line class="reference" x1="{x:.2f}%" x2="{x:.2f}%" y1="0" y2="28"/>')
    if figure.groups and math.isfinite(figure.value):
        x = scale.at(figure.value)
        if bars and reference is not None:
            start, width = min(x, scale.at(reference)), abs(x - scale.at(reference))
            parts.append(f'<rect class="bar" x="{start:.2f}%" width="{width:.2f}%" y="7" height="14"/>')
        if figure.low is not None and figure.high is not None:
            low, high = scale.at(figure.low), scale.at(figure.high)
            parts.append(f'<line class="range" x1="{low:.2f}%" x2="{high:.2f}%" y1="14" y2="14"/>')
            parts += [f'<line class="range" x1="{one:.2f}%" x2="{one:.2f}%" y1="10" y2="18"/>' for one in (low, high)]
        parts.append(mark(row.mark, x, 14))
    return f'<svg height="28" aria-hidden="true" focusable="false">{"".join(parts)}</svg>'


def mark(number: int, x: float, y: float) -> str:
    """A circle, a square, a diamond or a ring."""
    place = f'<svg x="{x:.2f}%" y="{y}" overflow="visible">'
    shape = (
        '<circle class="mark" r="5.5"/>',
        '<rect class="mark" x="-5" y="-5" width="10" height="10"/>',
        '<path class="mark" d="M0-7 7 0 0 7-7 0Z"/>',
        '<circle class="mark hollow" r="4.5"/>',
    )[number % 4]
    return f"{place}{shape}</svg>"


def _axis(scale: Scale, unit: str) -> str:
    texts = "".join(
        f'<text x="{scale.at(tick):.2f}%" y="14" text-anchor="middle">{escape(tick_text(tick, unit))}</text>'
        for tick in scale.ticks
    )
    return f'<svg height="18" focusable="false">{texts}</svg>'


def tick_text(value: float, unit: str) -> str:
    """A number on an axis. The units `%` and `points` stand for shares of 1 and their differences."""
    if unit in ("%", "points"):
        return f"{100 * value:g}{' %' * (unit == '%')}".replace("-", "−")
    text = f"{value:,.0f}" if value == int(value) else f"{value:g}"
    return text.replace("-", "−")


def histogram(edges: Sequence[float], counts: Sequence[int], label: str, unit: str = "") -> str:
    """Counts as bars over their values."""
    scale, most = Scale(edges[0], edges[-1]), max(counts, default=1) or 1
    gap = 0.3 if len(counts) > 1 else 0.0
    bars = []
    for low, high, count in zip(edges, edges[1:], counts, strict=False):
        x, width, height = scale.at(low), scale.at(high) - scale.at(low) - gap, HEIGHT * count / most
        if count:
            bars.append(
                f'<rect class="bar" x="{x:.2f}%" width="{width:.2f}%" y="{HEIGHT - height:.1f}" height="{height:.1f}">'
                f"<title>{low:g} to {high:g}: {count}</title></rect>"
            )
    return _drawing("".join(bars), scale, label, unit)


def curves(
    lines: Sequence[Sequence[tuple[float, float]]],
    across: Scale,
    up: Scale,
    label: str,
    unit: str = "",
    band: Sequence[tuple[float, float, float]] = (),
) -> str:
    """Curves over a common scale, told apart by dashes, with round values of both scales. `band` has intervals."""
    parts = []
    for tick in up.ticks:
        y = _up(up, tick)
        parts.append(f'<line class="grid" x1="{INSET}%" x2="{100 - INSET}%" y1="{y:.1f}" y2="{y:.1f}"/>')
        parts.append(f'<text x="{INSET}%" y="{y - 3:.1f}">{escape(tick_text(tick, unit))}</text>')
    inner = f'<svg x="{INSET}%" width="{100 - 2 * INSET}%" y="8" height="{HEIGHT - 12}" viewBox="0 0 1000 1000"'
    parts.append(f'{inner} preserveAspectRatio="none" overflow="visible">')
    if band:
        edge = [*((a, high) for a, _, high in band), *((a, low) for a, low, _ in reversed(band))]
        parts.append(f'<polygon class="band" points="{_points(edge, across, up)}"/>')
    for number, line in enumerate(lines):
        parts.append(f'<polyline class="curve curve{number % 4}" points="{_points(line, across, up)}"/>')
    parts.append("</svg>")
    return _drawing("".join(parts), across, label, "")


def _points(line: Sequence[tuple[float, float]], across: Scale, up: Scale) -> str:
    return " ".join(f"{1000 * _part(across, a):.1f},{1000 * (1 - _part(up, b)):.1f}" for a, b in line)


def _part(scale: Scale, value: float) -> float:
    return (value - scale.low) / (scale.high - scale.low) if scale.high > scale.low else 0.5


def _up(scale: Scale, value: float) -> float:
    return 8 + (HEIGHT - 12) * (1 - _part(scale, value))


def _drawing(inside: str, scale: Scale, label: str, unit: str) -> str:
    ticks = "".join(
        f'<text x="{scale.at(tick):.2f}%" y="{HEIGHT + 16}" text-anchor="middle">{escape(tick_text(tick, unit))}</text>'
        for tick in scale.ticks
    )
    ground = f'<line class="ground" x1="{INSET}%" x2="{100 - INSET}%" y1="{HEIGHT}" y2="{HEIGHT}"/>'
    return (
        f'<svg class="drawing" role="img" aria-label="{escape(label, quote=True)}" height="{HEIGHT + FOOT}" '
        f'focusable="false">{inside}{ground}{ticks}</svg>'
    )
