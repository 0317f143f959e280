"""Template Game: play a card face down; the highest card wins the round.

All players choose at the same time. Round 1 is worth a point, round 2 two points, and so on.
The rulings R1, R2, ... are in page.md.
"""

from __future__ import annotations

from matchbox.engine import (
    SEATS,
    Actions,
    Base,
    Ints,
    Reasons,
    all_act,
    committed,
    finish,
    is_acting,
    nobody,
    option,
    owner,
    popcount,
    public,
    record,
    rule,
    some_of,
    u1,
    u4,
    wide,
    write_set,
)

CARDS = 24  # numbered from 1
ALL_CARDS = (1 << CARDS + 1) - 2  # a set of cards has bit n for card n


@record(seats=4)
class State(Base):
    """Every field says who sees it. In a view, all that the viewer does not see is 0.

    A free field may have another number and still be right. `conserved` notices a wrong number in all others.
    """

    hand = owner(u4[SEATS], high=ALL_CARDS)  # the set of cards of each seat; a chosen card stays in it until the reveal
    held = public(u1[SEATS], high=5)  # the number of these cards
    chosen = owner(u1[SEATS], high=CARDS, free=True)  # the card played face down; 0: none
    shown = public(u1[SEATS], high=CARDS, free=True)  # the card of the last round, face up; 0: none
    played = public(u4, high=ALL_CARDS)  # the set of cards of all rounds so far
    deck = nobody(u4, high=ALL_CARDS)  # the set of cards that were not dealt
    cards = option(5, 3)  # in each hand at the start


actions = Actions()
PLAY = actions.block("play", secret=True, card=range(1, CARDS + 1))

reasons = Reasons()
POINTS = reasons("most points")


@rule
def setup(s: State) -> None:
    s.deck = ALL_CARDS
    for seat in range(s.seats):
        s.held[seat] = s.cards
        deal(s, seat)
    all_act(s)


@rule
def deal(s: State, seat: int) -> None:
    """Fill the hand of a seat with random cards of the deck."""
    for _ in range(s.held[seat]):
        card = 1 << some_of(s, wide(s.deck))
        s.deck = wide(s.deck) & ~card
        s.hand[seat] = wide(s.hand[seat]) | card


@rule
def legal(s: State, seat: int, out: Ints) -> int:
    return write_set(out, wide(0), PLAY.id(0), wide(s.hand[seat]))  # PLAY.id(card) is PLAY.id(0) + card


@rule
def apply(s: State, seat: int, action: int) -> None:
    s.chosen[seat] = PLAY.args(action)[0]
    if committed(s, seat):
        reveal(s)


@rule
def reveal(s: State) -> None:
    """Turn the cards up. The highest card scores the number of the round; no two cards are equal (R1)."""
    round_number = wide(s.cards) - wide(s.held[0]) + 1
    winner = wide(0)
    for seat in range(s.seats):
        s.shown[seat] = s.chosen[seat]
        s.chosen[seat] = 0
        card = 1 << wide(s.shown[seat])
        s.hand[seat] = wide(s.hand[seat]) & ~card
        s.held[seat] -= 1
        s.played = wide(s.played) | card
        if s.shown[seat] > s.shown[winner]:
            winner = wide(seat)
    s.score[winner] += round_number
    if s.held[0] == 0:
        finish(s, POINTS)
    else:
        all_act(s)


@rule
def redeal(s: State, seat: int) -> None:
    """Deal again all that the seat does not see: the other hands, the cards face down in front of them, the deck."""
    s.deck = ALL_CARDS & ~wide(s.played) & ~wide(s.hand[seat])
    for other in range(s.seats):
        if other != seat:
            deal(s, other)
            if s.held[other] > 0 and not is_acting(s, other):
                s.chosen[other] = some_of(s, wide(s.hand[other]))


@rule
def conserved(s: State) -> bool:
    """Every card is in one place: played, in the deck, or in a hand."""
    found = wide(s.played) | wide(s.deck)
    count = popcount(s.played) + popcount(s.deck)
    for seat in range(s.seats):
        hand = wide(s.hand[seat])
        if popcount(hand) != s.held[seat] or (s.chosen[seat] > 0 and hand >> wide(s.chosen[seat]) & 1 == 0):
            return False
        found |= hand
        count += popcount(hand)
    return found == ALL_CARDS and count == CARDS
