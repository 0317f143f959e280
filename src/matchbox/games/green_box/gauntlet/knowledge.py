"""The Gauntlet: what everybody knows about face-down cards, and whether all cards are in their places."""

from __future__ import annotations

from matchbox.engine import NOBODY, Ints, below, empty_from, lowest, popcount, rule, wide

from ..card_sets import ALL_CARDS, first_cards, shuffle_in
from ..components import CARDS, NUMBER, SYMBOL
from .state import (
    CROSSES,
    FEWER_CARDS,
    HAND,
    LIFE,
    ORDER,
    SHIELD,
    SHOWN,
    STEPS,
    STRUCK_DOWN,
    WHOLE,
    State,
    lay_card,
    receive,
)
from .track import FINISH, START, track_matches

SURE = 1 << 20  # the weight of a card that a player has for sure; others have parts of it
ATTEMPTS = 1000  # to find different cards for all stated numbers; one or two are enough


@rule
def places_of(s: State, field: Ints, n: int) -> int:
    """The cards in the first n places, as a set."""
    cards = wide(0)
    for i in range(n):
        if field[i]:
            cards |= 1 << wide(field[i]) - 1
    return cards


# --- redeals ---


@rule
def redeal(s: State, seat: int) -> None:
    """Hidden from a seat: the draw pile, opponents' cards drawn from it, and opponents' plans.

    Everybody knows the cards of each shuffle, how many cards of each shuffle a player still hides, and the stated
    numbers. Cards with these numbers are chosen first, because several players may need the same few cards.
    """
    hidden = unseen_cards(s, seat)
    n = shuffle_in(s, s.deck, hidden)
    for _ in range(ATTEMPTS):
        for other in range(s.seats):
            if other != seat and n >= 0:
                n = choose_stated(s, other, n)
        if n >= 0:
            break
        n = shuffle_in(s, s.deck, hidden)
    for other in range(s.seats):
        if other != seat:
            n = deal_to(s, other, n)


@rule
def cards_of(s: State) -> int:
    """The cards that are in the game."""
    return ALL_CARDS if s.seats > 2 else FEWER_CARDS


@rule
def unseen_cards(s: State, seat: int) -> int:
    """The cards in the draw pile, and those of other players that nobody else has seen."""
    hidden = cards_of(s) & ~s.discard & ~places_of(s, s.display, SHOWN * wide(s.seats))
    if seat >= 0:
        hidden &= ~(places_of(s, s.hand[seat], HAND) | places_of(s, s.plan[seat], STEPS + 1))
    for other in range(s.seats):
        hidden &= ~(s.seen[other] | places_of(s, s.shown[other], STEPS))
    return hidden


@rule
def stated_place(s: State, seat: int) -> int:
    """The step of a player's face-down card with a stated number, or NOBODY: there is at most one."""
    for place in range(STEPS):
        if s.stated[seat, place] and s.shown[seat, place] == 0:
            return wide(place)
    return NOBODY


@rule
def fits(s: State, seat: int, place: int, card: int) -> bool:
    """Can this be the player's face-down card with a stated number? A Shield would have saved the player."""
    return NUMBER[card] == s.stated[seat, place] and not (wide(s.hurt) >> seat & 1 and SYMBOL[card] == SHIELD)


@rule
def fitting_of_batch(s: State, seat: int, place: int, batch: int, n: int) -> tuple[int, int]:
    """The number of hidden cards of a shuffle that fit, and of all hidden cards of that shuffle."""
    some, every = wide(0), wide(0)
    for i in range(n):
        if s.batch[s.deck[i]] == batch:
            every += 1
            some += fits(s, seat, place, wide(s.deck[i]))
    return some, every


@rule
def choose_stated(s: State, seat: int, n: int) -> int:
    """Plan a card for the number that a player has stated; return the hidden cards left, or -1 if none fits.

    Every known card is as likely as every other card of the player. A card of a shuffle is as likely as the chance
    that the player drew it.
    """
    place = stated_place(s, seat)
    if place == NOBODY:
        return n
    s.plan[seat, place] = 0
    total, known = wide(0), s.seen[seat]
    while known:
        total += SURE if fits(s, seat, place, lowest(known)) else 0
        known &= known - 1
    for i in range(s.veiled[seat]):
        some, every = fitting_of_batch(s, seat, place, wide(s.born[seat, i]), n)
        total += SURE * some // max(every, 1)
    if total == 0:
        return wide(-1)
    point, known = below(s, total), s.seen[seat]
    while known:
        if fits(s, seat, place, lowest(known)):
            point -= SURE
            if point < 0:
                s.plan[seat, place] = lowest(known) + 1
                return n
        known &= known - 1
    for i in range(s.veiled[seat]):
        some, every = fitting_of_batch(s, seat, place, wide(s.born[seat, i]), n)
        point -= SURE * some // max(every, 1)
        if point < 0:
            return plan_hidden(s, seat, place, wide(s.born[seat, i]), below(s, some), n)
    return wide(-1)


@rule
def plan_hidden(s: State, seat: int, place: int, batch: int, skipped: int, n: int) -> int:
    """Plan a hidden card of a shuffle that fits, after skipping some; return the hidden cards left."""
    i = wide(-1)
    while skipped >= 0:
        i += 1
        skipped -= s.batch[s.deck[i]] == batch and fits(s, seat, place, wide(s.deck[i]))
    s.plan[seat, place] = wide(s.deck[i]) + 1
    s.deck[i] = s.deck[n - 1]
    s.deck[n - 1] = 0
    return n - 1


@rule
def deal_to(s: State, seat: int, n: int) -> int:
    """Deal a player's known cards and hidden cards of the right shuffles, plan some, and return the cards left."""
    planned = wide(s.ready[seat])
    stated = stated_place(s, seat)
    chosen = wide(s.plan[seat, stated]) - 1 if stated != NOBODY else NOBODY
    s.held[seat] = 0
    known = s.seen[seat]
    is_drawn = chosen != NOBODY and not known >> chosen & 1  # it takes the place of a card of its shuffle
    while known:
        if lowest(known) != chosen:
            receive(s, seat, lowest(known))
        known &= known - 1
    for i in range(s.veiled[seat]):
        if is_drawn and s.batch[chosen] == s.born[seat, i]:
            is_drawn = False
            continue
        place = n - 1
        while s.batch[s.deck[place]] != s.born[seat, i]:
            place -= 1
        receive(s, seat, wide(s.deck[place]))
        n -= 1
        s.deck[place] = s.deck[n]
        s.deck[n] = 0
    s.ready[seat] = 0
    for place in range(planned):
        if (place < STEPS and s.shown[seat, place]) or (place == stated and chosen != NOBODY):
            s.ready[seat] += 1
        else:
            lay_card(s, seat, below(s, wide(s.held[seat])))
    return n


# --- checks ---


@rule
def conserved(s: State) -> bool:
    if not track_matches(s, s.arrows_cross_gaps == CROSSES):
        return False
    every = cards_of(s)
    cards = s.discard | first_cards(s.deck, wide(s.left))
    count = popcount(s.discard) + wide(s.left)
    latest = wide(0)
    for card in range(CARDS):
        latest = max(latest, wide(s.batch[card]))
    for i in range(s.left):
        if s.batch[s.deck[i]] != s.shuffles:
            return False
    if latest != s.shuffles or not empty_from(s.deck, wide(s.left)):
        return False
    shown = places_of(s, s.display, SHOWN * wide(s.seats))
    cards, count = cards | shown, count + filled(s.display)
    for seat in range(s.seats):
        mine = places_of(s, s.hand[seat], HAND) | places_of(s, s.plan[seat], STEPS + 1)
        turned = places_of(s, s.shown[seat], STEPS)
        held = wide(s.held[seat]) + wide(s.ready[seat]) - filled(s.shown[seat])
        if popcount(mine) != held or s.seen[seat] & ~mine or not plan_matches(s, seat):
            return False
        if not numbers_match(s, seat):
            return False
        if not veil_matches(s, seat, mine & ~s.seen[seat]):
            return False
        cards, count = cards | mine | turned, count + held + popcount(turned)
        if s.life[seat] > LIFE or (s.life[seat] == 0) != (s.downed[seat] > 0):
            return False
        if s.at[seat] < START and not s.open_tiles >> wide(s.at[seat]) & 1:
            return False
        if (s.finished[seat] > 0) != (s.at[seat] == FINISH):
            return False
    return cards == every and count == popcount(every)


@rule
def filled(field: Ints) -> int:
    """The number of places that hold a card."""
    n = 0
    for card in field:
        n += card > 0
    return n


@rule
def plan_matches(s: State, seat: int) -> bool:
    """Are the cards of a hand side by side, and are all planned cards in the plan until they are shown?"""
    for place in range(STEPS + 1):
        planned = place < s.ready[seat] and (place == STEPS or s.shown[seat, place] == 0)
        if (s.plan[seat, place] > 0) != planned:
            return False
    return filled(s.hand[seat]) == s.held[seat] and empty_from(s.hand[seat], wide(s.held[seat]))


@rule
def numbers_match(s: State, seat: int) -> bool:
    """Are the right numbers stated, and is the one face-down card among them waiting, or its owner knocked out?"""
    in_step = s.phase >= ORDER and s.ready[seat] > 0
    is_active = s.downed[seat] == 0 and s.finished[seat] == 0
    is_hurt = wide(s.hurt) >> seat & 1 > 0
    hidden = 0
    for place in range(STEPS):
        stated, shown = wide(s.stated[seat, place]), wide(s.shown[seat, place])
        if stated == 0:
            if shown or (in_step and is_active and place <= s.number):
                return False
            continue
        held = shown if shown else wide(s.plan[seat, place])
        if held == 0 or NUMBER[held - 1] != stated or not in_step or place > s.number:
            return False
        if shown == 0:
            hidden += 1
            waits = is_active and place == s.number and wide(s.waiting) >> seat & 1
            if s.reveal == WHOLE or not (waits or (s.downed[seat] == STRUCK_DOWN and is_hurt)):
                return False
            if is_hurt and SYMBOL[held - 1] == SHIELD:
                return False
    return hidden == 1 if is_hurt else hidden <= 1


@rule
def veil_matches(s: State, seat: int, cards: int) -> bool:
    """Were the cards that only this seat knows drawn from the shuffles that everybody remembers?"""
    for i in range(s.veiled[seat]):
        same, left = 0, cards
        for k in range(s.veiled[seat]):
            same += s.born[seat, k] == s.born[seat, i]
        while left:
            same -= s.batch[lowest(left)] == s.born[seat, i]
            left &= left - 1
        if same != 0:
            return False
    return popcount(cards) == s.veiled[seat] and empty_from(s.born[seat], wide(s.veiled[seat]))
