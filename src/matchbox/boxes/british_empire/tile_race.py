"""What Gaze into the Abyss and Futakotamagawa Fireworks share: chips in closed hands, a race to tiles worth six."""

from __future__ import annotations

from matchbox.engine import (
    SEATS,
    Base,
    below,
    finish,
    finish_with,
    i1,
    nobody,
    owner,
    public,
    put,
    rule,
    told,
    u1,
    wide,
)

from .components import NUMBERS, TILES_OF, count, deal_chips, shuffle_tiles, sum_of, tiles_match

NOBODY = -1
GOAL = 6


class Race(Base):
    """Tiles are counted by number. `score` is the sum of a seat's tiles."""

    deck = nobody(u1[7])  # the top is the last one
    in_deck = public(u1[NUMBERS])
    claimed = public(u1[SEATS, NUMBERS])
    last_claimer = public(i1)
    chips = public(u1[SEATS, 3])  # all that a seat owns, in the hand or not; every hand is revealed, so it is known
    held = owner(u1[SEATS, 3])
    shown = told(u1[SEATS, 3])  # the hands of the last reveal
    rounds = public(u1)


@rule
def prepare(s: Race) -> None:
    """Ten chips each, nothing claimed, a shuffled deck."""
    for seat in range(2):
        deal_chips(s.chips[seat])
    s.last_claimer = NOBODY
    shuffle_tiles(s, s.deck, s.in_deck)


@rule
def turn_up(s: Race) -> int:
    """The top tile of the deck. The deck never runs out: six claims always bring somebody to the goal."""
    top = count(s.in_deck) - 1
    tile = wide(s.deck[top])
    s.deck[top] = 0
    s.in_deck[tile] -= 1
    return tile


@rule
def open_hands(s: Race) -> None:
    for seat in range(2):
        put(s.shown[seat], s.held[seat])
        for colour in range(3):
            s.held[seat, colour] = 0


@rule
def claim_tile(s: Race, seat: int, tile: int) -> bool:
    """A seat takes a tile; is that the goal?"""
    s.claimed[seat, tile] += 1
    s.last_claimer = seat
    s.score[seat] = sum_of(s.claimed[seat])
    return s.score[seat] >= GOAL


@rule
def end_by_sum(s: Race, greater: int, last_claim: int, no_claim: int) -> None:
    """Short of the goal: the greater sum wins, equal sums go to the last claimer; without one it is a draw."""
    if s.score[0] != s.score[1]:
        finish(s, greater)
    elif s.last_claimer != NOBODY:
        finish_with(s, wide(s.last_claimer), last_claim)
    else:
        finish(s, no_claim)


@rule
def redeal_hand(s: Race, seat: int, least: int) -> None:
    """Any hand that the seat can hold, all alike; with `least` 1 never the empty one."""
    hands = wide(1)
    for colour in range(3):
        hands *= wide(s.chips[seat, colour]) + 1
    hand = least + below(s, hands - least)
    for colour in range(3):
        choices = wide(s.chips[seat, colour]) + 1
        s.held[seat, colour] = hand % choices
        hand //= choices


@rule
def tiles_conserved(s: Race, number: int, on_field: int) -> bool:
    """Are all tiles of a number accounted for, if so many lie on the field?"""
    lying = wide(s.in_deck[number]) + on_field
    return lying + wide(s.claimed[0, number]) + wide(s.claimed[1, number]) == TILES_OF[number]


@rule
def race_conserved(s: Race) -> bool:
    """Hands of chips that their seats own, true sums that end the game at the goal, a deck of the tiles left."""
    for seat in range(2):
        if s.score[seat] != sum_of(s.claimed[seat]) or (s.score[seat] >= GOAL and not s.over):
            return False
        for colour in range(3):
            if s.held[seat, colour] > s.chips[seat, colour]:
                return False
    return tiles_match(s.deck, s.in_deck)
