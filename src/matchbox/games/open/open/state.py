"""OPEN: the state, the deal and the redeal of hidden cards. Cards are counted by kind."""

from __future__ import annotations

from matchbox.engine import (
    SEATS,
    Base,
    below,
    empty_from,
    i2,
    is_acting,
    lift,
    lowest,
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

from ..components import BLACK, CARDS, COPIES, FOLLOWING, KINDS, RANKS

FACE_UP, FACE_DOWN = 4, 2  # cards in a hand
MOST_PLAYS = 11  # in a trick: values rise from 1 to 11
TOO_MANY_CHIPS = 200  # a tie with this number of chips or more ends the game, so nobody bets more than 199 (R18)
HIGHEST_BET = TOO_MANY_CHIPS - 1
GUESS, PLAY, CANNOT_FOLLOW = range(3)  # phase; in the last one everybody knows that the acting seat has to pass (R12)


@record(seats=4)
class State(Base):
    """`score` holds points, or chips with the advanced rules."""

    phase = public(u1, high=CANNOT_FOLLOW)
    face = public(u1[SEATS, KINDS], high=2)  # open cards in hand
    concealed = owner(u1[SEATS, KINDS], high=2)
    backs = public(u1[SEATS], high=FACE_DOWN)  # number of concealed cards left
    played = public(u1[KINDS], high=2)  # this round
    aside = nobody(u1[CARDS], high=KINDS - 1)  # kinds of the cards not dealt, in the first entries

    guess = owner(u1[SEATS], high=SEATS, free=True)  # seat + 1
    guessed = public(u1, high=15)  # set of seats that have guessed; with the advanced rules they bet next
    bet = owner(u1[SEATS], high=HIGHEST_BET, free=True)
    bets = public(u1[SEATS], high=HIGHEST_BET, free=True)  # public once all bets are made

    dealer = public(u1, high=SEATS - 1, free=True)
    rounds = public(u1, free=True)  # started
    place = public(u1[SEATS], high=SEATS)  # order of going out, from 1; 0 while the seat has cards
    gone = public(u1, high=SEATS)  # number of seats that are out
    reds = public(u1, high=1, free=True)  # red cards of a play in this trick
    blacks = public(u1, high=2, free=True)  # black cards
    value = public(u1, high=MOST_PLAYS)  # of the last play; 0 before the lead
    last = public(u1, high=SEATS - 1)  # seat of the last play
    passed = public(u1, high=15, free=True)  # set of seats that have passed since the last play
    plays = public(u1, high=MOST_PLAYS)  # in this trick
    trick = public(u1[MOST_PLAYS, 3], high=RANKS - 1, free=True)  # seat, rank, number of concealed cards

    shown_guess = public(u1[SEATS], high=SEATS, free=True)  # seat + 1; these five describe the previous round
    shown_bet = public(u1[SEATS], high=HIGHEST_BET, free=True)
    shown_place = public(u1[SEATS], high=SEATS, free=True)
    place_gain = public(i2[SEATS], free=True)
    guess_gain = public(i2[SEATS], free=True)

    advanced = option("off", "on")
    advanced_places = option("off", "on", default="on")  # R14
    advanced_payout = option("total", "profit")  # R15
    first_dealer = option("random", "seat0", "seat1", "seat2", "seat3")


@rule
def deal(s: State) -> None:
    """Shuffle all cards and deal each seat four open and two concealed; put the rest aside unseen."""
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
    """Give a seat concealed cards from the n cards put aside; return the number left."""
    for _ in range(cards):
        n -= 1
        s.concealed[seat, lift(s.aside, n)] += 1
    s.backs[seat] = cards
    return n


# --- what everybody knows ---


@rule
def may_follow(s: State, seat: int) -> bool:
    """Can this seat follow the last play, for all that everybody knows? Its concealed cards may be any unseen cards."""
    ranks = wide(FOLLOWING[s.value])
    while ranks:
        rank = lowest(ranks)
        ranks &= ranks - 1
        reds = max(0, wide(s.reds) - wide(s.face[seat, rank]))  # that would have to be concealed
        blacks = max(0, wide(s.blacks) - wide(s.face[seat, BLACK + rank]))
        if reds + blacks <= s.backs[seat] and reds <= unseen(s, rank) and blacks <= unseen(s, BLACK + rank):
            return True
    return False


@rule
def unseen(s: State, kind: int) -> int:
    """Cards of a kind that are neither open nor played."""
    left = COPIES[kind] - wide(s.played[kind])
    for seat in range(s.seats):
        left -= wide(s.face[seat, kind])
    return left


@rule
def phase_of_turn(s: State, seat: int) -> int:
    """The phase while cards are played and it is this seat's turn."""
    return PLAY if s.value == 0 or may_follow(s, seat) else CANNOT_FOLLOW


# --- knowledge and checks ---


@rule
def redeal(s: State, seat: int) -> None:
    """Hidden from a seat: opponents' concealed cards, guesses and unrevealed bets, and the cards put aside.

    A concealed card reveals nothing before it is played (R12), so every unseen card may be anywhere.
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
                s.bet[other] = 1 + below(s, wide(s.score[other]))


@rule
def conserved(s: State) -> bool:
    put_aside = CARDS - (FACE_UP + FACE_DOWN) * wide(s.seats)
    if not trick_matches(s) or not phase_matches(s) or not empty_from(s.aside, put_aside):
        return False
    for kind in range(KINDS):
        copies = wide(s.played[kind])
        for seat in range(s.seats):
            copies += wide(s.face[seat, kind]) + s.concealed[seat, kind]
        for i in range(put_aside):
            copies += s.aside[i] == kind
        if copies != COPIES[kind]:
            return False
    places = wide(0)
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
        if backs + opens == 0:
            places |= 1 << wide(s.place[seat])
        has_guessed = wide(s.guessed) >> seat & 1 != 0
        if has_guessed != (s.guess[seat] > 0) or s.guess[seat] > s.seats:
            return False
        if s.phase != GUESS and not s.over and not has_guessed:
            return False
        betting = s.phase == GUESS and s.advanced != 0 and not is_acting(s, seat)
        if betting != (s.bet[seat] > 0) or s.bet[seat] > s.score[seat] or s.score[seat] < 0:
            return False
    return places == (2 << wide(s.gone)) - 2 and wide(s.guessed) >> wide(s.seats) == 0  # places go from 1 to `gone`


@rule
def phase_matches(s: State) -> bool:
    """Is a seat that cannot follow marked as such?"""
    if s.phase == GUESS or s.over:
        return s.phase != CANNOT_FOLLOW
    return s.phase == phase_of_turn(s, lowest(wide(s.acting)))


@rule
def trick_matches(s: State) -> bool:
    """Do values rise from play to play up to the last play (R2, R3), with nothing after it?"""
    value, last = wide(0), wide(0)
    for play in range(s.plays):
        rank = wide(s.trick[play, 1])
        after = 11 if rank == 0 and value == 10 else rank + 1
        if after <= value:
            return False
        value, last = after, wide(s.trick[play, 0])
    for play in range(s.plays, MOST_PLAYS):
        if not empty_from(s.trick[play], 0):
            return False
    return s.value == value and s.last == last
