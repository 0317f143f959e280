"""Rules that Gaze into the Abyss and Futakotamagawa Fireworks share: closed hands, a race to tiles worth six."""

from __future__ import annotations

from matchbox.engine import NOBODY, SEATS, Base, below, derived, i1, nobody, owner, public, rule, u1, wide

from .components import NUMBERS, TILES_OF, deal_chips, open_hand, shuffle_tiles, sum_of, tiles_match

GOAL = 6


class Race(Base):
    """Tiles are counted by number. `score` is the total of a seat's tiles."""

    deck = nobody(u1[7], high=3)  # the last entry is the top
    in_deck = public(u1[NUMBERS], high=3)
    claimed = public(u1[SEATS, NUMBERS], high=3)
    last_claimer = public(i1, low=-1, high=SEATS - 1, free=True)
    chips = public(u1[SEATS, 3], high=12)  # owned, held or not; public because every hand is revealed
    held = owner(u1[SEATS, 3], high=12, free=True)
    shown = derived(u1[SEATS, 3], high=12)  # the hands revealed last
    rounds = public(u1, high=100, free=True)


@rule
def prepare(s: Race) -> None:
    """Deal ten chips to each seat and shuffle the deck."""
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
    """Give a tile to a seat; return whether it reaches the goal."""
    s.claimed[seat, tile] += 1
    s.last_claimer = seat
    s.score[seat] = sum_of(s.claimed[seat])
    return s.score[seat] >= GOAL


@rule
def redeal_hand(s: Race, seat: int, least: int) -> None:
    """Draw any hand the seat can hold, all equally likely; `least` 1 excludes the empty hand."""
    hands = wide(1)
    for colour in range(3):
        hands *= wide(s.chips[seat, colour]) + 1
    hand = least + below(s, hands - least)
    for colour in range(3):
        counts = wide(s.chips[seat, colour]) + 1
        s.held[seat, colour] = hand % counts
        hand //= counts


@rule
def tiles_conserved(s: Race, number: int, on_field: int) -> bool:
    """Are all tiles of a number accounted for, with `on_field` of them on the field?"""
    unclaimed = wide(s.in_deck[number]) + on_field
    return unclaimed + wide(s.claimed[0, number]) + wide(s.claimed[1, number]) == TILES_OF[number]


@rule
def race_conserved(s: Race) -> bool:
    """Seats hold only chips they own, scores match the tiles and end the game at the goal, and the deck is complete."""
    for seat in range(2):
        if s.score[seat] != sum_of(s.claimed[seat]) or (s.score[seat] >= GOAL and not s.over):
            return False
        if s.claimed[seat, 0] > 0:
            return False
        for colour in range(3):
            if s.held[seat, colour] > s.chips[seat, colour]:
                return False
    return tiles_match(s.deck, s.in_deck)
