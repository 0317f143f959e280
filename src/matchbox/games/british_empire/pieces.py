"""Pieces and texts of the British Empire box for its scenes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from matchbox.engine import Block
from matchbox.scene import Form, Look, Piece, Text, Words, form, listed, say

from .components import COLOURS


def stacks(counts: Any, actions: Callable[[int], tuple[int, ...]] = lambda colour: ()) -> list[Piece]:
    """Stacks of chips by colour without the empty ones; `actions` gives the actions of a colour."""
    return [
        Piece("chip", name, name, count=int(n), actions=actions(colour))
        for colour, (name, n) in enumerate(zip(COLOURS, counts, strict=False))
        if n
    ]


def number_tile(number: int, **more: Any) -> Piece:
    return Piece("tile", str(int(number)), number=int(number), **more)


def closed_hand() -> Piece:
    """A hand that only its owner can see into."""
    return Piece("hand", "closed hand", hidden=True)


def chips_form(look: Look, block: Block, title: Words, submit: Words, note: Callable[..., Words]) -> list[Form]:
    """A counter for each colour that the legal actions allow."""
    return form(look, block, title, submit, counted={name: Piece("chip", name, name) for name in COLOURS}, note=note)


def chip_count(n: int) -> Text:
    return say("1 chip") if n == 1 else say("{n} chips", n=n)


def colour_counts(counts: Any) -> Words:
    """For example "3 blue, 1 green"; empty if there are no chips."""
    return listed(
        [say("{n} {colour}", n=n, colour=name) for name, n in zip(COLOURS, counts, strict=False) if n],
    )


def chips_named(counts: Any) -> Text:
    """Chips in words: "a blue, 2 red and a green chip", or "nothing"."""
    found = [(int(n), name) for name, n in zip(COLOURS, counts, strict=False) if n]
    if not found:
        return say("nothing")
    n, colour = found.pop()
    last = say("a {colour} chip", colour=colour) if n == 1 else say("{n} {colour} chips", n=n, colour=colour)
    if not found:
        return last
    earlier = [say("a {colour}", colour=name) if n == 1 else say("{n} {colour}", n=n, colour=name) for n, name in found]
    return say("{a} and {b}", a=listed(earlier), b=last)
