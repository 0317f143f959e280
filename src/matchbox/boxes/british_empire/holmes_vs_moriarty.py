"""Holmes vs Moriarty: two seats with hidden hands race to name what is left in the bag.

Three Small Games in the British Empire +2, by Kumeta (PREOPEN). Both seats must answer number tiles with
chips, and what they place tells what they hold. Whoever names the chips in the bag scores for the
chips still behind the screen; a wrong name gives points away. Twelve points win.
Rulings (R1, R2, ...) stand in docs/rules/holmes_vs_moriarty.md.

A match that knows the first Holmes plays with the option holmes=match and writes
`first_holmes = 1 + seat` into the blank record before `setup`; left at 0, a coin decides (R21).
"""

from __future__ import annotations

from math import comb

import numpy as np

from matchbox.engine import (
    NOBODY,
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
    finish,
    i1,
    is_acting,
    nobody,
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

from .components import (
    BLUE,
    BOX,
    CHIPS,
    GREEN,
    NUMBERS,
    RED,
    TILES_OF,
    YELLOW,
    count,
    draw_chip,
    redeal_tiles,
    shuffle_tiles,
    tiles_match,
    turn_up,
)
from .holmes_sets import BAG_OF, BAGS, EXACT, EXACTS, FIRST_BAG, can_be_exact, fits, is_exact, most

about = About(
    id="holmes_vs_moriarty",
    name="Holmes vs Moriarty",
    box=BOX,
    designers="Kumeta",
    seats=range(2, 3),
    minutes="10-15",
    complexity=3,
    kind="deduction with hidden hands and a hidden bag, forced following, race to announce",
    asks_forced=True,  # R16
    thinking=150_000,
)

HAND, STAGES, TILES_UP, WINDOWS = 8, 4, 5, 12
GOAL, PENALTY, MOST_ROUNDS = 12, 5, 40
PLACING, WINDOW = range(2)  # phase
RANDOM, SEAT0, SEAT1, MATCH = range(4)  # holmes
UNSAID, PASSED = 0, 1  # choice; higher ones name a bag: 1 + its place in BAG_OF
WAYS = np.array([[comb(n, k) for k in range(6)] for n in range(13)], np.int64)


@record(seats=2)
class State(Base):
    """Stages are counted from 0; chips by colour."""

    hand = owner(u1[SEATS, 4])
    behind = public(u1[SEATS])  # chips behind each screen
    bag = nobody(u1[4])
    in_bag = public(u1)
    deck = nobody(u1[7])  # the top is the last one
    in_deck = public(u1[NUMBERS])
    tiles = public(u1[TILES_UP])  # numbers turned up this round, 0 = not yet
    on_tile = public(u1[TILES_UP])  # 1 + colour of the bag chip on each tile, 0 = none
    placed = public(u1[SEATS, STAGES, 4])
    stage = public(u1)
    placements = public(u1)  # made this round, by both seats together
    window = public(u1)  # number of the last window opened, 0 = none yet
    choice = owner(u1[SEATS])  # UNSAID, PASSED or an announcement
    holmes_seat = public(u1)
    first_holmes = public(u1)  # 1 + seat; a match may write it before setup
    rounds = public(u1)
    sheet = public(u1[MOST_ROUNDS, SEATS])  # points by round
    speaker = public(i1)  # whose announcement ended the last round
    said = public(u1[SEATS])  # both choices in that window
    open_bag = public(u1[4])  # bag and hands as seen at the end of the last round
    open_hand = public(u1[SEATS, 4])
    holmes = option("random", "seat0", "seat1", "match")


actions = Actions()
PLACE = actions.block("place", blue=7, red=7, green=3, yellow=2)
PASS = actions.single("pass", secret=True)
ANNOUNCE = actions.block("announce", secret=True, bag=BAGS)

reasons = Reasons()
TWELVE = reasons("12 points or more")
CAP = reasons("round limit reached: more points", cap=True)


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
    """All chips and tiles go back (R1); eight chips a seat, two tiles, and Holmes places first."""
    put(s.bag, CHIPS)
    shuffle_tiles(s, s.deck, s.in_deck)
    for seat in range(2):
        for colour in range(4):
            s.hand[seat, colour] = 0
            for stage in range(STAGES):
                s.placed[seat, stage, colour] = 0
        for _ in range(HAND):
            s.hand[seat, draw_chip(s, s.bag)] += 1
        s.behind[seat] = HAND
    for i in range(TILES_UP):
        s.tiles[i] = s.on_tile[i] = 0
    s.in_bag = TILES_UP
    s.stage = s.placements = s.window = 0
    s.rounds += 1
    for i in range(2):
        s.tiles[i] = turn_up(s.deck, s.in_deck)
    ask_placement(s, wide(s.holmes_seat))


@rule
def put_chip(s: State, i: int) -> None:
    """A random chip goes from the bag onto a tile (R18)."""
    s.on_tile[i] = 1 + draw_chip(s, s.bag)
    s.in_bag -= 1


# --- placing ---


@rule
def leader_of(s: State, stage: int) -> int:
    """Holmes leads the first stage and the third, Moriarty the others."""
    return wide(s.holmes_seat) ^ stage & 1


@rule
def target_of(s: State, stage: int) -> int:
    return wide(s.tiles[0]) + s.tiles[1] if stage == 0 else wide(s.tiles[stage + 1])


@rule
def must_copy(s: State, seat: int, stage: int, b: int, r: int, g: int, y: int) -> bool:
    """The leader was exact and the follower's hand holds the same chips (R8, R9)."""
    leader = leader_of(s, stage)
    if seat == leader:
        return False
    lead = s.placed[leader, stage]
    lb, lr, lg, ly = wide(lead[BLUE]), wide(lead[RED]), wide(lead[GREEN]), wide(lead[YELLOW])
    return lb <= b and lr <= r and lg <= g and ly <= y and is_exact(target_of(s, stage), lb, lr, lg, ly)


@rule
def legal(s: State, seat: int, out: Ints) -> int:
    if s.phase == WINDOW:
        out[0] = PASS
        first = FIRST_BAG[s.in_bag]
        n = FIRST_BAG[s.in_bag + 1] - first
        for k in range(n):
            out[k + 1] = PASS + first + k
        return n + 1
    hand = s.hand[seat]
    b, r, g, y = wide(hand[BLUE]), wide(hand[RED]), wide(hand[GREEN]), wide(hand[YELLOW])
    stage = wide(s.stage)
    if must_copy(s, seat, stage, b, r, g, y):
        lead = s.placed[1 - seat, stage]
        out[0] = PLACE.id(wide(lead[BLUE]), wide(lead[RED]), wide(lead[GREEN]), wide(lead[YELLOW]))
        return 1
    return answers(target_of(s, stage), b, r, g, y, out)


@rule
def answers(target: int, b: int, r: int, g: int, y: int, out: Ints) -> int:
    """What a hand may place for a target: exact sets, else greater ones, else nothing (R5-R7)."""
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
        out[0] = PLACE.id(0, 0, 0, 0)
        n = 1
    return n


@rule
def ask_placement(s: State, seat: int) -> None:
    s.phase = PLACING
    turn_to(s, seat)


@rule
def apply(s: State, seat: int, action: int) -> None:
    if s.phase == WINDOW:
        s.choice[seat] = PASSED + action - PASS
        if committed(s, seat):
            hear(s)
    else:
        place(s, seat, action)


@rule
def place(s: State, seat: int, action: int) -> None:
    chips = PLACE.args(action)
    for colour in range(4):
        s.placed[seat, s.stage, colour] = chips[colour]
        s.hand[seat, colour] -= chips[colour]
        s.behind[seat] -= chips[colour]
    s.placements += 1
    if s.placements == 1:  # R11: nobody may announce in the first stage
        ask_placement(s, 1 - seat)
        return
    if s.placements == 2:
        put_chip(s, 0)
        put_chip(s, 1)
    open_window(s)


# --- windows and announcements ---


@rule
def open_window(s: State) -> None:
    s.window += 1
    s.phase = WINDOW
    all_act(s)


@rule
def hear(s: State) -> None:
    """Both have chosen: play goes on, or the leader's announcement is judged before the other's (R12)."""
    leader = leader_of(s, wide(s.stage))
    first, second = wide(s.choice[leader]), wide(s.choice[1 - leader])
    s.choice[0] = s.choice[1] = UNSAID
    if first == PASSED and second == PASSED:
        go_on(s)
        return
    s.said[leader], s.said[1 - leader] = first, second
    judge(s, leader if first > PASSED else 1 - leader)


@rule
def go_on(s: State) -> None:
    """After the chip of a stage comes a new tile, then the leader, then the follower, then a chip."""
    after = s.window % 4
    if after == 1:
        s.stage += 1
        s.tiles[s.stage + 1] = turn_up(s.deck, s.in_deck)
        open_window(s)
    elif after == 2:
        ask_placement(s, leader_of(s, wide(s.stage)))
    elif after == 3:
        ask_placement(s, 1 - leader_of(s, wide(s.stage)))
    else:
        put_chip(s, wide(s.stage) + 1)
        if s.window < WINDOWS:
            open_window(s)
        else:  # R17: a tied round
            s.said[0] = s.said[1] = UNSAID
            end_round(s, NOBODY)


@rule
def judge(s: State, speaker: int) -> None:
    """Right: two points a chip behind the screen. Wrong: five for the other. Yellow there halves them (R14)."""
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


@rule
def end_round(s: State, speaker: int) -> None:
    """Show bag and hands; the end of the game, or a new round, with roles swapped if somebody spoke (R17)."""
    s.speaker = speaker
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


# --- what a seat can know ---


@rule
def credible(s: State, seat: int) -> bool:
    """Would the seat have placed as it did with its present hand and all it has placed since?

    A follower who did not copy lacked those chips, who was not exact could not be, who placed
    nothing could not even place more.
    """
    hand = s.hand[seat]
    b, r, g, y = wide(hand[BLUE]), wide(hand[RED]), wide(hand[GREEN]), wide(hand[YELLOW])
    for stage in range(STAGES - 1, -1, -1):
        follows = 0 if seat == leader_of(s, stage) else 1
        if s.placements <= 2 * stage + follows:  # not yet
            continue
        chips = s.placed[seat, stage]
        pb, pr, pg, py = wide(chips[BLUE]), wide(chips[RED]), wide(chips[GREEN]), wide(chips[YELLOW])
        b, r, g, y = b + pb, r + pr, g + pg, y + py
        target = target_of(s, stage)
        if must_copy(s, seat, stage, b, r, g, y):
            lead = s.placed[1 - seat, stage]
            if not (fits(lead, pb, pr, pg, py) and fits(chips, lead[BLUE], lead[RED], lead[GREEN], lead[YELLOW])):
                return False
        elif not is_exact(target, pb, pr, pg, py):
            if can_be_exact(target, b, r, g, y):
                return False
            if pb + pr + pg + py == 0 and most(b, r, g, y) > target:
                return False
    return True


@rule
def unseen(s: State, seat: int, colour: int) -> int:
    """Chips of a colour that this seat has not seen: in the bag or behind the other screen."""
    n = wide(CHIPS[colour]) - s.hand[seat, colour]
    for stage in range(STAGES):
        n -= wide(s.placed[0, stage, colour]) + s.placed[1, stage, colour]
    for i in range(TILES_UP):
        n -= 1 if s.on_tile[i] == colour + 1 else 0
    return n


@rule
def deal_unseen(s: State, seat: int, wanted: int) -> int:
    """Go through the ways to split what the seat has not seen between the bag and the other screen.

    Only hands that fit what their owner has placed count, each as often as there are chips to
    make it from. Stops at way number `wanted` and leaves it dealt; -1 counts them all.
    """
    other, size = 1 - seat, wide(s.in_bag)
    blue, red = unseen(s, seat, BLUE), unseen(s, seat, RED)
    green, yellow = unseen(s, seat, GREEN), unseen(s, seat, YELLOW)
    ways = 0
    for y in range(min(yellow, size) + 1):
        for g in range(min(green, size - y) + 1):
            for r in range(min(red, size - y - g) + 1):
                b = size - y - g - r
                if b > blue:
                    continue
                s.bag[BLUE], s.bag[RED], s.bag[GREEN], s.bag[YELLOW] = b, r, g, y
                s.hand[other, BLUE], s.hand[other, RED] = blue - b, red - r
                s.hand[other, GREEN], s.hand[other, YELLOW] = green - g, yellow - y
                if credible(s, other):
                    ways += WAYS[blue, b] * WAYS[red, r] * WAYS[green, g] * WAYS[yellow, y]
                    if 0 <= wanted < ways:
                        return ways
    return ways


@rule
def redeal(s: State, seat: int) -> None:
    """Hidden from a seat: the deck, the bag, the other hand, and the other's choice in a window."""
    other = 1 - seat
    redeal_tiles(s, s.deck, s.in_deck)
    if s.over:
        put(s.bag, s.open_bag)
        put(s.hand[other], s.open_hand[other])
        return
    deal_unseen(s, seat, below(s, deal_unseen(s, seat, wide(-1))))
    if s.phase == WINDOW and not is_acting(s, other):
        first = FIRST_BAG[s.in_bag]
        # players pass far more often than not, and no pass is proof of anything: pass half of the time
        if below(s, 2) == 0:
            s.choice[other] = PASSED
        else:
            s.choice[other] = PASSED + first + below(s, FIRST_BAG[s.in_bag + 1] - first)


@rule
def conserved(s: State) -> bool:
    chips_on_tiles = 0
    for i in range(TILES_UP):
        chips_on_tiles += 1 if s.on_tile[i] > 0 else 0
    in_bag = count(s.bag)
    if in_bag != s.in_bag or in_bag != TILES_UP - chips_on_tiles:
        return False
    for colour in range(4):
        if unseen(s, 0, colour) != wide(s.hand[1, colour]) + s.bag[colour]:
            return False
    for seat in range(2):
        behind, laid = count(s.hand[seat]), wide(0)
        for stage in range(STAGES):
            laid += count(s.placed[seat, stage])
        if behind != s.behind[seat] or behind + laid != HAND or not credible(s, seat):
            return False
        if (s.choice[seat] != UNSAID) != (s.phase == WINDOW and s.over == 0 and not is_acting(s, seat)):
            return False
    for number in range(1, NUMBERS):
        there = wide(s.in_deck[number])
        for i in range(TILES_UP):
            there += 1 if s.tiles[i] == number else 0
        if there != TILES_OF[number]:
            return False
    return tiles_match(s.deck, s.in_deck)


game = Game(
    about,
    State,
    actions,
    reasons,
    setup=setup,
    legal=legal,
    apply=apply,
    redeal=redeal,
    conserved=conserved,
    bound=lambda seats, options: MOST_ROUNDS * (2 * STAGES + 2 * WINDOWS),
)
