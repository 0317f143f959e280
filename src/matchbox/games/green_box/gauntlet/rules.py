"""The Gauntlet: a race under fire, with three cards planned in secret for every turn.

Green Box of Games, by Jørgen Brunborg-Næss. A die gives everybody the same movement; planned cards
let pieces climb over Brick and Lumber, strike, heal, raise a shield, or fire all Arrow tiles.
Rulings (R1, R2, ...) are in page.md. Tracks are in track.py, the state and the cards in state.py,
redeals in knowledge.py.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from matchbox.engine import (
    NOBODY,
    Actions,
    Ints,
    Reasons,
    ask,
    below,
    committed,
    finish,
    lowest,
    put,
    rule,
    seat_after,
    turn_to,
    wide,
    write_set,
)

from ..card_sets import ALL_CARDS, shuffle_in
from ..components import NUMBER, SYMBOL
from .state import (
    CROSSES,
    FEWER_CARDS,
    FIRE,
    HEAL,
    LIFE,
    LOGS,
    MISSING,
    MOST_TURNS,
    MOVE,
    ORDER,
    PLAN,
    SHOWN,
    STEPS,
    STONES,
    STRIKE,
    STRUCK_DOWN,
    SWORDS,
    TAKE,
    TAKEN,
    WHOLE,
    State,
    card_of,
    deal_opening,
    draw,
    fill_display,
    is_ahead,
    lay_card,
    lose,
    receive,
    show_card,
    takes_part,
    targets_of,
    turn_up,
)
from .track import BUILT_IN, CUSTOM, ENTRIES, FINISH, NONE, RANDOM, START, generate, survey

actions = Actions()
FROM_DISPLAY = actions.block("take", obvious=True, place=[str(place) for place in range(4 * SHOWN)])
LAY = actions.block("lay", secret=True, place="abcdefg")
USE = actions.single("use", obvious=True)
GO = actions.block("go", obvious=True, direction=("north", "east", "south", "west"))
TO_FINISH = actions.single("finish", obvious=True)
ENTER = actions.block("enter", obvious=True, tile=[str(tile) for tile in range(ENTRIES)])
STOP = actions.single("stop")
HIT = actions.block("strike", seat=[str(seat) for seat in range(4)])

reasons = Reasons()
THROUGH = reasons("Finish reached")
CAP = reasons("turn limit: nearest to Finish", cap=True)


# --- setup ---


@rule
def setup(s: State) -> None:
    s.starter = below(s, wide(s.seats))
    crosses = s.arrows_cross_gaps == CROSSES
    if s.track < RANDOM:
        put(s.laid, BUILT_IN[s.track])
    elif s.track < CUSTOM:
        shape = wide(s.track) - RANDOM - 1
        generate(s, below(s, 4) if shape < 0 else shape, crosses)
    survey(s, crosses)
    for seat in range(s.seats):
        s.at[seat] = START
        s.life[seat] = LIFE
    rest = ALL_CARDS if s.seats > 2 else FEWER_CARDS
    rest &= ~deal_opening(s, rest)
    s.left = shuffle_in(s, s.deck, rest)
    fill_display(s)
    begin_turn(s)


# --- choices ---


@rule
def legal(s: State, seat: int, out: Ints) -> int:
    choices = ((1 << wide(s.held[seat])) - 1) << LAY.first if s.phase == PLAN else s.choices
    return write_set(out, 0, 0, choices)


@rule
def apply(s: State, seat: int, action: int) -> None:
    if s.phase == TAKE:
        take(s, seat, action)
    elif s.phase == PLAN:
        lay_card(s, seat, action - LAY.first)
        if s.ready[seat] == STEPS + 1 and committed(s, seat):
            begin_step(s, 0)
            next_actor(s)
    elif s.phase == STRIKE:
        lose(s, action - HIT.first, 1)
        after_card(s, seat)
    elif action == USE:
        if use(s, seat):
            after_card(s, seat)
    elif action == STOP:
        end_movement(s, seat)
    else:
        move(s, seat, action)


# --- drawing and planning ---


@rule
def begin_turn(s: State) -> None:
    """Roll the die and let the first player draw. If everybody is knocked out, the turn passes (R13)."""
    while True:
        s.movement = 3 + below(s, 4)  # R23
        for seat in range(s.seats):
            s.points[seat] = s.movement if takes_part(s, seat) else 0
        if next_taker(s, wide(s.starter), wide(s.seats)) or not end_turn(s):
            return


@rule
def next_taker(s: State, seat: int, most: int) -> bool:
    """Let the first active player among the next `most` seats draw; false if there is none."""
    for i in range(most):
        taker = seat_after(s, seat, i)
        if takes_part(s, taker):
            s.phase = TAKE
            s.active = taker
            s.taken = 0
            offer_display(s)
            turn_to(s, taker)
            return True
    return False


@rule
def offer_display(s: State) -> None:
    s.choices = 0
    for place in range(SHOWN * s.seats):
        if s.display[place]:
            s.choices |= 1 << place


@rule
def take(s: State, seat: int, place: int) -> None:
    card = wide(s.display[place]) - 1
    s.display[place] = 0
    receive(s, seat, card)
    s.seen[seat] |= 1 << card
    s.taken += 1
    if s.taken < TAKEN:
        offer_display(s)
        turn_to(s, seat)
        return
    for _ in range(TAKEN):  # R17
        receive(s, seat, draw(s))
        s.born[seat, s.veiled[seat]] = s.shuffles
        s.veiled[seat] += 1
    after = (wide(s.starter) - seat - 1) % wide(s.seats)  # seats that have not drawn yet
    if not next_taker(s, seat + 1, after):
        planners = 0
        for other in range(s.seats):
            if takes_part(s, other):
                planners |= 1 << other
        s.phase = PLAN
        ask(s, planners)


# --- steps ---


@rule
def begin_step(s: State, number: int) -> None:
    """All players still in the turn state the number of their card, or show it (R27)."""
    s.number = number
    s.waiting = 0
    for seat in range(s.seats):
        if number == 0:
            for place in range(STEPS + 1):
                s.unplayed[seat, place] = 0
        if takes_part(s, seat) and not s.finished[seat]:
            s.stated[seat, number] = NUMBER[wide(s.plan[seat, number]) - 1]
            s.waiting = wide(s.waiting) | 1 << seat
            if s.reveal == WHOLE:
                show_card(s, seat)


@rule
def next_actor(s: State) -> None:
    """Higher cards act first, then clockwise from the starting player. After the last step the turn ends.

    The card of the player who acts is face up.
    """
    while True:
        chosen, highest = NOBODY, wide(0)
        for i in range(s.seats):
            seat = seat_after(s, s.starter, i)
            if wide(s.waiting) >> seat & 1 and takes_part(s, seat):  # R11
                value = wide(s.stated[seat, s.number])
                if value > highest:
                    chosen, highest = seat, value
        if chosen != NOBODY:
            s.waiting = wide(s.waiting) & ~(1 << chosen)
            s.active = chosen
            show_card(s, chosen)
            s.moved, s.done = 0, 0
            s.allowance = wide(s.points[chosen]) - (STEPS - 1 - wide(s.number))
            if offer_order(s, chosen):
                return
        elif s.number < STEPS - 1:
            begin_step(s, wide(s.number) + 1)
        else:
            if end_turn(s):
                begin_turn(s)
            return


@rule
def offer_order(s: State, seat: int) -> bool:
    """Offer the card or the movement first; false if the player can do neither."""
    steps = steps_of(s, seat)
    if is_action(s, seat):
        s.choices = steps | 1 << USE
        s.phase = ORDER
    elif steps:
        s.choices = steps
        s.phase = MOVE
    else:  # R14
        return False
    turn_to(s, seat)
    return True


@rule
def is_action(s: State, seat: int) -> bool:
    """Is the card of this step used actively (not a Shield, Brick or Lumber)?"""
    symbol = SYMBOL[card_of(s, seat)]
    return symbol in (SWORDS, FIRE, HEAL)


@rule
def steps_of(s: State, seat: int) -> int:
    """The legal steps of a piece, as a set of ids."""
    place = wide(s.at[seat])
    if place == START:
        return ((1 << wide(s.entries)) - 1) << ENTER.first
    symbol = SYMBOL[card_of(s, seat)]
    free = s.blank
    if symbol == STONES:
        free |= s.brick
    elif symbol == LOGS:
        free |= s.open_tiles & ~s.brick
    found = wide(0)
    for direction in range(4):
        ahead = wide(s.step[place, direction])
        if ahead != NONE and free >> ahead & 1:
            found |= 1 << GO.first + direction
    if s.exits >> place & 1:
        found |= 1 << TO_FINISH
    return found


@rule
def move(s: State, seat: int, action: int) -> None:
    if action == TO_FINISH:  # R1
        s.at[seat] = FINISH
        order = 1
        for other in range(s.seats):
            order += s.finished[other] > 0
        s.finished[seat] = order
    elif ENTER.has(action):
        s.at[seat] = s.entry[action - ENTER.first]
    else:
        s.at[seat] = s.step[s.at[seat], action - GO.first]
    s.score[seat] = wide(s.way[START]) - wide(s.way[s.at[seat]])
    s.points[seat] -= 1
    s.moved += 1
    s.allowance -= 1
    if s.at[seat] == FINISH:
        s.points[seat] = 0
    elif s.allowance:
        steps = steps_of(s, seat)
        if steps:
            s.choices = steps | (1 << STOP if s.number < STEPS - 1 else 0)
            s.phase = MOVE
            turn_to(s, seat)
            return
    end_movement(s, seat)


@rule
def end_movement(s: State, seat: int) -> None:
    if s.done or not is_action(s, seat) or use(s, seat):
        next_actor(s)


# --- active cards ---


@rule
def use(s: State, seat: int) -> bool:
    """Use the card of this step (R4); false if the player must first choose a target."""
    s.done = 1
    s.saved = 0
    symbol = SYMBOL[card_of(s, seat)]
    if symbol == HEAL:
        s.life[seat] = min(LIFE, wide(s.life[seat]) + 1)  # R22
    elif symbol == FIRE:
        for other in range(s.seats):
            if s.at[other] < START:  # R2; R5: also the player who fires
                lose(s, other, wide(s.hits[s.at[other]]))
    else:
        targets = targets_of(s, seat)
        if targets & (targets - 1):
            s.choices = targets << HIT.first
            s.phase = STRIKE
            turn_to(s, seat)
            return False
        if targets:
            lose(s, lowest(targets), 1)
    return True


@rule
def after_card(s: State, seat: int) -> None:
    """Movement follows a card used first, unless the player is knocked out or stuck (R11, R14)."""
    if s.moved == 0 and takes_part(s, seat):
        steps = steps_of(s, seat)
        if steps:
            s.choices = steps
            s.phase = MOVE
            turn_to(s, seat)
            return
    next_actor(s)


# --- the end of a turn, and of the game ---


@rule
def end_turn(s: State) -> bool:
    """Discard plans, refill the display and change the starting player; false if the game is over."""
    s.turns += 1
    through = 0
    for seat in range(s.seats):
        through += s.finished[seat] > 0
    if through or s.turns == MOST_TURNS:
        finish(s, THROUGH if through else CAP)
        for seat in range(s.seats):
            s.rank[seat] = 1
            for other in range(s.seats):
                s.rank[seat] += is_ahead(s, other, seat)
        return False
    for seat in range(s.seats):
        for place in range(STEPS + 1):
            card = turn_up(s, seat, place)  # R10, R19
            if card:
                s.unplayed[seat, place] = card
            if place < STEPS and s.shown[seat, place]:
                card = wide(s.shown[seat, place])
                s.shown[seat, place] = 0
            if place < STEPS:
                s.stated[seat, place] = 0
            if card:
                s.discard |= 1 << card - 1
        s.ready[seat] = 0
        if s.downed[seat] == MISSING:  # R12
            s.downed[seat] = 0
            s.life[seat] = LIFE
        elif s.downed[seat] == STRUCK_DOWN:
            s.downed[seat] = MISSING
    s.hurt = 0
    fill_display(s)
    s.starter = seat_after(s, s.starter)
    return True


# --- evaluation ---


FAR_AHEAD = 8.0  # steps


@rule
def evaluate(s: State, seat: int) -> float:
    """The average lead over the opponents in steps, from -1 to 1; a knockout costs about a turn."""
    lead = 0.0
    for other in range(s.seats):
        if other != seat:
            lead += max(-1.0, min(1.0, (position_value(s, seat) - position_value(s, other)) / FAR_AHEAD))
    return lead / (wide(s.seats) - 1)


@rule
def position_value(s: State, seat: int) -> float:
    if s.finished[seat]:
        return 6.0 + 2.0 * s.life[seat] - 0.5 * s.finished[seat]
    return 0.7 * s.life[seat] - wide(s.way[s.at[seat]]) - (2.0 if s.downed[seat] else 0.0)


def bound(seats: int, options: Mapping[str, Any]) -> int:
    """Per player and turn: two cards taken, four planned, at most six steps, and three times card, stop and strike."""
    return MOST_TURNS * seats * (TAKEN + STEPS + 1 + 6 + 3 * STEPS)
