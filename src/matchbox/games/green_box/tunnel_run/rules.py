"""Tunnel Run: pirates flee through a tunnel, from symbol to symbol, past occupied tiles.

Green Box of Games, by Jørgen Brunborg-Næss. A card takes a pirate forward to the next empty
tile with its symbol. In the advanced game the only way to draw cards is to go back to other pirates.
Rulings (R1, R2, ...) are in page.md.

Only the symbol of a card matters, so hands and piles are counts by symbol. Once the discard
pile is shuffled, everybody knows which cards are still in hands. These count as old, and a
careful player can tell an old card from a new one (R18).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from matchbox.engine import (
    NOBODY,
    SEATS,
    Actions,
    Base,
    Ints,
    Reasons,
    below,
    derived,
    draw_kind,
    empty_from,
    finish,
    i8,
    lowest,
    nobody,
    option,
    owner,
    public,
    record,
    rule,
    seat_after,
    shuffle,
    turn_to,
    u1,
    u2,
    wide,
    write_set,
)

from ..components import CARDS, CARDS_OF_A_SYMBOL, SYMBOLS, TILES
from ..first_player import first_of, first_player

ENTRANCE, EXIT = 0, TILES + 1  # outside; the tiles are 1 to 36
SECTION = 6  # tiles, one of each symbol
MOST_PIRATES = 6
MOST_ON_A_TILE = 3  # R2
MOST_ACTIONS = 3  # of an advanced turn (R7)
RESCUED_AFTER = 3  # passes (R17)
MOST_ROUNDS = 200  # advanced only
BASIC, ADVANCED = range(2)  # mode
THIRD_PASS, NEVER = range(2)  # rescue
ALLOWED = 0  # idle


@record(seats=4)
class State(Base):
    """`score` is the number of pirates that got out."""

    phase = public(u1, high=0)
    tunnel = public(u1[EXIT + 1], high=6)  # the symbol of each tile; entrance and exit have none
    at = public(u1[SEATS, MOST_PIRATES], high=EXIT)
    crowd = public(u1[EXIT + 1], high=MOST_ON_A_TILE)  # pirates on each tile; 0 for entrance and exit
    company = public(i8, high=(1 << EXIT + 1) - 1)  # set of the tiles with one or two pirates
    going_back = public(u1, high=(1 << MOST_PIRATES) - 1)  # set of the acting seat's pirates that can go back
    crew = public(u1, high=MOST_PIRATES)  # pirates per seat
    deck = nobody(u1[6], high=CARDS_OF_A_SYMBOL)  # cards by symbol; the next card is only decided when it is drawn
    in_deck = public(u1, high=CARDS)
    discard = public(u1[6], high=CARDS_OF_A_SYMBOL)
    cards = owner(u1[SEATS, 6], high=CARDS_OF_A_SYMBOL)
    held = public(u1[SEATS], high=CARDS)
    old = owner(u1[SEATS, 6], high=CARDS_OF_A_SYMBOL)  # part of `cards`: in hand since before the last shuffle
    old_held = public(u1[SEATS], high=CARDS)
    old_left = public(u1[6], high=CARDS_OF_A_SYMBOL)  # in all hands together, by symbol
    done = public(u1, high=MOST_ACTIONS, free=True)  # actions taken this turn
    turns = public(u2, free=True)  # finished turns
    passes = public(u1, free=True)  # in a row, of all players (R12)
    stuck = public(u1[SEATS], free=True)  # passes in a row of each player (R17)
    moved = derived(u1[2], high=EXIT)  # start and end of the last move
    mode = option("basic", "advanced")
    pirates = option("by_mode", "1", "2", "3", "4", "5", "6")
    hand = option(1, 2, 3, 4, 5, 6, default=3)
    rescue = option("third_pass", "never")
    idle = option("allowed", "never")
    first = option(*first_of(4))


actions = Actions()
FORWARD = actions.block("forward", symbol=SYMBOLS, pirate=MOST_PIRATES)
BACK = actions.block("back", obvious=True, pirate=MOST_PIRATES)
END_TURN = actions.single("end_turn")

reasons = Reasons()
ESCAPED = reasons("all pirates are out")
CAP = reasons("round limit: most pirates out, then furthest ahead", cap=True)


@rule
def setup(s: State) -> None:
    for section in range(TILES // SECTION):
        tiles = s.tunnel[1 + SECTION * section :]
        for symbol in range(SECTION):
            tiles[symbol] = symbol
        shuffle(s, tiles, SECTION)
    s.crew = crew_of(s)
    for symbol in range(6):
        s.deck[symbol] = CARDS_OF_A_SYMBOL
    s.in_deck = CARDS
    for seat in range(s.seats):
        for _ in range(s.hand):
            draw(s, seat)
    turn_to(s, first_player(s))  # R16


@rule
def crew_of(s: State) -> int:
    """Pirates per seat."""
    return wide(s.pirates) if s.pirates > 0 else 6 if s.mode == ADVANCED else 3


# --- choices ---


@rule
def legal(s: State, seat: int, out: Ints) -> int:
    n = 0
    pirates = movable(s, seat)
    for symbol in range(6):
        if s.cards[seat, symbol]:
            n = write_set(out, n, FORWARD.id(symbol, 0), pirates)
    n = write_set(out, n, BACK.first, wide(s.going_back))
    if s.done > 0 or (s.mode == ADVANCED and s.idle == ALLOWED):  # R7
        out[n] = END_TURN
        n += 1
    return n


@rule
def apply(s: State, seat: int, action: int) -> None:
    s.stuck[seat] = s.passes = 0
    if action == END_TURN:
        next_turn(s, seat)
        return
    if FORWARD.has(action):
        symbol, pirate = FORWARD.args(action)
        play(s, seat, symbol)
        move_to(s, seat, pirate, ahead(s, wide(s.at[seat, pirate]), symbol))
        if s.score[seat] == s.crew:  # R14
            end_game(s, seat, ESCAPED)
            return
        if s.mode == BASIC:
            draw(s, seat)
    else:
        pirate = BACK.args(action)[0]
        place = behind(s, wide(s.at[seat, pirate]))
        for _ in range(s.crowd[place]):
            draw(s, seat)
        move_to(s, seat, pirate, place)
    s.done += 1
    if s.mode == BASIC or s.done == MOST_ACTIONS or not can_act(s, seat):
        next_turn(s, seat)


# --- moves ---


@rule
def movable(s: State, seat: int) -> int:
    """The set of a seat's pirates not yet out; only the first of those that share a place."""
    found, seen = 0, 1 << EXIT
    for pirate in range(s.crew):
        place = wide(s.at[seat, pirate])
        if not seen >> place & 1:
            found |= 1 << wide(pirate)
            seen |= 1 << place
    return found


@rule
def backers(s: State, seat: int) -> int:
    """The movable pirates that can go back; none if there is no card to draw (R10)."""
    found = 0
    if s.mode == ADVANCED and can_draw(s):
        pirates = movable(s, seat)
        while pirates:
            pirate = lowest(pirates)
            pirates &= pirates - 1
            if s.company & ((1 << wide(s.at[seat, pirate])) - 1):
                found |= 1 << pirate
    return found


@rule
def ahead(s: State, place: int, symbol: int) -> int:
    """Where a card takes a pirate: the next empty tile with its symbol, else the exit (R1, R3, R6)."""
    for tile in range(place + 1, EXIT):
        if s.tunnel[tile] == symbol and s.crowd[tile] == 0:
            return tile
    return EXIT


@rule
def behind(s: State, place: int) -> int:
    """Where a pirate goes back to: the next tile with one or two pirates; the entrance if there is none (R5, R13)."""
    tile = place - 1 if place < EXIT else ENTRANCE
    while tile > ENTRANCE and not s.company >> tile & 1:
        tile -= 1
    return max(tile, ENTRANCE)


@rule
def move_to(s: State, seat: int, pirate: int, place: int) -> None:
    old = wide(s.at[seat, pirate])
    s.moved[0], s.moved[1] = old, place
    if old != ENTRANCE:
        s.crowd[old] -= 1
        mark_company(s, old)
    if place == EXIT:
        s.score[seat] += 1
    else:
        s.crowd[place] += 1
        mark_company(s, place)
    s.at[seat, pirate] = place


@rule
def mark_company(s: State, tile: int) -> None:
    """Update whether a pirate can go back to this tile."""
    s.company &= ~(1 << tile)
    if 0 < s.crowd[tile] < MOST_ON_A_TILE:
        s.company |= 1 << tile


# --- cards ---


@rule
def draw(s: State, seat: int) -> None:
    """Draw a card, if there is any (R9, R15)."""
    if s.in_deck == 0:
        shuffle_discards(s)
        if s.in_deck == 0:
            return
    symbol = draw_kind(s, s.deck, wide(s.in_deck))
    s.in_deck -= 1
    s.cards[seat, symbol] += 1
    s.held[seat] += 1


@rule
def shuffle_discards(s: State) -> None:
    """The discard pile becomes the draw pile. Everybody knows the other cards: they are all in hands."""
    for symbol in range(6):
        s.deck[symbol] = s.discard[symbol]
        s.in_deck += s.discard[symbol]
        s.old_left[symbol] = CARDS_OF_A_SYMBOL - wide(s.discard[symbol])
        s.discard[symbol] = 0
        for seat in range(s.seats):
            s.old[seat, symbol] = s.cards[seat, symbol]
    for seat in range(s.seats):
        s.old_held[seat] = s.held[seat]


@rule
def play(s: State, seat: int, symbol: int) -> None:
    """Discard a card of this symbol, the one held longest."""
    s.cards[seat, symbol] -= 1
    s.held[seat] -= 1
    s.discard[symbol] += 1
    if s.old[seat, symbol]:
        s.old[seat, symbol] -= 1
        s.old_held[seat] -= 1
        s.old_left[symbol] -= 1


@rule
def can_draw(s: State) -> bool:
    held = 0
    for seat in range(s.seats):
        held += wide(s.held[seat])
    return held < CARDS


# --- turns ---


@rule
def next_turn(s: State, seat: int) -> None:
    """Pass the turn to the next seat that can act. Stuck seats pass and finally draw a card (R12, R17)."""
    seats = wide(s.seats)
    s.done = 0
    while True:
        s.turns += 1
        if s.mode == ADVANCED and s.turns == MOST_ROUNDS * seats:
            end_game(s, NOBODY, CAP)
            return
        seat = seat_after(s, seat)
        if can_act(s, seat):
            turn_to(s, seat)
            return
        s.passes += 1  # R11
        s.stuck[seat] += 1
        if s.passes == seats:  # R12
            s.passes = 0
            for i in range(seats):
                draw(s, seat_after(s, seat, 1 + i))
        elif s.rescue == THIRD_PASS and s.stuck[seat] == RESCUED_AFTER:
            s.passes = s.stuck[seat] = 0
            draw(s, seat)


@rule
def can_act(s: State, seat: int) -> bool:
    """Can this seat act on its turn? Also updates `going_back`."""
    s.going_back = backers(s, seat)
    return s.held[seat] > 0 or s.going_back > 0


# --- the end ---


@rule
def end_game(s: State, winner: int, reason: int) -> None:
    """Rank the winner first, then by pirates out, then by positions; equals share a rank."""
    finish(s, reason)
    for seat in range(s.seats):
        better = 0
        for other in range(s.seats):
            lead = wide(s.score[other]) - s.score[seat]
            if lead == 0:
                for pirate in range(s.crew):
                    lead += wide(s.at[other, pirate]) - wide(s.at[seat, pirate])
            if seat != winner and (other == winner or lead > 0):
                better += 1
        s.rank[seat] = better + 1


# --- knowledge and checks ---


@rule
def redeal(s: State, seat: int) -> None:
    """Hidden from a seat: the opponents' hands and the draw pile.

    Old cards are certainly in hands, and everybody knows how many each hand holds.
    """
    old, new = 0, wide(s.in_deck)
    for symbol in range(6):
        old += hidden_old(s, symbol)
        s.deck[symbol] = unseen_of(s, seat, symbol) - hidden_old(s, symbol)
    for other in range(s.seats):
        if other != seat:
            new += wide(s.held[other]) - wide(s.old_held[other])
    for other in range(s.seats):
        if other == seat:
            continue
        for _ in range(s.old_held[other]):
            number, symbol = below(s, old), 0
            while number >= hidden_old(s, symbol):
                number -= hidden_old(s, symbol)
                symbol += 1
            s.old[other, symbol] += 1
            s.cards[other, symbol] += 1
            old -= 1
        for _ in range(wide(s.held[other]) - wide(s.old_held[other])):
            s.cards[other, draw_kind(s, s.deck, new)] += 1
            new -= 1


@rule
def unseen_of(s: State, seat: int, symbol: int) -> int:
    """Cards of a symbol that the seat does not see: in the draw pile or in other hands."""
    mine = wide(s.cards[seat, symbol]) if seat >= 0 else 0
    return CARDS_OF_A_SYMBOL - wide(s.discard[symbol]) - mine


@rule
def hidden_old(s: State, symbol: int) -> int:
    """Old cards of a symbol that `redeal` has not dealt to a hand yet."""
    left = wide(s.old_left[symbol])
    for seat in range(s.seats):
        left -= wide(s.old[seat, symbol])
    return left


@rule
def conserved(s: State) -> bool:
    in_deck = 0
    for symbol in range(6):
        together = wide(s.deck[symbol]) + s.discard[symbol]
        for seat in range(s.seats):
            together += wide(s.cards[seat, symbol])
        if together != CARDS_OF_A_SYMBOL or hidden_old(s, symbol) != 0:
            return False
        in_deck += wide(s.deck[symbol])
    if in_deck != s.in_deck or s.crew != crew_of(s):
        return False
    if not s.over and s.going_back != backers(s, lowest(wide(s.acting))):
        return False
    inside = 0
    for seat in range(s.seats):
        held, old, out = 0, 0, 0
        for symbol in range(6):
            if s.old[seat, symbol] > s.cards[seat, symbol]:
                return False
            held += wide(s.cards[seat, symbol])
            old += wide(s.old[seat, symbol])
        if not empty_from(s.at[seat], wide(s.crew)):
            return False
        for pirate in range(s.crew):
            out += s.at[seat, pirate] == EXIT
            inside += ENTRANCE < s.at[seat, pirate] < EXIT
        if held != s.held[seat] or old != s.old_held[seat] or out != s.score[seat]:
            return False
        if s.mode == BASIC and not s.over and held != s.hand:
            return False
    for tile in range(1, EXIT):
        here = 0
        for seat in range(s.seats):
            for pirate in range(s.crew):
                here += s.at[seat, pirate] == tile
        if here != s.crowd[tile] or here > (MOST_ON_A_TILE if s.mode == ADVANCED else 1):
            return False
        if (s.company >> tile & 1 > 0) != (0 < here < MOST_ON_A_TILE):
            return False
        inside -= here
    for section in range(TILES // SECTION):
        symbols = 0
        for tile in range(1 + SECTION * section, 1 + SECTION * section + SECTION):
            symbols |= 1 << wide(s.tunnel[tile])
        if symbols != (1 << SECTION) - 1:
            return False
    for outside in (ENTRANCE, EXIT):
        if s.tunnel[outside] > 0 or s.crowd[outside] > 0 or s.company >> outside & 1:
            return False
    return inside == 0


def bound(seats: int, options: Mapping[str, Any]) -> int:
    """Basic moves only go forward; advanced turns have at most three actions."""
    if options["mode"] == "advanced":
        return MOST_ROUNDS * MOST_ACTIONS * seats
    return EXIT * (3 if options["pirates"] == "by_mode" else int(options["pirates"])) * seats
