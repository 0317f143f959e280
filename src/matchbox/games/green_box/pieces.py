"""The pieces of the Green Box in scenes, and texts that several scenes share."""

from __future__ import annotations

from typing import Any

from matchbox.scene import Piece, Text, Words, say

from .components import BACKGROUND, BACKGROUNDS, COLOUR, COLOURS, CUBE_COLOURS, NUMBER, SYMBOL, SYMBOLS, card_name


def card(number: int, text: Words = "", **more: Any) -> Piece:
    """A face-up card: border colour, symbol, number and background."""
    return Piece(
        "card",
        text or card_name(number),
        COLOURS[COLOUR[number]],
        SYMBOLS[SYMBOL[number]],
        int(NUMBER[number]),
        background=BACKGROUNDS[BACKGROUND[number]],
        label=card_name(number).replace("-", " "),
        **more,
    )


def back(count: int = 1, **more: Any) -> Piece:
    """Face-down cards."""
    return Piece("card", "?", hidden=True, count=count, **more)


def tile(symbol: int, text: Words = "", **more: Any) -> Piece:
    """A tile, symbol side up."""
    return Piece("tile", text or SYMBOLS[symbol], symbol=SYMBOLS[symbol], **more)


def cubes(colour: int, count: int = 1, text: Words = "", **more: Any) -> Piece:
    """Cubes of one of the four colours."""
    name = CUBE_COLOURS[colour]
    return Piece("cube", text or name, name, count=count, **more)


def card_count(n: int) -> Text:
    return say("1 card") if n == 1 else say("{n} cards", n=n)
