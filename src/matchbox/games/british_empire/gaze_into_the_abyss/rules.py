"""Gaze into the Abyss: hold some chips and guess how many your opponent holds.

Three Small Games in the British Empire +2, by Kumeta (PREOPEN). Both seats close a hand
around chips, then each announces how many chips the other holds. A hand that was guessed
is worth nothing; the higher total claims the tile. Used chips go to the opponent, reds are
spent. Tiles worth six or more win. The rulings R1, R2, ... are in page.md.
"""

from __future__ import annotations

import math

import numpy as np

from matchbox.engine import (
    NOBODY,
    SEATS,
    Actions,
    Ints,
    Reasons,
    ask,
    below,
    committed,
    derived,
    finish,
    is_acting,
    option,
    public,
    put,
    record,
    rule,
    turn_to,
    u1,
    wide,
)

from ..components import BLUE, GREEN, NUMBERS, OPEN, RED, count, end_by_score, redeal_tiles, turn_up
from ..tile_race import Race, claim_tile, open_hands, prepare, race_conserved, redeal_hand, tiles_conserved

MOST_ROUNDS = 60
MOST_CHIPS = 17  # of a seat: all blue and green chips, and its three reds
TEN, THREE = range(2)  # chips_each
PURSES = np.array([[6, 3, 1], [1, 1, 1]], np.uint8)  # of a seat at the start: blue, red and green chips
MOST_OWNED = np.array([MOST_CHIPS, 5], np.uint8)
HOLDING, ANNOUNCING = range(2)  # phase
RANDOM, SEAT0, SEAT1 = range(3)  # first_announcer


@record(seats=2)
class State(Race):
    """Between rounds every chip has an owner, except the reds on the bag."""

    phase = public(u1, high=ANNOUNCING)
    tile = public(u1, high=3)  # on the field; 0: none
    bag = public(u1, high=6)  # reds on it (R8)
    yellow = public(u1, high=SEATS - 1, free=True)  # the seat that announces first
    announced = public(u1[SEATS], high=MOST_CHIPS, free=True)  # in this round; 0: not yet, or skipped
    said = derived(u1[SEATS], high=MOST_CHIPS)  # the announcements about the hands in `shown`
    first_announcer = option("random", "seat0", "seat1")
    purses = option("open", "screened")
    chips_each = option("ten", "three")  # R19
    most_rounds = option(MOST_ROUNDS, 2, 1)  # R20


actions = Actions()
HOLD = actions.block("hold", secret=True, blue=13, red=4, green=3)
ANNOUNCE = actions.block("announce", chips=range(1, MOST_CHIPS + 1))

reasons = Reasons()
SIX = reasons("tiles worth six or more")
CAP_SUM = reasons("round limit: higher total of tiles", cap=True)
CAP_CLAIM = reasons("round limit, equal totals: the last player to claim a tile wins", cap=True)
CAP_DRAW = reasons("round limit: nobody claimed a tile", cap=True)


@rule
def setup(s: State) -> None:
    prepare(s)
    for seat in range(2):
        put(s.chips[seat], PURSES[s.chips_each])
    if s.first_announcer == RANDOM:
        s.yellow = below(s, 2)
    else:
        s.yellow = wide(s.first_announcer) - SEAT0
    begin_round(s)


@rule
def begin_round(s: State) -> None:
    """An unclaimed tile stays (R14). A seat without chips holds nothing and has no decision (R2)."""
    s.rounds += 1
    if s.tile == 0:
        s.tile = turn_up(s.deck, s.in_deck)  # never empty: six claims always bring somebody to the goal
    s.phase = HOLDING
    with_chips = wide(0)
    for seat in range(2):
        if count(s.chips[seat]) > 0:
            with_chips |= 1 << seat
    ask(s, with_chips)  # never empty: blue and green chips stay in play (R3)


@rule
def legal(s: State, seat: int, out: Ints) -> int:
    if s.phase == ANNOUNCING:
        most = count(s.chips[1 - seat]) if s.purses == OPEN else wide(MOST_OWNED[s.chips_each])  # R10
        for chips in range(1, most + 1):
            out[chips - 1] = ANNOUNCE.id(chips)
        return most
    n = 0
    for blue in range(s.chips[seat, BLUE] + 1):
        for red in range(s.chips[seat, RED] + 1):
            for green in range(s.chips[seat, GREEN] + 1):
                if blue + red + green > 0:
                    out[n] = HOLD.id(blue, red, green)
                    n += 1
    return n


@rule
def apply(s: State, seat: int, action: int) -> None:
    if HOLD.has(action):
        s.held[seat, BLUE], s.held[seat, RED], s.held[seat, GREEN] = HOLD.args(action)
        if committed(s, seat):
            begin_announcing(s)
    else:
        s.announced[seat] = ANNOUNCE.args(action)[0]
        if seat == s.yellow and count(s.chips[seat]) > 0:
            turn_to(s, 1 - seat)
        else:
            reveal(s)


@rule
def begin_announcing(s: State) -> None:
    """The seat with the yellow chip announces first; a seat without chips is not guessed (R2)."""
    s.phase = ANNOUNCING
    first = wide(s.yellow)
    if count(s.chips[1 - first]) == 0:
        first = 1 - first
    turn_to(s, first)


@rule
def reveal(s: State) -> None:
    """Open the hands, award the tile, then move the chips and the yellow chip to the other side."""
    open_hands(s)
    for seat in range(2):
        s.said[seat] = s.announced[seat]
        s.announced[seat] = 0
    claimer = claimer_of(s)
    if claimer != NOBODY:
        tile = wide(s.tile)
        s.tile = 0
        if claim_tile(s, claimer, tile):
            finish(s, SIX)  # before any chip moves (R17)
            return
    move_chips(s)
    s.yellow = 1 - wide(s.yellow)  # R13
    if s.rounds == s.most_rounds:
        end_by_score(s, s.last_claimer, CAP_SUM, CAP_CLAIM, CAP_DRAW)
    else:
        begin_round(s)


@rule
def claimer_of(s: State) -> int:
    """The higher total claims; blue chips held break a tie (R6), except at 0-0 (R4)."""
    first, second = total_of(s, 0), total_of(s, 1)
    if first == second and first > 0:
        first, second = wide(s.shown[0, BLUE]), wide(s.shown[1, BLUE])
    if first == second:
        return NOBODY
    return 0 if first > second else 1


@rule
def total_of(s: State, seat: int) -> int:
    """Value of the hand shown: nothing if the opponent announced its number of chips (R11)."""
    if was_guessed(s, seat):
        return 0
    return wide(s.shown[seat, BLUE]) + wide(s.shown[seat, RED]) + 3 * wide(s.shown[seat, GREEN])


@rule
def was_guessed(s: State, seat: int) -> bool:
    return count(s.shown[seat]) == s.said[1 - seat]


@rule
def move_chips(s: State) -> None:
    """All chips shown move, claimed or not (R7): blue and green to the opponent, red onto the bag."""
    for seat in range(2):
        for colour in range(3):
            used = s.shown[seat, colour]
            s.chips[seat, colour] -= used
            if colour == RED:
                s.bag += used
            else:
                s.chips[1 - seat, colour] += used


# --- evaluation ---


CHIP, TILE = 0.068, 0.23  # weights of a chip and of a tile's point, fitted to the results of games


@rule
def evaluate(s: State, seat: int) -> float:
    """The lead in tiles and chips; a green chip counts as two."""
    lead = TILE * (wide(s.score[seat]) - wide(s.score[1 - seat])) + CHIP * (purse(s, seat) - purse(s, 1 - seat))
    return math.tanh(lead)


@rule
def purse(s: State, seat: int) -> int:
    return wide(count(s.chips[seat])) + wide(s.chips[seat, GREEN])


# --- knowledge and checks ---


@rule
def redeal(s: State, seat: int) -> None:
    """Hidden from a seat: the order of the deck, and the opponent's hand once it is closed."""
    redeal_tiles(s, s.deck, s.in_deck)
    other = 1 - seat
    closed = s.phase == ANNOUNCING or not is_acting(s, other)
    if not s.over and closed and count(s.chips[other]) > 0:
        redeal_hand(s, other, wide(1))


@rule
def conserved(s: State) -> bool:
    for colour in range(3):
        spent = wide(s.bag) if colour == RED else wide(0)
        if wide(s.chips[0, colour]) + wide(s.chips[1, colour]) + spent != 2 * PURSES[s.chips_each, colour]:
            return False
    for number in range(1, NUMBERS):
        if not tiles_conserved(s, number, 1 if s.tile == number else 0):
            return False
    return race_conserved(s)
