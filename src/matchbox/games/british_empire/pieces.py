"""Pieces and texts of the British Empire box for its scenes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from matchbox.engine import Block
from matchbox.scene import Area, Form, Look, Piece, TallyRow, Text, Words, form, listed, say, tiles

from .components import COLOURS, count

SEAT_COLOURS = ("orange", "purple")
"""The players, in colours that no chip has."""


def stacks(
    counts: Any, actions: Callable[[int], tuple[int, ...]] = lambda colour: (), *, worth: Sequence[int] = ()
) -> list[Piece]:
    """Stacks of chips by colour without the empty ones; `actions` gives the actions of a colour.

    `worth` is printed on the chips, by colour.
    """
    return [
        Piece(
            "chip",
            name,
            name,
            number=worth[colour] if colour < len(worth) else None,
            count=int(n),
            actions=actions(colour),
        )
        for colour, (name, n) in enumerate(zip(COLOURS, counts, strict=False))
        if n
    ]


def number_tile(number: int, **more: Any) -> Piece:
    return Piece("tile", str(int(number)), number=int(number), **more)


def closed_hand(seat: int | None = None) -> Piece:
    """A hand that only its owner can see into."""
    colour = "" if seat is None else SEAT_COLOURS[seat]
    return Piece("hand", "closed hand", colour, hidden=True)


def deck(look: Look, in_deck: Any) -> Area:
    """The tiles to come; their numbers follow from those that have been seen."""
    n = count(in_deck)
    if not n:
        return Area("", note=say("no tiles to come"), key="deck")
    if look.help == "none":
        return Area("", [Piece("tile", hidden=True, count=n)], note=_to_come(n), key="deck")
    return Area("", tiles(in_deck), note=say("{n} {n|tile|tiles} to come, in unknown order", n=n), key="deck")


def _to_come(n: int) -> Text:
    return say("{n} {n|tile|tiles} to come", n=n)


def hand_areas(look: Look, seat: int, closed: bool, held: Any, worth: Sequence[int], note: Words) -> list[Area]:
    """A closed hand: a box for the others, its chips and a note for its owner."""
    if not closed:
        return []
    if seat != look.seat:
        return [Area(say("Closed hand"), [closed_hand(seat)], seat=seat, key=f"hand/{seat}")]
    return [Area(say("Your hand"), stacks(held, worth=worth), seat=seat, note=note, look="screen", key="hand")]


def loose_chips(look: Look, seat: int, closed: bool, worth: Sequence[int]) -> list[Piece]:
    """The chips of a seat; without those in its closed hand for its owner, who sees them there."""
    s = look.s
    return stacks(s.chips[seat] - s.held[seat] if closed and seat == look.seat else s.chips[seat], worth=worth)


def tile_tally(claimed: Any) -> list[TallyRow]:
    """Where the points came from: the tiles of each number."""
    return [
        TallyRow(say("Tiles with a {n}", n=n), [n * int(claimed[seat, n]) for seat in range(2)], number_tile(n))
        for n in (1, 2, 3)
    ]


def chips_form(
    look: Look,
    block: Block,
    title: Words,
    submit: Words,
    note: Callable[..., Words],
    *,
    submits: Callable[..., Words] | None = None,
    worth: Sequence[int] = (),
    area: str = "",
    box: Words = "",
) -> list[Form]:
    """A counter for each colour that the legal actions allow.

    With `area`, the counters are on the chips of that area, and a box with the title `box` shows the chosen ones.
    """
    printed = dict(zip(COLOURS, worth, strict=False))
    chips = {name: Piece("chip", name, name, number=printed.get(name)) for name in COLOURS}
    return form(look, block, title, submit, counted=chips, note=note, submits=submits, area=area, box=box)


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
