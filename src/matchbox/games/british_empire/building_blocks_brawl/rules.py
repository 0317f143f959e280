"""Building Blocks Brawl: two players bid chips in secret for seven number tiles.

Three Small Games in the British Empire +2, by Kumeta (PREOPEN). A tile is turned up, both seats
close a hand around some chips, and the higher value pays and takes all tiles on the field.
The third "2" ends the game, and the score is the total of the tiles times the value of the chips left.
The rulings R1, R2, ... are in page.md.
"""

from __future__ import annotations

import math

from matchbox.engine import (
    NOBODY,
    SEATS,
    Actions,
    Base,
    Ints,
    Reasons,
    all_act,
    below,
    committed,
    derived,
    i1,
    is_acting,
    nobody,
    option,
    owner,
    public,
    record,
    rule,
    u1,
    wide,
)

from ..components import (
    BLUE,
    CHIPS,
    GREEN,
    NUMBERS,
    OPEN,
    RED,
    TILES_OF,
    deal_chips,
    end_by_score,
    open_hand,
    redeal_tiles,
    shuffle_tiles,
    sum_of,
    tiles_match,
    turn_up,
)

CARRY, DISCARD = range(2)  # tie_tile


@record(seats=2)
class State(Base):
    """Tiles are counted by number: `field[2]` is the number of 2s on the field.

    `score` is the product so far. Behind screens it is counted at the end only, because it tells the chips left (R16).
    """

    phase = public(u1, high=0)
    deck = nobody(u1[7], high=3)  # the last entry is the top
    in_deck = public(u1[NUMBERS], high=3)
    field = public(u1[NUMBERS], high=3)
    aside = public(u1[NUMBERS], high=3)  # tiles that nobody gets
    claimed = public(u1[SEATS, NUMBERS], high=3)
    chips = public(u1[SEATS, 3], high=6)  # R13: public because every hand is revealed
    held = owner(u1[SEATS, 3], high=6, free=True)
    shown = derived(u1[SEATS, 3], high=6)  # the hands revealed last
    bag = public(u1[3], high=12)
    last_claimer = public(i1, low=-1, high=SEATS - 1, free=True)
    tie_tile = option("carry", "discard")  # R1
    purses = option("open", "screened")


actions = Actions()
HOLD = actions.block("hold", secret=True, obvious=True, blue=7, red=4, green=2)

reasons = Reasons()
HIGHER = reasons("higher product of tiles and chips")
LAST_CLAIM = reasons("equal products: the last player to claim a tile wins")
NO_CLAIM = reasons("nobody claimed a tile")


@rule
def setup(s: State) -> None:
    for seat in range(2):
        deal_chips(s.chips[seat])
    s.last_claimer = NOBODY
    shuffle_tiles(s, s.deck, s.in_deck)
    turn_tile(s)


@rule
def turn_tile(s: State) -> None:
    """Turn up a tile: the third 2 ends the game (R3), any other is up for bids."""
    tile = turn_up(s.deck, s.in_deck)
    if s.in_deck[2] == 0:
        s.aside[tile] += 1
        end_game(s)
    else:
        s.field[tile] += 1
        all_act(s)


@rule
def legal(s: State, seat: int, out: Ints) -> int:
    n = 0
    for blue in range(s.chips[seat, BLUE] + 1):
        for red in range(s.chips[seat, RED] + 1):
            for green in range(s.chips[seat, GREEN] + 1):
                out[n] = HOLD.id(blue, red, green)
                n += 1
    return n


@rule
def apply(s: State, seat: int, action: int) -> None:
    s.held[seat, BLUE], s.held[seat, RED], s.held[seat, GREEN] = HOLD.args(action)
    if committed(s, seat):
        reveal(s)


@rule
def reveal(s: State) -> None:
    """Compare the hands: the higher value pays and claims the field, equal values pay nothing."""
    for seat in range(2):
        open_hand(s.held[seat], s.shown[seat])
    first, second = worth(s.shown[0]), worth(s.shown[1])
    if first == second:
        if s.tie_tile == DISCARD:
            move_field(s, s.aside)
    else:
        winner = 0 if first > second else 1
        for colour in range(3):
            s.chips[winner, colour] -= s.shown[winner, colour]
            s.bag[colour] += s.shown[winner, colour]
        move_field(s, s.claimed[winner])
        s.last_claimer = winner
        if s.purses == OPEN:
            count_score(s, winner)
    turn_tile(s)


@rule
def count_score(s: State, seat: int) -> None:
    s.score[seat] = sum_of(s.claimed[seat]) * worth(s.chips[seat])


@rule
def worth(chips: Ints) -> int:
    return chips[BLUE] + 2 * chips[RED] + 3 * chips[GREEN]


@rule
def move_field(s: State, to: Ints) -> None:
    for number in range(1, NUMBERS):
        to[number] += s.field[number]
        s.field[number] = 0


@rule
def end_game(s: State) -> None:
    """The higher product wins, a tie goes to the last claimer, and without any claim it is a draw (R8)."""
    move_field(s, s.aside)  # R5
    for seat in range(2):
        count_score(s, seat)
    end_by_score(s, s.last_claimer, HIGHER, LAST_CLAIM, NO_CLAIM)


# --- evaluation ---


SCALE = 21.5  # points of lead; this and the next are fitted to the solved positions
PURSE_WEIGHT = 0.39  # how strongly the richer purse attracts the tiles to come


@rule
def evaluate(s: State, seat: int) -> float:
    """The lead in products if no more chips are spent and the richer purse gets more of the tiles to come."""
    purse, opposing = wide(worth(s.chips[seat])), wide(worth(s.chips[1 - seat]))
    share = 0.5
    if purse + opposing > 0:
        share += PURSE_WEIGHT * (purse - opposing) / (purse + opposing)
    to_come = tiles_to_come(s)
    mine = (sum_of(s.claimed[seat]) + to_come * share) * purse
    theirs = (sum_of(s.claimed[1 - seat]) + to_come * (1.0 - share)) * opposing
    return math.tanh((mine - theirs) / SCALE)


@rule
def tiles_to_come(s: State) -> float:
    """Expected total of the tiles on the field and of those turned up before the third 2."""
    twos = wide(s.in_deck[2])
    others = wide(s.in_deck[1]) + 3 * wide(s.in_deck[3])
    return sum_of(s.field) + 2.0 * (twos - 1) + others * twos / (twos + 1)


# --- knowledge and checks ---


@rule
def redeal(s: State, seat: int) -> None:
    """Hidden from a seat: the order of the deck, and the opponent's hand once chosen."""
    redeal_tiles(s, s.deck, s.in_deck)
    other = 1 - seat
    if not s.over and not is_acting(s, other):
        for colour in range(3):
            s.held[other, colour] = below(s, wide(s.chips[other, colour]) + 1)


@rule
def conserved(s: State) -> bool:
    for colour in range(3):
        if s.chips[0, colour] + s.chips[1, colour] + s.bag[colour] != CHIPS[colour]:
            return False
        for seat in range(2):
            if s.held[seat, colour] > s.chips[seat, colour]:
                return False
    for number in range(1, NUMBERS):
        unclaimed = s.in_deck[number] + s.field[number] + s.aside[number]
        if unclaimed + s.claimed[0, number] + s.claimed[1, number] != TILES_OF[number]:
            return False
    if s.field[0] + s.aside[0] + s.claimed[0, 0] + s.claimed[1, 0] > 0:
        return False
    return tiles_match(s.deck, s.in_deck)
