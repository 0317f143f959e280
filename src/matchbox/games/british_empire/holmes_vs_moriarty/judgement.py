"""Holmes vs Moriarty: which announcements are worth a thought. Only bots use this; the rules do not depend on it."""

from __future__ import annotations

from matchbox.engine import Ints, rule, wide

from ..components import CHIPS, YELLOW
from .rules import PASS, PENALTY
from .sets import BAG_OF
from .state import PLACING, STAGES, TILES_UP, State, placer_of

COLOURS = 4
BITS = 8  # more than enough for a number of chips
DARE = 1.2  # a player announces if the gain, weighed by its chance, is this many times the weighed cost


@rule
def chance_of(bag: Ints, left: int, unseen: int) -> float:
    """The chance of a bag, by the chips that the seat has not seen: those in the bag and behind the other screen.

    `left` has the number of unseen chips of each colour, in `BITS` bits each.
    """
    chance, drawn = 1.0, wide(0)
    for colour in range(COLOURS):
        chips = left >> BITS * colour & (1 << BITS) - 1
        for k in range(bag[colour]):
            drawn += 1
            chance *= (chips - k) / (unseen - drawn + 1) * drawn / (k + 1)
    return chance


@rule
def seen_of(s: State, seat: int, colour: int) -> int:
    """The chips of a colour in the seat's own hand and on the table."""
    seen = wide(s.hand[seat, colour])
    for tile in range(TILES_UP):
        seen += s.on_tile[tile] == colour + 1
    for stage in range(STAGES):
        seen += wide(s.placed[0, stage, colour]) + wide(s.placed[1, stage, colour])
    return seen


@rule
def gain_of(s: State, seat: int) -> int:
    """The points for a right announcement."""
    points = 2 * wide(s.behind[seat])
    return points // 2 if s.hand[seat, YELLOW] else points


@rule
def consider(s: State, seat: int, out: Ints, n: int) -> int:
    """Leave out announcements that are impossible, or too unlikely for their points."""
    if s.phase == PLACING and placer_of(s) == seat:
        return n
    kept, gain, left = 0, gain_of(s, seat), wide(0)
    for colour in range(COLOURS):
        left |= (wide(CHIPS[colour]) - seen_of(s, seat, colour)) << BITS * colour
    unseen = wide(s.in_bag) + wide(s.behind[1 - seat])
    for k in range(n):
        chance = 1.0 if out[k] == PASS else chance_of(BAG_OF[out[k] - PASS], left, unseen)
        if chance * gain >= DARE * (1.0 - chance) * PENALTY:
            out[kept] = out[k]
            kept += 1
    return kept
