"""Pieces and forms that many scenes use."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from typing import Any

from matchbox.engine import Block

from .look import Look
from .model import Form, Part, Piece, PieceKind, Words, say


def chips(counts: Any, colours: Sequence[str], kind: PieceKind = "chip") -> list[Piece]:
    """Stacks of chips or cubes by colour, without the empty ones."""
    pairs = zip(colours, counts, strict=False)
    return [Piece(kind, colour, colour=colour, count=int(n)) for colour, n in pairs if n]


def tiles(counts: Any) -> list[Piece]:
    """Number tiles, from their counts by number."""
    return [Piece("tile", str(number), number=number) for number, n in enumerate(counts) for _ in range(int(n))]


def form(
    look: Look,
    block: Block,
    title: Words,
    submit: Words,
    *,
    counted: dict[str, Piece] | None = None,
    shown: dict[str, Sequence[Piece]] | None = None,
    note: Callable[..., Words] | None = None,
    submits: Callable[..., Words] | None = None,
    area: str = "",
    box: Words = "",
) -> list[Form]:
    """The legal actions of a block as a form with one part per argument; empty if there are none.

    `counted` maps an argument to the piece that it counts, `shown` maps it to the pieces that it
    chooses from (by value), `note` describes a combination, and `submits` says what the button does with it.
    `area` is the key of the area with the counted pieces, and `box` the title of the box that they go into.
    """
    ids = [action for action in look.legal if block.has(action)]
    if not ids:
        return []
    named = look.game.actions.named(ids[0], look.game.context_of(look.view))
    rows = [[int(x) for x in block.args(action)] for action in ids]
    labels = [named.values(action) for action in ids]
    parts = []
    for column, name in enumerate(named.arguments):
        texts = {row[column]: values[name] for row, values in zip(rows, labels, strict=True)}
        values = sorted(texts)
        piece = (counted or {}).get(name)
        parts.append(
            Part(
                name,
                name,
                "counter" if piece else "choice",
                values,
                [texts[value] for value in values],
                piece,
                [(shown or {})[name][value] for value in values] if name in (shown or {}) else (),
                area if piece else "",
            )
        )
    notes = [note(*row) for row in rows] if note else ()
    buttons = [submits(*row) for row in rows] if submits else ()
    combinations = [[*row, action] for row, action in zip(rows, ids, strict=True)]
    return [Form(title, parts, combinations, submit, notes, buttons, box)]


def listed(texts: Sequence[Words]) -> Words:
    """Texts separated by commas, in a form that can be translated."""
    return reduce(lambda a, b: say("{a}, {b}", a=a, b=b), texts) if texts else ""


def facts(texts: Sequence[Words]) -> Words:
    """Longer texts, separated by semicolons."""
    return reduce(lambda a, b: say("{a}; {b}", a=a, b=b), texts) if texts else ""
