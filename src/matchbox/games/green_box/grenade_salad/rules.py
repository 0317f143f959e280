"""Grenade Salad: soldiers on a measured table, hidden hands, and Mines on opponents' turns.

Green Box of Games, by Jørgen Brunborg-Næss. Two to four players move a soldier and play up to two
cards a turn: placements, airdrops, close combat, snipers and grenades. A soldier alive at the end
scores three points, a killed soldier one point for the killer.
Rulings (R1, R2, ...) are in page.md. Distances and sight are in geometry.py, positions and attacks
of soldiers in state.py, actions, cards and hidden hands in orders.py.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from matchbox.engine import (
    NOBODY,
    Ints,
    Reasons,
    ask,
    below,
    committed,
    finish,
    lowest,
    popcount,
    rule,
    seat_after,
    turn_to,
    wide,
    write_set,
)

from ..components import BRICKS, CARDS, CARDS_OF_A_SYMBOL, CIRCLES, DROP, SYMBOL, WHEEL, shuffle_cards
from .geometry import SET, TILE
from .orders import (
    A_TURN,
    CHOOSE,
    COLUMN,
    DECLINE,
    DECLINED,
    DX,
    DY,
    END,
    KILL,
    MINE,
    MINES,
    MOVE,
    ROW,
    SOLDIER,
    STEP,
    VICTIM,
    X,
    Y,
    draw,
    mineable,
    must_play,
    spend,
    steps,
)
from .state import (
    MOST_CONCERNED,
    QUIET_ROUNDS,
    SOLDIERS,
    WHILE_DECK,
    State,
    columns_to_aim,
    columns_to_move,
    columns_to_place,
    enter,
    explode,
    kill,
    movable,
    playable,
    rows_to_aim,
    rows_to_move,
    rows_to_place,
    scatter,
    victims,
)

AT_START = 5  # soldiers per player
WIDE_SPREAD, NARROW_SPREAD = wide(18), wide(12)  # for the setup and for an airdrop

reasons = Reasons()
NO_CARDS = reasons("the deck and all hands are empty")
ALL_PASSED = reasons("everybody has passed")
CAP = reasons("turn limit: no card played for five rounds", cap=True)


# --- setup ---


@rule
def setup(s: State) -> None:
    s.active = below(s, wide(s.seats))
    shuffle_cards(s, s.deck)
    for place in range(CARDS):
        s.deck[place] = SYMBOL[s.deck[place]]
    s.in_deck = CARDS
    for seat in range(s.seats):
        draw(s, wide(seat))
    for _ in range(AT_START):
        for seat in range(s.seats):
            scatter(s, wide(seat), WIDE_SPREAD)
    go_on(s)


# --- choices ---


@rule
def legal(s: State, seat: int, out: Ints) -> int:
    if s.phase == STEP:
        return write_set(out, wide(0), wide(0), steps(s, seat))
    if s.phase == SOLDIER:
        return write_set(out, wide(0), wide(CHOOSE.first), wide(s.able))
    if s.phase == COLUMN:
        return legal_columns(s, seat, out)
    n = wide(0)
    if s.phase == ROW:
        first = wide(Y.first) if s.doing == DROP else wide(DY.first)
        n = write_set(out, n, first, rows(s, seat, wide(s.column), False))
        return write_set(out, n, first + SET, rows(s, seat, wide(s.column), True))
    if s.phase == VICTIM:
        for other in range(s.seats):
            if other != seat:
                first = wide(KILL.first + SOLDIERS * other)
                n = write_set(out, n, first, victims(s, seat, other, wide(s.doing), False))
        return n
    out[0] = DECLINE
    return write_set(out, wide(1), wide(MINE.first), mineable(s) if s.hand[seat, BRICKS] > 0 else wide(0))


@rule
def legal_columns(s: State, seat: int, out: Ints) -> int:
    if s.doing == DROP:
        n = write_set(out, wide(0), wide(X.first), columns_to_place(s, wide(0)))
        return write_set(out, n, wide(X.first + SET), columns_to_place(s, wide(SET)))
    if s.doing == MOVE:
        return write_set(out, wide(0), wide(DX.first), columns_to_move(s, seat, wide(s.soldier), False))
    return write_set(out, wide(0), wide(DX.first), columns_to_aim(s, seat, wide(s.soldier)))


@rule
def rows(s: State, seat: int, column: int, upper: bool) -> int:
    """The legal rows of a column. Both count from the start of their block; a placement needs two sets."""
    if s.doing == DROP:
        return rows_to_place(s, column, wide(SET) if upper else wide(0))
    if upper:
        return wide(0)
    if s.doing == MOVE:
        return rows_to_move(s, seat, wide(s.soldier), column - TILE)
    return rows_to_aim(s, seat, wide(s.soldier), column - TILE)


@rule
def apply(s: State, seat: int, action: int) -> None:
    if s.phase == MINES:
        s.answer[seat] = action - DECLINE + DECLINED
        if committed(s, seat):
            answered(s)
    elif s.phase == STEP:
        if action == END:
            end_turn(s, False)
            go_on(s)
        else:
            start(s, seat, action)
    elif s.phase == SOLDIER:
        choose_soldier(s, action - CHOOSE.first)
    elif s.phase == COLUMN:
        choose_column(s, seat, action - (X.first if s.doing == DROP else DX.first))
    elif s.phase == ROW:
        choose_point(s, seat, action - (Y.first if s.doing == DROP else DY.first))
    else:
        kill(s, (action - KILL.first) // SOLDIERS, (action - KILL.first) % SOLDIERS, seat)
        go_on(s)


# --- the turn ---


@rule
def go_on(s: State) -> None:
    """Let the active player take the next step. A turn with nothing left to do ends by itself."""
    while not s.over:
        seat = wide(s.active)
        s.possible = playable(s, seat)
        s.able = 0 if s.moved else movable(s, seat, True)
        if steps(s, seat) & ~(1 << END):
            s.phase = STEP
            turn_to(s, seat)
            return
        end_turn(s, True)


@rule
def end_turn(s: State, by_itself: bool) -> None:
    seat = wide(s.active)
    if s.cards < A_TURN and (by_itself or (s.cards == 0 and must_play(s))):
        s.lacks[seat] = wide(s.lacks[seat]) | wide(s.possible)  # everybody sees that none of these is in hand
    count_turn(s)
    draw(s, seat)
    s.cards, s.moved, s.able = 0, 0, 0
    held = wide(s.in_deck)
    for other in range(s.seats):
        held += s.held[other]
    if held == 0:
        end_game(s, NO_CARDS)
    elif s.passes >= s.seats:
        end_game(s, ALL_PASSED)
    elif s.quiet >= QUIET_ROUNDS * s.seats:  # R17
        end_game(s, CAP)
    else:
        s.active = seat_after(s, seat)


@rule
def count_turn(s: State) -> None:
    """A turn without a card is a pass, except while the deck lasts with `while_deck` (R16)."""
    s.turns += 1
    if s.cards > 0:
        s.passes = s.quiet = 0
    elif s.passing == WHILE_DECK and s.in_deck > 0:
        s.passes = 0
        s.quiet += 1
    else:
        s.passes += 1
        s.quiet = 0


@rule
def end_game(s: State, reason: int) -> None:
    """The most points win; the larger reserve breaks ties."""
    finish(s, reason)
    for seat in range(s.seats):
        better = wide(1)
        for other in range(s.seats):
            ahead = wide(s.score[other]) - wide(s.score[seat])
            if ahead > 0 or (ahead == 0 and s.entered[other] < s.entered[seat]):
                better += 1
        s.rank[seat] = better


# --- steps ---


@rule
def start(s: State, seat: int, step: int) -> None:
    """Play a card, or begin the move."""
    s.doing = step
    if step == MOVE:
        s.moved = 1
        offer_soldiers(s, movable(s, seat, False))
        return
    spend(s, seat, step)
    s.cards += 1
    if step == DROP:
        s.phase = COLUMN
    elif step == WHEEL:
        offer_soldiers(s, wide(s.alive[seat]))
    elif step == CIRCLES:
        s.concerns = 0
        while s.concerns < MOST_CONCERNED and s.entered[seat] < SOLDIERS:  # R14
            s.concerned[s.concerns] = scatter(s, seat, NARROW_SPREAD)
            s.concerns += 1
        open_window(s)
    else:
        s.phase = VICTIM


@rule
def offer_soldiers(s: State, able: int) -> None:
    """Let the player choose which of these soldiers moves or throws, unless there is only one."""
    s.able = able
    s.phase = SOLDIER
    if popcount(able) == 1:
        choose_soldier(s, lowest(able))


@rule
def choose_soldier(s: State, soldier: int) -> None:
    s.soldier = soldier
    s.phase = COLUMN


@rule
def choose_column(s: State, seat: int, column: int) -> None:
    """Fix the column; the row too, if there is only one."""
    s.column = column
    s.phase = ROW
    low, high = rows(s, seat, column, False), rows(s, seat, column, True)
    if popcount(low) + popcount(high) == 1:
        choose_point(s, seat, lowest(low) if low else lowest(high) + SET)


@rule
def choose_point(s: State, seat: int, row: int) -> None:
    """Place, move or throw."""
    if s.doing == DROP:
        s.concerned[0] = enter(s, seat, wide(s.column), row)
    else:
        x = wide(s.x[seat, s.soldier]) + wide(s.column) - TILE
        y = wide(s.y[seat, s.soldier]) + row - TILE
        if s.doing == WHEEL:
            explode(s, x, y, seat, wide(WHEEL))
            go_on(s)
            return
        s.x[seat, s.soldier], s.y[seat, s.soldier] = x, y
        s.concerned[0] = s.soldier
    s.concerns = 1
    open_window(s)


# --- Mines ---


@rule
def open_window(s: State) -> None:
    s.asking = 1
    ask_for_mines(s)


@rule
def ask_for_mines(s: State) -> None:
    """Let all opponents answer who may hold a Mine by public information, from place `asking` on (R25)."""
    answering = wide(0)
    if s.discards[BRICKS] < CARDS_OF_A_SYMBOL and mineable(s):
        for place in range(s.asking, s.seats):
            seat = seat_after(s, s.active, place)
            if s.held[seat] > 0:
                answering |= 1 << seat
    if answering:
        s.phase = MINES
        ask(s, answering)
    else:
        s.concerns = 0
        go_on(s)


@rule
def answered(s: State) -> None:
    """The first Mine in seat order explodes. Opponents before it have declined; the others answer again."""
    target, miner = NOBODY, wide(0)
    for place in range(wide(s.seats) - 1, 0, -1):
        seat = seat_after(s, s.active, place)
        if s.answer[seat] > DECLINED:
            target, miner = wide(s.concerned[s.answer[seat] - DECLINED - 1]), wide(seat)
            s.asking = place
        s.answer[seat] = 0
    if target == NOBODY:
        s.asking = s.seats
    else:
        spend(s, miner, wide(BRICKS))
        s.passes = s.quiet = 0
        explode(s, wide(s.x[s.active, target]), wide(s.y[s.active, target]), miner, wide(BRICKS))
    ask_for_mines(s)


# --- evaluation ---


FAR_AHEAD = 24  # points


@rule
def evaluate(s: State, seat: int) -> float:
    """The average lead in points over the opponents, from -1 (far behind) to 1 (far ahead)."""
    total = 0.0
    for other in range(s.seats):
        lead = (wide(s.score[seat]) - wide(s.score[other])) / FAR_AHEAD
        total += max(-1.0, min(1.0, lead))
    return total / (wide(s.seats) - 1)


def bound(seats: int, options: Mapping[str, Any]) -> int:
    """At least one card every few rounds; a turn has two cards, a move, an end, and a Mine window after each."""
    rounds = QUIET_ROUNDS if options.get("passing", "while_deck") == "while_deck" else 1
    turns = (CARDS + 1) * rounds * seats
    return turns * (2 * 4 + 4 + 1 + 3 * (seats - 1)) + CARDS_OF_A_SYMBOL * (seats - 1)
