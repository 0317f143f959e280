"""Temple of Doom: talk. Players tell each other which cards they have, and what they can do with them (R28)."""

from __future__ import annotations

from matchbox.engine import Ints, popcount, rule, wide, write_set

from ..components import COLOUR, NUMBER, SYMBOL, TILES, WHITE
from .state import CARD, MOST_IN_HAND, ON, SAY, SHOWN_RELICS, TELL, TELL_ALL, State
from .temple import CUBES, EXIT, WAYS, matched


@rule
def is_open(s: State) -> int:
    """Does everybody see all hands (1 or 0)?"""
    return 1 if s.open_hands or s.seats == 1 else 0


@rule
def reach(s: State, card: int, cube: int, at: int) -> int:
    """The places to which a point of a card may move a cube from a place."""
    colour = COLOUR[card]
    near = WAYS[s.layout, at]
    if colour == WHITE or colour == cube // 2:
        return near & (s.up | s.flipped | EXIT)  # includes the moves by symbol; R5
    return near & s.up & s.tiles[SYMBOL[card]]  # R7: a symbol leads only to tiles


# --- rules ---


@rule
def may_talk(s: State, seat: int) -> bool:
    """May a seat on turn talk before it plays a card? Its last card needs no words."""
    return s.talk == ON and s.seats > 1 and s.phase == CARD and popcount(s.filled[seat]) > 1


@rule
def untold(s: State, seat: int) -> int:
    """The places of the cards that a seat may tell the others about."""
    if is_open(s) or not may_talk(s, seat):
        return 0
    return wide(s.filled[seat]) & ~wide(s.told[seat])


@rule
def talk(s: State, seat: int, out: Ints, n: int) -> int:
    """Add what a seat may tell, and one phrase a turn."""
    hidden = untold(s, seat)
    n = write_set(out, n, TELL.first, hidden)
    if popcount(hidden) > 1:
        out[n] = TELL_ALL
        n += 1
    if may_talk(s, seat) and not s.spoke:
        n = write_set(out, n, SAY.first, offers(s, seat))
    return n


@rule
def speak_up(s: State, seat: int, action: int) -> None:
    """Tell the others about one card or all of them, or say a phrase."""
    if SAY.has(action):
        s.says[seat] = action - SAY.first + 1
        s.spoke = 1
        return
    for place in range(MOST_IN_HAND):
        if s.hand[seat, place] and (action == TELL_ALL or action == TELL.first + place):
            s.told[seat] = wide(s.told[seat]) | 1 << place
            s.open_hand[seat, place] = s.hand[seat, place]


@rule
def offers(s: State, seat: int) -> int:
    """The phrases that fit: cards of this seat that everybody knows can match a Relic or a Temple card.

    A phrase about a colour and a symbol is the bit colour * 6 + symbol.
    """
    return able(s, seat) & (wishes(s, s.relics, wide(SHOWN_RELICS)) | wishes(s, s.temple, wide(s.shown)))


@rule
def wishes(s: State, cards: Ints, count: int) -> int:
    """The colours and symbols that would match one of these cards and do not match it yet."""
    found = 0
    for i in range(count):
        card = wide(cards[i])
        for colour in range(CUBES // 2):
            fits = COLOUR[card] == colour or COLOUR[card] == WHITE
            if card and fits and not matched(s.at, s.up & s.tiles[SYMBOL[card]], COLOUR[card]):
                found |= 1 << colour * 6 + wide(SYMBOL[card])
    return found


@rule
def able(s: State, seat: int) -> int:
    """The colours that a known card of this seat can bring to a symbol by itself."""
    found = 0
    for place in range(MOST_IN_HAND):
        card = wide(s.open_hand[seat, place])
        for cube in range(CUBES):
            goals = s.up & after_card(s, card, cube) if card else wide(0)
            for symbol in range(6):
                if goals & s.tiles[symbol]:
                    found |= 1 << cube // 2 * 6 + symbol
    return found


@rule
def after_card(s: State, card: int, cube: int) -> int:
    """The places where all points of a card, or the first of them, can bring a cube."""
    near = reach(s, card, cube, wide(s.at[cube]))
    found = near
    for tile in range(TILES):
        if NUMBER[card] == 2 and near >> tile & 1:
            found |= reach(s, card, cube, wide(tile))
    return found
