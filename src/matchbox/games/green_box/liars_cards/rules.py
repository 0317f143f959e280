"""Liar's Cards: bid how many cards show a symbol, or call the last bid a lie.

Green Box of Games, by Jørgen Brunborg-Næss. Players bid on the cards in all hidden hands
together. Bids rise until a player calls. The player who was wrong loses a life, and with
it a card. page.md lists the rulings (R1, R2, ...).

A higher bid always has a higher id, so the order of ids is the order of bids.
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
    below,
    empty_from,
    finish,
    i1,
    i2,
    lift,
    nobody,
    option,
    owner,
    public,
    record,
    rule,
    seat_after,
    shuffle,
    turn_to,
    u1,
    wide,
)

from ..card_sets import ALL_CARDS, first_cards, shuffle_in
from ..components import ARROW, CARDS, NUMBER, SYMBOL, SYMBOLS, WHEEL

HAND = 5  # largest hand
LIVES = 5
MOST_DEALT = 36
LAST_BID = 6 * MOST_DEALT + 18 - 1  # the highest id of a bid
FEWEST_FOR_SYMBOLS = 4  # with fewer cards dealt, bids are on the sum of the numbers
NONE = -1
FIRST, CHOSEN = range(2)  # wild
FIVE, CAP = range(2)  # lives
ARROW_WHEEL, WHEEL_ARROW = range(2)  # track
BID, PICK = range(2)  # phase


@record(seats=12)
class State(Base):
    """`score` is the number of players a seat has outlasted, set when it is eliminated."""

    phase = public(u1, high=PICK)
    hand = owner(u1[SEATS, HAND], high=CARDS - 1)
    cards = public(u1[SEATS], high=HAND)  # size of each hand
    deck = nobody(u1[CARDS], high=CARDS - 1)  # cards not dealt; each round shuffles all cards again
    cubes = public(u1[SEATS], high=LIVES, free=True)  # lives
    tiles = public(u1[6], high=5)  # the symbol at each position of the track
    dealt = public(u1, high=MOST_DEALT)  # N, cards dealt to all players together
    wild_on = public(u1, high=1, free=True)  # is the symbol at position 0 wild?
    starter = public(u1, high=SEATS - 1, free=True)
    bid = public(i2, low=NONE, high=LAST_BID)  # id of the last bid, NONE before the first
    bidder = public(i1, low=NONE, high=SEATS - 1)
    said = public(i2[SEATS], low=NONE, high=LAST_BID, free=True)  # the last bid of each seat in this round, or NONE
    # the last call: the bid, and the hands that were shown
    called = public(i2, low=NONE, high=LAST_BID, free=True)
    called_symbol = public(i1, low=NONE, high=5, free=True)  # NONE for a bid on the sum
    called_wild = public(i1, low=NONE, high=5, free=True)  # the wild symbol, if it counted
    caller = public(i1, low=NONE, high=SEATS - 1, free=True)
    accused = public(i1, low=NONE, high=SEATS - 1, free=True)
    loser = public(i1, low=NONE, high=SEATS - 1, free=True)
    shown = public(u1[SEATS, HAND], high=CARDS - 1, free=True)
    shown_cards = public(u1[SEATS], high=HAND, free=True)
    wild = option("first", "chosen")
    lives = option("five", "cap")
    track = option("arrow_wheel", "wheel_arrow")


OTHER_ORDER = (*SYMBOLS[:4], SYMBOLS[WHEEL], SYMBOLS[ARROW])
QUANTITY = range(1, MOST_DEALT + 1)
actions = Actions()
CLAIM = actions.block("bid", when={"wild": "first", "track": "arrow_wheel"}, quantity=QUANTITY, symbol=SYMBOLS)
actions.block("bid", when={"wild": "first", "track": "wheel_arrow"}, quantity=QUANTITY, symbol=OTHER_ORDER)
actions.block("bid", when={"wild": "chosen"}, quantity=QUANTITY, position=6)
TOTAL = actions.block("total", value=range(1, 19))
CALL = actions.single("liar", obvious=True)
WILD = actions.block("wild", when={"wild": "chosen"}, symbol=SYMBOLS)

reasons = Reasons()
LAST = reasons("last player with lives")


@rule
def setup(s: State) -> None:
    s.starter = below(s, wide(s.seats))
    for position in range(6):
        s.tiles[position] = position
    if s.track == WHEEL_ARROW:  # R13
        s.tiles[4], s.tiles[5] = WHEEL, ARROW
    if s.wild == CHOSEN:
        shuffle(s, s.tiles, 6)
    for seat in range(s.seats):
        s.cubes[seat] = cap_of(wide(s.seats)) if s.lives == CAP else LIVES
    s.called = s.called_symbol = s.called_wild = NONE
    s.caller = s.accused = s.loser = NONE
    deal(s)


@rule
def cap_of(seats: int) -> int:
    """The largest hand, by the number of players at the start (R12)."""
    return 5 if seats <= 7 else 4 if seats <= 9 else 3


@rule
def deal(s: State) -> None:
    """Start a round: deal each remaining player a card per life, up to the cap.

    The shuffle runs from the top down, so it can stop once all cards are dealt.
    """
    for card in range(CARDS):
        s.deck[card] = card
    top, cap = wide(CARDS), cap_of(wide(s.seats))
    for seat in range(s.seats):
        s.cards[seat] = min(wide(s.cubes[seat]), cap)
        s.said[seat] = NONE
        for place in range(s.cards[seat]):
            u = below(s, top)
            top -= 1
            s.hand[seat, place] = s.deck[u]
            s.deck[u] = s.deck[top]
            s.deck[top] = 0
    s.dealt = CARDS - top
    s.bid = s.bidder = NONE
    s.wild_on = s.dealt >= FEWEST_FOR_SYMBOLS
    s.phase = PICK if s.wild == CHOSEN and s.dealt >= FEWEST_FOR_SYMBOLS else BID
    turn_to(s, wide(s.starter))


@rule
def legal(s: State, seat: int, out: Ints) -> int:
    if s.phase == PICK:
        for symbol in range(6):
            out[symbol] = WILD.id(symbol)
        return 6
    lowest_bid = CLAIM.first if s.dealt >= FEWEST_FOR_SYMBOLS else TOTAL.first
    above = lowest_bid if s.bid == NONE else wide(s.bid) + 1
    n = 0
    for higher in range(above, lowest_bid + 6 * wide(s.dealt)):  # R1-R3, R10
        out[n] = higher
        n += 1
    if s.bid != NONE:  # R8
        out[n] = CALL
        n += 1
    return n


@rule
def apply(s: State, seat: int, action: int) -> None:
    if action == CALL:
        call(s, seat)
    elif s.phase == PICK:
        move_to_front(s, WILD.args(action)[0])
        s.phase = BID
    else:
        if s.bid == NONE and CLAIM.has(action) and position_of(action) == 0:
            s.wild_on = 0  # R5, R16: the first bid names the wild symbol
        s.bid = s.said[seat] = action
        s.bidder = seat
        turn_to(s, next_in(s, seat))


@rule
def position_of(bid: int) -> int:
    """The position on the track that a bid names."""
    return CLAIM.args(bid)[1]


@rule
def move_to_front(s: State, symbol: int) -> None:
    """Move a tile to the front; the others keep their order (R15)."""
    place = 0
    while s.tiles[place] != symbol:
        place += 1
    for position in range(place, 0, -1):
        s.tiles[position] = s.tiles[position - 1]
    s.tiles[0] = symbol


@rule
def next_in(s: State, seat: int) -> int:
    """The next player clockwise who is still in."""
    seat = seat_after(s, seat)
    while s.cubes[seat] == 0:
        seat = seat_after(s, seat)
    return seat


@rule
def call(s: State, seat: int) -> None:
    """Show all hands; the player who was wrong loses a life."""
    s.called, s.caller, s.accused = s.bid, seat, s.bidder
    s.called_symbol = s.called_wild = NONE
    if s.dealt >= FEWEST_FOR_SYMBOLS:
        position = position_of(wide(s.bid))
        s.called_symbol = s.tiles[position]
        if s.wild_on and position != 0:  # R4: a bid on the wild symbol counts each card once
            s.called_wild = s.tiles[0]
    for owner_seat in range(s.seats):
        s.shown_cards[owner_seat] = s.cards[owner_seat]
        s.cards[owner_seat] = 0
        for place in range(HAND):
            s.shown[owner_seat, place] = s.hand[owner_seat, place]
            s.hand[owner_seat, place] = 0
    lose_life(s, seat if bid_is_true(s) else wide(s.bidder))


@rule
def bid_is_true(s: State) -> bool:
    """Count the shown cards. Wild cards count only if the named symbol occurs itself (R6)."""
    named = helping = total = 0
    for seat in range(s.seats):
        for place in range(s.shown_cards[seat]):
            card = s.shown[seat, place]
            named += SYMBOL[card] == s.called_symbol
            helping += SYMBOL[card] == s.called_wild
            total += NUMBER[card]
    if s.called_symbol == NONE:
        return total >= TOTAL.args(wide(s.called))[0]
    return named >= 1 and named + helping >= CLAIM.args(wide(s.called))[0]


@rule
def lose_life(s: State, seat: int) -> None:
    s.loser = seat
    s.cubes[seat] -= 1
    s.starter = seat
    if s.cubes[seat] == 0:
        left = players_in(s)
        s.score[seat] = wide(s.seats) - 1 - left
        s.starter = next_in(s, seat)  # R11
        if left == 1:
            s.score[s.starter] = wide(s.seats) - 1
            finish(s, LAST)
            return
    deal(s)


@rule
def players_in(s: State) -> int:
    n = 0
    for seat in range(s.seats):
        n += s.cubes[seat] > 0
    return n


@rule
def evaluate(s: State, seat: int) -> float:
    """The lead in lives over each opponent: -1 is certainly behind, 1 is certainly ahead.

    The first life of a lead counts most: it decides the round that a search looks at.
    """
    total = 0.0
    for other in range(s.seats):
        if other == seat:
            continue
        lead = wide(s.cubes[seat]) - wide(s.cubes[other])
        if s.cubes[seat] == 0 and s.cubes[other] == 0:
            total += 1.0 if s.score[seat] > s.score[other] else -1.0
        elif s.cubes[seat] == 0 or s.cubes[other] == 0:
            total += 1.0 if lead > 0 else -1.0
        else:
            total += lead / (0.5 + abs(lead))
    return total / (wide(s.seats) - 1)


@rule
def redeal(s: State, seat: int) -> None:
    """Hidden from a seat: all other hands and the deck. Earlier rounds reveal nothing about them."""
    n = shuffle_in(s, s.deck, unseen_cards(s, seat))
    for other in range(s.seats):
        if other != seat:
            for place in range(s.cards[other]):
                n -= 1
                s.hand[other, place] = lift(s.deck, n)


@rule
def unseen_cards(s: State, seat: int) -> int:
    """The set of cards that the seat does not see in this round: all but its hand, or but all hands after the end."""
    seen = wide(0)
    if s.over:
        for other in range(s.seats):
            seen |= first_cards(s.shown[other], wide(s.shown_cards[other]))
    elif seat >= 0:
        seen = first_cards(s.hand[seat], wide(s.cards[seat]))
    return ALL_CARDS & ~seen


@rule
def conserved(s: State) -> bool:
    """Hands (shown ones after the end) and deck hold every card once, and hand sizes match the lives."""
    found, n, tiles = wide(0), 0, wide(0)
    for seat in range(s.seats):
        if s.over:
            found |= first_cards(s.shown[seat], wide(s.shown_cards[seat]))
            n += s.shown_cards[seat]
        else:
            if s.cards[seat] != min(wide(s.cubes[seat]), cap_of(wide(s.seats))):
                return False
            found |= first_cards(s.hand[seat], wide(s.cards[seat]))
            n += s.cards[seat]
        if not empty_from(s.hand[seat], wide(s.cards[seat])) or (s.over and s.cards[seat] > 0):
            return False
    for position in range(6):
        tiles |= 1 << wide(s.tiles[position])
    found |= first_cards(s.deck, wide(CARDS - n))
    if n != s.dealt or n > MOST_DEALT or not empty_from(s.deck, wide(CARDS - n)):
        return False
    return found == ALL_CARDS and tiles == 63 and bids_match(s)


@rule
def bids_match(s: State) -> bool:
    """Is the last bid the highest of this round, and its bidder the seat that made it?"""
    if s.bid == NONE or s.bidder == NONE:
        return s.bid == s.bidder
    for seat in range(s.seats):
        if (s.said[seat] == s.bid) != (seat == s.bidder) or s.said[seat] > s.bid:
            return False
    return True


def bound(seats: int, options: Mapping[str, Any]) -> int:
    """Every round costs a life and has rising bids, at most one pick, and a call."""
    cap = int(cap_of(seats))
    lives = cap if options["lives"] == "cap" else LIVES
    return (seats * lives - 1) * (6 * seats * cap + 2)
