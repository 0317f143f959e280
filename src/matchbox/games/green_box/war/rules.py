"""War 2.0: conquest on a map of hexes, decided by cards that everybody can count.

Green Box of Games, by Jørgen Brunborg-Næss. A card gives the number of actions in a turn, and every
action costs another card; in a fight both sides choose a card in secret. Only the setup is random.
Rulings (R1, R2, ...) are in page.md. Maps are in map.py; units, cards and scores are in state.py.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from matchbox.engine import (
    Actions,
    Ints,
    Reasons,
    ask,
    below,
    committed,
    finish,
    finish_with,
    lowest,
    popcount,
    put,
    rule,
    seat_after,
    turn_to,
    wide,
    write_set,
)

from ..components import TILES
from ..maps import SIDE, around, number_tiles
from .map import BROWN, BUILT_IN, CUSTOM, FIRST_SYMBOL, RANDOM_CONTINENTS, generate, link
from .state import (
    ACTION_CARD,
    EXTRA,
    EXTRA_UNITS,
    FIGHT,
    FLIGHT,
    FOLLOW,
    FROM,
    INTO,
    LAST_TURNS,
    NEXT,
    OPENING_CARDS,
    PAY,
    REINFORCEMENT,
    SETTLE,
    SOURCE,
    START_TILES,
    TRIGGERED,
    UNIT,
    UNITS,
    State,
    alive,
    attackers,
    check_trigger,
    count_scores,
    followers,
    may_stay,
    need_card,
    occupied,
    open_to,
    owner_of,
    place,
    rank_fallen,
    sources,
    strength,
    use_card,
)

actions = Actions()
TILE = actions.block("tile", obvious=True, tile=[str(tile) for tile in range(TILES)])
CARD = actions.block("card", secret=(FIGHT,), obvious=True, place="abcdefghi")
REINFORCE = actions.single("reinforce")
MOVE = actions.single("move")
ATTACK = actions.single("attack")
DONE = actions.single("done")
ADVANCE = actions.block("advance", units=UNITS + 1)
STAY = actions.single("stay")
CARDS_AT = wide(CARD.first)
MAY_STOP = 1 << 48  # DONE as a choice

reasons = Reasons()
MOST = reasons("highest score after the last turns")
ALONE = reasons("only one player has units left")


# --- setup ---


@rule
def setup(s: State) -> None:
    s.first = below(s, wide(s.seats))
    if s.map < RANDOM_CONTINENTS:
        put(s.laid, BUILT_IN[s.map, s.seats])
    elif s.map < CUSTOM:
        generate(s, wide(s.map) - RANDOM_CONTINENTS, wide(s.symbols))
    n = number_tiles(s.laid, s.spot)
    link(s.near, s.spot, n, SIDE)
    s.tiles = (1 << n) - 1
    for tile in range(n):
        s.symbol[tile] = s.laid[s.spot[tile]]
        if s.symbol[tile] == BROWN:
            s.brown |= 1 << tile
        else:
            s.alike[s.symbol[tile] - FIRST_SYMBOL] |= 1 << tile
    for seat in range(s.seats):
        s.reserve[seat] = UNITS
        s.hand[seat] = (1 << OPENING_CARDS) - 1
    next_placement(s)


@rule
def next_placement(s: State) -> None:
    """Let the next player place a unit, counter-clockwise; the first player comes last in every round."""
    seats = wide(s.seats)
    rounds = s.placed // seats
    seat = seat_after(s, s.first, -1 - s.placed % seats)
    if rounds < START_TILES:
        free = s.brown & ~occupied(s)
        apart = free & ~around(s.near, s.held[seat])
        s.choices = apart if apart else free  # R4
        s.phase = SETTLE
        turn_to(s, seat)
    elif rounds < START_TILES + EXTRA_UNITS:
        s.choices = s.held[seat]
        s.phase = EXTRA
        turn_to(s, seat)
    else:
        begin_turn(s, wide(s.first))
        go_on(s)


# --- choices ---


@rule
def legal(s: State, seat: int, out: Ints) -> int:
    if s.phase == FOLLOW:
        most = followers(s)
        for units in range(most + 1):
            out[units] = ADVANCE.first + units
        return most + 1
    choices = wide(s.hand[seat]) << CARDS_AT if s.phase == FIGHT else s.choices
    n = write_set(out, 0, 0, choices)
    if s.phase == FLIGHT and may_stay(s, seat):
        out[n] = STAY
        n += 1
    return n


@rule
def apply(s: State, seat: int, action: int) -> None:
    if s.phase <= EXTRA:
        place(s, seat, action, 1)
        s.reserve[seat] -= 1
        s.placed += 1
        count_scores(s)
        next_placement(s)
    elif s.phase == ACTION_CARD:
        s.left = use_card(s, seat, action - CARDS_AT)
        go_on(s)
    elif s.phase == NEXT:
        choose_kind(s, seat, action)
    elif s.phase == PAY:
        pay(s, seat, action - CARDS_AT)
    elif s.phase == REINFORCEMENT:
        reinforce(s, seat, action)
    elif s.phase == SOURCE or s.phase == UNIT:
        march(s, seat, action)
    elif s.phase == FROM:
        s.source = action
        s.choices = s.near[action] & occupied(s) & ~s.held[seat]
        s.phase = INTO
        turn_to(s, seat)
    elif s.phase == INTO:
        s.target = action
        begin_fight(s, seat)
    elif s.phase == FIGHT:
        s.secret[seat] = action - CARDS_AT + 1
        if committed(s, seat):
            resolve(s)
    elif action == STAY:
        go_on(s)
    elif s.phase == FLIGHT:
        units = wide(s.units[s.target])
        place(s, seat, wide(s.target), -units)
        place(s, seat, action, units)
        follow(s)
    else:
        units = action - ADVANCE.first
        place(s, seat, wide(s.source), -units)
        if units:
            place(s, seat, wide(s.target), units)
        go_on(s)


@rule
def choose_kind(s: State, seat: int, action: int) -> None:
    if action == DONE:  # R7
        s.left = 0
        go_on(s)
    elif action == ATTACK:
        s.left -= 1
        s.choices = attackers(s, seat)
        s.phase = FROM
        turn_to(s, seat)
    else:
        s.kind = REINFORCEMENT if action == REINFORCE else SOURCE
        need_card(s, seat)
        if popcount(s.hand[seat]) == 1:
            pay(s, seat, lowest(wide(s.hand[seat])))
        else:
            s.choices = wide(s.hand[seat]) << CARDS_AT
            s.phase = PAY
            turn_to(s, seat)


# --- turns ---


@rule
def begin_turn(s: State, seat: int) -> None:
    """Start a turn with the action card, which is played automatically if it is the only card (R29)."""
    s.turn = seat
    s.turns += 1
    s.changed_before = s.changed
    s.changed = 0
    s.reinforced = 0
    s.left = 0
    need_card(s, seat)
    if popcount(s.hand[seat]) == 1:
        s.left = use_card(s, seat, lowest(wide(s.hand[seat])))
        return
    s.phase = ACTION_CARD
    s.choices = wide(s.hand[seat]) << CARDS_AT
    turn_to(s, seat)


@rule
def go_on(s: State) -> None:
    """After an action, offer the next action if there is one, else start the next turn."""
    count_scores(s)
    while s.phase != ACTION_CARD or s.left:
        seat = wide(s.turn)
        kinds = possible(s, seat) if s.left else 0
        if kinds:
            s.choices = kinds | MAY_STOP
            s.phase = NEXT
            turn_to(s, seat)
            return
        s.phase = NEXT
        if not pass_turn(s):
            finish(s, MOST)
            rank_fallen(s)
            return


@rule
def possible(s: State, seat: int) -> int:
    """The kinds of action that have an effect (R9), as a set of ids."""
    kinds = wide(0)
    if not s.reinforced and s.reserve[seat] and s.held[seat]:
        kinds |= 1 << REINFORCE
    if sources(s, seat, 0):
        kinds |= 1 << MOVE
    if attackers(s, seat):
        kinds |= 1 << ATTACK
    return kinds


@rule
def pass_turn(s: State) -> bool:
    """Start the next player's turn; false if no turn is left."""
    pool = alive(s)
    if s.closing == TRIGGERED:
        s.closing = LAST_TURNS
        s.final = pool  # R23
    elif s.closing == LAST_TURNS:
        s.final = wide(s.final) & ~(1 << wide(s.turn)) & pool
    if s.closing:
        pool = wide(s.final)
    if pool == 0:
        return False
    seat = seat_after(s, s.turn)
    while not pool >> seat & 1:
        seat = seat_after(s, seat)
    begin_turn(s, seat)
    return True


# --- reinforcing and moving ---


@rule
def pay(s: State, seat: int, slot: int) -> None:
    """Play the card for an action; its number is the number of units to place or tiles to move from."""
    s.points = use_card(s, seat, slot)
    s.left -= 1
    s.spent = 0
    if s.kind == REINFORCEMENT:
        s.reinforced = 1
        next_reinforcement(s, seat)
    else:
        next_source(s, seat)


@rule
def next_reinforcement(s: State, seat: int) -> None:
    choices = s.held[seat] & ~s.spent
    if s.points == 0 or s.reserve[seat] == 0 or choices == 0:
        go_on(s)
        return
    s.choices = choices | (MAY_STOP if s.spent else 0)  # R10
    s.phase = REINFORCEMENT
    turn_to(s, seat)


@rule
def reinforce(s: State, seat: int, action: int) -> None:
    if action == DONE:
        go_on(s)
        return
    place(s, seat, action, 1)
    s.reserve[seat] -= 1
    s.points -= 1
    s.spent |= 1 << action
    next_reinforcement(s, seat)


@rule
def next_source(s: State, seat: int) -> None:
    choices = sources(s, seat, s.spent)  # R11
    if s.points == 0 or choices == 0:
        go_on(s)
        return
    s.choices = choices | (MAY_STOP if s.spent else 0)
    s.phase = SOURCE
    turn_to(s, seat)


@rule
def next_unit(s: State, seat: int) -> None:
    if s.units[s.source] == 1:
        next_source(s, seat)
        return
    s.choices = s.near[s.source] & open_to(s, seat) | (MAY_STOP if s.stepped else 0)
    s.phase = UNIT
    turn_to(s, seat)


@rule
def march(s: State, seat: int, action: int) -> None:
    """Choose a tile to move from, or the target of one of its units."""
    if s.phase == SOURCE:
        if action == DONE:
            go_on(s)
            return
        s.source = action
        s.spent |= 1 << action
        s.points -= 1
        s.stepped = 0
        next_unit(s, seat)
    elif action == DONE:
        next_source(s, seat)
    else:
        place(s, seat, wide(s.source), -1)
        place(s, seat, action, 1)
        s.stepped = 1
        next_unit(s, seat)


# --- fighting ---


@rule
def begin_fight(s: State, seat: int) -> None:
    """Both sides choose a card at the same time."""
    defender = owner_of(s, wide(s.target))
    need_card(s, seat)
    need_card(s, defender)  # R19
    s.phase = FIGHT
    ask(s, 1 << seat | 1 << defender)


@rule
def resolve(s: State) -> None:
    """Reveal both cards. The loser loses a unit, and a beaten defender flees."""
    attacker, defender = wide(s.turn), owner_of(s, wide(s.target))
    ours, theirs = wide(s.secret[attacker]) - 1, wide(s.secret[defender]) - 1
    attack = strength(s, attacker, wide(s.source), ours)
    defence = strength(s, defender, wide(s.target), theirs)
    s.clash[0], s.clash[1] = s.source, s.target
    s.clash[2], s.clash[3], s.clash[4] = attacker, ours + 1, attack
    s.clash[5], s.clash[6], s.clash[7] = defender, theirs + 1, defence
    s.secret[attacker], s.secret[defender] = 0, 0
    use_card(s, attacker, ours)
    use_card(s, defender, theirs)
    won = attack > defence
    loser, tile = (defender, wide(s.target)) if won else (attacker, wide(s.source))
    place(s, loser, tile, -1)
    s.reserve[loser] += 1
    if s.held[loser] == 0 and is_decided(s, loser):
        return
    if not won:
        go_on(s)
    elif s.units[s.target] == 0:
        follow(s)  # R15
    else:
        flee(s, defender)


@rule
def is_decided(s: State, loser: int) -> bool:
    """A player is out. If only one player is left, the game is over (R22)."""
    out = 1
    for seat in range(s.seats):
        out += s.fallen[seat] > 0
    s.fallen[loser] = out
    if out < wide(s.seats) - 1:
        check_trigger(s)
        return False
    count_scores(s)
    finish_with(s, lowest(alive(s)), ALONE)
    rank_fallen(s)
    return True


@rule
def flee(s: State, defender: int) -> None:
    """All units flee together to a tile of their seat beside them; without one, to an empty tile or not (R16, R17)."""
    choices = s.near[s.target] & s.held[defender]
    if choices == 0:
        choices = s.near[s.target] & open_to(s, defender)
    if choices == 0:
        go_on(s)
        return
    s.choices = choices
    s.phase = FLIGHT
    turn_to(s, defender)


@rule
def follow(s: State) -> None:
    if followers(s):
        s.phase = FOLLOW
        turn_to(s, wide(s.turn))
    else:
        go_on(s)


def bound(seats: int, options: Mapping[str, Any]) -> int:
    """At most 23 turns per player with six actions; the longest action moves nearly all units from six tiles."""
    action = 2 + 6 * (2 + UNITS)
    return seats * (START_TILES + EXTRA_UNITS + 23 * (2 + 6 * action))
