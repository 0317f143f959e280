"""Grenade Salad: the state, and questions about where soldiers stand and what they can do.

Soldiers are numbered in the order in which they enter. Those alive are a set per seat; the dead
and the reserve have no place (0, 0), which lies outside of where a centre may be.
"""

from __future__ import annotations

from matchbox.engine import (
    SEATS,
    Base,
    below,
    lowest,
    nobody,
    option,
    owner,
    popcount,
    public,
    record,
    rule,
    told,
    u1,
    u4,
    wide,
)

from .components import ARROW, CARDS, CIRCLES, CUBES_OF_A_COLOUR, DROP, HAMMERS, WHEEL
from .geometry import (
    CUBE,
    FAR,
    MIDDLE,
    NEAR,
    SET,
    SPAN,
    TABLE,
    TILE,
    hides,
    in_blast,
    is_close,
    overlap,
    shadow,
    stretch,
)

SOLDIERS = CUBES_OF_A_COLOUR
MOST_CONCERNED = 3  # soldiers that one move, placement or airdrop concerns
ALIVE, KILLED = 3, 1  # points for a soldier
TRIES = 64  # of a scatter
CROWD = -(-(FAR - NEAR + 1) // (2 * CUBE - 1))  # fewer soldiers than this cannot fill a column
ANY, FIRST = range(2)  # move_timing
WHEN_UNABLE, FREE = range(2)  # passing


@record(seats=4)
class State(Base):
    """`score` is kept up to date."""

    # The table.
    x = public(u1[SEATS, SOLDIERS])
    y = public(u1[SEATS, SOLDIERS])
    alive = public(u4[SEATS])  # soldiers on the table
    entered = public(u1[SEATS])  # soldiers that have left the reserve
    kills = public(u1[SEATS])

    # Cards; only their symbols matter.
    deck = nobody(u1[CARDS])  # the top is the last one
    in_deck = public(u1)
    hand = owner(u1[SEATS, 6])  # how many of each symbol
    held = public(u1[SEATS])
    discards = public(u1[6])
    lacks = public(u1[SEATS])  # symbols that everybody knows are not in this hand

    # The turn.
    active = public(u1)
    moved = public(u1)
    cards = public(u1)  # played this turn
    passes = public(u1)  # in a row
    possible = public(u1)  # set of symbols that the active player could play, whether they are in hand or not
    doing = public(u1)  # the symbol being played, or a move
    able = public(u4)  # soldiers to choose from
    soldier = public(u1)
    column = public(u1)  # as the place in its block of actions

    # The mine window.
    concerned = public(u1[MOST_CONCERNED])
    concerns = public(u1)  # how many they are
    asking = public(u1)  # the first place after the active player that is still asked
    answer = owner(u1[SEATS])  # 1 declined, 2.. a Mine on concerned soldier 0.. (R25)

    # The last explosion.
    blast_x = told(u1)
    blast_y = told(u1)
    blast_by = told(u1)  # seat + 1, or 0
    blast_card = told(u1)
    blast_dead = told(u1)

    move_timing = option("any", "first")  # R1
    passing = option("when_unable", "free")  # R16


# --- soldiers come and go ---


@rule
def enter(s: State, seat: int, x: int, y: int) -> int:
    """A soldier from the reserve takes this place; its number."""
    soldier = wide(s.entered[seat])
    s.entered[seat] += 1
    s.alive[seat] = wide(s.alive[seat]) | 1 << soldier
    s.x[seat, soldier], s.y[seat, soldier] = x, y
    s.score[seat] += ALIVE
    return soldier


@rule
def kill(s: State, seat: int, soldier: int, killer: int) -> None:
    """The soldier is a point for its killer, even if it was the killer's own (R8, R9)."""
    s.alive[seat] = wide(s.alive[seat]) & ~(1 << soldier)
    s.x[seat, soldier], s.y[seat, soldier] = 0, 0
    s.kills[killer] += 1
    s.score[seat] -= ALIVE
    s.score[killer] += KILLED


@rule
def explode(s: State, gx: int, gy: int, killer: int, card: int) -> None:
    """All soldiers with their centre in the square die (R7)."""
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
    """Could a soldier stand here?"""
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
    """Drop a soldier around the middle; its number."""
    x = y = wide(0)
    for _ in range(TRIES):
        x = MIDDLE + below(s, 2 * spread + 1) + below(s, 2 * spread + 1) - 2 * spread
        y = MIDDLE + below(s, 2 * spread + 1) + below(s, 2 * spread + 1) - 2 * spread
        if is_free(s, x, y):
            return enter(s, seat, x, y)
    return enter_near(s, seat, x, y)


@rule
def enter_near(s: State, seat: int, x: int, y: int) -> int:
    """Take the free place nearest to this one; of several the highest on the table, then the leftmost."""
    best, best_x, best_y = wide(TABLE * TABLE), wide(0), wide(0)
    for row in range(NEAR, FAR + 1):
        for column in range(NEAR, FAR + 1):
            away = (column - x) * (column - x) + (row - y) * (row - y)
            if away < best and is_free(s, column, row):
                best, best_x, best_y = away, wide(column), wide(row)
    return enter(s, seat, best_x, best_y)


# --- places to go to and to aim at ---


@rule
def around(s: State, pair: int, x: int, y: int, reach: int) -> int:
    """The soldiers of two seats, 2 x pair and the next, that are at most `reach` columns and rows away.

    Sets of all soldiers do not fit into one number: there are two, the second seat's in the upper half.
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
                taken |= shadow(wide(s.y[seat, soldier]) - first)
    return taken


@rule
def rows_to_place(s: State, x: int, first: int) -> int:
    """Free rows of a column; bit 0 is row `first`."""
    some = wide(s.alive[0]) | wide(s.alive[1]) << SOLDIERS
    others = wide(s.alive[2]) | wide(s.alive[3]) << SOLDIERS
    return stretch(NEAR - first, FAR - first) & ~taken_rows(s, x, first, some, others)


@rule
def columns_to_place(s: State, first: int) -> int:
    """Columns with a free row; bit 0 is column `first`. Only a crowd can fill one."""
    columns = stretch(NEAR - first, FAR - first)
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
    """Rows at most a tile's width away in the column dx beside a point, on the table; bit TILE is the point's row."""
    if x + dx < near or x + dx > far:
        return wide(0)
    span = SPAN[abs(dx)]
    return stretch(max(-span, near - y) + TILE, min(span, far - y) + TILE)


@rule
def rows_to_aim(s: State, seat: int, soldier: int, dx: int) -> int:
    """Where a soldier can throw to in the column dx beside it; bit TILE is its own row."""
    return within(dx, wide(s.x[seat, soldier]), wide(s.y[seat, soldier]), wide(0), wide(TABLE))


@rule
def columns_to_aim(s: State, seat: int, soldier: int) -> int:
    """Columns a soldier can throw to; bit TILE is its own. Its own row is always on the table."""
    x = wide(s.x[seat, soldier])
    return stretch(max(wide(-TILE), -x) + TILE, min(wide(TILE), TABLE - x) + TILE)


@rule
def rows_to_go(s: State, x: int, y: int, dx: int, some: int, others: int) -> int:
    """Rows in the column dx beside a point where none of these soldiers is in the way."""
    rows = within(dx, x, y, wide(NEAR), wide(FAR))
    if dx == 0:
        rows &= ~(wide(1) << TILE)  # staying is no move
    return rows & ~taken_rows(s, x + dx, y - TILE, some, others)


@rule
def others_near(s: State, pair: int, seat: int, soldier: int) -> int:
    """The soldiers of two seats that may be in the way of this one."""
    found = around(s, pair, wide(s.x[seat, soldier]), wide(s.y[seat, soldier]), wide(TILE + CUBE))
    return found & ~(wide(1) << SOLDIERS * (seat % 2) + soldier) if seat // 2 == pair else found


@rule
def rows_to_move(s: State, seat: int, soldier: int, dx: int) -> int:
    """Where a soldier can move in the column dx beside it; bit TILE is its own row."""
    some, others = others_near(s, wide(0), seat, soldier), others_near(s, wide(1), seat, soldier)
    return rows_to_go(s, wide(s.x[seat, soldier]), wide(s.y[seat, soldier]), dx, some, others)


@rule
def columns_to_move(s: State, seat: int, soldier: int, any_will_do: bool) -> int:
    """Columns a soldier can move to, or one of them; bit TILE is its own, where nearly always a row is free."""
    x, y = wide(s.x[seat, soldier]), wide(s.y[seat, soldier])
    some, others = others_near(s, wide(0), seat, soldier), others_near(s, wide(1), seat, soldier)
    found = wide(0)
    for k in range(2 * TILE + 1):
        column = (wide(k) + TILE) % (2 * TILE + 1)
        if rows_to_go(s, x, y, column - TILE, some, others):
            found |= wide(1) << column
            if any_will_do:
                break
    return found


@rule
def movable(s: State, seat: int, any_will_do: bool) -> int:
    """The soldiers of a seat that can move, or one of them."""
    found, left = wide(0), wide(s.alive[seat])
    while left:
        soldier = lowest(left)
        left &= left - 1
        if columns_to_move(s, seat, soldier, True):
            found |= 1 << soldier
            if any_will_do:
                break
    return found


# --- attacks ---


@rule
def sees(s: State, ax: int, ay: int, bx: int, by: int) -> bool:
    """Is the line between two soldiers clear of all others (R19)? No two stand at one point."""
    for seat in range(s.seats):
        left = wide(s.alive[seat])
        while left:
            soldier = lowest(left)
            left &= left - 1
            cx, cy = wide(s.x[seat, soldier]), wide(s.y[seat, soldier])
            if (cx != ax or cy != ay) and (cx != bx or cy != by) and hides(ax, ay, bx, by, cx, cy):
                return False
    return True


@rule
def attacker(s: State, seat: int, victim_seat: int, victim: int, card: int) -> int:
    """The first soldier of a seat that can kill this one with Hammers or Arrow, or -1 (R22)."""
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
def victims(s: State, seat: int, victim_seat: int, card: int, any_will_do: bool) -> int:
    """The soldiers of another seat that this one can kill with Hammers or Arrow, or one of them."""
    found, left = wide(0), wide(s.alive[victim_seat])
    while left:
        victim = lowest(left)
        left &= left - 1
        if attacker(s, seat, victim_seat, victim, card) >= 0:
            found |= 1 << victim
            if any_will_do:
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
    """Set of symbols that a seat could play if they were in hand."""
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
    """How many soldiers would overlap one at this point; itself, if it stands there."""
    return popcount(around(s, wide(0), x, y, wide(CUBE - 1))) + popcount(around(s, wide(1), x, y, wide(CUBE - 1)))


@rule
def stands(s: State) -> bool:
    """Are all soldiers somewhere, nobody on another, and points as they should be?"""
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
