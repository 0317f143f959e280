"""A game with a deck, hands and secret bids, and copies of it that are broken in one way each."""

from __future__ import annotations

from matchbox.engine import (
    SEATS,
    About,
    Actions,
    Base,
    Game,
    Ints,
    Reasons,
    all_act,
    below,
    committed,
    empty_from,
    finish,
    is_acting,
    lift,
    nobody,
    owner,
    public,
    put,
    record,
    rule,
    shuffle,
    u1,
    wide,
)

CARDS = 8
ROUNDS = 3


class Cards(Base):
    """Cards are numbers from 1; 0 is no card."""

    deck = nobody(u1[CARDS], high=CARDS)  # the last card is the top
    in_deck = public(u1, high=CARDS)
    hand = owner(u1[SEATS], high=CARDS)
    table = public(u1[CARDS], high=CARDS)  # cards played, in order
    bid = owner(u1[SEATS], high=2, free=True)


@record(seats=2)
class State(Cards):
    """A sound game."""


@record(seats=2)
class BlindState(Cards):
    """A seat does not see its hand."""

    hand = nobody(u1[SEATS], high=CARDS)


@record(seats=2)
class MarkedState(Cards):
    """Everybody sees the order in which the cards were shuffled."""

    marks = public(u1[CARDS], high=CARDS)


actions = Actions()
BID = actions.block("bid", secret=True, coins=range(1, 3))
reasons = Reasons()
OVER = reasons("the last round is over")


@rule
def setup(s: Cards) -> None:
    for card in range(CARDS):
        s.deck[card] = card + 1
    shuffle(s, s.deck, CARDS)
    s.in_deck = CARDS
    begin_round(s)


@rule
def begin_round(s: Cards) -> None:
    for seat in range(2):
        s.in_deck -= 1
        s.hand[seat] = lift(s.deck, s.in_deck)
    all_act(s)


@rule
def legal(s: Cards, seat: int, out: Ints) -> int:
    out[0], out[1] = BID.id(1), BID.id(2)
    return 2


@rule
def apply(s: Cards, seat: int, action: int) -> None:
    s.bid[seat] = BID.args(action)[0]
    if committed(s, seat):
        for player in range(2):
            s.score[player] += s.bid[player] * s.hand[player]
            s.table[CARDS - s.in_deck - 2 + player] = lift(s.hand, player)
            s.bid[player] = 0
        if s.in_deck == CARDS - 2 * ROUNDS:
            finish(s, OVER)
        else:
            begin_round(s)


@rule
def redeal(s: Cards, seat: int) -> None:
    """Hidden from a seat: the deck, the opponent's card, and the opponent's bid once made."""
    n = collect_hidden(s, seat)
    shuffle(s, s.deck, n)
    if s.over:
        return
    s.hand[1 - seat] = lift(s.deck, n - 1)
    redeal_bid(s, 1 - seat)


@rule
def collect_hidden(s: Cards, seat: int) -> int:
    """Put the cards that this seat does not see into the deck, in order, and return their number."""
    seen = 1 << wide(s.hand[seat])
    for card in s.table:
        seen |= 1 << wide(card)
    n = 0
    for card in range(1, CARDS + 1):
        if seen >> card & 1 == 0:
            s.deck[n] = card
            n += 1
    return n


@rule
def redeal_bid(s: Cards, seat: int) -> None:
    if not is_acting(s, seat):
        s.bid[seat] = 1 + below(s, 2)


@rule
def conserved(s: Cards) -> bool:
    """Every card is in the deck, in a hand or on the table."""
    found, played = 0, CARDS - wide(s.in_deck) - (0 if s.over else 2)
    for place in range(s.in_deck):
        found |= 1 << wide(s.deck[place])
    for place in range(played):
        found |= 1 << wide(s.table[place])
    for seat in range(2):
        if s.hand[seat] > 0:
            found |= 1 << wide(s.hand[seat])
    return found == (2 << CARDS) - 2 and empty_from(s.deck, wide(s.in_deck)) and empty_from(s.table, played)


# --- broken rules ---


@rule
def deals_nothing(s: Cards, seat: int) -> None:
    """Nothing is dealt again."""


@rule
def forgets_the_bid(s: Cards, seat: int) -> None:
    n = collect_hidden(s, seat)
    shuffle(s, s.deck, n)
    if not s.over:
        s.hand[1 - seat] = lift(s.deck, n - 1)


@rule
def deals_the_same(s: Cards, seat: int) -> None:
    n = collect_hidden(s, seat)
    if not s.over:
        s.hand[1 - seat] = lift(s.deck, n - 1)
        redeal_bid(s, 1 - seat)


@rule
def deals_low_cards(s: Cards, seat: int) -> None:
    """The opponent never gets the highest card."""
    n = collect_hidden(s, seat)
    shuffle(s, s.deck, n)
    if not s.over:
        if s.deck[n - 1] == CARDS:
            s.deck[n - 1], s.deck[0] = s.deck[0], s.deck[n - 1]
        s.hand[1 - seat] = lift(s.deck, n - 1)
        redeal_bid(s, 1 - seat)


@rule
def mark_cards(s: MarkedState) -> None:
    setup(s)
    put(s.marks, s.deck)
    s.marks[CARDS - 1], s.marks[CARDS - 2] = s.hand[0], s.hand[1]


@rule
def reads_the_marks(s: MarkedState, seat: int) -> None:
    for place in range(s.in_deck):
        s.deck[place] = s.marks[place]
    if not s.over:
        s.hand[1 - seat] = s.marks[wide(s.in_deck) + seat]
        redeal_bid(s, 1 - seat)


@rule
def accepts_everything(s: Cards) -> bool:
    return True


@rule
def adds_up(s: Cards) -> bool:
    """The sum of all cards is right, but they may be other cards."""
    total = wide(s.hand[0]) + wide(s.hand[1])
    for place in range(CARDS):
        total += wide(s.deck[place]) + wide(s.table[place])
    return total == CARDS * (CARDS + 1) // 2 and empty_from(s.deck, wide(s.in_deck))


def coins(name: str, state: type[Base] = State, **rules: object) -> Game:
    usual = {"setup": setup, "legal": legal, "apply": apply, "redeal": redeal, "conserved": conserved}
    parts: dict[str, object] = {**usual, **rules}
    about = About(name, "Coins", "Tests", "nobody", range(2, 3), "1", 1, "secret bids")
    return Game(about, state, actions, reasons, bound=lambda seats, options: 2 * ROUNDS, **parts)  # type: ignore[arg-type]


game = coins("coins")
