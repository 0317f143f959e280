"""Best of Three: a match of up to three games drawn from five.

Three Small Games in the British Empire +2, by PREOPEN. Three game cards are drawn and put
in order. The winner of a game takes its card, and two cards win the match. A drawn game is
replayed once. To all other code the match is a game like any other: its record contains the
record of the game on the table. A finished game stays there until both players go on to the
next one. The rulings R1, R2, ... are in page.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from matchbox.engine import (
    NOBODY,
    SEATS,
    Actions,
    Base,
    Inner,
    Ints,
    Reasons,
    States,
    all_act,
    below,
    committed,
    finish,
    i1,
    inside,
    lend,
    option,
    public,
    record,
    rule,
    turn_to,
    u1,
    wide,
)

from .. import building_blocks_brawl, fifteen_pounds, futakotamagawa_fireworks, gaze_into_the_abyss, holmes_vs_moriarty
from ..building_blocks_brawl import rules as brawl
from ..fifteen_pounds import rules as pounds
from ..futakotamagawa_fireworks import rules as fireworks
from ..gaze_into_the_abyss import rules as gaze
from ..holmes_vs_moriarty import rules as holmes_rules
from ..holmes_vs_moriarty import state as holmes_state

RUNNING = -2  # in place of a winner
ORDERING, GAZE, FIREWORKS, POUNDS, BRAWL, HOLMES = range(6)  # values of `playing`
NAMES = ("order", "gaze", "fireworks", "pounds", "brawl", "holmes")
BETWEEN = "between"  # in place of these names, while a finished game is on the table
FIELDS = ("", "gaze", "fireworks", "pounds", "brawl", "holmes_game")
GAMES = (
    gaze_into_the_abyss.game,
    futakotamagawa_fireworks.game,
    fifteen_pounds.game,
    building_blocks_brawl.game,
    holmes_vs_moriarty.game,
)

# The ten draws of three cards. 15 Pounds comes first, Building Blocks Brawl second, Holmes third.
# Gaze and Fireworks fill the free positions, in either order if both were drawn.
DRAWS = (
    (GAZE, FIREWORKS, HOLMES),
    (GAZE, FIREWORKS, POUNDS),
    (GAZE, FIREWORKS, BRAWL),
    (GAZE, HOLMES, POUNDS),
    (GAZE, HOLMES, BRAWL),
    (GAZE, POUNDS, BRAWL),
    (FIREWORKS, HOLMES, POUNDS),
    (FIREWORKS, HOLMES, BRAWL),
    (FIREWORKS, POUNDS, BRAWL),
    (HOLMES, POUNDS, BRAWL),
)
FIXED = {POUNDS: 0, BRAWL: 1, HOLMES: 2}  # positions


def _order(draw: tuple[int, ...], gaze_first: bool) -> list[int]:
    order = [0, 0, 0]
    for game in draw:
        if game in FIXED:
            order[FIXED[game]] = game
    free = iter([g for g in ((GAZE, FIREWORKS) if gaze_first else (FIREWORKS, GAZE)) if g in draw])
    return [game or next(free) for game in order]


ORDERS = np.array([[_order(draw, True), _order(draw, False)] for draw in DRAWS], np.int64)  # by draw and choice
CHOICES = 3  # draws below this number leave a choice of order

COIN, SEAT0, SEAT1, RANDOM_ORDER = range(4)  # chooser
RANDOM = 0  # cards; value k + 1 is draw k


@record(seats=2)
class State(Base):
    """`score` counts game cards. Only the game on the table has a record; of earlier games the winner is kept."""

    phase = public(u1, high=3)
    gaze = inside(gaze.State)
    fireworks = inside(fireworks.State)
    pounds = inside(pounds.State)
    brawl = inside(brawl.State)
    holmes_game = inside(holmes_state.State)
    draw = public(u1, high=len(DRAWS) - 1, free=True)
    order = public(u1[3], high=HOLMES)
    winners = public(i1[3], low=-1, high=SEATS - 1)  # by position; NOBODY also after two drawn games (R5)
    position = public(u1, high=2)  # of the game on the table
    replayed = public(u1, high=1, free=True)  # 1 if it is a replay
    playing = public(u1, high=HOLMES)  # the game on the table, being played or finished
    between = public(u1, high=1)  # 1 from the end of a game until both seats go on
    picker = public(i1, low=-1, high=SEATS - 1, free=True)  # the seat that chooses the order
    role = public(u1, high=SEATS, free=True)  # 1 + the seat that starts as Holmes
    chooser = option("coin", "seat0", "seat1", "random_order")
    cards = option("random", *map(str, range(10)))
    first_announcer = option("random", "seat0", "seat1")
    tie_tile = option("carry", "discard")
    holmes = option("random", "seat0", "seat1", "match", default="match")
    copying = option("real", "imitating")
    shortfall = option("nothing", "everything")
    both_complete = option("first", "value")
    no_exchange = option("exact", "allowed")
    purses = option("open", "screened")


BLANK_GAZE = np.zeros(1, gaze.State.dtype)
BLANK_FIREWORKS = np.zeros(1, fireworks.State.dtype)
BLANK_POUNDS = np.zeros(1, pounds.State.dtype)
BLANK_BRAWL = np.zeros(1, brawl.State.dtype)
BLANK_HOLMES = np.zeros(1, holmes_state.State.dtype)
# With the usual options of each game; those that the match has are written over them.
NEW_GAZE, NEW_FIREWORKS, NEW_POUNDS, NEW_BRAWL, NEW_HOLMES = (game.template(2) for game in GAMES)

actions = Actions()
FIRST = actions.block("first", game=("gaze", "fireworks"))
NEXT = actions.single("next", {"playing": BETWEEN}, pause=True)
for _name, _game in zip(NAMES[1:], GAMES, strict=True):
    OFFSET = actions.include(_game.actions, _name, {"playing": _name})  # the same for all games: they share ids

reasons = Reasons()
TWO_CARDS = reasons("two game cards")
MORE_CARDS = reasons("more game cards after three games")
EQUAL_CARDS = reasons("equal number of game cards after three games")


@rule
def setup(s: State) -> None:
    """Draw three cards; if Gaze and Fireworks are both among them, a seat chooses their order (R1, R2)."""
    for position in range(3):
        s.winners[position] = NOBODY
    s.draw = below(s, 10) if s.cards == RANDOM else wide(s.cards) - 1
    s.picker = NOBODY
    if s.draw >= CHOICES:
        begin_match(s, 0)
    elif s.chooser == RANDOM_ORDER:
        begin_match(s, below(s, 2))
    else:
        s.picker = below(s, 2) if s.chooser == COIN else wide(s.chooser) - SEAT0
        s.playing = ORDERING
        turn_to(s, wide(s.picker))


@rule
def begin_match(s: State, choice: int) -> None:
    for position in range(3):
        s.order[position] = ORDERS[s.draw, choice, position]
    begin_game(s)


@rule
def begin_game(s: State) -> None:
    """Set up the game at this position; it continues the match's random generator (R13)."""
    clear_games(s)
    s.playing = s.order[s.position]
    if s.playing == GAZE:
        s.gaze = NEW_GAZE[0]
        s.gaze.first_announcer = s.first_announcer  # R10
        s.gaze.purses = s.purses
        lend(s, s.gaze)
        gaze.setup(s.gaze)
        mirror(s, s.gaze)
    elif s.playing == FIREWORKS:
        s.fireworks = NEW_FIREWORKS[0]
        s.fireworks.purses = s.purses
        lend(s, s.fireworks)
        fireworks.setup(s.fireworks)
        mirror(s, s.fireworks)
    elif s.playing == POUNDS:
        s.pounds = NEW_POUNDS[0]
        s.pounds.both_complete, s.pounds.no_exchange = s.both_complete, s.no_exchange
        s.pounds.purses = s.purses
        lend(s, s.pounds)
        pounds.setup(s.pounds)
        mirror(s, s.pounds)
    elif s.playing == BRAWL:
        s.brawl = NEW_BRAWL[0]
        s.brawl.tie_tile, s.brawl.purses = s.tie_tile, s.purses
        lend(s, s.brawl)
        brawl.setup(s.brawl)
        mirror(s, s.brawl)
    else:
        if s.role == 0:
            s.role = 1 + first_holmes(s)
        s.holmes_game = NEW_HOLMES[0]
        s.holmes_game.holmes = s.holmes
        s.holmes_game.first_holmes = s.role
        s.holmes_game.copying, s.holmes_game.shortfall = s.copying, s.shortfall
        lend(s, s.holmes_game)
        holmes_rules.setup(s.holmes_game)
        mirror(s, s.holmes_game)


@rule
def clear_games(s: State) -> None:
    """Clear the record of the finished game."""
    s.gaze = BLANK_GAZE[0]
    s.fireworks = BLANK_FIREWORKS[0]
    s.pounds = BLANK_POUNDS[0]
    s.brawl = BLANK_BRAWL[0]
    s.holmes_game = BLANK_HOLMES[0]


@rule
def mirror(s: State, inner: Base) -> None:
    """Copy the acting seats, phase and decision point of the inner game."""
    s.acting = inner.acting
    s.phase = inner.phase
    attempt = 2 * wide(s.position) + s.replayed + 1  # different for every game and replay
    s.decision_point = (attempt << 20) + inner.decision_point


@rule
def first_holmes(s: State) -> int:
    """The winner of the latest game with a winner, else a coin decides (R7); a replay keeps the role (R8)."""
    for position in range(1, -1, -1):
        if s.winners[position] != NOBODY:
            return wide(s.winners[position])
    return below(s, 2)


@rule
def legal(s: State, seat: int, out: Ints) -> int:
    """The choice of the order, the next game, or the inner game's legal moves with their ids shifted by OFFSET."""
    if s.playing == ORDERING:
        out[0], out[1] = FIRST.id(0), FIRST.id(1)
        return 2
    if s.between:
        out[0] = NEXT
        return 1
    if s.playing == GAZE:
        n = gaze.legal(s.gaze, seat, out)
    elif s.playing == FIREWORKS:
        n = fireworks.legal(s.fireworks, seat, out)
    elif s.playing == POUNDS:
        n = pounds.legal(s.pounds, seat, out)
    elif s.playing == BRAWL:
        n = brawl.legal(s.brawl, seat, out)
    else:
        n = holmes_rules.legal(s.holmes_game, seat, out)
    for i in range(n):
        out[i] += OFFSET
    return n


@rule
def apply(s: State, seat: int, action: int) -> None:
    if s.playing == ORDERING:
        begin_match(s, action)
        return
    if s.between:
        if committed(s, seat):
            next_game(s)
        return
    if s.playing == GAZE:
        gaze.apply(s.gaze, seat, action - OFFSET)
        winner = inner_winner(s, s.gaze)
    elif s.playing == FIREWORKS:
        fireworks.apply(s.fireworks, seat, action - OFFSET)
        winner = inner_winner(s, s.fireworks)
    elif s.playing == POUNDS:
        pounds.apply(s.pounds, seat, action - OFFSET)
        winner = inner_winner(s, s.pounds)
    elif s.playing == BRAWL:
        brawl.apply(s.brawl, seat, action - OFFSET)
        winner = inner_winner(s, s.brawl)
    else:
        holmes_rules.apply(s.holmes_game, seat, action - OFFSET)
        winner = inner_winner(s, s.holmes_game)
    if winner != RUNNING:
        end_game(s, winner)


@rule
def inner_winner(s: State, inner: Base) -> int:
    """Follow the inner game, and return its winner: a seat, NOBODY after a draw, or RUNNING."""
    mirror(s, inner)
    if inner.over:
        lend(inner, s)
    return winner_of(inner)


@rule
def winner_of(inner: Base) -> int:
    if not inner.over:
        return RUNNING
    if inner.rank[0] == inner.rank[1]:
        return NOBODY
    return 0 if inner.rank[0] < inner.rank[1] else 1


@rule
def end_game(s: State, winner: int) -> None:
    """Give the card to the winner. The finished game stays on the table until both seats go on (R15)."""
    if winner != NOBODY:
        s.winners[s.position] = winner
        s.score[winner] += 1
    if not is_decided(s):
        s.between = 1
        all_act(s)
    elif max(s.score[0], s.score[1]) == 2:
        finish(s, TWO_CARDS)
    else:  # R6
        finish(s, EQUAL_CARDS if s.score[0] == s.score[1] else MORE_CARDS)


@rule
def is_decided(s: State) -> bool:
    """With the game on the table finished: is the match over?"""
    return max(s.score[0], s.score[1]) == 2 or (s.position == 2 and not is_replayed_next(s))


@rule
def is_replayed_next(s: State) -> bool:
    """A drawn game is replayed once (R4); then nobody gets its card (R5)."""
    return s.winners[s.position] == NOBODY and s.replayed == 0


@rule
def next_game(s: State) -> None:
    s.between = 0
    if is_replayed_next(s):
        s.replayed = 1
    else:
        s.position += 1
        s.replayed = 0
    begin_game(s)


@rule
def redeal(s: State, seat: int) -> None:
    """Redeal what the inner game hides."""
    if s.playing == GAZE:
        lend(s, s.gaze)
        gaze.redeal(s.gaze, seat)
    elif s.playing == FIREWORKS:
        lend(s, s.fireworks)
        fireworks.redeal(s.fireworks, seat)
    elif s.playing == POUNDS:
        lend(s, s.pounds)
        pounds.redeal(s.pounds, seat)
    elif s.playing == BRAWL:
        lend(s, s.brawl)
        brawl.redeal(s.brawl, seat)
    elif s.playing == HOLMES:
        lend(s, s.holmes_game)
        holmes_state.redeal(s.holmes_game, seat)


@rule
def conserved(s: State) -> bool:
    seats = s.gaze.seats + s.fireworks.seats + s.pounds.seats + s.brawl.seats + s.holmes_game.seats
    if not winners_match(s) or not order_matches(s):
        return False
    if s.playing == ORDERING:
        return seats == 0 and s.position == 0 and s.between == 0 and s.over == 0
    if seats != 2 or s.order[s.position] != s.playing:
        return False
    if s.playing == GAZE:
        return end_matches(s, s.gaze) and gaze.conserved(s.gaze)
    if s.playing == FIREWORKS:
        return end_matches(s, s.fireworks) and fireworks.conserved(s.fireworks)
    if s.playing == POUNDS:
        return end_matches(s, s.pounds) and pounds.conserved(s.pounds)
    if s.playing == BRAWL:
        return end_matches(s, s.brawl) and brawl.conserved(s.brawl)
    return end_matches(s, s.holmes_game) and holmes_state.conserved(s.holmes_game)


@rule
def end_matches(s: State, inner: Base) -> bool:
    """Has the winner of a finished game its card, and does the match go on or end as it must?"""
    winner = winner_of(inner)
    if winner == RUNNING:
        return s.between == 0 and s.over == 0 and s.winners[s.position] == NOBODY
    decided = is_decided(s)
    return s.winners[s.position] == winner and (s.over != 0) == decided and (s.between != 0) != decided


@rule
def winners_match(s: State) -> bool:
    """Does every game card that was won count for its winner, and is no game to come decided?"""
    first, second = 0, 0
    for position in range(3):
        first += s.winners[position] == 0
        second += s.winners[position] == 1
        if position > s.position and s.winners[position] != NOBODY:
            return False
    return first == s.score[0] and second == s.score[1] and max(first, second) <= 2


@rule
def order_matches(s: State) -> bool:
    """Are the three cards in an order that their draw allows, or not in order yet?"""
    if s.playing == ORDERING:
        return s.draw < CHOICES and s.order[0] + s.order[1] + s.order[2] == 0
    first, second = True, True
    for position in range(3):
        first &= s.order[position] == ORDERS[s.draw, 0, position]
        second &= s.order[position] == ORDERS[s.draw, 1, position]
    return first or second


def bound(seats: int, options: Mapping[str, Any]) -> int:
    """Every game of the box twice with both seats going on after it, and the choice of the order."""
    return 1 + 2 * sum(game.bound(2, game.read_options({})) + 2 for game in GAMES)


def context(state: States) -> Mapping[str, Any]:
    """Action names depend on the game being played."""
    return {"playing": BETWEEN if state["between"][0] else NAMES[int(state["playing"][0])]}


def inner(state: States) -> Inner | None:
    """The game being played."""
    playing = int(state["playing"][0])
    if playing == ORDERING or state["between"][0] or state["over"][0]:
        return None
    return Inner(GAMES[playing - 1], state[FIELDS[playing]].copy(), OFFSET)
