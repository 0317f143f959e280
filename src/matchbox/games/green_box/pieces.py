"""The pieces of the Green Box in scenes, and texts that several scenes share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from matchbox.scene import Area, Piece, Text, Words, say

from .card_sets import ALL_CARDS
from .components import (
    BACKGROUND,
    BACKGROUNDS,
    CARDS,
    COLOUR,
    COLOURS,
    CUBE_COLOURS,
    NUMBER,
    SLOTS,
    SYMBOL,
    SYMBOLS,
    card_name,
)


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


def cards_still_out(unseen: int, deck: int = ALL_CARDS) -> Area:
    """The whole deck in rows by colour; cards that the viewer has seen are dimmed."""
    pieces = [
        card(number, at=(number % SLOTS, number // SLOTS), dimmed=not unseen >> number & 1)
        for number in range(CARDS)
        if deck >> number & 1
    ]
    note = say("{n} of {all} cards not seen yet", n=unseen.bit_count(), all=deck.bit_count())
    return Area(say("Cards still out"), pieces, "grid", note=note, key="unseen")


def symbols_still_out(counts: Sequence[int], names: Sequence[Words] = SYMBOLS) -> Area:
    """How many cards of each symbol the viewer has not seen, for games in which only symbols matter."""
    pieces = [
        Piece("card", name, symbol=symbol, count=max(n, 1), crop="token", dimmed=not n)
        for name, symbol, n in zip(names, SYMBOLS, counts, strict=True)
    ]
    note = say("{n} of {all} cards not seen yet", n=sum(counts), all=CARDS)
    return Area(say("Cards still out"), pieces, note=note, key="unseen")


def card_count(n: int) -> Text:
    return say("1 card") if n == 1 else say("{n} cards", n=n)
