"""Fawlty Towers: stack a cube with a trembling hand, and take a card that the tower's colours let you reach.

Green Box of Games, by Jørgen Brunborg-Næss. Four towers grow from a common supply of cubes. The more cubes
a tower has, the higher you can reach in the columns of cards, and the sooner it falls.
Rulings (R1, R2, ...) are in page.md. The statics of towers are in statics.py.
"""

from __future__ import annotations

import numpy as np

from matchbox.engine import (
    SEATS,
    Actions,
    Base,
    Ints,
    Reasons,
    below,
    derived,
    empty_from,
    finish,
    i2,
    i4,
    i8,
    lift,
    lowest,
    nobody,
    option,
    popcount,
    public,
    record,
    rule,
    seat_after,
    shuffle,
    turn_to,
    u1,
    u2,
    wide,
    write_set,
)

from ..card_sets import ALL_CARDS, OF_COLOUR, first_cards, shuffle_in
from ..components import BLACK, CARDS, COLOUR, COLOURED, CUBE_COLOURS, CUBES_OF_A_COLOUR, NUMBER, SYMBOL
from .statics import broken_contact, tremor

COLUMNS, LEVELS, TOWERS = 4, 6, 4
TALLEST = 77  # all cubes but three bases
STEP = 100  # between two aim points, in thousandths of a cube
EMPTY_TO_END = 2  # columns
MOST_TURNS = 300
SAFE_LEVELS, HIGH_CARD = 3, 4  # balanced_setup
WEIGHT_OF_BLACK = 3  # cubes that a black card below needs
BONUS = np.array([0, 0, 0, 5, 5, 10, 10, 10, 15, 15], np.int64)  # by cards of one symbol (R12)
PLACE, AIM, BASE, TAKE = range(4)  # phase
NORMAL, STEADY = range(2)  # hands
GRID, HIDDEN, TIMING = range(3)  # aim
THREE, BLOCK = range(2)  # black_passing


@record(seats=8)
class State(Base):
    phase = public(u1, high=TAKE)

    # Cards.
    deck = nobody(u1[CARDS], high=CARDS - 1)  # the last card is the top
    in_deck = public(u1, high=CARDS)
    column = public(u1[COLUMNS, LEVELS], high=CARDS - 1)  # from the bottom
    cards = public(u1[COLUMNS], high=LEVELS)  # number of cards in each column
    taken = public(i8[SEATS], high=ALL_CARDS)  # as sets

    # Cubes.
    supply = public(u1[COLOURED], high=CUBES_OF_A_COLOUR)
    tall = public(u1[TOWERS], high=TALLEST)
    cube = public(u1[TOWERS, TALLEST], high=COLOURED - 1)  # colours from the bottom
    # centres, in thousandths of a cube; a standing tower stays within four cubes
    x = public(i2[TOWERS, TALLEST], low=-4000, high=4000, free=True)
    y = public(i2[TOWERS, TALLEST], low=-4000, high=4000, free=True)
    held = public(u1[TOWERS, COLOURED], high=CUBES_OF_A_COLOUR)  # cubes of each colour in a tower

    # The turn.
    turns = public(u2, high=MOST_TURNS, free=True)  # turns started
    colour = public(u1, high=COLOURED - 1, free=True)  # colour of the last cube or new base
    tower = public(u1, high=TOWERS - 1, free=True)  # tower of the last cube
    open_cards = public(i4, high=(1 << COLUMNS * LEVELS) - 1, free=True)  # that may be taken: bit 6 x column + level

    # For display only: how the last cube was placed, and the tower that it made fall.
    aimed = derived(i2[2])
    trembled = derived(i2[2])
    fell = derived(u1, high=TALLEST + 1)  # cubes of the fallen tower, including the new cube; 0 if it stands
    broke = derived(u1, high=TALLEST)  # the contact at which it gave way
    fallen_cube = derived(u1[TALLEST], high=COLOURED - 1)
    fallen_x = derived(i2[TALLEST])
    fallen_y = derived(i2[TALLEST])

    no_black = option("off", "on")
    balanced_setup = option("off", "on")
    hands = option("normal", "steady")
    aim = option("grid", "hidden", "timing")
    black_passing = option("three", "block")


actions = Actions()
PUT = actions.block("cube", colour=CUBE_COLOURS, tower=TOWERS)
AIM_AT = actions.block("aim", y=range(-2, 3), x=range(-2, 3))
NEW_BASE = actions.block("base", colour=CUBE_COLOURS)
TAKE_CARD = actions.block("take", column=COLUMNS, level=range(1, LEVELS + 1))
NO_CARD = actions.single("no_card")

reasons = Reasons()
EMPTY = reasons("two columns are empty")
NO_CUBE = reasons("no cube is left")
CAP = reasons("turn limit reached", cap=True)


# --- setup ---


@rule
def setup(s: State) -> None:
    first = below(s, wide(s.seats))
    s.in_deck = shuffle_in(s, s.deck, all_cards(s))
    deal(s)
    for colour in range(COLOURED):
        s.supply[colour] = CUBES_OF_A_COLOUR
        add_cube(s, colour, colour, 0, 0)
    begin_turn(s, first)


@rule
def all_cards(s: State) -> int:
    return ALL_CARDS & ~OF_COLOUR[BLACK] if s.no_black else ALL_CARDS


@rule
def deal(s: State) -> None:
    """Deal six levels of four cards. A balanced setup keeps high cards out of the lower three."""
    aside = 0
    for level in range(LEVELS):
        for column in range(COLUMNS):
            card = draw(s)
            while s.balanced_setup and level < SAFE_LEVELS and NUMBER[card] >= HIGH_CARD:
                aside |= 1 << card
                card = draw(s)
            s.column[column, level] = card
            s.cards[column] += 1
    s.in_deck = write_set(s.deck, wide(s.in_deck), 0, aside)
    if s.balanced_setup:
        shuffle(s, s.deck, wide(s.in_deck))


@rule
def draw(s: State) -> int:
    s.in_deck -= 1
    return lift(s.deck, s.in_deck)


@rule
def begin_turn(s: State, seat: int) -> None:
    """Start the next turn, unless no cube is left (R9) or the turn limit is reached (R18)."""
    if supply_left(s) == 0:
        finish(s, NO_CUBE)
    elif s.turns == MOST_TURNS:
        finish(s, CAP)
    else:
        s.turns += 1
        s.phase = PLACE
        turn_to(s, seat)


@rule
def supply_left(s: State) -> int:
    """The set of colours in the supply."""
    colours = 0
    for colour in range(COLOURED):
        colours |= (s.supply[colour] > 0) << colour
    return colours


# --- choices ---


@rule
def legal(s: State, seat: int, out: Ints) -> int:
    n = 0
    if s.phase == AIM:
        for point in range(AIM_AT.size):
            out[point] = AIM_AT.first + point
        return AIM_AT.size
    if s.phase == TAKE:
        n = write_set(out, n, TAKE_CARD.first, wide(s.open_cards))
        out[n] = NO_CARD
        return n + 1
    for colour in range(COLOURED):
        if s.supply[colour] > 0:
            if s.phase == BASE:
                out[n] = NEW_BASE.first + colour
                n += 1
            else:
                for tower in range(TOWERS):
                    out[n] = PUT.first + TOWERS * colour + tower
                    n += 1
    return n


@rule
def apply(s: State, seat: int, action: int) -> None:
    if s.phase == PLACE:
        s.colour, s.tower = PUT.args(action)
        if s.hands == STEADY:
            place(s, seat, wide(0), wide(0))
        else:
            s.phase = AIM
    elif s.phase == AIM:
        aim_y, aim_x = AIM_AT.args(action)
        place(s, seat, STEP * wide(aim_x), STEP * wide(aim_y))
    elif s.phase == BASE:
        place_base(s, seat, action - NEW_BASE.first)
    else:
        s.open_cards = 0
        if action != NO_CARD:
            column, level = TAKE_CARD.args(action)
            take(s, seat, column, level - 1)
            empty = 0
            for other in range(COLUMNS):
                empty += s.cards[other] == 0
            if empty >= EMPTY_TO_END:  # R11
                finish(s, EMPTY)
                return
        begin_turn(s, seat_after(s, seat))


# --- towers ---


@rule
def place(s: State, seat: int, aim_x: int, aim_y: int) -> None:
    """Put the chosen cube on the chosen tower; the hand trembles first along x, then along y."""
    tower, top = wide(s.tower), wide(s.tall[s.tower]) - 1
    s.aimed[0], s.aimed[1] = aim_x, aim_y
    s.trembled[0] = s.trembled[1] = 0
    s.fell = s.broke = 0
    if s.hands == NORMAL:
        s.trembled[0] = tremble(s, top + 2)
        s.trembled[1] = tremble(s, top + 2)
    x = wide(s.x[tower, top]) + aim_x + wide(s.trembled[0])
    y = wide(s.y[tower, top]) + aim_y + wide(s.trembled[1])
    add_cube(s, tower, wide(s.colour), x, y)
    broken = max(broken_contact(s.x[tower], top + 2), broken_contact(s.y[tower], top + 2))
    if broken > 0:
        collapse(s, tower, broken)
        choose_base(s, seat)
    else:
        s.open_cards = reachable(s)
        offer_cards(s, seat)


@rule
def tremble(s: State, height: int) -> int:
    """A random deviation along one axis; half of it where players also have to time their aim (R20)."""
    size = tremor(s, height)
    if s.aim != TIMING:
        return size
    return size // 2 if size >= 0 else -(-size // 2)


@rule
def add_cube(s: State, tower: int, colour: int, x: int, y: int) -> None:
    """Put a cube from the supply on a tower, or as its base."""
    top = wide(s.tall[tower])
    s.supply[colour] -= 1
    s.cube[tower, top] = colour
    s.x[tower, top] = x
    s.y[tower, top] = y
    s.held[tower, colour] += 1
    s.tall[tower] = top + 1


@rule
def collapse(s: State, tower: int, broken: int) -> None:
    """The whole tower falls, and its cubes go back to the supply (R6, R7)."""
    s.fell = s.tall[tower]
    s.broke = broken
    for i in range(s.fell):
        s.fallen_cube[i], s.fallen_x[i], s.fallen_y[i] = s.cube[tower, i], s.x[tower, i], s.y[tower, i]
        s.supply[s.cube[tower, i]] += 1
        s.cube[tower, i] = 0
        s.x[tower, i] = s.y[tower, i] = 0
    for colour in range(COLOURED):
        s.held[tower, colour] = 0
    s.tall[tower] = 0


@rule
def choose_base(s: State, seat: int) -> None:
    """The player must place a new base (R5); a single colour needs no choice."""
    colours = supply_left(s)
    s.phase = BASE
    if popcount(colours) == 1:
        place_base(s, seat, lowest(colours))


@rule
def place_base(s: State, seat: int, colour: int) -> None:
    add_cube(s, wide(s.tower), colour, 0, 0)
    s.colour = colour
    s.open_cards = 0
    for column in range(COLUMNS):
        if s.cards[column] > 0 and fits(wide(s.column[column, 0]), colour):
            s.open_cards |= 1 << LEVELS * column
    offer_cards(s, seat)


# --- cards ---


@rule
def offer_cards(s: State, seat: int) -> None:
    """Offer the cards that may be taken (R3); if there are none, the turn ends."""
    if s.open_cards:
        s.phase = TAKE
    else:
        begin_turn(s, seat_after(s, seat))


@rule
def reachable(s: State) -> int:
    """The cards that the tower without the new cube (R1) lets the player take (R2)."""
    tower, found = wide(s.tower), 0
    for column in range(COLUMNS):
        need = wide(0)  # cubes of each colour that cards below need, one byte per colour
        weight = wide(0)  # cubes of any colour
        for level in range(s.cards[column]):
            card = wide(s.column[column, level])
            if fits(card, wide(s.colour)) and weight < s.tall[tower] and holds(s, tower, need):
                found |= 1 << (LEVELS * column + level)
            if COLOUR[card] == BLACK:
                if s.black_passing == BLOCK:
                    break
                weight += WEIGHT_OF_BLACK
            else:
                weight += 1
                if COLOUR[card] < COLOURED:
                    need += 1 << 8 * COLOUR[card]
    return found


@rule
def fits(card: int, colour: int) -> bool:
    """Does a card match a cube? White and black cards match every colour."""
    return COLOUR[card] == colour or COLOUR[card] >= COLOURED


@rule
def holds(s: State, tower: int, need: int) -> bool:
    """Did the tower have the needed cubes of each colour before the new cube?"""
    for colour in range(COLOURED):
        if wide(s.held[tower, colour]) - (s.colour == colour) < (need >> 8 * colour & 255):
            return False
    return True


@rule
def take(s: State, seat: int, column: int, level: int) -> None:
    """Take a card. The cards above move down, and the deck refills the column while it lasts (R10)."""
    card = wide(s.column[column, level])
    s.taken[seat] |= 1 << card
    top = wide(s.cards[column]) - 1
    for place_above in range(level, top):
        s.column[column, place_above] = s.column[column, place_above + 1]
    s.column[column, top] = 0
    if s.in_deck > 0:
        s.column[column, top] = draw(s)
    else:
        s.cards[column] = top
    s.score[seat] = score_of(wide(s.taken[seat]))


@rule
def score_of(cards: int) -> int:
    """The sum of the numbers, and a bonus for each symbol."""
    total, symbols = wide(0), wide(0)
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        total += NUMBER[card]
        symbols += 1 << 8 * SYMBOL[card]
    for symbol in range(6):
        total += BONUS[symbols >> 8 * symbol & 255]
    return total


# --- knowledge and checks ---


@rule
def redeal(s: State, seat: int) -> None:
    """Hidden from everybody: the order of the deck."""
    shuffle_in(s, s.deck, unseen_cards(s))


@rule
def unseen_cards(s: State) -> int:
    """The set of cards that nobody sees: those in the deck."""
    return all_cards(s) & ~visible_cards(s)


@rule
def visible_cards(s: State) -> int:
    """The set of all cards outside the deck."""
    cards = wide(0)
    for seat in range(s.seats):
        cards |= wide(s.taken[seat])
    for column in range(COLUMNS):
        for level in range(s.cards[column]):
            cards |= 1 << wide(s.column[column, level])
    return cards


@rule
def conserved(s: State) -> bool:
    """Every card and cube is in exactly one place, towers stand, and scores match the cards taken."""
    found, n = visible_cards(s) | first_cards(s.deck, wide(s.in_deck)), wide(s.in_deck)
    for seat in range(s.seats):
        n += popcount(s.taken[seat])
        if s.score[seat] != score_of(wide(s.taken[seat])):
            return False
    for column in range(COLUMNS):
        n += s.cards[column]
        if s.in_deck > 0 and s.cards[column] < LEVELS:
            return False
        if not empty_from(s.column[column], wide(s.cards[column])):
            return False
    if found != all_cards(s) or n != popcount(all_cards(s)) or not empty_from(s.deck, wide(s.in_deck)):
        return False
    for colour in range(COLOURED):
        cubes = wide(s.supply[colour])
        for tower in range(TOWERS):
            held = wide(s.held[tower, colour])
            cubes += held
            for i in range(s.tall[tower]):
                held -= s.cube[tower, i] == colour
            if held != 0:
                return False
        if cubes != CUBES_OF_A_COLOUR:
            return False
    for tower in range(TOWERS):
        rebuilding = s.phase == BASE and s.tower == tower and not s.over
        if (s.tall[tower] == 0) != rebuilding:
            return False
        height = wide(s.tall[tower])
        if broken_contact(s.x[tower], height) or broken_contact(s.y[tower], height):
            return False
        if not empty_from(s.cube[tower], height):
            return False
        if not empty_from(s.x[tower], height) or not empty_from(s.y[tower], height):
            return False
    return True
