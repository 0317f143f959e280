"""OPEN on the table: the state, how a round is dealt, and what a seat cannot see. Cards are counted by kind."""

from __future__ import annotations

from matchbox.engine import (
    SEATS,
    Base,
    below,
    i2,
    is_acting,
    lift,
    nobody,
    option,
    owner,
    public,
    record,
    rule,
    shuffle,
    u1,
    wide,
)

from .components import CARDS, COPIES, KINDS

FACE_UP, FACE_DOWN = 4, 2  # cards of a hand
MOST_PLAYS = 11  # of a trick: values rise from 1 to 11
HIGHEST_BET = 20
GUESS, PLAY = range(2)  # phase


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
            s.face[seat, lift(s.aside, n)] += 1
    for seat in range(s.seats):
        n = deal_concealed(s, seat, FACE_DOWN, n)


@rule
def deal_concealed(s: State, seat: int, cards: int, n: int) -> int:
    """Give a seat concealed cards from the n cards put aside; how many are left there."""
    for _ in range(cards):
        n -= 1
        s.concealed[seat, lift(s.aside, n)] += 1
    s.backs[seat] = cards
    return n


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
