"""War 2.0: which small moves are worth a thought. Only bots use this; the rules do not depend on it."""

from __future__ import annotations

from matchbox.engine import Ints, lowest, rule, wide

from ..components import NUMBER
from .rules import ATTACK, DONE, MOVE
from .state import FROM, INTO, NEXT, SOURCE, UNIT, State, attackers, occupied, sources


@rule
def useful(s: State, seat: int, source: int, used: int) -> int:
    """The tiles to which it may make sense to move a unit: empty ones, and those of the seat that are closer to others.

    A tile of the seat counts if it is beside an enemy, or beside an empty tile that the source does not touch. It does
    not count if units have left it in this action: moving them in another order comes to the same.
    """
    enemies = occupied(s) & ~s.held[seat]
    empty = s.tiles & ~occupied(s)
    found = s.near[source] & empty
    left = s.near[source] & s.held[seat] & ~used
    while left:
        tile = lowest(left)
        left &= left - 1
        if s.near[tile] & (enemies | empty & ~s.near[source]):
            found |= 1 << tile
    return found


@rule
def useful_sources(s: State, seat: int, used: int) -> int:
    """The tiles from which a move may make sense."""
    found, left = wide(0), sources(s, seat, used)
    while left:
        tile = lowest(left)
        left &= left - 1
        if useful(s, seat, tile, used):
            found |= 1 << tile
    return found


@rule
def beatable(s: State, seat: int, tile: int) -> int:
    """The enemy tiles beside a tile that an attack from it can beat, by the cards of both sides."""
    cards, best = wide(s.hand[seat] if s.hand[seat] else s.played[seat]), wide(0)
    while cards:
        best = max(best, wide(NUMBER[lowest(cards)]))
        cards &= cards - 1
    most = best + s.units[tile] + 1  # the symbol
    found, left = wide(0), s.near[tile] & occupied(s) & ~s.held[seat]
    while left:
        target = lowest(left)
        left &= left - 1
        if most > wide(s.units[target]) + 1:  # with the lowest card
            found |= 1 << target
    return found


@rule
def promising(s: State, seat: int) -> int:
    """The tiles from which an attack can succeed."""
    found, left = wide(0), attackers(s, seat)
    while left:
        tile = lowest(left)
        left &= left - 1
        if beatable(s, seat, tile):
            found |= 1 << tile
    return found


@rule
def consider(s: State, seat: int, out: Ints, n: int) -> int:
    """Leave out attacks that must fail, and moves that lead nowhere: to and fro, and between tiles nobody threatens."""
    wanted = wide(-1)
    if s.phase == NEXT:
        if useful_sources(s, seat, wide(0)) == 0:
            wanted &= ~(wide(1) << MOVE)
        if promising(s, seat) == 0:
            wanted &= ~(wide(1) << ATTACK)
    elif s.phase == SOURCE:
        wanted = useful_sources(s, seat, wide(s.spent)) | wide(1) << DONE
    elif s.phase == UNIT:
        wanted = useful(s, seat, wide(s.source), wide(s.spent)) | wide(1) << DONE
    elif s.phase == FROM:
        wanted = promising(s, seat)
    elif s.phase == INTO:
        wanted = beatable(s, seat, wide(s.source))
    else:
        return n
    kept = wide(0)
    for k in range(n):
        if wanted >> wide(out[k]) & 1:
            out[kept] = out[k]
            kept += 1
    return kept if kept else n
