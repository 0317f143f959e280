"""Building Blocks Brawl: the field in the middle, chips and claimed tiles at each side."""

from __future__ import annotations

from matchbox.boxes.british_empire.building_blocks_brawl import NOBODY, worth
from matchbox.boxes.british_empire.components import COLOURS, sum_of
from matchbox.table.scene import Area, Look, Scene, chips, tiles


def scene(look: Look) -> Scene:
    s = look.s
    left = ", ".join(f"{int(s.in_deck[n])} of {n}" for n in (1, 2, 3) if s.in_deck[n])
    areas = [
        Area("Field", tiles(s.field), note=f"2s drawn: {3 - int(s.in_deck[2])} of 3; deck: {left or 'empty'}"),
        Area("Bag", chips(s.bag, COLOURS)),
    ]
    if s.last_claimer != NOBODY or s.shown.any():
        areas += [Area("last held", chips(s.shown[seat], COLOURS), seat=seat) for seat in look.each_seat()]
    for seat in look.each_seat():
        value, total = worth(s.chips[seat]), sum_of(s.claimed[seat])
        areas += [
            Area("chips", chips(s.chips[seat], COLOURS), seat=seat, note=f"worth {value}"),
            Area("tiles", tiles(s.claimed[seat]), seat=seat, note=f"{total} x {value} = {total * value}"),
        ]
    return Scene("Take chips into your hand: the greater value pays them and claims the field.", areas)
