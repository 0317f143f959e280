"""All Your Base: what a seat can know of hidden cards, and whether all components are somewhere."""

from __future__ import annotations

from matchbox.engine import below, is_acting, lift, lowest, popcount, rule, seat_after, some_of, wide

from .all_your_base_state import (
    BUILD,
    HARDWARE,
    KEPT,
    MEND,
    PLAN,
    PLAYED,
    SCRAP,
    SOFTWARE,
    STATIONS,
    WAVES,
    State,
    can_use,
    cards_of,
    must_keep,
    taken_out,
    tiles_each,
    unplanned,
)
from .card_sets import first_cards, shuffle_in
from .components import COLOURED, CUBES_OF_A_COLOUR, SYMBOL


@rule
def redeal(s: State, seat: int) -> None:
    """Hidden from a seat: deck, removed cards, the hands of others, and what they have planned or chosen to keep."""
    hidden = cards_of(s, wide(s.wave)) & ~lying_open(s)
    if seat >= 0:
        hidden &= ~wide(s.hand[seat])
        if not s.over:
            hidden = place_passed(s, seat, hidden)
    for wave in range(1, s.wave + 1):
        for _ in range(taken_out(s, wide(wave))):
            card = some_of(s, hidden & cards_of(s, wide(wave) - 1))
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
                imagine_plan(s, other)
            if has_kept(s, other):
                cards = unplanned(s, other)
                first = 1 << some_of(s, cards)
                s.kept[other] = first | 1 << some_of(s, cards & ~first)


@rule
def lying_open(s: State) -> int:
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
    """Give out the cards this seat passed on, and return those that are left.

    A card passed n passes ago is with one of the n next seats. Taking the latest passes first never
    leaves a card without a place, because the seats of earlier ones include those of later ones.
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
    """Has a seat chosen what to keep after this turn?"""
    if s.phase == MEND:
        return must_keep(s, wide(s.cards[seat]))
    if s.phase == PLAN:
        return not is_acting(s, seat) and must_keep(s, wide(s.cards[seat]) - PLAYED)
    ahead = (seat - wide(s.lead)) % wide(s.seats)
    acting = (lowest(wide(s.acting)) - wide(s.lead)) % wide(s.seats)
    return ahead < acting and must_keep(s, wide(s.cards[seat]))


@rule
def imagine_plan(s: State, seat: int) -> None:
    """Some legal plan for a seat that has committed to one."""
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
    return cards_are_whole(s) and bases_are_whole(s)


@rule
def cards_are_whole(s: State) -> bool:
    """Every card is in one place; hands, plans and what is kept fit together."""
    found = lying_open(s) | wide(s.removed) | first_cards(s.deck, wide(s.in_deck))
    n = popcount(lying_open(s)) + popcount(s.removed) + s.in_deck
    for seat in range(s.seats):
        found |= wide(s.hand[seat])
        n += s.cards[seat]
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
    return found == cards and n == popcount(cards) and popcount(s.removed) == gone


@rule
def bases_are_whole(s: State) -> bool:
    """Tiles and cubes are in the middle or on a base, software fits its station, scores are what stations earned."""
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
        if total != s.score[seat]:
            return False
    return True
