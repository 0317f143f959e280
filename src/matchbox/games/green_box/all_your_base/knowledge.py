"""All Your Base: redeals of hidden cards, and the check that all components are accounted for."""

from __future__ import annotations

from matchbox.engine import below, empty_from, is_acting, lift, lowest, popcount, rule, seat_after, some_of, wide

from ..card_sets import first_cards, shuffle_in
from ..components import COLOURED, CUBES_OF_A_COLOUR, SYMBOL
from .state import (
    BUILD,
    HARDWARE,
    KEPT,
    PLAN,
    PLAYED,
    REPLAN,
    SCRAP,
    SOFTWARE,
    STATIONS,
    WAVES,
    State,
    can_use,
    cards_of,
    must_keep,
    starting_cards,
    taken_out,
    tiles_each,
    unplanned,
)


@rule
def redeal(s: State, seat: int) -> None:
    """Hidden from a seat: the deck, removed cards, and opponents' hands, plans and kept cards."""
    hidden = unseen_cards(s, seat)
    if seat >= 0 and not s.over:
        hidden = place_passed(s, seat, hidden)
    for wave in range(1, s.wave + 1):
        for _ in range(taken_out(s, wide(wave))):
            card = some_of(s, hidden & starting_cards(s))
            hidden &= ~(1 << card)
            s.removed |= 1 << card
    s.in_deck = shuffle_in(s, s.deck, hidden)
    for other in range(s.seats):
        if other != seat:
            while popcount(s.hand[other]) < s.cards[other]:
                s.in_deck -= 1
                s.hand[other] |= 1 << lift(s.deck, s.in_deck)
    if s.over:
        return
    for other in range(s.seats):
        if other != seat:
            if s.phase == PLAN and not is_acting(s, other):
                random_plan(s, other)
            if has_kept(s, other):
                cards = unplanned(s, other)
                first = 1 << some_of(s, cards)
                s.kept[other] = first | 1 << some_of(s, cards & ~first)


@rule
def unseen_cards(s: State, seat: int) -> int:
    """The set of cards that are neither face up nor in the hand of the seat. Some of them may be out of the game."""
    hidden = cards_of(s, wide(s.wave)) & ~face_up(s)
    if seat >= 0:
        hidden &= ~wide(s.hand[seat])
    return hidden


@rule
def face_up(s: State) -> int:
    """The cards everybody sees: discarded, in use, or about to be used."""
    cards = wide(s.discard)
    if s.pending > 0:
        cards |= 1 << (wide(s.pending) - 1)
    for seat in range(s.seats):
        for spot in range(s.built[seat]):
            if s.software[seat, spot] > 0:
                cards |= 1 << (wide(s.software[seat, spot]) - 1)
        for number in range(PLAYED):
            if s.open_card[seat, number] > 0:
                cards |= 1 << (wide(s.open_card[seat, number]) - 1)
    return cards


@rule
def place_passed(s: State, seat: int, hidden: int) -> int:
    """Deal the cards this seat passed on, and return the remaining hidden cards.

    A card passed n passes ago is in one of the n next hands. Dealing the latest passes first always
    leaves room, because an earlier pass has all the possible hands of a later pass, and more.
    """
    for back in range(wide(s.turn)):
        cards = hidden & wide(s.passed[seat, wide(s.turn) - 1 - back])
        reach = min(back + 1, wide(s.seats) - 1)
        hidden &= ~cards
        while cards:
            room = 0
            for away in range(1, reach + 1):
                other = seat_after(s, seat, away)
                room += wide(s.cards[other]) - popcount(s.hand[other])
            place, away = below(s, room), 0
            while place >= 0:
                away += 1
                other = seat_after(s, seat, away)
                place -= wide(s.cards[other]) - popcount(s.hand[other])
            s.hand[other] |= 1 << lowest(cards)
            cards &= cards - 1
    return hidden


@rule
def has_kept(s: State, seat: int) -> bool:
    """Has a seat chosen the cards to keep after this turn?"""
    if s.phase == REPLAN:
        return must_keep(s, wide(s.cards[seat]))
    if s.phase == PLAN:
        return not is_acting(s, seat) and must_keep(s, wide(s.cards[seat]) - PLAYED)
    ahead = (seat - wide(s.lead)) % wide(s.seats)
    acting = (lowest(wide(s.acting)) - wide(s.lead)) % wide(s.seats)
    return ahead < acting and must_keep(s, wide(s.cards[seat]))


@rule
def random_plan(s: State, seat: int) -> None:
    """A random legal plan for a seat that has already planned."""
    for number in range(min(PLAYED, wide(s.cards[seat]))):
        card = some_of(s, unplanned(s, seat))
        first, first_use = wide(s.plan_card[seat, 0]), wide(s.plan_use[seat, 0])
        use = wide(0)
        while use == 0 or not can_use(s, seat, card, use, first, first_use):
            choice = below(s, 2 * wide(s.built[seat]) + 4)
            use = BUILD
            if choice == 1:
                use = SCRAP
            elif choice > 1:
                use = (HARDWARE.first if choice % 2 else SOFTWARE.first) + (choice - 2) // 2
        s.plan_card[seat, number] = card + 1
        s.plan_use[seat, number] = use


@rule
def conserved(s: State) -> bool:
    return cards_are_complete(s) and bases_are_complete(s)


@rule
def cards_are_complete(s: State) -> bool:
    """Every card is in exactly one place; hands, plans and kept cards agree."""
    found = face_up(s) | wide(s.removed) | first_cards(s.deck, wide(s.in_deck))
    n = popcount(s.discard) + popcount(s.removed) + s.in_deck + (s.pending > 0)
    for seat in range(s.seats):
        found |= wide(s.hand[seat])
        n += s.cards[seat]
        for spot in range(STATIONS):
            n += s.software[seat, spot] > 0
        for number in range(PLAYED):
            n += s.open_card[seat, number] > 0
        planned = popcount(s.hand[seat]) - popcount(unplanned(s, seat))
        ready = s.phase == PLAN and not s.over and not is_acting(s, seat)
        if popcount(s.hand[seat]) != s.cards[seat] or (ready and planned != min(PLAYED, wide(s.cards[seat]))):
            return False
        chosen = not s.over and has_kept(s, seat)
        if popcount(s.kept[seat]) != KEPT * chosen or wide(s.kept[seat]) & ~unplanned(s, seat):
            return False
    gone = 0
    for wave in range(s.wave + 1):
        gone += taken_out(s, wide(wave))
    cards = cards_of(s, wide(s.wave))
    if found != cards or n != popcount(cards) or popcount(s.removed) != gone or wide(s.removed) & ~starting_cards(s):
        return False
    return empty_from(s.deck, wide(s.in_deck))


@rule
def bases_are_complete(s: State) -> bool:
    """Tiles and cubes are in the supply or on a base, software fits its station, and scores add up."""
    for symbol in range(6):
        tiles = wide(s.tiles[symbol])
        for seat in range(s.seats):
            for spot in range(s.built[seat]):
                tiles += s.station[seat, spot] == symbol
        if tiles != tiles_each(s):
            return False
    for colour in range(COLOURED):
        cubes = wide(s.supply[colour])
        for seat in range(s.seats):
            for spot in range(STATIONS):
                cubes += s.cubes[seat, spot, colour]
        if cubes != CUBES_OF_A_COLOUR:
            return False
    for seat in range(s.seats):
        total = 0
        for spot in range(STATIONS):
            for wave in range(WAVES):
                total += s.earned[wave, seat, spot]
            card = wide(s.software[seat, spot])
            if card > 0 and (spot >= s.built[seat] or SYMBOL[card - 1] != s.station[seat, spot]):
                return False
        if total != s.score[seat] or not empty_from(s.station[seat], wide(s.built[seat])):
            return False
    return True
