"""Pieces of the Green Box, as scenes show them."""

from __future__ import annotations

from typing import Any

from matchbox.boxes.green_box.components import (
    BACKGROUND,
    BACKGROUNDS,
    COLOUR,
    COLOURS,
    CUBE_COLOURS,
    NUMBER,
    SYMBOL,
    SYMBOLS,
    card_name,
)
from matchbox.table.scene import Piece


def card(number: int, text: str = "", **more: Any) -> Piece:
    """A card face up: border colour, symbol, number and background."""
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
    """Cards face down."""
    return Piece("card", "?", hidden=True, count=count, **more)


def tile(symbol: int, text: str = "", **more: Any) -> Piece:
    """A tile, symbol side up."""
    return Piece("tile", text or SYMBOLS[symbol], symbol=SYMBOLS[symbol], **more)


def cubes(colour: int, count: int = 1, text: str = "", **more: Any) -> Piece:
    """Cubes of one of the four colours."""
    name = CUBE_COLOURS[colour]
    return Piece("cube", text or name, name, count=count, **more)
