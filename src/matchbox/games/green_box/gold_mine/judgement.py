"""Gold Mine: when everybody runs, or nobody. Only bots use this; the rules do not depend on it."""

from __future__ import annotations

from matchbox.engine import Ints, lowest, popcount, rule, wide

from ..card_sets import OF_SYMBOL
from ..components import NUMBER, SYMBOL
from .rules import RUN, State, cards_of, turned_up


@rule
def dangers(s: State) -> int:
    """All cards of the symbols with two cards on the table: the third one collapses the cavern."""
    once, twice = wide(0), wide(0)
    for place in range(s.turned[s.number]):
        alike = OF_SYMBOL[SYMBOL[s.table[s.number, place]]]
        twice |= once & alike
        once |= alike
    return twice


@rule
def consider(s: State, seat: int, out: Ints, n: int) -> int:
    """Everybody runs where any card collapses the cavern. Without danger nobody does, but for much gold on the table.

    They keep what they carry, take their share of the next card, and may still run then. Much is more than a share of
    two cards.
    """
    unseen, danger = cards_of(s) & ~turned_up(s), dangers(s)
    if unseen & ~danger == 0:
        out[0] = RUN
        return 1
    if unseen & danger:
        return n
    cards, gold = popcount(unseen), wide(0)
    while unseen:
        gold += NUMBER[lowest(unseen)]
        unseen &= unseen - 1
    return n if wide(s.left) * popcount(wide(s.inside)) * cards > 2 * gold else 1  # the first is to continue
