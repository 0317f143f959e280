"""Grenade Salad: actions and cards, the legal steps, and what everybody knows about hidden hands."""

from __future__ import annotations

from matchbox.engine import Actions, Ints, below, empty_from, is_acting, lift, nth, popcount, rule, shuffle, wide

from ..components import BRICKS, CARDS_OF_A_SYMBOL, SYMBOLS
from .geometry import TABLE, TILE
from .state import FIRST, MOST_CONCERNED, SOLDIERS, WHEN_UNABLE, WHILE_DECK, State, soldiers_are_consistent

HAND = 5
A_TURN = 2  # cards per turn
DECLINED = 1  # answer
MANY_TRIES = 24  # to deal hands that fit the public information
STEP, SOLDIER, COLUMN, ROW, VICTIM, MINES = range(6)  # phase

actions = Actions()
PLAY = actions.block("play", card=SYMBOLS)
MOVE = actions.single("move")
END = actions.single("end")
CHOOSE = actions.block("soldier", number=SOLDIERS)
X = actions.block("x", obvious=True, column=TABLE + 1)
Y = actions.block("y", row=TABLE + 1)
DX = actions.block("dx", obvious=True, by=range(-TILE, TILE + 1))
DY = actions.block("dy", by=range(-TILE, TILE + 1))
KILL = actions.block("kill", obvious=True, seat=4, soldier=SOLDIERS)
DECLINE = actions.single("decline", secret=True)
MINE = actions.block("mine", secret=True, soldier=MOST_CONCERNED)


# --- hands ---


@rule
def draw(s: State, seat: int) -> None:
    """Draw up to a full hand while the deck lasts (R23)."""
    while s.held[seat] < HAND and s.in_deck > 0:
        s.in_deck -= 1
        s.hand[seat, lift(s.deck, s.in_deck)] += 1
        s.held[seat] += 1
        s.lacks[seat] = 0


@rule
def spend(s: State, seat: int, symbol: int) -> None:
    """Discard a card from the hand."""
    s.hand[seat, symbol] -= 1
    s.held[seat] -= 1
    s.discards[symbol] += 1


# --- legal steps ---


@rule
def may_move(s: State) -> bool:
    """Can the active player still move, and may it be done now (R1)?"""
    return s.able > 0 and not s.moved and (s.move_timing != FIRST or s.cards == 0)


@rule
def must_play(s: State) -> bool:
    """Must the active player play a card in this turn if one can be played (R16)?"""
    return s.passing == WHEN_UNABLE or (s.passing == WHILE_DECK and s.in_deck == 0)


@rule
def steps(s: State, seat: int) -> int:
    """The set of legal steps of the active player: symbols to play, the move, the end."""
    found = wide(0)
    for symbol in range(6):
        if s.hand[seat, symbol] > 0:
            found |= 1 << symbol
    found &= wide(s.possible) if s.cards < A_TURN else 0
    may_end = s.cards > 0 or found == 0 or not must_play(s)
    if may_move(s):
        found |= 1 << MOVE
    if may_end:
        found |= 1 << END
    return found


@rule
def mineable(s: State) -> int:
    """The set of indices into `concerned` whose soldier is alive."""
    found = wide(0)
    for place in range(s.concerns):
        found |= (wide(s.alive[s.active]) >> wide(s.concerned[place]) & 1) << place
    return found


# --- knowledge and checks ---


@rule
def redeal(s: State, seat: int) -> None:
    """Hidden from a seat: opponents' hands, the order of the deck, and answers about Mines.

    A redeal fits the public information: hands lack the symbols in `lacks`, and the active player has a step to take.
    """
    for tried in range(MANY_TRIES + 1):
        deal_hidden(s, seat, tried == MANY_TRIES)
        fits = s.phase != STEP or s.active == seat or s.over or steps(s, wide(s.active)) & ~(1 << END) != 0
        for other in range(s.seats):
            if other != seat:
                for symbol in range(6):
                    if wide(s.lacks[other]) >> symbol & 1 and s.hand[other, symbol] > 0:
                        fits = False
        if fits:
            break
    for other in range(s.seats):
        s.answer[other] = s.answer[other] if other == seat else invented_answer(s, wide(other))


@rule
def unseen_of(s: State, seat: int, symbol: int) -> int:
    """The number of cards of a symbol that a seat has not seen."""
    return CARDS_OF_A_SYMBOL - wide(s.discards[symbol]) - (wide(s.hand[seat, symbol]) if seat >= 0 else 0)


@rule
def deal_hidden(s: State, seat: int, pick: bool) -> None:
    """Deal the hidden cards at random, or with `pick` so that hands fit as well as a greedy choice can."""
    n = 0
    for symbol in range(6):
        for _ in range(unseen_of(s, seat, symbol)):
            s.deck[n] = symbol
            n += 1
    shuffle(s, s.deck, n)
    for other in range(s.seats):
        if other != seat:
            for symbol in range(6):
                s.hand[other, symbol] = 0
            for card in range(s.held[other]):
                n -= 1
                if pick:
                    wanted = ~wide(s.lacks[other])
                    if card == 0 and s.phase == STEP and other == s.active and not may_move(s):
                        wanted = wide(s.possible)
                    bring_up(s.deck, n, wanted)
                s.hand[other, lift(s.deck, n)] += 1


@rule
def bring_up(deck: Ints, top: int, wanted: int) -> None:
    """Move the uppermost card with one of the wanted symbols to the top, if there is one."""
    for place in range(top, -1, -1):
        if wanted >> wide(deck[place]) & 1:
            deck[place], deck[top] = deck[top], deck[place]
            return


@rule
def invented_answer(s: State, seat: int) -> int:
    """A random answer this seat may have given; 0 if it does not answer now or has not answered yet."""
    place = (seat - wide(s.active)) % wide(s.seats)
    if s.phase != MINES or place < s.asking or is_acting(s, seat) or s.held[seat] == 0:
        return wide(0)
    targets = mineable(s) if s.hand[seat, BRICKS] > 0 else wide(0)
    chosen = below(s, 1 + popcount(targets))
    if chosen == 0:
        return wide(DECLINED)
    return DECLINED + 1 + nth(targets, chosen - 1)


@rule
def conserved(s: State) -> bool:
    if not soldiers_are_consistent(s) or s.cards > A_TURN or not empty_from(s.deck, wide(s.in_deck)):
        return False
    for symbol in range(6):
        found = wide(s.discards[symbol])
        for seat in range(s.seats):
            found += s.hand[seat, symbol]
        for place in range(s.in_deck):
            found += s.deck[place] == symbol
        if found != CARDS_OF_A_SYMBOL:
            return False
    for seat in range(s.seats):
        held = wide(0)
        for symbol in range(6):
            held += s.hand[seat, symbol]
        place = (seat - wide(s.active)) % wide(s.seats)
        answers = s.phase == MINES and not s.over and place >= s.asking and held > 0
        if held != s.held[seat] or held > HAND or (s.answer[seat] > 0) != (answers and not is_acting(s, seat)):
            return False
        if s.answer[seat] > DECLINED and s.hand[seat, BRICKS] == 0:
            return False
    return True
