"""Liar's Cards: how a sensible player judges bids. Only bots use this; the rules do not depend on it."""

from __future__ import annotations

import math

from matchbox.engine import Ints, rule, wide

from ..components import CARDS, CARDS_OF_A_SYMBOL, NUMBER, SYMBOL
from .rules import CALL, CLAIM, FEWEST_FOR_SYMBOLS, NONE, PICK, TOTAL, State

BOLD = 1.2  # a bid may exceed what is expected by this number of standard deviations
ABSURD = 2.0  # a bid that exceeds it by more is called
BITS = 8  # more than enough for a number of cards
MEAN, DEVIATION = 3.5, 1.71  # of the number on a card


@rule
def support(s: State, seat: int, position: int) -> int:
    """The cards of a hand that count for a bid on this position of the track."""
    named = wide(s.tiles[position])
    wild = wide(s.tiles[0]) if s.wild_on and position != 0 else wide(NONE)
    found = wide(0)
    for place in range(s.cards[seat]):
        symbol = wide(SYMBOL[s.hand[seat, place]])
        found += symbol in (named, wild)
    return found


@rule
def expected(s: State, seat: int, position: int) -> tuple[float, float]:
    """How many cards on the table count for a position, by what this seat holds: the mean and the deviation."""
    own, held = support(s, seat, position), wide(s.cards[seat])
    kinds = 2 if s.wild_on and position != 0 else 1
    chance = (CARDS_OF_A_SYMBOL * kinds - own) / (CARDS - held)
    others = wide(s.dealt) - held
    return own + others * chance, math.sqrt(others * chance * (1.0 - chance))


@rule
def expected_total(s: State, seat: int) -> tuple[float, float]:
    """The same for the sum of the numbers."""
    own = wide(0)
    for place in range(s.cards[seat]):
        own += NUMBER[s.hand[seat, place]]
    others = wide(s.dealt) - wide(s.cards[seat])
    return own + MEAN * others, DEVIATION * math.sqrt(others)


@rule
def excess(s: State, seat: int, bid: int) -> float:
    """By how many deviations a bid exceeds what this seat expects."""
    if TOTAL.has(bid):
        mean, deviation = expected_total(s, seat)
        return (TOTAL.args(bid)[0] - mean) / (deviation + 0.1)
    quantity, position = CLAIM.args(bid)
    mean, deviation = expected(s, seat, position)
    return (quantity - mean) / (deviation + 0.1)


@rule
def consider(s: State, seat: int, out: Ints, n: int) -> int:
    """Leave out bids that nobody would believe. An absurd bid is called, and a bid that is surely true is not."""
    if s.phase == PICK:
        return n
    may_call = s.bid != NONE
    if may_call and excess(s, seat, wide(s.bid)) > ABSURD:
        out[0] = CALL
        return 1
    kept, bids = 0, n - 1 if may_call else n
    if s.dealt < FEWEST_FOR_SYMBOLS:
        for k in range(bids):
            if excess(s, seat, wide(out[k])) <= BOLD:
                out[kept] = out[k]
                kept += 1
    else:
        kept = keep_believable(s, seat, out, bids)
    if kept == 0:
        out[0] = CALL if may_call else out[0]
        return 1
    if may_call and not is_sure(s, seat):
        out[kept] = CALL
        kept += 1
    return kept


@rule
def keep_believable(s: State, seat: int, out: Ints, bids: int) -> int:
    """Keep the bids on symbols that a bold player makes; bids ascend by their quantity."""
    limits, highest = wide(0), wide(0)  # for each position of the track, the most cards that a bid may name
    for position in range(6):
        mean, deviation = expected(s, seat, position)
        limit = wide(mean + BOLD * (deviation + 0.1))
        limits |= limit << BITS * position
        highest = max(highest, limit)
    kept = 0
    for k in range(bids):
        quantity, position = CLAIM.args(out[k])
        if quantity > highest:
            break
        if quantity <= limits >> BITS * position & (1 << BITS) - 1:
            out[kept] = out[k]
            kept += 1
    return kept


@rule
def is_sure(s: State, seat: int) -> bool:
    """Do the seat's own cards already make the last bid true?"""
    if s.dealt < FEWEST_FOR_SYMBOLS:
        return False
    quantity, position = CLAIM.args(wide(s.bid))
    for place in range(s.cards[seat]):
        if SYMBOL[s.hand[seat, place]] == s.tiles[position]:
            return support(s, seat, position) >= quantity
    return False
