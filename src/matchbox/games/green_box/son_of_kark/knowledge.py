"""Son of Kark: redeals of hidden tiles, and the check that all tiles and merchants are accounted for."""

from __future__ import annotations

from matchbox.engine import empty_from, lowest, popcount, rule, shuffle, wide

from ..components import TILES, TILES_OF_A_SYMBOL
from .rules import (
    CENTRE,
    CITY,
    CORNER_X,
    CORNER_Y,
    KINDS,
    LAY,
    SEND,
    SIDE,
    State,
    around,
    beside,
    has_city,
    kind_at,
    laid_by,
    merchants_each,
    open_places,
    take_tile,
)


@rule
def redeal(s: State, seat: int) -> None:
    """Hidden from a seat: the stack, the removed tiles, and opponents' drawn and face-down tiles."""
    n = 0
    for symbol in range(6):
        for _ in range(TILES_OF_A_SYMBOL - known_tiles(s, seat, symbol)):
            s.stack[n] = symbol + 1
            n += 1
    shuffle(s, s.stack, n)
    stack_size = wide(s.left)
    s.left = n
    s.first = take_tile(s)
    for number in range(wide(s.seats) - 2):
        s.removed[number] = take_tile(s)
    for age in range(2, s.laid):
        other = laid_by(s, age)
        if other != seat and s.cell[s.spot[age]] == CITY + 1:
            s.under[other, age] = take_tile(s)
    if not s.over and s.phase == LAY:
        other = laid_by(s, wide(s.laid))  # the acting seat
        if other != seat:
            s.drawn[other] = take_tile(s)
    s.left = stack_size


@rule
def known_tiles(s: State, seat: int, symbol: int) -> int:
    """Tiles of a symbol this seat has seen: those face up, and those only this seat knows."""
    known = wide(s.shown[symbol])
    if seat >= 0:
        known += s.drawn[seat] == symbol + 1
        for age in range(2, s.laid):
            known += s.under[seat, age] == symbol + 1
    return known


@rule
def conserved(s: State) -> bool:
    return tiles_are_complete(s) and table_is_consistent(s) and merchants_are_complete(s)


@rule
def tiles_are_complete(s: State) -> bool:
    """There are six tiles of each symbol, with the stack as large as its count."""
    for symbol in range(6):
        found = known_tiles(s, wide(-1), symbol)
        found += s.first == symbol + 1
        for number in range(2):
            found += s.removed[number] == symbol + 1
        for place in range(s.left):
            found += s.stack[place] == symbol + 1
        for seat in range(s.seats):
            found += known_tiles(s, wide(seat), symbol) - s.shown[symbol]
        if found != TILES_OF_A_SYMBOL:
            return False
    for seat in range(s.seats):
        for age in range(TILES):
            is_under = 2 <= age < s.laid and laid_by(s, age) == seat and s.cell[s.spot[age]] == CITY + 1
            if (s.under[seat, age] > 0) != is_under:
                return False
    top_is_there = s.left == 0 or s.stack[wide(s.left) - 1] > 0
    return top_is_there and empty_from(s.stack, wide(s.left))


@rule
def table_is_consistent(s: State) -> bool:
    """Every tile touches another, no two face-down tiles are side by side, and all fields agree."""
    tiles, downs = 0, 0
    if not spots_match(s):
        return False
    for y in range(SIDE):
        tiles += popcount(s.rows[y])
        downs += popcount(s.down[y])
        if beside(s.down, y) & wide(s.down[y]) or wide(s.down[y]) & ~wide(s.rows[y]):
            return False
    for age in range(s.laid):
        y, x = wide(s.spot[age]) // SIDE, wide(s.spot[age]) % SIDE
        kind = kind_at(s, x, y)
        if kind == 0 or wide(s.rows[y]) >> x & 1 == 0 or (kind == CITY + 1) != (wide(s.down[y]) >> x & 1 > 0):
            return False
        if age > 0 and beside(s.rows, y) >> x & 1 == 0:
            return False
        downs -= kind == CITY + 1
    return tiles == s.laid and downs == 0


@rule
def spots_match(s: State) -> bool:
    """Does every tile have a cell, with as many tiles of each symbol as shown, and is it the right seat's turn?"""
    cells = 0
    for symbol in range(6):
        shown = 0
        for age in range(s.laid):
            shown += s.cell[s.spot[age]] == symbol + 1
        if shown != s.shown[symbol]:
            return False
    for cell in range(SIDE * SIDE):
        cells += s.cell[cell] > 0
    for age in range(s.laid):
        for older in range(age):
            if s.spot[older] == s.spot[age]:
                return False
    if not s.over and lowest(wide(s.acting)) != laid_by(s, wide(s.laid) - (s.phase == SEND)):
        return False
    return cells == s.laid and empty_from(s.spot, wide(s.laid))


@rule
def merchants_are_complete(s: State) -> bool:
    """Every merchant is in stock or on a tile, and no complete city is unpaid between turns."""
    for seat in range(s.seats):
        influence = wide(0)
        found = wide(s.stock[seat])
        for age in range(2, s.laid):
            found += laid_by(s, age) == seat and s.merchant[age] > 0
        for kind in range(KINDS):
            influence += wide(s.influence[seat, kind]) << 8 * kind
        total = wide(s.points[seat, 0]) + s.points[seat, 1] + s.points[seat, 2]
        if found != merchants_each(s) or influence != influence_of(s, seat) or total != s.score[seat]:
            return False
    for symbol in range(6):
        age = wide(s.market[symbol])
        if age > 0 and (s.merchant[age] != CENTRE or s.cell[s.spot[age]] != symbol + 1):
            return False
    for age in range(TILES):
        kind = wide(s.cell[s.spot[age]]) - 1
        if s.merchant[age] > 0 and (age < 2 or age >= s.laid):
            return False
        if s.merchant[age] == CENTRE and kind != CITY and s.market[kind] != age:
            return False
    if s.phase == SEND and not s.over:
        new = wide(s.spot[wide(s.laid) - 1])
        if s.places != open_places(s, laid_by(s, wide(s.laid) - 1), new % SIDE, new // SIDE):
            return False
    elif s.places > 0:
        return False
    for age in range(2, s.laid):
        if s.phase == LAY and has_city(s, age):
            symbols, tiles = around(s, age)
            if symbols == 6 or tiles == 8:
                return False
    return True


@rule
def influence_of(s: State, seat: int) -> int:
    """The influence of a seat's merchants on crossroads, a byte for each kind of tile; -1 if four tiles do not meet."""
    found = wide(0)
    for age in range(2, s.laid):
        place = wide(s.merchant[age])
        if place > CENTRE and laid_by(s, age) == seat:
            y, x = wide(s.spot[age]) // SIDE, wide(s.spot[age]) % SIDE
            for corner in range(4):
                kind = kind_at(s, x + (corner & 1) * CORNER_X[place], y + (corner >> 1) * CORNER_Y[place])
                if kind == 0:
                    return wide(-1)
                found += wide(1) << 8 * (kind - 1)
    return found
