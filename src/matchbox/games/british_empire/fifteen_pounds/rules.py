"""15 Pounds of 4 Cheeses: two players collect chips from a bag and an open field.

Three Small Games in the British Empire +2, by Kumeta (PREOPEN). Both seats choose a tile in secret.
Its number decides who acts first and how much that seat gets; equal numbers lead to a duel.
All four colours or chips worth 15 win. The rulings R1, R2, ... are in page.md.
"""

from __future__ import annotations

from matchbox.engine import (
    NOBODY,
    SEATS,
    Actions,
    Base,
    Ints,
    Reasons,
    all_act,
    below,
    committed,
    draw_kind,
    finish,
    finish_with,
    i1,
    is_acting,
    option,
    owner,
    public,
    put,
    record,
    rule,
    turn_to,
    u1,
    wide,
)

from ..components import BLUE, CHIPS, COLOURS, GREEN, NUMBERS, OPEN, RED, YELLOW, count, open_hand

GOAL = 15
MOST_ROUNDS = 60
ORDER, HOLD, STEAL, ACTION = range(4)  # phase
FIRST, VALUE = range(2)  # both_complete
EXACT, ALLOWED = range(2)  # no_exchange


@record(seats=2)
class State(Base):
    """Chips are counted by colour. All chips are public (R15); only pending choices are secret.

    `score` is the value of the chips. Behind screens it is counted at the end only (R23).
    """

    phase = public(u1, high=ACTION)
    chips = public(u1[SEATS, 4], high=12)
    field = public(u1[4], high=12)
    bag = public(u1[4], high=12)  # public by subtraction; only the next draw is random
    in_hand = public(u1[SEATS, NUMBERS], high=1)  # tiles by number
    chosen = owner(u1[SEATS], high=3, free=True)  # number of the tile, 0 before the choice
    held = owner(u1[SEATS, 4], high=12, free=True)
    number = public(u1[SEATS], high=3, free=True)  # of the tile revealed last
    start_value = public(u1[SEATS], free=True)  # before the duel (R6)
    shown = public(u1[SEATS, 4], high=12, free=True)  # hands of the last duel
    winner = public(i1, low=-1, high=SEATS - 1, free=True)  # of this round's duel, or NOBODY
    coin = public(u1, high=1, free=True)  # 1 if the coin tile decided the duel
    first = public(i1, low=-1, high=SEATS - 1, free=True)  # the seat that acts first this round
    drawn = public(u1[SEATS, 4], high=12, free=True)  # chips grabbed since the tiles were revealed
    rounds = public(u1, high=MOST_ROUNDS, free=True)
    both_complete = option("first", "value")  # R18
    no_exchange = option("exact", "allowed")  # R22
    purses = option("open", "screened")


actions = Actions()
TILE = actions.block("tile", secret=True, obvious=True, number=range(1, 4))
# the chips held in a duel, or owned after an exchange
SET = actions.block("chips", secret=(HOLD,), obvious=(HOLD,), blue=13, red=7, green=3, yellow=2)
THEFT = actions.block("steal", colour=COLOURS)
GRAB = actions.single("grab")

reasons = Reasons()
FOUR_COLOURS = reasons("all four colours")
FIFTEEN = reasons("chips worth 15 or more")
HEAVIER = reasons("both players qualify: the higher value wins")
EARLIER = reasons("both players qualify with equal values: the first to act wins")
CAP = reasons("round limit reached: higher value", cap=True)
ACTED_FIRST = reasons("both players qualify: the first to act wins")


@rule
def setup(s: State) -> None:
    put(s.bag, CHIPS)
    s.winner = s.first = NOBODY
    begin_round(s)


@rule
def begin_round(s: State) -> None:
    """Start choosing tiles; every third round all of them return to hand (R19)."""
    if s.rounds % 3 == 0:
        for seat in range(2):
            for number in range(1, NUMBERS):
                s.in_hand[seat, number] = 1
    s.rounds += 1
    s.phase = ORDER
    all_act(s)


# --- legal moves ---


@rule
def legal(s: State, seat: int, out: Ints) -> int:
    n = 0
    if s.phase == ORDER:
        for number in range(1, NUMBERS):
            if s.in_hand[seat, number] > 0:
                out[n] = TILE.id(number)
                n += 1
    elif s.phase == HOLD:
        for blue in range(s.chips[seat, BLUE] + 1):
            for red in range(s.chips[seat, RED] + 1):
                for green in range(s.chips[seat, GREEN] + 1):
                    for yellow in range(s.chips[seat, YELLOW] + 1):
                        out[n] = SET.id(blue, red, green, yellow)
                        n += 1
    elif s.phase == STEAL:
        for colour in range(4):
            if s.chips[1 - seat, colour] > 0:
                out[n] = THEFT.id(colour)
                n += 1
    else:
        n = exchanges(s, seat, out)
        if may_keep(s, seat):
            insert_kept(s, seat, out, n)
            n += 1
        if count(s.bag) > 0:  # R9
            out[n] = GRAB
            n += 1
    return n


@rule
def exchanges(s: State, seat: int, out: Ints) -> int:
    """Write all sets worth exactly the target (R10) and return their number."""
    total, n = target(s, seat), 0
    most_red, most_green, most_yellow = in_reach(s, seat, RED), in_reach(s, seat, GREEN), in_reach(s, seat, YELLOW)
    for blue in range(min(total, in_reach(s, seat, BLUE)) + 1):
        for red in range(min((total - blue) // 2, most_red) + 1):
            for green in range(most_green + 1):
                left = total - blue - 2 * red - 3 * green
                if left == 0 or (left == 4 and most_yellow > 0):
                    out[n] = SET.id(blue, red, green, left // 4)
                    n += 1
    return n


@rule
def may_keep(s: State, seat: int) -> bool:
    """May the seat leave its chips as they are, although they are not worth the target (R22)?"""
    return s.no_exchange == ALLOWED and worth(s.chips[seat]) != target(s, seat)


@rule
def insert_kept(s: State, seat: int, out: Ints, n: int) -> None:
    """Insert the seat's chips as they are among `n` sets in ascending order."""
    blue, red = wide(s.chips[seat, BLUE]), wide(s.chips[seat, RED])
    kept = SET.id(blue, red, wide(s.chips[seat, GREEN]), wide(s.chips[seat, YELLOW]))
    place = n
    while place > 0 and out[place - 1] > kept:
        out[place] = out[place - 1]
        place -= 1
    out[place] = kept


@rule
def target(s: State, seat: int) -> int:
    """The value that the seat's chips must have after an exchange."""
    return wide(s.start_value[seat]) + s.number[seat]


@rule
def in_reach(s: State, seat: int, colour: int) -> int:
    """Chips of a colour that an exchange can use: the seat's own and the field's (R13)."""
    return wide(s.chips[seat, colour]) + s.field[colour]


@rule
def apply(s: State, seat: int, action: int) -> None:
    if s.phase == ORDER:
        s.chosen[seat] = TILE.args(action)[0]
        if committed(s, seat):
            reveal_tiles(s)
    elif s.phase == HOLD:
        s.held[seat, BLUE], s.held[seat, RED], s.held[seat, GREEN], s.held[seat, YELLOW] = SET.args(action)
        if committed(s, seat):
            duel(s)
    elif s.phase == STEAL:
        steal(s, THEFT.args(action)[0])
    else:
        if action == GRAB:
            grab(s, seat)
        else:
            exchange(s, seat, action)
        if seat == s.first:
            second_action(s)
        else:
            end_round(s)


# --- tiles and duels ---


@rule
def reveal_tiles(s: State) -> None:
    for seat in range(2):
        s.number[seat] = s.chosen[seat]
        s.chosen[seat] = 0
        s.in_hand[seat, s.number[seat]] -= 1
        s.start_value[seat] = worth(s.chips[seat])
        for colour in range(4):
            s.drawn[seat, colour] = 0
    s.winner = NOBODY
    s.coin = 0
    if s.number[0] == s.number[1]:
        s.phase = HOLD
        all_act(s)
    else:
        s.first = 0 if s.number[0] < s.number[1] else 1
        first_action(s)


@rule
def duel(s: State) -> None:
    """The higher value in hand wins, or the coin decides (R2); the winner then steals a chip if there is any."""
    for seat in range(2):
        open_hand(s.held[seat], s.shown[seat])
    first, second = worth(s.shown[0]), worth(s.shown[1])
    if first == second:
        s.coin = 1
        s.winner = below(s, 2)
    else:
        s.winner = 0 if first > second else 1
    s.first = s.winner
    colours, only = 0, wide(BLUE)
    for colour in range(4):
        if s.chips[1 - s.winner, colour] > 0:
            colours += 1
            only = wide(colour)
    if colours > 1:
        s.phase = STEAL
        turn_to(s, wide(s.winner))
    elif colours == 1:
        steal(s, only)
    else:  # R3
        lay_hand(s)


@rule
def worth(chips: Ints) -> int:
    return wide(chips[BLUE]) + 2 * chips[RED] + 3 * chips[GREEN] + 4 * chips[YELLOW]


@rule
def steal(s: State, colour: int) -> None:
    s.chips[1 - s.winner, colour] -= 1
    s.chips[s.winner, colour] += 1
    lay_hand(s)


@rule
def lay_hand(s: State) -> None:
    """Move the winner's hand to the field; the stolen chip was not in it (R5)."""
    for colour in range(4):
        s.chips[s.winner, colour] -= s.shown[s.winner, colour]
        s.field[colour] += s.shown[s.winner, colour]
    first_action(s)


# --- actions ---


@rule
def first_action(s: State) -> None:
    if not offer_action(s, wide(s.first)):
        second_action(s)


@rule
def second_action(s: State) -> None:
    if not offer_action(s, 1 - wide(s.first)):
        end_round(s)


@rule
def offer_action(s: State, seat: int) -> bool:
    """Give the seat its action; false if it has none (R9)."""
    if count(s.bag) == 0 and not can_exchange(s, seat):
        return False
    s.phase = ACTION
    turn_to(s, seat)
    return True


@rule
def can_exchange(s: State, seat: int) -> bool:
    total = target(s, seat)
    for yellow in range(in_reach(s, seat, YELLOW) + 1):
        for green in range(in_reach(s, seat, GREEN) + 1):
            for red in range(in_reach(s, seat, RED) + 1):
                blue = total - 4 * yellow - 3 * green - 2 * red
                if 0 <= blue <= in_reach(s, seat, BLUE):
                    return True
    return False


@rule
def grab(s: State, seat: int) -> None:
    """Keep all chips if they share a colour, else one of the lowest (R7); the rest goes to the field."""
    left = count(s.bag)
    for _ in range(min(wide(s.number[seat]), left)):  # R8
        s.drawn[seat, draw_kind(s, s.bag, left)] += 1
        left -= 1
    kept = False
    for colour in range(4):
        n = s.drawn[seat, colour]
        if n > 0 and not kept:
            keep = n if n == count(s.drawn[seat]) else 1
            s.chips[seat, colour] += keep
            s.field[colour] += n - keep
            kept = True
        else:
            s.field[colour] += n


@rule
def exchange(s: State, seat: int, action: int) -> None:
    wanted = SET.args(action)
    for colour in range(4):
        s.field[colour] = in_reach(s, seat, colour) - wanted[colour]
        s.chips[seat, colour] = wanted[colour]


# --- the end ---


@rule
def end_round(s: State) -> None:
    """Check for a winner (R17); if both seats qualify, the first to act wins, or the higher value (R18)."""
    both = qualifies(s, 0) and qualifies(s, 1)
    over = qualifies(s, 0) or qualifies(s, 1) or s.rounds == MOST_ROUNDS
    for seat in range(2):
        if over or s.purses == OPEN:
            s.score[seat] = worth(s.chips[seat])
    if not over:
        begin_round(s)
    elif both and s.both_complete == FIRST:
        finish_with(s, wide(s.first), ACTED_FIRST)
    elif both and s.score[0] == s.score[1]:
        finish_with(s, wide(s.first), EARLIER)
    elif both:
        finish(s, HEAVIER)
    elif qualifies(s, 0) or qualifies(s, 1):
        winner = 0 if qualifies(s, 0) else 1
        finish_with(s, winner, FIFTEEN if s.score[winner] >= GOAL else FOUR_COLOURS)
    else:
        finish(s, CAP)


@rule
def qualifies(s: State, seat: int) -> bool:
    return worth(s.chips[seat]) >= GOAL or has_all_colours(s.chips[seat])


@rule
def has_all_colours(chips: Ints) -> bool:
    return chips[BLUE] > 0 and chips[RED] > 0 and chips[GREEN] > 0 and chips[YELLOW] > 0


# --- knowledge and checks ---


@rule
def redeal(s: State, seat: int) -> None:
    """Hidden from a seat: the tile or the hand that its opponent has already chosen."""
    other = 1 - seat
    if s.over or is_acting(s, other):
        return
    if s.phase == ORDER:
        skip = below(s, count(s.in_hand[other]))
        for number in range(1, NUMBERS):
            if s.in_hand[other, number] > 0:
                if skip == 0:
                    s.chosen[other] = number
                skip -= 1
    elif s.phase == HOLD:
        for colour in range(4):
            s.held[other, colour] = below(s, wide(s.chips[other, colour]) + 1)


@rule
def conserved(s: State) -> bool:
    for colour in range(4):
        if s.chips[0, colour] + s.chips[1, colour] + s.field[colour] + s.bag[colour] != CHIPS[colour]:
            return False
    tiles = 3 - (wide(s.rounds) - 1) % 3 - (0 if s.phase == ORDER else 1)
    for seat in range(2):
        if count(s.in_hand[seat]) != tiles:
            return False
        if s.chosen[seat] > 0 and s.in_hand[seat, s.chosen[seat]] == 0:
            return False
        if s.in_hand[seat, 0] > 0:
            return False
        for colour in range(4):
            if s.held[seat, colour] > s.chips[seat, colour]:
                return False
    return True
