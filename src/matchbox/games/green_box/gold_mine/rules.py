"""Gold Mine: prospectors share gold in four caverns and choose when to run.

Green Box of Games, by Jørgen Brunborg-Næss. The players in the mine share the gold of each
card, then choose simultaneously to continue or to run with the gold they carry. The third
card of a symbol collapses the cavern: the players inside lose their gold.
page.md lists the rulings (R1, R2, ...).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from matchbox.engine import (
    SEATS,
    Actions,
    Base,
    Ints,
    Reasons,
    ask,
    below,
    committed,
    derived,
    empty_from,
    finish,
    is_acting,
    lift,
    nobody,
    option,
    owner,
    popcount,
    public,
    record,
    rule,
    u1,
    wide,
)

from ..card_sets import ALL_CARDS, first_cards, set_of, shuffle_in
from ..components import CARDS, NUMBER, SYMBOL, card_called, shuffle_cards

ROUNDS = 4
MOST_CARDS = 13  # in a round: two of each symbol, and the card that collapses the cavern
COLLAPSE = 3  # cards of one symbol
NEVER, EACH_ROUND = range(2)  # reshuffle
FULL, SMALL = range(2)  # mine
UNDECIDED, CONTINUED, RAN = range(3)  # choice and shown

SMALL_DECK = ("red-Drop-1", "blue-Drop-3", "white-Drop-5", "red-Hammers-2", "white-Hammers-4", "red-Hammers-6")
SMALL_CARDS = set_of(map(card_called, SMALL_DECK))
MOST_SMALL_CARDS = 5  # in the only round of a small mine: the third card of a symbol is among them


@record(seats=8)
class State(Base):
    """`score` is the bank. The cubes are only counters and never run out (R10)."""

    phase = public(u1, high=0)
    deck = nobody(u1[CARDS], high=CARDS - 1)  # the last entry is the top
    in_deck = public(u1, high=CARDS)
    number = public(u1, high=ROUNDS - 1)  # of the round, from 0
    table = public(u1[ROUNDS, MOST_CARDS], high=CARDS - 1, free=True)  # the cards of each round in order
    turned = public(u1[ROUNDS], high=MOST_CARDS, free=True)  # their number
    left = public(u1)  # gold left on the cards, a single heap (R2)
    inside = public(u1)  # set of seats in the mine
    carried = public(u1[SEATS])
    banked = derived(u1[ROUNDS, SEATS])  # gold that each seat brought out of each round
    choice = owner(u1[SEATS], high=RAN, free=True)
    shown = derived(u1[SEATS], high=RAN)  # the choices of the last reveal
    reshuffle = option("never", "each_round")  # R8
    ballot = option("thumbs", "tiles")  # how the choice looks on the table; no effect on play
    mine = option("full", "small")  # R15


actions = Actions()
CONTINUE = actions.single("continue", secret=True)
RUN = actions.single("run", secret=True)

reasons = Reasons()
RICHEST = reasons("the most gold in the bank after four rounds")
RICHEST_OF_ONE = reasons("the most gold in the bank after the only round")


@rule
def setup(s: State) -> None:
    shuffle_deck(s)
    begin_round(s)


@rule
def shuffle_deck(s: State) -> None:
    if s.mine == SMALL:
        s.in_deck = shuffle_in(s, s.deck, SMALL_CARDS)
    else:
        shuffle_cards(s, s.deck)
        s.in_deck = CARDS


@rule
def cards_of(s: State) -> int:
    """The set of all cards in the game."""
    return SMALL_CARDS if s.mine == SMALL else ALL_CARDS


@rule
def rounds_of(s: State) -> int:
    return 1 if s.mine == SMALL else ROUNDS


@rule
def begin_round(s: State) -> None:
    """Everybody enters, and the first card comes up before anybody may leave (R7)."""
    s.inside = (1 << wide(s.seats)) - 1
    turn_card(s)  # a first card never collapses the cavern


@rule
def turn_card(s: State) -> bool:
    """Turn up a card and share its gold among the players inside; return whether the cavern collapses."""
    s.in_deck -= 1
    card = lift(s.deck, s.in_deck)
    s.table[s.number, s.turned[s.number]] = card
    s.turned[s.number] += 1
    if open_of(s, SYMBOL[card]) == COLLAPSE:  # R6: the gold of this card is lost too
        for seat in range(s.seats):
            s.carried[seat] = 0
        return True
    inside = wide(s.inside)
    sharers = popcount(inside)  # R1
    for seat in range(s.seats):
        if inside >> seat & 1:
            s.carried[seat] += NUMBER[card] // sharers
    s.left += NUMBER[card] % sharers
    ask(s, inside)
    return False


@rule
def open_of(s: State, symbol: int) -> int:
    """The number of cards of a symbol turned up in this round (R9)."""
    found = 0
    for place in range(s.turned[s.number]):
        found += SYMBOL[s.table[s.number, place]] == symbol
    return found


@rule
def legal(s: State, seat: int, out: Ints) -> int:
    out[0], out[1] = CONTINUE, RUN
    return 2


@rule
def apply(s: State, seat: int, action: int) -> None:
    s.choice[seat] = RAN if action == RUN else CONTINUED
    if committed(s, seat):
        reveal(s)


@rule
def reveal(s: State) -> None:
    """Runners leave together and share the gold on the cards; the others see the next card (R3, R4)."""
    runners = 0
    for seat in range(s.seats):
        s.shown[seat] = s.choice[seat]
        s.choice[seat] = UNDECIDED
        runners += s.shown[seat] == RAN
    if runners > 0:
        share = wide(s.left) // runners
        s.left = wide(s.left) % runners
        for seat in range(s.seats):
            if s.shown[seat] == RAN:
                s.banked[s.number, seat] = wide(s.carried[seat]) + share
                s.score[seat] += s.banked[s.number, seat]
                s.carried[seat] = 0
                s.inside = wide(s.inside) ^ 1 << seat
    if s.inside == 0 or turn_card(s):
        end_round(s)


@rule
def end_round(s: State) -> None:
    """Discard the gold on the cards (R5), then start the next round or end the game."""
    s.left = 0
    s.inside = 0
    if s.number == rounds_of(s) - 1:
        finish(s, RICHEST_OF_ONE if s.mine == SMALL else RICHEST)  # R13
        return
    s.number += 1
    if s.reshuffle == EACH_ROUND:
        shuffle_deck(s)
    begin_round(s)


@rule
def redeal(s: State, seat: int) -> None:
    """Hidden from a seat: the order of the deck, and the choices that others have made."""
    shuffle_in(s, s.deck, cards_of(s) & ~turned_up(s))
    for other in range(s.seats):
        if other != seat and wide(s.inside) >> other & 1 and not is_acting(s, other):
            s.choice[other] = CONTINUED + below(s, 2)


@rule
def turned_up(s: State) -> int:
    """The set of cards that cannot be in the deck: those of all rounds, or only of this round with reshuffling."""
    found = wide(0)
    for number in range(s.number if s.reshuffle == EACH_ROUND else 0, s.number + 1):
        for place in range(s.turned[number]):
            found |= 1 << wide(s.table[number, place])
    return found


@rule
def conserved(s: State) -> bool:
    cards = turned_up(s) | first_cards(s.deck, wide(s.in_deck))
    known = wide(s.in_deck)
    for number in range(s.number if s.reshuffle == EACH_ROUND else 0, s.number + 1):
        known += s.turned[number]
    if cards != cards_of(s) or known != popcount(cards_of(s)) or not empty_from(s.deck, wide(s.in_deck)):
        return False
    for number in range(ROUNDS):
        if not empty_from(s.table[number], wide(s.turned[number])) or (number > s.number and s.turned[number] > 0):
            return False
    if wide(s.acting) & ~wide(s.inside) or wide(s.inside) >> wide(s.seats):
        return False
    gold, share = wide(s.left), wide(0)  # everybody in the mine has shared every card of this round
    for seat in range(s.seats):
        share = max(share, wide(s.carried[seat]))
    for seat in range(s.seats):
        outside = wide(s.inside) >> seat & 1 == 0
        if s.carried[seat] != (0 if outside else share):
            return False
        if (s.choice[seat] == UNDECIDED) != (outside or is_acting(s, seat)):
            return False
        gold += wide(s.carried[seat]) + s.banked[s.number, seat]
        total = 0
        for number in range(ROUNDS):
            total += s.banked[number, seat]
        if total != s.score[seat]:
            return False
    if s.over:
        return s.inside == 0
    for place in range(s.turned[s.number]):
        card = s.table[s.number, place]
        gold -= NUMBER[card]
        if open_of(s, SYMBOL[card]) >= COLLAPSE:
            return False
    return gold == 0


def bound(seats: int, options: Mapping[str, Any]) -> int:
    """Everybody chooses after each card but the last of a round, which collapses the cavern."""
    return seats * (MOST_SMALL_CARDS - 1 if options["mine"] == "small" else ROUNDS * (MOST_CARDS - 1))
