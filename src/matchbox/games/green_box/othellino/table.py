"""The transposition table: what searches know about a position, under its own hash slot or the one beside it."""

from __future__ import annotations

from typing import Any

import numpy as np

from matchbox.engine import bits, entry_point, rule, wide

NO_SQUARE = wide(-1)
LOWEST, HIGHEST = wide(-30_000), wide(30_000)  # bounds that say nothing

ENTRY = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("own", "u8"),
                ("other", "u8"),
                ("lower", "i2"),
                ("upper", "i2"),
                ("square", "i1"),  # of the best move
                ("depth", "i1"),
                ("age", "u1"),  # of the latest call that stored it
            ],
            align=True,
        ),
    )
)
LOW, HALF, SPREAD = bits(0xFFFFFFFF), bits(32), bits(29)
K0, K1, K2, K3 = bits(0x9E3779B1), bits(0x85EBCA77), bits(0xC2B2AE3D), bits(0x27D4EB2F)


def new_table(megabytes: float) -> Any:
    """An empty table of at most this size."""
    return np.zeros(1 << (int(megabytes * 2**20) // ENTRY.itemsize).bit_length() - 1, ENTRY)


@rule
def slot_of(table: Any, own: int, other: int) -> int:
    """The hash slot of a position, which is stored here or in slot ^ 1. Products of halves never overflow."""
    x = ((own & LOW) * K0) ^ ((own >> HALF) * K1) ^ ((other & LOW) * K2) ^ ((other >> HALF) * K3)
    x ^= x >> SPREAD
    x = ((x & LOW) * K1) ^ ((x >> HALF) * K0)
    x ^= x >> SPREAD
    return wide(x & bits(len(table) - 1))


@rule
def probe(table: Any, own: int, other: int, slot: int) -> int:
    """The index of a position's entry, or -1."""
    if table[slot].own == own and table[slot].other == other:
        return slot
    slot ^= 1
    if table[slot].own == own and table[slot].other == other:
        return slot
    return wide(-1)


@rule
def store(table: Any, f: Any, depth: int, lower: int, upper: int, age: int) -> None:
    """Store bounds of a frame's position. Among entries of the current call the deeper search stays."""
    slot = wide(f.slot)
    at = probe(table, f.own, f.other, slot)
    fresh = at < 0
    if fresh:
        at = slot
        here, there = table[slot], table[slot ^ 1]
        if here.age == age and (there.age != age or there.depth < here.depth):
            at = slot ^ 1
    e = table[at]
    if fresh or e.depth != depth:
        e.own, e.other, e.lower, e.upper, e.depth = f.own, f.other, LOWEST, HIGHEST, depth
    e.lower, e.upper, e.age = max(wide(e.lower), lower), min(wide(e.upper), upper), age
    if fresh or lower > LOWEST:  # where all moves fail, the best move so far remains the best guess
        e.square = f.square


@entry_point
def stored_move(table: Any, own: int, other: int) -> int:
    """The square of the best known move, or -1."""
    at = probe(table, own, other, slot_of(table, own, other))
    return wide(table[at].square) if at >= 0 else NO_SQUARE
