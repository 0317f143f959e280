"""Building Blocks Brawl: the field in the middle, chips and claimed tiles at each side."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from matchbox.boxes.british_empire.building_blocks_brawl import HOLD, worth
from matchbox.boxes.british_empire.components import sum_of
from matchbox.engine import NOBODY
from matchbox.table.british_empire import chips_form, closed_hand, number_tile, stacks
from matchbox.table.scene import Area, Look, Piece, Scene, Summary, Text, say, tiles

summary = Summary(
    goal=say("Own the greatest product: your tiles added up, times the value of the chips you have left."),
    turn=say("Both hold chips in secret; the greater value pays them and claims the tiles on the field."),
    end=say("When the third 2 is turned up the game ends at once."),
)
cover = [number_tile(3), Piece("chip", "blue", "blue", count=3), Piece("chip", "red", "red"), number_tile(2)]


def scene(look: Look) -> Scene:
    s = look.s
    left = ", ".join(f"{int(s.in_deck[n])} of {n}" for n in (1, 2, 3) if s.in_deck[n])
    areas = [
        Area(
            say("Field"),
            tiles(s.field),
            note=say("2s drawn: {n} of 3; deck: {left}", n=3 - int(s.in_deck[2]), left=left or say("empty")),
        ),
        Area(say("Bag"), stacks(s.bag), look="bag", note="" if s.bag.any() else say("empty")),
    ]
    for seat in look.each_seat():
        value, total = worth(s.chips[seat]), sum_of(s.claimed[seat])
        areas += [
            Area(say("chips"), stacks(s.chips[seat]), seat=seat, note=say("worth {n}", n=value)),
            Area(
                say("tiles"),
                tiles(s.claimed[seat]),
                seat=seat,
                note=say("{sum} x {value} = {product}", sum=total, value=value, product=total * value),
            ),
        ]
        if seat not in look.acting and not s.over:
            areas.append(Area(say("hand"), [closed_hand()], seat=seat, note=say("has chosen")))
        if s.last_claimer != NOBODY or s.shown.any():
            shown = int(worth(s.shown[seat]))
            areas.append(Area(say("last held"), stacks(s.shown[seat]), seat=seat, note=say("worth {n}", n=shown)))
    return Scene(
        say("Take chips into your hand: the greater value pays them and claims the field."),
        areas,
        forms=chips_form(look, HOLD, say("Your hand"), say("Bid"), _bid),
        coach=say("Chips you pay are gone; those you keep multiply your tiles at the end. Equal hands pay nothing."),
        rules="a-round",
    )


def revealed(before: Any, after: Any) -> Iterator[tuple[int, int]]:
    """Hands are opened as soon as both are closed."""
    for seat in range(2):
        yield seat, HOLD.id(*after.shown[seat])


def _bid(blue: int, red: int, green: int) -> Text:
    value = blue + 2 * red + 3 * green
    return say("a bid of {n}", n=value) if value else say("bid nothing")
