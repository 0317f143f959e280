"""State of Speed: the record, the abilities of a hand, and hidden cards consistent with public events.

The course of play is in rules.py.
"""

from __future__ import annotations

import numpy as np

from matchbox.engine import (
    NOBODY,
    SEATS,
    Base,
    below,
    empty_from,
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

from ..card_sets import ALL_CARDS, first_cards, set_of, shuffle_in
from ..components import CARDS, COLOUR, NUMBER, SYMBOL

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
VIEWS = 16  # the number of recent pairs of tops that are stored


@record(seats=2)
class State(Base):
    """`score` counts the games won."""

    phase = public(u1, high=GIVE_UP)
    hand = owner(u1[SEATS, 3], high=CARDS - 1)
    held = public(u1[SEATS], high=FULL, free=True)  # bit i: slot i holds a card (R20)
    deck = nobody(u1[CARDS], high=CARDS - 1)  # seat 0's cards from index 27, seat 1's from 0; the last card is the top
    in_deck = public(u1[SEATS], high=HALF)
    tops = public(u1[2], high=CARDS - 1)
    piles = public(u1[2], high=CARDS)  # cards in each
    middle = public(i8, high=ALL_CARDS)  # the set of all cards in the two piles, as players can remember them
    given = owner(u1[SEATS], high=3, free=True)  # blink: slot + 1, until both have chosen
    barred = public(i8[SEATS, 3], high=ALL_CARDS, free=True)  # by slot: cards that a deadlock has ruled out (R18)
    deadlocks = public(u1, free=True)
    drawn = public(u1, high=10, free=True)  # games of this match without a winner
    # the clock rule, in milliseconds
    time = public(u4, free=True)
    due = nobody(u4[SEATS], free=True, hidden_from_owner=True)  # when each seat acts next, 0 if it is blocked (R16)
    last_actor = public(u1, high=SEATS - 1, free=True)
    reset = public(u4[SEATS], free=True)  # when each seat last acted, or all clocks started
    acted = public(u1[SEATS], high=1, free=True)  # 1 if `reset` is the time of an action
    mark = public(u2[SEATS], free=True)  # the number of the pair of tops at that time
    changes = public(u2, free=True)  # the number of the current pair of tops
    open_to = public(i8[VIEWS], high=ALL_CARDS, free=True)  # by number modulo 16: cards that fit on the pair of tops
    since = public(u4[VIEWS], free=True)  # and when the pair appeared
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
def unseen_cards(s: State, seat: int) -> int:
    """The set of cards in the decks and in other hands."""
    return ALL_CARDS & ~(s.middle | (hand_of(s, seat) if seat >= 0 else 0))


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
    """The seat that acts first at equal times: the one that did not act last."""
    return 1 - wide(s.last_actor)


# --- knowledge and checks ---


@rule
def redeal(s: State, seat: int) -> None:
    """Hidden from a seat: the opponent's hand, both decks, future times and a card chosen to be given up."""
    other = 1 - seat
    unseen = unseen_cards(s, seat)
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
    """Sample a hand consistent with public knowledge; after many failures take the next consistent one."""
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
    """Put the cards of a code into the occupied slots; return whether they are consistent."""
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
    if s.timing == LIVE:  # otherwise it would be a deadlock
        return anybody_can_act(s)
    earliest, latest = due_range(s, seat)
    if is_acting(s, seat):
        return earliest <= s.time <= latest
    return latest >= silent_until(s, seat) or earliest == 0


@rule
def silent_until(s: State, seat: int) -> int:
    """The earliest time at which a seat can be due while its opponent acts."""
    return wide(s.time) + (favoured(s) == seat)


@rule
def due_range(s: State, seat: int) -> tuple[int, int]:
    """The first and last millisecond at which this hand can be due, given public events since its last action.

    0, 0 if it is blocked; 1, 0 if it would have acted already, so the silence rules it out (R18).
    """
    p, cards = profile(s, seat), hand_of(s, seat)
    mark, now = wide(s.mark[seat]), wide(s.changes)
    longest = BASE[p] + 2 * SPREAD[p]
    if can_draw(s, seat):  # always ready, so it is due before the tops of its last action drop out of `open_to`
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
    """Sample the time of a seat's next action: now if it is acting, otherwise as its hand allows."""
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
    """Every card is in one place, the clock names the right seat, and a seat can act."""
    found, n = s.middle, popcount(s.middle)
    for seat in range(2):
        found |= hand_of(s, seat)
        n += popcount(s.held[seat]) + s.in_deck[seat]
        found |= first_cards(s.deck[HALF * (1 - seat) :], wide(s.in_deck[seat]))
        for slot in range(3):
            if wide(s.held[seat]) >> slot & 1 == 0 and s.hand[seat, slot] > 0:
                return False
        if s.piles[seat] == 0 or s.middle >> wide(s.tops[seat]) & 1 == 0:
            return False
        if s.given[seat] and wide(s.held[seat]) >> (wide(s.given[seat]) - 1) & 1 == 0:
            return False
    if found != ALL_CARDS or n != CARDS or s.piles[0] + s.piles[1] != popcount(s.middle):
        return False
    if not empty_from(s.deck, HALF + wide(s.in_deck[0])) or not empty_from(s.deck[:HALF], wide(s.in_deck[1])):
        return False
    if fitting(s) != FITS[s.tops[0]] | FITS[s.tops[1]]:
        return False
    if s.over or s.phase == GIVE_UP:
        return s.due[0] == 0 and s.due[1] == 0
    if s.timing == LIVE:
        return anybody_can_act(s)
    actor = lowest(wide(s.acting))
    for seat in range(2):
        if (s.due[seat] != 0) != can_act(s, seat):
            return False
    later = wide(s.due[1 - actor])
    return s.due[actor] == s.time and (later == 0 or later >= silent_until(s, 1 - actor))
