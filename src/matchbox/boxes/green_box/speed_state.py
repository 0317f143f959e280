"""Speed, the table: its state, what a hand can do, and which hidden cards agree with what everybody saw.

The rules themselves are in speed.py.
"""

from __future__ import annotations

import numpy as np

from matchbox.engine import (
    NOBODY,
    SEATS,
    Base,
    below,
    i8,
    is_acting,
    lowest,
    nobody,
    option,
    owner,
    popcount,
    public,
    record,
    rule,
    some_of,
    u1,
    u2,
    u4,
    wide,
)

from .card_sets import ALL_CARDS, first_cards, set_of, shuffle_in
from .components import CARDS, COLOUR, NUMBER, SYMBOL

HALF = 27
FULL = 0b111  # three slots
FITS = np.array(  # by card: the set of cards that match it (R7: white and black are ordinary colours)
    [
        set_of(b for b in range(CARDS) if b != a and any(t[a] == t[b] for t in (COLOUR, SYMBOL, NUMBER)))
        for a in range(CARDS)
    ],
    np.int64,
)
BASE = np.array([300, 600, 1000], np.int64)  # ms, by profile
SPREAD = np.array([300, 700, 1200], np.int64)
LIVE, CLOCK = range(2)  # timing
RESHUFFLE, BLINK = range(2)  # deadlock
ACT, GIVE_UP = range(2)  # phase
VIEWS = 16  # how many of the last pairs of tops are remembered


@record(seats=2)
class State(Base):
    """`score` counts the games won. Sets of cards have bit c for card c."""

    hand = owner(u1[SEATS, 3])
    held = public(u1[SEATS])  # bit i: slot i holds a card; everybody sees which slot is played from
    deck = nobody(u1[CARDS])  # seat 0's cards from place 27 on, seat 1's from 0 on; the top is the last one
    in_deck = public(u1[SEATS])
    tops = public(u1[2])
    piles = public(u1[2])  # cards in each
    middle = public(i8)  # the set of all cards in the two piles: they can be remembered
    given = owner(u1[SEATS])  # blink: slot + 1, until both have chosen
    barred = public(i8[SEATS, 3])  # by slot: cards that cannot be there, as a deadlock has proved (R18)
    deadlocks = public(u1)
    drawn = public(u1)  # games of this match without a winner
    # the clock rule, in milliseconds
    time = public(u4)
    due = nobody(u4[SEATS])  # when each seat acts next, 0 if it is blocked (R16)
    last_actor = public(u1)
    reset = public(u4[SEATS])  # when each seat last acted, or all clocks were started
    acted = public(u1[SEATS])  # 1 if it was an act
    mark = public(u2[SEATS])  # which pair of tops lay there then
    changes = public(u2)  # number of the present pair of tops
    open_to = public(i8[VIEWS])  # by number modulo 16: cards that fit on the pair of tops
    since = public(u4[VIEWS])  # and when it appeared
    timing = option("live", "clock", default="clock")
    profile0 = option("fast", "normal", "slow", default="normal")
    profile1 = option("fast", "normal", "slow", default="normal")
    deadlock = option("reshuffle", "blink")
    best_of = option(1, 3, 5)


@rule
def hand_of(s: State, seat: int) -> int:
    """The set of cards in hand."""
    cards = wide(0)
    for slot in range(3):
        if wide(s.held[seat]) >> slot & 1:
            cards |= 1 << wide(s.hand[seat, slot])
    return cards


@rule
def fitting(s: State) -> int:
    """The set of cards that can be played now."""
    return s.open_to[wide(s.changes) % VIEWS]


@rule
def can_draw(s: State, seat: int) -> bool:
    return s.held[seat] != FULL and s.in_deck[seat] > 0


@rule
def can_act(s: State, seat: int) -> bool:
    return can_draw(s, seat) or hand_of(s, seat) & fitting(s) != 0


@rule
def anybody_can_act(s: State) -> bool:
    for seat in range(2):
        if can_act(s, seat):
            return True
    return False


@rule
def profile(s: State, seat: int) -> int:
    return wide(s.profile1) if seat else wide(s.profile0)


@rule
def favoured(s: State) -> int:
    """Who acts first at equal times: the seat that did not act last."""
    return 1 - wide(s.last_actor)


# --- knowledge and checks ---


@rule
def redeal(s: State, seat: int) -> None:
    """Hidden from a seat: the other hand, both decks, the times to come and a card about to be given up."""
    other = 1 - seat
    unseen = ALL_CARDS & ~(s.middle | hand_of(s, seat))
    guess_hand(s, other, unseen)
    unseen &= ~hand_of(s, other)
    shuffle_in(s, s.deck, unseen)
    for k in range(wide(s.in_deck[0]) - 1, -1, -1):  # the upper part belongs to seat 0
        s.deck[HALF + k] = s.deck[wide(s.in_deck[1]) + k]
    for k in range(s.in_deck[1], HALF):
        s.deck[k] = 0
    if s.over:
        return
    if s.phase == GIVE_UP:
        if not is_acting(s, other):
            s.given[other] = some_of(s, wide(s.held[other])) + 1  # slots are bits too
    elif s.timing == CLOCK:
        for who in range(2):
            guess_due(s, who)


@rule
def guess_hand(s: State, seat: int, unseen: int) -> None:
    """A random hand that agrees with all that is known; after many failures the next one that does."""
    for _ in range(300):
        code = wide(0)
        for slot in range(3):
            free = unseen & ~s.barred[seat, slot]
            if wide(s.held[seat]) >> slot & 1 and free:
                code += some_of(s, free) * CARDS**slot
        if try_hand(s, seat, unseen, code):
            return
    start = below(s, CARDS**3)
    for k in range(CARDS**3):
        if try_hand(s, seat, unseen, (start + k) % CARDS**3):
            return


@rule
def try_hand(s: State, seat: int, unseen: int, code: int) -> bool:
    """Put the three cards of a code into the slots that hold cards; can they be there?"""
    cards = wide(0)
    for slot in range(3):
        card = code // CARDS**slot % CARDS
        s.hand[seat, slot] = 0
        if wide(s.held[seat]) >> slot & 1:
            if (unseen & ~s.barred[seat, slot] & ~cards) >> card & 1 == 0:
                return False
            cards |= 1 << card
            s.hand[seat, slot] = card
    if s.over or s.phase == GIVE_UP:
        return True
    if s.timing == LIVE:  # nobody able to act would be a deadlock
        return anybody_can_act(s)
    earliest, latest = due_range(s, seat)
    if is_acting(s, seat):
        return earliest <= s.time <= latest
    return latest >= silent_until(s, seat) or earliest == 0


@rule
def silent_until(s: State, seat: int) -> int:
    """The first time at which a seat can be due while the other one is asked."""
    return wide(s.time) + (favoured(s) == seat)


@rule
def due_range(s: State, seat: int) -> tuple[int, int]:
    """When this hand is due, first and last millisecond, by what everybody saw since the seat's last act.

    0, 0 if it is blocked; 1, 0 if it would have been due long ago: the silence refutes it (R18).
    """
    p, cards = profile(s, seat), hand_of(s, seat)
    mark, now = wide(s.mark[seat]), wide(s.changes)
    longest = BASE[p] + 2 * SPREAD[p]
    if can_draw(s, seat):  # ready all the time, so it is due before the tops of its last act are forgotten
        ready = wide(s.reset[seat])
        if s.acted[seat] and cards & s.open_to[mark % VIEWS] == 0:
            return ready + BASE[p] // 2, ready + BASE[p] // 2 + SPREAD[p] // 2
        return ready + BASE[p], ready + longest
    ready = NOBODY
    for k in range(max(mark, now - VIEWS + 1), now + 1):
        if cards & s.open_to[k % VIEWS] == 0:
            ready = NOBODY
            continue
        if ready == NOBODY:
            ready = wide(s.reset[seat]) if k == mark else wide(s.since[k % VIEWS])
        if ready + longest < (wide(s.since[(k + 1) % VIEWS]) if k < now else wide(s.time)):
            return 1, 0
    if ready == NOBODY:
        return 0, 0
    return ready + BASE[p], ready + longest


@rule
def guess_due(s: State, seat: int) -> None:
    """A time for a seat's next act: now if it is asked, otherwise later, as its hand has it."""
    earliest, latest = due_range(s, seat)
    first = silent_until(s, seat)
    if is_acting(s, seat):
        s.due[seat] = s.time
    elif earliest == 0:
        s.due[seat] = 0
    else:
        width = SPREAD[profile(s, seat)]
        for _ in range(60):
            after = below(s, width + 1) + below(s, width + 1) if latest - earliest > width else below(s, width // 2 + 1)
            if earliest + after >= first:
                s.due[seat] = earliest + after
                return
        first = max(first, earliest)
        s.due[seat] = first + below(s, latest - first + 1)


@rule
def conserved(s: State) -> bool:
    """Every card lies in one place; the clock asks the right seat, and somebody can act."""
    found, n = s.middle, popcount(s.middle)
    for seat in range(2):
        found |= hand_of(s, seat)
        n += popcount(s.held[seat]) + s.in_deck[seat]
        found |= first_cards(s.deck[HALF * (1 - seat) :], wide(s.in_deck[seat]))
        if s.piles[seat] == 0 or s.middle >> wide(s.tops[seat]) & 1 == 0:
            return False
        if s.given[seat] and wide(s.held[seat]) >> (wide(s.given[seat]) - 1) & 1 == 0:
            return False
    if found != ALL_CARDS or n != CARDS or s.piles[0] + s.piles[1] != popcount(s.middle):
        return False
    if s.over or s.phase == GIVE_UP:
        return s.due[0] == 0 and s.due[1] == 0
    if s.timing == LIVE:
        return anybody_can_act(s)
    asked = lowest(wide(s.acting))
    for seat in range(2):
        if (s.due[seat] != 0) != can_act(s, seat):
            return False
    later = wide(s.due[1 - asked])
    return s.due[asked] == s.time and (later == 0 or later >= silent_until(s, 1 - asked))
