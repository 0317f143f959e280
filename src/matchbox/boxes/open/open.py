"""OPEN: be the first to shed six cards, four of which lie open, and guess who will be.

OPEN, by Takashi Saito. Everybody predicts in secret who goes out first, then cards are
played in tricks: as many red and as many black cards as the lead, and higher. Places
score, and so do right predictions, the more the fewer made them. The advanced rules bet
chips on the prediction.
Rulings (R1, R2, ...) stand in docs/rules/open.md.

Equal cards are counted, not told apart: kind 0-9 is red A-10, kind 10-19 is black A-10.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from matchbox.engine import (
    SEATS,
    About,
    Actions,
    BadOption,
    Base,
    Game,
    Ints,
    Reasons,
    all_act,
    below,
    committed,
    finish,
    i2,
    is_acting,
    lowest,
    nobody,
    option,
    owner,
    popcount,
    public,
    record,
    rule,
    shuffle,
    turn_to,
    u1,
    wide,
)

about = About(
    id="open",
    name="OPEN",
    box="OPEN",
    designers="Takashi Saito",
    seats=range(2, 5),
    minutes="15",
    complexity=2,
    kind="shedding cards from mostly open hands, with a secret prediction",
    asks_forced=True,  # R12
)

RANK_NAMES = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10")
RANKS = 10
BLACK = 10  # a black card's kind is this and its rank
KINDS = 20
CARDS = 26
COPIES = np.array([1] * 10 + [2, 2, 2, 2, 2, 1, 1, 1, 1, 2], np.int64)  # by kind
TWINS = (0, 1, 2, 3, 4, 9)  # ranks with two black cards: A, 2, 3, 4, 5, 10
FACE_UP, FACE_DOWN = 4, 2
MOST_PLAYS = 11  # of a trick: values rise from 1 to 11

POINTS = np.array([[0] * 4, [0] * 4, [2, 0, 0, 0], [3, 1, 0, 0], [4, 2, 1, 0]], np.int64)  # by seats and place
LIMIT = np.array([[0, 0, 10, 13, 16], [0, 0, 0, 15, 18]], np.int64)  # basic and advanced, by seats
CHIPS = 3  # at the start of an advanced game
HIGHEST_BET = 20
MOST_ROUNDS = 40

GUESS, PLAY = range(2)  # phase
RANDOM = 0  # first_dealer; place k + 1 is seat k
TOTAL, PROFIT = range(2)  # advanced_payout


@record(seats=4)
class State(Base):
    """`score` holds points, or chips with the advanced rules."""

    face = public(u1[SEATS, KINDS])  # open cards in hand
    concealed = owner(u1[SEATS, KINDS])
    backs = public(u1[SEATS])  # how many concealed cards are left
    played = public(u1[KINDS])  # this round
    aside = nobody(u1[CARDS])  # kinds of the cards not dealt, from the front

    guess = owner(u1[SEATS])  # seat + 1
    guessed = public(u1)  # set of seats that have made their guess; an advanced one then bets
    bet = owner(u1[SEATS])
    bets = public(u1[SEATS])  # once all are made

    dealer = public(u1)
    rounds = public(u1)  # begun
    place = public(u1[SEATS])  # in which a seat went out; 0 while it holds cards
    gone = public(u1)  # seats that are out
    reds = public(u1)  # what the trick asks for
    blacks = public(u1)
    value = public(u1)  # of the last play; 0 for a leader
    last = public(u1)  # seat that made it
    passed = public(u1)  # set of seats that have passed since
    plays = public(u1)  # of this trick
    trick = public(u1[MOST_PLAYS, 3])  # seat, rank, how many of the cards were concealed

    shown_guess = public(u1[SEATS])  # seat + 1; this and the next four tell of the round before
    shown_bet = public(u1[SEATS])
    shown_place = public(u1[SEATS])
    place_gain = public(i2[SEATS])
    guess_gain = public(i2[SEATS])

    advanced = option("off", "on")
    advanced_places = option("off", "on", default="on")  # R14
    advanced_payout = option("total", "profit")  # R15
    first_dealer = option("random", "seat0", "seat1", "seat2", "seat3")


TWIN_NAMES = tuple(RANK_NAMES[rank] for rank in TWINS)

actions = Actions()
NAME = actions.block("guess", secret=True, seat=4)
BET = actions.block("bet", secret=True, chips=range(1, HIGHEST_BET + 1))
PASS = actions.single("pass")
# Combinations. A "hidden" black card is the concealed one of two, when the other lies open (R11).
COMBINATIONS = (
    actions.block("red", rank=RANK_NAMES),
    actions.block("black", rank=RANK_NAMES),
    actions.block("red-black", rank=RANK_NAMES),
    actions.block("black-black", rank=TWIN_NAMES),
    actions.block("red-black-black", rank=TWIN_NAMES),
    actions.block("hidden-black", rank=TWIN_NAMES),
    actions.block("red-hidden-black", rank=TWIN_NAMES),
)
RED1, BLACK1, MIXED, BLACK2, THREE, HIDDEN1, HIDDEN_MIXED = range(7)
REDS = np.array([1, 0, 1, 0, 1, 0, 1], np.int64)  # by combination
BLACKS = np.array([0, 1, 1, 2, 2, 1, 1], np.int64)

# Which combination and rank an id means, and back; -1 where there is none.
COMBINATION = np.full(actions.count, -1, np.int64)
RANK = np.full(actions.count, -1, np.int64)
ID = np.full((7, RANKS), -1, np.int64)
for _number, _block in enumerate(COMBINATIONS):
    for _place, _rank in enumerate(range(RANKS) if _block.size == RANKS else TWINS):
        COMBINATION[_block.first + _place], RANK[_block.first + _place] = _number, _rank
        ID[_number, _rank] = _block.first + _place

# Ranks (as a set) that may follow a value: higher ones; on a 10 an A, which counts 11; on that nothing (R3, R4).
FOLLOWING = np.array([(1 << RANKS) - 1 >> value << value for value in range(10)] + [1, 0], np.int64)

reasons = Reasons()
HIGHEST = reasons("highest score, with the limit reached")
CAP = reasons("round limit: highest score", cap=True)


# --- a round begins ---


@rule
def setup(s: State) -> None:
    s.dealer = below(s, wide(s.seats)) if s.first_dealer == RANDOM else wide(s.first_dealer) - 1
    if s.advanced:
        for seat in range(s.seats):
            s.score[seat] = CHIPS
    start_round(s)


@rule
def start_round(s: State) -> None:
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
def deal(s: State) -> None:
    """Shuffle all cards; four open and two concealed ones a seat, the rest is put aside unseen."""
    n = 0
    for kind in range(KINDS):
        s.played[kind] = 0
        for seat in range(s.seats):
            s.face[seat, kind] = 0
            s.concealed[seat, kind] = 0
        for _ in range(COPIES[kind]):
            s.aside[n] = kind
            n += 1
    shuffle(s, s.aside, CARDS)
    for seat in range(s.seats):
        for _ in range(FACE_UP):
            n -= 1
            s.face[seat, s.aside[n]] += 1
            s.aside[n] = 0
    for seat in range(s.seats):
        n = deal_concealed(s, seat, FACE_DOWN, n)


@rule
def deal_concealed(s: State, seat: int, cards: int, n: int) -> int:
    """Give a seat concealed cards from the n cards put aside; how many are left there."""
    for _ in range(cards):
        n -= 1
        s.concealed[seat, s.aside[n]] += 1
        s.aside[n] = 0
    s.backs[seat] = cards
    return n


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


# --- what a seat may do ---


@rule
def legal(s: State, seat: int, out: Ints) -> int:
    if s.phase == PLAY:
        return legal_plays(s, seat, out)
    if wide(s.guessed) >> seat & 1:
        most = min(wide(s.score[seat]), HIGHEST_BET)  # R18
        for chips in range(1, most + 1):
            out[chips - 1] = BET.id(chips)
        return most
    for named in range(s.seats):
        out[named] = NAME.id(named)
    return wide(s.seats)


@rule
def legal_plays(s: State, seat: int, out: Ints) -> int:
    """A pass unless the seat leads (R5), then all combinations of one rank that fit the trick."""
    n = 0
    if s.value > 0:
        out[0] = PASS
        n = 1
    reds = one = two = split = 0  # ranks of which the seat holds a red card, one black, two, one open and one concealed
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


# --- guesses, bets and plays ---


@rule
def apply(s: State, seat: int, action: int) -> None:
    if s.phase == PLAY:
        if action == PASS:
            pass_turn(s, seat)
        else:
            play(s, seat, COMBINATION[action], RANK[action])
        return
    if NAME.has(action):
        s.guess[seat] = action + 1
        s.guessed = wide(s.guessed) | 1 << seat
        if s.advanced:
            return  # the bet is still to come
    else:
        s.bet[seat] = BET.args(action)[0]
    if committed(s, seat):
        for other in range(s.seats):
            s.bets[other] = s.bet[other]
            s.bet[other] = 0
        s.phase = PLAY
        turn_to(s, wide(s.dealer))


@rule
def play(s: State, seat: int, combination: int, rank: int) -> None:
    """Lay down the cards; the seat may be out, and the round over (R9, R10)."""
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
    turn_to(s, next_in(s, seat))


@rule
def lay(s: State, seat: int, kind: int, hidden: bool) -> None:
    """Play one card of a kind: the open one if there is one, unless the hidden one is wanted."""
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
    """The next seat clockwise that still holds cards."""
    for step in range(1, s.seats):
        after = (seat + step) % wide(s.seats)
        if s.place[after] == 0:
            return after
    return seat


@rule
def pass_turn(s: State, seat: int) -> None:
    """The trick ends when everybody else has passed on the last play (R6, R7)."""
    s.passed = wide(s.passed) | 1 << seat
    last = wide(s.last)
    last_is_in = s.place[last] == 0
    still_in = wide(s.seats) - s.gone
    if popcount(wide(s.passed)) < still_in - wide(last_is_in):
        turn_to(s, next_in(s, seat))
    else:
        new_trick(s)
        turn_to(s, last if last_is_in else next_in(s, last))  # R8


# --- the end of a round and of the game ---


@rule
def end_round(s: State) -> None:
    """The seat with cards left is last; guesses are shown (R13), all is scored, the last seat deals (R20)."""
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
    else:
        start_round(s)


@rule
def score_seat(s: State, seat: int, right: int) -> None:
    """Points or chips for the place and for the guess; `right` seats guessed right."""
    seats, bet = wide(s.seats), wide(s.shown_bet[seat])
    hit = s.place[wide(s.shown_guess[seat]) - 1] == 1
    s.place_gain[seat] = POINTS[seats, wide(s.place[seat]) - 1] if not s.advanced or s.advanced_places else 0
    gain = 0
    if s.advanced:
        gain = -bet
        if hit:
            gain = bet * (seats - right + 1)
            if s.advanced_payout == TOTAL:
                gain -= bet
    elif hit:
        gain = POINTS[seats, right - 1]
    s.guess_gain[seat] = gain
    s.score[seat] += s.place_gain[seat] + gain


# --- knowledge and checks ---


@rule
def redeal(s: State, seat: int) -> None:
    """Hidden from a seat: the concealed cards of others, the cards put aside, others' guesses and unshown bets.

    A concealed card gives nothing away before it is played (R12), so every unseen card may be anywhere.
    """
    n = 0
    for kind in range(KINDS):
        unseen = COPIES[kind] - s.played[kind] - s.concealed[seat, kind]
        for other in range(s.seats):
            unseen -= s.face[other, kind]
        for _ in range(unseen):
            s.aside[n] = kind
            n += 1
    shuffle(s, s.aside, n)
    for other in range(s.seats):
        if other != seat:
            n = deal_concealed(s, other, wide(s.backs[other]), n)
            if wide(s.guessed) >> other & 1:
                s.guess[other] = 1 + below(s, wide(s.seats))
            if s.phase == GUESS and s.advanced and not is_acting(s, other):
                s.bet[other] = 1 + below(s, min(wide(s.score[other]), HIGHEST_BET))


@rule
def conserved(s: State) -> bool:
    for kind in range(KINDS):
        there = wide(s.played[kind])
        for seat in range(s.seats):
            there += wide(s.face[seat, kind]) + s.concealed[seat, kind]
        for i in range(CARDS - (FACE_UP + FACE_DOWN) * wide(s.seats)):
            there += s.aside[i] == kind
        if there != COPIES[kind]:
            return False
    for seat in range(s.seats):
        backs = opens = 0
        for kind in range(KINDS):
            backs += s.concealed[seat, kind]
            opens += s.face[seat, kind]
        if backs != s.backs[seat] or backs > FACE_DOWN or opens > FACE_UP:
            return False
        is_last = s.over != 0 and s.place[seat] == s.seats
        if (backs + opens == 0) != (s.place[seat] > 0 and not is_last):
            return False
        has_guessed = wide(s.guessed) >> seat & 1 != 0
        if has_guessed != (s.guess[seat] > 0) or s.guess[seat] > s.seats:
            return False
        if s.phase == PLAY and not s.over and not has_guessed:
            return False
        betting = s.phase == GUESS and s.advanced != 0 and not is_acting(s, seat)
        if betting != (s.bet[seat] > 0) or s.bet[seat] > s.score[seat] or s.score[seat] < 0:
            return False
    return True


def check(seats: int, options: Mapping[str, Any]) -> None:
    if options["advanced"] == "on" and seats == 2:
        raise BadOption("the advanced rules of OPEN are for 3 or 4 players")
    dealer = options["first_dealer"]
    if dealer != "random" and int(dealer.removeprefix("seat")) >= seats:
        raise BadOption(f"first_dealer={dealer}: with {seats} players the seats are 0 to {seats - 1}")


def bound(seats: int, options: Mapping[str, Any]) -> int:
    """Each round a guess and a bet a seat, a play a card, and fewer passes than seats after each play."""
    return MOST_ROUNDS * (2 * seats + (FACE_UP + FACE_DOWN) * seats * seats)


game = Game(
    about,
    State,
    actions,
    reasons,
    setup=setup,
    legal=legal,
    apply=apply,
    redeal=redeal,
    conserved=conserved,
    bound=bound,
    check=check,
)
