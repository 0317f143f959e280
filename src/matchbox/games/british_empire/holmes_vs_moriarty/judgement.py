"""Holmes vs Moriarty: which announcements and placements are worth a thought.

Only bots use this; the rules do not depend on it.
"""

from __future__ import annotations

from matchbox.engine import Ints, rule, wide

from ..components import YELLOW
from .rules import PASS, PENALTY, PLACE
from .sets import BAG_OF, FIRST_BAG
from .state import PLACING, STAGES, State, placer_of, unseen

COLOURS = 4
BITS = 8  # more than enough for a number of chips
DARE = 1.2  # a player announces if the gain, weighed by its chance, is this many times the weighed cost
EARLY_DARE = 2.4  # with three chips in the bag: players keep the chips that score, so their hands are no random chips


@rule
def chips_of(packed: int, colour: int) -> int:
    """The number of chips of a colour, from numbers of `BITS` bits each."""
    return packed >> BITS * colour & (1 << BITS) - 1


@rule
def ways_of(bag: Ints, hidden: int, dealt: int) -> int:
    """The ways to draw a bag from all chips that the opponent was dealt or the bag has; 0 if it contradicts the table.

    `hidden` are the chips in the bag and behind the opponent's screen. `dealt` also has those that the opponent has
    placed: players choose what they place, so the rest is no random part.
    """
    ways = wide(1)
    for colour in range(COLOURS):
        if bag[colour] > chips_of(hidden, colour):
            return wide(0)
        for k in range(bag[colour]):
            ways = ways * (chips_of(dealt, colour) - k) // (k + 1)
    return ways


@rule
def gain_of(s: State, seat: int) -> int:
    """The points for a right announcement."""
    points = 2 * wide(s.behind[seat])
    return points // 2 if s.hand[seat, YELLOW] else points


@rule
def has_spare(chosen: int, out: Ints, n: int) -> bool:
    """Is one of these placements a part of this one? Yellow is no spare chip: behind the screen it halves points."""
    b, r, g, y = PLACE.args(chosen)
    for k in range(n):
        blue, red, green, yellow = PLACE.args(out[k])
        if blue <= b and red <= r and green <= g and yellow == y:
            return True
    return False


@rule
def keep_thrifty(out: Ints, n: int) -> int:
    """Leave out placements with a chip that could score behind the screen. The rules list a part before the whole."""
    kept = 0
    for k in range(n):
        if not has_spare(wide(out[k]), out, kept):
            out[kept] = out[k]
            kept += 1
    return kept


@rule
def consider(s: State, seat: int, out: Ints, n: int) -> int:
    """Leave out impossible announcements, and unlikely ones for few points. A player who knows the bag names it now."""
    if s.phase == PLACING and placer_of(s) == seat:
        return keep_thrifty(out, n)
    hidden, dealt = wide(0), wide(0)
    for colour in range(COLOURS):
        chips = wide(unseen(s, seat, colour))
        hidden |= chips << BITS * colour
        for stage in range(STAGES):
            chips += wide(s.placed[1 - seat, stage, colour])
        dealt |= chips << BITS * colour
    kept, gain, all_ways = 0, gain_of(s, seat), wide(0)
    for k in range(FIRST_BAG[s.in_bag], FIRST_BAG[s.in_bag + 1]):
        all_ways += ways_of(BAG_OF[k], hidden, dealt)
    dare = EARLY_DARE if s.in_bag == 3 else DARE
    for k in range(n):
        ways = all_ways if out[k] == PASS else ways_of(BAG_OF[out[k] - PASS], hidden, dealt)
        if out[k] != PASS and ways == all_ways and gain > 0:
            out[0] = out[k]
            return 1
        chance = ways / all_ways
        if chance * gain >= dare * (1.0 - chance) * PENALTY:
            out[kept] = out[k]
            kept += 1
    return kept
