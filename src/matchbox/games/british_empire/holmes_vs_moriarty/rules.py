"""Holmes vs Moriarty: two players with hidden hands race to name the chips in the bag.

Three Small Games in the British Empire +2, by Kumeta (PREOPEN). Both seats must place chips for number
tiles, and every placement reveals something about the hand. The seat that names the chips in the bag scores
for the chips still behind its screen; a wrong announcement scores for the opponent. Twelve points win.
The rulings R1, R2, ... are in page.md.

A match that knows the first Holmes plays with the option holmes=match and writes
`first_holmes = 1 + seat` into the blank record before `setup`; at 0 a coin decides (R21).
The state and the redeal of hidden chips are in state.py.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from matchbox.engine import (
    NOBODY,
    Actions,
    Ints,
    Reasons,
    States,
    all_act,
    ask,
    below,
    committed,
    draw_kind,
    finish,
    put,
    rule,
    turn_to,
    wide,
)

from ..components import BLUE, CHIPS, GREEN, RED, YELLOW, count, shuffle_tiles, turn_up
from .sets import BAG_OF, BAGS, EXACT, EXACTS, FIRST_BAG, fits, most
from .state import (
    EVERYTHING,
    HAND,
    MOST_ROUNDS,
    OPEN,
    PASSED,
    PLACING,
    SECRET,
    STAGES,
    TILES_UP,
    UNSAID,
    WINDOW,
    WINDOWS,
    State,
    is_before_placing,
    is_copy,
    is_racing,
    leader_of,
    must_copy,
    placer_of,
    target_of,
)

GOAL, PENALTY = 12, 5
RANDOM, SEAT0, SEAT1, MATCH = range(4)  # holmes

actions = Actions()
PLACE = actions.block("place", blue=7, red=7, green=3, yellow=2)
PASS = actions.single("pass", secret=(WINDOW,))
ANNOUNCE = actions.block("announce", secret=(WINDOW,), bag=BAGS)

reasons = Reasons()
TWELVE = reasons("12 points or more")
CAP = reasons("round limit reached: more points", cap=True)


# --- setup ---


@rule
def setup(s: State) -> None:
    if s.holmes == SEAT0:
        s.first_holmes = 1
    elif s.holmes == SEAT1:
        s.first_holmes = 2
    elif s.holmes == RANDOM or s.first_holmes == 0:  # R21
        s.first_holmes = 1 + below(s, 2)
    s.holmes_seat = s.first_holmes - 1
    s.speaker = NOBODY
    begin_round(s)


@rule
def begin_round(s: State) -> None:
    """Collect all chips and tiles (R1), deal eight chips to each seat and two tiles; Holmes places first."""
    put(s.bag, CHIPS)
    in_bag = count(s.bag)
    shuffle_tiles(s, s.deck, s.in_deck)
    for seat in range(2):
        for colour in range(4):
            s.hand[seat, colour] = 0
            for stage in range(STAGES):
                s.placed[seat, stage, colour] = 0
        for _ in range(HAND):
            s.hand[seat, draw_kind(s, s.bag, in_bag)] += 1
            in_bag -= 1
        s.behind[seat] = HAND
    for i in range(TILES_UP):
        s.tiles[i] = s.on_tile[i] = 0
    s.in_bag = in_bag
    s.stage = s.placements = s.window = s.ready = 0
    s.rounds += 1
    for i in range(2):
        s.tiles[i] = turn_up(s.deck, s.in_deck)
    turn_to_place(s, wide(s.holmes_seat))


# --- legal moves ---


@rule
def legal(s: State, seat: int, out: Ints) -> int:
    if s.phase == PLACING and placer_of(s) == seat:
        return placements(s, seat, out)
    out[0] = PASS
    first = FIRST_BAG[s.in_bag]
    n = FIRST_BAG[s.in_bag + 1] - first
    for k in range(n):
        out[k + 1] = PASS + first + k
    return n + 1


@rule
def placements(s: State, seat: int, out: Ints) -> int:
    hand, stage = s.hand[seat], wide(s.stage)
    b, r, g, y = wide(hand[BLUE]), wide(hand[RED]), wide(hand[GREEN]), wide(hand[YELLOW])
    target = target_of(s, stage)
    if must_copy(s, seat, stage, b, r, g, y):
        return copies_of(s, target, s.placed[1 - seat, stage], b, r, g, y, out)
    return placements_for(target, b, r, g, y, wide(s.shortfall), out)


@rule
def copies_of(s: State, target: int, lead: Ints, b: int, r: int, g: int, y: int, out: Ints) -> int:
    """Write the sets of a hand that are the same as the leader's: with yellow there can be two (R8)."""
    n = 0
    for k in range(EXACTS[target]):
        chips = EXACT[target, k]
        if fits(chips, b, r, g, y) and is_copy(s, target, chips, lead):
            out[n] = PLACE.id(chips[BLUE], chips[RED], chips[GREEN], chips[YELLOW])
            n += 1
    return n


@rule
def placements_for(target: int, b: int, r: int, g: int, y: int, shortfall: int, out: Ints) -> int:
    """Write the legal placements for a target: exact sets, else greater sets, else nothing or everything (R5-R7)."""
    n = 0
    for k in range(EXACTS[target]):
        chips = EXACT[target, k]
        if fits(chips, b, r, g, y):
            out[n] = PLACE.id(chips[BLUE], chips[RED], chips[GREEN], chips[YELLOW])
            n += 1
    if n > 0:
        return n
    for blue in range(b + 1):
        for red in range(r + 1):
            for green in range(g + 1):
                for yellow in range(y + 1):
                    if most(blue, red, green, yellow) > target:
                        out[n] = PLACE.id(blue, red, green, yellow)
                        n += 1
    if n == 0:
        out[0] = PLACE.id(b, r, g, y) if shortfall == EVERYTHING else PLACE.id(0, 0, 0, 0)
        n = 1
    return n


@rule
def apply(s: State, seat: int, action: int) -> None:
    if s.phase == WINDOW:
        s.choice[seat] = PASSED + action - PASS
        if committed(s, seat):
            resolve_window(s)
    elif PLACE.has(action):
        place(s, seat, action)
    elif action == PASS:
        let_go(s, seat)
    else:
        s.said[seat], s.said[1 - seat] = PASSED + action - PASS, UNSAID
        score_announcement(s, seat)


# --- placing ---


@rule
def turn_to_place(s: State, seat: int) -> None:
    """Ask a seat to place chips. In a race the opponent may announce meanwhile."""
    s.phase = PLACING
    if is_racing(s):
        s.ready = 1 << 1 - seat
        all_act(s)
    else:
        turn_to(s, seat)


@rule
def place(s: State, seat: int, action: int) -> None:
    chips = PLACE.args(action)
    for colour in range(4):
        s.placed[seat, s.stage, colour] = chips[colour]
        s.hand[seat, colour] -= chips[colour]
        s.behind[seat] -= chips[colour]
    s.placements += 1
    if s.placements == 1:  # R11: no announcements in the first stage
        turn_to_place(s, 1 - seat)
        return
    if s.placements == 2:
        draw_onto_tile(s, 0)
        draw_onto_tile(s, 1)
    open_window(s)


@rule
def draw_onto_tile(s: State, i: int) -> None:
    """Move a random chip from the bag onto a tile (R18)."""
    s.on_tile[i] = 1 + draw_kind(s, s.bag, wide(s.in_bag))
    s.in_bag -= 1


# --- windows and announcements ---


@rule
def open_window(s: State) -> None:
    """The next window. In a race it waits for the seat that is to place, or else for both (R24)."""
    s.window += 1
    s.phase = WINDOW if s.announce == SECRET else OPEN
    s.ready = 1 << 1 - placer_of(s) if s.phase == OPEN and is_before_placing(s) else 0
    all_act(s)


@rule
def let_go(s: State, seat: int) -> None:
    """In a race: do not hold up play. The seat may still announce, until it passes again and waits (R24)."""
    if wide(s.ready) >> seat & 1 == 0:
        s.ready = wide(s.ready) | 1 << seat
        if s.ready == 3:
            next_step(s)
    elif committed(s, seat):
        ask(s, 3 & ~wide(s.ready))


@rule
def resolve_window(s: State) -> None:
    """Continue if both seats passed; otherwise score an announcement, the leader's if both announced (R12)."""
    leader = leader_of(s, wide(s.stage))
    first, second = wide(s.choice[leader]), wide(s.choice[1 - leader])
    s.choice[0] = s.choice[1] = UNSAID
    if first == PASSED and second == PASSED:
        next_step(s)
        return
    s.said[leader], s.said[1 - leader] = first, second
    score_announcement(s, leader if first > PASSED else 1 - leader)


@rule
def next_step(s: State) -> None:
    """The next step: new tile, leader, follower, chip; then the next stage."""
    after = s.window % 4
    if after == 1:
        s.stage += 1
        s.tiles[s.stage + 1] = turn_up(s.deck, s.in_deck)
        open_window(s)
    elif after == 2:
        turn_to_place(s, leader_of(s, wide(s.stage)))
    elif after == 3:
        turn_to_place(s, 1 - leader_of(s, wide(s.stage)))
    else:
        draw_onto_tile(s, wide(s.stage) + 1)
        if s.window < WINDOWS:
            open_window(s)
        else:  # R17: a tied round
            s.said[0] = s.said[1] = UNSAID
            end_round(s, NOBODY)


@rule
def score_announcement(s: State, speaker: int) -> None:
    """Right: 2 points per chip behind the screen. Wrong: 5 for the opponent. The scorer's yellow halves them (R14)."""
    right = True
    for colour in range(4):
        if s.bag[colour] != BAG_OF[wide(s.said[speaker]) - PASSED, colour]:
            right = False
    scorer = speaker if right else 1 - speaker
    points = 2 * wide(s.behind[speaker]) if right else wide(PENALTY)
    if s.hand[scorer, YELLOW] > 0:
        points //= 2
    s.score[scorer] += points
    s.sheet[s.rounds - 1, scorer] = points
    end_round(s, speaker)


# --- the end of a round ---


@rule
def end_round(s: State, speaker: int) -> None:
    """Show bag and hands, then end the game or begin a new round; an announcement swaps the roles (R17)."""
    s.speaker = speaker
    s.ready = 0
    put(s.open_bag, s.bag)
    for seat in range(2):
        put(s.open_hand[seat], s.hand[seat])
    if s.score[0] >= GOAL or s.score[1] >= GOAL:
        finish(s, TWELVE)
    elif s.rounds == MOST_ROUNDS:
        finish(s, CAP)
    else:
        if speaker != NOBODY:
            s.holmes_seat = 1 - wide(s.holmes_seat)
        begin_round(s)


# --- races ---


def relies(state: States, action: int) -> int:
    """An announcement counts for this bag; a pass or a placement for this step of the round."""
    s = state[0]
    now = int(s["in_bag"]) if ANNOUNCE.has(action) else 32 + 32 * int(s["window"]) + int(s["placements"])
    return 1000 * int(s["rounds"]) + now


def bound(seats: int, options: Mapping[str, Any]) -> int:
    """In a race, a program that waits in a window or while the opponent places makes another action."""
    waits = WINDOWS + 2 * STAGES - 2 if options["announce"] == "race" else 0
    return MOST_ROUNDS * (2 * STAGES + 2 * WINDOWS + waits)
