"""Holmes vs Moriarty: the state, the placement duties, and the hidden chips that fit the placements."""

from __future__ import annotations

from math import comb

import numpy as np

from matchbox.engine import (
    SEATS,
    Base,
    Ints,
    below,
    empty_from,
    i1,
    is_acting,
    nobody,
    option,
    owner,
    public,
    put,
    record,
    rule,
    u1,
    wide,
)

from ..components import BLUE, CHIPS, GREEN, NUMBERS, RED, TILES_OF, YELLOW, count, redeal_tiles, tiles_match
from .sets import BAG_OF, EXACT, EXACTS, FIRST_BAG, can_be_exact, fits, is_exact, looks_like, most, same_look

HAND, STAGES, TILES_UP, WINDOWS = 8, 4, 5, 12
MOST_ROUNDS = 40
PLACING, WINDOW, OPEN = range(3)  # phase; OPEN is a window of a race
SECRET, RACE = range(2)  # announce
REAL, IMITATING = range(2)  # copying
NOTHING, EVERYTHING = range(2)  # shortfall
MOST_NAMED = 3  # chips in the bag when players may name them
UNSAID, PASSED = 0, 1  # choice; a higher value announces a bag: 1 + its index in BAG_OF


@record(seats=2)
class State(Base):
    """Stages count from 0; chips are counted by colour."""

    phase = public(u1, high=OPEN)
    hand = owner(u1[SEATS, 4], high=HAND)
    behind = public(u1[SEATS], high=HAND)  # chips behind each screen
    bag = nobody(u1[4], high=TILES_UP)
    in_bag = public(u1, high=TILES_UP)
    deck = nobody(u1[7], high=3)  # the last entry is the top
    in_deck = public(u1[NUMBERS], high=3)
    tiles = public(u1[TILES_UP], high=3)  # numbers turned up this round, 0 = not yet
    on_tile = public(u1[TILES_UP], high=4)  # 1 + colour of the bag chip on each tile, 0 = none
    placed = public(u1[SEATS, STAGES, 4], high=6)
    stage = public(u1, high=STAGES - 1)
    placements = public(u1, high=2 * STAGES)  # made this round by both seats
    window = public(u1, high=WINDOWS)  # number of the last open window, 0 = none yet
    choice = owner(u1[SEATS], high=len(BAG_OF), free=True)  # UNSAID, PASSED or an announcement
    ready = public(u1, high=3, free=True)  # in a race: the seats that do not hold up play
    holmes_seat = public(u1, high=SEATS - 1, free=True)
    first_holmes = public(u1, high=SEATS, free=True)  # 1 + seat; a match may write it before setup
    rounds = public(u1, high=MOST_ROUNDS, free=True)
    sheet = public(u1[MOST_ROUNDS, SEATS], high=2 * HAND)  # points by round
    speaker = public(i1, low=-1, high=SEATS - 1, free=True)  # the seat whose announcement ended the last round
    said = public(u1[SEATS], high=len(BAG_OF), free=True)  # both choices in its last window
    open_bag = public(u1[4], high=TILES_UP, free=True)  # bag and hands at the end of the last round
    open_hand = public(u1[SEATS, 4], high=HAND, free=True)
    holmes = option("random", "seat0", "seat1", "match")
    announce = option("secret", "race")  # R12
    copying = option("real", "imitating")  # R8
    shortfall = option("nothing", "everything")  # R7


# --- stages ---


@rule
def leader_of(s: State, stage: int) -> int:
    """Holmes leads the first and third stage, Moriarty the others."""
    return wide(s.holmes_seat) ^ stage & 1


@rule
def target_of(s: State, stage: int) -> int:
    return wide(s.tiles[0]) + s.tiles[1] if stage == 0 else wide(s.tiles[stage + 1])


@rule
def placer_of(s: State) -> int:
    """The seat that places now: the leader, then the follower."""
    return leader_of(s, wide(s.stage)) ^ wide(s.placements) & 1


@rule
def is_before_placing(s: State) -> bool:
    """Does a seat place next, after this window?"""
    return s.window % 4 == 2 or s.window % 4 == 3


@rule
def is_racing(s: State) -> bool:
    """Does the first announcement count now?"""
    return s.announce == RACE and s.placements >= 2


@rule
def must_copy(s: State, seat: int, stage: int, b: int, r: int, g: int, y: int) -> bool:
    """True if the leader was exact and the follower's hand contains the same set (R8, R9)."""
    leader, target = leader_of(s, stage), target_of(s, stage)
    lead = s.placed[leader, stage]
    if seat == leader or not is_exact(target, wide(lead[BLUE]), wide(lead[RED]), wide(lead[GREEN]), wide(lead[YELLOW])):
        return False
    if s.copying == REAL:
        return fits(lead, b, r, g, y)
    for k in range(EXACTS[target]):
        if fits(EXACT[target, k], b, r, g, y) and same_look(target, EXACT[target, k], lead):
            return True
    return False


@rule
def is_copy(s: State, target: int, chips: Ints, lead: Ints) -> bool:
    """Is an exact set the same as the leader's (R8)?"""
    if s.copying == IMITATING:
        return same_look(target, chips, lead)
    for colour in range(4):
        if chips[colour] != lead[colour]:
            return False
    return True


@rule
def to_copy(s: State, stage: int, colour: int) -> int:
    """The chips of a colour in the set that the follower has to copy (R8)."""
    lead = s.placed[leader_of(s, stage), stage]
    if s.copying == REAL or lead[YELLOW] == 0:
        return wide(lead[colour])
    return 0 if colour == YELLOW else looks_like(target_of(s, stage), lead, colour)


# --- knowledge and checks ---


WAYS = np.array([[comb(n, k) for k in range(6)] for n in range(13)], np.int64)  # ways to choose k of n chips


@rule
def redeal(s: State, seat: int) -> None:
    """Hidden from a seat: the deck, the bag, the opponent's hand, and the opponent's choice in a window."""
    other = 1 - seat
    redeal_tiles(s, s.deck, s.in_deck)
    if s.over:
        put(s.bag, s.open_bag)
        put(s.hand[other], s.open_hand[other])
        return
    deal_unseen(s, seat, below(s, deal_unseen(s, seat, wide(-1))))
    if s.phase == WINDOW and not is_acting(s, other):
        first = FIRST_BAG[s.in_bag]
        # players mostly pass, and a pass proves nothing: sample a pass half of the time
        if below(s, 2) == 0:
            s.choice[other] = PASSED
        else:
            s.choice[other] = PASSED + first + below(s, FIRST_BAG[s.in_bag + 1] - first)


@rule
def deal_unseen(s: State, seat: int, wanted: int) -> int:
    """Enumerate the ways to split the chips this seat has not seen between the bag and the opponent's hand.

    Count only hands consistent with the opponent's placements, weighted by the number of ways to choose the
    chips. Stop at way number `wanted` and leave it dealt; -1 counts all ways.
    """
    other, size = 1 - seat, wide(s.in_bag)
    blue, red = unseen(s, seat, BLUE), unseen(s, seat, RED)
    green, yellow = unseen(s, seat, GREEN), unseen(s, seat, YELLOW)
    ways = 0
    for y in range(min(yellow, size) + 1):
        for g in range(min(green, size - y) + 1):
            for r in range(min(red, size - y - g) + 1):
                b = size - y - g - r
                if b > blue:
                    continue
                s.bag[BLUE], s.bag[RED], s.bag[GREEN], s.bag[YELLOW] = b, r, g, y
                s.hand[other, BLUE], s.hand[other, RED] = blue - b, red - r
                s.hand[other, GREEN], s.hand[other, YELLOW] = green - g, yellow - y
                if placements_possible(s, other):
                    ways += WAYS[blue, b] * WAYS[red, r] * WAYS[green, g] * WAYS[yellow, y]
                    if 0 <= wanted < ways:
                        return ways
    return ways


@rule
def unseen(s: State, seat: int, colour: int) -> int:
    """Chips of a colour that this seat has not seen: in the bag or in the opponent's hand."""
    n = wide(CHIPS[colour]) - s.hand[seat, colour]
    for stage in range(STAGES):
        n -= wide(s.placed[0, stage, colour]) + s.placed[1, stage, colour]
    for i in range(TILES_UP):
        n -= 1 if s.on_tile[i] == colour + 1 else 0
    return n


@rule
def placements_possible(s: State, seat: int) -> bool:
    """Could the seat have made its placements if this is its hand now?

    A follower that did not copy lacked the chips, a seat that was not exact could not be, and a seat that
    placed less could not exceed the target either.
    """
    hand = s.hand[seat]
    b, r, g, y = wide(hand[BLUE]), wide(hand[RED]), wide(hand[GREEN]), wide(hand[YELLOW])
    for stage in range(STAGES - 1, -1, -1):
        follows = 0 if seat == leader_of(s, stage) else 1
        if s.placements <= 2 * stage + follows:  # not yet
            continue
        chips = s.placed[seat, stage]
        pb, pr, pg, py = wide(chips[BLUE]), wide(chips[RED]), wide(chips[GREEN]), wide(chips[YELLOW])
        b, r, g, y = b + pb, r + pr, g + pg, y + py
        target = target_of(s, stage)
        exact = is_exact(target, pb, pr, pg, py)
        if must_copy(s, seat, stage, b, r, g, y):
            if not exact or not is_copy(s, target, chips, s.placed[1 - seat, stage]):
                return False
        elif not exact:
            if can_be_exact(target, b, r, g, y):
                return False
            if most(pb, pr, pg, py) <= target and not falls_short(s, target, b, r, g, y, pb + pr + pg + py):
                return False
    return True


@rule
def falls_short(s: State, target: int, b: int, r: int, g: int, y: int, placed: int) -> bool:
    """Could this hand not reach the target, and is this the number of chips that it places then (R7)?"""
    return most(b, r, g, y) <= target and placed == (b + r + g + y if s.shortfall == EVERYTHING else 0)


@rule
def conserved(s: State) -> bool:
    if not steps_match(s) or not turns_match(s) or not points_match(s):
        return False
    chips_on_tiles = 0
    for i in range(TILES_UP):
        chips_on_tiles += 1 if s.on_tile[i] > 0 else 0
    in_bag = count(s.bag)
    if in_bag != s.in_bag or in_bag != TILES_UP - chips_on_tiles:
        return False
    for colour in range(4):
        if unseen(s, 0, colour) != wide(s.hand[1, colour]) + s.bag[colour]:
            return False
    for seat in range(2):
        behind, placed = count(s.hand[seat]), wide(0)
        for stage in range(STAGES):
            placed += count(s.placed[seat, stage])
        if behind != s.behind[seat] or behind + placed != HAND or not placements_possible(s, seat):
            return False
        if (s.choice[seat] != UNSAID) != (s.phase == WINDOW and s.over == 0 and not is_acting(s, seat)):
            return False
    for number in range(1, NUMBERS):
        tiles = wide(s.in_deck[number])
        for i in range(TILES_UP):
            tiles += 1 if s.tiles[i] == number else 0
        if tiles != TILES_OF[number]:
            return False
    return tiles_match(s.deck, s.in_deck)


@rule
def steps_match(s: State) -> bool:
    """Do the stage, the placements, and the tiles and chips on the table follow from the number of the window?"""
    window = wide(s.window)
    stage = (window + 2) // 4
    placements = 2 + 2 * ((window - 1) // 4) + max(0, (window - 1) % 4 - 1)
    chips = 2 + (window - 1) // 4
    if window == 0:
        chips = 0
        placements = 0 if is_acting(s, leader_of(s, 0)) else 1
    if s.stage != stage or s.placements != placements or not empty_from(s.on_tile, chips):
        return False
    for i in range(chips):
        if s.on_tile[i] == 0:
            return False
    return s.tiles[stage + 1] > 0 and empty_from(s.tiles, stage + 2)


@rule
def turns_match(s: State) -> bool:
    """Do the acting seats fit the phase, and the phase the number of the window?"""
    if s.over:
        return s.ready == 0
    both, acting, placer = wide(3), wide(s.acting), 1 << placer_of(s)
    placing = s.window == 0 or is_before_placing(s)
    if s.phase == PLACING:
        free = both & ~placer if is_racing(s) else wide(0)
        return placing and s.ready == free and acting & placer != 0 and acting & ~(placer | free) == 0
    if s.announce == SECRET:
        return s.phase == WINDOW and s.ready == 0 and s.window > 0
    if s.phase != OPEN or s.window == 0 or both & ~acting & ~wide(s.ready) != 0:
        return False
    return s.ready == both & ~placer if placing else s.ready != both


@rule
def points_match(s: State) -> bool:
    """Does the sheet of points add up to the scores, with nothing in rounds to come?"""
    for seat in range(2):
        points = 0
        for number in range(MOST_ROUNDS):
            points += s.sheet[number, seat]
            if number >= s.rounds and s.sheet[number, seat] > 0:
                return False
        if points != s.score[seat]:
            return False
    return True
