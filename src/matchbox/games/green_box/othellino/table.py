"""The transposition table: what searches know about a position, under its own hash slot or the one beside it.

An entry has three words: what is known, and the two halves of the position mixed with it. Several threads may share a
table without locks: if one reads while another writes, the words do not fit together, and nothing is found.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from matchbox.engine import bits, entry_point, rule, wide

from .rules import NONE, ONE

NO_SQUARE = wide(-1)
LOWEST, HIGHEST = wide(-30_000), wide(30_000)  # bounds that say nothing
NOTHING = NONE  # known about a position

ENTRY = np.dtype((np.record, np.dtype([("own", "u8"), ("other", "u8"), ("known", "u8")])))
BIAS = wide(1 << 15)  # makes bounds positive
UPPER, SQUARE, DEPTH, AGE, PRESENT = bits(16), bits(32), bits(40), bits(48), bits(56)  # where each part begins
BYTE, BOUND = bits(0xFF), bits(0xFFFF)
LOW, HALF, SPREAD = bits(0xFFFFFFFF), bits(32), bits(29)
K0, K1, K2, K3 = bits(0x9E3779B1), bits(0x85EBCA77), bits(0xC2B2AE3D), bits(0x27D4EB2F)


def new_table(megabytes: float) -> Any:
    """An empty table of at most this size."""
    return np.zeros(1 << (int(megabytes * 2**20) // ENTRY.itemsize).bit_length() - 1, ENTRY)


@rule
def hash_of(own: int, other: int) -> int:
    """A number for a position. Products of halves never overflow."""
    x = ((own & LOW) * K0) ^ ((own >> HALF) * K1) ^ ((other & LOW) * K2) ^ ((other >> HALF) * K3)
    x ^= x >> SPREAD
    x = ((x & LOW) * K1) ^ ((x >> HALF) * K0)
    return x ^ (x >> SPREAD)


@rule
def lower_of(known: int) -> int:
    return wide(known & BOUND) - BIAS


@rule
def upper_of(known: int) -> int:
    return wide(known >> UPPER & BOUND) - BIAS


@rule
def square_of(known: int) -> int:
    """The square of the best known move, or NO_SQUARE."""
    return wide(known >> SQUARE & BYTE) - 1


@rule
def depth_of(known: int) -> int:
    return wide(known >> DEPTH & BYTE)


@rule
def age_of(known: int) -> int:
    """Of the latest call that stored it."""
    return wide(known >> AGE & BYTE)


@rule
def packed(lower: int, upper: int, square: int, depth: int, age: int) -> int:
    bounds = bits(lower + BIAS) | bits(upper + BIAS) << UPPER
    return bounds | bits(square + 1) << SQUARE | bits(depth) << DEPTH | bits(age) << AGE | ONE << PRESENT


@rule(counted=False)
def belongs(entry: Any, known: int, own: int, other: int, hashed: int) -> bool:
    """Is this entry, with what it knows, about the position?"""
    return bool(entry.own ^ known == own and entry.other ^ known ^ hashed == other and known != NOTHING)


@rule(counted=False)
def look_up(table: Any, own: int, other: int, hashed: int) -> int:
    """What is known about a position, or NOTHING."""
    slot = wide(hashed & bits(len(table) - 1))
    known = table[slot].known
    if belongs(table[slot], known, own, other, hashed):
        return known
    known = table[slot ^ 1].known
    return known if belongs(table[slot ^ 1], known, own, other, hashed) else NOTHING


@rule(counted=False)
def store(table: Any, f: Any, depth: int, lower: int, upper: int, age: int) -> None:
    """Store bounds of a frame's position. Among entries of the current call the deeper search stays."""
    at = wide(f.hash & bits(len(table) - 1))
    here, there = table[at].known, table[at ^ 1].known
    known, square = NOTHING, wide(f.square)
    if belongs(table[at], here, f.own, f.other, f.hash):
        known = here
    elif belongs(table[at ^ 1], there, f.own, f.other, f.hash):
        at, known = at ^ 1, there
    elif age_of(here) == age and (age_of(there) != age or depth_of(there) < depth_of(here)):
        at ^= 1
    if known != NOTHING:
        if lower == LOWEST:  # where all moves fail, the best move so far remains the best guess
            square = square_of(known)
        if depth_of(known) == depth:
            lower, upper = max(lower, lower_of(known)), min(upper, upper_of(known))
    known = packed(lower, upper, square, depth, age)
    e = table[at]
    e.own, e.other, e.known = f.own ^ known, f.other ^ known ^ f.hash, known


@entry_point(counted=False)
def stored_move(table: Any, own: int, other: int) -> int:
    """The square of the best known move, or NO_SQUARE."""
    known = look_up(table, own, other, hash_of(own, other))
    return NO_SQUARE if known == NOTHING else square_of(known)
