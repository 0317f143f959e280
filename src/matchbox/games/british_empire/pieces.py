"""Pieces and texts of the British Empire box for its scenes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from matchbox.engine import Block
from matchbox.scene import Area, Form, Look, Piece, TallyRow, Text, Words, form, listed, say, tiles

from .components import COLOURS, SCREENED, count

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


def hand_areas(look: Look, seat: int, closed: bool, held: Any, worth: Sequence[int], sum_: Words) -> list[Area]:
    """A closed hand: a box for the others, its chips and their sum for its owner."""
    if not closed:
        return []
    if seat != look.seat:
        return [Area(say("Closed hand"), [closed_hand(seat)], seat=seat, key=f"hand/{seat}")]
    title, note = say("Hand"), say("{sum}, visible only to {name}", sum=sum_, name=look.names[seat])
    if look.is_you(seat):
        title, note = say("Your hand"), say("{sum}, visible only to you", sum=sum_)
    if not sum_:
        note = say("The hand is empty")
    return [Area(title, stacks(held, worth=worth), seat=seat, note=note, look="screen", key="hand")]


def is_screened(s: Any, viewer: int, seat: int) -> bool:
    """Does a screen hide the chips of a seat from the viewer? After the game everybody sees them."""
    return bool(s.purses == SCREENED and seat != viewer and not s.over)


def purse(look: Look, seat: int, closed: bool, worth: Sequence[int]) -> Area:
    """The chips of a seat; without those in its closed hand for its owner, who sees them there.

    A screen hides their number and colours, not that there are any.
    """
    s, mine = look.s, seat == look.seat
    if is_screened(s, look.seat, seat):
        chips = [Piece("chip", say("chips behind the screen"), hidden=True)] if s.chips[seat].any() else []
    else:
        chips = stacks(s.chips[seat] - s.held[seat] if closed and mine else s.chips[seat], worth=worth)
    return Area(say("Chips"), chips, seat=seat, key="chips" if mine else f"chips/{seat}")


def left_line(look: Look, seat: int, line: Words) -> Words:
    """A line about the chips that a seat has left, if the viewer sees them."""
    if not is_screened(look.s, look.seat, seat):
        return line
    return say("chips hidden") if look.s.chips[seat].any() else say("no chips")


def paid_bag(look: Look, worth: Sequence[int], note: Words) -> Area:
    """The bag with the chips paid. Purses behind screens follow from its contents, so they hide these as well."""
    s = look.s
    if s.purses == SCREENED and not s.over:
        return Area("", look="bag", note=say("Paid chips go into the bag"), key="bag")
    return Area("", stacks(s.bag, worth=worth), look="bag", note=note, key="bag")


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
