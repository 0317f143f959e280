"""Jump Gate: fly around a ring of planets and gates and be the first to pick up all your crates.

Green Box of Games, by Jørgen Brunborg-Næss. The die moves a ship; a gate sends it on to the next
gate of the same symbol. Nine single-use number cards correct the course.
page.md lists the rulings (R1, R2, ...).
"""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from matchbox.engine import (
    SEATS,
    Actions,
    Base,
    Ints,
    Reasons,
    below,
    bits,
    derived,
    finish,
    lowest,
    option,
    popcount,
    public,
    record,
    roll,
    rule,
    seat_after,
    shuffle,
    turn_to,
    u1,
    u2,
    u8,
    wide,
)

from ..components import NUMBERS, SYMBOLS, TILES

SIDE = 9  # spaces from corner to corner; side k is spaces 9k + 1 to 9k + 8
PLANET = 0  # in `track`; a gate is its symbol + 1
PLANETS = 20
MOST = 6  # the highest number of a card and of the die
MOST_ROUNDS = 400
EXCEPT_HOME, NO_CORNERS, ALL_CORNERS = range(3)  # corner_crates

ONE = bits(1)
CORNERS = bits(sum(1 << SIDE * side for side in range(4)))
CARDS = np.array([0] + [NUMBERS.count(number) for number in range(1, MOST + 1)], np.uint8)  # of a colour, by number


@record(seats=4)
class State(Base):
    """`score` is the number of crates picked up."""

    phase = public(u1, high=0)
    crates = public(u8[SEATS], high=(1 << TILES) - 1)  # the set of spaces with a crate of the seat
    track = public(u1[TILES], high=6)
    onward = public(u1[TILES], high=TILES - 1)  # where a gate leads; 0 for planets
    ships = public(u1[SEATS], high=TILES - 1, free=True)
    cards = public(u1[SEATS, MOST + 1], high=3, free=True)  # cards left, by number
    turns = public(u2, free=True)  # completed turns
    rolled = derived(u1[SEATS], high=6)  # the last roll of each seat
    left = derived(u1[SEATS], high=TILES - 1)  # where its ship started
    landed = derived(u1[SEATS], high=TILES - 1)  # where the die took the ship, before any jump
    corner_crates = option("except_home", "none", "all")  # R1


actions = Actions()
NO_CARD = actions.single("no_card")
CLOCKWISE = actions.block("clockwise", number=range(1, MOST + 1))
ANTICLOCKWISE = actions.block("anticlockwise", number=range(1, MOST + 1))

reasons = Reasons()
EMPTY = reasons("picked up the last crate")
CAP = reasons("round limit reached: more crates picked up", cap=True)


@rule
def setup(s: State) -> None:
    lay_track(s)
    for seat in range(s.seats):
        home = home_of(s, seat)
        s.ships[seat] = s.left[seat] = s.landed[seat] = home
        for space in range(TILES):
            if s.track[space] == PLANET:
                s.crates[seat] |= ONE << bits(space)
        s.crates[seat] &= ~bare_corners(s, seat)
        for number in range(1, MOST + 1):
            s.cards[seat, number] = CARDS[number]
    take_turn(s, below(s, wide(s.seats)))


@rule
def home_of(s: State, seat: int) -> int:
    """The corner where a ship starts (R17)."""
    return 2 * SIDE * wide(seat) if s.seats == 2 else SIDE * wide(seat)


@rule
def bare_corners(s: State, seat: int) -> int:
    """The set of corners without a crate of this seat (R1)."""
    if s.corner_crates == NO_CORNERS:
        return CORNERS
    return ONE << bits(home_of(s, seat)) if s.corner_crates == EXCEPT_HOME else bits(0)


@rule
def lay_track(s: State) -> None:
    """Put two major and two different minor symbols on every side, in random order."""
    symbols, minors = s.onward, s.onward[6:]  # scratch space; the first two symbols are the major ones
    for symbol in range(6):
        symbols[symbol] = symbol + 1
    shuffle(s, symbols, 6)
    for i in range(8):
        minors[i] = symbols[2 + i // 2]
    shuffle(s, minors, 8)
    while minors[0] == minors[1] or minors[2] == minors[3] or minors[4] == minors[5] or minors[6] == minors[7]:
        shuffle(s, minors, 8)
    for side in range(4):
        spaces = s.track[SIDE * side + 1 :]
        for i in range(2):
            spaces[i] = symbols[i]
            spaces[2 + i] = minors[2 * side + i]
        shuffle(s, spaces, SIDE - 1)
    for space in range(TILES):
        s.onward[space] = gate_after(s, space) if s.track[space] != PLANET else 0


@rule
def gate_after(s: State, space: int) -> int:
    """The next gate clockwise with the same symbol (R3, R13)."""
    found = (space + 1) % TILES
    while s.track[found] != s.track[space]:
        found = (found + 1) % TILES
    return found


# --- actions ---


@rule
def legal(s: State, seat: int, out: Ints) -> int:
    out[0] = NO_CARD
    n = 1
    for way in range(2):
        for number in range(1, MOST + 1):
            if s.cards[seat, number]:
                out[n] = NO_CARD + MOST * way + number
                n += 1
    return n


@rule
def apply(s: State, seat: int, action: int) -> None:
    if action != NO_CARD:
        number = (action - 1) % MOST + 1
        s.cards[seat, number] -= 1  # R10
        fly(s, seat, number if action <= MOST else TILES - number)  # R9
    take_turn(s, end_turn(s, seat))


# --- a turn ---


@rule
def take_turn(s: State, seat: int) -> None:
    """Roll for this seat; play turns without a decision until a seat may play a card (R7)."""
    while not s.over:
        s.rolled[seat] = roll(s)
        s.left[seat] = s.ships[seat]
        s.landed[seat] = (wide(s.ships[seat]) + s.rolled[seat]) % TILES
        if not fly(s, seat, wide(s.rolled[seat])) and holds_cards(s, seat):
            turn_to(s, seat)
            return
        seat = end_turn(s, seat)


@rule
def fly(s: State, seat: int, spaces: int) -> bool:
    """Move a ship by the die or a card; jump once from a gate (R2, R4). Return whether it takes a crate (R5, R12)."""
    space = (wide(s.ships[seat]) + spaces) % TILES
    if s.track[space] != PLANET:
        s.ships[seat] = s.onward[space]
        return False
    s.ships[seat] = space
    if s.crates[seat] >> bits(space) & ONE != ONE:
        return False
    s.crates[seat] ^= ONE << bits(space)
    s.score[seat] += 1
    return True


@rule
def holds_cards(s: State, seat: int) -> bool:
    for number in range(1, MOST + 1):
        if s.cards[seat, number]:
            return True
    return False


@rule
def end_turn(s: State, seat: int) -> int:
    """End the game if it is over; return the next seat."""
    s.turns += 1
    if s.crates[seat] == bits(0):
        finish(s, EMPTY)
    elif s.turns == MOST_ROUNDS * wide(s.seats):
        finish(s, CAP)
    return seat_after(s, seat)


# --- evaluation ---


FAR_AHEAD = 0.25  # share of the rounds that both players need
HANDS = int(np.prod(CARDS + 1))  # of cards left


def _card_weights() -> npt.NDArray[np.int64]:
    """What a card of each number adds to the index of a hand."""
    return np.array([0] + [int(np.prod(CARDS[1:number] + 1)) for number in range(1, MOST + 1)], np.int64)


CARD_WEIGHTS = _card_weights()


def _rounds_to_go() -> npt.NDArray[np.float64]:
    """The expected number of rounds left, by crates left and hand, if crates are anywhere on the track.

    In the long run, the die takes a ship to every space equally often. A card reaches two spaces, so a second card of a
    number is worth less than another number. A player uses the cards that leave the best hand, if it is worth it.
    """
    rounds = np.zeros((PLANETS + 1, HANDS))
    for hand in range(HANDS):
        numbers = [number for number in range(1, MOST + 1) if hand // CARD_WEIGHTS[number] % (CARDS[number] + 1)]
        for crates in range(1, PLANETS + 1):
            by_die, by_card = crates / TILES, 1 - (1 - crates / TILES) ** 2
            total, left = 1 + by_die * rounds[crates - 1, hand], 1 - by_die
            best = total / by_die
            for then in sorted(rounds[crates - 1, hand - CARD_WEIGHTS[number]] for number in numbers):
                total += left * by_card * then
                left *= 1 - by_card
                best = min(best, total / (1 - left))
            rounds[crates, hand] = best
    return rounds


ROUNDS_TO_GO = _rounds_to_go()


@rule
def evaluate(s: State, seat: int) -> float:
    """The lead over the opponents in rounds to go: -1 is far behind, 1 is far ahead."""
    mine, total = rounds_to_go(s, seat), 0.0
    for other in range(s.seats):
        if other != seat:
            theirs = rounds_to_go(s, other)
            total += math.tanh((theirs - mine) / (theirs + mine) / FAR_AHEAD)
    return total / (wide(s.seats) - 1)


@rule
def rounds_to_go(s: State, seat: int) -> float:
    hand = 0
    for number in range(1, MOST + 1):
        hand += CARD_WEIGHTS[number] * wide(s.cards[seat, number])
    return ROUNDS_TO_GO[popcount(s.crates[seat]), hand]


# --- knowledge and checks ---


@rule
def redeal(s: State, seat: int) -> None:
    """Only future rolls are hidden."""


@rule
def conserved(s: State) -> bool:
    """The track follows the rules, all crates are on planets, and none is lost."""
    for side in range(4):
        gates, symbols = 0, 0
        for space in range(SIDE * side + 1, SIDE * side + SIDE):
            if s.track[space] != PLANET:
                gates += 1
                symbols |= 1 << wide(s.track[space])
                if s.onward[space] != gate_after(s, space):
                    return False
        if gates != 4 or popcount(symbols) != 4 or s.track[SIDE * side] != PLANET:
            return False
    for space in range(TILES):
        if s.track[space] == PLANET and s.onward[space] > 0:
            return False
    tiles = 0
    for symbol in range(1, 7):
        n = 0
        for space in range(TILES):
            n += s.track[space] == symbol
        tiles += n == 4 or n == 2
    if tiles != len(SYMBOLS):
        return False
    for seat in range(s.seats):
        left = s.crates[seat]
        bare = bare_corners(s, seat)
        if popcount(left) + s.score[seat] != PLANETS - popcount(bare) or left & bare != bits(0):
            return False
        while left != bits(0):
            if s.track[lowest(left)] != PLANET:
                return False
            left &= left - ONE
        for number in range(MOST + 1):
            if s.cards[seat, number] > CARDS[number]:
                return False
    return True
