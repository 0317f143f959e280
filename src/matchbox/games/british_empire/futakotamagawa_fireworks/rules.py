"""Futakotamagawa Fireworks Festival: hold some pence and point at one of two tiles.

Three Small Games in the British Empire +2, by Ao no hito (PREOPEN). Two seats that point
at the same tile bid for it, and only the winner pays. Seats that point at different tiles
each take a chip from their tile and leave their hand on it. Tiles worth six or more win.
The rulings R1, R2, ... are in page.md.
"""

from __future__ import annotations

from matchbox.engine import (
    SEATS,
    Actions,
    Ints,
    Reasons,
    all_act,
    ask,
    below,
    committed,
    derived,
    finish,
    is_acting,
    option,
    owner,
    public,
    record,
    rule,
    u1,
    wide,
)

from ..components import BLUE, CHIPS, COLOURS, GREEN, NUMBERS, RED, count, end_by_score, redeal_tiles, turn_up
from ..tile_race import Race, claim_tile, open_hands, prepare, race_conserved, redeal_hand, tiles_conserved

MOST_ROUNDS = 100
CHOOSING, TAKING = range(2)  # phase


@record(seats=2)
class State(Race):
    """Two slots with a tile each, and chips on the tiles."""

    phase = public(u1, high=TAKING)
    tiles = public(u1[2], high=3)  # by slot; 0: claimed to win the game, not replaced (R17)
    lying = public(u1[2, 3], high=12)  # chips on the tile of each slot
    bag = public(u1[3], high=12)  # out of the game (R7)
    closed = public(u1[SEATS], high=1, free=True)  # 1 once the hand is closed; its contents are secret
    pointed = owner(u1[SEATS], high=2, free=True)  # slot + 1 while secret; 0: not yet
    aim = public(u1[SEATS], high=1, free=True)  # the slot pointed at, revealed
    taking = owner(u1[SEATS], high=3, free=True)  # colour + 1 while secret; 0: not yet, or nothing to take
    taken = derived(u1[SEATS], high=3)  # colour + 1 of the chip taken from that slot; 0: none
    purses = option("open", "screened")


actions = Actions()
HOLD = actions.block("hold", secret=True, obvious=True, blue=13, red=7, green=3)
POINT = actions.block("point", secret=True, slot=2)
CLAIM = actions.block("claim", secret=True, colour=COLOURS[:3])

reasons = Reasons()
SIX = reasons("tiles worth six or more")
DRY_SUM = reasons("all chips are spent: higher total of tiles")
DRY_CLAIM = reasons("all chips are spent, equal totals: the last player to claim a tile wins")
CAP_SUM = reasons("round limit: higher total of tiles", cap=True)
CAP_CLAIM = reasons("round limit, equal totals: the last player to claim a tile wins", cap=True)
CAP_DRAW = reasons("round limit: nobody claimed a tile", cap=True)


@rule
def setup(s: State) -> None:
    prepare(s)
    for slot in range(2):
        s.tiles[slot] = turn_up(s.deck, s.in_deck)
    begin_round(s)


@rule
def begin_round(s: State) -> None:
    s.rounds += 1
    s.closed[0] = s.closed[1] = 0
    s.phase = CHOOSING
    all_act(s)


@rule
def legal(s: State, seat: int, out: Ints) -> int:
    n = 0
    if s.phase == TAKING:
        for colour in range(3):
            if s.lying[s.aim[seat], colour] > 0:
                out[n] = CLAIM.id(colour)
                n += 1
    elif s.closed[seat]:
        out[0], out[1] = POINT.id(0), POINT.id(1)
        n = 2
    else:
        for blue in range(s.chips[seat, BLUE] + 1):
            for red in range(s.chips[seat, RED] + 1):
                for green in range(s.chips[seat, GREEN] + 1):
                    out[n] = HOLD.id(blue, red, green)
                    n += 1
    return n


@rule
def apply(s: State, seat: int, action: int) -> None:
    if HOLD.has(action):
        s.held[seat, BLUE], s.held[seat, RED], s.held[seat, GREEN] = HOLD.args(action)
        s.closed[seat] = 1
    elif POINT.has(action):
        s.pointed[seat] = POINT.args(action)[0] + 1
        if committed(s, seat):
            reveal_pointing(s)
    else:
        s.taking[seat] = CLAIM.args(action)[0] + 1
        if committed(s, seat):
            place_hands(s)


@rule
def reveal_pointing(s: State) -> None:
    """At the same tile: bid. Otherwise each seat takes a chip from its tile, with hands still closed (R3).

    Only a seat with more than one colour to take has a decision.
    """
    for seat in range(2):
        s.aim[seat] = s.pointed[seat] - 1
        s.pointed[seat] = 0
        s.taken[seat] = 0
        for colour in range(3):
            s.shown[seat, colour] = 0
    if s.aim[0] == s.aim[1]:
        bid(s, wide(s.aim[0]))
        return
    s.phase = TAKING
    deciding = wide(0)
    for seat in range(2):
        colours = 0
        for colour in range(3):
            if s.lying[s.aim[seat], colour] > 0:
                colours += 1
                s.taking[seat] = colour + 1
        if colours > 1:
            s.taking[seat] = 0
            deciding |= 1 << seat
    ask(s, deciding)
    if deciding == 0:
        place_hands(s)


@rule
def bid(s: State, slot: int) -> None:
    """The higher bid goes into the bag and wins the tile with its chips; a tie changes nothing (R5, R6)."""
    open_hands(s)
    first, second = pence(s.shown[0]), pence(s.shown[1])
    if first != second:
        winner = wide(0) if first > second else wide(1)
        for colour in range(3):
            s.bag[colour] += s.shown[winner, colour]
            s.chips[winner, colour] -= s.shown[winner, colour]
            s.chips[winner, colour] += s.lying[slot, colour]
            s.lying[slot, colour] = 0
        tile = wide(s.tiles[slot])
        s.tiles[slot] = 0
        if claim_tile(s, winner, tile):
            finish(s, SIX)  # before a new tile is turned up (R17)
            return
        s.tiles[slot] = turn_up(s.deck, s.in_deck)  # never empty: six claims always bring somebody to the goal
    end_round(s)


@rule
def pence(chips: Ints) -> int:
    return 10 * wide(chips[BLUE]) + 50 * wide(chips[RED]) + 100 * wide(chips[GREEN])


@rule
def place_hands(s: State) -> None:
    """Seats take their chips, then put their hands onto the tiles (R2)."""
    open_hands(s)
    for seat in range(2):
        slot = wide(s.aim[seat])
        s.taken[seat] = s.taking[seat]
        s.taking[seat] = 0
        if s.taken[seat]:
            colour = wide(s.taken[seat]) - 1
            s.lying[slot, colour] -= 1
            s.chips[seat, colour] += 1
        for colour in range(3):
            s.chips[seat, colour] -= s.shown[seat, colour]
            s.lying[slot, colour] += s.shown[seat, colour]
    end_round(s)


@rule
def end_round(s: State) -> None:
    if count(s.bag) == 20:  # R12; chips are spent by claims, so somebody has claimed
        end_by_score(s, s.last_claimer, DRY_SUM, DRY_CLAIM, CAP_DRAW)
    elif s.rounds == MOST_ROUNDS:
        end_by_score(s, s.last_claimer, CAP_SUM, CAP_CLAIM, CAP_DRAW)
    else:
        begin_round(s)


@rule
def redeal(s: State, seat: int) -> None:
    """Hidden from a seat: the deck's order, and the opponent's hand, slot and chip to take once chosen."""
    redeal_tiles(s, s.deck, s.in_deck)
    other = 1 - seat
    if s.over:
        return
    if s.closed[other]:
        redeal_hand(s, other, wide(0))
    if is_acting(s, other):
        return
    if s.phase == CHOOSING:
        s.pointed[other] = 1 + below(s, 2)
    else:
        redeal_taking(s, other, wide(s.aim[other]))


@rule
def redeal_taking(s: State, seat: int, slot: int) -> None:
    """Choose one of the colours on the tile, if there are any."""
    colours = 0
    for colour in range(3):
        if s.lying[slot, colour] > 0:
            colours += 1
            if below(s, colours) == 0:
                s.taking[seat] = colour + 1


@rule
def conserved(s: State) -> bool:
    for colour in range(3):
        owned = wide(s.chips[0, colour]) + wide(s.chips[1, colour])
        on_tiles = wide(s.lying[0, colour]) + wide(s.lying[1, colour])
        if owned + on_tiles + wide(s.bag[colour]) != CHIPS[colour]:
            return False
    for number in range(1, NUMBERS):
        on_field = wide(0)
        for tile in s.tiles:
            if tile == number:
                on_field += 1
        if not tiles_conserved(s, number, on_field):
            return False
    for seat in range(2):
        if s.taking[seat] and s.lying[s.aim[seat], wide(s.taking[seat]) - 1] == 0:
            return False
    return race_conserved(s)
