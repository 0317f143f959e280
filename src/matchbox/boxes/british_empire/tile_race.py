"""What Gaze into the Abyss and Futakotamagawa Fireworks share: chips in closed hands, a race to tiles worth six."""

from __future__ import annotations

from matchbox.engine import (
    NOBODY,
    SEATS,
    Base,
    below,
    i1,
    nobody,
    owner,
    public,
    rule,
    told,
    u1,
    wide,
)

from .components import NUMBERS, TILES_OF, deal_chips, open_hand, shuffle_tiles, sum_of, tiles_match

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
def open_hands(s: Race) -> None:
    for seat in range(2):
        open_hand(s.held[seat], s.shown[seat])


@rule
def claim_tile(s: Race, seat: int, tile: int) -> bool:
    """A seat takes a tile; is that the goal?"""
    s.claimed[seat, tile] += 1
    s.last_claimer = seat
    s.score[seat] = sum_of(s.claimed[seat])
    return s.score[seat] >= GOAL


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
