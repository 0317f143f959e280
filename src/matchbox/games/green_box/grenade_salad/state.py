"""Grenade Salad: the state, and queries about positions, moves and attacks of soldiers.

Soldiers are numbered in the order in which they enter. Each seat has a set of those alive. Dead
soldiers and the reserve have position (0, 0), which is not a legal centre.
"""

from __future__ import annotations

from matchbox.engine import (
    SEATS,
    Base,
    below,
    derived,
    lowest,
    nobody,
    option,
    owner,
    popcount,
    public,
    record,
    rule,
    u1,
    u2,
    u4,
    wide,
)

from ..components import ARROW, CARDS, CARDS_OF_A_SYMBOL, CIRCLES, CUBES_OF_A_COLOUR, DROP, HAMMERS, WHEEL
from .geometry import (
    CUBE,
    FAR,
    MIDDLE,
    NEAR,
    SET,
    SPAN,
    TABLE,
    TILE,
    bit_range,
    blocks_sight,
    in_blast,
    is_close,
    overlap,
    overlapping_rows,
)

SOLDIERS = CUBES_OF_A_COLOUR
MOST_CONCERNED = 3  # soldiers that a single move, placement or airdrop brings in reach of Mines
ALIVE, KILLED = 3, 1  # points for a soldier
TRIES = 64  # of a scatter
CROWD = -(-(FAR - NEAR + 1) // (2 * CUBE - 1))  # fewer soldiers than this cannot fill a column
ANY, FIRST = range(2)  # move_timing
WHILE_DECK, WHEN_UNABLE, FREE = range(3)  # passing
QUIET_ROUNDS = 5  # rounds in a row without a card that end a game while the deck lasts


@record(seats=4)
class State(Base):
    """`score` is kept up to date."""

    phase = public(u1, high=5)

    # The table.
    x = public(u1[SEATS, SOLDIERS], high=FAR, free=True)
    y = public(u1[SEATS, SOLDIERS], high=FAR, free=True)
    alive = public(u4[SEATS], high=(1 << SOLDIERS) - 1)  # soldiers on the table
    entered = public(u1[SEATS], high=SOLDIERS)  # soldiers that have left the reserve
    kills = public(u1[SEATS], high=3 * SOLDIERS)

    # Cards; only their symbols matter.
    deck = nobody(u1[CARDS], high=5)  # the last card is the top
    in_deck = public(u1, high=CARDS)
    hand = owner(u1[SEATS, 6], high=CARDS_OF_A_SYMBOL)  # cards by symbol
    held = public(u1[SEATS], high=5)
    discards = public(u1[6], high=CARDS_OF_A_SYMBOL)
    lacks = public(u1[SEATS], high=63, free=True)  # set of symbols that everybody knows are not in this hand

    # The turn.
    active = public(u1, high=SEATS - 1, free=True)
    moved = public(u1, high=1, free=True)
    cards = public(u1, high=2, free=True)  # played this turn
    passes = public(u1, free=True)  # in a row
    quiet = public(u1, high=4 * QUIET_ROUNDS, free=True)  # turns in a row without a card while the deck lasts (R17)
    turns = derived(u2)  # that have ended
    possible = public(u1, high=63, free=True)  # set of symbols that the active player could play if they were in hand
    doing = public(u1, high=6, free=True)  # the symbol being played, or a move
    able = public(u4, high=(1 << SOLDIERS) - 1, free=True)  # soldiers to choose from
    soldier = public(u1, high=SOLDIERS - 1, free=True)
    column = public(u1, high=TABLE, free=True)  # as an index into its block of actions

    # The Mine window.
    concerned = public(u1[MOST_CONCERNED], high=SOLDIERS - 1, free=True)
    concerns = public(u1, high=MOST_CONCERNED, free=True)  # number of concerned soldiers
    asking = public(u1, high=SEATS, free=True)  # the first place after the active player that still answers
    answer = owner(u1[SEATS], high=MOST_CONCERNED + 1, free=True)  # 1: none, 2..: a Mine on concerned soldier 0.. (R25)

    # The last explosion.
    blast_x = derived(u1, high=TABLE)
    blast_y = derived(u1, high=TABLE)
    blast_by = derived(u1, high=SEATS)  # seat + 1, or 0
    blast_card = derived(u1, high=6)
    blast_dead = derived(u1, high=4 * SOLDIERS)

    move_timing = option("any", "first")  # R1
    passing = option("while_deck", "when_unable", "free")  # R16


# --- soldiers enter and die ---


@rule
def enter(s: State, seat: int, x: int, y: int) -> int:
    """Put a soldier from the reserve here and return its number."""
    soldier = wide(s.entered[seat])
    s.entered[seat] += 1
    s.alive[seat] = wide(s.alive[seat]) | 1 << soldier
    s.x[seat, soldier], s.y[seat, soldier] = x, y
    s.score[seat] += ALIVE
    return soldier


@rule
def kill(s: State, seat: int, soldier: int, killer: int) -> None:
    """The killer gets a point, even for a soldier of the same seat (R8, R9)."""
    s.alive[seat] = wide(s.alive[seat]) & ~(1 << soldier)
    s.x[seat, soldier], s.y[seat, soldier] = 0, 0
    s.kills[killer] += 1
    s.score[seat] -= ALIVE
    s.score[killer] += KILLED


@rule
def explode(s: State, gx: int, gy: int, killer: int, card: int) -> None:
    """Kill all soldiers with their centre in the square (R7)."""
    s.blast_x, s.blast_y, s.blast_by, s.blast_card, s.blast_dead = gx, gy, killer + 1, card, 0
    for seat in range(s.seats):
        left = wide(s.alive[seat])
        while left:
            soldier = lowest(left)
            left &= left - 1
            if in_blast(gx, gy, wide(s.x[seat, soldier]), wide(s.y[seat, soldier])):
                kill(s, seat, soldier, killer)
                s.blast_dead += 1


@rule
def is_free(s: State, x: int, y: int) -> bool:
    """Is there room for a soldier here?"""
    for seat in range(s.seats):
        left = wide(s.alive[seat])
        while left:
            soldier = lowest(left)
            left &= left - 1
            if overlap(x, y, wide(s.x[seat, soldier]), wide(s.y[seat, soldier])):
                return False
    return True


@rule
def scatter(s: State, seat: int, spread: int) -> int:
    """Drop a soldier around the middle and return its number."""
    x = y = wide(0)
    for _ in range(TRIES):
        x = MIDDLE + below(s, 2 * spread + 1) + below(s, 2 * spread + 1) - 2 * spread
        y = MIDDLE + below(s, 2 * spread + 1) + below(s, 2 * spread + 1) - 2 * spread
        if is_free(s, x, y):
            return enter(s, seat, x, y)
    return enter_near(s, seat, x, y)


@rule
def enter_near(s: State, seat: int, x: int, y: int) -> int:
    """Enter at the nearest free point; if several are equally near, the uppermost, then the leftmost."""
    best, best_x, best_y = wide(TABLE * TABLE), wide(0), wide(0)
    for row in range(NEAR, FAR + 1):
        for column in range(NEAR, FAR + 1):
            away = (column - x) * (column - x) + (row - y) * (row - y)
            if away < best and is_free(s, column, row):
                best, best_x, best_y = away, wide(column), wide(row)
    return enter(s, seat, best_x, best_y)


# --- targets of moves and throws ---


@rule
def around(s: State, pair: int, x: int, y: int, reach: int) -> int:
    """The soldiers of seats 2 x pair and 2 x pair + 1 that are at most `reach` columns and rows away.

    A set of all soldiers does not fit into one integer, so there are two; the second seat uses the upper half.
    """
    found = wide(0)
    for second in range(2):
        seat = 2 * pair + second
        left = wide(s.alive[seat])
        while left:
            soldier = lowest(left)
            left &= left - 1
            if abs(wide(s.x[seat, soldier]) - x) <= reach and abs(wide(s.y[seat, soldier]) - y) <= reach:
                found |= wide(1) << SOLDIERS * second + soldier
    return found


@rule
def taken_rows(s: State, x: int, first: int, some: int, others: int) -> int:
    """Rows of a column where a cube would overlap one of these soldiers; bit 0 is row `first`."""
    taken = wide(0)
    for pair in range(2):
        left = others if pair else some
        while left:
            number = lowest(left)
            left &= left - 1
            seat, soldier = 2 * pair + number // SOLDIERS, number % SOLDIERS
            if abs(wide(s.x[seat, soldier]) - x) < CUBE:
                taken |= overlapping_rows(wide(s.y[seat, soldier]) - first)
    return taken


@rule
def rows_to_place(s: State, x: int, first: int) -> int:
    """Free rows of a column; bit 0 is row `first`."""
    some = wide(s.alive[0]) | wide(s.alive[1]) << SOLDIERS
    others = wide(s.alive[2]) | wide(s.alive[3]) << SOLDIERS
    return bit_range(NEAR - first, FAR - first) & ~taken_rows(s, x, first, some, others)


@rule
def columns_to_place(s: State, first: int) -> int:
    """Columns with a free row; bit 0 is column `first`. Fewer than CROWD soldiers cannot fill a column."""
    columns = bit_range(NEAR - first, FAR - first)
    soldiers = wide(0)
    for seat in range(s.seats):
        soldiers += popcount(wide(s.alive[seat]))
    if soldiers >= CROWD:
        for column in range(SET):
            if not (rows_to_place(s, first + column, wide(0)) or rows_to_place(s, first + column, wide(SET))):
                columns &= ~(wide(1) << column)
    return columns


@rule
def within(dx: int, x: int, y: int, near: int, far: int) -> int:
    """Rows within a tile's width of a point in the column dx beside it, from near to far; bit TILE is its row."""
    if x + dx < near or x + dx > far:
        return wide(0)
    span = SPAN[abs(dx)]
    return bit_range(max(-span, near - y) + TILE, min(span, far - y) + TILE)


@rule
def rows_to_aim(s: State, seat: int, soldier: int, dx: int) -> int:
    """Rows a soldier can throw to in the column dx beside it; bit TILE is its own row."""
    return within(dx, wide(s.x[seat, soldier]), wide(s.y[seat, soldier]), wide(0), wide(TABLE))


@rule
def columns_to_aim(s: State, seat: int, soldier: int) -> int:
    """Columns a soldier can throw to; bit TILE is its own column. Its own row is always on the table."""
    x = wide(s.x[seat, soldier])
    return bit_range(max(wide(-TILE), -x) + TILE, min(wide(TILE), TABLE - x) + TILE)


@rule
def rows_to_go(s: State, x: int, y: int, dx: int, some: int, others: int) -> int:
    """Rows in the column dx beside a point that none of these soldiers blocks."""
    rows = within(dx, x, y, wide(NEAR), wide(FAR))
    if dx == 0:
        rows &= ~(wide(1) << TILE)  # staying is no move
    return rows & ~taken_rows(s, x + dx, y - TILE, some, others)


@rule
def others_near(s: State, pair: int, seat: int, soldier: int) -> int:
    """The soldiers of two seats that may block this soldier's move."""
    found = around(s, pair, wide(s.x[seat, soldier]), wide(s.y[seat, soldier]), wide(TILE + CUBE))
    return found & ~(wide(1) << SOLDIERS * (seat % 2) + soldier) if seat // 2 == pair else found


@rule
def rows_to_move(s: State, seat: int, soldier: int, dx: int) -> int:
    """Rows a soldier can move to in the column dx beside it; bit TILE is its own row."""
    some, others = others_near(s, wide(0), seat, soldier), others_near(s, wide(1), seat, soldier)
    return rows_to_go(s, wide(s.x[seat, soldier]), wide(s.y[seat, soldier]), dx, some, others)


@rule
def columns_to_move(s: State, seat: int, soldier: int, first_only: bool) -> int:
    """Columns a soldier can move to, or only the first found; bit TILE is its own.

    The search starts with its own column, which nearly always has a free row.
    """
    x, y = wide(s.x[seat, soldier]), wide(s.y[seat, soldier])
    some, others = others_near(s, wide(0), seat, soldier), others_near(s, wide(1), seat, soldier)
    found = wide(0)
    for k in range(2 * TILE + 1):
        column = (wide(k) + TILE) % (2 * TILE + 1)
        if rows_to_go(s, x, y, column - TILE, some, others):
            found |= wide(1) << column
            if first_only:
                break
    return found


@rule
def movable(s: State, seat: int, first_only: bool) -> int:
    """The soldiers of a seat that can move, or only the first."""
    found, left = wide(0), wide(s.alive[seat])
    while left:
        soldier = lowest(left)
        left &= left - 1
        if columns_to_move(s, seat, soldier, True):
            found |= 1 << soldier
            if first_only:
                break
    return found


# --- attacks ---


@rule
def sees(s: State, ax: int, ay: int, bx: int, by: int) -> bool:
    """Is the line between two soldiers clear of all others (R19)? No two soldiers share a point."""
    for seat in range(s.seats):
        left = wide(s.alive[seat])
        while left:
            soldier = lowest(left)
            left &= left - 1
            cx, cy = wide(s.x[seat, soldier]), wide(s.y[seat, soldier])
            if (cx != ax or cy != ay) and (cx != bx or cy != by) and blocks_sight(ax, ay, bx, by, cx, cy):
                return False
    return True


@rule
def attacker(s: State, seat: int, victim_seat: int, victim: int, card: int) -> int:
    """The first soldier of a seat that can kill this victim with Hammers or Arrow, or -1 (R22)."""
    bx, by = wide(s.x[victim_seat, victim]), wide(s.y[victim_seat, victim])
    left = wide(s.alive[seat])
    while left:
        soldier = lowest(left)
        left &= left - 1
        ax, ay = wide(s.x[seat, soldier]), wide(s.y[seat, soldier])
        if is_close(ax, ay, bx, by) if card == HAMMERS else sees(s, ax, ay, bx, by):
            return soldier
    return wide(-1)


@rule
def victims(s: State, seat: int, victim_seat: int, card: int, first_only: bool) -> int:
    """The soldiers of another seat that this seat can kill with Hammers or Arrow, or only the first."""
    found, left = wide(0), wide(s.alive[victim_seat])
    while left:
        victim = lowest(left)
        left &= left - 1
        if attacker(s, seat, victim_seat, victim, card) >= 0:
            found |= 1 << victim
            if first_only:
                break
    return found


@rule
def has_victim(s: State, seat: int, card: int) -> bool:
    for other in range(s.seats):
        if other != seat and victims(s, seat, other, card, True):
            return True
    return False


@rule
def playable(s: State, seat: int) -> int:
    """The set of symbols that a seat could play if they were in hand."""
    found = wide(0)
    if s.entered[seat] < SOLDIERS:
        found |= 1 << DROP
        if s.in_deck > 0:  # R15
            found |= 1 << CIRCLES
    if s.alive[seat]:
        found |= 1 << WHEEL
        if has_victim(s, seat, wide(HAMMERS)):
            found |= 1 << HAMMERS
        if has_victim(s, seat, wide(ARROW)):
            found |= 1 << ARROW
    return found


@rule
def crowd_at(s: State, x: int, y: int) -> int:
    """The number of soldiers that overlap a soldier at this point, including itself."""
    return popcount(around(s, wide(0), x, y, wide(CUBE - 1))) + popcount(around(s, wide(1), x, y, wide(CUBE - 1)))


@rule
def soldiers_are_consistent(s: State) -> bool:
    """Are all soldiers accounted for, without overlaps, and are the scores right?"""
    dead, kills = wide(0), wide(0)
    for seat in range(s.seats):
        alive = wide(s.alive[seat])
        kills += s.kills[seat]
        dead += wide(s.entered[seat]) - popcount(alive)
        if s.entered[seat] > SOLDIERS or alive >> wide(s.entered[seat]):
            return False
        if s.score[seat] != ALIVE * popcount(alive) + KILLED * wide(s.kills[seat]):
            return False
        for soldier in range(SOLDIERS):
            x, y = wide(s.x[seat, soldier]), wide(s.y[seat, soldier])
            if alive >> soldier & 1 == 0:
                if x != 0 or y != 0:
                    return False
            elif min(x, y) < NEAR or max(x, y) > FAR or crowd_at(s, x, y) != 1:
                return False
    return dead == kills
