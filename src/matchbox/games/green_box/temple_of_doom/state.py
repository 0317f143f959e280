"""Temple of Doom: the record of a game, its actions and the reasons for its end.

Tiles and cards are bit sets where their order does not matter; see temple.py.
"""

from __future__ import annotations

from matchbox.engine import (
    SEATS,
    Actions,
    Base,
    Reasons,
    derived,
    i8,
    nobody,
    option,
    owner,
    public,
    record,
    u1,
    u2,
    u4,
)

from ..card_sets import ALL_CARDS
from ..components import CARDS, CUBE_COLOURS, SYMBOLS, TILES
from .temple import ALL_TILES, CUBES, DECK, KILLED

SHOWN_RELICS, NEW_TEMPLE_CARDS = 3, 6
MOST_IN_HAND = 9
CARD, CUBE, STEP, STRIKE = range(4)  # phase
FLIP_SYMBOL, FLIP_ANY, REMOVE, DONE = range(4)  # passes of the strikes
STAY, DISCARD, FILL = range(3)  # unmatched
ON, OFF = range(2)  # talk
PHRASES = 4 * 6  # each is about a cube colour and a symbol: colour * 6 + symbol


@record(seats=6)
class State(Base):
    """`score` is always up to date, as if the game ended now."""

    phase = public(u1, high=STRIKE)

    # The temple and the cubes.
    symbols = public(u1[TILES], high=5)  # by tile
    tiles = public(i8[6], high=ALL_TILES)  # the same as sets, by symbol
    up = public(i8, high=ALL_TILES, free=True)  # face-up tiles
    flipped = public(i8, high=ALL_TILES, free=True)  # face-down tiles; the others are gone
    at = public(u1[CUBES], high=KILLED, free=True)  # tile, Outside, Front or killed

    # Cards. 0 means no card: card 0 is neither a Relic nor a Movement card.
    decks = nobody(u1[3, DECK], high=CARDS - 1)  # the last entry is the top
    left = public(u1[3], high=DECK)  # cards in each deck
    relics = public(u1[SHOWN_RELICS], high=CARDS - 1)
    collected = public(i8, high=ALL_CARDS)
    temple = public(u1[DECK], high=CARDS - 1)  # face-up Temple cards, oldest first
    shown = public(u1, high=DECK)  # their number
    discard = public(i8, high=ALL_CARDS)  # the Temple discard pile
    hand = owner(u1[SEATS, MOST_IN_HAND], high=CARDS - 1)
    open_hand = public(u1[SEATS, MOST_IN_HAND], high=CARDS - 1)  # its cards that everybody knows
    told = public(u2[SEATS], high=(1 << MOST_IN_HAND) - 1)  # places with cards that the seat has told the others about
    filled = public(u2[SEATS], high=(1 << MOST_IN_HAND) - 1)  # places of a hand that still hold a card
    played = public(i8, high=ALL_CARDS)  # face-up Movement cards
    early = public(i8, high=ALL_CARDS, free=True)  # Movement cards in the deck before this deal; everybody knows them

    # The round.
    rounds = public(u1, free=True)
    leader = public(u1, high=SEATS - 1, free=True)
    card = public(u1, high=CARDS - 1, free=True)  # the Movement card played last
    points = public(u1, high=6, free=True)  # its unused points
    movable = public(u1, high=(1 << CUBES) - 1, free=True)  # cubes that may use the next point
    mover = public(u1, high=CUBES - 1, free=True)  # the cube chosen to step
    strikes = public(u1, high=DONE, free=True)  # the current pass of the strikes
    striker = public(u1, high=DECK - 1, free=True)  # index of the Temple card that strikes
    waiting = public(u4, high=(1 << DECK) - 1, free=True)  # indices of Temple cards that have not struck yet
    spoke = public(u1, high=1, free=True)  # has the seat on turn said its phrase of this turn?
    says = derived(u1[SEATS], high=PHRASES)  # the last phrase of each seat in this round, from 1
    targets = public(i8, high=ALL_TILES, free=True)  # tiles from which the round leader chooses

    layout = option("standard", "easy")
    unmatched = option("stay", "discard", "fill")  # R1, R27
    may_waste = option("no", "yes")  # R3
    open_hands = option("no", "yes")
    talk = option("on", "off")  # R28


actions = Actions()
PLAY = actions.block("play", obvious=True, place="abcdefghi")
MOVE = actions.block("move", obvious=True, cube=[f"{colour}{n}" for colour in CUBE_COLOURS for n in (1, 2)])
TILE = actions.block("tile", obvious=True, tile=[str(tile) for tile in range(TILES)])
LEAVE = actions.single("outside", obvious=True)
GIVE_UP = actions.single("give_up", when={"may_waste": "yes"})
TELL = actions.block("tell", when={"talk": "on"}, place="abcdefghi")
TELL_ALL = actions.single("tell_all", when={"talk": "on"})
SAY = actions.block("say", when={"talk": "on"}, colour=CUBE_COLOURS, symbol=SYMBOLS)
TO = TILE.first  # id of a step to place 0; Outside follows the tiles

reasons = Reasons()
COLLAPSED = reasons("the temple has collapsed")
DESERTED = reasons("no archaeologists are left in the temple")
