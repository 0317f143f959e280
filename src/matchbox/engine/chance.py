"""Chance: a keyed counter generator in the record (ChaCha with 8 rounds).

The seed is the 256-bit key. Seeing every past shuffle and roll does not reveal the next one.
Seed and actions together replay a game exactly. Views contain nothing of the generator.

`below`, `shuffle` and `draw_kind` make every draw. They are replaceable: `outcomes.py` runs rules with given draws.
"""

from __future__ import annotations

import hashlib
import secrets
from typing import Any

from .compiled import replaceable, rule
from .dialect import nth, popcount, wide
from .errors import BadOption
from .record import Base

MOST_DIGITS = 1000  # of a seed; many more than 2**256 has
LOW = 0xFFFFFFFF
WORDS = 16


def parse_seed(seed: int | str | None) -> int:
    """A seed as a 256-bit number: from a number, 64 hexadecimal digits, the hash of other text, or at random."""
    if seed is None:
        return secrets.randbits(256)
    if isinstance(seed, str):
        if len(seed) == 64 and all(c in "0123456789abcdefABCDEF" for c in seed):
            return int(seed, 16)
        if not seed.isdecimal():
            return int.from_bytes(hashlib.sha256(seed.encode(errors="surrogateescape")).digest(), "big")
        seed = int(seed[:MOST_DIGITS])
    if not 0 <= seed < 1 << 256:
        raise BadOption("choose a whole number from 0 to 2**256 - 1 as the seed")
    return seed


def seed_words(seed: int) -> tuple[int, ...]:
    """The eight 32-bit words of a seed, lowest first."""
    return tuple(seed >> 32 * i & LOW for i in range(8))


@rule
def quarter(a: int, b: int, c: int, d: int) -> tuple[int, int, int, int]:
    """ChaCha's quarter round, on 32-bit words kept in 64-bit integers."""
    a = (a + b) & LOW
    d ^= a
    d = (d << 16 | d >> 16) & LOW
    c = (c + d) & LOW
    b ^= c
    b = (b << 12 | b >> 20) & LOW
    a = (a + b) & LOW
    d ^= a
    d = (d << 8 | d >> 24) & LOW
    c = (c + d) & LOW
    b ^= c
    b = (b << 7 | b >> 25) & LOW
    return a, b, c, d


@rule
def refill(key: Any, block: int, w: Any) -> None:
    """Write the sixteen words of block number `block` of the key's stream: rows a-d of ChaCha's square."""
    a0, a1, a2, a3 = wide(0x61707865), wide(0x3320646E), wide(0x79622D32), wide(0x6B206574)
    b0, b1, b2, b3 = wide(key[0]), wide(key[1]), wide(key[2]), wide(key[3])
    c0, c1, c2, c3 = wide(key[4]), wide(key[5]), wide(key[6]), wide(key[7])
    d0, d1, d2, d3 = wide(block), wide(0), wide(0), wide(0)
    for _ in range(4):
        a0, b0, c0, d0 = quarter(a0, b0, c0, d0)
        a1, b1, c1, d1 = quarter(a1, b1, c1, d1)
        a2, b2, c2, d2 = quarter(a2, b2, c2, d2)
        a3, b3, c3, d3 = quarter(a3, b3, c3, d3)
        a0, b1, c2, d3 = quarter(a0, b1, c2, d3)
        a1, b2, c3, d0 = quarter(a1, b2, c3, d0)
        a2, b3, c0, d1 = quarter(a2, b3, c0, d1)
        a3, b0, c1, d2 = quarter(a3, b0, c1, d2)
    w[0], w[1] = (a0 + 0x61707865) & LOW, (a1 + 0x3320646E) & LOW
    w[2], w[3] = (a2 + 0x79622D32) & LOW, (a3 + 0x6B206574) & LOW
    w[4], w[5] = (b0 + wide(key[0])) & LOW, (b1 + wide(key[1])) & LOW
    w[6], w[7] = (b2 + wide(key[2])) & LOW, (b3 + wide(key[3])) & LOW
    w[8], w[9] = (c0 + wide(key[4])) & LOW, (c1 + wide(key[5])) & LOW
    w[10], w[11] = (c2 + wide(key[6])) & LOW, (c3 + wide(key[7])) & LOW
    w[12], w[13], w[14], w[15] = (d0 + block) & LOW, d1, d2, d3


@rule
def word(s: Base) -> int:
    """The next 32 random bits."""
    if s.block == 0 or s.used == WORDS:
        refill(s.key, wide(s.block), s.words)
        s.block += 1
        s.used = 0
    value = wide(s.words[s.used])
    s.used += 1
    return value


@replaceable
@rule
def below(s: Base, n: int) -> int:
    """A uniform integer from 0 to n - 1, without bias (Lemire's method), for n below 2**31."""
    scaled = word(s) * wide(n)
    if scaled & LOW < n:
        least = (LOW + 1 - n) % n
        while scaled & LOW < least:
            scaled = word(s) * wide(n)
    return scaled >> 32


@rule
def roll(s: Base) -> int:
    """Roll a die."""
    return below(s, 6) + 1


@replaceable
@rule
def shuffle(s: Base, items: Any, n: int) -> None:
    """Shuffle the first n items in place, from the last down to the first."""
    for i in range(n - 1, 0, -1):
        j = below(s, i + 1)
        items[i], items[j] = items[j], items[i]


@rule
def some_of(s: Base, members: int) -> int:
    """A random member of a set, all equally likely."""
    return nth(members, below(s, popcount(members)))


@replaceable
@rule
def draw_kind(s: Base, counts: Any, total: int) -> int:
    """Draw one of `total` things at random and return its kind; `counts` holds the number of each kind."""
    number, kind = below(s, total), wide(0)
    while number >= counts[kind]:
        number -= wide(counts[kind])
        kind += 1
    counts[kind] -= 1
    return kind


@rule
def lend(giver: Base, taker: Base) -> None:
    """Copy this record's generator to another: a match and the game inside it share one."""
    for i in range(8):
        taker.key[i] = giver.key[i]
    for i in range(WORDS):
        taker.words[i] = giver.words[i]
    taker.block = giver.block
    taker.used = giver.used


@rule
def reseed(s: Base, key: Any, offset: int) -> None:
    """Start the generator with the seed `key + offset`; the key is eight words, lowest first."""
    carry = wide(offset)
    for i in range(8):
        carry += wide(key[i])
        s.key[i] = carry & LOW
        carry >>= 32
    s.block = 0
    s.used = 0
