"""Pieces of the British Empire box, as scenes show them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from matchbox.boxes.british_empire.components import COLOURS
from matchbox.engine import Block
from matchbox.table.scene import Form, Look, Piece, Words, form


def stacks(counts: Any, actions: Callable[[int], tuple[int, ...]] = lambda colour: ()) -> list[Piece]:
    """Chips by colour, empty stacks left out, with what choosing a colour does."""
    return [
        Piece("chip", name, name, count=int(n), actions=actions(colour))
        for colour, (name, n) in enumerate(zip(COLOURS, counts, strict=False))
        if n
    ]


def number_tile(number: int, **more: Any) -> Piece:
    return Piece("tile", str(int(number)), number=int(number), **more)


def closed_hand() -> Piece:
    """A hand that nobody else looks into."""
    return Piece("hand", "closed hand", hidden=True)


def chips_form(look: Look, block: Block, title: Words, submit: Words, note: Callable[..., Words]) -> list[Form]:
    """Chips raised colour by colour; colours that cannot be had are left out."""
    return form(look, block, title, submit, counted={name: Piece("chip", name, name) for name in COLOURS}, note=note)
