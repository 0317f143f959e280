"""Speed: two players race without turns to shed their cards onto two piles.

Green Box of Games, by Jørgen Brunborg-Næss. A card goes on a pile whose top card shares its
number, symbol or colour. Each player refills a hand of three from a separate deck.
page.md lists the rulings (R1, R2, ...).

A live game is the sequence of actions in their order of arrival. Without a wall clock the
game draws random reaction times, which decide the seat that acts next. The record and the
knowledge about hidden cards are in state.py.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from matchbox.engine import (
    NOBODY,
    Actions,
    Ints,
    Reasons,
    States,
    all_act,
    below,
    committed,
    finish,
    is_acting,
    lift,
    lowest,
    popcount,
    rule,
    some_of,
    turn_to,
    wide,
)

from ..components import shuffle_cards
from .state import (
    ACT,
    BASE,
    CLOCK,
    FITS,
    FULL,
    GIVE_UP,
    HALF,
    LIVE,
    RESHUFFLE,
    SPREAD,
    VIEWS,
    State,
    anybody_can_act,
    can_act,
    can_draw,
    favoured,
    fitting,
    hand_of,
    profile,
)

PAUSE = 1500  # ms before a deadlock is resolved
PENALTY = 1500  # ms for a card that does not fit, in a live game (R12)
REACTION = {"fast": 0.6, "normal": 1.0, "slow": 1.6}  # of bots in a live game
MOST_DRAWN = 10  # R17

actions = Actions()
PLAY = actions.block("play", slot=3, pile=2)
DRAW = actions.single("draw")
GIVE = actions.block("give", when={"deadlock": "blink"}, secret=True, slot=3)
WAIT = actions.single("wait", when={"timing": "live"})  # R15

reasons = Reasons()
EMPTY = reasons("first player without cards")
STUCK = reasons("deadlock with a single card in hand: a draw")
DRAWN_OUT = reasons("ten drawn games: more games won", cap=True)
TIME = reasons("time limit reached: fewer cards left", cap=True)


# --- setup and dealing ---


@rule
def setup(s: State) -> None:
    deal(s)
    settle(s)


@rule
def deal(s: State) -> None:
    """Deal a game: each player gets half the deck, with one card on the pile and three in hand."""
    shuffle_cards(s, s.deck)
    s.middle = 0
    for seat in range(2):
        s.held[seat] = s.piles[seat] = s.mark[seat] = s.acted[seat] = 0
        s.reset[seat] = 0
        s.in_deck[seat] = HALF
        for slot in range(3):
            s.barred[seat, slot] = 0
        lay(s, take_top(s, seat), seat)
    for seat in range(2):
        for slot in range(3):
            s.hand[seat, slot] = take_top(s, seat)
        s.held[seat] = FULL
    s.deadlocks = 0
    s.time = 0
    s.last_actor = 1  # so seat 0 goes first if the first times are equal
    s.changes = 0
    for k in range(VIEWS):
        s.open_to[k] = 0
        s.since[k] = 0
    note_tops(s)


@rule
def take_top(s: State, seat: int) -> int:
    s.in_deck[seat] -= 1
    return lift(s.deck, HALF * (1 - seat) + wide(s.in_deck[seat]))


@rule
def lay(s: State, card: int, pile: int) -> None:
    s.tops[pile] = card
    s.piles[pile] += 1
    s.middle |= 1 << card


@rule
def note_tops(s: State) -> None:
    """Store the cards that fit on the tops, and the time they appeared."""
    k = wide(s.changes) % VIEWS
    s.open_to[k] = FITS[s.tops[0]] | FITS[s.tops[1]]
    s.since[k] = s.time


@rule
def change_tops(s: State) -> None:
    s.changes += 1
    note_tops(s)


# --- actions ---


@rule
def legal(s: State, seat: int, out: Ints) -> int:
    n = 0
    for slot in range(3):
        if wide(s.held[seat]) >> slot & 1:
            if s.phase == GIVE_UP:
                out[n] = GIVE.id(slot)
                n += 1
                continue
            card = wide(s.hand[seat, slot])
            for pile in range(2):
                if FITS[s.tops[pile]] >> card & 1:
                    out[n] = PLAY.id(slot, pile)
                    n += 1
    if s.phase == ACT and can_draw(s, seat):
        out[n] = DRAW
        n += 1
    if s.phase == ACT and s.timing == LIVE and (n == 0 or is_acting(s, 1 - seat)):
        out[n] = WAIT
        n += 1
    return n


@rule
def apply(s: State, seat: int, action: int) -> None:
    restart = False  # do all clocks start again?
    if s.phase == GIVE_UP:
        s.given[seat] = GIVE.args(action)[0] + 1
        if not committed(s, seat):
            return
        give_up(s)
        restart = True
    elif action == WAIT:
        if not is_acting(s, 1 - seat):  # only a blocked seat may answer a wait by waiting
            bar(s, seat, fitting(s))
        turn_to(s, 1 - seat)
        return
    elif action == DRAW:
        slot = lowest(FULL & ~wide(s.held[seat]))
        s.hand[seat, slot] = take_top(s, seat)
        s.held[seat] = wide(s.held[seat]) | 1 << slot
    else:
        slot, pile = PLAY.args(action)
        lay(s, take_slot(s, seat, slot), pile)
        change_tops(s)
        if s.held[seat] == 0 and s.in_deck[seat] == 0:
            end_game(s, seat, EMPTY)
            if s.over:
                return
            restart = True
    if restart or not anybody_can_act(s):
        settle(s)
    elif s.timing == LIVE:
        all_act(s)  # R15: even blocked seats, so that being blocked stays secret
    else:
        move_clock(s, seat)


@rule
def take_slot(s: State, seat: int, slot: int) -> int:
    s.held[seat] = wide(s.held[seat]) ^ 1 << slot
    s.barred[seat, slot] = 0
    return lift(s.hand[seat], slot)


# --- deadlocks ---


@rule
def settle(s: State) -> None:
    """Resolve deadlocks until a seat can act, then start all clocks."""
    s.due[0] = s.due[1] = 0
    while not anybody_can_act(s):
        s.deadlocks += 1
        if s.timing == CLOCK:
            s.time += PAUSE
        for seat in range(2):
            bar(s, seat, fitting(s))
        if s.in_deck[0] and s.in_deck[1]:
            turn_cards(s)
        elif s.deadlock == RESHUFFLE:
            reshuffle(s)
        elif s.held[0] & (s.held[0] - 1) and s.held[1] & (s.held[1] - 1):
            s.phase = GIVE_UP
            all_act(s)
            return
        else:  # a player holds a single card
            end_game(s, NOBODY, STUCK)
            if s.over:
                return
    s.phase = ACT
    if s.timing == LIVE:
        all_act(s)
    else:
        start_clocks(s)


@rule
def bar(s: State, seat: int, cards: int) -> None:
    """Record as public knowledge that this seat holds none of these cards."""
    for slot in range(3):
        if wide(s.held[seat]) >> slot & 1:
            s.barred[seat, slot] |= cards


@rule
def turn_cards(s: State) -> None:
    """Each player with a deck turns its top card onto their own pile."""
    for seat in range(2):
        if s.in_deck[seat]:
            lay(s, take_top(s, seat), seat)
    change_tops(s)


@rule
def reshuffle(s: State) -> None:
    """Shuffle and cut the piles until a card in hand fits on a top (R1).

    Only the new tops matter, so draw two cards, each pair equally likely.
    """
    hands, wanted, left = hand_of(s, 0) | hand_of(s, 1), wide(0), s.middle
    while left:
        wanted |= FITS[lowest(left)]
        left &= left - 1
    if hands & wanted == 0:  # R2: no shuffle can help
        for seat in range(2):
            bar(s, seat, wanted)
        turn_cards(s)
        return
    n = popcount(s.middle)
    s.piles[0], s.piles[1] = n - n // 2, n // 2
    while True:
        s.tops[0] = some_of(s, s.middle)
        s.tops[1] = some_of(s, s.middle & ~(1 << wide(s.tops[0])))
        if hands & (FITS[s.tops[0]] | FITS[s.tops[1]]):
            break
    change_tops(s)


@rule
def give_up(s: State) -> None:
    """Blink: both players put the chosen card on their own pile."""
    for seat in range(2):
        lay(s, take_slot(s, seat, wide(s.given[seat]) - 1), seat)
        s.given[seat] = 0
    change_tops(s)


# --- the clock rule ---


@rule
def start_clocks(s: State) -> None:
    """Steps 3 and 6 of the clock rule: at the start and after a deadlock."""
    for seat in range(2):
        s.due[seat] = wide(s.time) + play_time(s, seat) if can_act(s, seat) else 0
        start_waiting(s, seat, False)
    next_due(s)


@rule
def start_waiting(s: State, seat: int, acted: bool) -> None:
    s.reset[seat], s.mark[seat], s.acted[seat] = s.time, s.changes, acted


@rule
def move_clock(s: State, seat: int) -> None:
    """Step 5 of the clock rule: new times after an action of this seat."""
    other = 1 - seat
    s.last_actor = seat
    start_waiting(s, seat, True)
    if hand_of(s, seat) & fitting(s):
        s.due[seat] = wide(s.time) + play_time(s, seat)
    else:
        s.due[seat] = wide(s.time) + draw_time(s, seat) if can_draw(s, seat) else 0
    if not can_act(s, other):
        s.due[other] = 0
    elif s.due[other] == 0:
        s.due[other] = wide(s.time) + play_time(s, other)
    next_due(s)


@rule
def next_due(s: State) -> None:
    """Step 4 of the clock rule: the ready seat with the earlier time acts now."""
    seat = favoured(s)
    if s.due[seat] == 0 or (s.due[1 - seat] != 0 and s.due[1 - seat] < s.due[seat]):
        seat = 1 - seat
    s.time = s.due[seat]
    turn_to(s, seat)


@rule
def play_time(s: State, seat: int) -> int:
    p = profile(s, seat)
    first = below(s, SPREAD[p] + 1)
    return BASE[p] + first + below(s, SPREAD[p] + 1)


@rule
def draw_time(s: State, seat: int) -> int:
    p = profile(s, seat)
    return BASE[p] // 2 + below(s, SPREAD[p] // 2 + 1)


# --- the end ---


@rule
def end_game(s: State, winner: int, reason: int) -> None:
    """Score a game, then end the match or deal the next game (the caller settles)."""
    if winner == NOBODY:
        s.drawn += 1
    else:
        s.score[winner] += 1
    s.due[0] = s.due[1] = 0
    if s.best_of == 1 or 2 * max(s.score[0], s.score[1]) > s.best_of:
        finish(s, reason)
    elif s.drawn == MOST_DRAWN:
        finish(s, DRAWN_OUT)
    else:
        deal(s)


@rule
def time_up(s: State) -> None:
    """End a live game at its time limit: fewer cards left win. The table that keeps the time calls this."""
    left = wide(s.in_deck[0]) + popcount(s.held[0]) - wide(s.in_deck[1]) - popcount(s.held[1])
    s.given[0] = s.given[1] = 0
    end_game(s, NOBODY if left == 0 else wide(left > 0), TIME)
    if not s.over:
        settle(s)


def relies(state: States, action: int) -> int:
    """The top card that the player saw: a play counts only for that card."""
    return int(state["tops"][0][PLAY.args(action)[1]]) if PLAY.has(action) else 0


def heat(state: States) -> int:
    """The number of the game in the match."""
    return int(state["score"][0].sum()) + int(state["drawn"][0])


def pause(before: States, after: States) -> int:
    """In a live game nobody can act while a deadlock is resolved, or after both players have given up a card."""
    gave = before["phase"][0] == GIVE_UP and after["phase"][0] == ACT
    return PAUSE if gave or before["deadlocks"][0] != after["deadlocks"][0] else 0


def is_try(state: States, seat: int, action: int) -> bool:
    """A card of the hand that does not fit on the pile is a wrong try (R12)."""
    held = int(state["held"][0][seat])
    return PLAY.has(action) and state["phase"][0] == ACT and bool(held >> PLAY.args(action)[0] & 1)


def bound(seats: int, options: Mapping[str, Any]) -> int:
    """26 cards leave a hand and 23 come from a deck; in live games each action may follow two waits."""
    games = int(options["best_of"])
    if games > 1 and options["deadlock"] == "blink":
        games += MOST_DRAWN
    return 98 * games * (3 if options["timing"] == "live" else 1)
