"""Building Blocks Brawl: two seats bid chips in secret for seven number tiles.

Three Small Games in the British Empire +2, by Kumeta (PREOPEN). A tile is turned up, both seats
close a hand around some chips, the greater value pays and takes what lies on the field.
The third "2" ends the game: tiles times chips left is what counts.
Rulings (R1, R2, ...) stand in docs/rules/building_blocks_brawl.md.
"""

from __future__ import annotations

import math

from matchbox.engine import (
    NOBODY,
    SEATS,
    About,
    Actions,
    Base,
    Game,
    Ints,
    Reasons,
    all_act,
    below,
    committed,
    i1,
    is_acting,
    nobody,
    option,
    owner,
    public,
    record,
    rule,
    told,
    u1,
    wide,
)

from .components import (
    BLUE,
    BOX,
    CHIPS,
    GREEN,
    NUMBERS,
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

about = About(
    id="building_blocks_brawl",
    name="Building Blocks Brawl",
    box=BOX,
    designers="Kumeta",
    seats=range(2, 3),
    minutes="5-10",
    complexity=2,
    kind="simultaneous secret bidding with a closed purse",
    asks_forced=True,
)

CARRY, DISCARD = range(2)  # tie_tile


@record(seats=2)
class State(Base):
    """Tiles are counted by number: `field[2]` is how many 2s lie on the field."""

    deck = nobody(u1[7])  # the top is the last one
    in_deck = public(u1[NUMBERS])
    field = public(u1[NUMBERS])
    aside = public(u1[NUMBERS])  # tiles that belong to nobody
    claimed = public(u1[SEATS, NUMBERS])
    chips = public(u1[SEATS, 3])  # R13: every hand is revealed, so holdings are known
    held = owner(u1[SEATS, 3])
    shown = told(u1[SEATS, 3])  # the hands of the last reveal
    bag = public(u1[3])
    last_claimer = public(i1)
    tie_tile = option("carry", "discard")  # R1


actions = Actions()
HOLD = actions.block("hold", secret=True, blue=7, red=4, green=2)

reasons = Reasons()
GREATER = reasons("greater product of tiles and chips")
LAST_CLAIM = reasons("equal products: the last to claim a tile wins")
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
    """Turn up a tile; the third 2 goes straight to the end (R3), any other is bid for."""
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
    """Compare the hands: the greater value pays and claims the field, equal ones pay nothing."""
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
        s.score[winner] = sum_of(s.claimed[winner]) * worth(s.chips[winner])
    turn_tile(s)


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
    """The greater product wins; equal ones go to the last claimer, without one it is a draw (R8)."""
    move_field(s, s.aside)  # R5
    end_by_score(s, s.last_claimer, GREATER, LAST_CLAIM, NO_CLAIM)


# --- how a running game stands ---


FAR_AHEAD = 21.5  # points
PULL = 0.39  # how far the tiles to come follow the purses; both fitted to the solved positions


@rule
def evaluate(s: State, seat: int) -> float:
    """The lead in products if no more chips were spent and the fuller purse got more of the tiles to come."""
    own, other = wide(worth(s.chips[seat])), wide(worth(s.chips[1 - seat]))
    share = 0.5
    if own + other > 0:
        share += PULL * (own - other) / (own + other)
    to_come = tiles_to_come(s)
    product = (sum_of(s.claimed[seat]) + to_come * share) * own
    others = (sum_of(s.claimed[1 - seat]) + to_come * (1.0 - share)) * other
    return math.tanh((product - others) / FAR_AHEAD)


@rule
def tiles_to_come(s: State) -> float:
    """What lies on the field, and what is still turned up before the third 2, in the mean."""
    twos = wide(s.in_deck[2])
    others = wide(s.in_deck[1]) + 3 * wide(s.in_deck[3])
    return sum_of(s.field) + 2.0 * (twos - 1) + others * twos / (twos + 1)


# --- knowledge and checks ---


@rule
def redeal(s: State, seat: int) -> None:
    """Hidden from a seat: the order of the deck, and what the other one holds if it has chosen."""
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
        lying = s.in_deck[number] + s.field[number] + s.aside[number]
        if lying + s.claimed[0, number] + s.claimed[1, number] != TILES_OF[number]:
            return False
    return tiles_match(s.deck, s.in_deck)


game = Game(
    about,
    State,
    actions,
    reasons,
    setup=setup,
    legal=legal,
    apply=apply,
    redeal=redeal,
    conserved=conserved,
    bound=lambda seats, options: 12,
    evaluate=evaluate,
    foresight=1,
)
