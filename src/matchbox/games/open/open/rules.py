"""OPEN: shed your six cards first, four of them open, and guess who goes out first.

OPEN, by Takashi Saito. Each seat secretly guesses who goes out first. Then cards are played in
tricks: a play has the same number of red and of black cards as the lead, and a higher rank. Places
score, and so do right guesses; fewer right guesses score more each. With the advanced rules, seats
bet chips on their guess. The rulings R1, R2, ... are in page.md.

Kinds of cards and combinations are in components.py, the state and the redeal in state.py.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from matchbox.engine import (
    Actions,
    BadOption,
    Ints,
    Reasons,
    all_act,
    below,
    committed,
    finish,
    lowest,
    popcount,
    rule,
    seat_after,
    turn_to,
    wide,
)

from ..components import BLACK, BLACKS, FOLLOWING, HIDDEN1, KINDS, RANK_NAMES, RANKS, RED1, REDS, TWIN_NAMES, TWINS
from .state import (
    CANNOT_FOLLOW,
    FACE_DOWN,
    FACE_UP,
    GUESS,
    HIGHEST_BET,
    TOO_MANY_CHIPS,
    State,
    deal,
    phase_of_turn,
)

POINTS = np.array([[0] * 4, [0] * 4, [2, 0, 0, 0], [3, 1, 0, 0], [4, 2, 1, 0]], np.int64)  # by seats and place
LIMIT = np.array([[0, 0, 10, 13, 16], [0, 0, 0, 15, 18]], np.int64)  # basic and advanced, by seats
CHIPS = 3  # at the start of an advanced game
MOST_ROUNDS = 40

RANDOM = 0  # first_dealer; value k + 1 is seat k
TOTAL, PROFIT = range(2)  # advanced_payout

actions = Actions()
NAME = actions.block("guess", secret=True, seat=4)
BET = actions.block("bet", secret=True, chips=range(1, HIGHEST_BET + 1))
PASS = wide(actions.block("pass", obvious=(CANNOT_FOLLOW,)).first)
COMBINATIONS = (
    actions.block("red", rank=RANK_NAMES),
    actions.block("black", rank=RANK_NAMES),
    actions.block("red-black", rank=RANK_NAMES),
    actions.block("black-black", rank=TWIN_NAMES),
    actions.block("red-black-black", rank=TWIN_NAMES),
    actions.block("hidden-black", rank=TWIN_NAMES),
    actions.block("red-hidden-black", rank=TWIN_NAMES),
)

# Combination and rank of each action id, and the reverse; -1 where there is none.
COMBINATION = np.full(actions.count, -1, np.int64)
RANK = np.full(actions.count, -1, np.int64)
ID = np.full((7, RANKS), -1, np.int64)
for _number, _block in enumerate(COMBINATIONS):
    for _place, _rank in enumerate(range(RANKS) if _block.size == RANKS else TWINS):
        COMBINATION[_block.first + _place], RANK[_block.first + _place] = _number, _rank
        ID[_number, _rank] = _block.first + _place

reasons = Reasons()
HIGHEST = reasons("highest score when the limit was reached")
CAP = reasons("round limit: highest score", cap=True)
MANY_CHIPS = reasons("shared win: a tie with 200 chips or more", cap=True)


# --- setup and dealing ---


@rule
def setup(s: State) -> None:
    s.dealer = below(s, wide(s.seats)) if s.first_dealer == RANDOM else wide(s.first_dealer) - 1
    if s.advanced:
        for seat in range(s.seats):
            s.score[seat] = CHIPS
    begin_round(s)


@rule
def begin_round(s: State) -> None:
    s.rounds += 1
    s.gone = 0
    for seat in range(s.seats):
        s.place[seat] = 0
        s.bets[seat] = 0
        if s.advanced and s.score[seat] == 0:
            s.score[seat] = 1  # R16
    deal(s)
    new_trick(s)
    s.guessed = 0
    s.phase = GUESS
    all_act(s)


@rule
def new_trick(s: State) -> None:
    for play in range(s.plays):
        for part in range(3):
            s.trick[play, part] = 0
    s.plays = 0
    s.reds = 0
    s.blacks = 0
    s.value = 0
    s.last = 0
    s.passed = 0


# --- legal moves ---


@rule
def legal(s: State, seat: int, out: Ints) -> int:
    if s.phase != GUESS:
        return legal_plays(s, seat, out)
    if wide(s.guessed) >> seat & 1:
        for chips in range(1, wide(s.score[seat]) + 1):  # R18
            out[chips - 1] = BET.id(chips)
        return wide(s.score[seat])
    for named in range(s.seats):
        out[named] = NAME.id(named)
    return wide(s.seats)


@rule
def legal_plays(s: State, seat: int, out: Ints) -> int:
    """A pass unless the seat leads (R5), then all combinations that fit the trick."""
    n = 0
    if s.value > 0:
        out[0] = PASS
        n = 1
    reds = one = two = split = 0  # ranks with a red card, a black card, two, one open and one concealed
    for rank in range(RANKS):
        bit = 1 << rank
        if s.face[seat, rank] + s.concealed[seat, rank] > 0:
            reds |= bit
        open_, hidden = wide(s.face[seat, BLACK + rank]), wide(s.concealed[seat, BLACK + rank])
        if open_ + hidden > 0:
            one |= bit
        if open_ + hidden > 1:
            two |= bit
            if open_ == 1:
                split |= bit
    follow = FOLLOWING[s.value]
    for combination in range(len(REDS)):
        if s.value > 0 and (REDS[combination] != s.reds or BLACKS[combination] != s.blacks):
            continue  # R1
        ranks = split if combination >= HIDDEN1 else two if BLACKS[combination] == 2 else one
        if combination == RED1:
            ranks = reds
        elif REDS[combination] == 1:
            ranks &= reds
        ranks &= follow
        while ranks:
            out[n] = ID[combination, lowest(ranks)]
            n += 1
            ranks &= ranks - 1
    return n


@rule
def apply(s: State, seat: int, action: int) -> None:
    if s.phase != GUESS:
        if action == PASS:
            pass_turn(s, seat)
        else:
            play(s, seat, COMBINATION[action], RANK[action])
        return
    if NAME.has(action):
        s.guess[seat] = action + 1
        s.guessed = wide(s.guessed) | 1 << seat
        if s.advanced:
            return  # the bet comes next
    else:
        s.bet[seat] = BET.args(action)[0]
    if committed(s, seat):
        for other in range(s.seats):
            s.bets[other] = s.bet[other]
            s.bet[other] = 0
        turn_of(s, wide(s.dealer))


# --- playing cards ---


@rule
def turn_of(s: State, seat: int) -> None:
    """Let a seat lead or follow; mark a seat of which everybody knows that it has to pass (R12)."""
    s.phase = phase_of_turn(s, seat)
    turn_to(s, seat)


@rule
def play(s: State, seat: int, combination: int, rank: int) -> None:
    """Play the cards; the seat may go out and end the round (R9, R10)."""
    before = wide(s.backs[seat])
    if REDS[combination]:
        lay(s, seat, rank, False)
    for _ in range(BLACKS[combination]):
        lay(s, seat, BLACK + rank, combination >= HIDDEN1)
    s.trick[s.plays, 0] = seat
    s.trick[s.plays, 1] = rank
    s.trick[s.plays, 2] = before - wide(s.backs[seat])
    s.plays += 1
    s.reds = REDS[combination]
    s.blacks = BLACKS[combination]
    s.value = 11 if rank == 0 and s.value == 10 else rank + 1  # R2, R3
    s.last = seat
    s.passed = 0
    if hand_is_empty(s, seat):
        s.gone += 1
        s.place[seat] = s.gone
        if s.gone == s.seats - 1:
            end_round(s)
            return
    turn_of(s, next_in(s, seat))


@rule
def lay(s: State, seat: int, kind: int, hidden: bool) -> None:
    """Play one card of a kind: an open card if there is one, unless `hidden`."""
    if s.face[seat, kind] > 0 and not hidden:
        s.face[seat, kind] -= 1
    else:
        s.concealed[seat, kind] -= 1
        s.backs[seat] -= 1
    s.played[kind] += 1


@rule
def hand_is_empty(s: State, seat: int) -> bool:
    left = wide(s.backs[seat])
    for kind in range(KINDS):
        left += s.face[seat, kind]
    return left == 0


@rule
def next_in(s: State, seat: int) -> int:
    """The next seat clockwise that has cards."""
    for step in range(1, s.seats):
        after = seat_after(s, seat, step)
        if s.place[after] == 0:
            return after
    return seat


@rule
def pass_turn(s: State, seat: int) -> None:
    """End the trick when all other seats have passed on the last play (R6, R7)."""
    s.passed = wide(s.passed) | 1 << seat
    last = wide(s.last)
    last_is_in = s.place[last] == 0
    still_in = wide(s.seats) - s.gone
    if popcount(wide(s.passed)) < still_in - wide(last_is_in):
        turn_of(s, next_in(s, seat))
    else:
        new_trick(s)
        turn_of(s, last if last_is_in else next_in(s, last))  # R8


# --- the end of a round and of the game ---


@rule
def end_round(s: State) -> None:
    """The seat with cards left is last; show the guesses (R13) and score; the last seat deals next (R20)."""
    right = 0
    for seat in range(s.seats):
        if s.place[seat] == 0:
            s.place[seat] = s.seats
            s.dealer = seat
        s.shown_guess[seat] = s.guess[seat]
        s.shown_bet[seat] = s.bets[seat]
        s.shown_place[seat] = s.place[seat]
        s.guess[seat] = 0
    for seat in range(s.seats):
        right += s.place[wide(s.shown_guess[seat]) - 1] == 1
    for seat in range(s.seats):
        score_seat(s, seat, wide(right))
    s.guessed = 0
    best, at_best = wide(s.score[0]), 0
    for seat in range(s.seats):
        best = max(best, wide(s.score[seat]))
    for seat in range(s.seats):
        at_best += s.score[seat] == best
    if best >= LIMIT[s.advanced, s.seats] and at_best == 1:  # R21, R22
        finish(s, HIGHEST)
    elif s.rounds == MOST_ROUNDS:
        finish(s, CAP)
    elif s.advanced and best >= TOO_MANY_CHIPS:
        finish(s, MANY_CHIPS)  # R18
    else:
        begin_round(s)


@rule
def score_seat(s: State, seat: int, right: int) -> None:
    """Score the place and the guess of a seat; `right` seats guessed right."""
    seats, bet = wide(s.seats), wide(s.shown_bet[seat])
    guessed_right = s.place[wide(s.shown_guess[seat]) - 1] == 1
    s.place_gain[seat] = POINTS[seats, wide(s.place[seat]) - 1] if not s.advanced or s.advanced_places else 0
    gain = 0
    if s.advanced:
        gain = -bet
        if guessed_right:
            gain = bet * (seats - right + 1)
            if s.advanced_payout == TOTAL:
                gain -= bet
    elif guessed_right:
        gain = POINTS[seats, right - 1]
    s.guess_gain[seat] = gain
    s.score[seat] += s.place_gain[seat] + gain


def check(seats: int, options: Mapping[str, Any]) -> None:
    if options["advanced"] == "on" and seats == 2:
        raise BadOption("advanced=on: the advanced rules of OPEN need 3 or 4 players")
    dealer = options["first_dealer"]
    if dealer != "random" and int(dealer.removeprefix("seat")) >= seats:
        raise BadOption(f"first_dealer={dealer}: with {seats} players the seats are 0 to {seats - 1}")


def bound(seats: int, options: Mapping[str, Any]) -> int:
    """Per round: a guess and a bet per seat, a play per card, and fewer passes than seats after each play."""
    return MOST_ROUNDS * (2 * seats + (FACE_UP + FACE_DOWN) * seats * seats)
