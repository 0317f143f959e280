"""Building Blocks Brawl: the field in the middle, chips and claimed tiles at each side."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from matchbox.engine import NOBODY
from matchbox.scene import Area, Look, Piece, Scene, Summary, Text, listed, say, tiles

from ..components import sum_of
from ..pieces import chips_form, closed_hand, number_tile, stacks
from .rules import HOLD, worth

summary = Summary(
    goal=say("Have the higher product: the total of your tiles times the value of the chips you have left."),
    turn=say("Both players hold chips in secret. The higher value pays them and claims the tiles on the field."),
    end=say("The game ends immediately when the third 2 is turned up."),
)
cover = [number_tile(3), Piece("chip", "blue", "blue", count=3), Piece("chip", "red", "red"), number_tile(2)]


def scene(look: Look) -> Scene:
    s = look.s
    left = listed([say("{count} of {number}", count=s.in_deck[n], number=n) for n in (1, 2, 3) if s.in_deck[n]])
    areas = [
        Area(
            say("Field"),
            tiles(s.field),
            note=say("2s turned up: {n} of 3; deck: {left}", n=3 - int(s.in_deck[2]), left=left or say("empty")),
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
        say("Hold chips: the higher value pays them and claims the field."),
        areas,
        forms=chips_form(look, HOLD, say("Your hand"), say("Bid"), _bid),
        coach=say("Chips you pay are gone; chips you keep multiply your tiles at the end. Equal hands pay nothing."),
        rules="a-round",
    )


def revealed(before: Any, after: Any) -> Iterator[tuple[int, int]]:
    """Both hands, as soon as both seats have chosen."""
    for seat in range(2):
        yield seat, HOLD.id(*after.shown[seat])


def _bid(blue: int, red: int, green: int) -> Text:
    value = blue + 2 * red + 3 * green
    return say("a bid of {n}", n=value) if value else say("bid nothing")
